"""What a player types, understood: moves in full or in short, and the commands beside them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from harmonies import box
from harmonies._core import Move
from harmonies.cli.failure import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from harmonies._core import State


class Command(NamedTuple):
    """Something to do that is no move, with the rest of the line."""

    word: str
    rest: str = ""


class Puzzled(Exception):
    """A line that says nothing that could be done; ``marks`` are spaces worth a look."""

    def __init__(self, message: str, marks: Collection[str] = ()) -> None:
        self.marks = tuple(marks)
        super().__init__(message)


COMMANDS = {
    "undo": ("undo", "u", "back"),
    "score": ("score", "sc", "points"),
    "table": ("table", "boards", "b"),
    "card": ("card", "c"),
    "save": ("save",),
    "help": ("help", "?"),
    "quit": ("quit", "q", "exit"),
}
_COMMAND_OF = {word: command for command, words in COMMANDS.items() for word in words}

_VERBS = {
    "keep": "keep",
    "k": "keep",
    "take": "take",
    "t": "take",
    "place": "place",
    "p": "place",
    "draft": "draft",
    "d": "draft",
    "settle": "settle",
    "s": "settle",
    "discard": "discard",
    "x": "discard",
    "end": "end",
    "e": "end",
}
_TAKE = re.compile(r"(?:t|take)? ?([1-9])")
_PLACE = re.compile(r"(?:(?:p|place) )?([wmtlfh]) ?([a-g][1-9])")
_SPACE = re.compile(r"[a-g][1-9]")


def understood(line: str, state: State) -> Move | Command:
    """The move or the command a line says.

    >>> from harmonies import State
    >>> state = State.parse(
    ...     "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"
    ... )
    >>> understood("t2", state), understood("m C3", state), understood("draft ott", state)
    (Move('take 2'), Move('place M c3'), Move('draft otter'))
    >>> understood("save game.txt", state)
    Command(word='save', rest='game.txt')
    """
    first, _, rest = line.strip().partition(" ")
    command = _COMMAND_OF.get(first.lower())
    if command:
        return Command(command, rest.strip())
    words = " ".join(line.lower().replace(",", " ").split())
    if taken := _TAKE.fullmatch(words):
        return Move.parse(f"take {taken[1]}")
    if placed := _PLACE.fullmatch(words):
        return Move.parse(f"place {placed[1].upper()} {placed[2]}")
    if _SPACE.fullmatch(words):
        return _placed_there(words, state)
    letter = words.upper()
    if letter in box.tokens() and (letter in state.hand or words not in _VERBS):
        return _where_to_place(letter, state)
    head, _, tail = words.partition(" ")
    verb = _VERBS.get(head)
    if verb == "end":
        return Move.parse(words if tail else "end")
    if verb:
        return _said(verb, tail, state)
    return _named(words, state)


def _said(verb: str, tail: str, state: State) -> Move:
    """A move with its verb."""
    legal = [move for move in state.legal_moves() if move.kind == verb]
    if verb in {"take", "place"}:
        if not tail:
            raise Puzzled(_what(verb, legal))
        return Move.parse(f"{verb} {tail.upper() if len(tail) == 1 else tail}")
    name, space = _card_and_space(tail)
    if not name:
        raise Puzzled(_what(verb, legal))
    card = _card(name, [move.card for move in legal if move.card])
    if verb != "settle":
        return Move.parse(f"{verb} {card}{f' {space}' if space else ''}")
    return Move.parse(f"settle {card} {space}") if space else _settled(card, legal, state)


def _named(words: str, state: State) -> Move:
    """A card without a verb: settled where a space is named, else whatever can be done with it."""
    name, space = _card_and_space(words)
    legal = [move for move in state.legal_moves() if move.card]
    seat = state.to_move
    held = [*state.cards(seat), *filter(None, [state.spirit(seat)])]
    near = [*held, *filter(None, state.river), *(state.dealt or ())]
    try:
        card = _card(name, near)
    except Puzzled:
        raise Puzzled(f"{_quoted(words)} is no move. Type help for all you can do.") from None
    if space:
        return Move.parse(f"settle {card} {space}")
    if card in held:
        return _settled(card, [move for move in legal if move.kind == "settle"], state)
    kind = "keep" if box.cards()[card].is_spirit else "draft"
    return Move.parse(f"{kind} {card}")


def _settled(card: str, legal: Sequence[Move], state: State) -> Move:
    """Where only one space makes sense, it need not be said."""
    spaces = [move.space for move in legal if move.card == card and move.space]
    if len(spaces) == 1:
        return Move.parse(f"settle {card} {spaces[0]}")
    if spaces:
        message = f"Where? settle {card} {' or '.join(spaces)}."
        raise Puzzled(message, spaces)
    if card not in state.cards(state.to_move) and card != state.spirit(state.to_move):
        raise Puzzled(f"You do not hold {card}.")
    raise Puzzled(f"The habitat of {card} does not stand on your board yet.")


def _placed_there(space: str, state: State) -> Move:
    """The one token that is left, or that may go there."""
    kinds = sorted(
        {move.token for move in state.legal_moves() if move.space == space and move.token}
    )
    if not state.hand:
        raise Puzzled("There is no token to place now.")
    if len(kinds) == 1 or len(set(state.hand)) == 1:
        return Move.parse(f"place {(kinds or [state.hand[0]])[0]} {space}")
    if not kinds:
        raise Puzzled(f"None of {' '.join(state.hand)} can go on {space}.")
    raise Puzzled(f"Which token? {' or '.join(f'{kind} {space}' for kind in kinds)}.", [space])


def _where_to_place(letter: str, state: State) -> Move:
    if letter not in state.hand:
        raise Puzzled(f"There is no {letter} to place now.")
    spaces = [move.space for move in state.legal_moves() if move.token == letter and move.space]
    raise Puzzled(f"Where? {letter} can go on the marked spaces.", spaces)


def _card_and_space(words: str) -> tuple[str, str]:
    parts = words.split()
    space = parts.pop() if parts and _SPACE.fullmatch(parts[-1]) else ""
    return "_".join(parts), space


def _card(name: str, near: Sequence[str]) -> str:
    """A card by its name or the beginning of it, first among those near at hand."""
    if name in box.cards():
        return name
    for among in (near, list(box.cards())):
        found = sorted({card for card in among if card.startswith(name)})
        if len(found) == 1:
            return found[0]
        if found:
            raise Puzzled(f"Which one? {', '.join(found)}.")
    close = get_close_matches(name, near, 1) or get_close_matches(name, box.cards(), 1)
    hint = f" Perhaps {close[0]}?" if close else ""
    raise Puzzled(f"No card is called {_quoted(name)}.{hint}")


def card_named(name: str, state: State) -> str:
    """A card of the game by its name or the beginning of it; those on the table come first."""
    seat = state.to_move
    near = [*state.cards(seat), *filter(None, state.river), *(state.dealt or ())]
    return _card("_".join(name.lower().split()), near)


def _what(verb: str, legal: Sequence[Move]) -> str:
    if not legal:
        code = {
            "take": "There is no group to take now.",
            "place": "There is no token to place now.",
        }
        return code.get(verb, f"There is nothing to {verb} now.")
    choices = sorted({str(move).split()[1] for move in legal})
    if verb == "place":
        return f"Place what where? Say for example: place {choices[0]} {legal[0].space}."
    if verb == "take":
        return f"Which group? {', '.join(choices)}."
    return f"{verb.capitalize()} what? {', '.join(choices)}."


def _quoted(words: str) -> str:
    short = words if len(words) <= 40 else words[:37] + "..."
    return f"'{printable(short)}'"

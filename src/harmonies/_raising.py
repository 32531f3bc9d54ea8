"""The exceptions the core asks for: it knows a code and what it is about, Python knows the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies._core import Draw, Move
from harmonies.errors import (
    BadArgument,
    DrawSyntaxError,
    HarmoniesError,
    IllegalDraw,
    IllegalMove,
    IllegalUndo,
    MoveSyntaxError,
    NotationError,
    PositionError,
    Refused,
)

if TYPE_CHECKING:
    from harmonies._core import State


def _by_code(root: type[HarmoniesError]) -> dict[str, type[HarmoniesError]]:
    found = {root.code: root}
    for child in root.__subclasses__():
        found |= _by_code(child)
    return found


_REFUSALS = _by_code(Refused)
_ARGUMENTS: dict[str, type[BadArgument]] = {
    kind.code: kind for kind in BadArgument.__subclasses__()
} | {BadArgument.code: BadArgument}

_VERBS = "keep, take, place, draft, settle, discard or end"

_FAULTS = {
    "syntax/unknown-verb": f"A move begins with {_VERBS}.",
    "syntax/missing-word": "A word is missing here.",
    "syntax/unknown-group": "Groups are numbered 1 to 5.",
    "syntax/unknown-token": "A token is one of W, M, T, L, F, H.",
    "syntax/unknown-space": "A space is a column a to g and a number, like c3.",
    "syntax/unknown-card": "No card is called that.",
    "syntax/not-a-spirit": "That card is an animal; a spirit is wanted.",
    "syntax/not-an-animal": "That card is a spirit; an animal is wanted.",
    "syntax/trailing-text": "The move has ended before this word.",
    "text/missing-word": "A word is missing here, or there is a space too many.",
    "text/trailing-text": "The text should have ended before this word.",
    "text/bad-setup": "The first word is a side and a number of players, like A2 or B4s.",
    "text/bad-number": "A number of empty spaces is 1 or more.",
    "text/unknown-stack": "No stack is built like that.",
    "text/column-count": "The board has another number of columns.",
    "text/column-length": "The column has another number of spaces.",
    "text/no-place-for-cube": "No animal can stand on that stack.",
    "text/bad-card-entry": "A card is written with its settled cubes, like fennec:2 or lion:1@c4.",
    "text/unknown-card": "No card is called that.",
    "text/not-an-animal": "That card is a spirit; an animal is wanted.",
    "text/not-a-spirit": "That card is an animal; a spirit is wanted.",
    "text/card-twice": "That card is in two places.",
    "text/too-many-cubes": "The card does not have that many cubes.",
    "text/spirits-not-in-game": "The game is without spirits: its first word has no s.",
    "text/spirit-too-early": "A seat has no spirit before its first turn.",
    "text/spirit-space": "The spirit's cube is not on that space.",
    "text/pair-not-due": "Only the seat that is to keep a spirit has two to choose from.",
    "text/pair-missing": "The two spirits to choose from are missing.",
    "text/slot-count": "The table has another number of places for that.",
    "text/unknown-token": "A token is one of W, M, T, L, F, H.",
    "text/group-size": "A group has three tokens.",
    "text/bad-bag": "The bag is written like W20M20T19L16F17H14, none above what the box holds.",
    "text/bad-first": "The first seat is one of the game's seats, from 1.",
    "text/bad-turn": "The turn is a number from 1 to 200.",
    "text/bad-doing": "The last word is deal, keep, play or over, like play:2=MT+draft.",
    "text/taken-group-full": "The group that was taken is still on the central board.",
    "text/too-many-tokens": "There are more tokens of a colour than the box holds.",
    "text/cubes-do-not-match": "The board has another number of cubes than its cards have settled.",
    "text/too-many-uncompleted": "A seat holds four uncompleted cards at the most.",
    "text/no-room-to-play": "There is no room on this board for the tokens of a turn.",
    "text/no-group-to-take": "The central board lacks a group for a turn still to come.",
    "text/nothing-to-deal": "There is nothing to draw.",
    "text/round-is-over": "The last round is complete, so the game is over.",
    "text/round-goes-on": "The game ends with a complete last round, marked by !.",
    "text/unknown-part": "The parts of a draw are drawn, turned and dealt, as far as needed.",
    "text/draw-not-due": "Nothing is to be drawn now.",
    "text/draw-not-possible": "The bag or a pile does not hold what is drawn here.",
}

_SYNTAX: dict[str, type[NotationError]] = {
    "move": MoveSyntaxError,
    "draw": DrawSyntaxError,
    "position": PositionError,
}


def text_fault(kind: str, text: str, code: str, column: int) -> NotationError:
    """The error for a text the core could not read; the core asks for it."""
    word = text[column:].split(" ", 1)[0]
    found = f" Found '{_shortened(word)}'." if word else ""
    return _SYNTAX[kind](_FAULTS[code] + found, code=code, column=column + 1)


def bad_argument(code: str, message: str) -> BadArgument:
    """The error for a value that names nothing; the core asks for it."""
    return _ARGUMENTS[code](message)


def refusal(state: State, what: Move | Draw | None, code: str) -> Refused:
    """The error for something the core refused; the core asks for it."""
    kind = _REFUSALS[code]
    if issubclass(kind, IllegalMove):
        assert isinstance(what, Move)
        legal = state.legal_moves()
        return kind(what, _nearest(what, legal) or legal, state)
    if issubclass(kind, IllegalDraw):
        assert isinstance(what, Draw)
        return kind(what)
    assert issubclass(kind, IllegalUndo)
    return kind()


def _nearest(move: Move, legal: list[Move]) -> list[Move]:
    """The legal moves of the same kind, and of those the ones with the same token or card."""
    same_kind = [other for other in legal if other.kind == move.kind]
    same_piece = [
        other for other in same_kind if (other.token, other.card) == (move.token, move.card)
    ]
    return same_piece or same_kind


def _shortened(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "..."

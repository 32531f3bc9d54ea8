"""Everything that can be refused, as a tree of exceptions.

Each class has a ``code`` that stays the same when its wording changes; programs should compare codes
or classes, never sentences::

    HarmoniesError
    ├── Refused (ValueError)         something well said that may not happen now
    │   ├── IllegalMove              with .move and .legal
    │   ├── IllegalDraw              with .draw
    │   ├── IllegalUndo
    │   └── IllegalEvent
    └── NotationError (ValueError)   a text that says nothing, with .line and .column
        ├── MoveSyntaxError
        ├── DrawSyntaxError
        ├── PositionError
        ├── BoardError
        └── RecordError
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harmonies._core import Draw, Move, State


class HarmoniesError(Exception):
    """What every error of this package is."""

    code: ClassVar[str] = "harmonies"
    sentence: ClassVar[str] = "Something went wrong."


class Refused(HarmoniesError, ValueError):
    """Something well said that may not happen now. Nothing has changed."""

    code = "refused"


class IllegalMove(Refused):
    """A move that may not be played. ``legal`` holds the moves that may, nearest to it."""

    code = "move/illegal"

    def __init__(self, move: Move, legal: Iterable[Move], state: State) -> None:
        self.move = move
        self.state = state
        self.legal = list(legal)
        super().__init__(f"{move}: {self.sentence} {self._advice()}".strip())

    def _advice(self) -> str:
        if not self.legal:
            return ""
        return f"Legal now: {said_briefly(self.legal)}."

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.move, self.legal, self.state)


class GameOver(IllegalMove):
    code = "move/game-over"
    sentence = "The game has ended."


class WaitingForDraw(IllegalMove):
    code = "move/waiting-for-draw"
    sentence = "Tokens or cards are to be drawn first."


class KeepFirst(IllegalMove):
    code = "move/keep-first"
    sentence = "The first thing in your first turn is to keep one of your two spirits."


class NothingToKeep(IllegalMove):
    code = "move/nothing-to-keep"
    sentence = "There is no spirit to choose now."


class SpiritNotDealt(IllegalMove):
    code = "move/spirit-not-dealt"
    sentence = "That is not one of the two spirits you were dealt."


class NoSuchGroup(IllegalMove):
    code = "move/no-such-group"
    sentence = "The central board has no group with that number."


class GroupEmpty(IllegalMove):
    code = "move/group-empty"
    sentence = "That group is empty."


class AlreadyTaken(IllegalMove):
    code = "move/already-taken"
    sentence = "You have taken a group in this turn."


class TakeFirst(IllegalMove):
    code = "move/take-first"
    sentence = "Take a group of tokens from the central board first."


class TokenNotInHand(IllegalMove):
    code = "move/token-not-in-hand"
    sentence = "No token of that kind is left to place."


class NotOnBoard(IllegalMove):
    code = "move/not-on-board"
    sentence = "This side of the board has no such space."


class SpaceLocked(IllegalMove):
    code = "move/space-locked"
    sentence = "That space holds a cube, so nothing more goes on it."


class DoesNotStack(IllegalMove):
    code = "move/does-not-stack"
    sentence = "That token may not go on what stands there."


class CardNotFaceUp(IllegalMove):
    code = "move/card-not-face-up"
    sentence = "That card is not among those lying face up."


class AlreadyDrafted(IllegalMove):
    code = "move/already-drafted"
    sentence = "You have taken a card in this turn."


class HandFull(IllegalMove):
    code = "move/hand-full"
    sentence = "You hold four cards that are not completed, and no more are allowed."


class DraftingClosed(IllegalMove):
    code = "move/drafting-closed"
    sentence = "After a discard no card can be taken in the same turn."


class CardNotHeld(IllegalMove):
    code = "move/card-not-held"
    sentence = "You do not hold that card."


class CardCompleted(IllegalMove):
    code = "move/card-completed"
    sentence = "All cubes of that card are settled."


class HabitatMissing(IllegalMove):
    code = "move/habitat-missing"
    sentence = "The habitat of that card does not stand around this space."


class SpaceTaken(IllegalMove):
    code = "move/space-taken"
    sentence = "That space holds a cube already."


class SoloOnly(IllegalMove):
    code = "move/solo-only"
    sentence = "Cards are discarded in solo games only."


class DiscardTooEarly(IllegalMove):
    code = "move/discard-too-early"
    sentence = "A card can be discarded when all three tokens are placed."


class AlreadyDiscarded(IllegalMove):
    code = "move/already-discarded"
    sentence = "You have discarded a card in this turn."


class TokensLeft(IllegalMove):
    code = "move/tokens-left"
    sentence = "All three tokens have to be placed before the turn ends."


class IllegalDraw(Refused):
    """A draw that is no answer to what the state needs."""

    code = "draw/illegal"

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        super().__init__(f"{draw}: {self.sentence}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.draw,)


class NoDrawDue(IllegalDraw):
    code = "draw/not-due"
    sentence = "Nothing is to be drawn now."


class WrongDrawSize(IllegalDraw):
    code = "draw/wrong-size"
    sentence = "It does not fill just what is empty."


class TokensNotInBag(IllegalDraw):
    code = "draw/tokens-not-in-bag"
    sentence = "The bag does not hold these tokens."


class CardNotInPile(IllegalDraw):
    code = "draw/card-not-in-pile"
    sentence = "The pile does not hold this card."


class SpiritNotUnseen(IllegalDraw):
    code = "draw/spirit-not-unseen"
    sentence = "These two spirits are not face down any more."


class IllegalUndo(Refused):
    """There is nothing that may be taken back."""

    code = "undo/illegal"

    def __init__(self) -> None:
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class NothingToUndo(IllegalUndo):
    code = "undo/nothing-to-undo"
    sentence = "Nothing has been done in this turn that could be taken back."


class KeepIsFinal(IllegalUndo):
    code = "undo/keep-is-final"
    sentence = "The choice of a spirit is final: taking it back would show the other one."


class IllegalEvent(Refused):
    """Something that may not happen to the table now."""

    code = "event/illegal"


class NotationError(HarmoniesError, ValueError):
    """A text that cannot be read. ``line`` and ``column`` say where, counted from 1."""

    code = "text/unreadable"

    def __init__(
        self, message: str, *, code: str | None = None, line: int = 1, column: int = 1
    ) -> None:
        self.message = message
        self.fault = code or self.code
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {message}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.message, self.fault, self.line, self.column)


class MoveSyntaxError(NotationError):
    """A text that is no move."""

    code = "syntax/move"


class DrawSyntaxError(NotationError):
    """A text that is no draw, or none that answers what is needed."""

    code = "syntax/draw"


class PositionError(NotationError):
    """A text that is no position, or none that a game could hold."""

    code = "syntax/position"


class BoardError(NotationError):
    """A board that cannot lie on a table."""

    code = "syntax/board"


class RecordError(NotationError):
    """A game record that cannot be read, or does not follow the rules."""

    code = "syntax/record"


def _rebuild(
    kind: type[NotationError], message: str, code: str, line: int, column: int
) -> NotationError:
    return kind(message, code=code, line=line, column=column)


def _by_code(root: type[HarmoniesError]) -> dict[str, type[HarmoniesError]]:
    found = {root.code: root}
    for child in root.__subclasses__():
        found |= _by_code(child)
    return found


_REFUSALS = _by_code(Refused)

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


def refusal(state: State, what: Move | Draw | None, code: str) -> Refused:
    """The error for something the core refused; the core asks for it."""
    kind = _REFUSALS[code]
    if issubclass(kind, IllegalMove):
        from harmonies._core import Move

        assert isinstance(what, Move)
        legal = state.legal_moves()
        return kind(what, _nearest(what, legal) or legal, state)
    if issubclass(kind, IllegalDraw):
        from harmonies._core import Draw

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


def said_briefly(moves: Iterable[Move]) -> str:
    """Moves in few words: those that differ in their last word share the others.

    >>> from harmonies import Move
    >>> said_briefly([Move.parse(text) for text in ("take 1", "take 2", "draft otter", "end")])
    'take 1 2, draft otter, end'
    """
    groups: dict[str, list[str]] = {}
    for move in moves:
        head, _, last = str(move).rpartition(" ")
        groups.setdefault(head, []).append(last)
    return ", ".join(f"{head} {' '.join(lasts)}".strip() for head, lasts in groups.items())


def _shortened(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "..."

"""Everything that can be refused, as a tree of exceptions.

Each class has a ``code`` that stays the same when its wording changes; programs should compare codes
or classes, never sentences::

    HarmoniesError
    ├── Refused (ValueError)         something well said that may not happen now
    │   ├── IllegalMove              with .move and .legal
    │   ├── IllegalDraw              with .draw
    │   ├── IllegalUndo
    │   └── IllegalEvent
    ├── NotationError (ValueError)   a text that says nothing, with .line and .column
    │   ├── MoveSyntaxError
    │   ├── DrawSyntaxError
    │   ├── PositionError
    │   ├── JsonError
    │   ├── BoardError
    │   └── RecordError
    └── BadArgument (ValueError)     a value that names nothing
        ├── NoSuchSeat (IndexError)
        ├── NoSuchMove (IndexError)
        ├── NoSuchCard
        ├── NoSuchSide
        ├── BadPlayers
        ├── BadFirst
        ├── BadSeed
        ├── BadTable
        ├── BadName
        └── BadRecord
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


class JsonError(NotationError):
    """A text that is not JSON."""

    code = "syntax/json"


class BoardError(NotationError):
    """A board that cannot lie on a table."""

    code = "syntax/board"


class RecordError(NotationError):
    """A game record that cannot be read, or does not follow the rules."""

    code = "syntax/record"


class BadArgument(HarmoniesError, ValueError):
    """A value that names nothing there is. Nothing has changed."""

    code = "argument"


class NoSuchSeat(BadArgument, IndexError):
    """The game has no seat with that number; in Python seats count from 0."""

    code = "argument/seat"


class NoSuchMove(BadArgument, IndexError):
    """No move has that number."""

    code = "argument/move"


class NoSuchCard(BadArgument):
    """No card is called that, it is of the other kind, or it has fewer cubes."""

    code = "argument/card"


class NoSuchSide(BadArgument):
    """A board has the sides A and B."""

    code = "argument/side"


class BadPlayers(BadArgument):
    """A game has one to four players."""

    code = "argument/players"


class BadFirst(BadArgument):
    """The first turn belongs to one of the game's seats."""

    code = "argument/first"


class BadSeed(BadArgument):
    """A seed, or the secret it is made from, is of another size."""

    code = "argument/seed"


class BadTable(BadArgument):
    """A space that the side does not have, or a stack that cannot be built."""

    code = "argument/board"


class BadName(BadArgument):
    """A player's name is printable text without spaces around it."""

    code = "argument/name"


class BadRecord(BadArgument):
    """Something that no game record could say of its game."""

    code = "argument/record"


def _rebuild(
    kind: type[NotationError], message: str, code: str, line: int, column: int
) -> NotationError:
    return kind(message, code=code, line=line, column=column)


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

"""A record as text."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from harmonies._core import Draw, Move
from harmonies.game import Game, Replace
from harmonies.records.model import FORMAT, VERSION, Record, has_plain_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies.game import Event
    from harmonies.records.model import Note

_QUOTED_FOR = frozenset(';>#"')


class Turn(NamedTuple):
    """What happened in a turn, with what was drawn at its end.

    ``number`` and ``seat`` are None for what happened before the first turn. ``version`` is the
    length of the log before it.
    """

    number: int | None
    seat: int | None
    version: int
    events: tuple[Event, ...]

    @property
    def label(self) -> str:
        """How the turn is called in a record."""
        return "deal" if self.seat is None else f"{self.number} seat {self.seat + 1}"


def turns_of(game: Game) -> Iterator[Turn]:
    """The turns of a game, one after the other.

    >>> game = Game(players=1, seed=1)
    >>> for move in ("take 1", "draft frog"):
    ...     _ = game.play(move)
    >>> for turn in turns_of(game):
    ...     print(turn.label, len(turn.events))
    deal 1
    1 seat 1 2
    """
    replayed = Game.replay(game.start, ())
    number: int | None = None
    seat: int | None = None
    begin = 0
    turn_may_begin = True
    for version, event in enumerate(game.log):
        if turn_may_begin and replayed.state.phase != "deal":
            if version > begin:
                yield Turn(number, seat, begin, game.log[begin:version])
            number, seat, begin = replayed.state.turn, replayed.state.to_move, version
            turn_may_begin = False
        replayed.enter(event)
        if isinstance(event, Draw) or (isinstance(event, Move) and event.kind == "end"):
            turn_may_begin = True
    if game.version > begin:
        yield Turn(number, seat, begin, game.log[begin:])


def print_record(record: Record | Game) -> str:
    """A record, or a game alone, as text.

    >>> print(print_record(Game(players=3, side="B", spirits=True, first=2, by_hand=True)), end="")
    harmonies record 1
    side: B
    players: 3
    spirits: yes
    first: 3
    <BLANKLINE>
    result: unfinished
    """
    if isinstance(record, Game):
        record = Record.from_game(record)
    parts = [[f"{FORMAT} {VERSION}", *_headers(record)], list(_play(record)), list(_end(record))]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _headers(record: Record) -> Iterator[str]:
    start, deal = record.game.start, record.deal
    if has_plain_start(record.game):
        yield f"side: {start.side}"
        yield f"players: {start.players}"
        yield f"spirits: {'yes' if start.spirits else 'no'}"
        yield f"first: {start.first + 1}{', drawn' if deal.first_drawn else ''}"
    else:
        yield f"position: {start}"
    for seat, name in enumerate(record.names, 1):
        if name is not None:
            yield f"seat {seat}: {name}"
    for key, value in record.headers:
        yield f"{key}: {value}"
    if deal.commitment is not None:
        yield f"commitment: {deal.commitment.hex()}"
    if deal.secret is not None:
        yield f"secret: {deal.secret.hex()}"
    for seat, nonce in enumerate(deal.nonces, 1):
        yield f"nonce {seat}: {nonce.hex() or '-'}"
    if deal.seed is not None:
        yield f"seed: {deal.seed.hex()}"


def _play(record: Record) -> Iterator[str]:
    notes = deque(record.notes)
    for turn in turns_of(record.game):
        done = 0
        while notes and notes[0].version < turn.version + len(turn.events):
            before = notes[0].version - turn.version
            if before > done:
                yield _line(turn, done, before)
                done = before
            yield _comment(notes.popleft())
        yield _line(turn, done, len(turn.events))
    for note in notes:
        yield _comment(note)


def _line(turn: Turn, begin: int, end: int) -> str:
    text = f"{turn.label}: {event_text(turn.events[begin])}"
    for event in turn.events[begin + 1 : end]:
        text += f"{' > ' if isinstance(event, Draw) else '; '}{event_text(event)}"
    return text


def _comment(note: Note) -> str:
    return f"# {note.text}".rstrip()


def event_text(event: Event) -> str:
    """An event as it stands in a record.

    >>> event_text(Replace(1, "greedy")), event_text(Replace(1, "Ada; or not"))
    ('replace 2 greedy', 'replace 2 "Ada; or not"')
    """
    if isinstance(event, Replace) and not _QUOTED_FOR.isdisjoint(event.player):
        player = event.player.replace("\\", "\\\\").replace('"', '\\"')
        return f'replace {event.seat + 1} "{player}"'
    return str(event)


def _end(record: Record) -> Iterator[str]:
    if record.game.over:
        yield f"points: {' '.join(map(str, record.points))}"
    yield f"result: {record.result}"

"""Tables and games as one visitor may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harmonies import Game
from harmonies.players import LEVELS, PLAYERS, lighter
from harmonies.score import standings_of
from harmonies.server.codes import refuse
from harmonies.server.messages import (
    Events,
    Fairness,
    Place,
    PlayerView,
    SeatView,
    TableView,
    WholeView,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from harmonies import State
    from harmonies.server.tables import Seat, Table


def table_view(
    table: Table,
    person: str | None,
    *,
    here: Callable[[str], bool] = lambda _person: False,
    absent: Callable[[Seat], bool] = lambda _seat: False,
    waiting: str | None = None,
) -> TableView:
    """A table as somebody sees it; None is somebody unknown."""
    game = table.game
    over = table.status == "over"
    outcome = None if game is None else game.outcome
    result = None
    if game is not None and over:
        result = [
            Place(seat=row.seat + 1, place=row.place, points=row.points, cubes=row.cubes)
            for row in standings_of(game.state)
        ]
    return TableView(
        id=table.id,
        status=table.status,
        ending=table.ending,
        side="A" if table.side == "A" else "B",
        players=table.players,
        spirits=table.spirits,
        first=None if table.first is None else table.first + 1,
        public=table.public,
        host=person is not None and person == table.host,
        code=table.code if table.is_of(person) else None,
        seats=[_seat_view(seat, person, here, absent) for seat in table.seats],
        to_move=None if game is None or table.status != "playing" else game.state.to_move + 1,
        waiting=waiting,
        version=table.version,
        revision=table.revision,
        fairness=Fairness(
            commitment=table.commitment,
            nonces=[seat.nonce.hex() or None for seat in table.seats],
            secret=table.secret.hex() if over else None,
        ),
        result=result,
        winners=None if outcome is None else [seat + 1 for seat in outcome.winners],
        rematch=table.rematch,
        created=table.created,
        started=table.started,
        ended=table.ended,
    )


def _seat_view(
    seat: Seat,
    person: str | None,
    here: Callable[[str], bool],
    absent: Callable[[Seat], bool],
) -> SeatView:
    return SeatView(
        seat=seat.number + 1,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        you=person is not None and seat.person == person,
        here=seat.kind == "computer" or (seat.person is not None and here(seat.person)),
        absent=absent(seat),
        votes=sorted(vote if vote == "end" else str(int(vote) + 1) for vote in seat.votes),
    )


def events_view(table: Table, person: str | None, since: int) -> Events:
    """The log from a number on, as somebody may see it."""
    if since > table.version:
        # Who knows more than there is, after a restore, must not take other events for the next ones.
        raise refuse("play/unknown-version", version=table.version)
    texts = event_texts(table, person, since)
    return Events(first=since, events=texts, version=table.version)


def event_texts(table: Table, person: str | None, since: int) -> list[str]:
    """The events themselves; after the end nothing is hidden any more."""
    game = table.game
    if game is None:
        return []
    if table.status == "over":
        return [str(event) for event in game.log[since:]]
    return [str(event) for event in game.redacted_log(*table.seats_of(person), since=since)]


def whole_view(table: Table, person: str | None, version: int | None = None) -> WholeView | None:
    """Everything somebody may know of the game, and what they may do; None before it begins.

    With a version, as it was when the log had that length.
    """
    game = table.game
    if game is None:
        return None
    if version is not None and version < game.version:
        game = Game.replay(game.start, game.log[:version])
    elif version is not None and version > game.version:
        raise refuse("play/unknown-version", version=game.version)
    mine = table.seats_of(person)
    state = game.state if table.status == "over" else game.state.redacted(*mine)
    now = table.game is game
    may_move = now and table.status == "playing" and not game.over and state.to_move in mine
    return WholeView(
        version=game.version,
        position=str(state),
        state=state_view(state),
        legal=[str(move) for move in state.legal_moves()] if may_move else [],
        scores=[game.score(seat).as_dict() for seat in range(state.players)],
    )


def state_view(state: State) -> dict[str, Any]:
    """A state in words, for programs without the core."""
    return {
        "side": state.side,
        "phase": state.phase,
        "turn": state.turn,
        "to_move": state.to_move + 1,
        "last_round": state.last_round,
        "groups": state.groups,
        "river": state.river,
        "hand": state.hand,
        "taken": state.taken,
        "drafted": state.drafted,
        "discarded": state.discarded,
        "bag": state.bag,
        "pile": len(state.pile),
        "dealt": state.dealt,
        "seats": [
            {
                "board": state.board(seat),
                "cards": state.cards(seat),
                "completed": state.completed(seat),
                "spirit": state.spirit(seat),
                "spirit_space": state.spirit_space(seat),
            }
            for seat in range(state.players)
        ],
    }


def player_view(level: str) -> PlayerView:
    """A computer player, as it introduces itself."""
    kind = PLAYERS[level]
    return PlayerView(
        level=kind.name,
        title=kind.title,
        about=kind.about,
        strength=LEVELS.index(kind.name) + 1 if kind.name in LEVELS else None,
        nodes=None if kind.skill is None else kind.skill.nodes,
        lighter=lighter(kind.name),
    )

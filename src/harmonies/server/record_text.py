"""Finished games as game records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from harmonies.records import FairDeal, Record, print_record
from harmonies.server.codes import refuse

if TYPE_CHECKING:
    from harmonies.server.tables import Table


def record_text(table: Table) -> str:
    """A finished game with what its deal can be checked by."""
    if table.game is None or table.status != "over":
        raise refuse("table/not-over", "A game has a record when it has ended.")
    return print_record(record_of(table))


def record_of(table: Table) -> Record:
    """The record of a table's game."""
    assert table.game is not None
    headers = {"table": table.id}
    if table.started is not None:
        headers["date"] = datetime.fromtimestamp(table.started / 1000, UTC).date().isoformat()
    if table.ending is not None:
        headers["ending"] = table.ending
    deal = FairDeal(
        commitment=bytes.fromhex(table.commitment),
        secret=table.secret,
        nonces=tuple(seat.nonce for seat in table.seats),
        first_drawn=table.first_drawn,
    )
    names = [seat.name or None for seat in table.seats]
    return Record.from_game(table.game, names=names, headers=headers, deal=deal)

"""The game being played in the terminal: what happens to it, and that it is kept."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from harmonies._core import Dealer, Move
from harmonies.cli.failure import Failure
from harmonies.cli.play import saves
from harmonies.errors import Refused
from harmonies.game import Game, Undo
from harmonies.records import turns_of

if TYPE_CHECKING:
    from pathlib import Path

    from harmonies._core import State
    from harmonies.records import Record


class Table:
    """A game, the names of those who play it, and its place on disk."""

    def __init__(self, game: Game, record: Record, keeper: saves.Keeper) -> None:
        self.game = game
        self.keeper = keeper
        self.file: Path | None = None
        self._record = record
        self._dealer: Dealer | None = None
        if game.seed is None and not game.over:
            # Nobody knows the order this game had.
            self._dealer = Dealer.seeded(game.state, secrets.token_bytes(32))
        self._deal_if_due()

    @classmethod
    def new(
        cls, *, players: int, side: str, spirits: bool, seed: int | None, names: list[str]
    ) -> Table:
        """A new game, dealt."""
        game = Game(players, side, spirits=spirits, seed=seed)
        record = saves.new_record(game, names, first_drawn=True)
        table = cls(game, record, saves.Keeper.new())
        table.keep()
        return table

    @classmethod
    def resumed(cls, file: str) -> Table:
        """A game that goes on."""
        record, keeper = saves.resume(file)
        start, log = record.game.start, record.game.log
        if record.game.over:
            raise Failure(f"{file}: This game is over. harmonies record show tells all of it.")
        try:
            game = Game.replay(start, log, seed=record.deal.seed)
        except Refused:
            # Somebody has changed what was drawn, so the seed says nothing about what comes.
            game = Game.replay(start, log)
            record = replace(record, deal=replace(record.deal, seed=None))
        state = game.state
        if state.phase == "keep" and state.dealt is None:
            message = "The two spirits to choose from are not in it, so it can't go on."
            raise Failure(f"{file}: {message}")
        table = cls(game, record, keeper or saves.Keeper.new())
        table.keep()
        return table

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [name or "" for name in self._record.names]

    @property
    def cut(self) -> str | None:
        """Where the file broke off that the game was read from."""
        return str(self._record.cut) if self._record.cut else None

    def play(self, move: Move) -> None:
        """Plays a move; IllegalMove when it may not be played."""
        self.game.play(move)
        self._deal_if_due()
        self.keep()

    def undo(self) -> Move:
        """Takes back the last move; IllegalUndo when there is none."""
        move = self.game.undo()
        self.keep()
        return move

    def keep(self) -> None:
        self.keeper.keep(self.record())

    def record(self) -> Record:
        return saves.record_of(self.game, self._record)

    def save(self, path: Path) -> str | None:
        """Saves the game; a sentence about what went wrong, if anything did."""
        trouble = saves.save(path, self.record())
        if trouble is None:
            self.file = path
        return trouble

    def last_turn(self) -> tuple[int, list[Move]] | None:
        """The seat whose turn has ended last, and its moves without those taken back."""
        ended = None
        for turn in turns_of(self.game):
            moves: list[Move] = []
            for event in turn.events:
                if isinstance(event, Move):
                    moves.append(event)
                elif isinstance(event, Undo):
                    moves.pop()
            if turn.seat is not None and moves and moves[-1].kind == "end":
                ended = turn.seat, moves
        return ended

    def _deal_if_due(self) -> None:
        if self._dealer is None:
            self.game.deal_on()
        elif self.game.state.phase == "deal" and not self.game.over:
            self.game.deal(self._dealer.draw(self.game.state))

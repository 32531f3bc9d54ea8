"""Computer players: they move, and whatever their workers do the table goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harmonies import Game
from harmonies.players import LEVELS, STAND_IN
from harmonies.server.computers import (
    BUSY,
    BUSY_SHARE,
    SLOW,
    SOFT_LIMIT,
    VERY_BUSY,
    VERY_SLOW,
    Computers,
    Job,
)
from harmonies.server.database import Database, make_engine, now
from harmonies.server.desk import Desk
from harmonies.server.metrics import Metrics
from harmonies.server.migrate import migrate
from harmonies.server.player_process import answer, lesser, warmed_up
from harmonies.server.problems import StorageProblem
from harmonies.server.schema import people
from harmonies.server.tables import Table, open_table
from harmonies.server.workers import PROGRAM, Worker, WorkerFailed
from server.harness import settings_for

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

pytestmark = pytest.mark.anyio

FAULTY = (sys.executable, str(Path(__file__).with_name("faulty_player.py")))
PATIENCE = 30.0


class Room:
    """A desk with computer players, without the rest of a server."""

    def __init__(self, database: Database, desk: Desk, computers: Computers) -> None:
        self.database, self.desk, self.computers = database, desk, computers
        self.metrics = Metrics()
        self.said: list[str | None] = []
        self.moves = 0
        desk.played = self.count

    def count(self, _by: str, moves: int) -> None:
        """Counts what is played."""
        self.moves += moves

    def tell(self, table: Table, _since: int, revised: bool) -> None:
        """Notes what a page would show as the reason for waiting."""
        if revised:
            self.said.append(self.computers.waiting_for(table))

    async def table(self, *levels: str, people: int = 1) -> str:
        """A running table: first people, then computers."""
        table = open_table(
            host="ann",
            side="A",
            players=people + len(levels),
            spirits=True,
            first=people if levels else 0,
            public=True,
            at=now(),
        )
        for number in range(people):
            table.sit(("ann", "ben", "cat")[number], "A person", number, b"n")
        for number, level in enumerate(levels, people):
            table.seat_computer("ann", number, level)
        table.start("ann", now())
        await self.desk.open(table)
        return table.id

    async def until(self, table_id: str, true: Callable[[Table], bool]) -> None:
        """Waits until something is true of a table."""
        async with asyncio.timeout(PATIENCE):
            while True:
                async with self.desk.at(table_id) as table:
                    if true(table):
                        return
                await asyncio.sleep(0.02)


@asynccontextmanager
async def room(
    folder: Path,
    program: Sequence[str] = PROGRAM,
    workers: int = 1,
    seconds: float = 5.0,
    start: bool = True,
) -> AsyncIterator[Room]:
    """A room, for as long as the block runs."""
    settings = settings_for(folder).model_copy(
        update={"player_workers": workers, "player_seconds": seconds}
    )
    engine = make_engine(settings.database)
    migrate(engine)
    database = Database(engine)
    desk = Desk(database)
    metrics = Metrics()
    computers = Computers(desk, settings, metrics, program)
    made = Room(database, desk, computers)
    made.metrics = metrics
    desk.computers, desk.audience = computers, made

    def know(connection: object) -> None:
        for person in ("ann", "ben", "cat"):
            values = {"id": person, "name": person, "created": 0}
            connection.execute(people.insert().prefix_with("OR IGNORE"), values)  # type: ignore[attr-defined]

    await database.write(know)
    try:
        if start:
            await computers.start(database)
        yield made
    finally:
        await computers.stop()
        await asyncio.to_thread(database.close)


@pytest.fixture
def faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Says how often one of the faulty players fails."""
    folder = tmp_path / "faults"
    folder.mkdir()
    monkeypatch.setenv("HARMONIES_FAULTS", str(folder))

    def fail(name: str, times: int) -> None:
        (folder / name).write_text(str(times))

    return fail


def persons_turn(table: Table) -> bool:
    """Whether the computers have moved."""
    return table.waits_for_computer() is None


def failures(of: Room, reason: str) -> float:
    """How often workers have failed in some way."""
    value = of.metrics.registry.get_sample_value(
        "harmonies_player_failures_total", {"reason": reason}
    )
    return value or 0.0


async def test_computers_play_until_it_is_a_persons_turn(tmp_path: Path) -> None:
    async with room(tmp_path) as here:
        table_id = await here.table("random", "greedy", "handmade")
        await here.until(table_id, persons_turn)
        async with here.desk.at(table_id) as table:
            assert table.game is not None
            assert table.game.state.turn == 4
            assert table.game.state.to_move == 0
            assert here.computers.waiting_for(table) is None


async def test_a_table_that_waited_when_the_server_stopped_is_woken(tmp_path: Path) -> None:
    async with room(tmp_path, start=False) as here:
        table_id = await here.table("random")
    async with room(tmp_path) as here:
        await here.until(table_id, persons_turn)


async def test_who_resigns_at_three_is_played_for(tmp_path: Path) -> None:
    async with room(tmp_path) as here:
        table_id = await here.table(people=3)
        await here.desk.change(table_id, lambda table: table.resign("ann", None, now()))
        await here.until(table_id, persons_turn)
        async with here.desk.at(table_id) as table:
            assert (table.seats[0].kind, table.seats[0].level) == ("computer", STAND_IN)
            assert table.game is not None
            assert table.game.state.to_move == 1


@pytest.mark.parametrize("fault", ["dies", "cheats", "babbles", "raises"])
async def test_a_turn_that_fails_is_asked_for_again(
    tmp_path: Path, faults: Callable[[str, int], None], fault: str
) -> None:
    faults(fault, 1)
    reason = {"dies": "crashed", "cheats": "illegal", "babbles": "garbled", "raises": "refused"}
    async with room(tmp_path, FAULTY) as here:
        table_id = await here.table(fault)
        await here.until(table_id, persons_turn)
        assert failures(here, reason[fault]) == 1
        assert "computer/retrying" in here.said
        async with here.desk.at(table_id) as table:
            assert table.seats[1].level == fault
        await here.until(table_id, lambda _table: here.said[-1] is None)


async def test_a_worker_that_hangs_is_ended_and_others_have_their_turn(
    tmp_path: Path, faults: Callable[[str, int], None]
) -> None:
    faults("hangs", 1)
    async with room(tmp_path, FAULTY, workers=2, seconds=1.0) as here:
        hanging = await here.table("hangs")
        await asyncio.sleep(0.1)
        other = await here.table("random")
        await here.until(other, persons_turn)
        async with here.desk.at(hanging) as table:
            assert not persons_turn(table)
        await here.until(hanging, persons_turn)
        assert failures(here, "hung") == 1
        assert "computer/retrying" in here.said


async def test_who_always_fails_is_played_for_by_random(
    tmp_path: Path, faults: Callable[[str, int], None]
) -> None:
    faults("dies", 1000)
    async with room(tmp_path, FAULTY) as here:
        table_id = await here.table("dies")
        await here.until(table_id, persons_turn)
        assert failures(here, "crashed") == 2


async def test_killing_the_worker_in_the_middle_of_a_thought_costs_nothing_but_time(
    tmp_path: Path, faults: Callable[[str, int], None]
) -> None:
    faults("hangs", 1)
    async with room(tmp_path, FAULTY, seconds=60.0) as here:
        table_id = await here.table("hangs")
        async with asyncio.timeout(PATIENCE):
            while not here.computers.pids or here.computers.queued:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        os.kill(here.computers.pids[0], signal.SIGKILL)
        await here.until(table_id, persons_turn)
        assert failures(here, "crashed") == 1


async def test_a_full_disk_is_waited_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harmonies.server.computers.STORAGE_PAUSE", 0.1)
    full = iter((True, True, False))
    async with room(tmp_path) as here:
        play = here.desk.play_turn

        async def play_if_there_is_room(*turn: Any) -> int:
            if next(full, False):
                raise StorageProblem(507, "storage/full", "The server's disk is full.")
            return await play(*turn)

        monkeypatch.setattr(here.desk, "play_turn", play_if_there_is_room)
        table_id = await here.table("random")
        await here.until(table_id, persons_turn)
        await here.until(table_id, lambda _table: here.said[-1] is None)
        assert "computer/cannot-save" in here.said


async def test_a_worker_that_dies_idle_is_replaced(tmp_path: Path) -> None:
    async with room(tmp_path) as here:
        async with asyncio.timeout(PATIENCE):
            while not here.computers.pids:
                await asyncio.sleep(0.02)
            (first,) = here.computers.pids
            os.kill(first, signal.SIGKILL)
            while here.computers.pids in ([], [first]):
                await asyncio.sleep(0.02)
        assert here.computers.well


async def test_a_slow_thought_is_announced(
    tmp_path: Path, faults: Callable[[str, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harmonies.server.computers.LONG_SECONDS", 0.1)
    monkeypatch.setattr("harmonies.server.computers.WATCH_EVERY", 0.05)
    faults("hangs", 1)
    async with room(tmp_path, FAULTY, seconds=1.5) as here:
        thinking = await here.table("hangs")
        await here.until(thinking, lambda _table: "computer/thinking-long" in here.said)
        queued = await here.table("random")
        await here.until(queued, lambda _table: "computer/queued" in here.said)
        await here.until(thinking, persons_turn)
        await here.until(queued, persons_turn)


async def test_a_table_is_in_line_once_however_often_it_is_woken(tmp_path: Path) -> None:
    async with room(tmp_path, start=False) as here:
        table_id = await here.table("random")
        for _ in range(5):
            here.computers.wake(table_id)
        assert here.computers.queued == 1


async def test_without_workers_a_table_says_that_nobody_will_move(tmp_path: Path) -> None:
    async with room(tmp_path, workers=0) as here:
        table_id = await here.table("random")
        async with here.desk.at(table_id) as table:
            assert here.computers.waiting_for(table) == "computer/unavailable"


async def test_a_program_that_does_not_start_is_said_to_be_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harmonies.server.computers.LONG_SECONDS", 0.1)
    monkeypatch.setattr("harmonies.server.computers.WATCH_EVERY", 0.05)
    monkeypatch.setattr("harmonies.server.computers.WELL_WITHIN", 0.2)
    async with room(tmp_path, (sys.executable, "-c", "raise SystemExit(3)")) as here:
        table_id = await here.table("random")
        await here.until(table_id, lambda _table: "computer/unavailable" in here.said)
        await here.until(table_id, lambda _table: not here.computers.well)


async def test_less_is_thought_when_many_wait(tmp_path: Path) -> None:
    async with room(tmp_path, start=False) as here:
        computers = here.computers
        assert computers._effort("handmade", 0, 0.0) == ("handmade", 1.0)
        for number in range(BUSY):
            computers.wake(f"table {number}")
        level, share = computers._effort("handmade", 0, 0.0)
        assert level == "handmade"
        assert share < 1
        lower = LEVELS[-2]
        assert computers._effort(LEVELS[-1], 0, 0.0)[0] == LEVELS[-1]
        for number in range(BUSY, VERY_BUSY):
            computers.wake(f"table {number}")
        assert computers._effort(LEVELS[-1], 0, 0.0) == (lower, share)
        for number in range(VERY_BUSY, 20 * VERY_BUSY):
            computers.wake(f"table {number}")
        assert computers._effort(LEVELS[-1], 0, 0.0)[0] == "random"
        assert computers._effort("random", 0, 0.0)[0] == "random"
        assert computers._effort("handmade", 2, 0.0)[0] == "random"


async def test_less_is_thought_when_tables_wait_long(tmp_path: Path) -> None:
    """A few tables where each turn takes seconds keep a worker as busy as many light ones."""
    async with room(tmp_path, start=False) as here:
        effort = here.computers._effort
        best = LEVELS[-1]
        assert effort(best, 0, SLOW - 0.1) == (best, 1.0)
        assert effort(best, 0, SLOW) == (best, BUSY_SHARE)
        assert effort(best, 0, VERY_SLOW) == (LEVELS[-2], BUSY_SHARE)
        assert effort(best, 0, 100 * VERY_SLOW) == ("random", BUSY_SHARE)


async def test_who_thinks_for_seconds_is_not_taken_for_hung(tmp_path: Path) -> None:
    """Every level gives its turn in time by itself, whatever it would think with nobody waiting."""
    for level in LEVELS:
        player = warmed_up([level])[level]
        budget = lesser(player.budget, 1.0, 5.0 * SOFT_LIMIT)
        assert budget.milliseconds is not None
        assert budget.milliseconds <= 3000
    async with room(tmp_path) as here:
        tables = [await here.table(LEVELS[-1], LEVELS[-1], LEVELS[-2]) for _ in range(3)]
        for table_id in tables:
            await here.until(table_id, persons_turn)
        assert failures(here, "hung") == 0


async def test_a_level_that_cannot_be_made_keeps_no_other_from_playing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    known = warmed_up(["level-1", "level-99"])
    assert list(known) == ["level-1"]
    assert "level-99 is not there" in capsys.readouterr().err
    position = str(Game(seed=1).state)
    request = {"id": 3, "level": "level-99", "position": position, "share": 1.0, "seconds": 1.0}
    assert "UnknownPlayer" in answer(request, known)["error"]


async def test_pauses_between_attempts_grow_and_end_growing(tmp_path: Path) -> None:
    async with room(tmp_path, start=False) as here:
        job = Job(time.monotonic(), time.monotonic())
        pauses = [here.computers._stumble(job) for _ in range(40)]
        assert pauses == sorted(pauses)
        assert pauses[0] < 1
        assert pauses[-1] == 30


async def test_what_a_worker_is_shown_hides_what_its_seat_may_not_know(tmp_path: Path) -> None:
    asked = []

    class Noting(Worker):
        async def ask(self, request: dict[str, object], _seconds: float) -> list[str]:
            asked.append(request)
            raise WorkerFailed("refused", "not today")

    async with room(tmp_path, start=False) as here:
        table_id = await here.table("random", "random")
        question = await here.computers._question(table_id)
        assert question is not None
        await here.until(table_id, lambda table: table.game is not None)
        async with here.desk.at(table_id) as table:
            assert table.game is not None
            assert question.position == str(table.game.state.redacted(1))
        with pytest.raises(WorkerFailed):
            await here.computers._think(Noting(), question, Job(0.0, time.monotonic()))
        assert set(asked[0]) == {"level", "position", "share", "seconds"}

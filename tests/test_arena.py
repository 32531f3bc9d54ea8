"""The arena: fair seats, honest figures, the same table whatever the number of processes."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
import signal
import statistics
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from harmonies import Game, Move
from harmonies.players import PLAYERS, Budget, IllegalTurn, PlayerKind, Turn, play_out, player
from harmonies.players.arena import (
    Arena,
    BadArena,
    Deal,
    JobLost,
    Played,
    PlayedDeal,
    PlayerBroke,
    played_deals,
    table,
)
from harmonies.players.arena.figures import mean, share
from harmonies.players.arena.ladder import ladder
from harmonies.players.arena.plan import seatings

if TYPE_CHECKING:
    from harmonies import State
    from harmonies.players import Cancel

FEW = Budget(nodes=60)


class Faulty:
    """A player of which one can say what it does in its third turn."""

    name = "faulty"
    budget = FEW

    def __init__(self, fault: str) -> None:
        self._fault = fault
        self._rest = player("random", seed=1)

    def choose(
        self, view: State, budget: Budget | None = None, cancel: Cancel | None = None
    ) -> Turn:
        turn = self._rest.choose(view, budget, cancel)
        if view.turn < 3:
            return turn
        match self._fault:
            case "raises":
                raise ZeroDivisionError("too clever")
            case "cheats":
                return Turn((Move.parse("settle otter c3"), *turn.moves))
            case "stops short":
                return Turn(turn.moves[:-1])
            case _:
                return Turn(turn.moves + turn.moves)


@pytest.fixture
def faulty(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    fault: str = request.param
    name = f"who {fault}"
    monkeypatch.setitem(PLAYERS, name, PlayerKind(name, ".", lambda _: Faulty(fault), name))
    return name


@pytest.mark.parametrize(
    ("line_up", "ways"),
    [
        (("a", "b"), 2),
        (("a", "b", "c"), 3),
        (("a", "b", "c", "d"), 4),
        (("a", "a"), 1),
        (("a", "b", "a", "b"), 2),
        (("a", "b", "a"), 3),
    ],
)
def test_every_player_sits_in_every_seat_equally_often(line_up: tuple[str, ...], ways: int) -> None:
    sat = seatings(line_up)
    assert len(sat) == ways
    for seat in range(len(line_up)):
        here = Counter(seating[seat] for seating in sat)
        assert {name: here[name] * len(line_up) for name in here} == {
            name: line_up.count(name) * ways for name in here
        }


def test_everybody_meets_everybody_or_the_next_or_itself() -> None:
    names = ("a", "b", "c")
    assert Arena(names).line_ups() == [("a", "b"), ("a", "c"), ("b", "c")]
    assert Arena(names, opponents="next").line_ups() == [("a", "b"), ("b", "c")]
    assert Arena(names, opponents="self").line_ups() == [("a", "a"), ("b", "b"), ("c", "c")]
    assert Arena(("a",), seats=3).line_ups() == [("a", "a", "a")]
    assert Arena(names, seats=1).line_ups() == [("a",), ("b",), ("c",)]
    assert Arena(("a", "b"), seats=4).line_ups() == [("a", "b", "a", "b")]
    assert Arena(("a", "b"), seats=3).line_ups() == [("a", "b", "a"), ("b", "a", "b")]
    assert len(Arena(names, seats=4).line_ups()) == 3


def test_all_tables_play_the_same_deals_to_the_number_of_games_asked_for() -> None:
    arena = Arena(("a", "b", "c"), games=5)
    deals = list(arena.deals())
    for line_up in arena.line_ups():
        assert [deal.number for deal in deals if deal.line_up == line_up] == [0, 1, 2]
    assert arena.game(1).state == Arena(("d",), seed=1).game(1).state
    assert arena.game(1).state != Arena(("a",), seed=2).game(1).state


@pytest.mark.parametrize(
    ("arena", "complaint"),
    [
        ({"players": ()}, "needs a player"),
        ({"players": ("a", "a")}, "a is named twice"),
        ({"players": ("a",), "games": 0}, "0 games are too few"),
        ({"players": ("a",), "seats": 5}, "1 to 4 play, not 5"),
        ({"players": ("a",), "side": "C"}, "sides A and B, not 'C'"),
        ({"players": ("a",), "seed": -1}, "A seed is a number from 0"),
    ],
)
def test_an_arena_that_cannot_be_held_is_refused(arena: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadArena, match=complaint):
        Arena(**arena)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_points_places_and_turns_are_those_of_the_games(seats: int) -> None:
    arena = Arena(("greedy", "random"), 4, seats, "B", True, budget=FEW)
    for played in played_deals(arena):
        for seating, game in zip(seatings(played.deal.line_up), played.games, strict=True):
            again = play_out(
                arena.game(played.deal.number), [player(name, arena.seed) for name in seating], FEW
            )
            assert [seat.points for seat in game] == [
                again.state.points(seat) for seat in range(seats)
            ]
            outcome = again.outcome
            assert outcome is not None
            assert [seat.place for seat in game] == [each.place for each in outcome.standings]
            assert all(sum(seat.categories) == seat.points for seat in game)
            assert sum(seat.turns for seat in game) == again.state.turn - 1
            assert all(bool(seat.suns) <= (seats == 1) for seat in game)


def without_time(played: PlayedDeal) -> PlayedDeal:
    games = tuple(tuple(seat._replace(seconds=0.0) for seat in game) for game in played.games)
    return PlayedDeal(played.deal, games)


def test_the_same_seed_gives_the_same_table_with_any_number_of_processes() -> None:
    arena = Arena(("random", "greedy", "level-1"), 12, budget=FEW, seed=5)
    one, three = ([without_time(deal) for deal in played_deals(arena, jobs)] for jobs in (1, 3))
    assert one == three
    assert table(arena.players, one) == table(arena.players, three)


def test_figures_are_those_of_the_players() -> None:
    def played(number: int, *games: tuple[int, int]) -> PlayedDeal:
        return PlayedDeal(
            Deal(("a", "b"), number),
            tuple(
                tuple(
                    Played(
                        name,
                        points,
                        (points, 0, 0, 0, 0, 0, 0),
                        1 + (points < max(game)),
                        1 + (game[0] == game[1]),
                        0,
                        turns=9,
                        nodes=90,
                        seconds=0.9,
                    )
                    for name, points in zip("ab", game, strict=True)
                )
                for game in games
            ),
        )

    deals = [played(0, (70, 60), (50, 50)), played(1, (80, 90), (60, 40))]
    found = table(["a", "b"], deals)
    a, b = found.players
    assert (a.name, a.games, a.points.value, b.points.value) == ("a", 4, 65, 60)
    # The deals' averages are 60 and 70, so 65 with a standard error of 5.
    assert a.points.error == pytest.approx(5)
    assert a.won is not None
    assert a.won.value == pytest.approx(2.5 / 4)
    assert (a.nodes, a.turns) == (10, 9)
    assert a.milliseconds == pytest.approx(100)
    assert a.categories["trees"] == 65
    (meeting,) = found.meetings
    assert (meeting.name, meeting.against, meeting.games) == ("b", "a", 4)
    assert meeting.won.value == pytest.approx(1.5 / 4)
    assert meeting.lead.value == -5
    assert found.ladder == {}


def test_errors_are_those_of_deals_drawn_again() -> None:
    dice = random.Random(3)

    def deals() -> dict[int, list[float]]:
        values = {}
        for number in range(40):
            luck = dice.gauss(0, 10)
            values[number] = [luck + dice.gauss(0, 5) for _ in range(2)]
        return values

    found = [mean(deals()) for _ in range(400)]
    really = statistics.stdev(each.value for each in found)
    said = statistics.mean(each.error or 0 for each in found)
    assert said == pytest.approx(really, rel=0.15)


def test_an_interval_of_a_share_holds_the_truth_95_times_in_100() -> None:
    dice = random.Random(4)
    for truth in (0.5, 0.9, 0.99):
        held = 0
        for _ in range(400):
            found = share(
                {number: [float(dice.random() < truth) for _ in range(2)] for number in range(60)}
            )
            held += found.low <= truth <= found.high
        assert held / 400 > 0.91
    certain = share({0: [1.0], 1: [1.0]})
    assert certain.value == certain.high == 1
    assert certain.low < 0.5


def test_a_ladder_finds_the_ratings_that_games_were_played_with() -> None:
    dice = random.Random(5)
    truth = [-300, -100, 50, 350]
    deals = []
    for _ in range(600):
        wins: dict[tuple[int, int], float] = {}
        for one in range(4):
            for other in range(one):
                chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
                pair = (one, other) if dice.random() < chance else (other, one)
                wins[pair] = 1.0
        deals.append(wins)
    for rating, true in zip(ladder(4, deals), truth, strict=True):
        assert rating.low < rating.value < rating.high
        assert rating.value == pytest.approx(true, abs=50)
    # Who has lost to nobody is strong, but not without end.
    assert ladder(2, [{(0, 1): 1.0}] * 10)[0].value < 1000


@pytest.mark.parametrize(
    ("faulty", "what"),
    [
        ("raises", "ZeroDivisionError: too clever"),
        ("cheats", "settle otter c3: You do not hold that card"),
        ("stops short", "has to end with its only 'end'"),
        ("does not stop", "has to end with its only 'end'"),
    ],
    indirect=["faulty"],
)
def test_a_player_that_fails_is_named_with_the_game_and_what_it_did(faulty: str, what: str) -> None:
    arena = Arena((faulty, "random"), 2)
    with pytest.raises(PlayerBroke) as caught:
        list(played_deals(arena))
    said = str(caught.value)
    assert said.startswith(f"{faulty} failed in the game of 2 on side A with the seed {1 << 32},")
    assert what in said
    assert str(pickle.loads(pickle.dumps(caught.value))) == said


@pytest.mark.parametrize("faulty", ["cheats"], indirect=True)
def test_an_illegal_turn_names_player_and_position(faulty: str) -> None:
    game = Game(1, seed=3)
    with pytest.raises(IllegalTurn, match="settle otter c3") as caught:
        play_out(game, [player(faulty)])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.player) == (str(caught.value), "faulty")
    assert str(game.state.redacted(game.state.to_move)) == caught.value.position


def test_processes_end_when_nobody_wants_more() -> None:
    before = set(multiprocessing.active_children())
    deals = played_deals(Arena(("handmade",), 10_000), jobs=2)
    next(deals)
    deals.close()
    deadline = time.monotonic() + 20
    while set(multiprocessing.active_children()) - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not set(multiprocessing.active_children()) - before


def test_a_lost_process_is_told() -> None:
    before = set(multiprocessing.active_children())
    deals = played_deals(Arena(("handmade",), 10_000), jobs=2)
    next(deals)
    victim = (set(multiprocessing.active_children()) - before).pop()
    assert victim.pid is not None
    os.kill(victim.pid, signal.SIGKILL)
    with pytest.raises(JobLost, match="ended unexpectedly"):
        list(deals)

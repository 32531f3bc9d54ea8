"""Advice: the best turns, what to expect of them, in ever better answers."""

from __future__ import annotations

import itertools
import threading
import time

import pytest

from harmonies import Game, State, solo_suns
from harmonies.players import (
    BadSkill,
    Budget,
    Cancel,
    NothingToAdvise,
    NothingToChoose,
    SpiritsHidden,
    UnknownPlayer,
    play_out,
    player,
)
from harmonies.players.advice import Advice, advise
from harmonies.players.match import play_turn


def played(turns: int, seats: int = 2, side: str = "A", spirits: bool = False) -> Game:
    game = Game(seats, side, spirits=spirits, seed=8)
    dice = player("level-3", seed=1)
    for _ in range(turns):
        play_turn(game, dice)
    return game


def last(*arguments: object, **options: object) -> Advice:
    *_, answer = advise(*arguments, **options)  # type: ignore[arg-type]
    return answer


LATE = played(14).state
CONFIGURATIONS = list(itertools.product("AB", (1, 2, 3, 4), (False, True)))


@pytest.mark.parametrize(("side", "seats", "spirits"), CONFIGURATIONS)
def test_answers_hold_legal_turns_and_sums_that_agree(side: str, seats: int, spirits: bool) -> None:
    for turns in (0, 6 * seats):
        state = played(turns, seats, side, spirits).state
        answer = last(state, "greedy", Budget(nodes=60_000), best=2)
        assert answer.done
        assert 1 <= len(answer.turns) <= 2
        for turn in answer.turns:
            after = state
            for move in turn.moves:
                after = after.play(move)
            assert turn.score.total == after.points(state.to_move)
            expected = turn.expected
            if expected is None:
                continue
            assert sum(expected.categories.values()) == pytest.approx(expected.points)
            assert set(expected.cards) >= set(after.cards(state.to_move))
            assert (expected.win is None) == (seats == 1) == (expected.suns is not None)
            assert expected.win is None or 0 <= expected.win <= 1
    assert expected is not None


def test_answers_get_better_until_the_last() -> None:
    answers = list(advise(LATE, "handmade", Budget(nodes=200_000)))
    assert len(answers) > 4
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert answers[0].turns[0].expected is None
    games = [answer.turns[0].expected.games for answer in answers if answer.turns[0].expected]
    assert games == sorted(games)
    assert games[-1] > 20
    nodes = [answer.nodes for answer in answers]
    assert nodes == sorted(nodes)
    assert nodes[-1] <= 200_000
    values = [answer.turns[0].value for answer in answers]
    assert values == sorted(values)


def test_the_same_seed_and_nodes_give_the_same_answers() -> None:
    first, again = (list(advise(LATE, "handmade", Budget(nodes=80_000), seed=3)) for _ in range(2))
    assert first == again
    assert first[-1] != last(LATE, "handmade", Budget(nodes=80_000), seed=4)


def test_what_is_expected_is_what_happens() -> None:
    """The last turn of a game leads to the score that it says, and to a win that is seen."""
    game = Game(2, seed=3)
    one = player("greedy", seed=1)
    before = game.copy()
    while not game.over:
        before = game.copy()
        play_turn(game, one)
    state = before.state
    answer = last(state, "greedy", Budget(nodes=100_000), best=1)
    (turn,) = answer.turns
    assert turn.expected is not None
    assert turn.expected.points == turn.score.total
    assert turn.expected.error == 0
    won = turn.score.total > state.points(1 - state.to_move)
    assert turn.expected.win == float(won)


def test_solo_advice_tells_suns() -> None:
    game = Game(1, seed=3)
    one = player("greedy", seed=1)
    before = game.copy()
    while not game.over:
        before = game.copy()
        play_turn(game, one)
    (turn,) = last(before.state, "greedy", best=1).turns
    assert turn.expected is not None
    assert turn.expected.suns == solo_suns(turn.score.total, "A")


def test_only_what_the_seat_may_know_is_looked_at() -> None:
    game = played(3, 3, "B", True)
    seat = game.state.to_move
    other = game.sampled(seat, seed=77)
    budget = Budget(nodes=60_000)
    one, two = (last(each.state, "greedy", budget) for each in (game, other))
    assert game.state != other.state or game.seed != other.seed
    assert one == two


def test_a_little_budget_still_gives_a_turn() -> None:
    for nodes in (1, 2, 50):
        answers = list(advise(LATE, "handmade", Budget(nodes=nodes)))
        assert answers[-1].done
        assert answers[-1].nodes <= nodes
        LATE.play(answers[-1].turns[0].moves[0])


def test_a_time_budget_is_kept() -> None:
    began = time.monotonic()
    answer = last(played(4).state, "handmade", Budget(milliseconds=300))
    # A machine that is busy with other things may be late.
    assert 0.25 < time.monotonic() - began < 1.5
    assert answer.done


def test_cancelled_advice_ends_with_what_it_has() -> None:
    cancel = Cancel()
    cancel.cancel()
    (answer,) = advise(LATE, "handmade", cancel=cancel)
    assert answer.done
    assert answer.turns
    cancel = Cancel()
    answers = []
    timer = threading.Timer(0.2, cancel.cancel)
    timer.start()
    for answer in advise(played(2).state, "handmade", Budget(nodes=10**9), cancel=cancel):
        answers.append(answer)
    timer.join()
    assert cancel.cancelled
    assert answers[-1].done
    assert not answers[0].done


def test_advice_that_cannot_be_given_is_refused_at_once() -> None:
    over = play_out(Game(1, seed=1), [player("random", seed=1)]).state
    with pytest.raises(NothingToChoose, match="ended"):
        advise(over)
    with pytest.raises(NothingToChoose, match="drawn"):
        advise(State.start())
    with pytest.raises(SpiritsHidden):
        advise(Game(2, spirits=True, first=0, seed=1).state.redacted(1))
    with pytest.raises(UnknownPlayer, match="random, greedy, handmade, level-1"):
        advise(LATE, "grandmaster")
    with pytest.raises(BadSkill, match="random does not say why"):
        advise(LATE, "random")
    with pytest.raises(NothingToAdvise, match="0 turns"):
        advise(LATE, best=0)

"""The core and the oracle play the same games: at every state they agree on all there is to know."""

from __future__ import annotations

from random import Random

import pytest

import oracle
from harmonies import Draw, Move, State, _core
from lively import SETUPS, lively_game

PARTS = list(_core.CATEGORIES)


def core_scores(state: State) -> list[dict[str, int]]:
    scores = []
    for seat in range(state.players):
        points = _core.Tableau.of_seat(state, seat).points()
        scores.append({**dict(zip(PARTS, points, strict=True)), "total": sum(points)})
    return scores


def agree(state: State, game: oracle.Game) -> None:
    text = str(state)
    assert text == str(game)
    needs = game.needs()
    assert state.needs() == (needs.groups, needs.cards, needs.spirits), text
    moves = [str(move) for move in state.legal_moves()]
    assert len(moves) == len(set(moves)), text
    assert set(moves) == game.legal(), text
    assert state.over == game.over


def agree_on_scores(state: State, game: oracle.Game) -> None:
    scores = game.scores()
    assert core_scores(state) == scores, str(state)
    cubes = [seat.cubes_on_board() for seat in game.state.seats]
    totals = [score["total"] for score in scores]
    assert _core.places(state) == list(zip(game.ranks(), totals, cubes, strict=True)), str(state)
    assert [state.points(seat) for seat in range(state.players)] == totals
    if state.players == 1:
        spirit = game.state.seats[0].spirit
        core = _core.suns(totals[0], state.side, state.spirits, spirit)
        assert core == game.suns(), str(state)


def play_both(seed: str, side: str, players: int, spirits: bool) -> int:
    """One game by both; how many states there were."""
    game: oracle.Game | None = None
    states = 0
    turn = 0
    for state, step in lively_game(Random(seed), side, players, spirits):
        if game is None:
            game = oracle.Game.new(side, players, spirits, state.first + 1)
        agree(state, game)
        if state.turn != turn or state.over:
            agree_on_scores(state, game)
            turn = state.turn
        match step:
            case Move():
                game.play(str(step))
            case Draw():
                game.deal(str(step))
        states += 1
    return states


@pytest.mark.parametrize(("side", "players", "spirits"), SETUPS)
def test_games_are_the_same(side: str, players: int, spirits: bool) -> None:
    for seed in range(6 // players + 1):
        assert play_both(f"{side}{players}{spirits}{seed}", side, players, spirits) > 40


@pytest.mark.long
@pytest.mark.parametrize(("side", "players", "spirits"), SETUPS)
def test_many_games_are_the_same(side: str, players: int, spirits: bool) -> None:
    for seed in range(100, 100 + 120 // players):
        play_both(f"{side}{players}{spirits}{seed}", side, players, spirits)


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_spectators_game_is_the_same(side: str, players: int) -> None:
    # The oracle is only told what everybody may know.
    game: oracle.Game | None = None
    for state, step in lively_game(Random(f"{side}{players}"), side, players, spirits=True):
        if game is None:
            game = oracle.Game.new(side, players, True, state.first + 1)
        seen = state.redacted()
        agree(seen, game)
        match step:
            case Move():
                assert seen.play(step) == state.play(step).redacted()
                game.play(str(step))
            case Draw():
                game.deal(str(step.redacted()))


@pytest.mark.parametrize("players", [1, 3])
def test_every_position_can_be_taken_up_by_the_other(players: int) -> None:
    # Each goes on from a text that the other has printed.
    for state, step in lively_game(Random(players), "B", players, spirits=True):
        game = oracle.Game.parse(str(state))
        assert State.parse(str(game)) == state
        agree(state, game)
        if isinstance(step, Move):
            game.play(str(step))
            agree(state.play(step), game)


def test_undo_goes_back_through_what_was() -> None:
    rng = Random(8)
    for side, players, spirits in SETUPS:
        state = State.start(side, players, spirits)
        game = _core.Game(state)
        dealer = _core.Dealer.random(state, rng.getrandbits(32))
        before: list[State] = []
        for _ in range(400):
            if game.over:
                break
            if game.draw_due:
                game.deal(dealer.draw(game.state))
                before = []
            elif before and rng.random() < 0.4:
                game.undo()
                assert game.state == before.pop()
            else:
                move = rng.choice(game.state.legal_moves())
                before.append(game.state)
                game.play(move)
                if move.kind in ("keep", "end"):
                    before = []
            assert game.undoable == len(before)


def test_an_illegal_move_or_draw_changes_nothing() -> None:
    rng = Random(9)
    refused = 0
    for state, step in lively_game(rng, "A", 2, spirits=True):
        game = _core.Game(state)
        legal = set(state.legal_moves())
        for move in rng.sample(_core.MOVES, 40):
            assert (state.why_not(move) is None) == (move in legal)
            if move in legal:
                continue
            with pytest.raises(ValueError, match=r"."):
                game.play(move)
            refused += 1
        if state.phase != "deal":
            other = State.start("A", 2, True)
            with pytest.raises(ValueError, match=r"."):
                game.deal(_core.Dealer.random(other, 1).draw(other))
        assert game.state == state
        assert str(game.state) == str(state)
        assert game.undoable == 0
        del step
    assert refused > 1000

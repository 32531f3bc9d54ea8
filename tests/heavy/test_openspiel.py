"""python_harmonies behind OpenSpiel's interface."""

from __future__ import annotations

import doctest
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from harmonies import Draw, Game, Move
from harmonies.envs import openspiel
from harmonies.envs.openspiel import NAME, OUTCOMES, SPIRITS, TOKENS
from harmonies.envs.options import OptionError
from harmonies.errors import IllegalMove, NotationError
from harmonies.records import parse_record, print_record

KINDS: list[dict[str, Any]] = [
    {},
    {"players": 1},
    {"players": 1, "side": "B", "reward": "suns", "spirits": True},
    {"players": 2, "reward": "points", "spirits": True},
    {"players": 3, "side": "B", "reward": "growth", "first": 2},
    {"players": 4, "spirits": True},
]
POSITION = "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"


def loaded(**params: Any) -> Any:
    return pyspiel.load_game(NAME, params)


def played_on(state: Any, dice: random.Random, steps: int) -> Any:
    """The state after so many random steps, chance's answers among them."""
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(numbers, chances)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("params", KINDS, ids=str)
def test_openspiels_own_random_simulations_pass(params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(**params), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("params", KINDS, ids=str)
def test_openspiels_own_test_of_the_python_interface_passes(params: dict[str, Any]) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(loaded(**params))


def test_openspiel_can_tell_a_playthrough() -> None:
    told = generate_playthrough.playthrough(f"{NAME}(players=2,spirits=True)", None, seed=1)
    assert 'GameType.short_name = "python_harmonies"' in told
    assert "IsTerminal() = True" in told


def test_the_examples_of_its_documentation_are_true() -> None:
    assert doctest.testmod(openspiel) == doctest.TestResults(failed=0, attempted=5)


def test_the_examples_of_the_guide_run(capsys: pytest.CaptureFixture[str]) -> None:
    guide = Path(__file__).parents[2] / "docs" / "environments.md"
    text = guide.read_text(encoding="utf-8")
    (example,) = re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(compile(example, guide, "exec"), {})
    assert capsys.readouterr().out.startswith("B3s ")


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_game_of_the_core_can_be_played(players: int, side: str) -> None:
    game = Game(players, side, spirits=True, seed=players)
    dice = random.Random(players)
    while not game.over:
        game.play(dice.choice(game.legal_moves()))
    state = loaded(players=players, side=side, spirits=True, first=game.start.first)
    state = state.new_initial_state()
    replayed = Game.from_state(game.start, by_hand=True)
    for event in game.log:
        assert state.position == replayed.state
        if isinstance(event, Draw):
            words = ["".join(event.groups), *event.cards, *(event.spirits or ())]
            for name in (*words[0], *words[1:]):
                assert state.is_chance_node()
                assert OUTCOMES.index(name) in dict(state.chance_outcomes())
                state.apply_action(OUTCOMES.index(name))
        else:
            assert isinstance(event, Move)
            assert state.current_player() == replayed.state.to_move
            legal = sorted(move.index for move in replayed.legal_moves())
            assert state.legal_actions() == legal
            assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
            assert state.action_to_string(state.current_player(), event.index) == str(event)
            state.apply_action(event.index)
        replayed.enter(event)
    assert state.is_terminal()
    assert state.game_played == game
    assert parse_record(print_record(state.game_played)).game == game


def test_chance_knows_what_is_left_and_nothing_more() -> None:
    state = loaded(players=2, spirits=True, first=0).new_initial_state()
    left = {"W": 23, "M": 23, "T": 21, "L": 19, "F": 19, "H": 15}
    for _ in range(15):
        total = sum(left.values())
        outcomes = {OUTCOMES[number]: chance for number, chance in state.chance_outcomes()}
        assert outcomes == {token: pytest.approx(left[token] / total) for token in TOKENS}
        state.apply_action(OUTCOMES.index("W"))
        left["W"] -= 1
    for number in range(5):
        assert len(state.chance_outcomes()) == 32 - number
        state.apply_action(state.chance_outcomes()[0][0])
    for number in range(2):
        assert len(state.chance_outcomes()) == 10 - number
        state.apply_action(state.chance_outcomes()[-1][0])
    assert state.position.dealt == ("dragonfly", "tortoise")
    assert state.position.groups == ["WWW"] * 5


def test_chance_decides_who_begins() -> None:
    state = loaded(players=3).new_initial_state()
    assert state.chance_outcomes() == [
        (OUTCOMES.index(f"seat {number}"), pytest.approx(1 / 3)) for number in (1, 2, 3)
    ]
    state.apply_action(OUTCOMES.index("seat 2"))
    assert state.position.first == 1


def test_returns_are_points_growth_suns_or_ranks() -> None:
    for params in KINDS:
        game = loaded(**params)
        state = game.new_initial_state()
        dice = random.Random(4)
        state = played_on(state, dice, 1000)
        points = [state.position.points(seat) for seat in range(game.num_players())]
        match params.get("reward", "points" if params.get("players") == 1 else "rank"):
            case "points":
                assert state.returns() == points
            case "growth":
                assert state.returns() == [have - 5 for have in points]  # an empty side B has 5
            case "rank":
                assert sum(state.returns()) == pytest.approx(0)
                best = int(np.argmax(state.returns()))
                assert best in state.game_played.outcome.winners
            case "suns":
                assert 0 <= state.returns()[0] < points[0]


def test_growth_adds_up() -> None:
    state = loaded(players=2, reward="growth").new_initial_state()
    dice = random.Random(5)
    sums = np.zeros(2)
    while not state.is_terminal():
        state = played_on(state, dice, 1)
        sums += state.rewards()
        assert state.returns() == sums.tolist()
    assert sums.any()


def shown_to(state: Any, player: int) -> list[bytes]:
    """All that OpenSpiel shows a player."""
    return [
        state.information_state_string(player).encode(),
        state.observation_string(player).encode(),
        np.asarray(state.information_state_tensor(player)).tobytes(),
        np.asarray(state.observation_tensor(player)).tobytes(),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_sees_nothing_that_others_may_not_show(players: int) -> None:
    game = loaded(players=players, spirits=True)
    changed = 0
    for seed in range(12):
        dice = random.Random(seed)
        state = played_on(game.new_initial_state(), dice, 20 + 11 * seed)
        if state.is_terminal():
            continue
        for player in range(players):
            for _ in range(3):
                other = state.resample_from_infostate(player, dice.random)
                assert shown_to(other, player) == shown_to(state, player)
                changed += str(other) != str(state)
                played_on(other, dice, 40)
    assert changed > 20


def test_each_past_is_another_information_state() -> None:
    game = loaded(players=2, spirits=True)
    state = game.new_initial_state()
    dice = random.Random(2)
    tensors, texts = set(), set()
    steps = 0
    while not state.is_terminal():
        if state.is_player_node():
            steps += 1
            tensors.add(np.asarray(state.information_state_tensor(0)).tobytes())
            texts.add(state.information_state_string(0))
        state = played_on(state, dice, 1)
    assert len(tensors) == len(texts) == steps


def test_the_parts_of_what_is_observed_have_names() -> None:
    state = played_on(
        loaded(players=2, spirits=True, first=0).new_initial_state(), random.Random(1), 22
    )
    assert state.position.phase == "keep"
    kinds = pyspiel.PrivateInfoType
    shown: dict[Any, np.ndarray[Any, Any] | None] = {}
    for private in (kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS, kinds.NONE):
        kind = pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=private
        )
        observation = make_observation(state.get_game(), kind)
        observation.set_from(state, 1)
        assert observation.dict["planes"].shape == (34, 5, 7)
        spirits = observation.dict.get("spirits")
        shown[private] = None if spirits is None else spirits.copy()
        dealt = state.position.dealt[0]
        assert (dealt in observation.string_from(state, 1)) == (private == kinds.ALL_PLAYERS)
    assert shown[kinds.NONE] is None
    own = shown[kinds.SINGLE_PLAYER]
    every = shown[kinds.ALL_PLAYERS]
    assert own is not None
    assert every is not None
    assert own.shape == (2, 10)
    assert not own.any()
    assert [SPIRITS[number] for number in np.flatnonzero(every[0, 0])] == [*state.position.dealt]


def test_a_game_goes_on_from_a_position() -> None:
    game = loaded(position=POSITION)
    assert game.num_players() == 1
    state = game.new_initial_state()
    assert str(state.position) == POSITION
    again = pyspiel.load_game(str(game)).new_initial_state()
    assert again.position == state.position
    for text in ("take 1", "place W a1", "place M a2", "place T a3", "end"):
        state.apply_action(Move.parse(text).index)
    assert state.is_chance_node()
    copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert copy.position == state.position


def test_an_illegal_action_and_a_wrong_parameter_are_refused() -> None:
    state = played_on(loaded(players=1).new_initial_state(), random.Random(1), 12)
    with pytest.raises(IllegalMove, match="Take a group"):
        state.apply_action(Move.parse("end").index)
    with pytest.raises(ValueError, match="chance cannot answer otter"):
        loaded(players=1).new_initial_state().apply_action(OUTCOMES.index("otter"))
    with pytest.raises(OptionError, match="players=5 is none of: 1, 2, 3, 4"):
        loaded(players=5)
    with pytest.raises(OptionError, match="reward='suns' is none of"):
        loaded(players=2, reward="suns")
    with pytest.raises(NotationError):
        loaded(position="A1 nonsense")
    hidden = str(Game(2, spirits=True, seed=1).state.redacted())
    with pytest.raises(OptionError, match="hides the spirits"):
        loaded(position=hidden)
    with pytest.raises(pyspiel.SpielError, match=r"(?i)unknown"):
        loaded(colour="red")


def test_openspiels_planners_play_it() -> None:
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    solo = loaded(players=1)
    state = played_on(solo.new_initial_state(), random.Random(1), 12)
    bot: Any = mcts.MCTSBot(solo, 2, 4, rollouts, random_state=dice)
    assert bot.step(state) in state.legal_actions()
    game = loaded(players=2, spirits=True, first=0)
    state = played_on(game.new_initial_state(), random.Random(1), 40)
    assert state.is_player_node()
    bot = ismcts.ISMCTSBot(
        game, uct_c=2.0, max_simulations=4, evaluator=rollouts, random_state=dice
    )
    assert bot.step(state) in state.legal_actions()


def test_openspiels_learning_environment_steps_it() -> None:
    env = rl_environment.Environment(loaded(players=2), seed=1)
    step = env.reset()
    dice = random.Random(1)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([dice.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(0)

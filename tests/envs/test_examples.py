"""The examples that need no learning library run, in small."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
FIGURE = re.compile(r"(\d+\.\d) ± (\d+\.\d)")


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_baselines_has_a_random_policy_and_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    example("baselines").main(["--games", "12", "--players", "random", "level-3"])
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "| game | random policy | random | level-3 |"
    assert len(rows) == 4
    for row in rows:
        policy, chance, planned = (float(mean) for mean, _ in FIGURE.findall(row))
        # Twelve games have a standard error of some 3 points: both draw legal moves evenly.
        assert abs(policy - chance) < 15
        assert planned > policy + 20


def test_an_average_of_one_game_has_no_error() -> None:
    with pytest.raises(SystemExit):
        example("baselines").main(["--games", "1"])

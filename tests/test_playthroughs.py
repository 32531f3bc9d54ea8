"""Games by rule are told as they always were: tools/playthroughs.py writes what is compared here."""

from __future__ import annotations

from pathlib import Path

import pytest

import oracle
from golden_games import FOLDER, golden

FILES = dict(golden())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_is_told_as_before(path: Path) -> None:
    assert FILES[path].splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_there_are_no_others() -> None:
    assert set(FOLDER.iterdir()) == set(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_oracle_follows_what_is_told(path: Path) -> None:
    """The files say what the rules say, and not only what the core said once."""
    game: oracle.Game | None = None
    mover = 0
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in "#"]
    for before, line in zip(["", *lines], lines, strict=False):
        first, _, rest = line.strip().partition(" ")
        if before.startswith("turn "):
            game = game or oracle.Game.parse(line)
            assert str(game) == line
            mover = game.state.mover_number()
        elif game is None or first == "turn":
            continue
        elif first.isdigit() and not rest.endswith("suns"):
            moves = game.legal()
            assert len(moves) == int(first)
            game.play(rest.strip())
        elif first in ("drawn", "turned", "dealt"):
            game.deal(line)
        elif " total " in line:
            score = game.scores()[mover - 1]
            parts = [f"{part} {score[part]}" for part in score]
            assert line == f"seat {mover}: {', '.join(parts)}"
    assert game is not None
    assert game.over
    places = game.ranks()
    for number, (place, score) in enumerate(zip(places, game.scores(), strict=True), start=1):
        told = next(line for line in lines if line.startswith(f"seat {number}: place "))
        assert told.startswith(f"seat {number}: place {place}, {score['total']} points, ")

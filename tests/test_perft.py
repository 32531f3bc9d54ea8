"""Perft: the numbers of legal move sequences in data/perft.txt, by the core and by the oracle."""

from __future__ import annotations

import pytest

import oracle
from harmonies import State
from perft_positions import FILE, OracleCount, PerftPosition, read_file

COMMENT, POSITIONS = read_file()
EACH_POSITION = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)

# The oracle counts at the deepest depth with so many sequences; the long test goes on from there.
# What is confirmed beyond that took up to half an hour for a position: tools/perft.py --confirm.
MOST_BY_ORACLE = 3_000
MOST_IN_LONG_TEST = 300_000


@EACH_POSITION
def test_the_core_counts_what_is_stored(position: PerftPosition) -> None:
    state = State.parse(position.text)
    for depth, count in enumerate(position.counts, start=1):
        assert state.perft(depth) == count


@EACH_POSITION
def test_the_oracle_counts_what_is_stored(position: PerftPosition) -> None:
    depth = sum(count <= MOST_BY_ORACLE for count in position.counts)
    count = OracleCount().perft(oracle.Game.parse(position.text), depth)
    assert count == position.counts[depth - 1]


@pytest.mark.long
@EACH_POSITION
def test_the_oracle_counts_deeper_what_is_stored(position: PerftPosition) -> None:
    counter = OracleCount()
    game = oracle.Game.parse(position.text)
    for depth, count in enumerate(position.counts[: position.confirmed], start=1):
        if MOST_BY_ORACLE < count <= MOST_IN_LONG_TEST:
            assert counter.perft(game, depth) == count


def test_positions_reached_twice_are_counted_rightly_once() -> None:
    for position in POSITIONS:
        game = oracle.Game.parse(position.text)
        depth = sum(count <= 250 for count in position.counts)
        assert OracleCount().perft(game, depth) == oracle.perft(game, depth)


def test_the_file_is_as_the_tool_writes_it() -> None:
    text = "\n".join([COMMENT, "", *map(str, POSITIONS)])
    assert FILE.read_text(encoding="utf-8") == text
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)
    for position in POSITIONS:
        assert str(State.parse(position.text)) == position.text
        assert 0 < position.confirmed <= len(position.counts)

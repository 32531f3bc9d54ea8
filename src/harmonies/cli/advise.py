"""`harmonies advise`: what a computer player would do, and what to expect of it."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from harmonies.cli.failure import INTERRUPTED, OK, Failure
from harmonies.cli.position import read_position
from harmonies.players import Budget, PlayerError
from harmonies.players.advice import advise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies.players.advice import Advice, AdvisedTurn, Expected


def give_advice(
    position: str,
    *,
    player: str,
    nodes: int | None,
    milliseconds: float | None,
    best: int,
    seed: int,
    objective: str | None,
    as_json: bool,
    stream: bool,
) -> int:
    """Asks, and prints the answers; the exit code."""
    state = read_position(position)
    try:
        given = nodes is not None or milliseconds is not None
        budget = Budget(nodes, milliseconds) if given else None
        answers = advise(state, player, budget, best=best, seed=seed, objective=objective)
    except PlayerError as error:
        raise Failure(str(error)) from error
    answer = None
    interrupted = False
    try:
        for answer in answers:
            if stream and not answer.done:
                _print(answer, as_json=as_json)
    except KeyboardInterrupt:
        interrupted = True
    if answer is not None:
        _print(answer, as_json=as_json)
    return INTERRUPTED if interrupted else OK


def _print(answer: Advice, *, as_json: bool) -> None:
    said = json.dumps(_as_json(answer)) if as_json else "\n".join(_lines(answer))
    print(said, flush=True)


def _as_json(answer: Advice) -> dict[str, Any]:
    return {
        "turns": [
            {
                "moves": [str(move) for move in turn.moves],
                "value": turn.value,
                "score": turn.score.as_dict(),
                "expected": turn.expected and dataclasses.asdict(turn.expected),
            }
            for turn in answer.turns
        ],
        "nodes": answer.nodes,
        "done": answer.done,
    }


def _lines(answer: Advice) -> Iterator[str]:
    for number, turn in enumerate(answer.turns, 1):
        yield f"{number}. {', '.join(str(move) for move in turn.moves)}"
        yield f"   {turn.score.total} points then{_hopes(turn)}"
        if turn.expected is not None:
            yield from _parts(turn, turn.expected)


def _hopes(turn: AdvisedTurn) -> str:
    expected = turn.expected
    if expected is None:
        return ""
    error = "" if expected.error is None else f" ± {expected.error:.1f}"
    ends = f", {expected.points:.1f}{error} in the end"
    if expected.win is not None:
        ends += f", {100 * expected.win:.0f}% won"
    if expected.suns is not None:
        ends += f", {expected.suns:.1f} suns"
    games = "game" if expected.games == 1 else "games"
    return f"{ends} ({expected.games} {games} played on)"


def _parts(turn: AdvisedTurn, expected: Expected) -> Iterator[str]:
    now = turn.score.by_category()
    categories = [
        f"{category} {points:.1f} ({now[category]} then)"
        for category, points in expected.categories.items()
        if points or now[category]
    ]
    yield f"   {', '.join(categories)}"
    if expected.cards:
        yield "   " + ", ".join(f"{card} {points:.1f}" for card, points in expected.cards.items())

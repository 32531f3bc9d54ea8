"""Draw docs/picture.svg: a game of two, seeded and played with some care, some turns before its end.

    python tools/picture.py [--check]
"""

from __future__ import annotations

import argparse
import re
import sys
from html import unescape
from itertools import permutations
from pathlib import Path

from harmonies import Game, Move, State, box
from harmonies.pictures import table_svg

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "picture.svg"
NAMES = ("Anna", "Bo")
SEED = 11
TURNS = 19

Habitat = tuple[tuple[str, str], ...]


class Chooser:
    """Plays a turn well enough to look at: points now, and half of what the cards may bring."""

    def __init__(self, side: str) -> None:
        self._habitats = {card.name: list(habitats(card, side)) for card in box.cards().values()}

    def play_turn(self, game: Game) -> None:
        state = game.state
        if state.phase == "keep":
            game.play(game.legal_moves()[0])
            state = game.state
        best: tuple[float, list[Move]] = (-1.0, [])
        for group, tokens in enumerate(state.groups, 1):
            for order in sorted(set(permutations(tokens))):
                after, moves = self._placed(state.play(Move.parse(f"take {group}")), order)
                worth = self.worth(after)
                if worth > best[0]:
                    best = worth, [Move.parse(f"take {group}"), *moves]
        for move in best[1]:
            game.play(move)
        drafts = [move for move in game.legal_moves() if move.kind == "draft"]
        if drafts:
            game.play(max(drafts, key=lambda move: self.worth(game.state.play(move))))
        self._settle(game)
        game.play("end")

    def _placed(self, state: State, order: tuple[str, ...]) -> tuple[State, list[Move]]:
        moves = []
        for token in order:
            places = [move for move in state.legal_moves() if move.token == token]
            best = max(places, key=lambda move: self.worth(state.play(move)))
            state = state.play(best)
            moves.append(best)
        return state, moves

    @staticmethod
    def _settle(game: Game) -> None:
        while settles := [move for move in game.legal_moves() if move.kind == "settle"]:
            game.play(settles[0])

    def worth(self, state: State) -> float:
        seat = state.to_move
        board = state.board(seat)
        sum_ = float(state.points(seat))
        sum_ += sum({"T": 0.8, "TT": 1.6}.get(stack, 0.0) for stack in board.values())
        held = {name: cubes for name, cubes in state.cards(seat).items()}
        for name, settled in held.items():
            points = box.cards()[name].points
            if settled < len(points):
                step = points[settled] - (points[settled - 1] if settled else 0)
                sum_ += self._chances(name, board) * step
        spirit = state.spirit(seat)
        if spirit and not state.spirit_settled(seat):
            sum_ += 8 * self._chances(spirit, board)
        return sum_

    def _chances(self, name: str, board: dict[str, str]) -> float:
        """How far the two best places for a habitat have come, the second for a little."""
        best = second = 0.0
        for habitat in self._habitats[name]:
            done = 1.0
            for index, (space, wanted) in enumerate(habitat):
                stands = board.get(space, "")
                if index == 0 and stands.endswith("*"):
                    done = 0.0
                    break
                step = progress(stands.rstrip("*"), wanted)
                if step == 0:
                    done = 0.0
                    break
                done *= step
            if done > best:
                best, second = done, best
            elif done > second:
                second = done
        return 0.8 * best + 0.2 * second


def progress(stands: str, wanted: str) -> float:
    """How near a stack is to the one a habitat wants; 0 when it can never be."""
    if wanted == box.BUILDING:
        if len(stands) == 2:
            return float(stands[1] == "H")
        return {"": 0.35, "T": 0.6, "M": 0.5, "H": 0.6}.get(stands, 0.0)
    if not wanted.startswith(stands):
        return 0.0
    return (0.35, 0.6, 0.8)[len(stands) + 3 - len(wanted)] if stands != wanted else 1.0


def habitats(card: box.Card, side: str) -> list[Habitat]:
    """Everywhere a habitat could stand on a side."""
    layout = box.side(side)
    named = {}
    for space in layout.spaces:
        column, row = box.column_and_row(space)
        named[column, row - column // 2] = space
    found = []
    for q, r in named:
        places = [(place.q, place.r) for place in card.habitat]
        for _ in range(6):
            places = [(-dr, dq + dr) for dq, dr in places]
            spaces = [named.get((q + dq, r + dr)) for dq, dr in places]
            habitat = tuple(
                (space, place.stack)
                for space, place in zip(spaces, card.habitat, strict=True)
                if space
            )
            if len(habitat) == len(places) and habitat not in found:
                found.append(habitat)
    return found


def nice_game() -> State:
    """The state the picture shows."""
    game = Game(players=2, spirits=True, seed=SEED, first=0)
    chooser = Chooser("A")
    while game.state.turn < TURNS and not game.over:
        chooser.play_turn(game)
    return game.state


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the picture is fresh")
    if parser.parse_args().check:
        return 0 if is_fresh() else 1
    PICTURE.write_text(table_svg(nice_game(), names=NAMES), encoding="utf-8")
    return 0


def is_fresh() -> bool:
    """Whether the picture is what would be drawn now of the position it shows."""
    drawn = PICTURE.read_text(encoding="utf-8")
    position = re.search("<desc>(.*?)</desc>", drawn)
    if position and table_svg(State.parse(unescape(position[1])), names=NAMES) == drawn:
        return True
    print("docs/picture.svg is not fresh: run python tools/picture.py", file=sys.stderr)
    return False


if __name__ == "__main__":
    raise SystemExit(main())

"""Random games: every move drawn uniformly from the legal ones in the order of their texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from .cards import ANIMALS, SPIRITS
from .game import Game
from .landscape import TOKENS_IN_BOX
from .state import sorted_tokens


@dataclass(frozen=True)
class Step:
    """A position, and the move or the draw that comes next (kind: "play" or "deal")."""

    position: str
    kind: str
    text: str


@dataclass(frozen=True)
class Record:
    steps: list[Step]
    final: Game

    def moves(self) -> list[str]:
        return [step.text for step in self.steps if step.kind == "play"]

    def draws(self) -> list[str]:
        return [step.text for step in self.steps if step.kind == "deal"]


class Box:
    """A shuffled bag, a shuffled pile and shuffled spirits, drawn from the end."""

    def __init__(self, rng: random.Random) -> None:
        self.tokens = [token for token, count in TOKENS_IN_BOX.items() for _ in range(count)]
        self.animals = list(ANIMALS)
        self.spirits = list(SPIRITS)
        for things in (self.tokens, self.animals, self.spirits):
            rng.shuffle(things)

    def draw(self, game: Game) -> str:
        """The text of the draw that the game waits for."""
        needs = game.needs()
        words: list[str] = []
        if needs.groups:
            words.append("drawn")
        for _ in range(needs.groups):
            words.append(sorted_tokens("".join(self.tokens.pop() for _ in range(3))))
        if needs.cards:
            words.append("turned")
        words += [self.animals.pop() for _ in range(needs.cards)]
        if needs.spirits:
            pair = [self.spirits.pop(), self.spirits.pop()]
            words += ["dealt", *sorted(pair, key=list(SPIRITS).index)]
        return " ".join(words)


def play_out(game: Game, rng: random.Random) -> Iterator[Step]:
    """Plays a game from its start position to its end, one step at a time."""
    box = Box(rng)
    while not game.over:
        if game.state.doing == "deal":
            step = Step(str(game), "deal", box.draw(game))
            game.deal(step.text)
        else:
            step = Step(str(game), "play", rng.choice(sorted(game.legal())))
            game.play(step.text)
        yield step


def random_game(
    rng: random.Random, side: str, players: int, spirits: bool, first: int = 1
) -> Record:
    game = Game.new(side, players, spirits, first)
    steps = list(play_out(game, rng))
    return Record(steps, game)

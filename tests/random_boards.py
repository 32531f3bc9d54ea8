"""Random boards, built token by token as a player could, with more of some landscape than chance
would give: rivers that branch and run in circles, large fields, crowded towns."""

from __future__ import annotations

from random import Random

import oracle

BOX = {"W": 23, "M": 23, "T": 21, "L": 19, "F": 19, "H": 15}

# How often each token is taken; how often it goes beside one of its kind; and how often then beside
# one only, which draws it out into a line.
STYLES: dict[str, tuple[str, float, float]] = {
    "mixed": ("WMTLFH", 0.2, 0.0),
    "river": ("WWWWWWWWMTLFH", 0.95, 0.85),
    "lakes": ("WWWWWMFTL", 0.6, 0.0),
    "fields": ("FFFFFFWMTLH", 0.8, 0.3),
    "town": ("HHHHHTTMMWFL", 0.3, 0.0),
    "forest": ("TTTLLLLLWFM", 0.5, 0.0),
    "range": ("MMMMMMMWFTH", 0.6, 0.3),
}


def random_board(rng: Random, side: str, style: str | None = None) -> dict[str, str]:
    tokens, company, line = STYLES[style or rng.choice(list(STYLES))]
    left = dict(BOX)
    board: dict[str, str] = {}
    for _ in range(rng.randrange(3, 70)):
        token = rng.choice(tokens)
        near = {
            space: sum(board.get(other, "").endswith(token) for other in others)
            for space, others in oracle.NEIGHBOURS[side].items()
            if oracle.may_place(token, space, board)
        }
        if not near or not left[token]:
            continue
        wanted = {0, 1, 2, 3, 4, 5, 6}
        if rng.random() < company:
            wanted = {1} if rng.random() < line else wanted - {0}
        spaces = [space for space, count in near.items() if count in wanted]
        space = rng.choice(spaces or list(near))
        board[space] = board.get(space, "") + token
        left[token] -= 1
    return board


def with_cubes(rng: Random, board: dict[str, str]) -> dict[str, str]:
    """Some cubes on stacks where they can stand."""
    return {
        space: stack + "*" if stack not in ("T", "TT", "H") and rng.random() < 0.3 else stack
        for space, stack in board.items()
    }


def random_cards(rng: Random) -> dict[str, int]:
    """Some animal cards, each with any number of its cubes settled."""
    cards = rng.sample(sorted(oracle.ANIMALS), rng.randrange(7))
    return {card: rng.randrange(len(oracle.ANIMALS[card].points) + 1) for card in cards}


def position_of(side: str, board: dict[str, str]) -> str:
    """A position whose first seat has this board, without cubes; nothing more can be placed."""
    columns: dict[str, list[str]] = {}
    for space in oracle.SPACES[side]:
        columns.setdefault(space[0], []).append(board.get(space) or "1")
    text = "/".join(",".join(column) for column in columns.values())
    return f"{side}1 {text} - -,-,- -,-,- - W0M0T0L0F0H0 1 2 over!"

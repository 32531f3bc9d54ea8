"""The fair deal again, in plain Python, written from docs/fair-deal.md and not from the core.

`python tests/fair_oracle.py > tests/data/fair_vectors.json` writes the published test vectors.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOX = {"W": 23, "M": 23, "T": 21, "L": 19, "F": 19, "H": 15}


def cards(kind: str) -> list[str]:
    data = json.loads((ROOT / "src/harmonies/data/cards.json").read_text(encoding="utf-8"))
    return [card["id"] for card in data[kind]]


def chacha_block(key: bytes, counter: int, nonce: bytes) -> list[int]:
    """The sixteen words of a block: RFC 8439, section 2.3."""
    words = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key)]
    words += [counter, *struct.unpack("<3I", nonce)]
    mixed = list(words)

    def turn(word: int, left: int) -> int:
        return (word << left | word >> (32 - left)) & 0xFFFFFFFF

    def quarter_round(a: int, b: int, c: int, d: int) -> None:
        for one, other, rotated, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            mixed[one] = (mixed[one] + mixed[other]) & 0xFFFFFFFF
            mixed[rotated] = turn(mixed[rotated] ^ mixed[one], left)

    for _ in range(10):
        for column in range(4):
            quarter_round(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter_round(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return [(old + new) & 0xFFFFFFFF for old, new in zip(words, mixed, strict=True)]


def stream(seed: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        yield from chacha_block(seed, counter, label.encode().ljust(12, b"\0"))
        counter += 1


def below(words: Iterator[int], bound: int) -> int:
    while True:
        word = next(words)
        if word < 2**32 // bound * bound:
            return word % bound


def shuffled(things: list[str], words: Iterator[int]) -> list[str]:
    things = list(things)
    for last in range(len(things) - 1, 0, -1):
        other = below(words, last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def seed_of(secret: bytes, nonces: list[bytes]) -> bytes:
    return hashlib.sha256(
        secret + b"".join(hashlib.sha256(nonce).digest() for nonce in nonces)
    ).digest()


def bag_of(seed: bytes) -> str:
    return "".join(shuffled(list("".join(t * n for t, n in BOX.items())), stream(seed, "bag")))


def cards_of(seed: bytes) -> list[str]:
    return shuffled(cards("animals"), stream(seed, "cards"))


def spirits_of(seed: bytes) -> list[str]:
    return shuffled(cards("spirits"), stream(seed, "spirits"))


def first_of(seed: bytes, players: int) -> int:
    """The seat with the first turn, from 1."""
    return below(stream(seed, "first"), players) + 1


def opening_of(seed: bytes, players: int, *, spirits: bool) -> str:
    """The first draw of a game."""
    groups, river = (3, 3) if players == 1 else (5, 5)
    bag, order = bag_of(seed), spirits_of(seed)
    tokens = ["".join(sorted(bag[3 * i : 3 * i + 3], key="WMTLFH".index)) for i in range(groups)]
    words = ["drawn", *tokens, "turned", *cards_of(seed)[:river]]
    if spirits:
        words += ["dealt", *sorted(order[:2], key=cards("spirits").index)]
    return " ".join(words)


def vector(secret: bytes, nonces: list[bytes]) -> dict[str, object]:
    seed = seed_of(secret, nonces)
    return {
        "secret": secret.hex(),
        "commitment": hashlib.sha256(secret).hexdigest(),
        "nonces": [nonce.hex() for nonce in nonces],
        "seed": seed.hex(),
        "first": {str(players): first_of(seed, players) for players in (2, 3, 4)},
        "first 20 tokens": bag_of(seed)[:20],
        "first 6 cards": cards_of(seed)[:6],
        "spirits": spirits_of(seed),
        "SHA-256 of all 120 tokens": hashlib.sha256(bag_of(seed).encode()).hexdigest(),
        "SHA-256 of all 32 cards": hashlib.sha256(" ".join(cards_of(seed)).encode()).hexdigest(),
        "first draw": {
            "1 player": opening_of(seed, 1, spirits=False),
            "2 to 4 players, with spirits": opening_of(seed, 2, spirits=True),
        },
    }


VECTORS = (
    (bytes(32), [b""]),
    (bytes(range(32)), [b"Ada", b"Grace"]),
    (hashlib.sha256(b"three at a table").digest(), [b"\0", b"", bytes(range(64))]),
    (b"\xff" * 32, [hashlib.sha256(bytes([seat])).digest() for seat in range(4)]),
)


if __name__ == "__main__":
    published = [vector(secret, nonces) for secret, nonces in VECTORS]
    sys.stdout.write(json.dumps(published, indent=2) + "\n")

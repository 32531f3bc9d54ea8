"""Chance that nobody can choose, and the proof of it afterwards.

Before the seats fill, whoever deals draws a secret and publishes its :func:`commitment`. Each seat
throws in a nonce of its own. Secret and nonces make the seed, and the seed makes the deal. When the
game is over the secret is shown, and :func:`verify` checks the whole record. docs/fair-deal.md is
the definition, to the byte.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from harmonies import _core
from harmonies._core import Dealer, Draw
from harmonies.errors import BadSeed
from harmonies.game import Game
from harmonies.records import Record, turns_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SECRET_BYTES = 32

Finding = Literal["passed", "failed", "not claimed"]


def commitment(secret: bytes) -> bytes:
    """What is published of a secret before the game: its SHA-256.

    >>> commitment(bytes(32)).hex()[:16]
    '66687aadf862bd77'
    """
    if len(secret) != SECRET_BYTES:
        raise BadSeed(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(secret).digest()


def fair_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed that a secret and the nonces of the seats, in their order, make together.

    A seat that throws in nothing has the empty nonce.

    >>> fair_seed(bytes(32), [b"", b"lucky"]).hex()[:16]
    '99b7dcb8466710ad'
    """
    return _core.fair_seed(secret, list(nonces))


class Check(NamedTuple):
    """One thing that was looked at, what was found, and why."""

    name: str
    finding: Finding
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.finding}. {self.why}"


@dataclass(frozen=True, slots=True)
class Report:
    """What the proof of a record is worth."""

    commitment: Check
    seed: Check
    first: Check
    draws: Check

    @property
    def checks(self) -> tuple[Check, ...]:
        """All checks, in the order in which they build on each other."""
        return self.commitment, self.seed, self.first, self.draws

    @property
    def failed(self) -> bool:
        """Whether something that the record claims is not so."""
        return any(check.finding == "failed" for check in self.checks)

    @property
    def proven(self) -> bool:
        """Whether the secret was committed to, and every draw follows from it and the nonces."""
        needed = (self.commitment, self.seed, self.draws)
        return not self.failed and all(check.finding == "passed" for check in needed)

    def __str__(self) -> str:
        return "\n".join(map(str, self.checks))


def verify(record: Record) -> Report:
    """Checks that what a record says about its chance is so.

    >>> from harmonies.records import FairDeal
    >>> secret, nonces = bytes(32), [b"Ada's", b"Grace's"]
    >>> game = Game(seed=fair_seed(secret, nonces))
    >>> deal = FairDeal(commitment(secret), secret, tuple(nonces), first_drawn=True)
    >>> print(verify(Record.from_game(game, deal=deal)))
    commitment: passed. It is the SHA-256 of the secret.
    seed: passed. It is what secret and nonces make.
    first seat: passed. It is the seat that the seed gives the first turn.
    draws: passed. All are as the seed deals them, 1 in number.
    """
    deal = record.deal
    seed, seed_check = _seed(record)
    return Report(_commitment(deal.commitment, deal.secret), seed_check, *_dealt(record, seed))


def _commitment(published: bytes | None, secret: bytes | None) -> Check:
    name = "commitment"
    if published is None:
        return Check(name, "not claimed", "The record holds none.")
    if secret is None:
        return Check(name, "not claimed", "The secret has not been shown.")
    if commitment(secret) != published:
        return Check(name, "failed", f"The SHA-256 of the secret is {commitment(secret).hex()}.")
    return Check(name, "passed", "It is the SHA-256 of the secret.")


def _seed(record: Record) -> tuple[bytes | None, Check]:
    name = "seed"
    deal = record.deal
    if deal.secret is None or not deal.nonces:
        missing = "secret" if deal.secret is None else "nonces"
        why = f"The record holds no {missing} that it would follow from."
        return deal.seed, Check(name, "not claimed", why)
    seed = fair_seed(deal.secret, deal.nonces)
    if deal.seed is not None and deal.seed != seed:
        return seed, Check(name, "failed", f"Secret and nonces make {seed.hex()}.")
    return seed, Check(name, "passed", "It is what secret and nonces make.")


def _dealt(record: Record, seed: bytes | None) -> tuple[Check, Check]:
    if seed is None:
        why = "There is no seed to compare with."
        return Check("first seat", "not claimed", why), Check("draws", "not claimed", why)
    return _first(record, seed), _draws(record.game, seed)


def _first(record: Record, seed: bytes) -> Check:
    name = "first seat"
    if not record.deal.first_drawn:
        return Check(name, "not claimed", "The record does not say that it was drawn.")
    start = record.game.start
    drawn = _core.seeded_first(seed, start.players)
    if drawn != start.first:
        return Check(name, "failed", f"The seed gives seat {drawn + 1} the first turn.")
    return Check(name, "passed", "It is the seat that the seed gives the first turn.")


def _draws(game: Game, seed: bytes) -> Check:
    name = "draws"
    replayed = Game.replay(game.start, ())
    dealer = Dealer.seeded(game.start, seed)
    draws = hidden = 0
    for turn in turns_of(game):
        for event in turn.events:
            if isinstance(event, Draw):
                draws += 1
                hidden += event.deals_spirits and event.spirits is None
                due = dealer.draw(replayed.state)
                if event not in (due, due.redacted()):
                    why = f"{_where(turn.number)} the seed deals '{due}', the record has '{event}'."
                    return Check(name, "failed", why)
            replayed.enter(event)
    if not draws:
        return Check(name, "not claimed", "Nothing has been drawn.")
    why = f"All are as the seed deals them, {draws} in number."
    if hidden:
        why += f" The spirits that the record hides in {hidden} of them were not compared."
    return Check(name, "passed", why)


def _where(number: int | None) -> str:
    return "At the start" if number is None else f"After turn {number}"

"""The fair deal: the core agrees with an independent one, and a record can be proven or refuted."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fair_oracle
from harmonies import Dealer, Draw, Game, State, _core
from harmonies.fair import Report, commitment, fair_seed, verify
from harmonies.records import FairDeal, Record, parse_record, print_record

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "fair_vectors.json").read_text(encoding="utf-8")
)
SECRET = bytes(range(32))
NONCES = (b"Ada", b"Grace")


def test_the_independent_chacha_is_that_of_rfc_8439() -> None:
    nonce = bytes.fromhex("000000090000004a00000000")
    words = fair_oracle.chacha_block(bytes(range(32)), 1, nonce)
    assert b"".join(word.to_bytes(4, "little") for word in words).hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_words_beyond_the_last_whole_multiple_are_thrown_away() -> None:
    assert fair_oracle.below(iter([2**32 - 1, 5]), 3) == 2
    assert fair_oracle.below(iter([2**32 - 1]), 4) == 3


def test_the_published_vectors_are_what_the_definition_gives() -> None:
    fresh = [fair_oracle.vector(secret, nonces) for secret, nonces in fair_oracle.VECTORS]
    assert fresh == VECTORS


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{len(vector['nonces'])} nonces")
def test_the_core_agrees_with_the_published_vectors(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    seed = fair_seed(secret, [bytes.fromhex(nonce) for nonce in vector["nonces"]])
    assert commitment(secret).hex() == vector["commitment"]
    assert seed.hex() == vector["seed"]
    for players, first in vector["first"].items():
        assert _core.seeded_first(seed, int(players)) + 1 == first
        game = Game(int(players), spirits=True, seed=seed)
        assert game.start.first + 1 == first
        assert str(game.log[0]) == vector["first draw"]["2 to 4 players, with spirits"]
    assert str(Game(1, seed=seed).log[0]) == vector["first draw"]["1 player"]


def decks(seed: bytes) -> tuple[list[str], list[str], list[tuple[str, ...]]]:
    """All that a seed deals: tokens in threes, cards, and spirits in pairs, each in its order."""
    state = State.start("A", 4, True, 0)
    dealer = Dealer.seeded(state, seed)
    draws = [dealer.draw(state) for _ in range(8)]
    groups = [group for draw in draws for group in draw.groups]
    pairs = [draw.spirits for draw in draws if draw.spirits is not None]
    return groups, [card for draw in draws for card in draw.cards], [*pairs]


@given(st.binary(min_size=32, max_size=32))
@settings(max_examples=20, deadline=None)
def test_the_whole_order_is_that_of_the_definition(seed: bytes) -> None:
    groups, cards, pairs = decks(seed)
    bag, spirits = fair_oracle.bag_of(seed), fair_oracle.spirits_of(seed)
    assert [sorted(group) for group in groups] == [sorted(bag[i : i + 3]) for i in range(0, 120, 3)]
    assert cards == fair_oracle.cards_of(seed)
    assert [set(pair) for pair in pairs] == [set(spirits[i : i + 2]) for i in range(0, 10, 2)]


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=200), max_size=4))
@settings(max_examples=50, deadline=None)
def test_the_seed_is_that_of_the_definition(secret: bytes, nonces: list[bytes]) -> None:
    assert fair_seed(secret, nonces) == fair_oracle.seed_of(secret, nonces)


@given(st.binary(min_size=32, max_size=32), st.sampled_from([1, 2, 3, 4]))
@settings(max_examples=50, deadline=None)
def test_the_first_seat_is_that_of_the_definition(seed: bytes, players: int) -> None:
    assert _core.seeded_first(seed, players) + 1 == fair_oracle.first_of(seed, players)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(length))
    with pytest.raises(ValueError, match="32 bytes"):
        fair_seed(bytes(length), [])


def fair_record(*, spirits: bool = True, moves: int = 1000) -> Record:
    game = Game(spirits=spirits, seed=fair_seed(SECRET, NONCES))
    choice = random.Random(1)
    while not game.over and game.version < moves:
        game.play(choice.choice(game.legal_moves()))
    deal = FairDeal(commitment(SECRET), SECRET, NONCES, first_drawn=True)
    return Record.from_game(game, deal=deal)


def findings(report: Report) -> list[str]:
    return [check.finding for check in report.checks]


@pytest.mark.parametrize("moves", [1, 30, 1000])
def test_an_honest_record_is_proven(moves: int) -> None:
    report = verify(parse_record(print_record(fair_record(moves=moves))))
    assert findings(report) == ["passed"] * 4
    assert report.proven
    assert not report.failed


def altered(record: Record, **changes: Any) -> Record:
    return dataclasses.replace(record, deal=dataclasses.replace(record.deal, **changes))


def test_what_a_record_does_not_claim_is_neither_passed_nor_failed() -> None:
    report = verify(altered(fair_record(), secret=None, nonces=(), commitment=None))
    assert findings(report) == ["not claimed"] * 4
    assert not report.proven
    assert not report.failed


def test_a_secret_that_is_not_yet_shown_proves_nothing_yet() -> None:
    report = verify(altered(fair_record(), secret=None))
    assert findings(report) == ["not claimed"] * 4


def test_a_seed_alone_is_compared_but_proves_nothing() -> None:
    seed = fair_seed(SECRET, NONCES)
    report = verify(altered(fair_record(), secret=None, seed=seed))
    assert findings(report) == ["not claimed", "not claimed", "passed", "passed"]
    assert not report.proven
    report = verify(altered(fair_record(), nonces=(), seed=seed))
    assert findings(report) == ["passed", "not claimed", "passed", "passed"]
    assert not report.proven


def test_another_secret_than_the_one_committed_to_is_found() -> None:
    report = verify(altered(fair_record(), commitment=commitment(bytes(32))))
    assert findings(report) == ["failed", "passed", "passed", "passed"]
    assert commitment(SECRET).hex() in report.commitment.why


def test_a_changed_nonce_is_found() -> None:
    report = verify(altered(fair_record(), nonces=(b"Ada", b"Mallory"), first_drawn=False))
    assert findings(report) == ["passed", "passed", "not claimed", "failed"]
    assert report.draws.why.startswith("At the start the seed deals 'drawn ")


def test_another_seed_than_secret_and_nonces_make_is_found() -> None:
    report = verify(altered(fair_record(), seed=bytes(32)))
    assert findings(report) == ["passed", "failed", "passed", "passed"]
    assert report.failed


def test_a_first_seat_that_was_not_drawn_is_found() -> None:
    seed = fair_seed(SECRET, NONCES)
    start = State.start("A", 2, False, 1 - _core.seeded_first(seed, 2))
    deal = FairDeal(commitment(SECRET), SECRET, NONCES, first_drawn=True)
    report = verify(Record.from_game(Game.from_state(start, seed=seed), deal=deal))
    assert findings(report) == ["passed", "passed", "failed", "passed"]


def test_a_changed_draw_is_found_with_its_turn() -> None:
    record = fair_record(spirits=False)
    game = Game.replay(record.game.start, ())
    draws = [event for event in record.game.log if isinstance(event, Draw)]
    for event in record.game.log:
        if event is draws[2]:
            group = event.groups[0]
            other = next(
                letters
                for letters in ("WMT", "TLF", "MFH", "WWH")
                if letters != group and all(game.state.bag[token] for token in letters)
            )
            changed = game.state.parse_draw(str(event).replace(group, other))
            game.deal(changed)
            break
        game.enter(event)
    report = verify(Record.from_game(game, deal=record.deal))
    assert findings(report) == ["passed", "passed", "passed", "failed"]
    assert report.draws.why == (
        f"After turn 2 the seed deals '{draws[2]}', the record has '{changed}'."
    )


def test_the_spirits_a_view_hides_are_not_compared() -> None:
    record = fair_record()
    view = Record.from_game(record.game.view(0), deal=record.deal)
    report = verify(view)
    assert report.proven
    assert "hides in 1 of them" in report.draws.why


def test_a_record_from_a_position_is_checked_from_there() -> None:
    start = "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"
    game = Game.from_state(start, seed=9)
    for move in ("take 1", "place W a1", "place M a2", "place T a3", "end"):
        game.play(move)
    report = verify(Record.from_game(game, deal=FairDeal(seed=game.seed)))
    assert report.draws.finding == "passed"

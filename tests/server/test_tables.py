"""What may happen at a table, without a server around it."""

from __future__ import annotations

import pytest

from harmonies.players import STAND_IN
from harmonies.server.problems import Problem
from harmonies.server.tables import MOST_UNDONE, Table, open_table, rematch_of


def table_for(players: int = 2, *, spirits: bool = False) -> Table:
    return open_table(
        host="ann",
        side="A",
        players=players,
        spirits=spirits,
        first=0,
        public=False,
        at=1000,
    )


def playing(*people: str, spirits: bool = False) -> Table:
    table = table_for(len(people), spirits=spirits)
    for number, person in enumerate(people):
        table.sit(person, person.title(), number, person.encode())
    table.start("ann", 2000)
    return table


def refused(code: str) -> pytest.RaisesExc[Problem]:
    return pytest.raises(Problem, check=lambda problem: problem.code == code)


def test_a_person_takes_the_first_open_seat_or_the_one_they_want() -> None:
    table = table_for(3)
    assert table.sit("ann", "Ann", None, b"1").number == 0
    assert table.sit("ben", "Ben", 2, b"2").number == 2
    with refused("seat/taken"):
        table.sit("cat", "Cat", 2, b"3")
    with refused("seat/not-found"):
        table.sit("cat", "Cat", 7, b"3")
    assert table.sit("cat", "Cat", None, b"3").number == 1
    with refused("table/full"):
        table.sit("dan", "Dan", None, b"4")


def test_one_person_may_hold_several_seats() -> None:
    table = table_for(2)
    table.sit("ann", "Ann", 0, b"1")
    table.sit("ann", "Ann", 1, b"2")
    table.start("ann", 1)
    assert table.seats_of("ann") == (0, 1)
    assert table.turn_of("ann", table.version).state.to_move == 0


def test_only_the_host_seats_computers_sends_away_and_starts() -> None:
    table = table_for(2)
    table.sit("ann", "Ann", None, b"1")
    table.sit("ben", "Ben", None, b"2")
    for forbidden in (
        lambda: table.seat_computer("ben", 0, "greedy"),
        lambda: table.send_away("ben", 0),
        lambda: table.start("ben", 1),
    ):
        with refused("table/not-host"):
            forbidden()
    table.send_away("ann", 1)
    with refused("table/not-full"):
        table.start("ann", 1)
    table.seat_computer("ann", 1, "greedy")
    table.start("ann", 1)
    assert table.status == "playing"


def test_a_computer_player_cannot_have_a_persons_seat() -> None:
    table = table_for(2)
    table.sit("ben", "Ben", 1, b"2")
    with refused("seat/taken"):
        table.seat_computer("ann", 1, "greedy")


def test_when_the_host_leaves_the_next_becomes_host_and_the_last_closes_the_table() -> None:
    table = table_for(2)
    table.sit("ann", "Ann", None, b"1")
    table.sit("ben", "Ben", None, b"2")
    table.leave("ann")
    assert table.host == "ben"
    with refused("seat/none"):
        table.leave("ann")
    table.leave("ben")
    assert table.status == "closed"
    with refused("table/started"):
        table.sit("ann", "Ann", None, b"1")


def test_nothing_of_the_seating_changes_once_the_game_has_begun() -> None:
    table = playing("ann", "ben")
    for late in (
        lambda: table.sit("cat", "Cat", None, b"3"),
        lambda: table.leave("ann"),
        lambda: table.send_away("ann", 1),
        lambda: table.start("ann", 1),
        lambda: table.seat_computer("ann", 1, "greedy"),
    ):
        with refused("table/started"):
            late()


def test_the_deal_follows_from_the_secret_and_what_every_seat_threw_in() -> None:
    one, other = playing("ann", "ben"), table_for(2)
    other.secret = one.secret
    other.sit("ann", "Ann", 0, b"ann")
    other.sit("ben", "Ben", 1, b"something else")
    other.start("ann", 2000)
    assert one.game is not None
    assert other.game is not None
    assert one.game.state.groups != other.game.state.groups
    other.seats[1].nonce = b"ben"
    other.begin_game()
    assert one.game == other.game


def test_a_move_wants_the_right_seat_the_right_version_and_the_right_turn() -> None:
    table = playing("ann", "ben")
    version = table.version
    with refused("table/not-found"):
        table.turn_of("eve", version)
    with refused("seat/none"):
        table.turn_of("eve", version, invited=True)
    with refused("play/not-your-turn"):
        table.turn_of("ben", version)
    with refused("play/unknown-version"):
        table.turn_of("ann", version + 1)
    game = table.turn_of("ann", version)
    game.play("take 1")
    with pytest.raises(Problem) as stale:
        table.turn_of("ann", version)
    assert stale.value.code == "play/stale"
    assert stale.value.more == {"version": version + 1, "events": ["take 1"]}


def test_nobody_takes_back_without_end() -> None:
    table = playing("ann", "ben")
    game = table.running()
    for _ in range(MOST_UNDONE):
        game.play("take 1")
        table.check_may_undo()
        game.undo()
    game.play("take 1")
    with refused("undo/too-often"):
        table.check_may_undo()
    while game.state.to_move == 0:
        game.play(game.legal_moves()[-1])
    game.play("take 1")
    table.check_may_undo()


def test_resigning_ends_a_game_of_two_and_the_other_wins() -> None:
    table = playing("ann", "ben")
    table.resign("ann", None, 3000)
    assert (table.status, table.ending, table.ended) == ("over", "resigned", 3000)
    assert table.game is not None
    assert table.game.outcome is not None
    assert table.game.outcome.winners == (1,)
    with refused("table/over"):
        table.resign("ben", None, 3000)


def test_with_more_a_computer_player_takes_the_seat_over() -> None:
    table = playing("ann", "ben", "cat")
    table.resign("ann", None, 3000)
    assert table.status == "playing"
    assert (table.seats[0].kind, table.seats[0].level) == ("computer", STAND_IN)
    assert table.waits_for_computer() is table.seats[0]
    assert table.seats_of("ann") == ()


def test_nobody_resigns_for_somebody_else() -> None:
    table = playing("ann", "ben")
    with refused("seat/not-yours"):
        table.resign("ann", 1, 3000)


def test_a_game_ends_by_agreement_only_when_all_its_people_agree() -> None:
    table = playing("ann", "ben", "cat")
    table.vote_end("ann", True, 3000)
    table.vote_end("ben", True, 3000)
    table.vote_end("ann", False, 3000)
    table.vote_end("cat", True, 3000)
    assert table.status == "playing"
    table.vote_end("ann", True, 4000)
    assert (table.status, table.ending) == ("over", "agreed")


def test_somebody_long_absent_is_replaced_when_all_the_others_say_so() -> None:
    table = playing("ann", "ben", "cat")
    with refused("seat/present"):
        table.vote_replace("ann", 2, False, 5)
    with refused("seat/not-replaceable"):
        table.vote_replace("ann", 0, True, 5)
    table.vote_replace("ann", 2, True, 5)
    assert [seat.kind for seat in table.seats] == ["person", "person", "person"]
    table.vote_replace("ben", 2, True, 5)
    assert [seat.kind for seat in table.seats] == ["person", "person", "computer"]
    assert not any(seat.votes for seat in table.seats)
    assert str(table.running().log[-1]) == f"replace 3 {STAND_IN}"


def test_a_rematch_has_the_same_seats_and_its_people_sit_down_again() -> None:
    table = table_for(3)
    table.sit("ann", "Ann", 0, b"1")
    table.seat_computer("ann", 1, "greedy")
    table.sit("ben", "Ben", 2, b"2")
    table.start("ann", 1)
    with refused("table/not-over"):
        rematch_of(table, "ann", "Ann", 5000)
    table.close(4000)
    with refused("seat/none"):
        rematch_of(table, "eve", "Eve", 5000)
    again = rematch_of(table, "ben", "Ben", 5000)
    assert [seat.kind for seat in again.seats] == ["open", "computer", "person"]
    assert again.host == "ben"
    assert again.secret != table.secret
    assert again.may_watch("ann", None)
    assert not again.may_watch("eve", None)
    assert again.sit("ann", "Ann", None, b"").number == 0


def test_who_was_replaced_may_look_on_and_has_their_seat_in_a_rematch() -> None:
    table = playing("ann", "ben", "cat")
    table.resign("ben", None, 10)
    assert table.seats_of("ben") == ()
    assert table.may_watch("ben", None)
    table.close(20)
    again = rematch_of(table, "ben", "Benjamin", 30)
    assert [(seat.kind, seat.person, seat.former) for seat in again.seats] == [
        ("open", None, "ann"),
        ("person", "ben", None),
        ("open", None, "cat"),
    ]
    assert again.sit("cat", "Cat", None, b"").number == 2
    again.leave("cat")
    assert not again.may_watch("cat", None)


def test_votes_against_somebody_absent_are_void_when_they_are_back() -> None:
    table = playing("ann", "ben", "cat")
    table.vote_replace("ann", 2, True, 5)
    assert table.is_missed("cat")
    assert not table.is_missed("ann")
    table.is_back("cat")
    assert not any(seat.votes for seat in table.seats)
    table.vote_replace("ben", 2, True, 5)
    assert table.seats[2].kind == "person"


def test_who_goes_no_longer_stands_against_an_end_that_all_others_want() -> None:
    table = playing("ann", "ben", "cat")
    table.vote_end("ann", True, 5)
    table.vote_end("ben", True, 5)
    assert table.status == "playing"
    table.resign("cat", None, 6)
    assert (table.status, table.ending, table.ended) == ("over", "agreed", 6)


def test_a_table_nobody_touches_is_closed_politely() -> None:
    table = table_for(2)
    table.close(9000)
    assert table.status == "closed"
    table = playing("ann", "ben")
    table.close(9000)
    assert (table.status, table.ending) == ("over", "left")


def test_a_private_table_is_seen_by_those_who_sit_there_or_have_its_code() -> None:
    table = playing("ann", "ben")
    assert table.may_watch("ann", None)
    assert not table.may_watch("eve", None)
    assert not table.may_watch(None, "wrong")
    assert table.may_watch(None, table.code)
    table.public = True
    assert table.may_watch(None, None)

"""Everything that a position holds, and what follows from it directly."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .cards import ANIMALS, SPIRITS
from .landscape import TOKENS, TOKENS_IN_BOX, empty_spaces

HIDDEN = "?"


def sorted_tokens(tokens: str) -> str:
    """In the order W M T L F H."""
    return "".join(sorted(tokens, key=TOKENS.index))


@dataclass
class Seat:
    board: dict[str, str] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)  # animal: cubes settled
    choice: tuple[str, str] | None = None  # the two spirits to choose from; ("?", "?") if hidden
    spirit: str | None = None  # the one kept
    spirit_settled: bool = False
    spirit_space: str | None = None  # where its cube stands, if known
    given_back: str | None = None  # the spirit given back, if known

    def copy(self) -> Seat:
        return replace(self, board=dict(self.board), cards=dict(self.cards))

    def open_animals(self) -> list[str]:
        """The animals that still have a cube to settle."""
        return [card for card, cubes in self.cards.items() if cubes < len(ANIMALS[card].points)]

    def spirits_seen(self) -> list[str]:
        """The spirits known to be, or to have been, with this seat."""
        named = [*(self.choice or ()), self.spirit, self.given_back]
        return [spirit for spirit in named if spirit is not None and spirit != HIDDEN]

    def cubes_settled(self) -> int:
        return sum(self.cards.values()) + int(self.spirit_settled)

    def cubes_on_board(self) -> int:
        return sum(stack.endswith("*") for stack in self.board.values())


@dataclass(frozen=True)
class Needs:
    """What a draw has to provide."""

    groups: int = 0
    cards: int = 0
    spirits: bool = False


@dataclass
class State:
    side: str
    players: int
    with_spirits: bool
    seats: list[Seat]
    central: list[str]  # three sorted letters, "" for an empty group
    river: list[str | None]
    gone: set[str]
    bag: dict[str, int]
    first: int
    turn: int
    doing: str  # "deal", "keep", "play" or "over"
    taken: int | None = None  # the group taken in this turn
    hand: str = ""  # its tokens that are still to be placed, sorted
    drafted: bool = False
    discarded: bool = False
    last_round: bool = False

    def copy(self) -> State:
        return replace(
            self,
            seats=[seat.copy() for seat in self.seats],
            central=list(self.central),
            river=list(self.river),
            gone=set(self.gone),
            bag=dict(self.bag),
        )

    def mover_number(self) -> int:
        """The seat to move, 1 for the first seat."""
        return (self.first + self.turn - 2) % self.players + 1

    def mover(self) -> Seat:
        return self.seats[self.mover_number() - 1]

    def first_turn_of(self, seat_number: int) -> int:
        """The number of the turn that is the first one of a seat."""
        return (seat_number - self.first) % self.players + 1

    def turns_left_in_round(self) -> int:
        """Turns of the round that are still to come, the present one included."""
        return self.players - (self.turn - 1) % self.players

    def open_cards(self, seat_number: int) -> int:
        """Uncompleted cards of a seat; a spirit counts, one still to be chosen or dealt too."""
        seat = self.seats[seat_number - 1]
        spirit_is_open = self.with_spirits and not seat.spirit_settled
        return len(seat.open_animals()) + int(spirit_is_open)

    def empty_spaces(self, seat_number: int) -> int:
        return len(empty_spaces(self.side, self.seats[seat_number - 1].board))

    def pile(self) -> list[str]:
        """The animals that are in nobody's hands, not in the river and not gone."""
        elsewhere = {card for seat in self.seats for card in seat.cards}
        elsewhere |= set(self.river_cards()) | self.gone
        return [card for card in ANIMALS if card not in elsewhere]

    def river_cards(self) -> list[str]:
        return [card for card in self.river if card is not None]

    def unseen_spirits(self) -> list[str]:
        """The spirits that are not known to be with a seat, or to have been given back."""
        seen = {spirit for seat in self.seats for spirit in seat.spirits_seen()}
        return [spirit for spirit in SPIRITS if spirit not in seen]

    def bag_fills_the_groups(self) -> bool:
        return sum(self.bag.values()) >= 3 * self.central.count("")

    def needs(self) -> Needs:
        """What is to be drawn before the present turn."""
        return Needs(
            groups=self.central.count("") if self.bag_fills_the_groups() else 0,
            cards=min(self.river.count(None), len(self.pile())),
            spirits=self.with_spirits and self.turn <= self.players,
        )


def new_state(side: str, players: int, with_spirits: bool, first: int) -> State:
    """A game before the first draw."""
    if side not in ("A", "B") or players not in (1, 2, 3, 4) or not 1 <= first <= players:
        raise ValueError(f"no such game: side {side}, {players} players, first {first}")
    size = 3 if players == 1 else 5
    return State(
        side=side,
        players=players,
        with_spirits=with_spirits,
        seats=[Seat() for _ in range(players)],
        central=[""] * size,
        river=[None] * size,
        gone=set(),
        bag=dict(TOKENS_IN_BOX),
        first=first,
        turn=1,
        doing="deal",
    )

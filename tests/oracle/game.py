"""The course of the game: legal moves as text, playing them, draws, and the end."""

from __future__ import annotations

import re

from .cards import ANIMALS, SPIRITS
from .geometry import SPACES
from .habitats import fits
from .landscape import TOKENS, may_place, score_board
from .position import parse_position, print_position
from .state import HIDDEN, Needs, State, new_state, sorted_tokens

SUN_THRESHOLDS = [40, 70, 90, 110, 130, 140, 150, 160]


class Game:
    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def new(cls, side: str, players: int, spirits: bool, first: int = 1) -> Game:
        """A start position that waits for the first draw."""
        return cls(new_state(side, players, spirits, first))

    @classmethod
    def parse(cls, text: str) -> Game:
        """Raises ValueError for a text that is no position a game could hold."""
        return cls(parse_position(text))

    def __str__(self) -> str:
        return print_position(self.state)

    def copy(self) -> Game:
        return Game(self.state.copy())

    @property
    def over(self) -> bool:
        return self.state.doing == "over"

    # --- moves ----------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """Every legal move; none while a draw is due or when the game is over."""
        if self.state.doing == "keep":
            return self._legal_keep()
        if self.state.doing == "play":
            return (
                self._legal_take()
                | self._legal_place()
                | self._legal_draft()
                | self._legal_settle()
                | self._legal_discard()
                | self._legal_end()
            )
        return set()

    def _legal_keep(self) -> set[str]:
        choice = self.state.mover().choice or ()
        names = self.state.unseen_spirits() if HIDDEN in choice else choice
        return {f"keep {name}" for name in names}

    def _legal_take(self) -> set[str]:
        if self.state.taken is not None:
            return set()
        return {f"take {n}" for n, group in enumerate(self.state.central, start=1) if group}

    def _legal_place(self) -> set[str]:
        board = self.state.mover().board
        return {
            f"place {token} {space}"
            for token in self.state.hand
            for space in SPACES[self.state.side]
            if may_place(token, space, board)
        }

    def _legal_draft(self) -> set[str]:
        s = self.state
        if s.drafted or s.discarded or s.open_cards(s.mover_number()) >= 4:
            return set()
        return {f"draft {card}" for card in s.river_cards()}

    def _legal_settle(self) -> set[str]:
        seat = self.state.mover()
        cards = seat.open_animals()
        if seat.spirit is not None and not seat.spirit_settled:
            cards.append(seat.spirit)
        return {
            f"settle {card} {space}"
            for card in cards
            for space in fits(self.state.side, seat.board, card)
        }

    def _all_placed(self) -> bool:
        return self.state.taken is not None and not self.state.hand

    def _legal_discard(self) -> set[str]:
        s = self.state
        if s.players > 1 or not self._all_placed() or s.drafted or s.discarded:
            return set()
        return {f"discard {card}" for card in s.river_cards()}

    def _legal_end(self) -> set[str]:
        return {"end"} if self._all_placed() else set()

    def play(self, text: str) -> None:
        """Plays a move; raises ValueError, and changes nothing, when it is not legal."""
        if text not in self.legal():
            raise ValueError(f"not a legal move here: {text}")
        words = text.split(" ")
        if words[0] == "keep":
            self._keep(words[1])
        elif words[0] == "take":
            self._take(int(words[1]))
        elif words[0] == "place":
            self._place(words[1], words[2])
        elif words[0] == "draft":
            self._draft(words[1])
        elif words[0] == "settle":
            self._settle(words[1], words[2])
        elif words[0] == "discard":
            self._discard(words[1])
        else:
            self._end()

    def _keep(self, spirit: str) -> None:
        seat = self.state.mover()
        others = [name for name in seat.choice or () if name not in (spirit, HIDDEN)]
        seat.spirit = spirit
        seat.given_back = others[0] if others else None
        seat.choice = None
        self.state.doing = "play"

    def _take(self, group: int) -> None:
        self.state.taken = group
        self.state.hand = self.state.central[group - 1]
        self.state.central[group - 1] = ""

    def _place(self, token: str, space: str) -> None:
        board = self.state.mover().board
        board[space] = board.get(space, "") + token
        self.state.hand = self.state.hand.replace(token, "", 1)

    def _draft(self, card: str) -> None:
        self.state.river[self.state.river.index(card)] = None
        self.state.mover().cards[card] = 0
        self.state.drafted = True

    def _settle(self, card: str, space: str) -> None:
        seat = self.state.mover()
        seat.board[space] += "*"
        if card in ANIMALS:
            seat.cards[card] += 1
        else:
            seat.spirit_settled = True
            seat.spirit_space = space

    def _discard(self, card: str) -> None:
        self.state.river[self.state.river.index(card)] = None
        self.state.gone.add(card)
        self.state.discarded = True

    def _end(self) -> None:
        s = self.state
        if s.players == 1:
            s.central = [""] * len(s.central)
        if s.empty_spaces(s.mover_number()) <= 2 or not s.bag_fills_the_groups():
            s.last_round = True
        s.taken, s.hand, s.drafted, s.discarded = None, "", False, False
        s.turn += 1
        if s.last_round and (s.turn - 1) % s.players == 0:
            s.doing = "over"
        elif s.needs() != Needs():
            s.doing = "deal"
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.state.doing = "play" if self.state.mover().choice is None else "keep"

    # --- draws ----------------------------------------------------------------------------------

    def needs(self) -> Needs:
        """What a draw must provide now; nothing when none is due."""
        return self.state.needs() if self.state.doing == "deal" else Needs()

    def deal(self, draw_text: str) -> None:
        """What chance answers; raises ValueError, and changes nothing, for a wrong answer."""
        if self.state.doing != "deal":
            raise ValueError("no draw is due")
        needs = self.needs()
        words = draw_text.split(" ") if draw_text else []
        groups = _part(words, "drawn", needs.groups)
        cards = _part(words, "turned", needs.cards)
        spirits = _part(words, "dealt", 2 if needs.spirits else 0)
        if words:
            raise ValueError(f"more than is to be drawn: {' '.join(words)}")
        after = self.state.copy()
        _fill_groups(after, groups)
        _turn_up(after, cards)
        if spirits:
            _deal_spirits(after, spirits)
        self.state = after
        self._begin_turn()

    # --- the result -----------------------------------------------------------------------------

    def scores(self) -> list[dict[str, int]]:
        """The score of each seat, in the order of the seats."""
        return [
            score_board(self.state.side, seat.board, seat.cards, seat.spirit, seat.spirit_settled)
            for seat in self.state.seats
        ]

    def ranks(self) -> list[int]:
        """The rank of each seat, 1 for the best; tied seats share one, ranks after them skip."""
        results = [
            (score["total"], seat.cubes_on_board())
            for score, seat in zip(self.scores(), self.state.seats, strict=True)
        ]
        return [1 + sum(other > mine for other in results) for mine in results]

    def suns(self) -> int:
        """The suns of a solo game."""
        s = self.state
        if s.players != 1:
            raise ValueError("only a solo game has suns")
        return solo_suns(s.side, self.scores()[0]["total"], s.with_spirits, s.seats[0].spirit)


def solo_suns(side: str, total: int, with_spirits: bool, spirit: str | None) -> int:
    """The suns for a solo score; the spirit is the one kept, its cube settled or not."""
    suns = sum(total >= threshold for threshold in SUN_THRESHOLDS)
    suns += 1 if side == "A" else 0
    if not with_spirits:
        return suns + 2
    return suns + (SPIRITS[spirit].solo_suns if spirit is not None else 0)


def _part(words: list[str], keyword: str, count: int) -> list[str]:
    """Takes a part of a draw, its keyword and so many words, off the front of the words."""
    if count == 0:
        return []
    if words[:1] != [keyword] or len(words) < 1 + count:
        raise ValueError(f"'{keyword}' with {count} words is due")
    part = words[1 : 1 + count]
    del words[: 1 + count]
    return part


def _fill_groups(state: State, groups: list[str]) -> None:
    for group in groups:
        if not re.fullmatch(f"[{TOKENS}]{{3}}", group):
            raise ValueError(f"not three tokens: {group}")
        for token in group:
            if state.bag[token] == 0:
                raise ValueError(f"the bag has no {token} left")
            state.bag[token] -= 1
        state.central[state.central.index("")] = sorted_tokens(group)


def _turn_up(state: State, cards: list[str]) -> None:
    for card in cards:
        if card not in state.pile():
            raise ValueError(f"not in the pile: {card}")
        state.river[state.river.index(None)] = card


def _deal_spirits(state: State, spirits: list[str]) -> None:
    one, other = spirits
    if spirits != [HIDDEN, HIDDEN]:
        unseen = state.unseen_spirits()
        if one == other or one not in unseen or other not in unseen:
            raise ValueError(f"these two cannot be dealt: {one} {other}")
        one, other = sorted(spirits, key=list(SPIRITS).index)
    state.mover().choice = (one, other)


def perft(game: Game, depth: int) -> int:
    """Sequences of legal moves within the rest of the turn; `end` is always the last of one."""
    if depth == 0:
        return 1
    count = 0
    for move in game.legal():
        if move == "end":
            count += 1
            continue
        after = game.copy()
        after.play(move)
        count += perft(after, depth - 1)
    return count

"""The text of a position: printing and reading it, and refusing what no game could hold.

Only the one way of writing a position that the notation gives is read: what is read prints the
same again.
"""

from __future__ import annotations

import re
from collections import Counter

from .cards import ANIMALS, SPIRITS
from .geometry import COLUMN_LENGTHS, SPACES, name_of
from .landscape import LANDSCAPE_OF, STACKS, TOKENS, TOKENS_IN_BOX
from .state import HIDDEN, Seat, State, sorted_tokens

# --- printing -----------------------------------------------------------------------------------


def print_board(side: str, board: dict[str, str]) -> str:
    columns: list[str] = []
    for column, length in enumerate(COLUMN_LENGTHS[side]):
        parts: list[str] = []
        gap = 0
        for row in range(length):
            stack = board.get(name_of(column, row), "")
            if not stack:
                gap += 1
                continue
            if gap:
                parts.append(str(gap))
                gap = 0
            parts.append(stack)
        if gap:
            parts.append(str(gap))
        columns.append(",".join(parts))
    return "/".join(columns)


def print_cards(seat: Seat) -> str:
    entries = [f"{card}:{seat.cards[card]}" for card in ANIMALS if card in seat.cards]
    if seat.choice is not None:
        entries.append("|".join(seat.choice))
    if seat.spirit is not None:
        place = f"@{seat.spirit_space}" if seat.spirit_space else ""
        entries.append(f"{seat.spirit}:{int(seat.spirit_settled)}{place}")
    if seat.given_back is not None:
        entries.append(f"~{seat.given_back}")
    return ",".join(entries) or "-"


def print_doing(state: State) -> str:
    text = state.doing
    if state.taken is not None:
        text += f":{state.taken}={state.hand}"
    if state.drafted:
        text += "+draft"
    if state.discarded:
        text += "+discard"
    if state.last_round:
        text += "!"
    return text


def print_position(state: State) -> str:
    words = [f"{state.side}{state.players}{'s' if state.with_spirits else ''}"]
    for seat in state.seats:
        words += [print_board(state.side, seat.board), print_cards(seat)]
    words += [
        ",".join(group or "-" for group in state.central),
        ",".join(card or "-" for card in state.river),
        ",".join(card for card in ANIMALS if card in state.gone) or "-",
        "".join(f"{token}{state.bag[token]}" for token in TOKENS),
        str(state.first),
        str(state.turn),
        print_doing(state),
    ]
    return " ".join(words)


# --- reading, word by word ----------------------------------------------------------------------


def _unreadable(word: str, why: str) -> ValueError:
    return ValueError(f"cannot read '{word}': {why}")


def parse_number(word: str) -> int:
    """A whole number without a leading zero."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", word):
        raise _unreadable(word, "not a number")
    return int(word)


def parse_board(side: str, word: str) -> dict[str, str]:
    columns = word.split("/")
    lengths = COLUMN_LENGTHS[side]
    if len(columns) != len(lengths):
        raise _unreadable(word, f"a board has {len(lengths)} columns")
    board: dict[str, str] = {}
    for column, text in enumerate(columns):
        row = 0
        after_gap = False
        for part in text.split(","):
            if part[:1].isdigit():
                gap = parse_number(part)
                if gap == 0 or after_gap:
                    raise _unreadable(word, f"empty spaces of column {column + 1}")
                row += gap
                after_gap = True
                continue
            if part not in STACKS and part.removesuffix("*") not in STACKS:
                raise _unreadable(word, f"'{part}' is no stack")
            if row < lengths[column]:
                board[name_of(column, row)] = part
            row += 1
            after_gap = False
        if row != lengths[column]:
            raise _unreadable(word, f"column {column + 1} has {lengths[column]} spaces")
    return board


def _parse_spirit(entry: str, seat: Seat) -> bool:
    """Reads 'lion:0', 'lion:1', 'lion:1@c4'; says whether it was one."""
    match = re.fullmatch(r"([a-z_]+):([01])(?:@([a-g][1-5]))?", entry)
    if match is None or match[1] not in SPIRITS or (match[2] == "0" and match[3]):
        return False
    seat.spirit = match[1]
    seat.spirit_settled = match[2] == "1"
    seat.spirit_space = match[3]
    return True


def _parse_choice(entry: str, seat: Seat) -> bool:
    """Reads 'lion|owl', '?|?'; says whether it was one."""
    names = entry.split("|")
    if len(names) != 2:
        return False
    hidden = names == [HIDDEN, HIDDEN]
    if not hidden:
        if names[0] not in SPIRITS or names[1] not in SPIRITS:
            return False
        if names != sorted(names, key=list(SPIRITS).index):
            raise _unreadable(entry, "the two are in the order of cards.json")
    seat.choice = (names[0], names[1])
    return True


def parse_cards(word: str) -> Seat:
    """A seat with these cards and an empty board."""
    seat = Seat()
    if word == "-":
        return seat
    entries = word.split(",")
    while entries and entries[0].split(":")[0] in ANIMALS:
        entry = entries.pop(0)
        name, colon, cubes_text = entry.partition(":")
        cubes = parse_number(cubes_text) if colon else -1
        if not 0 <= cubes <= len(ANIMALS[name].points):
            raise _unreadable(word, f"the cubes of '{entry}'")
        if name in seat.cards:
            raise ValueError(f"a card in two places: {name}")
        seat.cards[name] = cubes
    if entries and (_parse_spirit(entries[0], seat) or _parse_choice(entries[0], seat)):
        entries.pop(0)
    if entries and seat.spirit is not None and entries[0].startswith("~"):
        seat.given_back = entries.pop(0).removeprefix("~")
        if seat.given_back not in SPIRITS:
            raise _unreadable(word, f"'{seat.given_back}' is no spirit")
    if entries:
        raise _unreadable(word, f"'{entries[0]}'")
    return seat


def parse_group(text: str) -> str:
    if text == "-":
        return ""
    if not re.fullmatch(f"[{TOKENS}]{{3}}", text) or text != sorted_tokens(text):
        raise _unreadable(text, f"a group is three letters in the order {TOKENS}")
    return text


def parse_card_list(word: str) -> list[str]:
    for card in word.split(","):
        if card not in ANIMALS:
            raise _unreadable(word, f"'{card}' is no animal card")
    return word.split(",")


def parse_bag(word: str) -> dict[str, int]:
    match = re.fullmatch("".join(f"{token}([0-9]+)" for token in TOKENS), word)
    if match is None:
        raise _unreadable(word, "the bag")
    return {token: parse_number(match[index + 1]) for index, token in enumerate(TOKENS)}


def parse_doing(word: str, state: State) -> None:
    match = re.fullmatch(
        r"(?P<doing>deal|keep|play|over)"
        r"(?::(?P<taken>[1-5])=(?P<hand>[WMTLFH]{0,3}))?"
        r"(?P<did>\+draft|\+discard)?"
        r"(?P<last>!)?",
        word,
    )
    if match is None:
        raise _unreadable(word, "what happens next")
    state.doing = match["doing"]
    if match["taken"] is not None:
        state.taken = int(match["taken"])
        state.hand = match["hand"]
        if state.hand != sorted_tokens(state.hand):
            raise _unreadable(word, f"tokens are in the order {TOKENS}")
    state.drafted = match["did"] == "+draft"
    state.discarded = match["did"] == "+discard"
    state.last_round = match["last"] is not None


def parse_position(text: str) -> State:
    words = text.split(" ")
    setup = re.fullmatch(r"([AB])([1-4])(s?)", words[0])
    if setup is None:
        raise _unreadable(words[0], "the setup")
    side, players, with_spirits = setup[1], int(setup[2]), setup[3] == "s"
    if len(words) != 8 + 2 * players:
        raise _unreadable(text, f"{8 + 2 * players} words are due")
    seats: list[Seat] = []
    for number in range(players):
        seat = parse_cards(words[2 + 2 * number])
        seat.board = parse_board(side, words[1 + 2 * number])
        seats.append(seat)
    central, river, gone, bag, first, turn, doing = words[1 + 2 * players :]
    state = State(
        side=side,
        players=players,
        with_spirits=with_spirits,
        seats=seats,
        central=[parse_group(group) for group in central.split(",")],
        river=[None if card == "-" else parse_card_list(card)[0] for card in river.split(",")],
        gone=set() if gone == "-" else set(parse_card_list(gone)),
        bag=parse_bag(bag),
        first=parse_number(first),
        turn=parse_number(turn),
        doing="",
    )
    parse_doing(doing, state)
    refuse_impossible(state)
    if print_position(state) != text:
        raise _unreadable(text, f"it is written '{print_position(state)}'")
    return state


# --- refusing -----------------------------------------------------------------------------------


def refuse_impossible(state: State) -> None:
    """Raises ValueError for a position that no game could hold."""
    _check_numbers(state)
    _check_doing(state)
    _check_spirits(state)
    _check_tokens(state)
    _check_card_places(state)
    _check_card_limit(state)
    _check_cubes(state)
    _check_empty_spaces(state)
    _check_central(state)


def _check_numbers(state: State) -> None:
    size = 3 if state.players == 1 else 5
    if len(state.central) != size or len(state.river) != size:
        raise ValueError(f"central board and river have {size} places")
    if not 1 <= state.first <= state.players:
        raise ValueError(f"no such first seat: {state.first}")
    if state.turn < 1:
        raise ValueError("the first turn is 1")


def _check_doing(state: State) -> None:
    if state.doing == "over" and not state.last_round:
        raise ValueError("over without the last round being called")
    if state.doing != "play" and (state.taken is not None or state.drafted or state.discarded):
        raise ValueError(f"nothing is taken, drafted or discarded in '{state.doing}'")
    groups_not_there = [n for n, group in enumerate(state.central, start=1) if not group]
    if state.taken is not None and state.taken not in groups_not_there:
        raise ValueError(f"group {state.taken} cannot be the one taken")
    if state.discarded and (state.players > 1 or state.taken is None or state.hand):
        raise ValueError("a discard comes in solo, after the third token")


def _check_spirits(state: State) -> None:
    """A seat looks at its spirits as its first turn begins, and has kept one after that."""
    for number, seat in enumerate(state.seats, start=1):
        first_turn = state.first_turn_of(number)
        has_kept = first_turn < state.turn or (first_turn == state.turn and state.doing == "play")
        is_choosing = first_turn == state.turn and state.doing == "keep"
        if (seat.spirit is not None) != (state.with_spirits and has_kept):
            raise ValueError(f"seat {number}: a spirit kept, where none can be, or none")
        if (seat.choice is not None) != (state.with_spirits and is_choosing):
            raise ValueError(f"seat {number}: spirits to choose from, where none can be, or none")
    if state.doing == "keep" and state.mover().choice is None:
        raise ValueError("keep without spirits to choose from")


def _check_tokens(state: State) -> None:
    tokens: Counter[str] = Counter(state.bag)
    tokens.update(state.hand)
    for group in state.central:
        tokens.update(group)
    for seat in state.seats:
        for stack in seat.board.values():
            tokens.update(stack.removesuffix("*"))
    for token, limit in TOKENS_IN_BOX.items():
        if tokens[token] > limit:
            raise ValueError(f"{tokens[token]} tokens {token}, but the box holds {limit}")


def _check_card_places(state: State) -> None:
    places: Counter[str] = Counter(state.gone)
    places.update(state.river_cards())
    for seat in state.seats:
        places.update(list(seat.cards))
        places.update(seat.spirits_seen())
    for card, count in places.items():
        if count > 1:
            raise ValueError(f"a card in two places: {card}")


def _check_card_limit(state: State) -> None:
    for number in range(1, state.players + 1):
        if state.open_cards(number) > 4:
            raise ValueError(f"seat {number}: more than 4 uncompleted cards")


def _check_cubes(state: State) -> None:
    for number, seat in enumerate(state.seats, start=1):
        for space, stack in seat.board.items():
            if stack.endswith("*") and stack.removesuffix("*") not in LANDSCAPE_OF:
                raise ValueError(f"seat {number}: no cube can stand on {space}")
        if seat.cubes_on_board() != seat.cubes_settled():
            raise ValueError(f"seat {number}: cubes on the board and on its cards differ")
        if seat.spirit_space is not None:
            if seat.spirit_space not in SPACES[state.side]:
                raise ValueError(f"seat {number}: no space {seat.spirit_space}")
            if not seat.board.get(seat.spirit_space, "").endswith("*"):
                raise ValueError(f"seat {number}: no cube on {seat.spirit_space}")


def _check_empty_spaces(state: State) -> None:
    """A seat with a turn to come has to be able to place its tokens."""
    if state.doing == "over":
        return
    last_turn_of_round = state.turn + state.turns_left_in_round() - 1
    for number in range(1, state.players + 1):
        if number == state.mover_number():
            due = 3 if state.taken is None else len(state.hand)
        elif not state.last_round:
            due = 3
        else:
            turns = range(state.turn + 1, last_turn_of_round + 1)
            movers = [(state.first + turn - 2) % state.players + 1 for turn in turns]
            due = 3 if number in movers else 0
        if state.empty_spaces(number) < due:
            raise ValueError(f"seat {number}: no room for the tokens still to come")


def _check_central(state: State) -> None:
    """A group for each turn of the round that is still to come."""
    if state.doing == "over":
        return
    turns_to_come = state.turns_left_in_round() - int(state.taken is not None)
    groups = len(state.central) - state.central.count("")
    if state.doing == "deal" and state.bag_fills_the_groups():
        groups = len(state.central)
    if groups < turns_to_come:
        raise ValueError(f"{groups} groups for {turns_to_come} turns of this round")

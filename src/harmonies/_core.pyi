# Written by tools/generate_stubs.py: change core/bindings, not this file.
"""The rules of the game, in C++. Use it through the package `harmonies`."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray


class Move:
    """
    One of the fixed set of moves. Equal moves are the same object.

    >>> from harmonies import Move
    >>> move = Move.parse('place M c3')
    >>> move.index, move.kind, move.token, move.space
    (56, 'place', 'M', 'c3')
    >>> Move.from_index(56)
    Move('place M c3')
    """

    @staticmethod
    def from_index(index: int) -> Move:
        """The move with this number; NoSuchMove when there is none."""

    @staticmethod
    def parse(text: str) -> Move:
        """The move that a text says; MoveSyntaxError when it says none."""

    @property
    def index(self) -> int:
        """Its number in the fixed action space."""

    @property
    def kind(self) -> str:
        """The first word: keep, take, place, draft, settle, discard or end."""

    @property
    def card(self) -> str | None:
        """The card of keep, draft, settle and discard."""

    @property
    def token(self) -> str | None:
        """The token that is placed."""

    @property
    def group(self) -> int | None:
        """The group that is taken, from 1."""

    @property
    def space(self) -> str | None:
        """The space of place and settle."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, other: Move, /) -> bool: ...

    def __reduce__(self) -> tuple[object, ...]: ...

MOVES: tuple[Move, ...] = ...

class Draw:
    """What chance answered: tokens, cards, the two spirits of a seat."""

    @property
    def groups(self) -> list[str]:
        """Three letters for each group that was filled, in order."""

    @property
    def cards(self) -> list[str]:
        """The cards turned up, in order."""

    @property
    def spirits(self) -> tuple[str, str] | None:
        """The two spirits dealt; None when there are none to see."""

    @property
    def deals_spirits(self) -> bool:
        """Whether spirits were dealt, seen or not."""

    def redacted(self) -> Draw:
        """The draw as those see it who do not sit where the spirits were dealt."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def __hash__(self) -> int: ...

class Dealer:
    """The hidden order of bag, pile and spirits from some state on."""

    @staticmethod
    def seeded(state: State, seed: bytes) -> Dealer:
        """The order that 32 bytes fix: see docs/fair-deal.md."""

    @staticmethod
    def random(state: State, seed: int) -> Dealer:
        """An order for simulation, cheap to make."""

    def draw(self, state: State) -> Draw:
        """
        The answer to what the state needs. The state has to be the one the dealer was made for or one that followed from it by this dealer's draws.
        """

    def copy(self) -> Dealer: ...

def seeded_first(seed: bytes, players: int) -> int:
    """The seat a seed gives the first turn, from 0."""

def fair_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed that a server's secret and the seats' nonces make together."""

class State:
    """
    Everything that is known of a game at one moment. It never changes: a move makes a new one. It prints as its position text.
    """

    @staticmethod
    def start(side: str = 'A', players: int = 2, spirits: bool = False, first: int = 0) -> State:
        """The start of a game, waiting for its first draw."""

    @staticmethod
    def parse(text: str) -> State:
        """The state that a position text says; PositionError when it says none."""

    @property
    def side(self) -> str:
        """'A' with a river or 'B' with islands."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def spirits(self) -> bool:
        """Whether the spirit cards are in the game."""

    @property
    def first(self) -> int:
        """The seat that had the first turn, from 0."""

    @property
    def turn(self) -> int:
        """The number of this turn, from 1."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, from 0."""

    @property
    def phase(self) -> str:
        """
        'deal' while chance is to answer, then 'keep' or 'play', at last 'over'.
        """

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def last_round(self) -> bool:
        """Whether the end has been triggered."""

    @property
    def groups(self) -> list[str]:
        """The central board: three letters a group, '' when empty."""

    @property
    def river(self) -> list[str | None]:
        """The face-up cards; None for a gap."""

    @property
    def hand(self) -> str:
        """The letters of the tokens still to be placed."""

    @property
    def taken(self) -> int | None:
        """The group taken in this turn, from 1."""

    @property
    def drafted(self) -> bool:
        """Whether a card was drafted in this turn."""

    @property
    def discarded(self) -> bool:
        """Whether a card was discarded in this turn (solo)."""

    @property
    def bag(self) -> dict[str, int]:
        """How many tokens of each colour the bag holds."""

    @property
    def pile(self) -> list[str]:
        """The animals still to come, in the order of the data."""

    @property
    def gone(self) -> list[str]:
        """The animals that were discarded."""

    @property
    def dealt(self) -> tuple[str, str] | None:
        """The spirits the seat to move chooses from, where known."""

    def board(self, seat: int) -> dict[str, str]:
        """What stands on a seat's board: its stacks by space, '*' for a cube."""

    def cards(self, seat: int) -> dict[str, int]:
        """The animals of a seat, each with its cubes settled."""

    def completed(self, seat: int) -> list[str]:
        """The animals of a seat whose last cube is settled."""

    def uncompleted(self, seat: int) -> int:
        """How many cards count towards the four a seat may hold."""

    def spirit(self, seat: int) -> str | None:
        """The spirit a seat kept."""

    def spirit_settled(self, seat: int) -> bool:
        """Whether its cube is on the board."""

    def spirit_space(self, seat: int) -> str | None:
        """Where, when that is known."""

    def returned(self, seat: int) -> str | None:
        """The spirit a seat gave back, where that may be known."""

    def fits(self, seat: int, card: str) -> list[str]:
        """
        Where a cube of the card could be settled on a seat's board as it stands.
        """

    def legal_moves(self) -> list[Move]:
        """All legal moves; none while chance is to answer and after the end."""

    def why_not(self, move: Move) -> str | None:
        """The code of what makes a move illegal; None when it is legal."""

    def play(self, move: Move) -> State:
        """The state after a move; IllegalMove when it may not be played."""

    def deal(self, draw: Draw) -> State:
        """
        The state after a draw; IllegalDraw when it does not answer what is needed.
        """

    def parse_draw(self, text: str) -> Draw:
        """
        The draw a text says, as the answer to what this state needs; DrawSyntaxError when it is none.
        """

    def needs(self) -> tuple[int, int, bool]:
        """
        What chance has to answer: how many groups, how many cards, and whether spirits.
        """

    def redacted(self, *seats: int) -> State:
        """
        The state as somebody in these seats may know it; a spectator sits in none.
        """

    def sampled(self, seed: int) -> State:
        """A full state that fits this one: spirits that are hidden are drawn."""

    def points(self, seat: int) -> int:
        """What a seat's board and cards are worth now."""

    def perft(self, depth: int) -> int:
        """
        The number of sequences of up to so many moves within the rest of the turn.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

STATE_BYTES: int = 328

CATEGORIES: tuple[str, ...] = ...

class Tableau:
    """A board with the cards beside it, as it is scored."""

    @staticmethod
    def of_seat(state: State, seat: int) -> Tableau: ...

    @staticmethod
    def of_table(side: str, board: Mapping[str, str], cards: Mapping[str, int], spirit: str | None = None, spirit_settled: bool = False) -> Tableau:
        """From words; BadArgument when one of them names nothing."""

    def points(self) -> list[int]:
        """The points by category, in the order of CATEGORIES."""

    def reasons(self) -> list[tuple[str, int, int, list[str], list[str], str | None]]:
        """
        Every thing that scores or could: category, points, size, spaces, path, card.
        """

def stack_exists(stack: str) -> bool:
    """Whether a stack can be built: 'TTL', 'MH*', '' for an empty space."""

def places(state: State) -> list[tuple[int, int, int]]:
    """For each seat its place, points and cubes on the board."""

def suns(points: int, side: str, spirits: bool, spirit: str | None = None) -> int:
    """What a solo score is worth in suns."""

class Game:
    """A state, and the moves of its turn that may be taken back."""

    def __init__(self, state: State) -> None: ...

    @property
    def state(self) -> State: ...

    @property
    def over(self) -> bool: ...

    @property
    def draw_due(self) -> bool:
        """Whether chance is to answer."""

    @property
    def undoable(self) -> int:
        """How many moves can be taken back."""

    def play(self, move: Move) -> None:
        """Plays a move; IllegalMove when it may not be played."""

    def deal(self, draw: Draw) -> None:
        """Enters a draw; IllegalDraw when it does not answer what is needed."""

    def undo(self) -> None:
        """Takes back the last move of the turn; IllegalUndo when none can be."""

    def copy(self) -> Game: ...

def random_games(side: str, players: int, spirits: bool, games: int, seed: int) -> tuple[int, int, int]:
    """
    Plays games with uniform random moves: games, moves, points of all seats.
    """

def yardstick(rounds: int) -> int:
    """A fixed loop of integer arithmetic, to compare machines by."""

def repeat(operation: str, states: Sequence[State], rounds: int) -> int:
    """
    Repeats 'copy', 'legal', 'apply', 'score' or 'redact' on each state; for benchmarks.
    """

class Network:
    """An evaluation that was learned, from the bytes of its file."""

    def __init__(self, file: bytes) -> None: ...

    @property
    def provenance(self) -> str:
        """How it was made, in JSON."""

def encode(state: State) -> tuple[list[int], int]:
    """
    What the network sees of a position within a turn: numbers of rows, and the stage.
    """

def self_play(network: Network | None, *, games: int, first: int = 0, seed: int, kinds: Sequence[tuple[int, str, bool, int]], nodes: int, width: int, candidates: int = 1, surprises: int, probe_nodes: int = 0, others: int = 0, guests: int = 0, threads: int, cancel: Cancel | None = None) -> bytes:
    """
    Logs of games that the network, or 'handmade', plays against itself. Kinds of games are players, side, spirits and a weight; with several candidates it looks ahead; surprises are in a thousand turns; probes are looked at with so many nodes, where with any; of a thousand games, in so many as `guests` says all seats but one are others'. `first` is the number of the first game, which with the seed decides all of it.
    """

def log_file(logs: bytes) -> bytes:
    """The bytes of a file for logs, with a checksum."""

def logs_in(file: bytes) -> bytes:
    """
    The logs in such a file. ValueError with a code where it is damaged or another.
    """

def log_results(logs: bytes) -> list[tuple[int, str, bool, tuple[int, ...], tuple[int, ...]]]:
    """
    Of each game, played again: players, side, spirits, the seats' points, guests' seats.
    """

def samples(logs: bytes, lambda_: float, threads: int) -> tuple[NDArray[numpy.uint16], NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.float32], NDArray[numpy.float32], int]:
    """
    What the logs teach: rows, offsets of positions into them, stages, points to come as expected and as they came; the number of games.
    """

class FirstLayer:
    """The network's first layer on a processor, while it is trained."""

    def __init__(self, threads: int) -> None: ...

    def sums(self, rows: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], table: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], sums: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Writes the sum of each chosen position's rows."""

    def add(self, rows: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], table: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], gradients: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """Adds each chosen position's gradient to its rows."""

NETWORK_PARTS: tuple[tuple[str, int, int, int], ...] = ...

NETWORK_SHAPE: tuple[int, int, int, int] = (9235, 96, 32, 8)

NETWORK_MARK: int = 3847494886

NETWORK_VERSION: int = 1

class Cancel:
    """Asks a search that runs in another thread to stop."""

    def __init__(self) -> None: ...

    def cancel(self) -> None:
        """The search ends soon, with the best it has found."""

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to."""

class Planner:
    """
    Finds whole turns, with one of the core's evaluations: 'naive', 'immediate', 'handmade' or, with a network, 'learned'. Searches of one planner wait for each other.
    """

    def __init__(self, evaluation: str, weights: Sequence[int] | None = None, network: Network | None = None) -> None: ...

    def plan(self, state: State, *, nodes: int, milliseconds: float | None = None, seed: int = 0, width: int = 256, best: int = 1, cards: int = 5, whole_turns: bool = True, standing: bool = True, candidates: int = 1, samples: int = 256, reply_nodes: int = 2000, objective: str = 'points', cancel: Cancel | None = None) -> tuple[str, list[tuple[tuple[Move, ...], int, float | None, int]], int, int, bool, bool]:
        """
        Status, turns (best first), states rated, width of the beam, whether nothing was left out, whether it was stopped. Of each turn: moves, value in thousandths of a point, chance to win, how often it was played on.
        """

    def rate(self, state: State) -> int:
        """
        What the position is worth to the seat to move, in thousandths of a point.
        """

    def repeat_ratings(self, state: State, rounds: int) -> int:
        """
        For benchmarks: rates what follows from a position by one move, again and again. Says how many ratings that were.
        """

def look_at(state: State) -> tuple[list[int], int, int]:
    """
    What 'handmade' sees for the seat to move: its features, how early it is from 0 to 256, and the points now.
    """

def handmade_weights() -> list[tuple[str, int, int]]:
    """
    The features of 'handmade', and what each is worth early in the game and at its end.
    """

class Batch:
    """
    Many games stepped together by the core's threads. Its arrays never move: each step writes into them.
    """

    def __init__(self, games: int, *, players: int, side: str, spirits: bool, first: int | None, reward: str, restart: str, penalty: float | None, planes: bool, threads: int) -> None: ...

    @property
    def mask(self) -> numpy.typing.NDArray[numpy.int8]:
        """1 for each legal action."""

    @property
    def features(self) -> numpy.typing.NDArray[numpy.uint8]:
        """What the seat to move may know, in the compact form."""

    @property
    def planes(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The boards as planes, that of the seat to move first."""

    @property
    def to_move(self) -> numpy.typing.NDArray[numpy.int32]:
        """Whose turn it is."""

    @property
    def rewards(self) -> numpy.typing.NDArray[numpy.float32]:
        """For each seat."""

    @property
    def ended(self) -> numpy.typing.NDArray[numpy.bool_]:
        """Whether the game ended with this step."""

    @property
    def points(self) -> numpy.typing.NDArray[numpy.int32]:
        """Of each seat, in the game that ended last."""

    @property
    def actions(self) -> numpy.typing.NDArray[numpy.int64]:
        """What draw_actions() has drawn."""

    @property
    def games(self) -> int: ...

    @property
    def threads(self) -> int: ...

    @property
    def bytes_per_game(self) -> int:
        """The memory that a game takes, its rows and its story included."""

    def copy(self) -> Batch:
        """
        The same games in memory of their own, the order of what is hidden included.
        """

    def begin(self, seeds: bytes) -> None:
        """Each game begins, with 32 bytes of these; may be called again."""

    def begin_game(self, game: int, seed: bytes) -> None:
        """One game begins anew."""

    def begin_at(self, game: int, start: State, seed: bytes) -> None:
        """One game goes on from a position."""

    def sample(self, game: int, seed: bytes) -> None:
        """Draws anew what the seat to move may not know of a game."""

    def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> int | None:
        """
        One move in each game. Nothing is done when an action is illegal, where that is no reason to end its game: the answer is the first such game.
        """

    def draw_actions(self) -> None:
        """Uniform legal actions, into `actions`."""

    def state(self, game: int) -> State: ...

    def seed(self, game: int) -> bytes:
        """The seed of a game."""

    def over(self, game: int) -> bool: ...

    def story(self, game: int) -> tuple[State, bytes, tuple[Move, ...]]:
        """How it began, its seed and its moves."""

    def story_before(self, game: int) -> tuple[State, bytes, tuple[Move, ...]]:
        """The same of the game that ended last, where another has begun since."""

    def end_before(self, game: int) -> State:
        """How the game that ended last has ended."""

def observe(state: State, viewer: int) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]:
    """
    What a seat may know of a state: the features, and the boards as planes.
    """

def final_rewards(state: State, reward: str) -> list[float]:
    """What the end of a game brings each seat: 'points', 'suns' or 'rank'."""

def next_seed(seed: bytes) -> bytes:
    """The seed of the game after the one with this seed."""

PLANES: tuple[str, ...] = ...

PLANE_ROWS: int = 5

PLANE_COLUMNS: int = 7

FEATURE_PARTS: tuple[tuple[str, int, bool], ...] = ...

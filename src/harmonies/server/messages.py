"""What travels between the server and its clients, as models: the schema is made from these.

Seats count from 1 here, as in all text.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from harmonies.server.tables import Ending, Kind, Status

SeatNumber = Annotated[int, Field(ge=1, le=4)]
Version = Annotated[int, Field(ge=0, le=100_000)]
MoveText = Annotated[str, Field(min_length=1, max_length=60, examples=["place M c3"])]


class Asked(BaseModel):
    """What a client sends: words it does not know are refused, and so is "2" for 2."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Asked):
    """A table to open. You sit down in its first seats, one unless you say more."""

    players: SeatNumber = 2
    side: Literal["A", "B"] = "A"
    spirits: bool = False
    first: SeatNumber | None = Field(None, description="Who begins; chance decides when left out")
    public: bool = False
    my_seats: SeatNumber = Field(1, description="How many seats you play: more for a hot seat")
    computers: list[str] = Field(
        [], max_length=3, description="Levels of the computer players that sit down beside you"
    )
    start: bool = Field(False, description="Begin at once, if no seat is left open")
    nonce: str | None = Field(None, max_length=64, description="Your part of the game's seed")


class SitDown(Asked):
    """A seat to take."""

    seat: SeatNumber | None = Field(None, description="The first open one when left out")
    code: str | None = Field(None, max_length=24, description="From the invitation link")
    nonce: str | None = Field(None, max_length=64, description="Your part of the game's seed")


class SeatComputer(Asked):
    """A computer player for an open seat."""

    seat: SeatNumber
    level: str = Field(max_length=24, examples=["level-4"])


class OneSeat(Asked):
    """One of the table's seats."""

    seat: SeatNumber


class MySeat(Asked):
    """One of your seats; the first when you do not say."""

    seat: SeatNumber | None = None


class AgreeToEnd(Asked):
    """Whether you would end the game here."""

    agree: bool = True


class PlayMove(Asked):
    """A move, and the table's version it was decided on."""

    version: Version
    move: MoveText


class UndoMove(Asked):
    """The table's version that is to be taken back."""

    version: Version


class Reach(BaseModel):
    """Where others reach this page."""

    url: str | None = Field(
        description="None when that is where you opened it", examples=["http://192.168.0.7:8484/"]
    )


class PlayerView(BaseModel):
    """A computer player one can ask for."""

    level: str = Field(examples=["level-4"])
    title: str = Field(examples=["Regular"])
    about: str = Field(examples=["Takes the most points it can have this turn."])
    strength: int | None = Field(
        description="From 1, the weakest that people pick from; None for those for programs",
        examples=[4],
    )
    nodes: int | None = Field(
        description="How many states it looks at in a turn; None when it looks at none",
        examples=[5000],
    )
    lighter: str | None = Field(
        description="Who plays in its place when the server is busy", examples=["level-3"]
    )


class SeatView(BaseModel):
    """A seat, as everybody sees it."""

    seat: int
    kind: Kind
    name: str
    level: str | None
    you: bool
    here: bool = Field(description="Whether its player watches the table now")
    absent: bool = Field(description="Whether its player has been away for long")
    votes: list[str] = Field(description="'end', or the seats its player would have replaced")


class Place(BaseModel):
    """How a seat ended."""

    seat: int
    place: int
    points: int
    cubes: int


class Fairness(BaseModel):
    """What the deal follows from: see docs/fair-deal.md."""

    commitment: str
    nonces: list[str | None] = Field(description="Hexadecimal, by seat")
    secret: str | None = Field(description="Hexadecimal; known when the game has ended")


class TableView(BaseModel):
    """A table, as one visitor sees it."""

    id: str
    status: Status
    ending: Ending | None
    side: Literal["A", "B"]
    players: int
    spirits: bool
    first: int | None
    public: bool
    host: bool = Field(description="Whether you opened it")
    code: str | None = Field(description="For the invitation link; for those who sit here")
    seats: list[SeatView]
    to_move: int | None
    waiting: str | None = Field(description="What the table waits for, when that takes long")
    version: int
    revision: int
    fairness: Fairness
    result: list[Place] | None
    winners: list[int] | None
    rematch: str | None
    created: int
    started: int | None
    ended: int | None


class SeatSummary(BaseModel):
    """A seat in a list of tables."""

    seat: int
    kind: Kind
    name: str
    you: bool


class TableSummary(BaseModel):
    """A table in a list."""

    id: str
    status: Status
    ending: Ending | None
    side: Literal["A", "B"]
    players: int
    spirits: bool
    public: bool
    host: bool
    seats: list[SeatSummary]
    created: int
    started: int | None
    ended: int | None


class TableList(BaseModel):
    """Some tables, newest first."""

    tables: list[TableSummary]
    more: int | None = Field(description="Give it as `before` to see older ones")


class Events(BaseModel):
    """A part of a table's log, as you may see it."""

    first: int = Field(description="The number of the first event given")
    events: list[str] = Field(examples=[["take 2", "place M c3"]])
    version: int


class WholeView(BaseModel):
    """All that you may know of a game, for programs without the core."""

    version: int
    position: str
    state: dict[str, Any]
    legal: list[str]
    scores: list[dict[str, int]]


class Done(BaseModel):
    """A move was played, or taken back, and is on disk."""

    version: int


# The live connection. Messages are told apart by their `type`.


class LivePlay(PlayMove):
    """A move, over the live connection; `id` comes back in the answer."""

    type: Literal["play"]
    id: str = Field("", max_length=40)


class LiveUndo(UndoMove):
    """The last move taken back."""

    type: Literal["undo"]
    id: str = Field("", max_length=40)


class LivePing(Asked):
    """Are you there?"""

    type: Literal["ping"]


FromClient = Annotated[LivePlay | LiveUndo | LivePing, Field(discriminator="type")]


class LiveEvents(Events):
    """What has happened; the first after connecting begins where you asked for."""

    type: Literal["events"]


class LiveTable(BaseModel):
    """The table itself has changed: seats, status."""

    type: Literal["table"]
    table: TableView


class LiveDone(Done):
    """Your move is on disk."""

    type: Literal["done"]
    id: str


class LiveProblem(BaseModel):
    """Your message was refused."""

    type: Literal["problem"]
    id: str
    problem: dict[str, Any]


class LivePong(BaseModel):
    """I am here."""

    type: Literal["pong"]


FromServer = Annotated[
    LiveEvents | LiveTable | LiveDone | LiveProblem | LivePong, Field(discriminator="type")
]

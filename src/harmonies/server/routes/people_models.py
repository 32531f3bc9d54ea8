"""What travels about people, as models: the schema is made from these."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field

from harmonies.server.messages import Asked
from harmonies.server.names import LONGEST
from harmonies.server.passwords import LONGEST as LONGEST_PASSWORD

if TYPE_CHECKING:
    from harmonies.server.access import Session, Token
    from harmonies.server.credentials import Known, Person

Name = Annotated[
    str, Field(max_length=4 * LONGEST, description="1 to 40 visible characters", examples=["Ada"])
]
Password = Annotated[
    str,
    Field(
        max_length=LONGEST_PASSWORD,
        description="8 characters or more",
        examples=["correct horse battery"],
    ),
]
Moment = Annotated[int, Field(description="Milliseconds since 1970", examples=[1760000000000])]


class ChosenName(Asked):
    """A name of your choice."""

    name: Name


class ChosenPassword(Asked):
    """A password for your name."""

    password: Password


class NewPassword(Asked):
    """Another password."""

    old: Password
    new: Password


class SignIn(Asked):
    """A name that was claimed, and its password."""

    name: Name
    password: Password


class TokenLabel(Asked):
    """What the token is for, so that you know later."""

    label: Annotated[str, Field(min_length=1, max_length=80, examples=["my robot"])]


class Me(BaseModel):
    """You."""

    id: str = Field(examples=["4f1c9a0b7d3e5f60a1b2"])
    name: str = Field(examples=["Ada"])
    claimed: bool = Field(description="Whether the name has a password")
    created: Moment

    @classmethod
    def of(cls, person: Person) -> Me:
        """A person's own view of themselves."""
        return cls(**asdict(person))


class MySession(BaseModel):
    """A browser you are signed in with."""

    id: str
    agent: str = Field(description="What the browser calls itself")
    created: Moment
    seen: Moment
    expires: Moment
    current: bool = Field(description="Whether it is this one")

    @classmethod
    def of(cls, session: Session, known: Known) -> MySession:
        """A session as its person sees it."""
        return cls(**asdict(session), current=session.id == known.session)


class MySessions(BaseModel):
    """All browsers you are signed in with, the last used first."""

    sessions: list[MySession]


class MyToken(BaseModel):
    """A token of one of your programs."""

    id: str
    label: str
    created: Moment
    seen: Moment | None = Field(description="When it was last used")

    @classmethod
    def of(cls, token: Token) -> MyToken:
        """A token as its person sees it."""
        return cls(**asdict(token))


class MyTokens(BaseModel):
    """All your tokens, the newest first."""

    tokens: list[MyToken]


class MyNewToken(MyToken):
    """A token that was just made."""

    token: str = Field(description="Shown this once. Send it as `Authorization: Bearer …`")

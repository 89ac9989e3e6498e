"""A plain scorekeeper to measure ours against: FastAPI and SQLAlchemy, as the trade writes them.

Devices sign in with a token, a match has two sides, and a hand is a bid and the points that each
side took. The score is their sum, less the bid where the bidders fell short of it; nothing is
checked against the rules, and nothing of what happened before a hand was changed is stored.
"""

import hashlib
import os
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Annotated, Final
from uuid import UUID, uuid4

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request, status
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from sqlalchemy import ForeignKey, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

CONNECTIONS: Final = 8  # as many as a worker of ours has


class Base(DeclarativeBase):
    """The tables."""


class Device(Base):
    """A device and the hash of its token."""

    __tablename__ = "devices"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    token_hash: Mapped[bytes] = mapped_column(unique=True)


class Match(Base):
    """A match and the device that keeps its score."""

    __tablename__ = "matches"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    device_id: Mapped[UUID] = mapped_column(ForeignKey("devices.id"), index=True)
    us: Mapped[str]
    them: Mapped[str]
    hands: Mapped[list["Hand"]] = relationship(order_by="Hand.number", lazy="selectin")


class Hand(Base):
    """A bid and the points that each side took."""

    __tablename__ = "hands"

    match_id: Mapped[UUID] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    bidder: Mapped[int]
    bid: Mapped[int]
    us: Mapped[int]
    them: Mapped[int]


class MatchIn(BaseModel):
    """The names of both sides."""

    us: str = Field(min_length=1, max_length=40)
    them: str = Field(min_length=1, max_length=40)


class HandIn(BaseModel):
    """A hand as it is entered: sides are 0 and 1."""

    bidder: int = Field(ge=0, le=1)
    bid: int = Field(ge=2, le=4)
    us: int = Field(ge=0, le=4)
    them: int = Field(ge=0, le=4)


class HandOut(HandIn):
    """A hand with what it scores and the scores after it."""

    number: int
    is_set: bool
    scored: tuple[int, int]
    scores: tuple[int, int]


class Sheet(BaseModel):
    """The score sheet of a match."""

    id: UUID
    us: str
    them: str
    hands: list[HandOut]
    scores: tuple[int, int]


class SignedIn(BaseModel):
    """The token of a new device."""

    token: str


def hands_out(hands: Iterable[Hand]) -> list[HandOut]:
    """Return the hands with running scores."""
    scores, scored_hands = (0, 0), []
    for hand in hands:
        scored = [hand.us, hand.them]
        is_set = scored[hand.bidder] < hand.bid
        if is_set:
            scored[hand.bidder] = -hand.bid
        scores = (scores[0] + scored[0], scores[1] + scored[1])
        scored_hands.append(
            HandOut(
                number=hand.number,
                bidder=hand.bidder,
                bid=hand.bid,
                us=hand.us,
                them=hand.them,
                is_set=is_set,
                scored=(scored[0], scored[1]),
                scores=scores,
            )
        )
    return scored_hands


def sheet_of(match: Match) -> Sheet:
    """Return the score sheet of a match."""
    hands = hands_out(match.hands)
    scores = hands[-1].scores if hands else (0, 0)
    return Sheet(id=match.id, us=match.us, them=match.them, hands=hands, scores=scores)


async def open_session(request: Request) -> AsyncIterator[AsyncSession]:
    """Yield a session for one request."""
    async with request.app.state.sessions() as session:
        yield session


Session = Annotated[AsyncSession, Depends(open_session)]
Credentials = Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]


async def find_caller(credentials: Credentials, session: Session) -> Device:
    """Return the device whose token was sent."""
    hashed = hashlib.sha256(credentials.credentials.encode()).digest()
    device = await session.scalar(select(Device).where(Device.token_hash == hashed))
    if device is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "Unknown token")
    return device


Caller = Annotated[Device, Depends(find_caller)]


async def find_match(match_id: UUID, caller: Caller, session: Session) -> Match:
    """Return a match of the caller's with its hands."""
    match = await session.get(Match, match_id)
    if match is None or match.device_id != caller.id:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "No such match")
    return match


CallersMatch = Annotated[Match, Depends(find_match)]
router = APIRouter()


@router.post("/devices", status_code=201)
async def sign_in(session: Session) -> SignedIn:
    """Create a device."""
    token = secrets.token_urlsafe()
    session.add(Device(token_hash=hashlib.sha256(token.encode()).digest()))
    await session.commit()
    return SignedIn(token=token)


@router.post("/matches", status_code=201)
async def create_match(body: MatchIn, caller: Caller, session: Session) -> Sheet:
    """Create a match."""
    match = Match(device_id=caller.id, us=body.us, them=body.them, hands=[])
    session.add(match)
    await session.commit()
    return sheet_of(match)


@router.put("/matches/{match_id}/hands/{number}")
async def record_hand(number: int, body: HandIn, match: CallersMatch, session: Session) -> HandOut:
    """Record a hand, or change it, and return it with the scores after it."""
    if not 1 <= number <= len(match.hands) + 1:
        raise HTTPException(status.HTTP_409_CONFLICT, "Hands are recorded one after another")
    if number > len(match.hands):
        match.hands.append(Hand(number=number, **body.model_dump()))
    else:
        for name, value in body:
            setattr(match.hands[number - 1], name, value)
    await session.commit()
    return hands_out(match.hands)[number - 1]


@router.get("/matches/{match_id}")
async def read_match(match: CallersMatch) -> Sheet:
    """Return the sheet of a match."""
    return sheet_of(match)


def create_app(url: str | None = None) -> FastAPI:
    """Build the app on a database, by default the one in DATABASE_URL."""
    engine = create_async_engine(
        url or os.environ["DATABASE_URL"], pool_size=CONNECTIONS, max_overflow=0
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        app.state.sessions = async_sessionmaker(engine, expire_on_commit=False)
        yield
        await engine.dispose()

    app = FastAPI(lifespan=lifespan)
    app.include_router(router)
    return app

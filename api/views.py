"""What clients send and see: one type for everything in the contract that is not a fact."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from api.kept import Action
from domain.auctions import Call
from domain.cards import Card, Suit
from domain.clauses import Clause
from domain.consequences import Consequences
from domain.findings import Finding
from domain.matches import HandNumber, Standing
from domain.records import HandRecord
from domain.rules import NO_OPTIONS, Options, Rules
from domain.tables import Arrangement
from domain.values import Seat, Side
from domain.verdicts import Verdict
from domain.wins import Winner

Instant = Annotated[datetime, Meta(tz=True)]
RulesetId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9-]{1,64}$",
        description="A preset's name, or the 64 hexadecimal digits of a content hash.",
    ),
]
_VISIBLE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]*[^\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069][^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]*$"
"""At least one visible character; no control or text-direction characters."""
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]

"""Leagues: what is agreed before the first night, and who takes part.

The league of S3 (clauses `S3.league.*`, `S3.fee`, `S3.prize`) is one value of these types.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.refusals import Refusal
from domain.rulesets import RuleSet
from domain.values import Name, Value

MOST_ENTRANTS: Final = 64
MOST_NIGHTS: Final = 60
WHOLE: Final = 10_000
"""All of a pot, in basis points."""


class LeagueContradicts(Refusal):
    """What was agreed of the league contradicts itself."""

    code = "league_contradicts"


class Pairing(StrEnum):
    """Who plays with whom against whom."""

    TEAMS = "teams"
    """Fixed teams meet each other."""
    CHANGING_PARTNERS = "changing_partners"
    """Everyone plays alone in the standings, with another partner in every fixture."""
    PROGRESSIVE = "progressive"
    """Winners move up a table, and all who meet there change partner."""


class Length(StrEnum):
    """Whether all matches of a fixture are played, or only until it is decided."""

    ALL = "all"
    BEST_OF = "best_of"


class Counting(StrEnum):
    """What the standings add up."""

    MATCHES_WON = "matches_won"
    FIXTURES_WON = "fixtures_won"
    POINTS = "points"
    """The sum of the scores at the end of every match."""


class Unfinished(StrEnum):
    """What a match pays that closing time ended (C82)."""

    NOTHING = "nothing"
    LEADER_WINS = "leader_wins"


class FinalNight(StrEnum):
    """Whether the last night counts like the others (C83)."""

    ORDINARY = "ordinary"
    SEPARATE = "separate"
    """The nights before it decide who meets whom; it alone decides the places."""


class TieBreak(StrEnum):
    """How entrants with an equal score are told apart, or that they are not."""

    HEAD_TO_HEAD = "head_to_head"
    MATCHES_WON = "matches_won"
    POINT_DIFFERENCE = "point_difference"
    PLAY_OFF = "play_off"
    SHARE = "share"


Minor = Annotated[
    int, Meta(ge=0, le=10**12, description="Money in minor units of the league's currency.")
]
BasisPoints = Annotated[int, Meta(ge=0, le=WHOLE, description="Hundredths of a per cent.")]
NightNumber = Annotated[int, Meta(ge=1, le=MOST_NIGHTS, description="Nights count from 1.")]
EntrantNumber = Annotated[
    int, Meta(ge=1, le=999, description="An entrant's number, which no other ever gets.")
]


class Prizes(Value, frozen=True):
    """What the first places get: amounts, or shares of the pot; not both."""

    amounts: Annotated[tuple[Minor, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    shares: Annotated[tuple[BasisPoints, ...], Meta(max_length=MOST_ENTRANTS)] = ()


class Format(Value, frozen=True):
    """How a league is played, counted, paid and decided."""

    pairing: Pairing = Pairing.TEAMS
    players: Annotated[
        int, Meta(ge=1, le=4, description="How many play together as one side of a fixture.")
    ] = 2
    nights: NightNumber = 5
    fixtures_a_night: Annotated[int, Meta(ge=1, le=12)] = 2
    matches_a_fixture: Annotated[int, Meta(ge=1, le=15)] = 3
    length: Length = Length.ALL
    hands_a_match: Annotated[
        int | None, Meta(ge=1, le=99, description="A match ends after so many hands, if not null.")
    ] = None
    closes_at: Annotated[
        str | None,
        Meta(
            pattern=r"^([01]\d|2[0-3]):[0-5]\d$",
            description="The time of day after which no further hand is dealt, if there is one.",
        ),
    ] = None
    unfinished: Unfinished = Unfinished.NOTHING
    counting: Counting = Counting.MATCHES_WON
    final_night: FinalNight = FinalNight.ORDINARY
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=5)] = (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.POINT_DIFFERENCE,
        TieBreak.SHARE,
    )
    fee: Annotated[
        Minor, Meta(description="What an entrant owes for each night it takes part.")
    ] = 0
    currency: Annotated[
        str, Meta(pattern="^[A-Z]{3}$", description="The ISO 4217 code of the currency.")
    ] = "USD"
    prizes: Prizes = Prizes()


class Entrant(Value, frozen=True):
    """A team, or in a league of individuals one player, and the nights it takes part in."""

    number: EntrantNumber
    name: Name
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4)]
    from_night: NightNumber = 1
    until_night: Annotated[
        NightNumber | None, Meta(description="The last night of an entrant that left.")
    ] = None

    def is_in(self, night: int) -> bool:
        """Whether the entrant takes part in a night."""
        return self.from_night <= night <= (self.until_night or MOST_NIGHTS)


class League(Struct, frozen=True):
    """What is agreed of a league, and who takes part."""

    ruleset: RuleSet
    format: Format
    entrants: tuple[Entrant, ...]


def most_wins(form: Format) -> int:
    """The most matches that one entrant can win in a night: 6 in the league of S3 (C78)."""
    return form.fixtures_a_night * form.matches_a_fixture


def entrants_in(league: League, night: int) -> tuple[Entrant, ...]:
    """Who takes part in a night, by number."""
    return tuple(each for each in league.entrants if each.is_in(night))


def check(form: Format) -> None:
    """Refuse a format that contradicts itself, naming the place."""
    if form.prizes.amounts and form.prizes.shares:
        raise LeagueContradicts("Prizes are amounts or shares, not both.", pointer="/prizes")
    if sum(form.prizes.shares) > WHOLE:
        raise LeagueContradicts(
            "The shares add up to more than the whole pot.", pointer="/prizes/shares"
        )
    if form.pairing is not Pairing.TEAMS and form.players != 2:
        raise LeagueContradicts("Partners who change play in twos.", pointer="/players")
    if form.length is Length.BEST_OF and form.matches_a_fixture % 2 == 0:
        raise LeagueContradicts("Best of an even number need not decide.", pointer="/length")
    if len(set(form.tie_breaks)) < len(form.tie_breaks):
        raise LeagueContradicts("A tie-break stands once.", pointer="/tieBreaks")
    final = form.final_night is FinalNight.SEPARATE
    if final and form.nights == 1:
        raise LeagueContradicts("A separate final needs a night before it.", pointer="/finalNight")
    if final and form.pairing is not Pairing.TEAMS:
        raise LeagueContradicts("Only teams can play a separate final.", pointer="/finalNight")

"""Leagues: the entrants, and the nights as they are held."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, structs

from pitch import messages, seats
from pitch.league.formats import Format, LeagueContradicts
from pitch.messages import COUNT, TYPED, Argument, Message
from pitch.rules.rulesets import RuleSet
from pitch.types import (
    LAST_NUMBER,
    MOST_ENTRANTS,
    MOST_NIGHTS,
    EntrantNumber,
    Fact,
    FixtureNumber,
    GroupNumber,
    Name,
    NightNumber,
    SlotNumber,
    Value,
)

_TOO_MANY = Message("problem.league_contradicts.entrants", most=COUNT)
_JOINS_LATE = Message("problem.league_contradicts.joins_late", name=TYPED, nights=COUNT)
_LEAVES_EARLY = Message("problem.league_contradicts.leaves_early", name=TYPED)
_SAME_NAME = Message("problem.league_contradicts.names_alike", name=TYPED)


class Attendance(StrEnum):
    """The attendance of a team or player on a night."""

    UNKNOWN = "unknown"
    HERE = "here"
    LATE = "late"
    """Not here yet, but still expected."""
    AWAY = "away"
    """Not playing tonight, or no longer."""


class Entrant(Value, frozen=True):
    """A team, or a player who plays alone, and the nights it takes part in."""

    number: EntrantNumber
    """The number of the team or player, which no other ever gets."""
    name: Name
    """The name of the team, or of the player who plays alone."""
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=3)]
    """The names of the team's players; a player's number is the position here, from 0."""
    from_night: NightNumber = 1
    """The first night that the team or player takes part in, from 1."""
    until_night: NightNumber | None = None
    """The last night of a team or player that left the league."""
    is_guest: bool = False
    """True for a guest, who plays and pays but has no place in the standings and gets no prize."""
    group: GroupNumber | None = None
    """The group of the team; by its number, in turn, if null or if there is no such group."""

    def is_in(self, night: int) -> bool:
        """Return whether the entrant takes part in a night."""
        # An entrant without a last night also stays if the league gets more nights.
        return self.from_night <= night <= (self.until_night or MOST_NIGHTS)


class Playing(Value, frozen=True):
    """A player of a team, or one who plays alone."""

    entrant: EntrantNumber
    """The number of the team of the player, or of the player who plays alone."""
    player: Annotated[int, Meta(ge=0, le=2)]
    """The player's position in the team, counted from 0."""


class PlayerTonight(Fact, frozen=True):
    """A player of a team or side on a night, or the substitute in that place."""

    player: Annotated[int, Meta(ge=0, le=2)]
    """The player's position in the team, counted from 0."""
    substitute: Name | None = None
    """The name of the player who sits in; null if it is the player."""


class CheckIn(Fact, frozen=True):
    """The attendance of a team or player on a night, and who sits for it."""

    entrant: EntrantNumber
    """The number of the team or player."""
    attendance: Attendance
    """The attendance of the team or player: here, late or away."""
    players: Annotated[tuple[PlayerTonight, ...], Meta(max_length=3)] = ()
    """The players who sit tonight; everyone in the team if empty."""
    from_slot: SlotNumber = 1
    """The first round of the night in which the team or player can play, from 1."""


class LeagueNight(Struct, frozen=True):
    """A night as it is held: whether it is open, planned from the door, or called off."""

    night: int
    is_open: bool = False
    is_paired: bool = False
    """Whether a slot was planned from those who are here."""
    is_called_off: bool = False
    check_ins: tuple[CheckIn, ...] = ()

    def attendance(self, entrant: int) -> Attendance:
        """Return the attendance of an entrant, by its number."""
        attendances = (each.attendance for each in self.check_ins if each.entrant == entrant)
        return next(attendances, Attendance.UNKNOWN)


class Bracket(Value, frozen=True):
    """The draw of a knock-out; its matchups follow from it and the results."""

    night: NightNumber
    """The number of the night on which it begins, from 1."""
    first_fixture: FixtureNumber
    """The number of its first matchup; those of the others follow, in the order of rounds."""
    seeds: Annotated[tuple[EntrantNumber | None, ...], Meta(min_length=2, max_length=MOST_ENTRANTS)]
    """The numbers of the teams, the first seed first; null for a place that stays free."""


class League(Struct, frozen=True):
    """A league as agreed, its entrants, and the nights of which more is known than the plan."""

    ruleset: RuleSet
    format: Format
    entrants: tuple[Entrant, ...]
    nights: tuple[LeagueNight, ...] = ()
    bracket: Bracket | None = None
    """The draw of its knock-out; None before it."""

    def night(self, number: int) -> LeagueNight:
        """Return what is known of a night."""
        return next((each for each in self.nights if each.night == number), LeagueNight(number))

    def has_bracket_on(self, night: int) -> bool:
        """Return whether a knock-out is drawn that a night may be of."""
        return self.bracket is not None and night >= self.bracket.night

    def without_bracket(self, night: int) -> "League":
        """Return the league without the draw of a knock-out that begins on a night or later."""
        if self.bracket is None or self.bracket.night < night:
            return self
        return structs.replace(self, bracket=None)

    @property
    def guests(self) -> frozenset[int]:
        """The numbers of the entrants who are guests."""
        return frozenset(entrant.number for entrant in self.entrants if entrant.is_guest)

    @property
    def leavers(self) -> frozenset[int]:
        """The numbers of the entrants who left before the last night."""
        last = self.format.nights
        return frozenset(
            entrant.number
            for entrant in self.entrants
            if entrant.until_night is not None and entrant.until_night < last
        )

    def by_group(self, numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return entrants by their group, those of each in the same order."""
        groups = self.format.groups
        chosen = {entrant.number: entrant.group for entrant in self.entrants}
        parts: tuple[list[int], ...] = tuple([] for _ in range(groups))
        for number in numbers:
            group = chosen.get(number)
            parts[(number if group is None or group > groups else group) % groups - 1].append(
                number
            )
        return tuple(map(tuple, parts))

    def entrants_on(self, night: int, slot: int | None = None) -> tuple[Entrant, ...]:
        """Return the entrants who take part in a night, or in one slot of it.

        Those who are away do not, nor anyone before the slot with which it came in; nobody does in
        a night that is called off.
        """
        tonight = self.night(night)
        if tonight.is_called_off:
            return ()
        absent = {
            each.entrant
            for each in tonight.check_ins
            if each.attendance is Attendance.AWAY or (slot is not None and slot < each.from_slot)
        }
        return tuple(
            entrant
            for entrant in self.entrants
            if entrant.is_in(night) and entrant.number not in absent
        )

    def check(self) -> None:
        """Refuse a league whose format or entrants contradict themselves, with a pointer.

        Raises LeagueContradicts, or the refusal of a table at which its rules are not played.
        """
        with messages.prefix_pointer("/format"):
            self.format.check(self.ruleset)
        for place, entrant in enumerate(self.entrants):
            with messages.prefix_pointer(f"/entrants/{place}"):
                self.check_entrant(entrant)

    def check_entrant(self, entrant: Entrant) -> None:
        """Refuse an entrant that does not fit into the league, with a pointer into the entrant.

        Raises LeagueContradicts.
        """
        if len(self.entrants) > MOST_ENTRANTS or entrant.number > LAST_NUMBER:
            raise LeagueContradicts(_TOO_MANY(most=MOST_ENTRANTS))
        self.format.check_players(entrant.name, len(entrant.players), "/players")
        if entrant.from_night > self.format.nights:
            raise LeagueContradicts(
                _JOINS_LATE(name=entrant.name, nights=self.format.nights),
                pointer="/fromNight",
            )
        if entrant.until_night is not None and entrant.until_night < entrant.from_night:
            raise LeagueContradicts(_LEAVES_EARLY(name=entrant.name), pointer="/untilNight")
        # Results are reported by name at the table, so two names must not be read alike.
        names = (each.name for each in self.entrants if each.number != entrant.number)
        if seats.normalize_name(entrant.name) in map(seats.normalize_name, names):
            raise LeagueContradicts(_SAME_NAME(name=entrant.name.strip()), pointer="/name")


def entrant_arguments(league: League, numbers: Iterable[int]) -> tuple[Argument, ...]:
    """Return entrants, by their numbers, as arguments of sentences."""
    names = {entrant.number: entrant.name for entrant in league.entrants}
    return tuple(messages.entrant(number, names[number]) for number in numbers)

"""Leagues of archives: conversion of a league to a line of an archive and back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from msgspec import Struct, structs

from pitch.league import (
    Payment,
    PlayOff,
    ResultPolicy,
    ResultSettlement,
    Source,
)
from pitch.messages import prefix_pointer
from pitch.notation import TranscribedCancellation, TranscribedRules
from pitch.types import Moment
from pitchkeeper.access.devices import Cancellation, LeagueRole
from pitchkeeper.documents.archives import league_checks
from pitchkeeper.documents.archives.records import (
    ArchivedCheckIn,
    ArchivedLeague,
    ArchivedNight,
    ArchivedPayment,
    ArchivedPayout,
    ArchivedPlayOff,
    ArchivedReport,
    ArchivedSignUp,
)
from pitchkeeper.documents.transcripts import moment
from pitchkeeper.leagues.records import (
    RecordedCheckIn,
    RecordedLeagueMember,
    RecordedNight,
    RecordedPayment,
    RecordedPayout,
    RecordedPlayOff,
    RecordedReport,
    Report,
    ReportedMatch,
    SignUp,
    list_linked,
    split_reports,
)
from pitchkeeper.leagues.season import reports, seasons
from pitchkeeper.leagues.season.fixtures import MatchLinked
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.rest.views import same_fields

_Entry = TypeVar("_Entry", bound=Struct)
_PARTS: Final[Mapping[str, type[Struct]]] = {"payment": Payment, "play_off": PlayOff}
"""Fields of archived entries with what players said, which is flat where it is recorded."""
_TIMES: Final = {"at", "opened_at", "paired_at", "withdrawn_at"}
_LISTS: Final[Mapping[str, tuple[type[Struct], type[Struct]]]] = {
    "sign_ups": (ArchivedSignUp, SignUp),
    "payments": (ArchivedPayment, RecordedPayment),
    "payouts": (ArchivedPayout, RecordedPayout),
    "play_offs": (ArchivedPlayOff, RecordedPlayOff),
    "nights": (ArchivedNight, RecordedNight),
    "check_ins": (ArchivedCheckIn, RecordedCheckIn),
}
"""The lists of a league, each with what its entries are in an archive and in the league."""


def to_archive(season: LeagueSeason) -> ArchivedLeague:
    """Return the archived league, with the current results of its matches."""
    state = season.state
    reports = map(season.with_scores, state.all_reports)
    values = same_fields(ArchivedLeague, state) | {
        "opened": moment(state.created_at),
        "rules": TranscribedRules.from_ruleset(state.ruleset),
        "reports": tuple(_archive(ArchivedReport, each) for each in reports),
    }
    for name, (archived, _) in _LISTS.items():
        values[name] = tuple(_archive(archived, each) for each in values[name])
    return ArchivedLeague(**values)


def _archive(kind: type[_Entry], recorded: Struct) -> _Entry:
    """Return an entry as archives have it: without its device, with times of whole seconds."""
    values = {name: getattr(recorded, name, None) for name in kind.__struct_fields__}
    for name, value in values.items():
        if isinstance(value, datetime):
            values[name] = moment(value)
        elif isinstance(value, Cancellation):
            values[name] = TranscribedCancellation(at=moment(value.at), reason=value.reason)
        elif part := _PARTS.get(name):
            inner = (field for field in part.__struct_fields__ if field not in values)
            values[name] = part(**{field: getattr(recorded, field) for field in inner})
    return kind(**values)


def _load(kind: type[_Entry], entry: Struct, device_id: UUID) -> _Entry:
    """Return an entry of an archive as if a device had made it."""
    values = structs.asdict(entry)
    for name in _PARTS.keys() & values.keys():
        values = structs.asdict(values.pop(name)) | values
    for name in _TIMES & values.keys():
        values[name] = values[name] and datetime.fromisoformat(values[name])
    if cancelled := values.get("cancelled"):
        at = datetime.fromisoformat(cancelled.at)
        values["cancelled"] = Cancellation(device_id=device_id, at=at, reason=cancelled.reason)
    return kind(**values, device_id=device_id)


def linked_matches(league: ArchivedLeague) -> list[UUID]:
    """Return the matches that a league names. Raises MatchLinked if it names one twice."""
    fixtures: dict[UUID, int] = {}
    for entry in league.reports:
        links = list_linked([entry.report])
        # Several reports of one matchup may name its matches.
        is_twice = len(set(links)) < len(links)
        if is_twice or any(
            fixtures.setdefault(link, entry.fixture) != entry.fixture for link in links
        ):
            raise MatchLinked(pointer="/reports")
    return list(fixtures)


def from_archive(
    archive: ArchivedLeague,
    league_id: UUID,
    device_id: UUID,
    links: Mapping[UUID, UUID],
    latest: Moment,
) -> LeagueState:
    """Return a league as if one device had entered all of it. Raises Refusal if it is inconsistent.

    `links` maps the ids of its matches to the ids of those that the device has here; other matches
    keep only their reported results.
    """
    league_checks.check_times(archive, latest)
    opened_at = datetime.fromisoformat(archive.opened)
    owner = RecordedLeagueMember(device_id=device_id, role=LeagueRole.OWNER, joined_at=opened_at)
    with prefix_pointer("/rules"):
        ruleset = archive.rules.to_ruleset()
    reported, side_reports = split_reports(
        _load(RecordedReport, _with_links(entry, links), device_id) for entry in archive.reports
    )
    values = same_fields(LeagueState, archive) | {
        "league_id": league_id,
        "version": 1,
        "ruleset": ruleset,
        # No number is used twice: an offline phone may still name a removed one.
        "last_fixture": max((archive.last_fixture, *(each.number for each in archive.fixtures))),
        "reported": reported,
        "side_reports": side_reports,
        "members": (owner,),
        "created_at": opened_at,
        "updated_at": opened_at,
    }
    for name, (_, recorded) in _LISTS.items():
        values[name] = tuple(_load(recorded, entry, device_id) for entry in values[name])
    state = LeagueState(**values)
    league_checks.check(state)
    return _believe_hands(state, archive)


def _believe_hands(state: LeagueState, archive: ArchivedLeague) -> LeagueState:
    """Return a league in which hands that stayed behind still prove what they proved.

    If they were what counted, their result decides; if sides went on to report more, it does not.
    """
    if state.charter.format.policy is ResultPolicy.ONE:
        return state
    sent = {(entry.fixture, entry.side): entry.report for entry in archive.reports}
    reported, side_reports = split_reports(
        structs.replace(each, report=sent[each.fixture, each.side]) for each in state.all_reports
    )
    whole = structs.replace(state, reported=reported, side_reports=side_reports)
    season, entered = seasons.from_state(whole, {}), {each.fixture: each for each in reported}

    def decides(after: RecordedReport) -> bool:
        counted = season.counted[after.fixture]
        if entered[after.fixture].has_claim or not after.has_claim:
            return False
        if counted.settled is None:
            return season.settlement(after.fixture) is ResultSettlement.AGREED
        return counted.settled.counted is Source.HANDS

    believed = (
        structs.replace(each, is_final=each.is_final or decides(each)) for each in state.reported
    )
    return structs.replace(state, reported=tuple(believed))


def _with_links(entry: ArchivedReport, links: Mapping[UUID, UUID]) -> ArchivedReport:
    """Return a report with the ids that its matches have here."""
    matches = (_load_match(match, entry.report, links) for match in entry.report.matches)
    report = structs.replace(entry.report, matches=tuple(filter(None, matches)))
    return structs.replace(
        entry,
        # A linked match is stored as its link only, because its result can change.
        report=reports.without_scores(report),
        opened=tuple(links[match] for match in entry.opened if match in links),
    )


def _load_match(
    match: ReportedMatch, report: Report, links: Mapping[UUID, UUID]
) -> ReportedMatch | None:
    """Return a match of a matchup with its id here, or with its reported result only."""
    if match.match_id is None:
        return match
    here = links.get(match.match_id)
    if here is not None:
        return structs.replace(match, match_id=here)
    # A match being played has no result yet, unless closing time ended it.
    if match.winner is None and not report.is_closed:
        return None
    return structs.replace(match, match_id=None, is_swapped=False)

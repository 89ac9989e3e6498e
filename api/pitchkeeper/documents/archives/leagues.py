"""Leagues of archives: conversion of a league to a line of an archive and back."""

from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID

from msgspec import structs

from pitch.league import (
    CheckIn,
    Payment,
    Payout,
    PlayOff,
    ResultPolicy,
    ResultSettlement,
    Source,
)
from pitch.messages import prefix_pointer
from pitch.notation import (
    Moment,
    TranscribedCancellation,
    TranscribedRules,
)
from pitchkeeper.access.devices import Cancellation, LeagueRole, Stamp
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
from pitchkeeper.leagues.season import reports, seasons
from pitchkeeper.leagues.season.fixtures import MatchLinked
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import (
    LeagueState,
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


def to_archive(season: LeagueSeason) -> ArchivedLeague:
    """Return the archived league, with the current results of its matches."""
    state = season.state
    return ArchivedLeague(
        league_id=state.league_id,
        opened=moment(state.created_at),
        charter=state.charter,
        rules=TranscribedRules.from_ruleset(state.ruleset),
        origin=state.origin,
        entrants=state.entrants,
        last_entrant=state.last_entrant,
        plan=state.plan,
        last_fixture=state.last_fixture,
        fixtures=state.fixtures,
        reports=tuple(_report(season.with_scores(each)) for each in state.all_reports),
        sign_ups=tuple(map(_sign_up, state.sign_ups)),
        payments=tuple(map(_payment, state.payments)),
        payouts=tuple(map(_payout, state.payouts)),
        play_offs=tuple(map(_play_off, state.play_offs)),
        nights=tuple(map(_night, state.nights)),
        check_ins=tuple(map(_check_in, state.check_ins)),
        bracket=state.bracket,
    )


def _report(result: RecordedReport) -> ArchivedReport:
    return ArchivedReport(
        fixture=result.fixture,
        report=result.report,
        at=moment(result.at),
        opened=result.opened,
        side=result.side,
        is_final=result.is_final,
        is_confirmation=result.is_confirmation,
        reason=result.reason,
    )


def _payment(paid: RecordedPayment) -> ArchivedPayment:
    return ArchivedPayment(
        number=paid.number,
        payment=Payment(
            entrant=paid.entrant, amount=paid.amount, player=paid.player, kind=paid.kind
        ),
        at=moment(paid.at),
        night=paid.night,
        note=paid.note,
        cancelled=_cancellation(paid.cancelled),
    )


def _sign_up(sign_up: SignUp) -> ArchivedSignUp:
    withdrawn = sign_up.withdrawn_at
    values = {name: getattr(sign_up, name) for name in ("name", "players", "player", "entrant")}
    return ArchivedSignUp(
        **values,
        number=sign_up.number,
        at=moment(sign_up.at),
        withdrawn_at=None if withdrawn is None else moment(withdrawn),
    )


def _payout(paid: RecordedPayout) -> ArchivedPayout:
    return ArchivedPayout(
        **{name: getattr(paid, name) for name in Payout.__struct_fields__},
        number=paid.number,
        at=moment(paid.at),
        note=paid.note,
        cancelled=_cancellation(paid.cancelled),
    )


def _play_off(play_off: RecordedPlayOff) -> ArchivedPlayOff:
    return ArchivedPlayOff(
        number=play_off.number,
        play_off=PlayOff(**{name: getattr(play_off, name) for name in PlayOff.__struct_fields__}),
        at=moment(play_off.at),
        cancelled=_cancellation(play_off.cancelled),
    )


def _night(held: RecordedNight) -> ArchivedNight:
    return ArchivedNight(
        night=held.night,
        at=moment(held.at),
        opened_at=None if held.opened_at is None else moment(held.opened_at),
        paired_at=None if held.paired_at is None else moment(held.paired_at),
        moved_to=held.moved_to,
        cancelled=_cancellation(held.cancelled),
    )


def _check_in(entered: RecordedCheckIn) -> ArchivedCheckIn:
    values = {name: getattr(entered, name) for name in CheckIn.__struct_fields__}
    return ArchivedCheckIn(**values, night=entered.night, at=moment(entered.at))


def _cancellation(cancellation: Cancellation | None) -> TranscribedCancellation | None:
    if cancellation is None:
        return None
    return TranscribedCancellation(at=moment(cancellation.at), reason=cancellation.reason)


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

    def stamp(at: Moment) -> Stamp:
        return Stamp(device_id=device_id, at=datetime.fromisoformat(at))

    reported, side_reports = split_reports(
        _load_report(entry, stamp(entry.at), links) for entry in archive.reports
    )
    state = LeagueState(
        league_id=league_id,
        version=1,
        ruleset=ruleset,
        charter=archive.charter,
        origin=archive.origin,
        entrants=archive.entrants,
        last_entrant=archive.last_entrant,
        plan=archive.plan,
        # No number is used twice: an offline phone may still name a removed one.
        last_fixture=max((archive.last_fixture, *(entry.number for entry in archive.fixtures))),
        fixtures=archive.fixtures,
        reported=reported,
        side_reports=side_reports,
        sign_ups=tuple(_load_sign_up(entry, stamp) for entry in archive.sign_ups),
        payments=tuple(_load_payment(entry, stamp) for entry in archive.payments),
        payouts=tuple(_load_payout(entry, stamp) for entry in archive.payouts),
        play_offs=tuple(_load_play_off(entry, stamp) for entry in archive.play_offs),
        nights=tuple(_load_night(entry, stamp) for entry in archive.nights),
        check_ins=tuple(_load_check_in(entry, stamp) for entry in archive.check_ins),
        bracket=archive.bracket,
        members=(owner,),
        created_at=opened_at,
        updated_at=opened_at,
    )
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


def _load_report(entry: ArchivedReport, stamp: Stamp, links: Mapping[UUID, UUID]) -> RecordedReport:
    matches = (_load_match(match, entry.report, links) for match in entry.report.matches)
    report = structs.replace(entry.report, matches=tuple(filter(None, matches)))
    return RecordedReport(
        fixture=entry.fixture,
        # A linked match is stored as its link only, because its result can change.
        report=reports.without_scores(report),
        device_id=stamp.device_id,
        at=stamp.at,
        opened=tuple(links[match] for match in entry.opened if match in links),
        side=entry.side,
        is_final=entry.is_final,
        is_confirmation=entry.is_confirmation,
        reason=entry.reason,
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


def _load_payment(entry: ArchivedPayment, stamp: Callable[[Moment], Stamp]) -> RecordedPayment:
    stamped = stamp(entry.at)
    return RecordedPayment(
        **structs.asdict(entry.payment) | {"night": entry.night},
        number=entry.number,
        device_id=stamped.device_id,
        at=stamped.at,
        note=entry.note,
        cancelled=_load_cancellation(entry.cancelled, stamp),
    )


def _load_sign_up(entry: ArchivedSignUp, stamp: Callable[[Moment], Stamp]) -> SignUp:
    stamped = stamp(entry.at)
    withdrawn_at = None if entry.withdrawn_at is None else stamp(entry.withdrawn_at).at
    values = structs.asdict(entry) | {"at": stamped.at, "withdrawn_at": withdrawn_at}
    return SignUp(**values, device_id=stamped.device_id)


def _load_payout(entry: ArchivedPayout, stamp: Callable[[Moment], Stamp]) -> RecordedPayout:
    stamped, cancelled = stamp(entry.at), _load_cancellation(entry.cancelled, stamp)
    values = structs.asdict(entry) | {"at": stamped.at, "cancelled": cancelled}
    return RecordedPayout(**values, device_id=stamped.device_id)


def _load_play_off(entry: ArchivedPlayOff, stamp: Callable[[Moment], Stamp]) -> RecordedPlayOff:
    stamped = stamp(entry.at)
    return RecordedPlayOff(
        **structs.asdict(entry.play_off),
        number=entry.number,
        device_id=stamped.device_id,
        at=stamped.at,
        cancelled=_load_cancellation(entry.cancelled, stamp),
    )


def _load_night(entry: ArchivedNight, stamp: Callable[[Moment], Stamp]) -> RecordedNight:
    stamped = stamp(entry.at)
    return RecordedNight(
        night=entry.night,
        device_id=stamped.device_id,
        at=stamped.at,
        opened_at=None if entry.opened_at is None else stamp(entry.opened_at).at,
        paired_at=None if entry.paired_at is None else stamp(entry.paired_at).at,
        moved_to=entry.moved_to,
        cancelled=_load_cancellation(entry.cancelled, stamp),
    )


def _load_check_in(entry: ArchivedCheckIn, stamp: Callable[[Moment], Stamp]) -> RecordedCheckIn:
    stamped = stamp(entry.at)
    values = structs.asdict(entry) | {"device_id": stamped.device_id, "at": stamped.at}
    return RecordedCheckIn(**values)


def _load_cancellation(
    cancellation: TranscribedCancellation | None, stamp: Callable[[Moment], Stamp]
) -> Cancellation | None:
    if cancellation is None:
        return None
    stamped = stamp(cancellation.at)
    return Cancellation(device_id=stamped.device_id, at=stamped.at, reason=cancellation.reason)

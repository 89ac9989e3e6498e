"""Reviews: findings about the nights of a season, and nights that are to be planned again.

A night stays as it was planned once a result of it, or of a later one, is entered. An entrant may
sit out now and then if numbers are odd, but no plan leaves it out of a whole night of several
slots, or of all slots to come.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pitch import seats
from pitch.findings import Finding
from pitch.league import judgements, leagues
from pitch.league.choices import FinalNight
from pitch.league.contradictions import PHYSICAL, SUSPICIOUS, PlanLemma
from pitch.league.fixtures import Fixture
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import Attendance, League
from pitch.league.season import Season
from pitch.messages import COUNT, ENTRANT, TYPED, Parameter, Sentence, all_of
from pitch.schedule import knock_outs, movements, schedules, swiss


def _outdated(code: str, **parameters: Parameter) -> PlanLemma:
    """Return a lemma of a night that is to be planned again."""
    topics = ("league.fixtures", "league.byes")
    return PlanLemma(f"night_outdated.{code}", SUSPICIOUS, *topics, **parameters)


_GONE: Final = _outdated("gone", night=COUNT, entrants=all_of(ENTRANT))
_LEFT_OUT: Final = _outdated("left_out", night=COUNT, entrants=all_of(ENTRANT))
_MISCOUNTED: Final = _outdated("number", night=COUNT, planned=COUNT, due=COUNT)
_RESEEDED: Final = _outdated("final")
_ACROSS: Final = _outdated("groups", night=COUNT, entrants=all_of(ENTRANT))
_EARLY: Final = _outdated("before_final", night=COUNT)
_SUBSTITUTE_TWICE: Final = PlanLemma(
    "substitute_twice", PHYSICAL, "league.substitutes", name=TYPED, round=COUNT
)


def review_night(season: Season, night: int) -> tuple[Finding, ...]:
    """Return findings about the fixtures of a night taken together.

    A pointer `/fixtures/7` is the fixture of that number.
    """
    league, outcomes = season.league, season.judged
    return (
        *judgements.judge_night(league, night, outcomes),
        *movements.judge_night(league, night, outcomes),
        *movements.judge_order(league, night, outcomes),
        *knock_outs.judge_night(season, night),
        *swiss.judge_night(season, night),
        *_plan_findings(season, night),
        *judge_door(league, night, outcomes),
    )


def find_doubt(season: Season) -> Sentence | None:
    """Return why planned fixtures may change; None if they stay."""
    now, last = season.last_night, season.league.format.nights
    moved = (
        *movements.judge_night(season.league, now, season.judged),
        *(finding for night in range(1, last + 1) for finding in swiss.judge_night(season, night)),
    )
    due = (
        *(finding for finding in moved if finding.code == movements.OUTDATED),
        *(
            finding
            for night in range(now + 1, last + 1)
            for finding in _plan_findings(season, night)
        ),
    )
    return due[0].message if due else None


def _plan_findings(season: Season, night: int) -> tuple[Finding, ...]:
    form = season.league.format
    if season.league.has_bracket_on(night):
        return (
            *knock_outs.judge_draw(season, night),
            *(() if form.is_knock_out else _early_final(season.league, season.judged)),
        )
    # Only a separate final follows from the table, which costs more than the rest.
    is_final = form.final_night is FinalNight.SEPARATE and night == form.nights
    ranking = season.ranking if is_final else ()
    return judge_plan(season.league, night, season.judged, ranking)


def judge_plan(
    league: League, night: int, outcomes: Sequence[JudgedFixture], ranking: Sequence[int]
) -> tuple[Finding, ...]:
    """Return why a night is to be planned again, if it is planned and can still change.

    `ranking` has everyone who takes part in the last night, best first; only a separate final
    follows from it. A pointer `/fixtures/7` is the fixture of that number.
    """
    planned = [outcome.fixture for outcome in outcomes]
    last_begun = max((outcome.night for outcome in outcomes if outcome.is_reported), default=0)
    ahead = [fixture for fixture in planned if fixture.night > last_begun]
    tonight = [fixture for fixture in ahead if fixture.night == night]
    if not tonight:
        return ()
    if league.night(night).is_paired:
        return ()  # `judge_door` looks at its slots one by one
    found = (
        *_entrants_gone(league, tonight),
        *_entrants_left_out(league, night, planned, ahead),
        *_across_groups(league, tonight),
    )
    # A missing or new entrant explains a wrong number too, so a wrong number is reported last.
    found = found or tuple(_wrong_number(league, tonight))
    if league.format.final_night is FinalNight.SEPARATE and night == league.format.nights:
        found = found or tuple(_wrong_seeds(league, tonight, ranking))
        return (*found, *_early_final(league, outcomes))
    return found


def judge_door(league: League, night: int, outcomes: Sequence[JudgedFixture]) -> Iterator[Finding]:
    """Yield findings about the attendance of a night: substitutes, and slots to plan again.

    A slot that has begun stays. A pointer `/fixtures/7` is the fixture of that number.
    """
    tonight = [outcome for outcome in outcomes if outcome.night == night]
    yield from _substitutes_twice(league, [outcome.fixture for outcome in tonight])
    # Entrants who are out of a knock-out have no matchup any more.
    if not league.night(night).is_paired or league.has_bracket_on(night):
        return
    begun = max((each.fixture.slot for each in tonight if each.is_reported), default=0)
    for slot in sorted({each.fixture.slot for each in tonight if each.fixture.slot > begun}):
        fixtures = [each.fixture for each in tonight if each.fixture.slot == slot]
        present = {entrant.number for entrant in league.entrants_on(night, slot)}
        wrong = [fixture for fixture in fixtures if not _playing([fixture]) <= present]
        if wrong:
            gone = leagues.entrant_arguments(league, sorted(_playing(wrong) - present))
            yield _GONE(league, *_pointers(wrong), night=night, entrants=gone)
            return
        waiting = {
            number
            for number in present - _playing(fixtures)
            if league.night(night).attendance(number) is Attendance.HERE
        }
        # As many as fill a table could play, so it is more than the byes of odd numbers.
        if any(
            len(group) >= schedules.seats_at_table(league) for group in league.by_group(waiting)
        ):
            names = leagues.entrant_arguments(league, sorted(waiting))
            yield _LEFT_OUT(league, "/entrants", night=night, entrants=names)
            return


def _substitutes_twice(league: League, tonight: Sequence[Fixture]) -> Iterator[Finding]:
    """Yield substitutes who sit in two places of one slot."""
    stand_ins: dict[int, list[str]] = (
        {
            each.entrant: [player.substitute for player in each.players if player.substitute]
            for each in league.night(tonight[0].night).check_ins
        }
        if tonight
        else {}
    )
    places: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for fixture in sorted(tonight, key=lambda fixture: (fixture.slot, fixture.table)):
        for number in sorted(_playing([fixture])):
            for name in stand_ins.get(number, ()):
                key = (fixture.slot, seats.normalize_name(name))
                places.setdefault(key, []).append((fixture.number, name))
    for (slot, _), seated in places.items():
        if len(seated) > 1:
            facts = dict.fromkeys(f"/fixtures/{number}" for number, _ in seated)
            yield _SUBSTITUTE_TWICE(league, *facts, name=seated[0][1].strip(), round=slot)


def _entrants_gone(league: League, tonight: Sequence[Fixture]) -> Iterator[Finding]:
    """Yield a finding about entrants who are in a fixture and do not take part."""
    night = tonight[0].night
    present = {entrant.number for entrant in league.entrants_on(night)}
    wrong = [fixture for fixture in tonight if not _playing([fixture]) <= present]
    if wrong:
        gone = leagues.entrant_arguments(league, sorted(_playing(wrong) - present))
        yield _GONE(league, *_pointers(wrong), night=night, entrants=gone)


def _entrants_left_out(
    league: League, night: int, planned: Sequence[Fixture], ahead: Sequence[Fixture]
) -> Iterator[Finding]:
    """Yield a finding about entrants who take part and are in no fixture, though a plan has one."""
    slots = schedules.slots_planned(league)
    nights = {fixture.night for fixture in ahead}
    tonight = _playing(fixture for fixture in ahead if fixture.night == night)
    to_play, ever = _playing(ahead), _playing(planned)
    # A plan lets no new team sit out first; of individuals up to three do.
    has_begun = len(planned) > len(ahead) and league.format.pairing.is_of_teams
    idle = set()
    for entrant in league.entrants_on(night):
        number = entrant.number
        slots_to_come = slots * sum(map(entrant.is_in, nights))
        is_new = has_begun and number not in ever
        never = number not in to_play and (slots_to_come > 1 or is_new)
        if never or (slots > 1 and number not in tonight):
            idle.add(number)
    if idle:
        names = leagues.entrant_arguments(league, sorted(idle))
        yield _LEFT_OUT(league, "/entrants", night=night, entrants=names)


def _across_groups(league: League, tonight: Sequence[Fixture]) -> Iterator[Finding]:
    """Yield a finding about entrants of different groups who meet before the final."""
    night = tonight[0].night
    if league.format.groups == 1 or night == league.format.nights:
        return
    groups = [set(group) for group in league.by_group(each.number for each in league.entrants)]
    wrong = [
        fixture for fixture in tonight if not any(_playing([fixture]) <= group for group in groups)
    ]
    if wrong:
        names = leagues.entrant_arguments(league, sorted(_playing(wrong)))
        yield _ACROSS(league, *_pointers(wrong), night=night, entrants=names)


def _wrong_number(league: League, tonight: Sequence[Fixture]) -> Iterator[Finding]:
    """Yield a finding about more or fewer fixtures than those who take part should have."""
    night = tonight[0].night
    seats_there = schedules.seats_at_table(league)
    tables = sum(len(group) // seats_there for group in schedules.groups_in(league, night))
    due = tables * schedules.slots_planned(league)
    if len(tonight) != due:
        yield _MISCOUNTED(league, *_pointers(tonight), night=night, planned=len(tonight), due=due)


def _wrong_seeds(
    league: League, tonight: Sequence[Fixture], ranking: Sequence[int]
) -> Iterator[Finding]:
    """Yield a finding about a separate final that does not follow from the places before it."""
    first = sorted(
        (fixture for fixture in tonight if fixture.slot == 1), key=lambda fixture: fixture.table
    )
    seeds = [entrant for fixture in first for side in fixture.sides for entrant in side]
    if seeds != list(ranking[: len(seeds)]):
        yield _RESEEDED(league, *_pointers(tonight))


def _early_final(league: League, outcomes: Sequence[JudgedFixture]) -> Iterator[Finding]:
    """Yield a finding about a separate final planned before the nights that seed it are over."""
    last = league.format.nights
    before = [outcome for outcome in outcomes if outcome.night < last]
    held = {night for night in range(1, last) if not league.night(night).is_called_off}
    unplanned = held - {outcome.night for outcome in before}
    open_nights = unplanned | {outcome.night for outcome in before if not outcome.is_settled}
    if open_nights:
        final = _pointers(outcome.fixture for outcome in outcomes if outcome.night == last)
        yield _EARLY(league, *final, night=min(open_nights))


def _playing(fixtures: Iterable[Fixture]) -> set[int]:
    return {entrant for fixture in fixtures for side in fixture.sides for entrant in side}


def _pointers(fixtures: Iterable[Fixture]) -> Iterator[str]:
    return (f"/fixtures/{fixture.number}" for fixture in fixtures)

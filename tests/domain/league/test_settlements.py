"""Settlements: which of several reports of a fixture counts, and which ones differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitch.findings import FindingKind
from pitch.league.choices import Counting, ResultPolicy, ScorersMay
from pitch.league.clauses import list_league_clauses
from pitch.league.fixtures import EnteredResult
from pitch.league.leagues import League
from pitch.league.settlements import (
    SIDES,
    Reports,
    ResultSettlement,
    Settled,
    Source,
    settle,
)
from pitchkeeper.messages import languages
from tests.support.fixture_results import A_B, make_closed, make_result
from tests.support.seasons import make_league, match

BOTH = make_league(policy=ResultPolicy.BOTH_SIDES)
FIRST, SECOND, ENTERED, DECIDED, HANDS = Source
ACES, BOWERS, OPEN = (EnteredResult(wins=pair) for pair in ((2, 1), (1, 2), (1, 0)))
NO_SHOW, NOBODY = EnteredResult(forfeit=1), EnteredResult(neither_came=True)


def settle_match(
    results: dict[Source, EnteredResult], among: League = BOTH, **more: object
) -> Settled:
    """Return the settlement of the matchup of Aces and Bowers."""
    return settle(among, A_B, Reports(results, **more))  # type: ignore[arg-type]


def codes(outcome: Settled) -> list[str]:
    """The codes of the findings."""
    return [finding.code for finding in outcome.doubts]


@pytest.mark.parametrize(
    ("results", "settlement", "source"),
    [
        ({}, "unreported", None),
        ({FIRST: ACES}, "reported", FIRST),
        ({FIRST: ACES, SECOND: ACES}, "agreed", FIRST),
        ({FIRST: ACES, SECOND: BOWERS}, "contradicted", None),
        ({FIRST: ACES, ENTERED: ACES}, "reported", FIRST),
        ({SECOND: ACES, ENTERED: BOWERS}, "contradicted", None),
        # A result that both sides report is agreed, whatever anybody else entered.
        ({FIRST: ACES, SECOND: ACES, ENTERED: BOWERS}, "agreed", FIRST),
        ({FIRST: ACES, SECOND: BOWERS, DECIDED: ACES}, "settled_by_owner", DECIDED),
        ({FIRST: ACES, SECOND: ACES, DECIDED: ACES}, "agreed", DECIDED),
        ({FIRST: ACES, SECOND: ACES, DECIDED: BOWERS}, "settled_by_owner", DECIDED),
        ({DECIDED: OPEN, FIRST: ACES}, "reported", DECIDED),
        # A report that says less does not contradict one that says more.
        ({FIRST: OPEN, SECOND: ACES}, "reported", SECOND),
        ({FIRST: OPEN, SECOND: EnteredResult(wins=(0, 1))}, "contradicted", None),
        ({FIRST: EnteredResult(wins=(1, 1)), SECOND: make_closed(match(0))}, "contradicted", None),
        ({FIRST: EnteredResult(), SECOND: NO_SHOW}, "reported", SECOND),
        ({FIRST: NO_SHOW, SECOND: NO_SHOW}, "agreed", FIRST),
        ({FIRST: NO_SHOW, SECOND: NOBODY}, "contradicted", None),
        ({FIRST: NO_SHOW, SECOND: ACES}, "contradicted", None),
        # In one line or match by match, in whatever order.
        ({FIRST: ACES, SECOND: make_result(match(1), match(0), match(0))}, "agreed", SECOND),
        (
            {FIRST: make_result(match(0, 11, 4)), SECOND: make_result(match(0, 11, 5))},
            "reported",
            FIRST,
        ),
        (
            {
                FIRST: EnteredResult(wins=(2, 1), points=(30, 20)),
                SECOND: EnteredResult(wins=(2, 1), points=(30, 21)),
            },
            "contradicted",
            None,
        ),
        ({FIRST: EnteredResult(wins=(4, 0)), SECOND: EnteredResult(wins=(4, 0))}, "agreed", FIRST),
    ],
)
def test_one_report_of_several_counts(
    results: dict[Source, EnteredResult], settlement: str, source: Source | None
) -> None:
    outcome = settle_match(results)
    assert (outcome.settlement, outcome.counted) == (settlement, source)
    has_two = settlement == "contradicted"
    assert ("two_results" in codes(outcome)) is has_two


def test_an_objection_contradicts_everybody_and_counts_for_nothing() -> None:
    results = {FIRST: ACES, SECOND: EnteredResult()}
    outcome = settle_match(results, objections=frozenset({SECOND}))
    assert outcome.settlement is ResultSettlement.CONTRADICTED
    alone = settle_match({SECOND: EnteredResult()}, objections=frozenset({SECOND}))
    assert (alone.settlement, alone.counted) == (ResultSettlement.REPORTED, SECOND)


def test_where_one_report_is_enough_it_is_agreed_once_complete() -> None:
    assert settle_match({DECIDED: ACES}, make_league()).settlement is ResultSettlement.AGREED
    assert settle_match({DECIDED: OPEN}, make_league()).settlement is ResultSettlement.REPORTED
    # Reports of two sides from before that was agreed still contradict each other.
    settlement = settle_match({FIRST: ACES, SECOND: BOWERS}, make_league())
    assert settlement.settlement is ResultSettlement.CONTRADICTED
    again = settle_match({FIRST: ACES, SECOND: BOWERS, DECIDED: BOWERS}, make_league())
    assert (again.settlement, again.counted) == (ResultSettlement.AGREED, DECIDED)


def test_where_the_owner_confirms_nobody_else_makes_a_result_agreed() -> None:
    owner = make_league(policy=ResultPolicy.OWNER)
    assert settle_match({FIRST: ACES, SECOND: ACES}, owner).settlement is ResultSettlement.REPORTED
    assert settle_match({FIRST: ACES, DECIDED: ACES}, owner).settlement is ResultSettlement.AGREED
    differing = settle_match({FIRST: ACES, DECIDED: BOWERS}, owner)
    assert differing.settlement is ResultSettlement.SETTLED_BY_OWNER


def test_where_points_count_a_result_without_them_is_not_agreed() -> None:
    points = make_league(policy=ResultPolicy.BOTH_SIDES, counting=Counting.POINTS)
    complete = EnteredResult(wins=(2, 1), points=(30, 20))
    half = settle_match({FIRST: ACES, SECOND: complete}, points)
    assert (half.settlement, half.counted) == (ResultSettlement.REPORTED, SECOND)
    assert (
        settle_match({FIRST: complete, SECOND: complete}, points).settlement
        is ResultSettlement.AGREED
    )


def test_hands_that_decide_a_matchup_are_believed() -> None:
    """A report of another result gets a finding that names the hands."""
    hands = make_result(match(0, 11, 4), match(1, 3, 12), match(0, 11, 8))
    settlement = settle_match({HANDS: hands})
    assert (settlement.settlement, settlement.counted) == (ResultSettlement.AGREED, HANDS)
    outcome = settle_match({FIRST: ACES, SECOND: BOWERS, HANDS: hands}, last_hands=(9, 7, 11))
    assert (outcome.settlement, outcome.counted) == (ResultSettlement.AGREED, HANDS)
    (finding,) = outcome.doubts
    assert (finding.code, finding.kind) == ("differs_from_hands", FindingKind.SUSPICIOUS)
    assert finding.facts == ("/matches/0", "/matches/1", "/matches/2")
    text = "Hand by hand it was 2 : 1 (until hands 9, 7 and 11); Bowers reported another result."
    assert languages.text(finding.message) == text
    by_organizer = settle_match({DECIDED: BOWERS, HANDS: hands})
    assert (by_organizer.counted, codes(by_organizer)) == (DECIDED, ["differs_from_hands"])


def test_some_hands_refute_a_report_that_they_contradict() -> None:
    """The other report counts, or else only what the hands prove."""
    hands, swept = make_result(match(0)), EnteredResult(wins=(0, 3))
    assert settle_match({FIRST: ACES, HANDS: hands}).counted is FIRST
    for sides in ({SECOND: swept}, {FIRST: swept, SECOND: swept}):
        settlement = settle_match({**sides, HANDS: hands})
        assert (settlement.settlement, settlement.counted) == (ResultSettlement.REPORTED, HANDS)
        assert codes(settlement) == ["differs_from_hands"] * len(sides)


def test_two_results_are_named() -> None:
    """Both sides, what each says, and where it contradicts what was entered."""
    sentences = [
        languages.texts([finding.message for finding in settle_match(results).doubts])
        for results in (
            {FIRST: ACES, SECOND: BOWERS},
            {FIRST: ACES, SECOND: NO_SHOW},
            {SECOND: ACES, ENTERED: BOWERS},
            {DECIDED: BOWERS, FIRST: ACES},
        )
    ]
    assert sentences == [
        "Aces says 2 : 1, Bowers says 1 : 2. Neither counts yet.",
        "Aces and Bowers report different results. Neither counts until one is confirmed.",
        "Bowers reports a different result from the one a scorer entered. Neither counts yet.",
        "Aces reported a different result from the one that counts. Were two sheets swapped?",
    ]
    (finding,) = settle_match({FIRST: ACES, SECOND: BOWERS}).doubts
    assert finding.clauses == ("house/league.results", "mb-lounge/league.matches")


@pytest.mark.parametrize("policy", ResultPolicy)
def test_the_league_says_who_has_to_agree(policy: ResultPolicy) -> None:
    """A league in which one report is enough says nothing of it, as before."""
    clauses = {
        clause.topic: languages.texts(clause.sentences)
        for clause in list_league_clauses(make_league(policy=policy).format)
    }
    assert ("league.results" in clauses) is (policy is not ResultPolicy.ONE)
    own = list_league_clauses(make_league(policy=policy, scorers_may=ScorersMay.OWN).format)
    sentences = {clause.topic: languages.texts(clause.sentences) for clause in own}
    assert sentences["league.results"].endswith("Players report only their own matchups.")


RESULTS = st.one_of(
    st.builds(
        EnteredResult, wins=st.sampled_from([(3, 0), (2, 1), (1, 2), (0, 3), (1, 0), (4, 0)])
    ),
    st.builds(EnteredResult, forfeit=st.sampled_from([0, 1])),
    st.builds(
        EnteredResult,
        matches=st.lists(st.builds(match, st.sampled_from([0, 1])), max_size=3).map(tuple),
        is_closed=st.booleans(),
    ),
    st.just(NOBODY),
)


@given(st.dictionaries(st.sampled_from(list(Source)), RESULTS), st.sampled_from(list(ResultPolicy)))
def test_what_is_settled_follows_from_the_set_of_reports(
    results: dict[Source, EnteredResult], policy: ResultPolicy
) -> None:
    """Never from their order; what counts was reported, and two that differ never count."""
    among = make_league(policy=policy)
    outcome = settle_match(results, among)
    assert settle_match(dict(reversed(results.items())), among) == outcome
    assert outcome.counted is None or outcome.counted in results
    if outcome.settlement is ResultSettlement.CONTRADICTED:
        assert outcome.counted is None
        assert Source.DECIDED not in results
    if policy is ResultPolicy.BOTH_SIDES and outcome.settlement is ResultSettlement.AGREED:
        assert Source.HANDS in results or set(SIDES) <= results.keys()

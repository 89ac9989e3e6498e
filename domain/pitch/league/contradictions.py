"""Contradictions: statements in the result of a fixture that cannot be true together.

Among them are players who cannot have played in the place that a result gives them.

A pointer of a finding leads to a place in the result.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pitch import messages, seats
from pitch.findings import Finding, FindingKind
from pitch.league import clauses, counts, fixtures, forfeits, point_lines
from pitch.league.choices import Length
from pitch.league.counts import Count
from pitch.league.fixtures import EnteredResult, Fixture, Substitute
from pitch.league.formats import Format
from pitch.league.leagues import Entrant, League
from pitch.league.scores import final_scores
from pitch.messages import COUNT, ENTRANT, SCORE, SIDE, TYPED, Message, Sentence, all_of
from pitch.rules import clauses as rule_clauses

_TAKEN_TWICE: Final = Message(
    "league_finding.place_taken_twice", names=all_of(TYPED), player=TYPED, entrant=ENTRANT
)
_NOT_IN_FIXTURE: Final = Message("league_finding.substitute_out_of_place", name=TYPED)
_NO_SUCH_PLAYER: Final = Message(
    "league_finding.substitute_out_of_place.player",
    name=TYPED,
    entrant=ENTRANT,
    player=COUNT,
    players=COUNT,
)
_ALIKE: Final = Message("league_finding.names_alike", name=TYPED)

RosterPlace = tuple[int, int]
"""An entrant's number, and the index of one of its players."""


def find_substitutions(
    league: League, fixture: Fixture, result: EnteredResult
) -> Iterator[Finding]:
    """Yield substitutes without a place of their own in the fixture, or with a name taken twice."""
    numbers = {number for side in fixture.sides for number in side}
    entrants = {entrant.number: entrant for entrant in league.entrants if entrant.number in numbers}
    by_place: dict[RosterPlace, int] = {}
    for index, substitute in enumerate(result.substitutes):
        misplaced = _misplaced(league, entrants, index, substitute)
        if misplaced is not None:
            yield misplaced
            continue
        first = by_place.setdefault((substitute.entrant, substitute.player), index)
        if first != index:
            entrant = entrants[substitute.entrant]
            message = _TAKEN_TWICE(
                names=(_name(result.substitutes[first]), _name(substitute)),
                player=entrant.players[substitute.player],
                entrant=messages.entrant(entrant.number, entrant.name),
            )
            facts = (f"/substitutes/{first}", f"/substitutes/{index}")
            kind = FindingKind.ARITHMETIC
            yield _finding(league, kind, "place_taken_twice", message, facts)
    yield from _same_names(league, entrants, result, by_place)


def _misplaced(
    league: League, entrants: Mapping[int, Entrant], index: int, substitute: Substitute
) -> Finding | None:
    """Return a finding if the fixture does not have the place of a substitute."""
    entrant = entrants.get(substitute.entrant)
    if entrant is None:
        message = _NOT_IN_FIXTURE(name=_name(substitute))
        fact = f"/substitutes/{index}/entrant"
    elif substitute.player >= len(entrant.players):
        message = _NO_SUCH_PLAYER(
            name=_name(substitute),
            entrant=messages.entrant(entrant.number, entrant.name),
            player=substitute.player + 1,
            players=len(entrant.players),
        )
        fact = f"/substitutes/{index}/player"
    else:
        return None
    return _finding(league, FindingKind.ARITHMETIC, "substitute_out_of_place", message, (fact,))


def _same_names(
    league: League,
    entrants: Mapping[int, Entrant],
    result: EnteredResult,
    by_place: Mapping[RosterPlace, int],
) -> Iterator[Finding]:
    """Yield substitutes who have the name of anyone else at the table."""
    # An absent player does not sit there, so a substitute may well have the same name.
    names = {
        (number, player): seats.normalize_name(name)
        for number, entrant in entrants.items()
        for player, name in enumerate(entrant.players)
        if (number, player) not in by_place
    }
    for place, index in by_place.items():
        substitute = result.substitutes[index]
        name = seats.normalize_name(substitute.name)
        namesakes = [by_place.get(seat) for seat, seated in names.items() if seated == name]
        if namesakes:
            indices = sorted((index, *(each for each in namesakes if each is not None)))
            facts = tuple(f"/substitutes/{each}/name" for each in indices)
            message = _ALIKE(name=_name(substitute))
            yield _finding(league, FindingKind.PHYSICAL, "names_alike", message, facts)
        names[place] = name


def _name(substitute: Substitute) -> str:
    return substitute.name.strip()


def _finding(
    league: League, kind: FindingKind, code: str, message: Sentence, facts: tuple[str, ...]
) -> Finding:
    return clauses.finding(league.format, kind, code, message, facts, "league.substitutes")


_TOO_MANY_MATCHES: Final = Message("league_finding.too_many_matches", matches=COUNT, listed=COUNT)
_TOO_MANY_WINS: Final = Message("league_finding.too_many_wins", side=SIDE, wins=COUNT, most=COUNT)
_TOO_MANY_TOGETHER: Final = Message("league_finding.wins_do_not_add_up", wins=COUNT, matches=COUNT)
_BOTH_DECIDED: Final = Message("league_finding.wins_do_not_add_up.best_of", needed=COUNT)
_AFTER_DECISION: Final = Message(
    "league_finding.match_after_decision", match=COUNT, side=SIDE, needed=COUNT
)
_WINS_AND_MATCHES: Final = Message(
    "league_finding.wins_contradict_matches",
    first=COUNT,
    second=COUNT,
    listed_first=COUNT,
    listed_second=COUNT,
)
_LEADER_UNKNOWN: Final = Message("league_finding.match_unfinished.leader_unknown", match=COUNT)
_WON_BY_NOBODY: Final = Message("league_finding.match_unfinished.nobody", match=COUNT)
_WON_BY_LEADER: Final = Message("league_finding.match_unfinished.led", match=COUNT, side=SIDE)
_ONE_MISSING: Final = Message("league_finding.one_match_missing", wins=COUNT, matches=COUNT)

_WINNER_NEEDED: Final = Message(
    "league_finding.winner_needed", match=COUNT, first=SCORE, second=SCORE
)


def find(league: League, fixture: Fixture, result: EnteredResult) -> tuple[Finding, ...]:
    """Return everything that is wrong or odd in a result."""
    form = league.format
    substitutes = find_substitutions(league, fixture, result)
    # A side that did not come has played nothing, so no other finding about matches can hold.
    if forfeits.wins_and_points(league, result) is not None:
        return (*forfeits.find(league, fixture, result), *substitutes)
    count = counts.count_matches(league, result)
    return (
        *_too_many_matches(form, result),
        *_too_many_wins(league, fixture, result, count),
        *_after_decision(league, fixture, result),
        *_wins_and_matches(form, result, count),
        *point_lines.find(league, fixture, result, count),
        *_scores(league, result),
        *_unfinished_matches(league, fixture, result, count),
        *_winner_needed(league, result, count),
        *substitutes,
    )


def _arithmetic(form: Format, code: str, message: Sentence, *facts: str) -> Finding:
    return clauses.finding(form, FindingKind.ARITHMETIC, code, message, facts, "league.matches")


def _too_many_matches(form: Format, result: EnteredResult) -> Iterator[Finding]:
    """Yield a finding about more matches than the fixture has."""
    most, listed = form.matches_a_fixture, len(result.matches)
    if listed > most:
        message = _TOO_MANY_MATCHES(matches=most, listed=listed)
        yield _arithmetic(form, "too_many_matches", message, f"/matches/{most}")


def _too_many_wins(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Yield findings about more wins than a side needs, or than the fixture has matches.

    Wins that follow from listed matches are too many only if matches are, which has its own
    finding, as has a match after the decision.
    """
    if result.wins is None:
        return
    form = league.format
    most, all_matches = counts.most_wins(form), form.matches_a_fixture
    for side, wins in enumerate(count.wins):
        if wins > most:
            name = fixtures.side_argument(league, fixture, side)
            message = _TOO_MANY_WINS(side=name, wins=wins, most=most)
            yield _arithmetic(form, "too_many_wins", message, f"/wins/{side}")
    # Best of three ends with the second win, so 2 : 2 cannot be, nor 3 : 0.
    both_decided = form.length is Length.BEST_OF and min(count.wins) >= most
    if max(count.wins) <= most and (both_decided or sum(count.wins) > all_matches):
        message = (
            _BOTH_DECIDED(needed=most)
            if both_decided
            else _TOO_MANY_TOGETHER(wins=sum(count.wins), matches=all_matches)
        )
        yield _arithmetic(form, "wins_do_not_add_up", message, "/wins/0", "/wins/1")


def _after_decision(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """Yield a finding about the first match listed after the fixture was decided.

    Only the first is reported, because all after it are wrong for the same reason.
    """
    form = league.format
    if form.length is not Length.BEST_OF:
        return
    wins, needed = [0, 0], counts.wins_needed(form)
    for index, match in enumerate(result.matches):
        if needed in wins:
            side = fixtures.side_argument(league, fixture, wins.index(needed))
            message = _AFTER_DECISION(match=index + 1, side=side, needed=needed)
            yield _arithmetic(form, "match_after_decision", message, f"/matches/{index}")
            return
        winner = counts.match_winner(league, result, match)
        if winner is not None:
            wins[winner] += 1


def _wins_and_matches(form: Format, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """Yield a finding about a line of wins that the listed matches and the others cannot make.

    A match whose winner or leader was not entered may be either side's, so it counts as not listed.
    """
    if result.wins is None or not result.matches:
        return
    not_listed = max(0, form.matches_a_fixture - len(result.matches)) + len(count.ambiguous)
    more = [wins - listed for wins, listed in zip(count.wins, count.listed_wins, strict=True)]
    if min(more) < 0 or sum(more) > not_listed:
        message = _WINS_AND_MATCHES(
            first=count.wins[0],
            second=count.wins[1],
            listed_first=count.listed_wins[0],
            listed_second=count.listed_wins[1],
        )
        yield clauses.finding(
            form,
            FindingKind.ARITHMETIC,
            "wins_contradict_matches",
            message,
            ("/wins", "/matches"),
        )


def _scores(league: League, result: EnteredResult) -> Iterator[Finding]:
    for index, match in enumerate(result.matches):
        for contradiction in final_scores.find(league.ruleset.rules, index + 1, match):
            yield Finding(
                code=contradiction.code,
                kind=contradiction.kind,
                message=contradiction.message,
                facts=tuple(f"/matches/{index}{fact}" for fact in contradiction.facts),
                clauses=rule_clauses.cite(league.ruleset, *contradiction.topics),
            )


def _unfinished_matches(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Yield findings about matches that closing time ended, with what they pay."""
    form = league.format
    for index in count.unfinished:
        winner = counts.match_winner(league, result, result.matches[index])
        if index in count.ambiguous:
            message = _LEADER_UNKNOWN(match=index + 1)
        elif winner is None:
            message = _WON_BY_NOBODY(match=index + 1)
        else:
            side = fixtures.side_argument(league, fixture, winner)
            message = _WON_BY_LEADER(match=index + 1, side=side)
        yield _unfinished(form, "match_unfinished", message, f"/matches/{index}")
    # A line of wins has no place for a match without a winner: one short of all counts as that.
    if counts.is_one_match_missing(form, result, count):
        message = _ONE_MISSING(wins=sum(count.wins), matches=form.matches_a_fixture)
        yield _unfinished(form, "one_match_missing", message, "/isClosed")


def _unfinished(form: Format, code: str, message: Sentence, fact: str) -> Finding:
    kind = FindingKind.SUSPICIOUS
    return clauses.finding(form, kind, code, message, (fact,), "league.unfinished")


def _winner_needed(league: League, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """Yield findings about matches whose scores do not show whether they were finished."""
    # A line of wins may say who won the ambiguous matches.
    if sum(count.wins) > sum(count.listed_wins):
        return
    for index in count.winner_missing:
        first, second = result.matches[index].scores or (0, 0)
        yield Finding(
            code="winner_needed",
            kind=FindingKind.SUSPICIOUS,
            message=_WINNER_NEEDED(match=index + 1, first=first, second=second),
            facts=(f"/matches/{index}/winner",),
            clauses=rule_clauses.cite(league.ruleset, "win.target", "win.out"),
        )

"""Checks of a result: which of its statements about a fixture cannot be true together.

Among them are players who cannot have played in the place that a result gives them. The pointers of
a finding lead into the result.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pitch import messages, seats
from pitch.findings import Finding
from pitch.league import counts, fixtures, forfeits, point_lines
from pitch.league.choices import Length
from pitch.league.contradictions import ARITHMETIC, PHYSICAL, SUSPICIOUS, Lemma
from pitch.league.counts import Count
from pitch.league.fixtures import EnteredResult, Fixture, Substitute
from pitch.league.leagues import Entrant, League
from pitch.league.scores import final_scores
from pitch.messages import COUNT, ENTRANT, SCORE, SIDE, TYPED, all_of

_TAKEN_TWICE: Final = Lemma(
    "place_taken_twice",
    ARITHMETIC,
    "league.substitutes",
    names=all_of(TYPED),
    player=TYPED,
    entrant=ENTRANT,
)
_NOT_IN_FIXTURE: Final = Lemma(
    "substitute_out_of_place", ARITHMETIC, "league.substitutes", name=TYPED
)
_NO_SUCH_PLAYER: Final = Lemma(
    "substitute_out_of_place.player",
    ARITHMETIC,
    "league.substitutes",
    name=TYPED,
    entrant=ENTRANT,
    player=COUNT,
    players=COUNT,
)
_ALIKE: Final = Lemma("names_alike", PHYSICAL, "league.substitutes", name=TYPED)
_TOO_MANY_MATCHES: Final = Lemma(
    "too_many_matches", ARITHMETIC, "league.matches", matches=COUNT, listed=COUNT
)
_TOO_MANY_WINS: Final = Lemma(
    "too_many_wins", ARITHMETIC, "league.matches", side=SIDE, wins=COUNT, most=COUNT
)
_TOO_MANY_TOGETHER: Final = Lemma(
    "wins_do_not_add_up", ARITHMETIC, "league.matches", wins=COUNT, matches=COUNT
)
_BOTH_DECIDED: Final = Lemma(
    "wins_do_not_add_up.best_of", ARITHMETIC, "league.matches", needed=COUNT
)
_AFTER_DECISION: Final = Lemma(
    "match_after_decision", ARITHMETIC, "league.matches", match=COUNT, side=SIDE, needed=COUNT
)
_WINS_AND_MATCHES: Final = Lemma(
    "wins_contradict_matches",
    ARITHMETIC,
    first=COUNT,
    second=COUNT,
    listed_first=COUNT,
    listed_second=COUNT,
)
_UNFINISHED: Final = "league.unfinished"
_LEADER_UNKNOWN: Final = Lemma(
    "match_unfinished.leader_unknown", SUSPICIOUS, _UNFINISHED, match=COUNT
)
_WON_BY_NOBODY: Final = Lemma("match_unfinished.nobody", SUSPICIOUS, _UNFINISHED, match=COUNT)
_WON_BY_LEADER: Final = Lemma(
    "match_unfinished.led", SUSPICIOUS, _UNFINISHED, match=COUNT, side=SIDE
)
_ONE_MISSING: Final = Lemma("one_match_missing", SUSPICIOUS, _UNFINISHED, wins=COUNT, matches=COUNT)
_WINNER_NEEDED: Final = Lemma(
    "winner_needed", SUSPICIOUS, "win.target", "win.out", match=COUNT, first=SCORE, second=SCORE
)

RosterPlace = tuple[int, int]
"""An entrant's number, and the index of one of its players."""


def find(league: League, fixture: Fixture, result: EnteredResult) -> tuple[Finding, ...]:
    """Return everything that is wrong or odd in a result."""
    substitutes = _substitutions(league, fixture, result)
    # A side that did not come has played nothing, so no other finding about matches can hold.
    if forfeits.wins_and_points(league, result) is not None:
        return (*forfeits.find(league, fixture, result), *substitutes)
    count = counts.count_matches(league, result)
    return (
        *_too_many_matches(league, result),
        *_too_many_wins(league, fixture, result, count),
        *_after_decision(league, fixture, result),
        *_wins_and_matches(league, result, count),
        *point_lines.find(league, fixture, result, count),
        *final_scores.find(league, result),
        *_unfinished_matches(league, fixture, result, count),
        *_winner_needed(league, result, count),
        *substitutes,
    )


def _substitutions(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
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
            yield _TAKEN_TWICE(
                league,
                f"/substitutes/{first}",
                f"/substitutes/{index}",
                names=(_name(result.substitutes[first]), _name(substitute)),
                player=entrant.players[substitute.player],
                entrant=messages.entrant(entrant.number, entrant.name),
            )
    yield from _same_names(league, entrants, result, by_place)


def _misplaced(
    league: League, entrants: Mapping[int, Entrant], index: int, substitute: Substitute
) -> Finding | None:
    """Return a finding if the fixture does not have the place of a substitute."""
    entrant = entrants.get(substitute.entrant)
    if entrant is None:
        return _NOT_IN_FIXTURE(league, f"/substitutes/{index}/entrant", name=_name(substitute))
    if substitute.player < len(entrant.players):
        return None
    return _NO_SUCH_PLAYER(
        league,
        f"/substitutes/{index}/player",
        name=_name(substitute),
        entrant=messages.entrant(entrant.number, entrant.name),
        player=substitute.player + 1,
        players=len(entrant.players),
    )


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
            facts = (f"/substitutes/{each}/name" for each in indices)
            yield _ALIKE(league, *facts, name=_name(substitute))
        names[place] = name


def _name(substitute: Substitute) -> str:
    return substitute.name.strip()


def _too_many_matches(league: League, result: EnteredResult) -> Iterator[Finding]:
    """Yield a finding about more matches than the fixture has."""
    most, listed = league.format.matches_a_fixture, len(result.matches)
    if listed > most:
        yield _TOO_MANY_MATCHES(league, f"/matches/{most}", matches=most, listed=listed)


def _too_many_wins(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Yield findings about more wins than a side needs, or than the fixture has matches.

    Wins that follow from listed matches are too many only if matches are, which has its own
    finding, as has a match after the decision.
    """
    if result.wins is None:
        return
    form, pointers = league.format, ("/wins/0", "/wins/1")
    most, matches, total = form.most_wins, form.matches_a_fixture, sum(count.wins)
    for side, wins in enumerate(count.wins):
        if wins > most:
            name = fixtures.side_argument(league, fixture, side)
            yield _TOO_MANY_WINS(league, pointers[side], side=name, wins=wins, most=most)
    if max(count.wins) > most:
        return
    # Best of three ends with the second win, so 2 : 2 cannot be, nor 3 : 0.
    if form.length is Length.BEST_OF and min(count.wins) >= most:
        yield _BOTH_DECIDED(league, *pointers, needed=most)
    elif total > matches:
        yield _TOO_MANY_TOGETHER(league, *pointers, wins=total, matches=matches)


def _after_decision(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """Yield a finding about the first match listed after the fixture was decided.

    Only the first is reported, because all after it are wrong for the same reason.
    """
    if league.format.length is not Length.BEST_OF:
        return
    wins, needed = [0, 0], league.format.wins_needed
    for index, match in enumerate(result.matches):
        if needed in wins:
            side = fixtures.side_argument(league, fixture, wins.index(needed))
            fact = f"/matches/{index}"
            yield _AFTER_DECISION(league, fact, match=index + 1, side=side, needed=needed)
            return
        winner = counts.match_winner(league, result, match)
        if winner is not None:
            wins[winner] += 1


def _wins_and_matches(league: League, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """Yield a finding about a line of wins that the listed matches and the others cannot make.

    A match whose winner or leader was not entered may be either side's, so it counts as not listed.
    """
    if result.wins is None or not result.matches:
        return
    unlisted = max(0, league.format.matches_a_fixture - len(result.matches))
    more = [wins - listed for wins, listed in zip(count.wins, count.listed_wins, strict=True)]
    if min(more) < 0 or sum(more) > unlisted + len(count.ambiguous):
        yield _WINS_AND_MATCHES(
            league,
            "/wins",
            "/matches",
            first=count.wins[0],
            second=count.wins[1],
            listed_first=count.listed_wins[0],
            listed_second=count.listed_wins[1],
        )


def _unfinished_matches(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Yield findings about matches that closing time ended, with what they pay."""
    for index in count.unfinished:
        winner = counts.match_winner(league, result, result.matches[index])
        fact, number = f"/matches/{index}", index + 1
        if index in count.ambiguous:
            yield _LEADER_UNKNOWN(league, fact, match=number)
        elif winner is None:
            yield _WON_BY_NOBODY(league, fact, match=number)
        else:
            side = fixtures.side_argument(league, fixture, winner)
            yield _WON_BY_LEADER(league, fact, match=number, side=side)
    # A line of wins has no place for a match without a winner: one short of all counts as that.
    if counts.is_one_match_missing(league.format, result, count):
        matches = league.format.matches_a_fixture
        yield _ONE_MISSING(league, "/isClosed", wins=sum(count.wins), matches=matches)


def _winner_needed(league: League, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """Yield findings about matches whose scores do not show whether they were finished."""
    # A line of wins may say who won the ambiguous matches.
    if sum(count.wins) > sum(count.listed_wins):
        return
    for index in count.winner_missing:
        first, second = result.matches[index].scores or (0, 0)
        fact = f"/matches/{index}/winner"
        yield _WINNER_NEEDED(league, fact, match=index + 1, first=first, second=second)

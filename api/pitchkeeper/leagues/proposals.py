"""Proposals: what clients ask for of leagues, as leagues know it."""

from collections.abc import Callable

from pitch import RuleSet
from pitch.league import Entrant, LeagueContradicts
from pitch.messages import Message
from pitchkeeper.leagues.charter import Founding
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.leagues.views import EntrantChange, NewEntrant, NewLeague

_ALL_PLAYED = Message("problem.league_contradicts.all_played")


def founding(asked: NewLeague, ruleset: RuleSet) -> Founding:
    """What is agreed in a league, with the rules that were asked for."""
    return Founding(
        ruleset=ruleset,
        charter=Charter(name=asked.name, format=asked.format, seed=asked.seed, dates=asked.dates),
        entrants=tuple(
            Entrant(
                number=number,
                name=each.name,
                players=each.players,
                from_night=each.from_night or 1,
            )
            for number, each in enumerate(asked.entrants, start=1)
        ),
    )


def newcomer(asked: NewEntrant) -> Callable[[LeagueState], Entrant]:
    """An entrant of a league, from its next night on unless another is named."""

    def of(league: LeagueState) -> Entrant:
        # Of the league as it is when this is saved: a result may have closed a night meanwhile.
        from_night = asked.from_night or league.next_night
        if from_night is None:
            raise LeagueContradicts(_ALL_PLAYED(), pointer="/fromNight")
        return Entrant(
            # Of those that were removed as well, so that no number comes twice.
            number=max((league.last_entrant, *(each.number for each in league.entrants))) + 1,
            name=asked.name,
            players=asked.players,
            from_night=from_night,
        )

    return of


def changed(number: int, asked: EntrantChange) -> Entrant:
    """An entrant as it is to be."""
    return Entrant(
        number=number,
        name=asked.name,
        players=asked.players,
        from_night=asked.from_night,
        until_night=asked.until_night,
    )

"""What every rule of a league says, in one sentence made from its format."""

from collections.abc import Callable
from typing import Final

from domain.league import amounts
from domain.league.leagues import (
    Counting,
    FinalNight,
    Format,
    Length,
    Pairing,
    PartnerKeepers,
    TieBreak,
    Unfinished,
)
from domain.wording import counted

Sentence = Callable[[Format], str | None]
"""The sentence for a topic; None where the format has nothing of the kind."""


def noun(form: Format) -> str:
    """What stands in the table: a team, or a player."""
    return "team" if form.pairing is Pairing.TEAMS and form.players > 1 else "player"


def _always(sentence: str) -> Sentence:
    """The same sentence in all leagues, with the word for an entrant in place of `{noun}`."""
    return lambda form: sentence.format(noun=noun(form))


def _teams(form: Format) -> str:
    match form.pairing:
        case Pairing.CHANGING_PARTNERS:
            return "Players stand alone in the table and change partner in every fixture."
        case Pairing.PROGRESSIVE:
            return (
                "Players stand alone in the table; after a fixture the winners move up a table, "
                "and the losers at the head go down to the last."
            )
        case Pairing.TEAMS if form.players == 1:
            return "Players meet each other one against one."
        case Pairing.TEAMS:
            return f"Fixed teams of {form.players} meet each other."


_PARTNERS: Final = {
    PartnerKeepers.HEAD_WINNERS: (
        "After a fixture the pair that won at the head and the pair that comes up to it stay "
        "together, and everyone else changes partner; where the same four would meet again, "
        "they change too."
    ),
    PartnerKeepers.NOBODY: "After a fixture everyone changes partner.",
}


def _partners(form: Format) -> str | None:
    return _PARTNERS[form.keeps_partner] if form.pairing is Pairing.PROGRESSIVE else None


def _nights(form: Format) -> str:
    return f"The league is played on {counted(form.nights, 'night')}."


def _fixtures(form: Format) -> str:
    fixtures = counted(form.fixtures_a_night, "fixture")
    if form.pairing is not Pairing.TEAMS:
        return f"Every player plays {fixtures} a night."
    if form.fixtures_a_night == 1:
        return f"Every {noun(form)} plays one fixture a night."
    return f"Every {noun(form)} plays {fixtures} a night, each against another {noun(form)}."


def _matches(form: Format) -> str:
    # S3 counts wins, so all three matches of a fixture are played (S3.league.games).
    if form.matches_a_fixture == 1:
        return "A fixture is one match."
    if form.length is Length.BEST_OF:
        needed = form.matches_a_fixture // 2 + 1
        return f"A fixture ends when a side has won {needed} of {form.matches_a_fixture} matches."
    return f"A fixture is {form.matches_a_fixture} matches, and all of them are played."


def _closing(form: Format) -> str | None:
    # S3 names the hour (S3.league.time) and is silent on a match that is open then (C82).
    if form.closes_at is None:
        return None
    return f"No hand is dealt after {form.closes_at}."


_UNFINISHED: Final = {
    Unfinished.NOTHING: "A match that closing time ends is won by nobody.",
    Unfinished.LEADER_WINS: (
        "A match that closing time ends is won by the side with the higher score; "
        "if the scores are equal, by nobody."
    ),
}


def _forfeit(form: Format) -> str:
    by = "the target, or to two points a hand where no target is played to"
    return (
        "A side that does not come loses the fixture without a win, each match by nothing to "
        f"{form.forfeit_points or by}; if neither comes, neither gets anything."
    )


_COUNTING: Final = {
    Counting.MATCHES_WON: "A {noun}'s score is the number of matches it has won.",
    Counting.FIXTURES_WON: (
        "A {noun}'s score is the number of fixtures in which it has won more matches "
        "than its opponents."
    ),
    Counting.POINTS: "A {noun}'s score is the sum of its final scores in all matches.",
}


_FINALS: Final = {
    FinalNight.ORDINARY: "The last night counts like every other, and the highest score is first.",
    FinalNight.SEPARATE: (
        "The last night is a final: it alone decides the places of those who play in it, "
        "and who is level there stands as before it."
    ),
}

_TIE_BREAKS: Final = {
    TieBreak.HEAD_TO_HEAD: (
        "the fixtures among those level, if all of them have met there equally often"
    ),
    TieBreak.MATCHES_WON: "matches won",
    TieBreak.POINT_DIFFERENCE: "the difference of points, if all are known",
    TieBreak.PLAY_OFF: "a play-off",
}


def _ties(form: Format) -> str:
    """What is told of ties ends where they are played off or left."""
    said = []
    for tie_break in form.tie_breaks:
        if tie_break is TieBreak.SHARE:
            break
        said.append(_TIE_BREAKS[tie_break])
        if tie_break is TieBreak.PLAY_OFF:
            return f"Equal scores are decided by {', then '.join(said)}."
    if not said:
        return "Those with equal scores share the place."
    return f"Equal scores are decided by {', then '.join(said)}; who is still level shares."


def _fee(form: Format) -> str | None:
    if form.fee == 0:
        return None
    fee = amounts.said(form.fee, form.currency)
    return f"Every {noun(form)} owes {fee} for each night it takes part in."


def _prize(form: Format) -> str | None:
    prizes = form.prizes
    if prizes.shares:
        shares = ", ".join(f"{_per_cent(share)} %" for share in prizes.shares)
        return f"The first places get {shares} of all the fees of the season."
    if prizes.amounts:
        listed = ", ".join(amounts.said(amount, form.currency) for amount in prizes.amounts)
        return f"The first places get {listed}; if the fees do not reach, less in proportion."
    return None


def _per_cent(share: int) -> str:
    whole, part = divmod(share, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") if part else str(whole)


def _sharing(form: Format) -> str | None:
    if not form.prizes.shares and not form.prizes.amounts:
        return None
    return (
        f"Every {noun(form)} that shares a place gets an equal part of the prizes of the places "
        "they take up; what cannot be divided goes to the lowest numbers, one unit each."
    )


# Clauses are cited by these names in exports that people keep, so a topic keeps its name.
SENTENCES: Final[dict[str, Sentence]] = {
    "league.teams": _teams,
    "league.partners": _partners,
    "league.nights": _nights,
    "league.fixtures": _fixtures,
    "league.matches": _matches,
    "league.byes": _always(
        "When the numbers are uneven, a {noun} without a fixture has a bye, which pays nothing."
    ),
    "league.closing": _closing,
    "league.unfinished": lambda form: _UNFINISHED[form.unfinished],
    "league.forfeit": _forfeit,
    "league.substitutes": _always(
        "A substitute plays in a player's place, and what is won counts for the {noun}."
    ),
    "league.score": lambda form: _COUNTING[form.counting].format(noun=noun(form)),
    "league.final": lambda form: _FINALS[form.final_night],
    "league.ties": _ties,
    "league.fee": _fee,
    "league.prize": _prize,
    "league.sharing": _sharing,
}
"""Every topic in the order in which it is told."""

"""The clauses of a league: what the document says, what it leaves to us, and house rules."""

import re
from typing import Any

import pytest

from pitch.league import clauses
from pitch.league.choices import (
    Counting,
    FinalNight,
    Length,
    Pairing,
    PartnerKeepers,
    TieBreak,
    Unfinished,
)
from pitch.league.clauses import MB_LOUNGE
from pitch.league.formats import Prizes
from pitch.rules.presets.catalogue import Basis
from pitchkeeper.messages import languages
from tests.support.seasons import form


def texts(**changes: Any) -> dict[str, str]:
    return {
        clause.topic: languages.texts(clause.sentences)
        for clause in clauses.list_league_clauses(form(**changes))
    }


def test_the_league_of_the_document_has_its_wording() -> None:
    assert texts() == {
        "league.teams": "Teams of two play together all season.",
        "league.nights": "The league is played on 5 nights.",
        "league.fixtures": "Every team plays 2 matchups a night. "
        "Each of them is against another team.",
        "league.matches": "A matchup is 3 matches, and all of them are played.",
        "league.byes": "With an odd number of teams, one sits out each round (a bye) and gets "
        "nothing for it.",
        "league.closing": "No hand is dealt after 21:00.",
        "league.unfinished": "A match cut off by closing time has no winner.",
        "league.forfeit": "A side that doesn't show up loses every match of the matchup. "
        "It loses each of them by the target to 0, or by two points a hand where there is no "
        "target. If neither shows up, neither gets anything.",
        "league.substitutes": "A substitute plays in a player's place, and what is won counts "
        "for the team.",
        "league.score": "A team's score is the number of matches it has won.",
        "league.final": "The last night counts like any other; the highest total wins.",
        "league.ties": "If scores are tied, results against each other decide, if all those tied "
        "met equally often. If still tied, the difference of points decides, if all are known. "
        "If still tied, they share the place.",
        "league.fee": "Every team owes $10.00 for each night it takes part in.",
        "league.prize": (
            "The 1st prize is 60% of the season's fees. The 2nd prize is 30% of the season's fees. "
            "The 3rd prize is 10% of the season's fees."
        ),
        "league.sharing": "Teams that share a place evenly split the prizes of the places they "
        "take up. Leftover cents go one each to the lowest-numbered of those tied.",
    }


def test_what_the_document_leaves_open_is_a_default() -> None:
    bases = {clause.topic: clause.basis for clause in clauses.list_league_clauses(MB_LOUNGE)}
    assert [topic for topic, basis in bases.items() if basis is Basis.TEXT] == [
        "league.teams",
        "league.nights",
        "league.fixtures",
        "league.matches",
        "league.closing",
        "league.score",
        "league.fee",
    ]
    assert Basis.HOUSE not in bases.values()


@pytest.mark.parametrize(
    ("changes", "topic", "basis"),
    [
        ({"final_night": FinalNight.SEPARATE}, "league.final", Basis.DEFAULT),
        ({"prizes": Prizes(amounts=(30_000, 15_000, 5_000))}, "league.prize", Basis.TEXT),
        ({"nights": 6}, "league.nights", Basis.HOUSE),
        ({"players": 1}, "league.teams", Basis.HOUSE),
        ({"pairing": Pairing.CHANGING_PARTNERS}, "league.teams", Basis.HOUSE),
        ({"pairing": Pairing.PROGRESSIVE}, "league.teams", Basis.HOUSE),
        ({"fixtures_a_night": 1}, "league.fixtures", Basis.HOUSE),
        ({"matches_a_fixture": 1}, "league.matches", Basis.HOUSE),
        ({"length": Length.BEST_OF}, "league.matches", Basis.HOUSE),
        ({"closes_at": "22:30"}, "league.closing", Basis.HOUSE),
        ({"unfinished": Unfinished.LEADER_WINS}, "league.unfinished", Basis.HOUSE),
        ({"forfeit_points": 15}, "league.forfeit", Basis.HOUSE),
        ({"counting": Counting.FIXTURES_WON}, "league.score", Basis.HOUSE),
        ({"counting": Counting.POINTS}, "league.score", Basis.HOUSE),
        ({"tie_breaks": (TieBreak.PLAY_OFF,)}, "league.ties", Basis.HOUSE),
        ({"tie_breaks": ()}, "league.ties", Basis.HOUSE),
        ({"fee": 500}, "league.fee", Basis.HOUSE),
        ({"currency": "EUR"}, "league.fee", Basis.HOUSE),
        ({"prizes": Prizes(shares=(10_000,))}, "league.prize", Basis.HOUSE),
    ],
)
def test_every_choice_of_a_league_is_in_a_clause(
    changes: dict[str, Any], topic: str, basis: Basis
) -> None:
    clause = next(
        clause for clause in clauses.list_league_clauses(form(**changes)) if clause.topic == topic
    )
    assert languages.texts(clause.sentences) != texts()[topic]
    assert clause.basis is basis
    assert clause.id == f"{'house' if basis is Basis.HOUSE else 'mb-lounge'}/{topic}"
    for sentence in clause.sentences:
        assert re.fullmatch(r"[A-Z][^.]*(\.\d[^.]*)*\.", languages.text(sentence)), (
            "one whole sentence"
        )


def test_a_league_without_fees_prizes_or_closing_time_says_nothing_of_them() -> None:
    silent = texts(fee=0, prizes=Prizes(), closes_at=None)
    assert not {"league.fee", "league.prize", "league.sharing", "league.closing"} & set(silent)


def test_a_progressive_league_says_who_keeps_the_partner() -> None:
    """No document speaks of it, so whatever is chosen is a house rule."""
    moving = form(pairing=Pairing.PROGRESSIVE)
    everyone = form(pairing=Pairing.PROGRESSIVE, keeps_partner=PartnerKeepers.NOBODY)
    sentences = {}
    for league in (moving, everyone):
        clause = next(
            clause
            for clause in clauses.list_league_clauses(league)
            if clause.topic == "league.partners"
        )
        assert (clause.id, clause.basis) == ("house/league.partners", Basis.HOUSE)
        sentences[league] = languages.texts(clause.sentences)
    assert sentences[moving].startswith("Two pairs stay together: the one that won at the head")
    assert sentences[everyone] == "After a matchup everyone changes partner."
    assert "league.partners" not in texts(keeps_partner=PartnerKeepers.NOBODY)

"""Rulings on hands and winners turn on the options of pack, draw and play, where these bear."""

from typing import Any

import msgspec
import pytest

from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.proof import provers
from pitch.proof.solver import Effort
from pitch.rules import rulesets
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from pitch.rulings import alternatives, hands, hinges, questions, winners
from pitch.rulings.answers import HingeKind, Ruling
from pitch.rulings.hands import HandQuestion
from pitch.rulings.winners import WinnerQuestion
from pitch.tricks import Follow
from pitchkeeper.messages import languages
from tests.support.family import games, records
from tests.support.family import hands as played
from tests.support.searches import share

CANNOT = "Something here was misplayed or entered wrong."
RUFFED = {
    "trump": "S",
    "holdings": [{"seat": 1, "cards": ["4H", "9S"]}],
    "tricks": [{"leader": 0, "cards": ["AS", "2S", "3S", "4S"]}, {"cards": ["KH", "9S"]}],
}


def question(preset: str, **facts: Any) -> HandQuestion:
    return HandQuestion(players=4, record=msgspec.convert(facts, HandRecord))


def hinges_by_value(ruling: Ruling, option: str) -> dict[str, str]:
    """Return the changed outcomes by the choices in one option that would make it another."""
    return {
        msgspec.json.decode(hinge.value): languages.text(hinge.outcome)
        for hinge in ruling.turns_on
        if hinge.kind is HingeKind.OPTION and hinge.name == option
    }


def test_a_ruff_turns_on_whether_suits_are_followed_strictly() -> None:
    ruling = hands.rule_on_hand(question("play-smear", **RUFFED), rulesets.preset("play-smear"))
    assert hinges_by_value(ruling, "follow") == {"follow_suit": CANNOT}


def test_a_revoke_by_strict_rules_turns_on_them() -> None:
    ruling = hands.rule_on_hand(question("setback-six", **RUFFED), rulesets.preset("setback-six"))
    assert languages.text(ruling.outcome) == CANNOT
    assert list(hinges_by_value(ruling, "follow")) == ["follow_or_trump"]


def test_who_takes_a_trick_turns_on_the_rank_of_jokers() -> None:
    claims = {"points": [{"point": "high", "card": "KS"}]}
    record = {"trump": "S", "piles": [{"side": 0, "cards": ["HJ"], "listed": "some"}]}
    asked = question("setback-six", claims=claims, **record)
    ruling = hands.rule_on_hand(asked, rulesets.preset("setback-six"))
    assert hinges_by_value(ruling, "jokerRank") == {"highest": CANNOT}


@pytest.mark.parametrize("preset", ["joker-pitch", "setback-six"])
def test_a_claimed_joker_that_nobody_listed_turns_on_its_rank(preset: str) -> None:
    """Where jokers are the highest trumps the ace is not High with one in play."""
    joker = {"point": "joker", "side": 1}
    high = {"point": "high", "card": "AS", "side": 0}
    asked = question(preset, trump="S", claims={"points": [high, joker]})
    ruling = hands.rule_on_hand(asked, rulesets.preset(preset))
    assert hinges_by_value(ruling, "jokerRank")["highest"] == CANNOT


def test_a_joker_in_piles_that_are_not_all_listed_turns_on_its_rank() -> None:
    """With the first two spades in one pile High is settled, but not over an unlisted joker."""
    record = {
        "trump": "S",
        "contract": {"pitcher": 0, "bid": "two"},
        "lowDealtTo": 0,
        "piles": [{"side": 0, "cards": ["AS", "KS", "2S"], "listed": "some"}],
    }
    ruling = hands.rule_on_hand(question("joker-pitch", **record), rulesets.preset("joker-pitch"))
    assert set(hinges_by_value(ruling, "jokerRank")) <= {"highest", "apart", "above_ten"}
    assert "highest" in hinges_by_value(ruling, "jokerRank")


def test_which_of_two_jokers_wins_turns_on_their_order() -> None:
    fell = {"leader": 0, "cards": ["LJ", "HJ", "4S", "5S"], "winner": 1}
    asked = question("smear-ten", trump="S", tricks=[{}, fell])
    ruling = hands.rule_on_hand(asked, rulesets.preset("smear-ten"))
    assert hinges_by_value(ruling, "jokerOrder") == {"first_played": CANNOT}


def test_the_trump_of_a_joker_led_first_turns_on_its_rule() -> None:
    fell = {"leader": 0, "cards": ["HJ"]}
    asked = question("joker-pitch", trump="H", tricks=[fell])
    ruling = hands.rule_on_hand(asked, rulesets.preset("joker-pitch"))
    assert languages.text(ruling.outcome) == CANNOT
    assert list(hinges_by_value(ruling, "pitchedJoker")) == ["names_any"]


def test_points_that_do_not_add_up_turn_on_what_becomes_of_trumps_to_spare() -> None:
    asked = question("pitch31", claims={"taken": [7, 2]})
    ruling = hands.rule_on_hand(asked, rulesets.preset("pitch31"))
    assert languages.text(ruling.outcome) == CANNOT
    assert list(hinges_by_value(ruling, "surplus")) == ["burned"]
    assert list(hinges_by_value(ruling, "restTo")) == ["nobody"]


def test_the_winner_turns_on_the_rank_of_jokers_too() -> None:
    hand = complete_question("smear-ten", 10)
    dispute = WinnerQuestion(
        players=4, sides=hand.sides, dealer=hand.dealer, scores=(49, 49), hand=hand.record
    )
    ruling = winners.rule_on_winner(dispute, rulesets.preset("smear-ten"))
    assert languages.text(ruling.outcome) == "Player 1 & Player 3 win."
    assert hinges_by_value(ruling, "jokerRank") == {"highest": "Player 2 & Player 4 win."}


@pytest.mark.search
@pytest.mark.parametrize("preset", ["trickster-ten", "smear-ten", "setback-six", "pedro"])
def test_what_a_ruling_turns_on_is_what_is_ruled_there(preset: str) -> None:
    own = rulesets.preset(preset)
    for seed in range(share(2, 20)):
        dispute = complete_question(preset, seed)
        for hinge in hands.rule_on_hand(dispute, own).turns_on:
            if hinge.kind is HingeKind.OPTION:
                options = msgspec.json.decode(f'{{"{hinge.name}": {hinge.value}}}', type=Options)
                there = hands.rule_on_hand(dispute, own.house_rules(options))
                assert there.outcome == hinge.outcome, hinge


def test_a_record_without_jokers_ruffs_or_a_draw_is_asked_under_no_other_play() -> None:
    own = rulesets.preset("rules-guru")
    deal, record = deal_for(own), complete_question("rules-guru", 1).record
    verdict = hands.rule_on_hand(complete_question("rules-guru", 1), own).verdict
    alternatives_ = alternatives.play_options_for_record(record, deal, verdict)
    assert hinges._singles(own, alternatives_, ()) == ()


def test_another_way_to_play_the_own_game_has_an_allowance_of_its_own() -> None:
    """What documents take leaves none of it undecided."""
    own, second = (rulesets.preset(preset) for preset in ("setback-six", "trickster-6"))
    strict = own.house_rules(Options(follow=Follow.FOLLOW_OR_TRUMP))
    alike = own.house_rules(Options(target=31))
    allowance = alternatives.effort_allowance(Effort(provers.USUAL.total), deal_for(own))
    efforts = [allowance(deal_for(ruleset)) for ruleset in (alike, strict, second)]
    efforts[2].spend(provers.OTHERS)
    assert [effort.remaining for effort in efforts] == [provers.OTHERS, provers.OTHERS, 0]


def complete_question(preset: str, seed: int) -> HandQuestion:
    """A whole record of four players."""
    ruleset = rulesets.preset(preset)
    table = ruleset.table_for(4)
    hand = played.hand(games.read(ruleset.rules, table, preset), seed)
    record = records.complete_record(hand.played, hand.bid)
    return HandQuestion(players=4, sides=table.sides, dealer=hand.dealer, record=record)


def deal_for(ruleset: RuleSet) -> Deal:
    return Deal(ruleset, questions.seating_for(ruleset.table_for(4)), 3)

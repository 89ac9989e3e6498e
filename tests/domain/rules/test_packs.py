"""Pack, deal and draw as data: what follows, what contradicts, what means nothing."""

import msgspec
import pytest

from pitch.calls import Call
from pitch.cards import JokerOrder, JokerPips, JokerRank
from pitch.hand.deals import Deal
from pitch.point_names import PointName
from pitch.rules import packs, rulesets
from pitch.rules.choices import Draw, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.options import Options, PointValue
from pitch.rules.rulesets import ContradictoryOptions
from pitch.seats import Arrangement, Seating, Table
from pitch.tricks import Follow
from pitchkeeper.messages import languages

ACROSS = Arrangement.PARTNERS_ACROSS
NINE = Table(players=4, sides=ACROSS, dealt=9)
TEN_POINT = Options(
    tables=(NINE,),
    jokers=2,
    off_cards=("J",),
    draw=Draw.NON_TRUMPS,
    rest_to=RestTo.PITCHER,
    surplus=Surplus.TO_OPPONENTS,
    follow=Follow.TRUMPS_ONLY,
    trump_by=TrumpBy.NAMED_AND_LED,
)
BASE = rulesets.preset("singaporemahjong")


def test_a_table_at_its_defaults_is_the_json_that_it_always_was() -> None:
    """Stored matches and the hashes of rule sets are made of it."""
    plain = Table(players=4)
    assert msgspec.json.encode(plain) == b'{"players":4,"sides":"individuals"}'
    assert msgspec.json.decode(b'{"players":4}', type=Table) == plain
    assert msgspec.json.encode(NINE) == b'{"players":4,"sides":"partners_across","dealt":9}'


def test_the_pack_and_the_cards_are_the_rule_sets_and_its_tables() -> None:
    ruleset = BASE.house_rules(TEN_POINT)
    table = ruleset.table_for(4, ACROSS)
    assert table == NINE
    deal = Deal(ruleset, Seating(table=table, names=("Ann", "Bob", "Cid", "Dee")), 3)
    assert (deal.cards_each, deal.tricks) == (9, 6)
    assert len(deal.pack.cards) == 54
    assert len(deal.pack.trumps("S")) == 16
    assert deal.pack is deal.pack


def test_a_pack_is_stripped_by_the_number_of_players() -> None:
    """Prairie smear: so that hardly a card is left out."""
    four = Table(players=4, stripped=tuple("2345678"))
    five = Table(players=5, stripped=tuple("23456"))
    ruleset = BASE.house_rules(Options(tables=(four, five), jokers=2))
    sizes = [len(packs.for_table(ruleset.rules, table).cards) for table in (four, five)]
    assert sizes == [26, 34]
    assert ruleset.table_for(5) == five


CONTRADICTIONS = [
    (Options(tables=(Table(players=6, dealt=9),), keep=9), "tables", "54 cards"),
    (Options(tables=(Table(players=8, kitty=5),)), "tables", "kitty of 5"),
    (Options(tables=(Table(players=4, stripped=tuple("23456789")),)), "tables", "has 20"),
    (Options(tables=(Table(players=4, stripped=("3", "2")),)), "tables", "low to high"),
    (Options(tables=(Table(players=4), Table(players=4, kitty=3))), "tables", "twice"),
    (Options(keep=7), "keep", "dealt 6"),
    (Options(tables=(NINE,)), "keep", "dealt 9"),
    (Options(tables=(NINE,), draw=Draw.ANY), "keep", "dealt 9"),
    (
        Options(tables=(Table(players=4, stripped=("J",)),)),
        "pointValues",
        "jack of trumps is not in the deck, so there is no Jack point",
    ),
    (
        Options(
            tables=(Table(players=4), Table(players=3, stripped=("3",))),
            off_cards=("3",),
            point_values=(PointValue(PointName.OFF_THREE, 3),),
            bids=(Call.ONE,),
        ),
        "pointValues",
        "With 3 players, the off-3 is not in the deck, so there is no Off-three point",
    ),
    (Options(off_cards=("J", "3")), "offCards", "low to high"),
    (Options(off_cards=("J", "J")), "offCards", "once"),
    (Options(draw=Draw.NON_TRUMPS), "draw", "first lead"),
    (Options(draw=Draw.ANY, draw_most=7), "drawMost", "7 of 6"),
    (
        Options(jokers=1, joker_rank=JokerRank.APART, follow=Follow.TRUMPS_ONLY),
        "jokerRank",
        "Only trumps are played",
    ),
    (
        Options(jokers=1, joker_rank=JokerRank.APART, pitched_joker=PitchedJoker.NAMES_ANY),
        "pitchedJoker",
        "not trump",
    ),
    (
        Options(
            tables=(Table(players=3),),
            trump_by=TrumpBy.NAMED,
            draw=Draw.NON_TRUMPS,
            surplus=Surplus.TO_OPPONENTS,
        ),
        "surplus",
        "two sides",
    ),
    (
        Options(
            trump_by=TrumpBy.NAMED,
            draw=Draw.NON_TRUMPS,
            surplus=Surplus.ON_FIRST_TRICK,
            follow=Follow.TRUMPS_ONLY,
        ),
        "surplus",
        "who has run out",
    ),
    (
        Options(tables=(Table(players=8),), trump_by=TrumpBy.NAMED, draw=Draw.NON_TRUMPS, keep=7),
        "keep",
        "from 7 cards each: the deck has 52",
    ),
]


@pytest.mark.parametrize(("options", "option", "sentence"), CONTRADICTIONS)
def test_options_that_contradict_the_pack_are_refused(
    options: Options, option: str, sentence: str
) -> None:
    with pytest.raises(ContradictoryOptions) as error:
        BASE.house_rules(options)
    assert error.value.pointer == f"/options/{option}"
    assert sentence in languages.text(error.value.message)


@pytest.mark.parametrize(
    ("meaning", "without"),
    [
        (
            Options(target=12),
            Options(
                target=12,
                joker_rank=JokerRank.LOWEST,
                joker_order=JokerOrder.FIRST_PLAYED,
                joker_pips=JokerPips.ONE,
                pitched_joker=PitchedJoker.SPADES,
                draw_most=2,
                rest_to=RestTo.DEALER,
                surplus=Surplus.ON_FIRST_TRICK,
            ),
        ),
        (Options(jokers=1), Options(jokers=1, joker_order=JokerOrder.LAST_PLAYED)),
    ],
)
def test_what_cannot_matter_is_no_difference(meaning: Options, without: Options) -> None:
    rules = BASE.house_rules(meaning)
    assert BASE.house_rules(without) == rules
    assert BASE.house_rules(without).hash == rules.hash

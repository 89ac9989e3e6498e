"""Rule sets: the documents' values, house rules, clauses and what they rest on."""

import re

import msgspec
import pytest
from msgspec import structs

from pitch import calls, shapes
from pitch.calls import Call
from pitch.messages import Refusal
from pitch.rules import clauses, rulesets
from pitch.rules.choices import (
    AllPass,
    BiddingRounds,
    CallOutOfTurn,
    ExposedCard,
    GoingOut,
    Low,
    MadeScores,
    Misdeal,
    Revoke,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamOpen,
    SlamSet,
    TrumpBy,
)
from pitch.rules.options import Options, choices_in
from pitch.rules.presets.catalogue import PRESETS, Basis
from pitch.rules.rulesets import ContradictoryOptions
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow
from pitchkeeper.messages import languages
from pitchkeeper.rulings import rulebooks

ONE, TWO, THREE, FOUR = Call.ONE, Call.TWO, Call.THREE, Call.FOUR

HASHES = {
    "singaporemahjong": "06e941586f33062c9454d8443e38e2d241b7f4c1250968c657a695efa1892f6b",
    "singaporemahjong-classic": "79dc97531f7e82b0c74de09dc8c0e96ab5238c2b45d4e5dec9c3c64462281e33",
    "rules-guru": "19afdaffeeb56e0583de9e828204011fb0998112f6fe1c32eba66709f1c1b140",
    "mb-lounge": "f4fcdd1f48390280fcb26ab139c7e3f110c7c92c131661068c09897527b83049",
    "setback": "59e21c000eb383472dd659a26feaf783f572a5649170fbe312a3f492fd503979",
    "setback-pitch": "b8db52ffc0839e2f5ac9a8f9d8236e2cdc21ca4317e18aa941240b2c24e57a76",
    "pitch31": "44a84be1474b7ad2d6d6ca825d9f012f0076605426eba0fb5cfb607bd7336f2c",
    "trickster-ten": "5bcb5b37b6084d5b3377445c6afdc99825c8d4c8c0c907dd588aa4643e339866",
    "ten-point": "74e70b1e8aae70bb34de25bb685e1443f62f5e66c7721b5f51b18eb47dac5621",
    "smear-ten": "27ca6db1834ac5e6f905071d69c7cc08f3baa6f3a8b652efdd26aa8c3b966659",
    "play-smear": "a41c85be212a6eb6902d66d226aadb1aa29fdef21abb8f9b4222883f4c11d0c9",
    "prairie-smear": "794cb92c983686f30181beed5543f372d35a6a80d5ec03cfa44bd2715939b76e",
    "joker-pitch": "a4a3e1f17510b1fc45070f6921e964e06e066fec22892a84d52cdab565146bee",
    "setback-six": "674d8a36c4850588526ab36c6f20e9121b7b09361af78847ffa388df0714a114",
    "pedro": "ca7c8cc8368c12d65de2c75fae3b1267009dd28bfd073ff08f4d7fd3ad87bd8a",
    "pedro-california": "b9c2402bd19669677837cd605483c66b081f6f34e2058f941d9039074a560b00",
    "pidro": "01de8b92d93b4b0c1a3b1aa218bec435951f5a622703c09c3d3b9b4daf823903",
    "cinch": "b57903912005dd527400eeaed47c63f544aa236baf343badf81cbea560fb3ca8",
    "king-pedro": "9b12bc1644d7d7ce471cf24976b02c10736afb9212b4c4647fda3ab66bde5f08",
    "trickster-4": "9b51c235f5a8801a6410717ec5ba1ae208853443abc8db4e7d6e127703e30c0e",
    "trickster-5": "46f248090d89d67898074a4b119be90b95322b6444be94b81f50fc855119c31f",
    "trickster-6": "fdc607c2259dc9db417f10048f8b2458904dda3156935345417fde9d0b0cea44",
    "trickster-7": "7fcb1d1ad44e7a2b94229e237955fd260b8adbfff2f05297a0fdc0303dbe0959",
    "trickster-9": "cf5ebdbcf7827bfcece77425c692f3fbe95589f00cd5e4c4cd93bb4b7cb81d3b",
    "trickster-11": "c120ad9d72f8726fcbf8dfcaac086dcd6bc572bc958ebffb13efb701465b9497",
    "trickster-13": "f102c3068cd1b400ff463e82f51eaa6d48daef8524c58dc267b092d4e29adec7",
    "catch-five": "44c1dda00a7c48d2c6e53b7a4386c33a92e0747bc182ddcd67170e7571018014",
    "nine-card": "05e777923fec1edd4edb8f1078deb450dd1f8f8fd00433081af83f16069e92cf",
    "pawnee": "8cfb49e537f5eadd06038f500808fabd39c42f5920796cc823a9f8d865842316",
    "trickster-five": "814b7bde26dfdd085c8f30addcc34693fc250fa6542cf1f40efe3371d85bbf24",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_document_keeps_its_content_and_its_hash(preset: str) -> None:
    """Matches pin these: a change here would be another rule set under the same name."""
    ruleset = rulesets.preset(preset)
    rulesets.check_rules(ruleset.rules)
    assert ruleset.hash == HASHES.get(preset), preset


@pytest.mark.parametrize(
    ("preset", "bids", "alone", "matched", "target", "out"),
    [
        ("singaporemahjong", (TWO, THREE, FOUR), (TWO,), (TWO, THREE, FOUR), 11,
         GoingOut.PITCHER_MADE_FIRST),
        ("singaporemahjong-classic", (TWO, THREE, FOUR), (TWO, THREE, FOUR), (TWO, THREE, FOUR),
         11, GoingOut.PITCHER_MADE_FIRST),
        ("rules-guru", (TWO, THREE, FOUR), (TWO, THREE, FOUR), (TWO, THREE, FOUR), 11,
         GoingOut.PITCHER_MADE_ONLY),
        ("mb-lounge", (THREE, FOUR), (TWO, THREE, FOUR), (THREE,), 11,
         GoingOut.PITCHER_MADE_ONLY),
        ("setback", (ONE, TWO, THREE, FOUR), (ONE, TWO, THREE, FOUR), (), 7,
         GoingOut.PITCHER_MADE_FIRST),
    ],
)  # fmt: skip
def test_the_documents_as_they_are_written(
    preset: str,
    bids: tuple[Call, ...],
    alone: tuple[Call, ...],
    matched: tuple[Call, ...],
    target: int,
    out: GoingOut,
) -> None:
    rules = rulesets.preset(preset).rules
    assert (rules.bids, rules.dealer_alone_bids, rules.dealer_matches) == (bids, alone, matched)
    assert (rules.target, rules.going_out) == (target, out)
    assert rules.trump_jack_pips is (preset != "setback")
    assert (rules.trump_by is TrumpBy.NAMED_AND_LED) is (preset == "rules-guru")
    assert (rules.all_pass is AllPass.FORCED) is (preset != "setback")


CONTRADICTIONS = [
    ("mb-lounge", Options(target=11, hands=8), "hands"),
    ("mb-lounge", Options(several_out=SeveralOut.COUNTING_ORDER), "severalOut"),
    ("mb-lounge", Options(slam_needs=SlamNeeds.ALL_POINTS), "slamNeeds"),
    ("mb-lounge", Options(dealer_matches_slam=True), "dealerMatchesSlam"),
    ("mb-lounge", Options(trump_by=TrumpBy.NAMED_AND_LED), "fourByTabling"),
    ("mb-lounge", Options(bids=(THREE,), dealer_alone_bids=(THREE,)), "fourByTabling"),
    ("mb-lounge", Options(dealer_matches=(TWO,)), "dealerMatches"),
    ("mb-lounge", Options(bids=(FOUR, THREE)), "bids"),
    ("mb-lounge", Options(bids=(THREE, THREE)), "bids"),
    ("mb-lounge", Options(bids=(Call.PASS, FOUR)), "bids"),
    ("mb-lounge", Options(bids=(Call.SMUDGE,)), "bids"),
    ("setback", Options(bids=()), "bids"),
    ("setback", Options(slam=SlamBid.SMUDGE, follow=Follow.TRUMPS_ONLY), "slamNeeds"),
    ("pitch31", Options(slam_needs=SlamNeeds.ALL_TRICKS), "slamNeeds"),
    ("mb-lounge", Options(dealer_alone_bids=()), "dealerAloneBids"),
    ("rules-guru", Options(slam=SlamBid.NONE), "dealerMatchesSlam"),
    ("setback", Options(tables=(Table(players=3), Table(players=3))), "tables"),
    ("setback", Options(revoke_loses=1), "revokeLoses"),
    ("setback", Options(misdeal=Misdeal.NEXT_DEALER, misdeal_gives=2), "misdealGives"),
    ("setback", Options(tables=(Table(players=5, sides=Arrangement.TWO_THREES),)), "tables"),
]


@pytest.mark.parametrize(("preset", "options", "option"), CONTRADICTIONS)
def test_options_that_contradict_are_refused_with_the_reason(
    preset: str, options: Options, option: str
) -> None:
    with pytest.raises(ContradictoryOptions) as error:
        rulesets.preset(preset).house_rules(options)
    assert error.value.pointer == f"/options/{option}"
    assert languages.text(error.value.message).endswith(".")


def test_the_same_content_is_the_same_rule_set() -> None:
    base = rulesets.preset("rules-guru")
    dealt = base.house_rules(Options(low=Low.DEALT))
    again = base.house_rules(Options(low=Low.DEALT, target=11))
    assert dealt.hash == again.hash
    with_name = base.house_rules(Options(low=Low.DEALT), "Friday")
    assert with_name.hash != dealt.hash
    assert base.house_rules(Options(low=Low.CAPTURED)) == base


def test_house_rules_take_a_choice_by_its_word() -> None:
    base = rulesets.preset("mb-lounge")
    table = {"players": 4, "sides": "partners_across"}
    by_word = base.house_rules(Options(low="dealt", bids=["two", "three", "four"], tables=[table]))
    chosen = Options(low=Low.DEALT, bids=(TWO, THREE, FOUR), tables=(base.table_for(4),))
    assert by_word == base.house_rules(chosen)
    assert by_word.rules.low is Low.DEALT
    assert by_word.rules.dealt_points


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (Options(low="captain"), "$.low"),
        (Options(target="eleven"), "$.target"),
        (Options(target=2000), "$.target"),
        (Options(bids=("two", "some")), "$.bids[1]"),
        (Options(tables=({"players": 1},)), "$.tables[0]"),
    ],
)
def test_house_rules_refuse_what_is_no_choice(options: Options, place: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=re.escape(f"`{place}")):
        rulesets.preset("mb-lounge").house_rules(options)


def test_a_slam_that_was_left_out_leaves_nothing_behind() -> None:
    base = rulesets.preset("setback-pitch")
    without = base.house_rules(Options(slam=SlamBid.NONE))
    assert without.rules == rulesets.preset("setback").rules


@pytest.mark.parametrize(
    ("preset", "target", "basis"),
    [("rules-guru", 21, Basis.TEXT), ("setback", 11, Basis.TEXT)],
)
def test_a_document_that_leaves_the_target_open_bears_another(
    preset: str, target: int, basis: Basis
) -> None:
    ruleset = rulesets.preset(preset).with_target(target)
    by_topic = {clause.topic: clause for clause in clauses.list_clauses(ruleset)}
    assert by_topic["win.target"].basis is basis
    assert by_topic["win.target"].id == f"{preset}/win.target"


def test_another_target_for_a_document_that_names_it_is_a_house_rule() -> None:
    with pytest.raises(rulesets.FixedTarget):
        rulesets.preset("mb-lounge").with_target(21)
    ruleset = rulesets.preset("mb-lounge").house_rules(Options(target=21))
    by_topic = {clause.topic: clause for clause in clauses.list_clauses(ruleset)}
    assert (by_topic["win.target"].id, by_topic["win.target"].basis) == (
        "house/win.target",
        Basis.HOUSE,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_every_clause_is_a_sentence_with_an_id_and_the_rulebook_has_it_once(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    clause_list = clauses.list_clauses(ruleset)
    book = rulebooks.markdown(ruleset, shows_ids=True)
    assert len({clause.id for clause in clause_list}) == len(clause_list) >= 30
    for clause in clause_list:
        assert re.fullmatch(rf"{preset}/[a-z]+\.[a-z-]+", clause.id)
        assert re.fullmatch(r"[A-Z][^\n]+\.", languages.texts(clause.sentences))
        assert clause.basis is not Basis.HOUSE
        assert book.count(f"`{clause.id}`") == 1
        # What goes for every card of a point stands once, below the table of points.
        text = languages.texts(clause.sentences)
        assert text.removesuffix(" If that card is not in play, nobody gets it.") in book
    assert book.count("A card that is not in play scores for nobody.") == 1
    silent = {clause.topic for clause in clause_list if clause.basis is Basis.DEFAULT}
    assert silent <= PRESETS[preset].silent


def test_where_the_documents_are_silent_the_basis_is_our_default() -> None:
    silent = {
        preset: {
            clause.topic
            for clause in clauses.list_clauses(rulesets.preset(preset))
            if clause.basis is Basis.DEFAULT and not clause.topic.startswith("irregular.")
        }
        for preset in PRESETS
    }
    assert silent["singaporemahjong"] == {"bid.overcall", "bid.tabling", "score.negative"}
    assert silent["singaporemahjong-classic"] == {"bid.tabling", "score.negative"}
    assert {"table.rotate", "score.tie", "bid.stealslam"} <= silent["rules-guru"]
    assert {"bid.raise", "bid.allpass", "win.made"} <= silent["mb-lounge"]
    assert {"bid.raise", "bid.steal", "bid.allpass", "score.lone"} <= silent["setback"]
    assert "score.tie" not in silent["setback"]


IRREGULARITIES = {
    "irregular.call": Options(call_out_of_turn=CallOutOfTurn.SIDE_BARRED),
    "irregular.led": Options(led_card_stands=False),
    "irregular.leader": None,
    "irregular.revoke": Options(revoke=Revoke.POINTS_LOST, revoke_loses=1),
    "irregular.misdeal": Options(misdeal=Misdeal.POINTS_TO_OTHERS),
    "irregular.exposed": Options(exposed_card=ExposedCard.PLAYED_ON),
    "irregular.talk": Options(table_talk_loses=9),
    "irregular.score": None,
}


@pytest.mark.parametrize("preset", PRESETS)
def test_what_follows_an_irregularity_is_never_a_documents_text(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    penalties = [
        clause for clause in clauses.list_clauses(ruleset) if clause.topic.startswith("irregular.")
    ]
    assert {clause.topic for clause in penalties} == set(IRREGULARITIES)
    assert {clause.basis for clause in penalties} == {Basis.DEFAULT}
    for topic, options in IRREGULARITIES.items():
        if options is not None:
            house_clauses = clauses.list_clauses(ruleset.house_rules(options))
            assert [c.topic for c in house_clauses if c.basis is Basis.HOUSE] == [topic]


def test_a_penalty_that_is_no_longer_due_leaves_nothing_behind() -> None:
    base = rulesets.preset("setback")
    with_penalty = base.house_rules(Options(revoke=Revoke.POINTS_LOST, revoke_loses=4))
    assert with_penalty.rules.revoke_loses == 4
    assert with_penalty.house_rules(Options(revoke=Revoke.SET_BACK)).rules == base.rules


@pytest.mark.parametrize("first", PRESETS)
def test_two_rule_sets_differ_unless_they_are_one(first: str) -> None:
    for right in PRESETS:
        differences = clauses.compare_rulesets(rulesets.preset(first), rulesets.preset(right))
        back = clauses.compare_rulesets(rulesets.preset(right), rulesets.preset(first))
        assert (differences.options == ()) is (first == right), right
        assert [option.option for option in differences.options] == [
            option.option for option in back.options
        ], right
        assert [option.left for option in differences.options] == [
            option.right for option in back.options
        ], right
        assert [clause.topic for clause in differences.clauses] == [
            clause.topic for clause in back.clauses
        ], right


@pytest.mark.parametrize(
    ("players", "arrangement", "pointer"),
    [(5, None, "/players"), (4, Arrangement.INDIVIDUALS, "/sides")],
)
def test_a_table_that_the_rules_are_not_for_is_refused(
    players: int, arrangement: Arrangement | None, pointer: str
) -> None:
    with pytest.raises(Refusal) as error:
        rulesets.preset("singaporemahjong").table_for(players, arrangement)
    assert error.value.pointer == pointer


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(rulesets.UnknownPreset):
        rulesets.preset("whist")


@pytest.mark.parametrize(
    ("preset", "former", "needs", "begins"),
    [
        ("setback-pitch", "four_points", SlamNeeds.ALL_POINTS, "bb0f877dea0f264d"),
        ("rules-guru", "six_tricks", SlamNeeds.ALL_TRICKS, "0b1dc2abdbc5b6fa"),
        (
            "setback-pitch",
            "six_tricks_and_four_points",
            SlamNeeds.ALL_TRICKS_AND_POINTS,
            "0a53d215e08eb592",
        ),
        ("rules-guru", "four_tricks", SlamNeeds.FOUR_TRICKS, "94dce2709af8e133"),
    ],
)
def test_what_a_slam_needs_is_read_and_hashed_as_it_was_once_spelled(
    preset: str, former: str, needs: SlamNeeds, begins: str
) -> None:
    """The hashes are those of rule sets from when a hand had six tricks and four points."""
    document = msgspec.json.encode({"slamNeeds": former})
    options = msgspec.json.decode(document, type=Options)
    assert choices_in(options) == {"slam_needs": needs}
    assert shapes.normalize({"slamNeeds": former}, Options) == {"slamNeeds": needs.value}
    house = rulesets.preset(preset).house_rules(options)
    assert house.hash.startswith(begins)


@pytest.mark.parametrize(
    ("options", "option", "sentence"),
    [
        (
            Options(bids=calls.bids(2, 5)),
            "bids",
            "Under these rules a hand has 4 points, so there is no bid of 5.",
        ),
        (
            Options(bidding_rounds=BiddingRounds.UNTIL_PASSED, ascending=False),
            "biddingRounds",
            "Bidding in rounds only ends if each bid must beat the last.",
        ),
        (
            Options(slam_set=SlamSet.TARGET, hands=3),
            "slamSet",
            "There is no target for a missed slam to cost.",
        ),
        (
            Options(dealer_alone_bids=(), slam_open=SlamOpen.POSITIVE),
            "dealerAloneBids",
            "The dealer is stuck but has no bid to make. Give the dealer one.",
        ),
        (
            Options(
                made_scores=MadeScores.BID_ONLY,
                going_out=GoingOut.ANYONE,
                several_out=SeveralOut.COUNTING_ORDER,
            ),
            "madeScores",
            "Counting in order doesn't go with scoring only the bid. Change one.",
        ),
        (
            Options(tables=(Table(players=4, dealt=3),), keep=3, slam_needs=SlamNeeds.FOUR_TRICKS),
            "slamNeeds",
            "A hand has 3 tricks, so a slam cannot promise four.",
        ),
    ],
)
def test_why_bids_and_slams_contradict_one_another(
    options: Options, option: str, sentence: str
) -> None:
    with pytest.raises(ContradictoryOptions) as error:
        rulesets.preset("rules-guru").house_rules(options)
    assert (error.value.pointer, languages.text(error.value.message)) == (
        f"/options/{option}",
        sentence,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_change_of_tables_or_bids_makes_no_other_clause_a_house_rule(preset: str) -> None:
    base = rulesets.preset(preset)
    alone = tuple(
        structs.replace(table, sides=Arrangement.INDIVIDUALS) for table in base.rules.tables
    )
    for changes, topics in (
        ({"tables": alone}, {"table.sides"}),
        ({"bids": tuple(calls.bids(20, 24))}, {"bid.legal", "bid.allpass"}),
    ):
        house = structs.replace(base, rules=structs.replace(base.rules, **changes))
        house_clauses = [
            clause for clause in clauses.list_clauses(house) if clause.basis is Basis.HOUSE
        ]
        assert {clause.topic for clause in house_clauses} <= topics
        differing = clauses.compare_rulesets(base, house).clauses
        assert {clause.topic for clause in differing if clause.left and clause.right} <= topics


def test_a_usual_penalty_grows_with_the_lowest_bid_and_a_chosen_one_stays() -> None:
    rules = rulesets.preset("mb-lounge").rules
    higher = structs.replace(rules, bids=tuple(calls.bids(20, 24)), dealer_alone_bids=())
    assert (rules.table_talk_penalty, higher.table_talk_penalty) == (2, 20)
    assert structs.replace(higher, table_talk_loses=3).table_talk_penalty == 3
    assert (rules.unbid_revoke_penalty, higher.unbid_revoke_penalty) == (2, 20)

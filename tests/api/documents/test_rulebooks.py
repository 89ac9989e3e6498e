"""Rulebooks are pages to hang up: in the order of a hand, with examples, marks and the points."""

import io

import pytest
from msgspec import structs
from pypdf import PdfReader

from pitch.point_names import PointName
from pitch.rules import clauses, rulesets
from pitch.rules import rulebooks as rule_examples
from pitch.rules.options import Options
from pitch.rules.presets.catalogue import Basis
from pitch.rules.rulesets import RuleSet
from pitch.tricks import Follow
from pitchkeeper.documents import pdf, rulebooks
from pitchkeeper.messages import catalogues, languages
from pitchkeeper.messages.catalogues import LANGUAGES
from tests.support.hands import ALL_PRESETS
from tests.support.phones import Device, assert_problem

HEADINGS = [
    "What a hand pays",
    "Table and deal",
    "Bidding",
    "Trump and play",
    "Scoring the hand",
    "Winning the match",
    "If something goes wrong",
]
LONGEST = 120


def papers(ruleset: RuleSet) -> list[str]:
    """Return the text of each page of a rulebook's PDF."""
    paper = pdf.render(rulebooks.document(ruleset))
    return [page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages]


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_a_rulebook_has_every_clause_once_and_what_every_point_is_worth(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    document = rulebooks.document(ruleset)
    texts = [line.text for section in document.sections for line in section.lines]
    absent = "If that card is not in play, nobody gets it."
    sentences = [languages.texts(clause.sentences) for clause in clauses.list_clauses(ruleset)]
    assert sorted(texts) == sorted(text.replace(absent, "").strip() for text in sentences)
    table = document.sections[0].table
    assert table is not None
    assert document.sections[0].caption == "What a hand pays"
    assert table.legend == "A card that is not in play scores for nobody."
    points = [str(row[0]) for row in table.rows[:-1]]
    assert [text.split(" is worth ")[0] for text in texts if " is worth " in text][
        : len(points)
    ] == points
    worths = [int(row[-1]) for row in table.rows]
    assert sum(worths[:-1]) == worths[-1] == ruleset.rules.total


def lines(preset: str, topic: str) -> str:
    """Return the sentences of a preset's clause on a topic."""
    (clause,) = clauses.quote(rulesets.preset(preset), [f"{preset}/{topic}"])
    return languages.texts(clause.sentences)


@pytest.mark.parametrize(
    ("preset", "topic", "part"),
    [
        ("rules-guru", "table.deal", "Each player is dealt six cards. Deal three cards at a time."),
        ("setback", "table.deal", "Deal three cards at a time."),
        ("setback", "bid.win", "The high bidder is the pitcher."),
        ("rules-guru", "bid.win", "The high bidder is the pitcher, or the dealer who steals"),
        ("ten-point", "bid.allpass", "the dealer is stuck and must bid 4 or moon."),
        ("ten-point", "slam.made", "Making moon wins the match at once, whatever the score."),
        ("ten-point", "slam.score", "making moon adds 4 points. On the sheet, missing moon takes"),
        ("setback", "win.out", "any player who has the target may go out."),
        ("setback", "score.others", "The players against the pitcher always score"),
        ("pawnee", "win.out", "You go out only on a hand you pitched."),
        ("pawnee", "score.lone", "both High and Low, on top of its own points."),
        ("king-pedro", "score.five", "Pedro is worth 5 points for the side that takes"),
        ("king-pedro", "play.order", "and never a card of the suit printed on it."),
        ("king-pedro", "irregular.talk", "each time after that costs the side 30 points."),
        ("king-pedro", "irregular.revoke", "(30 if nobody bid)"),
        ("setback", "irregular.talk", "each time after that costs the player 2 points."),
    ],
)
def test_a_rulebook_speaks_as_those_who_play_it(preset: str, topic: str, part: str) -> None:
    assert part in lines(preset, topic)


def test_a_deal_at_another_table_is_nobody_elses_words() -> None:
    tables = (structs.replace(rulesets.preset("setback").rules.tables[0], dealt=7),)
    house = rulesets.preset("setback").house_rules(Options(tables=tables, keep=7))
    (deal,) = (clause for clause in clauses.list_clauses(house) if clause.topic == "table.deal")
    assert "at a time" not in languages.texts(deal.sentences)


def test_its_chapters_go_as_a_hand_goes() -> None:
    plain, slam = map(rulesets.preset, ("mb-lounge", "rules-guru"))
    assert [section.caption for section in rulebooks.document(plain).sections] == HEADINGS
    captions = [section.caption for section in rulebooks.document(slam).sections]
    assert captions == [*HEADINGS[:3], "Bidding smudge", *HEADINGS[3:]]


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_its_examples_are_true_under_its_rules(preset: str) -> None:
    rules = rulesets.preset(preset).rules
    (trick,) = rule_examples.for_chapter("play", rules)
    takes = "king" if rules.follow is Follow.TRUMPS_ONLY else "10"
    assert languages.text(trick).endswith(f", the {takes} of spades takes the trick.")
    examples = [languages.text(example) for example in rule_examples.for_chapter("score", rules)]
    if PointName.GAME in rules.worths:
        count = 4 + 10 + int(rules.trump_jack_pips)
        assert examples.pop(0).endswith(f"count {count} for Game.")
    assert len(examples) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_no_sentence_of_it_is_long_in_any_language(preset: str, language: str) -> None:
    text_of = catalogues.catalogue(language).text
    for clause in clauses.list_clauses(rulesets.preset(preset)):
        for text in map(text_of, clause.sentences):
            assert len(text) <= LONGEST, text
            assert "_" not in text


def test_a_house_rule_and_our_default_are_marked() -> None:
    ruleset = rulesets.preset("mb-lounge").house_rules(Options(target=21), "Friday <b>")
    marks = {
        line.text: line.mark
        for section in rulebooks.document(ruleset).sections
        for line in section.lines
    }
    assert marks["The match is to 21 points."] == "house rule"
    assert marks["You must bid to go out, and make it."] == "our default"
    assert marks["A legal lead made in turn stands."] == ""
    assert marks["A side goes out only on a hand it pitched."] == ""
    (paper,) = papers(ruleset)
    assert "Friday <b>" in paper
    assert "House rules, based on: " in paper


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_what_is_mostly_our_default_is_said_once_a_chapter(preset: str) -> None:
    bases = {
        languages.texts(clause.sentences).removesuffix(
            " If that card is not in play, nobody gets it."
        ): clause.basis
        for clause in clauses.list_clauses(rulesets.preset(preset))
    }
    chapters = rulebooks.document(rulesets.preset(preset)).sections[1:]
    assert chapters[-1].note == "All of this is our default."
    for chapter in chapters:
        marked = {line.text: line.mark for line in chapter.lines}
        usual_basis = Basis.DEFAULT if chapter.note else Basis.TEXT
        marks = {Basis.DEFAULT: "our default", Basis.TEXT: "as written", usual_basis: ""}
        assert marked == {text: marks[bases[text]] for text in marked}
        assert sum(map(bool, marked.values())) * 2 <= len(marked)


def test_a_rulebook_hangs_on_a_wall_on_a_sheet_or_two_and_is_the_same_always() -> None:
    longest = max(
        map(rulesets.preset, ALL_PRESETS), key=lambda each: len(clauses.list_clauses(each))
    )
    assert len(papers(longest)) <= 2
    # Rather a little smaller than a second sheet for a few lines.
    assert len(papers(rulesets.preset("ten-point"))) == 1
    document = rulebooks.document(longest)
    assert pdf.render(document) == pdf.render(document)


async def test_a_page_and_a_paper_are_answered_in_the_language_that_is_asked_for(
    stranger: Device,
) -> None:
    spanish = {"Accept-Language": "es"}
    page = await stranger.get("/v1/rulesets/setback/rulebook.html", headers=spanish)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert '<html lang="es" dir="ltr">' in page.text
    assert "Mesa y reparto" in page.text
    assert "Ejemplo: el triunfo es picas" in page.text
    paper = await stranger.get("/v1/rulesets/setback/rulebook.pdf", headers=spanish)
    assert paper.headers["content-type"] == "application/pdf"
    (text,) = (page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages)
    assert "Mesa y reparto" in text


@pytest.mark.parametrize("extension", ["", ".html", ".pdf"])
async def test_ids_and_the_hash_are_printed_for_those_who_ask(
    stranger: Device, extension: str
) -> None:
    digest = rulesets.preset("ten-point").hash
    address = f"/v1/rulesets/ten-point/rulebook{extension}"
    # A cached rendition without ids is not answered to those who ask for them, nor the other way.
    for query, shows_ids in (("", False), ("?showIds=true", True), ("?showIds=false", False)):
        answer = await stranger.get(address + query)
        printed = answer.text
        if extension == ".pdf":
            pages = PdfReader(io.BytesIO(answer.content)).pages
            printed = "".join(page.extract_text() for page in pages)
        assert ("ten-point/bid.win" in printed) is shows_ids
        assert (digest in printed) is shows_ids


async def test_only_true_and_false_say_whether_ids_are_printed(stranger: Device) -> None:
    answer = await stranger.get("/v1/rulesets/setback/rulebook?showIds=maybe")
    assert_problem(answer, 400, "invalid_parameter", parameter="showIds")


@pytest.mark.parametrize("extension", ["html", "pdf"])
async def test_there_is_no_rulebook_of_rules_that_nobody_made(
    stranger: Device, extension: str
) -> None:
    answer = await stranger.get(f"/v1/rulesets/nobody/rulebook.{extension}")
    assert_problem(answer, 404, "ruleset_not_found")

"""PDFs and narrow screens: nothing is torn, cut off or wrong."""

import io
import os
import re
from pathlib import Path
from typing import Any

import pytest
import typst
from msgspec import structs
from pypdf import PdfReader, PdfWriter

from openapi.examples.access import DEVICE_ID
from openapi.examples.leagues import SEASON
from pitch.rules.options import Options
from pitchkeeper.documents import html, pdf, pictures, score_sheets, typesetting
from pitchkeeper.documents.charts import charts, colours
from pitchkeeper.documents.documents import Column, DataTable, Document
from pitchkeeper.documents.leagues import league_sheets
from pitchkeeper.leagues.records import RecordedReport, Report
from pitchkeeper.leagues.season import plans, seasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.settings import ROOT
from tests.support import leagues, sheets
from tests.support.hands import NAMES, claim_points
from tests.support.phones import Device, assert_problem, open_match

NIGHTS = 5
ID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
DOCUMENTS = ROOT / "api" / "pitchkeeper" / "documents"


def season(night_count: int) -> LeagueSeason:
    """The league of the documents after some nights, every one of them planned."""
    league = SEASON.state
    for night in range(1, NIGHTS + 1):
        league = plans.plan_fixtures(
            seasons.from_state(structs.replace(league, reported=()), {}), night
        )
    reports = tuple(
        RecordedReport(
            fixture=fixture.number, report=Report(wins=(2, 1)), device_id=DEVICE_ID, at=sheets.AT
        )
        for fixture in league.fixtures
        if fixture.night <= night_count
    )
    return seasons.from_state(structs.replace(league, reported=reports), {})


def fonts(paper_bytes: bytes) -> set[str]:
    """The typefaces that a paper brings along, without what tells two cuts of one apart."""
    matches = re.findall(rb"/FontName\s*/[A-Z]{6}\+([\w-]+)", _plain(paper_bytes))
    return {name.decode() for name in matches}


def _plain(paper_bytes: bytes) -> bytes:
    """A paper with nothing packed."""
    writer = PdfWriter(io.BytesIO(paper_bytes))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def texts(paper_bytes: bytes) -> list[str]:
    """Return the text of every page of a PDF."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(paper_bytes)).pages]


def test_a_night_is_never_torn_between_pages() -> None:
    document = league_sheets.document(season(2))
    said = texts(pdf.render(document))
    for table in document.tables:
        at = [number for number, page in enumerate(said) if table.caption in page][-1]
        last = " ".join(str(cell) for cell in table.rows[-1] if cell != "")
        assert last in said[at], table.caption


def test_all_tables_of_a_paper_reach_across_it() -> None:
    for document in (league_sheets.document(season(2)), score_sheets.document(sheets.eventful())):
        assert all(any(column.is_wide for column in table.columns) for table in document.tables)


def test_a_fixture_that_was_not_played_has_no_score() -> None:
    by_caption = {table.caption: table for table in league_sheets.document(season(1)).tables}
    past, open_ = (
        next(
            section
            for caption, section in by_caption.items()
            if caption.startswith(f"Night {night}")
        )
        for night in (1, 2)
    )
    assert {row[4] for row in past.rows} == {"2 : 1"}
    assert {row[4] for row in open_.rows} == {"-"}


@pytest.mark.parametrize(("night_count", "head"), [(2, "Prize if it ended now"), (5, "Prize")])
def test_a_prize_is_only_won_when_all_is_played(night_count: int, head: str) -> None:
    standings = league_sheets.document(season(night_count)).tables[0]
    assert standings.columns[-1].head == head
    assert "$0.00" not in {row[-1] for row in standings.rows}


def test_house_rules_are_told_by_a_short_hash() -> None:
    state = sheets.state(preset="setback", options=Options(target=200))
    facts = dict(score_sheets.document(state).facts)
    assert re.fullmatch("[0-9a-f]{12}", facts["Rule set"])
    assert "Rule set" not in dict(score_sheets.document(sheets.state()).facts)


def test_a_sheet_has_no_id_that_nobody_needs() -> None:
    league = season(1)
    for document in (score_sheets.document(sheets.eventful()), league_sheets.document(league)):
        for text in (" ".join(texts(pdf.render(document))), html.render(document).decode()):
            assert not ID.search(text)
            assert not re.search(r"\bversion \d", text)


def test_an_ordinary_match_is_one_page_with_room_to_sign() -> None:
    hands = [claim_points(number % 4, "three", "0101") for number in range(16)]
    state = sheets.state(*hands, options=Options(target=50), names=NAMES[:4])
    (text,) = texts(pdf.render(score_sheets.document(state)))
    signatures = text.split("Signatures")[1]
    assert all(side in signatures for side in ("Ann & Cid", "Bob & Dee"))
    assert len(texts(pdf.render(score_sheets.document(sheets.eventful())))) == 1


def test_a_paper_gives_way_to_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_template, niceness = typst.compile, list[int]()

    def compile_and_note(*args: Any, **options: Any) -> Any:
        niceness.append(os.getpriority(os.PRIO_PROCESS, 0))
        return compile_template(*args, **options)

    monkeypatch.setattr(typst, "compile", compile_and_note)
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    pdf.render(score_sheets.document(sheets.state()))
    assert niceness == [min(usual + 5, 19)]
    assert os.getpriority(os.PRIO_PROCESS, 0) == usual


def test_paper_is_set_in_the_typefaces_of_the_page_and_brings_them_along() -> None:
    names = ("Łukasz", "Žofie", "Cid", "Dee")
    for document in (
        score_sheets.document(sheets.eventful(names)),
        league_sheets.document(season(1)),
    ):
        faces = fonts(pdf.render(document))
        assert {"Besley-SemiBold", "AtkinsonHyperlegibleNext-Regular"} <= faces
        assert not any("Libertinus" in face for face in faces)


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("Ελένη", "Libertinus"),
        ("Олег", "Libertinus"),
        ("عمر", "NotoSansArabic"),
        ("अमित", "NotoSansDevanagari"),
        ("山田太郎", "NotoSansCJK"),
    ],
)
def test_a_name_that_they_lack_is_set_in_the_next_typeface(name: str, face: str) -> None:
    paper = pdf.render(score_sheets.document(sheets.eventful((name, "Bob", "Cid", "Dee"))))
    assert any(font.startswith(face) for font in fonts(paper))
    assert "Boxes stand for" not in " ".join(texts(paper))


def test_documents_have_the_colours_of_the_page() -> None:
    tokens = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text()
    paper, lamp = (_tokens(part) for part in tokens.split("/* Lamp:")[:2])
    style = (DOCUMENTS / "pages.css").read_text()
    day, night = (_tokens(part) for part in style.split("prefers-color-scheme: dark")[:2])
    assert day.items() <= paper.items()
    assert night.items() <= lamp.items()
    assert {f"side-{side}" for side in range(1, 9)} <= day.keys()
    matches = re.findall(r"#[0-9a-f]{6}", typesetting.TEMPLATES["papers"].decode())
    assert set(matches) <= set(paper.values())
    for palette, page in ((colours.LIGHT, paper), (colours.DARK, lamp)):
        assert (palette.paper, palette.ink, palette.muted) == tuple(
            page[name] for name in ("surface", "ink", "ink-2")
        )


def _tokens(style: str) -> dict[str, str]:
    """The first colour that each name has in a style sheet."""
    matches = re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", style)
    return dict(reversed(matches))


def test_a_picture_has_no_ground_on_paper_and_its_typeface_with_it_alone() -> None:
    chart = pictures.match_chart(sheets.eventful())
    assert '<rect class="paper"' in charts.svg(chart)
    assert "<rect" not in charts.svg(chart, is_bare=True)
    assert "@font-face" not in charts.svg(chart)
    assert b"src:url(data:font/woff2;base64," in pictures.match_svg(sheets.eventful())


@pytest.mark.parametrize("is_league", [False, True])
def test_no_zero_on_paper_has_a_stroke(*, is_league: bool) -> None:
    fonts_of_zeros = set[str]()

    def note_font(text: str, _cm: Any, _tm: Any, font: Any, _size: float) -> None:
        if "0" in text:
            fonts_of_zeros.add(str(font and font["/BaseFont"]).partition("+")[2])

    state = sheets.eventful()
    document = league_sheets.document(season(2)) if is_league else score_sheets.document(state)
    for page in PdfReader(io.BytesIO(pdf.render(document))).pages:
        page.extract_text(visitor_text=note_font)
    assert fonts_of_zeros
    assert not any("Atkinson" in font for font in fonts_of_zeros), fonts_of_zeros


def test_no_zero_on_a_screen_has_a_stroke() -> None:
    """The face without a stroke stands behind the one with it, and covers nothing but the zero."""
    state = sheets.eventful()
    page = html.render(score_sheets.document(state)).decode()
    for text in (page, pictures.match_svg(state).decode()):
        faces = re.findall(r'font-family:"Atkinson[^"]*"[^}]*', text)
        assert [face.rpartition(";")[2] for face in faces[1:]] == ["unicode-range:U+30"]


def test_a_sheet_tells_the_time_of_the_table() -> None:
    document = score_sheets.document(
        structs.replace(sheets.eventful(), time_zone="America/New_York")
    )
    assert dict(document.facts)["Started"] == "March 3, 2026, 2:30 PM EST"
    assert document.footer == "As of March 3, 2026, 4:30 PM EST"


def test_a_hand_that_paid_nothing_says_nothing_of_it() -> None:
    assert b"(+0)" not in html.render(score_sheets.document(sheets.eventful()))


def test_on_a_phone_every_cell_of_a_broad_table_says_what_it_is() -> None:
    page = html.render(league_sheets.document(season(2))).decode()
    for table in re.findall(r'<table class="broad">(.*?)</table>', page, re.DOTALL):
        body = table.split("<tbody>")[1]
        assert len(re.findall("<t[dh] ", body)) == len(re.findall(' data-head="[^"]+"', body))
    assert "content: attr(data-head)" in page


def test_on_a_phone_a_score_stands_beside_the_name_of_its_side() -> None:
    page = html.render(score_sheets.document(sheets.eventful())).decode()
    assert '<td class="number" data-head="Ann &amp; Cid">12 (+4)</td>' in page


def test_a_target_far_away_does_not_flatten_the_lines() -> None:
    far = sheets.state(
        claim_points(0, "three", "0000"),
        preset="setback",
        options=Options(target=200),
        names=NAMES[:4],
    )
    picture = charts.svg(pictures.match_chart(far))
    assert "target 200" in picture
    assert 'class="target"' not in picture
    near = charts.svg(pictures.match_chart(sheets.eventful()))
    assert 'class="target"' in near


def test_a_long_name_stands_in_full_below_the_picture() -> None:
    long = "Alexandra Wilhelmina Featherstonehaugh"
    picture = str(charts.svg(pictures.match_chart(sheets.eventful((long, "Bob", "Cid", "Dee")))))
    text = picture.split("</desc>")[1].split("</style>")[1]
    assert "\u2026" not in text
    assert f"{long} &amp; Cid" in " ".join(re.findall(">([^<>]+)</text>", text))


async def test_a_match_has_the_time_of_its_table_and_keeps_it_when_it_moves(phone: Device) -> None:
    match = await open_match(phone, timeZone="America/New_York")
    assert match["timeZone"] == "America/New_York"
    response = await phone.get(f"/v1/matches/{match['matchId']}/export.txt")
    assert '[TimeZone "America/New_York"]' in response.text
    brought = await phone.post(
        "/v1/imports", content=response.content, headers={"Content-Type": "text/plain"}
    )
    match_id = brought.json()["items"][0]["matchId"]
    assert (await phone.get(f"/v1/matches/{match_id}")).json()["timeZone"] == "America/New_York"


@pytest.mark.parametrize(
    "zone",
    [
        *("Mars/Olympus_Mons", "Etc/../../secret", "posixrules/x"),
        # Files of one machine's database, of which the next one and a phone know nothing.
        *("localtime", "Factory", "posix/Europe/Berlin", "right/UTC"),
    ],
)
async def test_a_time_zone_that_is_not_is_refused(phone: Device, zone: str) -> None:
    players = [{"name": name} for name in NAMES[:4]]
    body = {"ruleset": "mb-lounge", "players": players, "timeZone": zone}
    response = await phone.post("/v1/matches", json=body)
    assert response.status_code in {400, 422}
    assert response.json()["errors"][0]["pointer"] == "/timeZone"


async def test_what_would_take_the_memory_of_the_server_is_not_set_on_paper(
    phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest league would take gigabytes."""
    monkeypatch.setattr(pdf, "MOST_CELLS", 3_000)
    at = "2026-03-02T18:30:00Z"
    many = {"at": at, "side": 0, "points": 1, "reason": "Talk"}
    match_body = {
        "ruleset": {"preset": "mb-lounge"},
        "players": NAMES[:4],
        "opened": at,
        "adjustments": [many | {"points": sign} for _ in range(501) for sign in (1, -1)],
    }
    item = (await phone.post("/v1/imports", json={"matches": [match_body]})).json()["items"][0]
    assert item["problem"] is None
    path = f"/v1/matches/{item['matchId']}"
    answer = await phone.get(f"{path}/export.pdf")
    assert_problem(answer, 422, "too_long_for_paper")
    assert (await phone.get(f"{path}/export.html")).status_code == 200


async def test_so_it_is_with_leagues(phone: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    league = await leagues.open_league(phone)
    assert (await phone.post(leagues.path(league, "schedule"), json={})).status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "MOST_CELLS", 300)
        answer = await phone.get(leagues.path(league, "export.pdf"))
    assert_problem(answer, 422, "too_long_for_paper")
    assert (await phone.get(leagues.path(league, "export.html"))).status_code == 200
    assert (await phone.get(leagues.path(league, "export.pdf"))).status_code == 200


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_league_of_1920_matchups_is_set_on_paper_and_leaves_no_memory_taken() -> None:
    """In a process of its own: here Typst would keep 300 MB of it."""
    heads = ("Round", "Table", "Side", "Opponents", "Won", "Remarks")
    table = DataTable(
        caption="Night 1",
        columns=tuple(Column(head) for head in heads),
        rows=tuple((n // 32 + 1, n % 32 + 1, "Aces", "Bowers", "2 : 1", "") for n in range(384)),
        legend="",
    )
    document = Document(
        title="Tuesdays", at=None, facts=(), tables=(table,) * 5, notes=(), charts=(), language="en"
    )
    before = resident()
    paper = PdfReader(io.BytesIO(pdf.render(document)))
    assert len(paper.pages) > 30
    assert resident() - before < 100_000_000


def test_a_long_paper_is_the_same_as_set_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no font has a letter, so that it is no PDF/UA."""
    for name in ("Aces", "\U0001caf0 Aces"):
        table = DataTable(caption="N", columns=(Column("Name"),), rows=((name,),), legend="")
        document = Document(
            title="T", at=None, facts=(), tables=(table,), notes=(), charts=(), language="en"
        )
        here = pdf.render(document)
        with monkeypatch.context() as patch:
            patch.setattr(pdf, "_FEW_CELLS", 0)
            assert pdf.render(document) == here


def test_a_paper_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = DataTable(caption="N", columns=(Column("Name"),), rows=(("Aces",),), legend="")
    document = Document(
        title="T", at=None, facts=(), tables=(table,), notes=(), charts=(), language="en"
    )
    monkeypatch.setattr(pdf, "_FEW_CELLS", 0)
    monkeypatch.setattr(typesetting, "_SECONDS", 0.001)
    with pytest.raises(pdf.TooLongForPaper):
        pdf.render(document)

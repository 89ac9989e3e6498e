"""Pictures: readable without colours, by light and in the dark, and told in words."""

import re
import struct
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.rules.options import Options
from pitch.seats import Table
from pitchkeeper.documents import pictures, score_sentences
from pitchkeeper.documents.charts import charts, colours, lettering, scales
from pitchkeeper.documents.charts.charts import Chart, Series
from pitchkeeper.documents.charts.colours import Palette, Theme
from pitchkeeper.documents.pictures import Size
from pitchkeeper.messages import languages
from pitchkeeper.messages.catalogues import LANGUAGES
from tests.support import sheets, tables
from tests.support.hands import EVERY_TABLE, NAMES, claim_points
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.searches import share

SVG: Final = "{http://www.w3.org/2000/svg}"
ANY_NAME = st.text(min_size=1, max_size=40)
VISION: Final = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What eyes without one kind of cone make of linear red, green and blue (Machado, 2009)."""


def parse_picture(picture: bytes) -> ET.Element:
    """A picture as XML; a parse error is a test that fails."""
    return ET.fromstring(picture)  # noqa: S314


def texts(picture: bytes) -> list[str]:
    return [element.text or "" for element in parse_picture(picture).iter(f"{SVG}text")]


def words(picture: bytes) -> str:
    return parse_picture(picture).findtext(f"{SVG}desc") or ""


def league(teams: int, nights: int = 5, *, is_rank: bool = True) -> Chart:
    lines = tuple(
        Series(
            name=f"Team {team}",
            values=tuple((team + 3 * night) % teams + 1 for night in range(nights)),
        )
        for team in range(teams)
    )
    names = tuple(str(night + 1) for night in range(nights))
    return pictures.league_chart("Tuesdays", names, lines, is_rank=is_rank)


def test_a_text_written_from_right_to_left_keeps_its_full_stop_at_its_end() -> None:
    """A text in a picture has no direction of its own: unmarked, it runs from left to right."""
    hebrew, english = "\u05d0\u05e0\u05d4 12.", "Ann 12."
    for sentence, text in ((hebrew, f"\u2068{hebrew}\u2069"), (english, english)):
        chart = pictures.match_chart(sheets.eventful())
        assert text in texts(charts.svg(structs.replace(chart, title=sentence)).encode())


def test_a_picture_says_in_words_who_won_and_how_the_scores_went() -> None:
    picture = pictures.match_svg(sheets.eventful())
    root = parse_picture(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Score by hand"
    description = words(picture)
    assert "to 11 after 9 hands. Ann & Cid won with hand 8." in description
    assert "Ann & Cid made the bid and are out with 12: the pitcher goes out first." in description
    assert "Ann & Cid have 12. After each hand: 1, −3, 1, 3, 3, 7, 8, 12 and 12." in description
    assert "Bob & Dee have 1. After each hand: 3, 4, 3, 4, 4, 4, 1, 1 and 1." in description
    assert "Ann & Cid were set in hand 2. Bob & Dee" in description
    assert description.endswith("Bob & Dee were set in hand 7.")


def test_a_picture_says_what_is_not_settled_and_tells_only_the_end_of_a_long_match() -> None:
    open_hand = pictures.match_svg(sheets.state(claim_points(0, "three", "1110"), sheets.NOTHING))
    assert "Nobody has won yet; 1 hand not settled." in words(open_hand)
    assert words(open_hand).endswith("Not settled: hand 2.")
    long = sheets.state(*[claim_points(0, "three", "1110")] * 40, options=Options(hands=50))
    assert "After the last 30 hands: −33, −36" in words(pictures.match_svg(long))


def test_set_hands_are_ringed_and_the_target_is_drawn() -> None:
    chart = pictures.match_chart(sheets.eventful())
    assert [line.ringed for line in chart.lines] == [(2,), (7,)]
    assert chart.target == 11
    shown = texts(pictures.match_svg(sheets.eventful()))
    assert {"target 11", "set"} <= set(shown)
    without = sheets.state(claim_points(0, "three", "0000"), options=Options(hands=3))
    assert not {"set", "target 11"} & set(texts(pictures.match_svg(without)))


def test_a_handicap_is_where_the_line_begins() -> None:
    handicap = sheets.penalty(1, 1, 4, "Handicap", 0)
    chart = pictures.match_chart(sheets.state(claim_points(0, "three", "0000"), given=(handicap,)))
    assert [line.values for line in chart.lines] == [(0, 4), (4, 4)]


@settings(max_examples=share(200), derandomize=True, database=None)
@given(names=st.tuples(ANY_NAME, ANY_NAME, ANY_NAME, ANY_NAME), theme=st.sampled_from(Theme))
def test_whatever_people_are_called_a_picture_is_well_formed(
    names: tuple[str, str, str, str], theme: Theme
) -> None:
    picture = pictures.match_svg(sheets.state(claim_points(0, "three", "0110"), names=names), theme)
    root = parse_picture(picture)
    tags = {"svg", "title", "desc", "style", "rect", "text", "path", "g"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == tags
    assert not [key for element in root.iter() for key in element.attrib if key.startswith("on")]
    assert picture == pictures.match_svg(
        sheets.state(claim_points(0, "three", "0110"), names=names), theme
    )


def test_a_name_is_text_and_never_markup() -> None:
    names = ("<script>alert(1)</script>", "]]>&\"'", "Cid", "Dee")
    picture = pictures.match_svg(sheets.state(claim_points(0, "three", "0110"), names=names))
    assert b"<script" not in picture
    assert "<script>alert(1)</script> & Cid have −3" in words(picture)


@pytest.mark.parametrize("teams", [1, 2, 7, 10, 20])
@pytest.mark.parametrize("is_rank", [True, False])
def test_labels_at_the_ends_of_lines_never_overlap(teams: int, *, is_rank: bool) -> None:
    root = parse_picture(pictures.svg(league(teams, is_rank=is_rank)))
    labels = [text for text in root.iter(f"{SVG}text") if "Team" in (text.text or "")]
    places = sorted(float(label.attrib["y"]) for label in labels)
    assert len(places) == teams
    assert all(below - above > 15.9 for above, below in pairwise(places))
    height = float(root.attrib["height"])
    assert all(0 < place < height for place in places)
    assert all(
        float(label.attrib["x"]) + lettering.width(label.text or "", 12) <= charts.WIDTH
        for label in labels
    )


@settings(max_examples=share(200), derandomize=True, database=None)
@given(st.lists(st.floats(0, 300), min_size=1, max_size=19))
def test_labels_move_no_further_than_they_must(places: list[float]) -> None:
    positions = scales.spread_out(places, 16, 0, 300)
    assert all(-0.001 <= place <= 300.001 for place in positions)
    assert all(abs(first - second) > 15.999 for first, second in combinations(positions, 2))
    if all(abs(first - second) >= 16 for first, second in combinations(places, 2)):
        assert positions == pytest.approx(places)


def test_the_first_rank_is_on_top_and_the_most_points_are() -> None:
    lines = (Series(name="Up", values=(2, 1)), Series(name="Down", values=(1, 2)))
    for is_rank, top in ((True, "Up"), (False, "Down")):
        chart = pictures.league_chart("Tuesdays", ("1", "2"), lines, is_rank=is_rank)
        root = parse_picture(pictures.svg(chart))
        height = {
            (text.text or "").split()[-1]: float(text.attrib["y"])
            for text in root.iter(f"{SVG}text")
        }
        opposite = {"Up": "Down", "Down": "Up"}[top]
        assert height[top] < height[opposite]


def test_who_joins_late_has_no_line_before() -> None:
    lines = (Series(name="Old", values=(1, 1, 1)), Series(name="New", values=(None, 2, 2)))
    chart = pictures.league_chart("Tuesdays", ("1", "2", "3"), lines, is_rank=True)
    assert "New: after nights 2 to 3 2 and 2." in chart.description
    paths = [path.attrib["d"] for path in parse_picture(pictures.svg(chart)).iter(f"{SVG}path")]
    (late,) = [path for path in paths if re.fullmatch(r"M[\d. ]+L[\d. ]+", path)][:1]
    assert late.count("L") == 1


def test_twenty_lines_are_told_apart_without_colours() -> None:
    groups = list(parse_picture(pictures.svg(league(20))).iter(f"{SVG}g"))[:20]
    looks = set()
    for group in groups:
        line, marker, *_ = group.findall(f"{SVG}path")
        colour = group.attrib["class"]
        looks.add((colour, line.attrib["stroke-dasharray"], marker.attrib["d"]))
    assert len(looks) == 20
    assert len({look[1:] for look in looks}) == 20


@pytest.mark.parametrize("palette", [colours.LIGHT, colours.DARK])
def test_every_colour_stands_out_from_the_paper(palette: Palette) -> None:
    assert all(contrast(colour, palette.paper) >= 3 for colour in palette.lines)
    assert all(contrast(text, palette.paper) >= 4.5 for text in (palette.ink, palette.muted))


@pytest.mark.parametrize("palette", [colours.LIGHT, colours.DARK])
@pytest.mark.parametrize("vision", VISION)
def test_line_colours_differ_for_every_kind_of_colour_vision(palette: Palette, vision: str) -> None:
    for line, other in combinations(palette.lines, 2):
        differences = zip(perceive(line, vision), perceive(other, vision), strict=True)
        assert sum((a - b) ** 2 for a, b in differences) ** 0.5 > 20, (line, other)


def test_a_theme_is_light_dark_or_what_the_device_prefers() -> None:
    light, dark, auto = (
        pictures.match_svg(sheets.eventful(), theme).decode()
        for theme in (Theme.LIGHT, Theme.DARK, Theme.AUTO)
    )
    assert colours.LIGHT.paper in light
    assert colours.DARK.paper not in light
    assert colours.DARK.paper in dark
    assert "prefers-color-scheme" not in light + dark
    assert "@media screen and (prefers-color-scheme:dark)" in auto


@pytest.mark.parametrize("players", range(2, 9))
def test_every_table_has_its_picture(players: int) -> None:
    options = Options(tables=EVERY_TABLE)
    state = sheets.state(
        *[claim_points(0, "two", "1100")] * 3,
        names=NAMES[:players],
        preset="setback",
        options=options,
    )
    assert len(pictures.match_chart(state).lines) == players
    parse_picture(pictures.match_svg(state))
    parse_picture(
        pictures.match_svg(sheets.state(names=NAMES[:players], preset="setback", options=options))
    )


async def test_a_picture_is_served_and_nothing_in_it_may_run(phone: Device, match: Json) -> None:
    hand = {
        "contract": {"pitcher": 0, "bid": "four"},
        "claims": {"points": [{"point": "high", "side": 1}]},
    }
    await phone.put(tables.path(match, 1), json=hand)
    path = f"{tables.path(match)}/picture"
    answer = await phone.get(path, params={"theme": "dark"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert colours.DARK.paper in answer.text
    assert "Nobody has won yet" in words(answer.content)
    assert (await phone.get(path)).text != answer.text
    assert_problem(
        await phone.get(path, params={"theme": "pink"}), 400, "invalid_parameter", parameter="theme"
    )


async def test_a_stranger_sees_no_picture(match: Json, sign_in: SignIn) -> None:
    async with await sign_in() as stranger_:
        answer = await stranger_.get(f"{tables.path(match)}/picture")
        assert_problem(answer, 404, "match_not_found")


def linear(colour: str) -> tuple[float, ...]:
    """The red, green and blue of a colour as light."""
    shares = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return tuple(
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )


def contrast(first: str, second: str) -> float:
    """The contrast of two colours (WCAG 2)."""
    weights = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(
        sum(w * share for w, share in zip(weights, linear(colour), strict=True))
        for colour in (first, second)
    )
    return (light + 0.05) / (dark + 0.05)


def perceive(colour: str, vision: str) -> tuple[float, float, float]:
    """A colour in CIELAB as somebody sees it."""
    values = [
        sum(w * share for w, share in zip(row, linear(colour), strict=True))
        for row in VISION[vision]
    ]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        max(0.0, sum(w * share for w, share in zip(row, values, strict=True))) / white_share
        for row, white_share in zip(to_xyz, white, strict=True)
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize(
    ("size", "pixels"), [("", (1200, 630)), ("wide", (1200, 630)), ("square", (1080, 1080))]
)
async def test_the_score_is_a_picture_to_post(
    phone: Device, sign_in: SignIn, size: str, pixels: tuple[int, int]
) -> None:
    """Whoever plays, also with letters of many scripts, and what is no markup."""
    names = ["#set page()", "\u05e2\u05d1\u05e8\u05d9\u05ea", "\u4e2d\u6587", "w" * 40]
    match = await open_match(phone, names=names)
    path, query = f"/v1/matches/{match['matchId']}", f"?size={size}" if size else ""
    png = await phone.get(f"{path}/score.png{query}")
    assert png.headers["content-type"] == "image/png"
    assert png.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png.content[16:24]) == pixels
    svg = await phone.get(f"{path}/score.svg{query}")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["content-security-policy"] == pictures.POLICY
    assert svg.content != png.content
    tag = {"If-None-Match": png.headers["etag"]}
    assert (await phone.get(f"{path}/score.png{query}", headers=tag)).status_code == 304
    record_body = {"contract": {"pitcher": 0, "bid": "four"}, "claims": {"taken": [4, 0]}}
    assert (await phone.put(f"{path}/hands/1", json=record_body)).status_code == 200
    after = await phone.get(f"{path}/score.png{query}", headers=tag)
    assert after.status_code == 200
    assert after.content != png.content
    async with await sign_in() as stranger:
        for what in ("score.png", "score.svg", "message.txt"):
            assert_problem(await stranger.get(f"{path}/{what}"), 404, "match_not_found")


@pytest.mark.parametrize("size", Size)
def test_a_picture_to_post_has_one_page_for_every_table(size: Size) -> None:
    """Typst refuses to draw a second page, so no name may make one."""
    for table in EVERY_TABLE:
        names = tuple(f"{seat} {'Maximilian ' * 4}"[:40].strip() for seat in range(table.players))
        state = sheets.state(names=names, options=Options(tables=(table,)))
        with_name = structs.replace(state, name="W" * 40)
        assert pictures.match_score(with_name, size, "png").startswith(b"\x89PNG")


@pytest.mark.parametrize(("language", "won"), [("en", "won"), ("es", "ganaron")])
def test_a_message_says_who_won_and_who_was_set(language: str, won: str) -> None:
    with languages.using(language):
        text = score_sentences.brief(structs.replace(sheets.eventful(), name="Anchor"))
    name, day, outcome, *rest = text.splitlines()
    assert name == "Anchor"
    assert "2026" in day
    assert "MB Lounge" in day
    assert outcome.startswith(f"Ann & Cid {won}")
    assert rest[:2] == ["Ann & Cid: 12", "Bob & Dee: 1"]
    assert re.findall(r"\d+", "".join(rest[2:])) == ["2", "7"]


@pytest.mark.parametrize("table", EVERY_TABLE)
def test_a_message_is_short_however_long_the_names_are(table: Table) -> None:
    """Every score is in it; who was set is left out where it does not fit."""
    names = tuple(str(seat).ljust(40, "w") for seat in range(table.players))
    hands = [claim_points(seat, "four", "0000") for seat in range(table.players)]
    state = sheets.state(*hands, names=names, options=Options(tables=(table,)))
    scores = [str(score).replace("-", "\u2212") for score in state.sheet.scores]
    for language in LANGUAGES:
        with languages.using(language):
            text = score_sentences.brief(structs.replace(state, name="W" * 40))
        assert len(text) <= score_sentences.LONGEST_BRIEF
        assert [line.rpartition(": ")[2] for line in text.splitlines()[3:][: len(scores)]] == scores

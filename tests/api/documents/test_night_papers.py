"""Papers of a night: pairings, table sheets cut from one stack, tally cards and posters."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
import segno
from msgspec import structs
from pypdf import PdfReader

from openapi.examples.leagues import KEPT_INVITE, SEASON
from pitch.league import Entrant, Pairing
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.documents import typesetting
from pitchkeeper.documents.leagues import night_papers, posters
from pitchkeeper.documents.leagues.posters import PosterKind
from pitchkeeper.leagues.season import plans, seasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.messages import languages
from tests.support import guests
from tests.support.leagues import open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

LINKS = Links("http://192.0.2.7:8000")
NIGHT = SEASON.state.charter.format.nights
LONG = ("Alexandra Featherstonehaugh-Cholmondeley", "Kjøbenhavnerspillemandslaug", "Ñandúes")


def season(entrants: int, slots: int, **form: Any) -> LeagueSeason:
    """A league of so many, with its first night planned."""
    state = SEASON.state
    charter = structs.replace(
        state.charter,
        format=structs.replace(state.charter.format, fixtures_a_night=slots, **form),
    )
    size = charter.format.players_per_entrant
    people = tuple(
        Entrant(
            number=number,
            name=f"{LONG[number % 3]} {number}",
            players=(f"Ann {number}", f"Bob {number}", "Cid")[:size],
        )
        for number in range(1, entrants + 1)
    )
    empty = structs.replace(
        state,
        charter=charter,
        entrants=people,
        fixtures=(),
        reported=(),
    )
    return seasons.from_state(plans.plan_fixtures(seasons.from_state(empty, {}), 1), {})


def pages(made: bytes) -> list[str]:
    """The text of every page, without its line breaks, hyphens of long names and breaks in them."""
    return [
        " ".join(page.extract_text().replace("\u200b", "").split())
        for page in PdfReader(io.BytesIO(made)).pages
    ]


def codes(made: bytes) -> Iterator[list[list[int]]]:
    """Yield the QR codes of a paper, a 1 for each dark module."""
    for page in PdfReader(io.BytesIO(made)).pages:
        objects: Any = page["/Resources"]
        for each in objects.get("/XObject", {}).values():
            image = each.get_object()
            if image["/Subtype"] == "/Image":
                data, width = image.get_data(), image["/Width"]
                rows = [data[at : at + width] for at in range(0, len(data), width)]
                yield [[int(dot < 128) for dot in row] for row in rows]


def qr_matrix(text: str) -> list[list[int]]:
    """Return the QR code of an address, as its library draws it."""
    return [list(row) for row in segno.make_qr(text, error="m").matrix]


def without_spaces(text: str) -> str:
    """Return a text without spaces, because lines may break anywhere."""
    return "".join(text.split())


@pytest.mark.parametrize(("language", "versus"), [("en", "vs."), ("es", "contra")])
def test_pairings_stand_by_table_and_by_name(language: str, versus: str) -> None:
    league = season(11, 2)
    with languages.using(language):
        (page,) = pages(night_papers.pairing_sheet(league, 1, None, LINKS, None))
    said, names = without_spaces(page), league.state.names
    for fixture in league.fixtures_on(1):
        one, other = (names[side[0]] for side in fixture.sides)
        assert without_spaces(f"{fixture.table} {one} {versus} {other}") in said
        for meets in (one, other):
            assert without_spaces(f"{fixture.table} {versus} {meets}") in said
    for bye in league.byes_on(1):
        assert all(without_spaces(names[entrant]) in said for entrant in bye.entrants)


def test_names_are_in_the_order_of_the_alphabet() -> None:
    (page,) = pages(night_papers.pairing_sheet(season(12, 1), 1, None, LINKS, None))
    listed = without_spaces(page.split("By name")[1])
    order = [f"{name} {number}" for at, name in enumerate(LONG) for number in range(at or 3, 13, 3)]
    places = [listed.index(without_spaces(f"{each} Table")) for each in order]
    assert places == sorted(places)


def test_pairings_of_a_round_show_that_round_alone() -> None:
    (page,) = pages(night_papers.pairing_sheet(season(10, 3), 1, 2, LINKS, None))
    assert "Round 2" in page
    assert "Round 1" not in page
    assert "Round 3" not in page


def test_sixty_four_pair_up_on_a_few_pages_with_every_name() -> None:
    league = season(64, 3)
    said = without_spaces("".join(pages(night_papers.pairing_sheet(league, 1, None, LINKS, None))))
    assert all(without_spaces(entrant.name) in said for entrant in league.state.entrants)


def test_a_stack_of_table_sheets_is_in_order_when_it_is_cut_once() -> None:
    """The upper halves of all pages, then the lower ones: by round and table."""
    league = season(10, 3)
    made = pages(night_papers.table_sheets(league, 1, None, LINKS))
    halves = [page.split("Round ")[1:] for page in made]
    cut = [page[0] for page in halves] + [page[1] for page in halves if len(page) > 1]
    heads = [f"{each.slot} · Table {each.table} " for each in league.fixtures_on(1)]
    assert len(cut) == len(heads) == 15
    assert all(sheet.startswith(head) for sheet, head in zip(cut, heads, strict=True))


def test_a_table_sheet_has_its_players_its_dealer_and_a_column_a_match() -> None:
    league = season(4, 1, matches_a_fixture=3)
    (fixture, *_) = league.fixtures_on(1)
    (page,) = pages(night_papers.table_sheets(league, 1, None, LINKS))
    sheet = page.split("Round ")[1]
    for side in fixture.sides:
        assert f"Ann {side[0]} Substitute Bob {side[0]} Substitute" in sheet
    assert "Deals first: " in sheet
    assert [f"Match {number}, to 11" in sheet for number in (1, 2, 3, 4)] == [True] * 3 + [False]
    assert sheet.count("Signature") == 2


@pytest.mark.parametrize("matches", [1, 5, 7, 15])
def test_a_table_sheet_stays_on_its_half(matches: int) -> None:
    made = pages(night_papers.table_sheets(season(8, 1, matches_a_fixture=matches), 1, None, LINKS))
    assert [page.count(" · Table ") for page in made] == [2, 2]
    assert all(page.count(f"Match {matches}, to 11") == 2 for page in made)


def test_the_code_of_a_table_sheet_opens_its_matchup() -> None:
    league = season(4, 2)
    made = list(codes(night_papers.table_sheets(league, 1, None, LINKS)))
    place = f"{LINKS.page}/#/league/{league.state.league_id}/paper/1/"
    for fixture in league.fixtures_on(1):
        assert qr_matrix(f"{place}{fixture.number}") in made


def test_the_code_of_pairings_opens_the_scoreboard_or_else_the_league() -> None:
    league, secret = season(4, 1), "s" * 43
    (board,) = codes(night_papers.pairing_sheet(league, 1, None, LINKS, secret))
    assert board == qr_matrix(f"{LINKS.page}/#/tv/{secret}")
    (own,) = codes(night_papers.pairing_sheet(league, 1, None, LINKS, None))
    assert own == qr_matrix(f"{LINKS.page}/#/league/{league.state.league_id}")


def test_everybody_has_a_tally_card_and_the_last_page_is_filled_with_blanks() -> None:
    league = season(13, 4, pairing=Pairing.CHANGING_PARTNERS)
    made = pages(night_papers.tally_cards(league, 1))
    assert [page.count("Punched by") for page in made] == [4] * 4
    said = without_spaces("".join(made))
    for fixture in league.fixtures_on(1):
        (one, other), (left, right) = (
            [league.state.names[each] for each in side] for side in fixture.sides
        )
        row = without_spaces(f"{fixture.slot} {fixture.table} {other} {left} & {right}")
        assert row in said, (one, row)
    assert said.count("Sitsout") == sum(len(bye.entrants) for bye in league.byes_on(1))


def test_a_tally_card_has_room_for_the_rounds_to_come_of_a_progressive_night() -> None:
    league = season(8, 6, pairing=Pairing.PROGRESSIVE, matches_a_fixture=1)
    made = pages(night_papers.tally_cards(league, 1))
    assert {each.slot for each in league.fixtures_on(1)} == {1}
    assert all(" 6 " in page for page in made)
    assert "Sits out" not in "".join(made)


@pytest.mark.parametrize("kind", PosterKind)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_poster_is_one_page_with_the_code_of_its_invite(kind: PosterKind, language: str) -> None:
    with languages.using(language):
        made = posters.poster(SEASON, kind, LINKS, KEPT_INVITE)
    (page,) = pages(made)
    assert SEASON.state.charter.name in page
    assert "P6WH-T2NZ" in page
    assert list(codes(made)) == [qr_matrix(f"{LINKS.page}/join/{KEPT_INVITE.code}")]


def test_posters_say_when_what_it_costs_and_who_is_ahead() -> None:
    sign_up, prizes, standings = (
        pages(posters.poster(SEASON, kind, LINKS, None))[0] for kind in PosterKind
    )
    assert "February 24, 2026" in sign_up
    assert "$10.00 for each night" in sign_up
    assert "A substitute plays" in sign_up
    first = SEASON.standings.rows[0]
    assert SEASON.state.names[first.entrant] in prizes
    assert f"{first.rank} {SEASON.state.names[first.entrant]} {first.score}" in standings


def test_a_poster_says_where_and_at_what_time() -> None:
    charter = structs.replace(
        SEASON.state.charter, bar="The Lounge", place="12 Main Street", starts_at="18:30"
    )
    league = seasons.from_state(structs.replace(SEASON.state, charter=charter), {})
    (page,) = pages(posters.poster(league, PosterKind.SIGN_UP, LINKS, None))
    assert "We start at 6:30 PM." in page
    assert "Where: The Lounge, 12 Main Street." in page


def test_papers_have_the_time_of_their_bar() -> None:
    state = structs.replace(SEASON.state, updated_at=datetime(2027, 3, 2, 23, 30, tzinfo=UTC))
    for zone, time in ((None, "11:30 PM UTC"), ("America/New_York", "6:30 PM EST")):
        charter = structs.replace(state.charter, time_zone=zone)
        league = seasons.from_state(structs.replace(state, charter=charter), {})
        (page, *_) = pages(night_papers.pairing_sheet(league, 1, None, LINKS, None))
        assert f"March 2, 2027, {time}" in page


def test_papers_of_a_night_are_black_on_white() -> None:
    template = typesetting.TEMPLATES["night_papers"].decode()
    own = template[template.index("// The papers of a night") :]
    assert "rgb(" not in own
    assert not [name for name in ("edge", "main", "ink-2") if f"fill: {name}" in own]


async def paper(phone: Device, league: Json, name: str, **query: object) -> httpx.Response:
    """Get a paper of a league."""
    asked = {key: str(value) for key, value in query.items()}
    return await phone.get(path(league, name), params=asked)


NAMES = ("nights/1/pairings.pdf", "nights/1/table-sheets.pdf", "nights/1/tally-cards.pdf")


async def test_papers_are_files_that_stay_until_the_league_changes(phone: Device) -> None:
    league = await open_league(phone)
    await plan_nights(phone, league)
    first = await paper(phone, league, "poster.pdf")
    for name in (*NAMES, "poster.pdf"):
        first = await paper(phone, league, name)
        assert first.status_code == 200, first.text
        assert first.headers["content-type"] == "application/pdf"
        assert first.headers["content-disposition"].endswith('-tuesdays.pdf"')
    known = {"If-None-Match": first.headers["etag"]}
    assert (await phone.get(path(league, "poster.pdf"), headers=known)).status_code == 304
    await report_result(phone, league, 1, wins=[3, 0])
    assert (await phone.get(path(league, "poster.pdf"), headers=known)).status_code == 200


async def test_papers_of_another_league_or_night_are_not_found(
    phone: Device, sign_in: SignIn
) -> None:
    league = await open_league(phone)
    for name in (*NAMES, "poster.pdf"):
        stranger = await sign_in()
        assert_problem(await paper(stranger, league, name), 404, "league_not_found")
        if name in NAMES:
            missing = name.replace("/1/", "/61/")
            assert_problem(await paper(phone, league, missing), 404, "no_such_night")
    assert "Nothing is planned yet." in pages((await paper(phone, league, NAMES[0])).content)[0]


async def test_only_the_owner_puts_an_invite_on_a_poster(phone: Device, sign_in: SignIn) -> None:
    league, other = await open_league(phone), await open_league(phone)
    invite = await guests.invite(phone, league)
    asked = {"invite": invite["inviteId"]}
    (page,) = pages((await paper(phone, league, "poster.pdf", **asked)).content)
    assert invite["code"] in page
    member = await sign_in()
    await guests.let_in(phone, league, member)
    assert_problem(await paper(member, league, "poster.pdf", **asked), 403, "not_allowed")
    assert (await paper(member, league, "poster.pdf")).status_code == 200
    assert_problem(await paper(phone, other, "poster.pdf", **asked), 404, "no_such_invite")


async def test_no_poster_has_a_code_that_lets_nobody_in(phone: Device, guest: Device) -> None:
    """Neither one that is used up nor one that was withdrawn, also if it was printed before."""
    league = await open_league(phone)
    used, withdrawn = [await guests.invite(phone, league, uses=1) for _ in range(2)]
    for invite in (used, withdrawn):
        assert (await paper(phone, league, "poster.pdf", invite=invite["inviteId"])).is_success
    assert (await guests.enter(guest, league, used["code"])).is_success
    assert (await phone.delete(path(league, f"invites/{withdrawn['inviteId']}"))).is_success
    for invite in (used, withdrawn):
        answer = await paper(phone, league, "poster.pdf", invite=invite["inviteId"])
        assert_problem(answer, 409, "invite_ended")

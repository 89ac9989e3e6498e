"""Every read can be revalidated by its tag, or the test states why it cannot."""

from typing import Any, Final

import httpx
import pytest

from pitchkeeper import app
from pitchkeeper.workers.league_threads import LeagueThreads
from tests.support import guests, leagues
from tests.support.contract_calls import assert_headed
from tests.support.operations import OPERATIONS
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.searches import some
from tests.support.tables import device_id

HAND: Final = {"contract": {"pitcher": 0, "bid": "four"}, "claims": {"taken": [4, 0]}}
READ: Final = {
    handler.opt["operation"].id: handler.opt["operation"]
    for handler in app.HANDLERS
    if handler.opt["operation"].method == "GET"
}
BY_VERSION: Final = {"getMatch", "getHand", "listMembers", "getLeague", "getScoreboard"}
"""A version says that nothing has changed before anything is made."""
BY_RELEASE: Final = {"getMessages"}
OF_MATCHES: Final = {
    "exportMatchesJson",
    "exportMatchesCsv",
    "exportMatchesNotation",
    "exportLeagueNotation",
}
OF_LEAGUES: Final = {
    "exportLeagueJson",
    "exportLeagueCsv",
    "exportLeagueHtml",
    "exportLeaguePdf",
    "exportPairingsPdf",
    "exportTableSheetsPdf",
    "exportTallyCardsPdf",
    "exportPosterPdf",
    "exportBracketPdf",
}
PAPERS: Final = {
    "exportMatchJson",
    "exportMatchNotation",
    "exportMatchCsv",
    "exportMatchHtml",
    "exportMatchPdf",
    "getMatchPicture",
    "getScorePng",
    "getScoreSvg",
    "getLeaguePicture",
    "getLeagueCalendar",
    "getStandingsPng",
    "getStandingsSvg",
    "getBracketPicture",
    "getRulebookPage",
    "getRulebookPdf",
    "getHandProof",
}
"""What they are made from says so before they are made."""
FILES: Final = OF_MATCHES | OF_LEAGUES
"""The versions of all that is in them say so, and they take as long as they take."""
ENDLESS: Final = {
    "streamMatchEvents": "It is followed, and goes on after the last event by its id.",
    "exportDeviceArchive": "It goes on where it broke off, and is asked for once.",
    "exportLeagueArchive": "As exportDeviceArchive.",
}
UNTAGGED: Final = {
    "getLiveness": "A probe asks what is so now.",
    "getReadiness": "A probe asks what is so now.",
    "getMatchVersion": "Its tag is its version, but the owners of its seats may change later.",
}
PUBLIC: Final = {
    "listRulesets": "public, max-age=3600",
    "getRuleset": "public, max-age=3600",
    "getRulesetDifference": "public, max-age=3600",
    "getRulebook": "public, max-age=3600",
    "getRulebookPage": "public, max-age=3600",
    "getRulebookPdf": "public, max-age=3600",
    "getMessages": "public, max-age=3600",
    "getScoreboard": "private, no-cache",
    "getScoreboardCalendar": "private, no-cache",
}
"""What may stay in a cache; of everything else nothing may, for a phone is lent to others."""
Places = dict[str, str]


@pytest.fixture
async def places(phone: Device) -> Places:
    """A match and a league in which there is something to read everywhere."""
    match = await open_match(phone, seat=0)
    path = f"/v1/matches/{match['matchId']}"
    assert (await phone.put(f"{path}/hands/1", json=HAND)).status_code == 200
    form = {"nights": 2, "finalNight": "knock_out"}
    league = await leagues.open_league(phone, teams=4, options={"target": 4}, format=form)
    await leagues.plan_nights(phone, league)
    link = await guests.publish(phone, match)
    return {
        "matchId": match["matchId"],
        "leagueId": league["leagueId"],
        "match inviteId": (await guests.invite(phone, match))["inviteId"],
        "league inviteId": (await guests.invite(phone, league))["inviteId"],
        "playerId": await device_id(phone),
        "rulesetId": "mb-lounge",
        "language": "en",
        "match secret": link["secret"],
        "league secret": (await guests.publish(phone, league))["secret"],
        "number": "1",
        "fixture": "1",
        "night": "1",
        "version": "2",
    }


def fill_address(name: str, places: Places) -> str:
    path = OPERATIONS[name].path
    kind = "league" if "leagueId" in path or path.endswith("calendar.ics") else "match"
    for part, value in places.items():
        of, _, name_in_path = part.rpartition(" ")
        if of in {"", kind}:
            path = path.replace(f"{{{name_in_path}}}", value)
    assert "{" not in path, path
    return path + ("?other=rules-guru" if name == "getRulesetDifference" else "")


def test_every_operation_that_reads_is_of_one_kind() -> None:
    """If this fails: say below how the new one is asked for again, or why it cannot be."""
    by_handler = {name for name, operation in READ.items() if not operation.is_tagged}
    with_tags = BY_VERSION | BY_RELEASE | PAPERS | FILES
    assert by_handler == with_tags | ENDLESS.keys() | UNTAGGED.keys()
    assert {name for name, operation in READ.items() if operation.is_endless} == (
        ENDLESS.keys() | FILES
    )
    assert {
        name: operation.no_etag_reason
        for name, operation in READ.items()
        if operation.no_etag_reason
    } == UNTAGGED


def test_the_contract_says_of_which_it_is() -> None:
    for name in READ:
        response = OPERATIONS[name].statement
        can_be_asked_again = name not in ENDLESS.keys() | UNTAGGED.keys()
        assert ("304" in response["responses"]) == can_be_asked_again, name
        reference = {"$ref": "#/components/parameters/If-None-Match"}
        assert (reference in response.get("parameters", ())) == can_be_asked_again, name
        assert not can_be_asked_again or "ETag" in response["responses"]["200"]["headers"], name


async def test_what_is_asked_for_by_its_tag_is_not_sent_again(
    phone: Device, places: Places
) -> None:
    for name in READ.keys() - ENDLESS.keys():
        place = fill_address(name, places)
        first = await phone.get(place)
        assert first.status_code == 200, (name, first.text)
        assert first.headers["cache-control"] == PUBLIC.get(name, "no-store"), name
        if name in UNTAGGED:
            continue
        tag = first.headers["etag"]
        assert first.headers.get_list("etag") == [tag]
        for condition in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = await phone.get(place, headers={"If-None-Match": condition})
            assert (again.status_code, again.content) == (304, b""), (name, condition)
            assert again.headers["etag"] == tag, name
            for header in ("cache-control", "vary", "content-security-policy", "x-request-id"):
                if header != "x-request-id":
                    assert again.headers[header] == first.headers[header], (name, header)
            assert "content-disposition" not in again.headers
        response = await phone.get(place, headers={"If-None-Match": '"other"'})
        assert (response.status_code, response.headers["etag"]) == (200, tag), name


async def test_a_tag_that_is_none_is_refused_wherever_tags_are_looked_at(
    phone: Device, places: Places
) -> None:
    for name in READ.keys() - ENDLESS.keys() - UNTAGGED.keys():
        answer = await phone.get(fill_address(name, places), headers={"If-None-Match": "3"})
        assert_problem(answer, 400, "invalid_parameter", parameter="If-None-Match")


async def test_a_match_changes_what_the_same_version_of_its_league_shows(phone: Device) -> None:
    league = await leagues.open_league(phone, teams=4, options={"target": 4})
    schedule = await leagues.plan_nights(phone, league)
    number = leagues.fixtures(schedule, 1)[0]["number"]
    fixture = leagues.path(league, f"fixtures/{number}")
    match = (await phone.post(f"{fixture}/matches")).json()
    addresses = (fixture, leagues.path(league, "standings"), leagues.path(league, "schedule"))
    before = [await phone.get(place) for place in addresses]
    version = (await phone.get(leagues.path(league))).json()["version"]
    await leagues.won(phone, match)
    assert (await phone.get(leagues.path(league))).json()["version"] == version
    for place, was in zip(addresses, before, strict=True):
        tag = was.headers["etag"]
        assert tag.startswith(f'"{version}.')
        now = await phone.get(place, headers={"If-None-Match": tag})
        assert now.status_code == 200
        assert now.headers["etag"] != tag
        assert now.headers["etag"].startswith(f'"{version}.')


async def test_a_file_of_all_matches_has_its_tag_until_one_of_them_changes(
    phone: Device, guest: Device, places: Places
) -> None:
    """Whatever changes, of whichever match, and be it that one comes or goes."""
    path = f"/v1/matches/{places['matchId']}"
    anyhow: Any = {"headers": {"If-Match": "*"}}
    tags: list[set[str]] = []

    async def have_changed() -> bool:
        """Return whether the tags are none that there was before."""
        before = [await phone.get(fill_address(name, places)) for name in sorted(OF_MATCHES)]
        tags.append({response.headers["etag"] for response in before})
        again = [await phone.get(fill_address(name, places)) for name in sorted(OF_MATCHES)]
        assert {response.headers["etag"] for response in again} == tags[-1]
        return all(not tags[-1] & earlier for earlier in tags[:-1])

    assert await have_changed()
    for change in (
        lambda: phone.put(f"{path}/hands/1", json={**HAND, "trump": "S"}, **anyhow),
        lambda: phone.put(f"{path}/players/2", json={"name": "Zoe"}, **anyhow),
        lambda: guests.let_in(phone, {"matchId": places["matchId"]}, guest),
        lambda: open_match(phone),
        lambda: guest.delete("/v1/devices/me"),
        lambda: phone.delete(path, **anyhow),
        lambda: phone.post(f"{path}/restoration", **anyhow),
    ):
        await change()
        assert await have_changed()


async def test_a_file_of_a_league_has_its_tag_until_the_league_or_its_results_change(
    phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is not even written."""
    form = {"nights": 2, "finalNight": "knock_out"}
    league = await leagues.open_league(phone, teams=4, options={"target": 4}, format=form)
    schedule = await leagues.plan_nights(phone, league)
    number = leagues.fixtures(schedule, 1)[0]["number"]
    match = (await phone.post(leagues.path(league, f"fixtures/{number}/matches"))).json()
    places = {"leagueId": league["leagueId"], "night": "1"}
    tags = {
        name: (await phone.get(fill_address(name, places))).headers["etag"] for name in OF_LEAGUES
    }
    calls_made: list[object] = []
    make = LeagueThreads.run

    async def count_and_run(self: LeagueThreads, *arguments: Any) -> Any:
        calls_made.append(arguments)
        return await make(self, *arguments)

    monkeypatch.setattr(LeagueThreads, "run", count_and_run)
    for name, tag in tags.items():
        again = await phone.get(fill_address(name, places), headers={"If-None-Match": tag})
        assert (again.status_code, calls_made) == (304, [])
    await leagues.won(phone, match)
    for name, tag in tags.items():
        again = await phone.get(fill_address(name, places), headers={"If-None-Match": tag})
        assert again.status_code == 200
        tags[name] = again.headers["etag"]
    late = {"name": "Late", "players": ["Zoe", "Yan"]}
    assert (await phone.post(leagues.path(league, "entrants"), json=late)).status_code in {201, 409}
    await phone.put(leagues.path(league, "fixtures/2/result"), json={"wins": [3, 0]})
    for name, tag in tags.items():
        again = await phone.get(fill_address(name, places), headers={"If-None-Match": tag})
        assert again.status_code == 200


async def test_a_tag_of_content_counts_as_its_version_where_something_is_written(
    phone: Device,
) -> None:
    league = await leagues.open_league(phone, teams=4)
    await leagues.plan_nights(phone, league)
    place = leagues.path(league, "fixtures/1")
    etag = (await phone.get(place)).headers["etag"]
    assert "." in etag
    won: dict[str, Any] = {"json": {"wins": [3, 0]}, "headers": {"If-Match": etag}}
    assert (await phone.put(f"{place}/result", **won)).status_code == 200
    lost: dict[str, Any] = {"json": {"wins": [0, 3]}, "headers": {"If-Match": etag}}
    assert_problem(await phone.put(f"{place}/result", **lost), 412, "stale_league")


async def test_another_language_has_another_tag(phone: Device, places: Places) -> None:
    spanish = {"Accept-Language": "es"}
    place = fill_address("getRulebook", places)
    tag = (await phone.get(place)).headers["etag"]
    response = await phone.get(place, headers=spanish | {"If-None-Match": tag})
    assert response.status_code == 200
    assert response.headers["etag"] != tag
    again = await phone.get(place, headers=spanish | {"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


async def test_what_is_called_by_its_hash_may_be_kept(phone: Device) -> None:
    body = {"preset": "mb-lounge", "options": {"target": 9}}
    response = (await phone.post("/v1/rulesets", json=body)).json()
    place = f"/v1/rulesets/{response['hash']}"
    for rest in ("/rulebook", "/rulebook.html", "/rulebook.pdf"):
        headers = (await phone.get(place + rest)).headers
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "accept-language" in headers["vary"]
    # A release may give rule sets more fields, and whoever reads them counts on all.
    data = (await phone.get(place)).headers
    assert data["cache-control"] == "public, max-age=86400"
    assert data["vary"] == "accept, accept-language, accept-encoding"
    book = (await phone.get(place, headers={"Accept": "text/markdown"})).headers
    assert book["etag"] != data["etag"]
    compared = await phone.get(f"{place}/difference", params={"other": "mb-lounge"})
    assert compared.headers["cache-control"] == "public, max-age=3600"
    assert (await phone.get(f"/v1/rulesets/{'0' * 64}")).headers["cache-control"] == "no-store"


async def test_a_refusal_has_no_tag(phone: Device, stranger: httpx.AsyncClient) -> None:
    for answer in (
        await phone.get("/v1/matches/01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21"),
        await stranger.get("/v1/matches"),
        await stranger.get("/nowhere"),
    ):
        assert "etag" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


VARIANTS: Final = ({"Accept-Encoding": "identity"}, {"Accept-Language": "es"})


@pytest.mark.search
async def test_a_head_is_answered_as_the_read_is(phone: Device, places: Places) -> None:
    """If its client has it already too; and the head of a stream ends."""
    for name in READ:
        place = fill_address(name, places)
        head = await phone.head(place)
        if name in ENDLESS:
            assert head.status_code == 200
            assert head.headers["content-type"].startswith(READ[name].media_type)
            continue
        assert_headed(await phone.get(place), head)
        for headers in VARIANTS if name in some(sorted(READ), 4) else ():
            got = await phone.get(place, headers=headers)
            assert_headed(got, await phone.head(place, headers=headers))
        if name not in UNTAGGED:
            known = {"If-None-Match": head.headers["etag"]}
            again = await phone.head(place, headers=known)
            assert again.status_code == 304
            assert_headed(await phone.get(place, headers=known), again)
    for address in ("/v1/nothing", "/v1/matches/01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21"):
        assert_headed(await phone.get(address), await phone.head(address))


async def test_a_connection_goes_on_after_heads(address: str) -> None:
    """Of bodies that a server announces and does not send, and of streams."""
    async with httpx.AsyncClient(base_url=address, timeout=30) as phone:
        signed_in: Json = (await phone.post("/v1/devices")).json()
        phone.headers["Authorization"] = f"Bearer {signed_in['token']}"
        match = await open_match(phone)
        events = f"/v1/matches/{match['matchId']}/events"
        for place in ("/v1/rulesets", events, "/v1/matches/export.json", "/nowhere", "/"):
            head = await phone.head(place)
            assert head.status_code == (404 if place == "/nowhere" else 200)
            if place != events:
                assert_headed(await phone.get(place), head)
            assert (await phone.get("/health/live")).json() == {"status": "ok"}


async def test_who_may_not_read_is_not_told_that_nothing_has_changed(
    phone: Device, guest: Device, stranger: httpx.AsyncClient, places: Places
) -> None:
    """By its tag, or by `*`: a 304 says what is there as well as any answer does."""
    for aggregate in ({"matchId": places["matchId"]}, {"leagueId": places["leagueId"]}):
        guest_id = await guests.let_in(phone, aggregate, guest, "scorer")
        assert (await phone.delete(f"{guests.path(aggregate)}/members/{guest_id}")).is_success
    private = {name for name, operation in READ.items() if not operation.is_public}
    for name in private - ENDLESS.keys() - UNTAGGED.keys():
        place = fill_address(name, places)
        tag = (await phone.get(place)).headers["etag"]
        for condition in (tag, "*"):
            answer = await stranger.get(place, headers={"If-None-Match": condition})
            assert_problem(answer, 401, "unauthenticated")
            answer = await guest.get(place, headers={"If-None-Match": condition})
            has_id = "{match_id" in READ[name].path or "{league_id" in READ[name].path
            assert (answer.status_code == 404) == has_id, name

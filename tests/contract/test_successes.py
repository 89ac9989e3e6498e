"""Every operation succeeds: an evening at a table and a season of a league, by the examples.

Each request is the contract's own example, but for the ids and the codes that a server makes, and
each answer has to be the success that the contract promises: its status, its headers, its schema.
All that is stored has fields that only a newer server knows, and no match is in memory.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Final

import asyncpg
import httpx
import pytest
from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send
from uuid_utils.compat import uuid7

from pitchkeeper.matches import memory
from tests.support import apps, newer_contents
from tests.support.archives import NDJSON
from tests.support.contract_calls import Calls, check_response
from tests.support.operations import OPERATIONS
from tests.support.phones import Device, Json, SignIn

WHATEVER: Final = {"If-Match": "*"}
READ_OF_A_MATCH: Final = (
    *("getMatch", "getMatchPicture", "listMembers", "listInvites", "listPublicLinks"),
    *("exportMatchCsv", "exportMatchHtml", "exportMatchJson", "exportMatchNotation"),
    *("exportMatchPdf", "listJournal", "getScorePng", "getScoreSvg", "getMatchMessage"),
)
READ_OF_A_LEAGUE: Final = (
    *("getLeague", "getSchedule", "getStandings", "getAccounts", "getLeagueRules"),
    *("getLeagueStatistics", "getLeaguePicture", "listLeagueJournal", "listLeagueInvites"),
    *("listLeaguePublicLinks", "exportLeagueCsv", "exportLeagueHtml", "exportLeagueJson"),
    *("exportLeagueNotation", "exportLeaguePdf", "exportLeagueArchive", "exportPosterPdf"),
    *("getLeagueCalendar", "getLeagueMessage", "getStandingsPng", "getStandingsSvg"),
)
READ_OF_A_NIGHT: Final = ("exportPairingsPdf", "exportTableSheetsPdf", "exportTallyCardsPdf")
READ_BY_A_DEVICE: Final = (
    *("getDevice", "listMatches", "listLeagues", "exportMatchesCsv", "exportMatchesJson"),
    *("exportMatchesNotation", "exportDeviceArchive"),
)
IMPORTS: Final = (
    *(("importMatches", "application/json"), ("importMatches", "text/plain")),
    ("importArchive", NDJSON),
)
PUBLIC: Final = (
    *("getLiveness", "getReadiness", "listRulesets", "proveHand", "ruleOnCall", "ruleOnHand"),
    *("ruleOnIrregularity", "ruleOnPlay", "ruleOnWinner"),
)


@pytest.fixture
async def document_columns(
    pool: "asyncpg.Pool[asyncpg.Record]", monkeypatch: pytest.MonkeyPatch
) -> Sequence[tuple[str, str]]:
    """The columns of documents, to which each write adds fields."""
    monkeypatch.setattr(memory, "_BYTES", 0)
    return await newer_contents.extend(pool)


async def test_every_operation_succeeds(
    document_columns: Sequence[tuple[str, str]],
    pool: "asyncpg.Pool[asyncpg.Record]",
    current_app: Litestar,
    host: str,
    stranger: Device,
    phone: Device,
    sign_in: SignIn,
) -> None:
    call = Calls()
    async with await sign_in() as guest:
        await rules(call, stranger, phone)
        match_id = await table(call, phone, guest)
        await hands(call, phone, guest, match_id)
        await changes(call, phone, match_id)
        await looks(call, stranger, phone, match_id)
        await season(call, stranger, phone, guest)
        await import_files(call, phone)
        await rematch(call, phone, guest, match_id)
        await follow_match(call, current_app, host, guest, match_id)
    await device(call, current_app, host, stranger)
    assert sorted(OPERATIONS.keys() - call.succeeded) == []
    for name, column in document_columns:
        plain = f"SELECT count(*) FROM {name} WHERE NOT {column} @? '$.**.ofTomorrow'"  # noqa: S608
        assert not await pool.fetchval(plain), (name, column)


async def rules(call: Calls, stranger: Device, phone: Device) -> None:
    """The rules are read, and a dispute is settled without a match."""
    for name in PUBLIC:
        await call(stranger, name)
    await call(stranger, "getMessages", language="es")
    ruleset = (await call(phone, "createRuleset"))["id"]
    for name in ("getRuleset", "getRulebook", "getRulebookPage", "getRulebookPdf"):
        await call(stranger, name, rulesetId=ruleset)
    await call(stranger, "getRulesetDifference", rulesetId=ruleset, other="mb-lounge")


async def table(call: Calls, phone: Device, guest: Device) -> str:
    """A match is opened, and a guest gets in and has a seat; the id of the match."""
    match_id: str = (await call(phone, "createMatch"))["matchId"]
    where: Json = {"matchId": match_id}
    invite = await call(phone, "createInvite", **where)
    for name in ("getInviteQrSvg", "getInviteQrPng"):
        await call(phone, name, **where, inviteId=invite["inviteId"])
    await call(guest, "joinMatch", body={"code": invite["code"]})
    await call(phone, "revokeInvite", **where, inviteId=invite["inviteId"])
    member = await call(guest, "claimSeat", **where, seat=1)
    holder = {"deviceId": member["deviceId"]}
    await call(phone, "assignSeat", **where, seat=1, body=holder, headers=WHATEVER)
    await call(phone, "renamePlayer", **where, seat=2)
    await call(phone, "renameMatch", **where)
    return match_id


async def hands(call: Calls, phone: Device, guest: Device, match_id: str) -> None:
    """Two hands are recorded, one of them part by part, and are agreed on or not."""
    first: Json = {"matchId": match_id, "number": 1}
    second: Json = {"matchId": match_id, "number": 2}
    await call(phone, "previewHand", **first)
    await call(phone, "recordHand", **first)
    await call(phone, "getHand", **first)
    await call(phone, "recordAuction", **second)
    await call(phone, "recordPile", **second, side=0)
    await call(phone, "recordHolding", **second, seat=1)
    await call(phone, "recordTricks", **second)
    await call(phone, "recordClaims", **second)
    await call(phone, "previewVoid", **second)
    await call(phone, "voidHand", **second, headers=WHATEVER)
    await call(phone, "recordHand", **second, headers=WHATEVER)
    await call(phone, "confirmHands", matchId=match_id, headers=WHATEVER)
    await call(guest, "confirmHand", **first, headers=WHATEVER)
    await call(guest, "disputeHand", **second)
    await call(phone, "getHandRuling", **second)
    await call(phone, "getHandProof", **second)
    await call(phone, "resolveDispute", **second)
    await call(phone, "overruleHand", **second)


async def changes(call: Calls, phone: Device, match_id: str) -> None:
    """The match is changed beside its hands, and changed back."""
    where: Json = {"matchId": match_id}
    await call(phone, "createAdjustment", **where)
    await call(phone, "cancelAdjustment", **where, adjustment=1)
    await call(phone, "previewRules", **where)
    await call(phone, "changeRules", **where, headers=WHATEVER)
    await call(phone, "undoChange", **where, headers=WHATEVER)
    version = (await call(phone, "getMatchVersion", **where, version=2))["version"]
    await call(phone, "restoreVersion", **where, version=version, headers=WHATEVER)
    await call(phone, "deleteMatch", **where)
    await call(phone, "restoreMatch", **where)


async def looks(call: Calls, stranger: Device, phone: Device, match_id: str) -> None:
    """The match is read in every form, and shown to everybody."""
    for name in READ_OF_A_MATCH:
        await call(phone, name, matchId=match_id)
    for name in READ_BY_A_DEVICE:
        await call(phone, name)
    link = await call(phone, "createPublicLink", matchId=match_id)
    for name in ("getScoreboard", "getScoreboardQrSvg"):
        await call(stranger, name, secret=link["secret"])
    await call(phone, "revokePublicLink", matchId=match_id, linkId=link["linkId"])
    me = (await call(phone, "getDevice"))["deviceId"]
    await call(phone, "getPlayerStatistics", playerId=me)


async def season(call: Calls, stranger: Device, phone: Device, guest: Device) -> None:
    """A league is opened, planned, played, paid and read."""
    where: Json = {"leagueId": (await call(phone, "createLeague"))["leagueId"]}
    await call(phone, "changeCharter", **where, headers=WHATEVER)
    await call(phone, "addEntrant", **where)
    invite = await call(phone, "createLeagueInvite", **where)
    for name in ("getLeagueInviteQrSvg", "getLeagueInviteQrPng"):
        await call(phone, name, **where, inviteId=invite["inviteId"])
    await call(guest, "joinLeague", body={"code": invite["code"]})
    await call(phone, "revokeLeagueInvite", **where, inviteId=invite["inviteId"])
    place = where | {"entrant": 2, "player": 1}
    member = (await call(guest, "claimPlayer", **place))["deviceId"]
    await call(phone, "assignPlayer", **place, body={"deviceId": member}, headers=WHATEVER)
    await call(phone, "putLeagueMember", **where, deviceId=member, headers=WHATEVER)
    await nights(call, phone, guest, where)
    signed_up = (await call(phone, "createSignUp", **where))["signUps"][0]["number"]
    await call(phone, "acceptSignUp", **where, signUp=signed_up)
    again = {"name": "Queens", "players": ["Q", "R"]}
    signed_up = await call(guest, "createSignUp", **where, body=again)
    await call(guest, "withdrawSignUp", **where, signUp=signed_up["signUps"][0]["number"])
    following = await call(phone, "openNextSeason", **where)
    await call(guest, "confirmMembership", leagueId=following["leagueId"])
    await finals(call, phone)
    link = await call(phone, "createLeaguePublicLink", **where)
    await call(stranger, "getScoreboard", secret=link["secret"])
    await call(stranger, "getScoreboardCalendar", secret=link["secret"])
    for name in READ_OF_A_LEAGUE:
        await call(phone, name, **where)
    for name in READ_OF_A_NIGHT:
        await call(phone, name, **where, night=1)
    await call(phone, "revokeLeaguePublicLink", **where, linkId=link["linkId"])
    await call(phone, "removeLeagueMember", **where, deviceId=member)
    await call(phone, "deleteLeague", **where)
    await call(phone, "restoreLeague", **where)


async def finals(call: Calls, phone: Device) -> None:
    """A league that is a knock-out is drawn and looked at."""
    body = sent("createLeague")
    form = body["format"] | {"pairing": "knock_out", "nights": 1}
    body |= {"format": form, "dates": [], "leagueId": None}
    where: Json = {"leagueId": (await call(phone, "createLeague", body=body))["leagueId"]}
    await call(phone, "previewBracket", **where)
    await call(phone, "drawBracket", **where, headers=WHATEVER)
    for name in ("getBracket", "getBracketPicture", "exportBracketPdf"):
        await call(phone, name, **where)


async def nights(call: Calls, phone: Device, guest: Device, where: Json) -> None:
    """The nights of a league are planned, and what happens on them is entered."""
    await call(phone, "previewSchedule", **where)
    await call(phone, "planSchedule", **where, headers=WHATEVER)
    await call(phone, "changeEntrant", **where, entrant=4, headers=WHATEVER)
    tonight = where | {"night": 2}
    await call(phone, "openNight", **tonight)
    await call(phone, "checkInAll", **tonight)
    await call(phone, "checkIn", **tonight, entrant=1)
    await call(phone, "previewSlot", **tonight, slot=1)
    await call(phone, "planSlot", **tonight, slot=1, headers=WHATEVER)
    await call(phone, "getNight", **tonight)
    await call(phone, "callOffNight", **tonight)
    await call(phone, "removeEntrant", **where, entrant=4, headers=WHATEVER)
    fixture = where | {"fixture": 1}
    await call(phone, "openFixtureMatch", **where, fixture=2)
    await call(phone, "previewResult", **fixture)
    await call(phone, "recordResult", **fixture, headers=WHATEVER)
    await call(phone, "getFixture", **fixture)
    night = where | {"night": 1}
    await call(phone, "previewNightResults", **night)
    await call(phone, "recordResults", **night)
    await call(phone, "clearResult", **fixture, headers=WHATEVER)
    await two_results(call, phone, guest, where)
    payment = (await call(phone, "recordPayment", **where))["payments"][-1]["number"]
    await call(phone, "cancelPayment", **where, payment=payment)
    payout = (await call(phone, "recordPayout", **where))["payouts"][-1]["number"]
    await call(phone, "cancelPayout", **where, payout=payout)
    await call(phone, "recordPlayOff", **where)
    await call(phone, "cancelPlayOff", **where, playOff=1)


async def two_results(call: Calls, phone: Device, guest: Device, where: Json) -> None:
    """Confirm and dispute a result in a league in which both sides have to agree."""
    charter = sent("changeCharter")
    charter["format"] |= {"policy": "both_sides"}
    await call(phone, "changeCharter", **where, body=charter, headers=WHATEVER)
    schedule = await call(phone, "getSchedule", **where)
    members = (await call(phone, "getLeague", **where))["members"]
    fixture, rival = next(
        (fixture, opponent["entrants"][0])
        for night in schedule["nights"]
        for fixture in night["fixtures"]
        for side, opponent in (fixture["sides"], fixture["sides"][::-1])
        if side["entrants"] == [members[1]["playsAs"]["entrant"]]
    )
    member = {"deviceId": members[1]["deviceId"], "body": {"role": "scorer"}}
    await call(phone, "putLeagueMember", **where, **member, headers=WHATEVER)
    await call(phone, "claimPlayer", **where, entrant=rival, player=0)
    matchup = where | {"fixture": fixture["number"]}
    await call(phone, "recordResult", **matchup)
    await call(guest, "disputeResult", **matchup)
    await call(guest, "confirmResult", **matchup, headers=WHATEVER)
    await call(guest, "disputeResult", **matchup, headers=WHATEVER)
    await call(phone, "resolveResultDispute", **matchup, headers=WHATEVER)


async def import_files(call: Calls, phone: Device) -> None:
    """Matches come from a queue, from files and from another server."""
    queue = with_new_ids(sent("sendCommands"))
    answers = await call(phone, "sendCommands", body=queue)
    # The last of the example was made after a command that the server has not seen.
    assert [item["outcome"] for item in answers["items"]] == ["done", "done", "refused"]
    for name, media_type in IMPORTS:
        told = await call(phone, name, media_type=media_type)
        assert {item["problem"] and item["problem"]["code"] for item in told["items"]} == {None}


async def rematch(call: Calls, phone: Device, guest: Device, match_id: str) -> None:
    """The same people play again, and the guest only watches from then on."""
    body = sent("createMatch") | {"rematchOf": match_id}
    match = await call(phone, "createMatch", body=body)
    await call(guest, "joinRematch", matchId=match_id)
    members = (await call(phone, "listMembers", matchId=match["matchId"]))["items"]
    where: Json = {"matchId": match["matchId"], "deviceId": members[1]["deviceId"]}
    await call(phone, "changeMember", **where, headers=WHATEVER)
    await call(phone, "removeMember", **where)


async def follow_match(
    call: Calls, current_app: Litestar, host: str, guest: Device, match_id: str
) -> None:
    """A guest follows the match by a ticket, until the owner signs it out."""
    path = f"/v1/matches/{match_id}/events"
    address = (await call(guest, "createTicket", body={"path": path}))["address"]
    is_open = asyncio.Event()

    async def watch(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            await send(message)
            is_open.set()

        await current_app(scope, receive, sending)

    transport = httpx.ASGITransport(watch, client=(host, 4711))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as screen:
        following = asyncio.create_task(screen.get(f"{address}&lastEventId=1"))
        await is_open.wait()
        # A stream ends with its device's token, and then its answer is complete.
        await call(guest, "revokeToken")
        kinds = [event["kind"] for event in check_response("streamMatchEvents", await following)]
    assert {"change", "sheet", "ended"} <= set(kinds)
    call.succeeded.add("streamMatchEvents")


async def device(call: Calls, current_app: Litestar, host: str, stranger: Device) -> None:
    """A device gets a name, other tokens by a new one and by codes, and is erased."""
    token = (await call(stranger, "createDevice"))["token"]
    async with apps.signed_in(current_app, host, f"Bearer {token}") as phone:

        async def signed_in(by: Device, name: str, **more: Any) -> None:
            answer = await call(by, name, **more)
            phone.headers["Authorization"] = f"Bearer {answer['token']}"

        await call(phone, "renameDevice")
        await signed_in(phone, "rotateToken")
        transfer = await call(phone, "createTransfer")
        await signed_in(stranger, "takeOverDevice", body={"code": transfer["code"]})
        recovery = await call(phone, "createRecoveryCode")
        await signed_in(stranger, "recoverDevice", body={"code": recovery["code"]})
        await call(phone, "revokeRecoveryCode")
        await call(phone, "revokeTransfer")
        await call(phone, "eraseDevice")


def sent(name: str) -> Any:
    """The example of the body of an operation."""
    return OPERATIONS[name].body


def with_new_ids(queue: Json) -> Json:
    """The same with ids that no server knows."""
    text = json.dumps(queue)
    for command in queue["commands"]:
        for name in ("commandId", "matchId"):
            text = text.replace(command[name], str(uuid7()))
    new_queue: Json = json.loads(text)
    return new_queue

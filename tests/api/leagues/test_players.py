"""Players of a league say which phones are theirs, and matches of fixtures know them."""

from tests.support import guests
from tests.support.leagues import fixtures, open_league, path, plan_nights
from tests.support.phones import Device, Json, assert_problem
from tests.support.tables import device_id


def part(members: list[Json], device: str) -> tuple[object, object]:
    """Return the player of a device, and the player that it claims."""
    (member,) = (member for member in members if member["deviceId"] == device)
    return member["playsAs"], member["asksFor"]


def player(league: Json, entrant: int, number: int) -> str:
    """Return the path of a player."""
    return path(league, f"entrants/{entrant}/players/{number}")


async def claim(owner: Device, league: Json, entrant: int, number: int, by: Device) -> None:
    """Let a member be the player that it claims to be."""
    response = await by.post(f"{player(league, entrant, number)}/claim")
    assert response.status_code == 200, response.text
    await consent(owner, league, entrant, number, await device_id(by))


async def consent(
    owner: Device, league: Json, entrant: int, number: int, device: str | None
) -> Json:
    """Let a device be a player."""
    answer = await owner.put(player(league, entrant, number), json={"deviceId": device})
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_claim_waits_for_the_owner(phone: Device, guest: Device) -> None:
    league = await open_league(phone, teams=4)
    device = await guests.let_in(phone, league, guest)
    answer = await guest.post(f"{player(league, 2, 1)}/claim")
    claim_body = {"entrant": 2, "player": 1}
    assert (answer.json()["playsAs"], answer.json()["asksFor"]) == (None, claim_body)
    again = await guest.post(f"{player(league, 2, 1)}/claim")
    assert again.headers["etag"] == answer.headers["etag"]
    response = await consent(phone, league, 2, 1, device)
    assert part(response["members"], device) == (claim_body, None)
    assert await consent(phone, league, 2, 1, device) == response
    response_without = await consent(phone, league, 2, 1, None)
    assert part(response_without["members"], device) == (None, None)
    done = guests.actions(await guests.journal(phone, league))
    assert done[2:] == ["player_asked_for", "player_given", "member_changed"]


async def test_the_claim_of_the_owner_is_granted_at_once(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    answer = await phone.post(f"{player(league, 1, 0)}/claim")
    assert answer.json()["playsAs"] == {"entrant": 1, "player": 0}


async def test_only_the_owner_consents(phone: Device, guest: Device) -> None:
    league = await open_league(phone, teams=4)
    device = await guests.let_in(phone, league, guest, "scorer")
    answer = await guest.put(player(league, 1, 0), json={"deviceId": device})
    assert_problem(answer, 403, "not_allowed")


async def test_a_player_has_one_device_and_a_device_is_one_player(
    phone: Device, guest: Device
) -> None:
    league = await open_league(phone, teams=4)
    device = await guests.let_in(phone, league, guest)
    await claim(phone, league, 1, 0, guest)
    await guest.post(f"{player(league, 2, 1)}/claim")
    response = await consent(phone, league, 2, 1, device)
    assert part(response["members"], device)[0] == {"entrant": 2, "player": 1}
    taken = await phone.post(f"{player(league, 2, 1)}/claim")
    assert_problem(taken, 409, "player_taken")
    mine = {"deviceId": await device_id(phone)}
    assert_problem(await phone.put(player(league, 2, 1), json=mine), 409, "player_taken")
    assert (await phone.post(f"{player(league, 1, 0)}/claim")).status_code == 200


async def test_who_is_granted_leaves_nobody_else_asking(phone: Device, guest: Device) -> None:
    league = await open_league(phone, teams=4)
    device = await guests.let_in(phone, league, guest)
    await guest.post(f"{player(league, 1, 0)}/claim")
    await phone.post(f"{player(league, 1, 0)}/claim")
    league_body = (await phone.get(path(league))).json()
    assert part(league_body["members"], device) == (None, None)


async def test_nobody_is_a_player_that_there_is_not(phone: Device, guest: Device) -> None:
    league = await open_league(phone, teams=4)
    for entrant, number in ((5, 0), (1, 2)):
        answer = await phone.post(f"{player(league, entrant, number)}/claim")
        assert_problem(answer, 404, "no_such_player")
    stranger = {"deviceId": await device_id(guest)}
    answer = await phone.put(player(league, 1, 0), json=stranger)
    assert_problem(answer, 404, "no_such_member", "/deviceId")


async def test_an_owner_who_has_not_seen_the_league_consents_to_nothing(
    phone: Device, guest: Device
) -> None:
    league = await open_league(phone, teams=4)
    device = await guests.let_in(phone, league, guest)
    stale = await phone.put(
        player(league, 1, 0), json={"deviceId": device}, headers={"If-Match": '"1"'}
    )
    assert_problem(stale, 412, "stale_league")


async def test_a_player_who_is_replaced_has_no_device(phone: Device, guest: Device) -> None:
    """The other players of the team keep theirs."""
    league = await open_league(phone, teams=4)
    device, mine = await guests.let_in(phone, league, guest), await device_id(phone)
    await consent(phone, league, 1, 0, mine)
    await claim(phone, league, 1, 1, guest)
    body = {"name": "Aces", "players": ["1a", "Somebody else"]}
    response = await phone.put(path(league, "entrants/1"), json=body, headers={"If-Match": "*"})
    assert part(response.json()["members"], device) == (None, None)
    assert part(response.json()["members"], mine)[0] == {"entrant": 1, "player": 0}


async def test_a_match_of_a_fixture_knows_the_phones_of_its_players(
    phone: Device, guest: Device
) -> None:
    """They are in it, keep the score, and have it on their own page."""
    league = await open_league(phone, teams=4)
    fixture = fixtures(await plan_nights(phone, league), 1)[0]
    one, second = (side["entrants"][0] for side in fixture["sides"])
    names = {entrant["number"]: entrant["players"] for entrant in league["entrants"]}
    device, mine = await guests.let_in(phone, league, guest), await device_id(phone)
    await consent(phone, league, one, 0, mine)
    await claim(phone, league, second, 1, guest)
    match = (await phone.post(path(league, f"fixtures/{fixture['number']}/matches"))).json()
    seats = {player["name"]: player["seat"] for player in match["players"]}
    assert {player["name"] for player in match["players"] if player["isClaimed"]} == {
        names[one][0],
        names[second][1],
    }
    members = {member["deviceId"]: member for member in await guests.members(guest, match)}
    assert {key: (member["role"], member["seat"]) for key, member in members.items()} == {
        mine: ("owner", seats[names[one][0]]),
        device: ("scorer", seats[names[second][1]]),
    }
    assert await guests.list_ids(guest, match) == [match["matchId"]]
    claims = {"contract": {"pitcher": seats[names[second][1]], "bid": "four"}}
    response = await guest.put(f"{guests.path(match)}/hands/1", json=claims)
    assert response.status_code == 200
    page = (await guest.get(f"/v1/players/{device}/statistics?league={league['leagueId']}")).json()
    assert page["matches"] == 1
    first = (await guest.get(f"{guests.path(match)}/versions/1")).json()
    assert [player["isClaimed"] for player in first["players"]].count(True) == 2


async def test_a_substitute_has_not_the_phone_of_the_absent(phone: Device, guest: Device) -> None:
    league = await open_league(phone, teams=4)
    fixture = fixtures(await plan_nights(phone, league), 1)[0]
    number, entrant = fixture["number"], fixture["sides"][0]["entrants"][0]
    await guests.let_in(phone, league, guest)
    await claim(phone, league, entrant, 0, guest)
    absent = {"substitutes": [{"entrant": entrant, "player": 0, "name": "Sam"}]}
    response = await phone.put(path(league, f"fixtures/{number}/result"), json=absent)
    assert response.status_code == 200
    match = (await phone.post(path(league, f"fixtures/{number}/matches"))).json()
    assert "Sam" in {player["name"] for player in match["players"]}
    assert not any(player["isClaimed"] for player in match["players"])
    assert await guests.list_ids(guest, match) == []

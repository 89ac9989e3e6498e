"""A matchup that both sides report, with a phone for each."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from msgspec import Struct

from tests.support import guests, leagues
from tests.support.leagues import fixtures, path, plan_nights
from tests.support.phones import Device, Json, SignIn

BOTH: Json = leagues.FORMAT | {"policy": "both_sides"}


WHATEVER = {"If-Match": "*"}


class Table(Struct):
    """A matchup with the phones of its owner, of both sides, and of nobody's."""

    owner: Device
    first: Device
    second: Device
    scorer: Device
    league: Json
    number: int
    device_ids: dict[str, str]

    @property
    def place(self) -> str:
        """The path of the matchup."""
        return path(self.league, f"fixtures/{self.number}")

    async def agree(self, **changes: object) -> None:
        """Change the format of the league."""
        league = (await self.owner.get(path(self.league))).json()
        body = {name: league[name] for name in ("name", "seed", "dates")}
        body["format"] = league["format"] | changes
        answer = await self.owner.put(path(self.league, "charter"), json=body, headers=WHATEVER)
        assert answer.status_code == 200, answer.text

    async def look(self, phone: Device | None = None) -> Json:
        """Return the matchup."""
        return (await (phone or self.owner).get(self.place)).json()  # type: ignore[no-any-return]

    async def report(self, phone: Device, fixture: int | None = None, **report: object) -> Json:
        """Report a result without having seen another."""
        place = path(self.league, f"fixtures/{fixture or self.number}")
        answer = await phone.put(f"{place}/result", json=report)
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    async def swap(self) -> tuple[list[int], list[list[int]]]:
        """Report two tables by phones that play there; return the results with the other's."""
        night = fixtures((await self.owner.get(path(self.league, "schedule"))).json(), 1)
        mine = next(fixture for fixture in night if fixture["number"] == self.number)
        neighbor = next(
            fixture
            for fixture in night
            if fixture["slot"] == mine["slot"] and fixture["number"] != self.number
        )
        player = path(self.league, f"entrants/{neighbor['sides'][1]['entrants'][0]}/players/0")
        body = {"deviceId": self.device_ids["scorer"]}
        assert (await self.scorer.post(f"{player}/claim")).is_success
        assert (await self.owner.put(player, json=body, headers=WHATEVER)).is_success
        await self.report(self.first, wins=[3, 0])
        await self.report(self.scorer, neighbor["number"], wins=[1, 2])
        return [self.number, neighbor["number"]], [[1, 2], [3, 0]]

    async def enter(
        self, numbers: list[int], wins: list[list[int]], version: int | None = None
    ) -> list[str]:
        """Enter a night from paper as its owner; return the outcomes, or why not."""
        lines = [
            {"fixture": number, "report": {"wins": won_by}, "seenVersion": version}
            for number, won_by in zip(numbers, wins, strict=True)
        ]
        answer = await self.owner.put(
            path(self.league, "nights/1/results"), json={"results": lines}
        )
        assert answer.is_success, answer.text
        items = answer.json()["items"]
        return [item["problem"]["code"] if item["problem"] else item["outcome"] for item in items]

    async def act(
        self, phone: Device, what: str, body: Json | None = None, status: int = 200
    ) -> Json:
        """Confirm, dispute or settle what is seen now."""
        tag = {"If-Match": (await phone.get(self.place)).headers["ETag"]}
        answer = await phone.post(f"{self.place}/result/{what}", json=body, headers=tag)
        assert answer.status_code == status, answer.text
        return answer.json()  # type: ignore[no-any-return]


async def seat(owner: Device, league: Json, phone: Device, entrant: int) -> str:
    """Let a phone in as the first player of a team."""
    device = await guests.let_in(owner, league, phone, "scorer")
    player = path(league, f"entrants/{entrant}/players/0")
    assert (await phone.post(f"{player}/claim")).is_success
    response = await owner.put(player, json={"deviceId": device}, headers=WHATEVER)
    assert response.status_code == 200, response.text
    return device


@asynccontextmanager
async def open_table(phone: Device, sign_in: SignIn) -> AsyncIterator[Table]:
    """Yield a matchup of a league of four teams that both sides report."""
    async with AsyncExitStack() as stack:
        guests_ = [await stack.enter_async_context(await sign_in()) for _ in range(3)]
        league = await leagues.open_league(phone, teams=4, options={"target": 4}, format=BOTH)
        fixture = fixtures(await plan_nights(phone, league), 1)[0]
        ids = {}
        for name, device, side in zip(("first", "second"), guests_, fixture["sides"], strict=False):
            ids[name] = await seat(phone, league, device, side["entrants"][0])
        ids["scorer"] = await guests.let_in(phone, league, guests_[2], "scorer")
        first, second, scorer = guests_
        yield Table(phone, first, second, scorer, league, fixture["number"], ids)


def outcome(fixture: Json) -> tuple[str, Any, Any]:
    """Return the settlement, the wins, and the wins that count."""
    judgement = fixture["judgement"]
    return fixture["settlement"], judgement["wins"], judgement["counts"]

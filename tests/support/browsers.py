"""Phones as people hold them: contexts of one Chromium, on the page of a real server."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Route,
    StorageState,
    ViewportSize,
    expect,
)

from pitchkeeper.settings import ROOT
from tests.support import servers
from tests.support.searches import IS_THOROUGH

SCREENSHOTS: Final = ROOT / "build" / "screenshots"
MINUS: Final = "\u2212"
PATIENCE: Final = 60_000.0
"""Milliseconds for whatever the page is to show, also beside much else."""
expect.set_options(timeout=PATIENCE)
ORDINARY: Final = (390, 844)
SMALL: Final = (360, 640)
TABLET: Final = (820, 1180)
WIDE: Final = (1920, 1080)
ARGUMENTS: Final = [
    # Root, as in a container, has no sandbox of its own.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    # Nothing but the page may ask the network for anything.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Four times slower than this machine, by a mobile network far from its mast.
_SLOWER: Final = {"rate": 4}
_NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
_CHROMIUMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
_ORIGIN: Final = re.compile(r"^[a-z]+://[^/]+")
Theme = Literal["light", "dark"]


def chromium() -> str | None:
    """The Chromium of this machine: without windows it does the same with half the work."""
    return next(filter(None, map(shutil.which, _CHROMIUMS)), None)


class Phone:
    """A page of one context: it counts the taps, and keeps what a page must never do."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self._start()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        page.context.on("request", self._asked)

    def _start(self) -> None:
        self.taps = 0
        self.complaints: list[str] = []
        self.is_offline = False
        self._was_offline = False

    async def reset(self) -> None:
        """Leave the page, and take from the phone all that it keeps."""
        await self.page.context.set_offline(False)
        await self.page.unroute_all(behavior="ignoreErrors")
        await self.leave()
        await self.page.evaluate("sessionStorage.clear()")
        line = await self.page.context.new_cdp_session(self.page)
        origin = {"origin": self.address, "storageTypes": "all"}
        await line.send("Storage.clearDataForOrigin", origin)
        await line.detach()
        self._start()

    async def leave(self) -> None:
        """Go to where nothing of the page runs, and what it stores can be reached."""
        if not self.page.url.endswith(_NOTHING):
            await self.page.goto(f"{self.address}{_NOTHING}")

    async def visit(self, place: str = "") -> None:
        """Go to a place of the page, as in `#/new`; no tap, as a link that was sent is none."""
        await self.page.goto(f"{self.address}/{place}")

    async def tap(self, what: str | Locator, *, exact: bool = False) -> None:
        """Tap a button, a link or a choice by the name that it is read out with."""
        await (self.named(what, exact=exact) if isinstance(what, str) else what).tap()
        self.taps += 1

    def named(self, name: str, *, exact: bool = False) -> Locator:
        """Return the control with a name."""
        roles = [self.page.get_by_role(role, name=name, exact=exact) for role in _TAPPED]
        first, *more = roles
        for locator in more:
            first = first.or_(locator)
        return first.first

    async def reads(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text is to be seen."""
        locator = self.page.get_by_text(text).filter(visible=True)
        await locator.first.wait_for(timeout=PATIENCE)

    async def offline(self, is_so: bool) -> None:
        """Into a cellar without signal, or out of it."""
        self.is_offline = is_so
        self._was_offline = True
        await self.page.context.set_offline(is_so)

    async def store(self, key: str) -> Any:
        """Return the value that the page stores on this phone under a name."""
        return await self.page.evaluate(_STORED, key)

    async def keep(self, key: str, value: Any) -> None:
        """Keep something on this phone under a name, as the page does."""
        await self.page.evaluate(_KEEP, [key, value])

    def _heard(self, message: ConsoleMessage) -> None:
        # Chromium itself writes down each request that was refused or found no network. A server
        # beside much else may also be busy for a moment: what matters is that the page goes on.
        is_expected = any(f"with a status of {status}" in message.text for status in ("4", "503"))
        is_expected = is_expected or (self._was_offline and "net::ERR_" in message.text)
        if message.type == "error" and not is_expected:
            self.complaints.append(f"console: {message.text} ({message.location['url']})")

    def _asked(self, request: Request) -> None:
        match = _ORIGIN.match(request.url)
        if match and match[0] != self.address and request.url.startswith(("http", "ws")):
            self.complaints.append(f"request to another origin: {request.url}")


_NOTHING: Final = "/icon.svg"
_TAPPED: Final[tuple[Literal["button", "link", "radio"], ...]] = ("button", "link", "radio")
_STORED: Final = """key => new Promise((found, failed) => {
    const opening = indexedDB.open('keyval-store');
    opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
        const asked = opening.result.transaction('keyval').objectStore('keyval').get(key);
        asked.onsuccess = () => { opening.result.close(); found(asked.result ?? null); };
        asked.onerror = () => failed(asked.error);
    };
})"""
_KEEP: Final = """([key, value]) => new Promise((kept, failed) => {
    const opening = indexedDB.open('keyval-store');
    opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
        const store = opening.result.transaction('keyval', 'readwrite').objectStore('keyval');
        const asked = store.put(value, key);
        asked.onsuccess = () => { opening.result.close(); kept(); };
        asked.onerror = () => failed(asked.error);
    };
})"""

# A rule that no policy for what is written into the page forbids.
_UNGUARDED: Final = """
    const rules = new CSSStyleSheet();
    rules.replaceSync('.guarded body { pointer-events: auto !important; }');
    document.adoptedStyleSheets = [rules];
"""


async def mirror(phone: Phone) -> None:
    """Make Spanish a trial language that is written from right to left, in Hebrew letters."""

    async def named(route: Route) -> None:
        answer = await route.fetch()
        text = await answer.text()
        assert "`Español`" in text
        await route.fulfill(response=answer, body=text.replace("`Español`", "`עברית`"))

    async def translate(route: Route) -> None:
        answer = await route.fetch()
        text = _WORDS.sub(lambda match: match[1] + match[2].translate(_HEBREW), await answer.text())
        await route.fulfill(response=answer, body=text)

    await phone.page.route("**/assets/shared-*.js", named)
    await phone.page.route("**/assets/_words_es-*.js", translate)


_HEBREW: Final = {
    ord(latin): hebrew
    for latin, hebrew in zip(
        "abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתאבגד", strict=True
    )
}
# Letters on cards, digits and the names of the language itself stay what they are.
_WORDS: Final = re.compile(
    r"(type:0,value:|\"(?!word\.l)(?:[\w.](?!\.(?:letter|digits)\"))+\":)(`[^`]*`)"
)


@asynccontextmanager
async def holding(
    browser: Browser,
    address: str,
    *,
    size: tuple[int, int] = ORDINARY,
    theme: Theme = "light",
    language: str = "en-US",
    storage: StorageState | None = None,
    is_new: bool = False,
    is_installed: bool = False,
    is_guarded: bool = False,
) -> AsyncIterator[Phone]:
    """A phone, with nothing on it yet or what another kept; its page's faults fail at the end.

    Unless it has to be new, it is one that an earlier test had, with nothing left on it. Only where
    it is installed does the page keep itself on the phone, which costs a tenth more. Unless it is
    guarded, taps count also right after a change of screen: Playwright would try each again and
    again until they do, which took half of the time and of the work of these tests.
    """
    shelf = _shelves.setdefault((browser, address, language), [])
    is_lasting = not (is_new or is_installed or is_guarded or storage)
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    if is_lasting and shelf:
        phone = shelf.pop()
        await phone.page.set_viewport_size(viewport)
    else:
        context = await browser.new_context(
            viewport=viewport,
            is_mobile=True,
            has_touch=True,
            reduced_motion="reduce",
            locale=language,
            storage_state=storage,
            service_workers="allow" if is_installed else "block",
        )
        context.set_default_timeout(PATIENCE)
        if not is_guarded:
            await context.add_init_script(_UNGUARDED)
        phone = Phone(await context.new_page(), address)
    await phone.page.emulate_media(color_scheme=theme)
    try:
        yield phone
        assert not phone.complaints, (phone.complaints, servers.said_at(address)[-8:])
        if is_lasting:
            await phone.reset()
            shelf.append(phone)
    finally:
        if phone not in shelf:
            await phone.page.context.close()


_shelves: Final[dict[tuple[Browser, str, str], list[Phone]]] = {}
"""Phones that nobody holds, by their language: a new one costs a process, and all it compiles."""


async def slow_down(phone: Phone) -> list[int]:
    """Make a phone one of the middle class; the bytes of each answer as they arrive."""
    line = await phone.page.context.new_cdp_session(phone.page)
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    await line.send("Network.enable")
    await line.send("Emulation.setCPUThrottlingRate", _SLOWER)
    await line.send("Network.emulateNetworkConditions", _NETWORK)
    return sizes


async def take_picture(phone: Phone, name: str) -> None:
    """Make a picture of what the phone shows, for people to look at: by `SEARCH=all` only."""
    if IS_THOROUGH:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        await phone.page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")

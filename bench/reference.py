"""Time how soon the reference shows an operation, and opens one, on an average phone.

Chromium on the machine's own screen size of a phone, four times slower, by 1.6 Mbit/s with 150 ms
to the mast; each time a browser that has seen nothing yet: `python -m bench.reference`. Needs a
Chromium (apt install chromium-headless-shell).
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from tests.support import servers
from tests.support.browsers import ARGUMENTS, Phone, chromium, holding, slow_down

TIMES = 7
AIMS = {"first operation": 2.0, "open an operation": 1.0, "open a model in it": 1.0}


async def once(phone: Phone) -> dict[str, float]:
    """Return the seconds that a user waits for each step."""
    await slow_down(phone)
    began = time.perf_counter()
    await phone.page.goto(f"{phone.address}/docs", wait_until="commit")
    await phone.page.locator(".operation").first.wait_for()
    took = {"first operation": time.perf_counter() - began}
    operation = phone.page.locator("#recordHand")
    # Whether the script listens already is not for who taps to know.
    await phone.page.wait_for_load_state("domcontentloaded")
    await operation.scroll_into_view_if_needed()
    began = time.perf_counter()
    await operation.locator("summary").first.tap()
    await operation.get_by_text("Every field is optional.").wait_for()
    took["open an operation"] = time.perf_counter() - began
    body = operation.locator("details", has_text="HandRecord").first
    await body.scroll_into_view_if_needed()
    began = time.perf_counter()
    await body.locator("summary").tap()
    await body.get_by_text("The pile of each side, as far as its cards are known.").wait_for()
    took["open a model in it"] = time.perf_counter() - began
    return took


async def run(browser: Browser, address: str) -> None:
    """Print the table."""
    runs = []
    for _ in range(TIMES):
        async with holding(browser, address) as phone:
            runs.append(await once(phone))
    print(f"{'seconds':32}{'median':>9}{'worst':>9}{'aim':>9}")
    for step in runs[0]:
        seconds = [times[step] for times in runs]
        aim = f"{AIMS[step]:9.1f}" if step in AIMS else ""
        print(f"{step:32}{statistics.median(seconds):9.2f}{max(seconds):9.2f}{aim}")


async def main() -> None:
    """Start a server and a browser."""
    with (
        tempfile.TemporaryDirectory() as folder,
        servers.serving(Path(folder)) as address,
    ):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            await run(browser, address)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())

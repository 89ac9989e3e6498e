"""The size of the page when first opened, and the time until it can be used."""

from time import perf_counter
from typing import Final

from playwright.async_api import Browser

from tests.support.browsers import holding, slow_down

MOST_BYTES: Final = 90_000
# The page, its style, scripts of the first screen and the table, two typefaces, the usual rules.
MOST_REQUESTS: Final = 8


async def test_the_first_load_is_at_most_90_kb(browser: Browser, address: str) -> None:
    async with holding(browser, address, is_installed=True) as phone:
        arrived = await slow_down(phone)
        began = perf_counter()
        await phone.visit()
        await phone.named("New table").wait_for()
        took = perf_counter() - began
        await phone.page.wait_for_load_state("networkidle")
        # How long it takes says as much of this machine as of the page, so it is only told.
        print(f"usable after {took:.1f} s: {sum(arrived)} bytes in {len(arrived)} requests")
        assert 0 < sum(arrived) <= MOST_BYTES
        assert len(arrived) <= MOST_REQUESTS

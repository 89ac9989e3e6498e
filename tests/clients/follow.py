"""Follow a match and print each event as the sheet is after it: ADDRESS TOKEN MATCH_ID."""

import asyncio
import json
import sys

from pitchkeeper_client import Client, types, with_lines


async def follow(address: str, token: str, match_id: str) -> None:
    """Print until the match ends for good."""
    view: types.Match | None = None
    async with Client(address, token=token) as client:
        async for event in client.follow(match_id):
            if event["lines"]:
                view = with_lines(view, event["lines"])
            view = event["sheet"] or view
            print(json.dumps([event["change"] and event["change"]["version"], view]), flush=True)


if __name__ == "__main__":
    asyncio.run(follow(*sys.argv[1:]))

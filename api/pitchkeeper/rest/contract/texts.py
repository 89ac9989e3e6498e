"""Texts: what clients are told to do when an answer does not come, or is a refusal."""

from typing import Final

RETRYING: Final = """\
## Retrying

- A GET, PUT or DELETE may be sent again as it is, a POST if it has an `Idempotency-Key` or its \
description says so, sendCommands always. Make the key before the first try; it is for one thing.
- Send the ETag of a match as `If-Match` to keep an old sheet, or a late copy of a request, from \
overwriting what is newer.
- No answer, 429 or 5xx: send the same again, after `Retry-After` if there is one, else after a \
second, doubled with each try up to a minute; take a random part of it, so that phones do not all \
come back at once.
- 412 and 428: what would be written over has changed, or was not seen. `conflict` has both \
versions and where they differ: show them, and to write over what is kept send the \
`conflict.matchVersion` as `If-Match`, in a queue as `seenVersion`. A void or overruled hand \
counts as kept, whatever was entered in it.
- Any other 4xx is answered the same as long as the request is the same.

## Offline

- The device makes the ids: a UUIDv7 for each match and for each command. It queues a command \
before it sends it, and sends the queue in its order with sendCommands, even if it holds but one.
- Say `after` what a command was made: the last command of the device about the same hand, or the \
one that opened the match. Use `seenVersion` for what was seen online.
- `done` and `repeated` leave the queue. Status 429 and 5xx, `command_missing` and \
`hand_out_of_order` stay in it.
- Any other refusal is for people, as above; 412 and 428 go on with the same `commandId` and \
another `seenVersion` or `after`. Another body needs another id. What came after a refused \
command is `command_missing` until that is done or it gets another `after`.
- A device has one set of ids: a `commandId` is not an `Idempotency-Key` of another request too. \
They are remembered for 30 days.
- The clock of the device does not matter: the order is that of the queue, the times are ours.
- Afterwards read each match once. Other devices may have changed it meanwhile."""

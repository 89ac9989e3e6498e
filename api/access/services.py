"""The services of access: who calls, and how others are let in."""

from msgspec import Struct

from api.access.auth import Devices
from api.access.codes.device_codes import DeviceCodes
from api.access.codes.store import DeviceCodeStore
from api.access.device_store import DeviceStore
from api.access.guessing import Guessing
from api.access.idempotency_keys import IdempotencyKeys
from api.access.membership.store import InviteStore
from api.access.public_links.store import LinkStore
from api.access.tickets import Tickets
from api.database.notifications import Notifications
from api.database.pool import Connections
from api.http.limits.quotas import Quotas
from api.sources import Sources


class AccessServices(Struct, frozen=True):
    """What handlers and the other rooms ask access for."""

    device_store: DeviceStore
    devices: Devices
    tickets: Tickets
    device_codes: DeviceCodes
    idempotency_keys: IdempotencyKeys
    guessing: Guessing
    """One for all: tries at any code spend the same permits, for all are drawn from the same."""
    invite_store: InviteStore
    link_store: LinkStore


def built(
    connections: Connections, notifications: Notifications, quotas: Quotas, sources: Sources
) -> AccessServices:
    """The services of access on a database."""
    clock, new_id = sources.clock, sources.new_id
    device_store, guessing = DeviceStore(connections), Guessing(quotas)
    devices = Devices(device_store, clock, new_id, sources.new_secret, notifications)
    codes = DeviceCodeStore(connections)
    return AccessServices(
        device_store=device_store,
        devices=devices,
        tickets=Tickets(devices, clock),
        device_codes=DeviceCodes(
            codes, devices, guessing, clock, sources.choose, sources.new_secret, new_id
        ),
        idempotency_keys=IdempotencyKeys(device_store, clock, new_id),
        guessing=guessing,
        invite_store=InviteStore(connections),
        link_store=LinkStore(connections),
    )

"""The services of access."""

from msgspec import Struct

from pitchkeeper.access.auth import Devices
from pitchkeeper.access.codes.device_codes import DeviceCodes
from pitchkeeper.access.codes.store import DeviceCodeStore
from pitchkeeper.access.device_store import DeviceStore, IdempotencyKeys
from pitchkeeper.access.guessing import Guessing
from pitchkeeper.access.membership.store import InviteStore
from pitchkeeper.access.public_links.store import LinkStore
from pitchkeeper.access.tickets import Tickets
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connections
from pitchkeeper.rest.limits.quotas import Quotas
from pitchkeeper.sources import Sources


class AccessServices(Struct, frozen=True):
    """The services that handlers and other packages use."""

    device_store: DeviceStore
    devices: Devices
    tickets: Tickets
    device_codes: DeviceCodes
    idempotency_keys: IdempotencyKeys
    guessing: Guessing
    """Shared, because codes of all kinds are guessed by the same attacker."""
    invite_store: InviteStore
    link_store: LinkStore


def build(
    connections: Connections, notifications: Notifications, quotas: Quotas, sources: Sources
) -> AccessServices:
    """Return the services of access on a database."""
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

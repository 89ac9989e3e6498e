"""The services of matches: their use cases, and the stores and caches behind them."""

from msgspec import Struct

from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connections
from pitchkeeper.matches.changes import MatchChanges
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.late_proofs import LateProofs
from pitchkeeper.matches.memory import MatchMemory
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.sources import Sources
from pitchkeeper.workers.adjudicators import Adjudicator


class MatchServices(Struct, frozen=True):
    """The services that handlers and the rooms above use."""

    memory: MatchMemory
    store: MatchStore
    match_changes: MatchChanges
    late_proofs: LateProofs
    scoring: Scoring


def build(
    connections: Connections,
    notifications: Notifications,
    sources: Sources,
    prover: Adjudicator,
) -> MatchServices:
    """Build the services of matches on a database; `prover` has the processes for proofs."""
    clock, new_id = sources.clock, sources.new_id
    memory = MatchMemory()
    store = MatchStore(connections, notifications.announce, memory)
    changes = MatchChanges(store, clock, prover)
    return MatchServices(
        memory=memory,
        store=store,
        match_changes=changes,
        late_proofs=LateProofs(store, changes),
        scoring=Scoring(store, changes, clock, new_id, prover),
    )

"""The services of matches: a use case for each thing that is done with one."""

from msgspec import Struct

from api.access.membership.invitations import Invitations
from api.access.public_links.public_links import PublicLinks
from api.access.services import AccessServices
from api.database.notifications import Notifications
from api.database.pool import Connections
from api.matches.changes import MatchChanges, MatchRevision
from api.matches.hands.disputes import Disputes
from api.matches.hands.scoring import Scoring
from api.matches.history import History
from api.matches.late_proofs import LateProofs
from api.matches.members.admission import MatchAdmission
from api.matches.members.names import PlayerNames
from api.matches.members.rematches import Rematches
from api.matches.members.seats import Seats
from api.matches.memory import MatchMemory
from api.matches.rules.revisions import MatchRules
from api.matches.state import MatchState
from api.matches.store import MatchStore
from api.sources import Sources
from api.workers.adjudicators import Adjudicator


class MatchServices(Struct, frozen=True):
    """What handlers and the rooms above ask matches for."""

    memory: MatchMemory
    store: MatchStore
    match_changes: MatchChanges
    late_proofs: LateProofs
    scoring: Scoring
    history: History
    disputes: Disputes
    seats: Seats
    rematches: Rematches
    player_names: PlayerNames
    match_rules: MatchRules
    invitations: Invitations[MatchState, MatchRevision]
    public_links: PublicLinks[MatchState, MatchRevision]


def built(
    connections: Connections,
    notifications: Notifications,
    access: AccessServices,
    sources: Sources,
    prover: Adjudicator,
) -> MatchServices:
    """The services of matches on a database; `prover` has the processes that prove their hands."""
    clock, new_id = sources.clock, sources.new_id
    memory = MatchMemory()
    store = MatchStore(connections, notifications.match_changed, memory)
    changes = MatchChanges(store, clock, prover)
    invites, guessing, choose = access.invite_store, access.guessing, sources.choose
    admission = MatchAdmission()
    return MatchServices(
        memory=memory,
        store=store,
        match_changes=changes,
        late_proofs=LateProofs(store, changes),
        scoring=Scoring(store, changes, clock, new_id, prover),
        history=History(store, changes),
        disputes=Disputes(changes, prover),
        seats=Seats(store, changes),
        rematches=Rematches(store, changes),
        player_names=PlayerNames(changes),
        match_rules=MatchRules(store, changes),
        invitations=Invitations(changes, admission, invites, guessing, clock, new_id, choose),
        public_links=PublicLinks(changes, access.link_store, clock, new_id, sources.new_secret),
    )

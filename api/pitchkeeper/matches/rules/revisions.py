"""Rules: other ones for a match that was opened with the wrong ones, and what that would change."""

import asyncio
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch import HandRecord, Match, RuleSet, errors
from pitch.errors import Refusal
from pitch.hand import check_record
from pitch.match import Consequences, compare_sheets, list_unproven
from pitch.messages import COUNT, Message, Sentence, all_of
from pitchkeeper.access.changes import PATIENCE
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.matches import agreements, edit_conflicts, replay
from pitchkeeper.matches.changes import MatchChanges, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.workers.priority_queues import Priority

_UNSEEN: Final = Message("problem.precondition_required.rules")
_MISFIT: Final = Message("problem.rules_do_not_fit", hands=all_of(COUNT))
_NAMED: Final = 5
"""How many hands a sentence names; the preview names them all."""


class RulesDoNotFit(Refusal):
    """A hand names a card or a point that these rules do not have; correct it first."""

    code = "rules_do_not_fit"


class RulesOfLeague(Refusal):
    """The match counts for a league, which fixes the rules of its matches."""

    code = "rules_of_league"
    default_message = Message("problem.rules_of_league")


class RulesForesight(Struct, frozen=True):
    """What other rules would make of a match."""

    before: MatchState
    after: MatchState
    misfits: dict[int, Sentence]
    """The hands that cannot be read by those rules, by their numbers, and why."""
    changes: Consequences
    is_checked: bool = True
    """Whether there was time to prove all of it."""


class MatchRules:
    """What a device may do about the rules of a match that has begun."""

    def __init__(self, store: MatchStore, changes: MatchChanges) -> None:
        self._store = store
        self._changes = changes

    async def preview(self, device_id: UUID, match_id: UUID, ruleset: RuleSet) -> RulesForesight:
        """What other rules would make of every hand, without changing any."""
        state = await self._changes.read(device_id, match_id)
        after = _with_rules(state, ruleset)
        misfits = _misfits(after.match, state)
        after = structs.replace(
            after,
            hands=tuple(
                # It counts for nothing until it is corrected, as if it were still to be entered.
                structs.replace(hand, record=HandRecord(), overruled=None)
                if hand.number in misfits
                else hand
                for hand in after.hands
            ),
        )
        # A whole evening is proven anew, so it is given as long as the change itself is.
        until = asyncio.get_running_loop().time() + PATIENCE
        after = structs.replace(
            after, hands=await self._changes.prove_hands(after, until, Priority.PREVIEW)
        )
        return RulesForesight(
            before=state,
            after=after,
            misfits=misfits,
            changes=compare_sheets(state.sheet, after.sheet),
            is_checked=not list_unproven(after.match, after.hands),
        )

    async def change(
        self, command: Command, match_id: UUID, ruleset: RuleSet, seen: Precondition
    ) -> MatchState:
        """Play by other rules, from the first hand on. The same rules again change nothing."""

        async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
            is_of_league = await self._store.is_of_league(match_id)
            return decide_rules(state, ruleset=ruleset, seen=seen, is_of_league=is_of_league)

        return await self._changes.write(command, match_id, Role.OWNER, decide)


def decide_rules(
    state: MatchState, *, ruleset: RuleSet, seen: Precondition, is_of_league: bool
) -> MatchRevision | None:
    """Return a match by other rules; None if it is played by them already."""
    # Before the versions are compared: a retry names the one that its first copy met.
    if ruleset == state.match.ruleset:
        return None
    edit_conflicts.refuse_blind(seen, _UNSEEN())
    edit_conflicts.refuse_stale(state, seen)
    if is_of_league:
        raise RulesOfLeague
    for hand in state.hands:
        agreements.refuse_disputed(hand)
    after = _with_rules(state, ruleset)
    if misfits := _misfits(after.match, state):
        raise RulesDoNotFit(_MISFIT(hands=list(misfits)[:_NAMED]), pointer="/ruleset")
    return MatchRevision(action=Action.RULES_CHANGED, after=after)


def _with_rules(state: MatchState, ruleset: RuleSet) -> MatchState:
    with errors.point_to("/ruleset"):
        return replay.with_rules(state, ruleset)


def _misfits(match: Match, state: MatchState) -> dict[int, Sentence]:
    """The hands that name what the rules of a match do not have, and what that is."""
    found = {}
    for hand in state.hands:
        try:
            check_record(hand.record, match.ruleset, match.seating.table)
        except Refusal as refusal:
            found[hand.number] = refusal.message
    return found

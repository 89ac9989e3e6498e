"""Revisions: preview and change the rules of a match that was opened with the wrong ones."""

from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch import HandRecord, Match, RuleSet, messages
from pitch.match import Consequences, list_unproven
from pitch.messages import COUNT, Message, Refusal, Sentence, all_of
from pitchkeeper.access.devices import Role, Stamp
from pitchkeeper.matches import agreements, edit_conflicts, replay
from pitchkeeper.matches.changes import MatchChanges, MatchEdit, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.workers.priority_queues import Priority

_UNSEEN: Final = Message("problem.precondition_required.rules")
_MISFIT: Final = Message("problem.rules_do_not_fit", hands=all_of(COUNT))
_MOST_HANDS: Final = 5
"""Hands that a sentence names; the preview names them all."""


class RulesDoNotFit(Refusal, has_message=False):
    """A hand names a card or a point that these rules do not have; correct it first."""


class RulesOfLeague(Refusal):
    """The match counts for a league, which fixes the rules of its matches."""


class RulesForesight(Struct, frozen=True):
    """A match before and after a change of its rules."""

    before: MatchState
    after: MatchState
    misfits: dict[int, Sentence]
    """The reasons why hands cannot be judged by those rules, by their numbers."""
    changes: Consequences
    is_checked: bool = True
    """Whether there was time to prove all of it."""


async def preview(
    changes: MatchChanges, device_id: UUID, match_id: UUID, ruleset: RuleSet
) -> RulesForesight:
    """Return a match under other rules, without saving it."""
    state = await changes.read(device_id, match_id)
    after = _with_rules(state, ruleset)
    misfits = _misfits(after.match, state)
    after = structs.replace(
        after,
        hands=tuple(
            # Until it is corrected it counts for nothing, like an empty record.
            structs.replace(hand, record=HandRecord(), overruled=None)
            if hand.number in misfits
            else hand
            for hand in after.hands
        ),
    )
    # All hands are proven again, so the preview may take as long as the change itself.
    until = changes.deadline()
    after = structs.replace(after, hands=await changes.prove_hands(after, until, Priority.PREVIEW))
    return RulesForesight(
        before=state,
        after=after,
        misfits=misfits,
        changes=state.sheet.compare(after.sheet),
        is_checked=not list_unproven(after.match, after.hands),
    )


async def change(edit: MatchEdit, store: MatchStore, ruleset: RuleSet) -> MatchState:
    """Change the rules from the first hand on. The same rules again change nothing."""

    async def decide(state: MatchState, _stamp: Stamp) -> MatchRevision | None:
        is_of_league = await store.is_of_league(state.match_id)
        return decide_rules(
            state, ruleset=ruleset, precondition=edit.precondition, is_of_league=is_of_league
        )

    return await edit.write(Role.OWNER, decide)


def decide_rules(
    state: MatchState, *, ruleset: RuleSet, precondition: Precondition, is_of_league: bool
) -> MatchRevision | None:
    """Return a match under other rules; None if it has them already."""
    # Before the check of versions, because a retry names the version before its first copy.
    if ruleset == state.match.ruleset:
        return None
    edit_conflicts.refuse_blind(precondition, _UNSEEN())
    edit_conflicts.refuse_stale(state, precondition)
    if is_of_league:
        raise RulesOfLeague
    for hand in state.hands:
        agreements.refuse_disputed(hand)
    after = _with_rules(state, ruleset)
    if misfits := _misfits(after.match, state):
        raise RulesDoNotFit(_MISFIT(hands=list(misfits)[:_MOST_HANDS]), pointer="/ruleset")
    return MatchRevision(action=Action.RULES_CHANGED, after=after)


def _with_rules(state: MatchState, ruleset: RuleSet) -> MatchState:
    with messages.point_to("/ruleset"):
        return replay.with_rules(state, ruleset)


def _misfits(match: Match, state: MatchState) -> dict[int, Sentence]:
    """Return the hands that name a card or point which the rules lack, with the reasons."""
    misfits = {}
    for hand in state.hands:
        try:
            hand.record.check(match.ruleset, match.seating.table)
        except Refusal as refusal:
            misfits[hand.number] = refusal.message
    return misfits

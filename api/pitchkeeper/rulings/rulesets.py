"""Use cases of rule sets: load one, create house rules, choose the rules of a match."""

from typing import Final

from pitch import Options, RuleSet, list_presets, shapes
from pitch import preset as find_preset
from pitch.messages import TYPED, Message, Refusal
from pitch.rules import NO_OPTIONS, PRESETS
from pitchkeeper.rulings.store import RulesetStore

_NO_RULESET: Final = Message("problem.ruleset_not_found", written=TYPED)

HASH_LENGTH: Final = 64


class RulesetNotFound(Refusal, has_message=False):
    """There is no rule set with that id."""


class RulesetCatalog:
    """The presets, and every house rule set ever created."""

    def __init__(self, store: RulesetStore) -> None:
        self._store = store

    async def load(self, ruleset_id: str) -> RuleSet:
        """Return a preset by its name, or any rule set by the hash of its content."""
        if ruleset_id in PRESETS:
            return find_preset(ruleset_id)
        # A preset also has a hash, though the store may not have it yet.
        for preset in list_presets():
            if preset.hash == ruleset_id:
                return preset
        # An id of another length is no hash, and needs no query.
        is_hash = len(ruleset_id) == HASH_LENGTH
        ruleset = await self._store.load(ruleset_id) if is_hash else None
        if ruleset is None:
            raise RulesetNotFound(_NO_RULESET(written=shapes.abbreviate(ruleset_id)))
        return ruleset

    async def create(self, preset: str, options: Options, name: str | None) -> RuleSet:
        """Store house rules: a preset with some options changed."""
        ruleset = find_preset(preset).house_rules(options, name)
        # Options that change nothing leave the preset.
        if not ruleset.is_preset:
            await self._store.add(ruleset)
        return ruleset

    async def load_with_options(
        self, ruleset_id: str, options: Options = NO_OPTIONS, target: int | None = None
    ) -> RuleSet:
        """Return the rules of a match: a rule set with some options changed, and a target."""
        ruleset = (await self.load(ruleset_id)).house_rules(options)
        return ruleset if target is None else ruleset.with_target(target)


def ruleset_id(ruleset: RuleSet) -> str:
    """Return the id of a rule set in URLs: the preset's name, else the hash of its content."""
    return ruleset.preset if ruleset.is_preset else ruleset.hash

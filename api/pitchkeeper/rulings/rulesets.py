"""Use cases of rule sets: look one up, make house rules, choose the rules of a match."""

from typing import Final

from pitch import Options, RuleSet, house_rules, list_presets, shapes
from pitch import preset as find_preset
from pitch.errors import Refusal
from pitch.messages import TYPED, Message
from pitch.rules import NO_OPTIONS, PRESETS, hash_ruleset
from pitchkeeper.rulings.store import RulesetStore

_NO_RULESET: Final = Message("problem.ruleset_not_found", written=TYPED)

HASH_LENGTH: Final = 64


class RulesetNotFound(Refusal):
    """There is no rule set with that id."""

    code = "ruleset_not_found"


class RulesetCatalog:
    """The rule sets that there are: the presets, and every house rule set ever made."""

    def __init__(self, store: RulesetStore) -> None:
        self._store = store

    async def load(self, ruleset_id: str) -> RuleSet:
        """A preset by its name, or any rule set by the hash of its content."""
        if ruleset_id in PRESETS:
            return find_preset(ruleset_id)
        # By its hash too, before any match made the store keep it.
        for preset in list_presets():
            if hash_ruleset(preset) == ruleset_id:
                return preset
        found = None
        # Whatever has another length is no hash, and costs no question to the database.
        if len(ruleset_id) == HASH_LENGTH:
            found = await self._store.load(ruleset_id)
        if found is None:
            raise RulesetNotFound(_NO_RULESET(written=shapes.abbreviate(ruleset_id)))
        return found

    async def create(self, preset: str, options: Options, name: str | None) -> RuleSet:
        """Keep house rules: a preset with some options changed."""
        made = house_rules(find_preset(preset), options, name)
        # Options that change nothing leave the preset what it is.
        if not made.is_preset:
            await self._store.add(made)
        return made

    async def load_with_options(
        self, ruleset_id: str, options: Options = NO_OPTIONS, target: int | None = None
    ) -> RuleSet:
        """The rules of a match: a rule set, some options changed, and the target."""
        agreed = house_rules(await self.load(ruleset_id), options)
        return agreed if target is None else agreed.with_target(target)


def ruleset_id(ruleset: RuleSet) -> str:
    """What a rule set is called in addresses: the preset's name, else the hash of its content."""
    return ruleset.preset if ruleset.is_preset else hash_ruleset(ruleset)

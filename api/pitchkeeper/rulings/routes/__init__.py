"""The operations of rule sets and rulings."""

from typing import Final

from pitchkeeper.rest import operations
from pitchkeeper.rulings.routes import rulesets, rulings

HANDLERS: Final = operations.handlers(rulesets, rulings)

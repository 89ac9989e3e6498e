"""Audits: nothing acknowledged is lost, nothing is there twice, and API and tables agree."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from pitchkeeper.database import cluster
from tests.faults import folds, snapshots
from tests.faults.commands import Command
from tests.faults.evenings import Evening
from tests.faults.folds import State, Torn
from tests.faults.phones import Phone
from tests.faults.snapshots import MatchSnapshot
from tests.support.phones import Json

_SAMPLE = 12
"""How many earlier versions of a match are read and worked out again."""


@dataclass
class Audit:
    """The result of an audit: lost or doubled acknowledged commands, and broken invariants."""

    sent: int = 0
    acknowledged: int = 0
    retries: int = 0
    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    checked: int = 0

    def hold(self, what: str, one: Any, other: Any) -> None:
        """Note whether two things that must be alike are."""
        self.checked += 1
        if one != other:
            self.broken.append(f"{what}: {str(one)[:300]} is not {str(other)[:300]}")


async def audit(url: str, phones: Sequence[Phone]) -> Audit:
    """Check every match that the phones kept, through the API and in the database."""
    found = Audit()
    said: dict[str, list[tuple[Phone, Command]]] = {}
    for phone in phones:
        for command in phone.said:
            found.sent += 1
            found.acknowledged += command.version is not None
            found.retries += command.tries - 1
            said.setdefault(_match(command), []).append((phone, command))
    connection = await asyncpg.connect(url)
    try:
        for match_id, told in said.items():
            kept = await snapshots.read(connection, match_id, told[0][0])
            if kept is None:
                found.lost += [f"{match_id} {one.key}" for _, one in told if one.version]
                continue
            await _check(found, connection, kept, [command for _, command in told])
    finally:
        await connection.close()
    return found


async def audited(state: Path, playing: Sequence[Evening]) -> Audit:
    """An audit of what the embedded database of a folder keeps of some evenings."""
    with cluster.run(state) as url:
        return await audit(url, [evening.phone for evening in playing])


async def _check(
    found: Audit, connection: asyncpg.Connection, snapshot: MatchSnapshot, said: list[Command]
) -> None:
    _check_acknowledged(found, snapshot, said)
    await _check_once(found, connection, snapshot, said)
    _check_journal(found, snapshot)
    _check_tables(found, snapshot)
    if len(snapshot.lines) == snapshot.kept["version"]:
        await _check_sheets(found, snapshot)


def _check_acknowledged(found: Audit, snapshot: MatchSnapshot, said: Iterable[Command]) -> None:
    """The line of the version that a phone was told tells what the phone said."""
    lines = {line["version"]: line for line in snapshot.lines}
    for command in said:
        if command.version is None:
            continue
        line = lines.get(command.version)
        if line is None or not command.tells(line):
            found.lost.append(f"{command.method} {command.path} in {command.version}: {line}")


async def _check_once(
    found: Audit, connection: asyncpg.Connection, snapshot: MatchSnapshot, said: list[Command]
) -> None:
    """Every key made one line at most, one that was acknowledged just one, and nobody else any."""
    rows = await connection.fetch(
        "SELECT key, command_id FROM keys WHERE key = ANY($1)", [each.key for each in said]
    )
    ids = {row["key"]: row["command_id"] for row in rows}
    for command in said:
        lines = snapshot.commands[ids[command.key]] if command.key in ids else 0
        if lines > 1 or (lines == 0 and command.version is not None):
            where = found.duplicated if lines else found.lost
            where.append(f"{command.method} {command.path} made {lines} lines")
    versions = [command.version for command in said if command.version is not None]
    found.hold("each version acknowledged once", len(versions), len(set(versions)))
    strange = set(snapshot.commands) - set(ids.values())
    # The server proves by itself what it had no time for when the hand was entered.
    asked = [line for line in snapshot.noted if line["action"] != "hands_checked"]
    if strange or snapshot.commands.total() != len(asked):
        found.duplicated.append(f"{snapshot.match_id} has lines that nobody asked for: {strange}")


def _check_journal(found: Audit, snapshot: MatchSnapshot) -> None:
    """Versions without a gap, times that do not go back, and the same by both ways."""
    versions = [line["version"] for line in snapshot.lines]
    found.hold("versions", versions, list(range(1, len(versions) + 1)))
    found.hold("version of the sheet", snapshot.sheet["version"], len(versions))
    found.hold("version kept", snapshot.kept["version"], len(versions))
    times = [line["noted_at"] for line in snapshot.noted]
    found.hold("times", times, sorted(times))
    found.hold("last time", snapshot.kept["updated_at"], times[-1])
    for shown, noted in zip(snapshot.lines, snapshot.noted, strict=True):
        told = [(one["number"], one["after"] and one["after"]["record"]) for one in shown["hands"]]
        kept = [(one["number"], one.get("after", {}).get("record")) for one in noted["hands"]]
        found.hold("line", (shown["version"], shown["action"]), (noted["version"], noted["action"]))
        found.hold("hands of a line", told, kept)


def _check_tables(found: Audit, snapshot: MatchSnapshot) -> None:
    """Check that the tables equal the sum of the journal."""
    try:
        *_, state = folds.states(snapshot.noted)
        *_, shown = folds.states(snapshot.lines)
    except Torn as torn:
        found.broken.append(f"{snapshot.match_id}: {torn}")
        return
    found.hold("hands", folds.listed(state.hands), folds.listed(snapshot.hands))
    adjustments = folds.listed(snapshot.adjustments)
    found.hold("adjustments", folds.listed(state.adjustments), adjustments)
    found.hold("members", set(state.members) | {snapshot.owner} <= snapshot.members, True)
    found.hold("numbers", sorted(state.hands), list(range(1, len(state.hands) + 1)))
    records = {number: hand["record"] for number, hand in shown.hands.items()}
    found.hold(
        "records", records, {number: hand["record"] for number, hand in snapshot.hands.items()}
    )


async def _check_sheets(found: Audit, snapshot: MatchSnapshot) -> None:
    """Every sheet is what the records say, now and at some versions before."""
    ruleset, head = snapshot.kept["ruleset"].encode(), snapshot.kept["head"].encode()
    last = len(snapshot.noted)
    chosen = {last, *random.sample(range(1, last + 1), min(_SAMPLE, last))}
    try:
        for version, state in enumerate(folds.states(snapshot.noted), start=1):
            if version in chosen:
                expected = folds.points_and_turns(folds.sheet(ruleset, head, state))
                told = snapshot.sheet if version == last else await snapshot.at(version)
                found.hold(f"sheet {version}", _told(told), expected)
                _check_adjustments(found, told, state)
    except Torn:
        return
    listed = {name: snapshot.sheet[name] for name in ("version", "scores", "updatedAt")}
    listed |= {"hands": len(snapshot.sheet["lines"]), "winner": _winner(snapshot.sheet)}
    found.hold("summary", {name: snapshot.summary[name] for name in listed}, listed)


def _check_adjustments(found: Audit, told: Json, state: State) -> None:
    given = {adjustment["number"]: adjustment for adjustment in told["adjustments"]}
    found.hold("adjustments then", folds.listed(given), folds.listed(state.adjustments))


def _told(sheet: Json) -> Json:
    """The parts of a sheet that are worked out again."""
    names = ("number", "dealer", "standing", "deltas", "scores")
    return {
        "lines": [{name: line[name] for name in names} for line in sheet["lines"]],
        "scores": sheet["scores"],
        "unscored": sheet["unscored"],
        "winner": _winner(sheet),
        "nextDealer": sheet["nextDealer"],
        "nextHand": sheet["nextHand"],
    }


def _winner(sheet: Json) -> int | None:
    return sheet["winner"]["side"] if sheet["winner"] else None


def _match(command: Command) -> str:
    """The match that a command is about."""
    if command.path == "/v1/matches":
        return str(msgspec.json.decode(command.body)["matchId"])
    return command.path.split("/")[3]

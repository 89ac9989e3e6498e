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
    answered_commands: int = 0
    retries: int = 0
    lost: list[str] = field(default_factory=list)
    repeats: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    checks: int = 0

    def hold(self, what: str, first: Any, second: Any) -> None:
        """Note whether two things that must be alike are."""
        self.checks += 1
        if first != second:
            self.contradictions.append(f"{what}: {str(first)[:300]} is not {str(second)[:300]}")


async def audit(url: str, phones: Sequence[Phone]) -> Audit:
    """Check every match that the phones kept, through the API and in the database."""
    report = Audit()
    writes: dict[str, list[tuple[Phone, Command]]] = {}
    for phone in phones:
        for command in phone.said:
            report.sent += 1
            report.answered_commands += command.version is not None
            report.retries += command.tries - 1
            writes.setdefault(_match(command), []).append((phone, command))
    connection = await asyncpg.connect(url)
    try:
        for match_id, match_writes in writes.items():
            kept = await snapshots.read(connection, match_id, match_writes[0][0])
            if kept is None:
                report.lost += [
                    f"{match_id} {command.key}" for _, command in match_writes if command.version
                ]
                continue
            await _check(report, connection, kept, [command for _, command in match_writes])
    finally:
        await connection.close()
    return report


async def audit_server(state: Path, playing: Sequence[Evening]) -> Audit:
    """An audit of what the embedded database of a folder keeps of some evenings."""
    with cluster.run(state) as url:
        return await audit(url, [evening.phone for evening in playing])


async def _check(
    report: Audit, connection: asyncpg.Connection, snapshot: MatchSnapshot, writes: list[Command]
) -> None:
    _check_acknowledged(report, snapshot, writes)
    await _check_once(report, connection, snapshot, writes)
    _check_journal(report, snapshot)
    _check_tables(report, snapshot)
    if len(snapshot.lines) == snapshot.kept["version"]:
        await _check_sheets(report, snapshot)


def _check_acknowledged(report: Audit, snapshot: MatchSnapshot, writes: Iterable[Command]) -> None:
    """The line of the version that a phone was told tells what the phone said."""
    lines = {line["version"]: line for line in snapshot.lines}
    for command in writes:
        if command.version is None:
            continue
        line = lines.get(command.version)
        if line is None or not command.tells(line):
            report.lost.append(f"{command.method} {command.path} in {command.version}: {line}")


async def _check_once(
    report: Audit, connection: asyncpg.Connection, snapshot: MatchSnapshot, writes: list[Command]
) -> None:
    """Every key made one line at most, one that was acknowledged just one, and nobody else any."""
    rows = await connection.fetch(
        "SELECT key, command_id FROM keys WHERE key = ANY($1)", [each.key for each in writes]
    )
    ids = {row["key"]: row["command_id"] for row in rows}
    for command in writes:
        lines = snapshot.commands[ids[command.key]] if command.key in ids else 0
        if lines > 1 or (lines == 0 and command.version is not None):
            where = report.repeats if lines else report.lost
            where.append(f"{command.method} {command.path} made {lines} lines")
    versions = [command.version for command in writes if command.version is not None]
    report.hold("each version acknowledged once", len(versions), len(set(versions)))
    strange = set(snapshot.commands) - set(ids.values())
    # The server proves by itself what it had no time for when the hand was entered.
    changes = [line for line in snapshot.noted if line["action"] != "hands_checked"]
    if strange or snapshot.commands.total() != len(changes):
        report.repeats.append(f"{snapshot.match_id} has lines that nobody asked for: {strange}")


def _check_journal(report: Audit, snapshot: MatchSnapshot) -> None:
    """Versions without a gap, times that do not go back, and the same by both ways."""
    versions = [line["version"] for line in snapshot.lines]
    report.hold("versions", versions, list(range(1, len(versions) + 1)))
    report.hold("version of the sheet", snapshot.sheet["version"], len(versions))
    report.hold("version kept", snapshot.kept["version"], len(versions))
    times = [line["noted_at"] for line in snapshot.noted]
    report.hold("times", times, sorted(times))
    report.hold("last time", snapshot.kept["updated_at"], times[-1])
    for shown, entry in zip(snapshot.lines, snapshot.noted, strict=True):
        shown_hands = [
            (hand["number"], hand["after"] and hand["after"]["record"]) for hand in shown["hands"]
        ]
        kept = [(hand["number"], hand.get("after", {}).get("record")) for hand in entry["hands"]]
        report.hold(
            "line", (shown["version"], shown["action"]), (entry["version"], entry["action"])
        )
        report.hold("hands of a line", shown_hands, kept)


def _check_tables(report: Audit, snapshot: MatchSnapshot) -> None:
    """Check that the tables equal the sum of the journal."""
    try:
        *_, state = folds.states(snapshot.noted)
        *_, shown = folds.states(snapshot.lines)
    except Torn as torn:
        report.contradictions.append(f"{snapshot.match_id}: {torn}")
        return
    report.hold("hands", folds.in_order(state.hands), folds.in_order(snapshot.hands))
    adjustments = folds.in_order(snapshot.adjustments)
    report.hold("adjustments", folds.in_order(state.adjustments), adjustments)
    report.hold("members", set(state.members) | {snapshot.owner} <= snapshot.members, True)
    report.hold("numbers", sorted(state.hands), list(range(1, len(state.hands) + 1)))
    records = {number: hand["record"] for number, hand in shown.hands.items()}
    report.hold(
        "records", records, {number: hand["record"] for number, hand in snapshot.hands.items()}
    )


async def _check_sheets(report: Audit, snapshot: MatchSnapshot) -> None:
    """Every sheet is what the records say, now and at some versions before."""
    ruleset, head = snapshot.kept["ruleset"].encode(), snapshot.kept["head"].encode()
    last = len(snapshot.noted)
    sampled_versions = {last, *random.sample(range(1, last + 1), min(_SAMPLE, last))}
    try:
        for version, state in enumerate(folds.states(snapshot.noted), start=1):
            if version in sampled_versions:
                folded_sheet = folds.points_and_turns(folds.sheet(ruleset, head, state))
                view = snapshot.sheet if version == last else await snapshot.at(version)
                report.hold(f"sheet {version}", _sheet_view(view), folded_sheet)
                _check_adjustments(report, view, state)
    except Torn:
        return
    listed = {name: snapshot.sheet[name] for name in ("version", "scores", "updatedAt")}
    listed |= {"hands": len(snapshot.sheet["lines"]), "winner": _winner(snapshot.sheet)}
    report.hold("summary", {name: snapshot.summary[name] for name in listed}, listed)


def _check_adjustments(report: Audit, view: Json, state: State) -> None:
    given = {adjustment["number"]: adjustment for adjustment in view["adjustments"]}
    report.hold("adjustments then", folds.in_order(given), folds.in_order(state.adjustments))


def _sheet_view(sheet: Json) -> Json:
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

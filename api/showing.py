"""From what is kept to what clients see."""

from collections.abc import Sequence

from api import rulekeeping, views
from api.kept import Entry, Listed, Noted, Stored
from domain import clauses, findings, rulesets, tables
from domain.consequences import Consequences
from domain.hand_rulings import HandRuling
from domain.matches import Adjustment as Given
from domain.matches import Line
from domain.points import Points
from domain.presets import PRESETS
from domain.rulesets import RuleSet
from domain.verdicts import Verdict


def ruleset(shown: RuleSet) -> views.Ruleset:
    """A rule set with its clauses."""
    return views.Ruleset(
        id=rulekeeping.ruleset_id(shown),
        hash=rulesets.content_hash(shown),
        name=shown.name,
        preset=shown.preset,
        is_preset=rulesets.is_preset(shown),
        rules=shown.rules,
        clauses=clauses.of(shown),
    )


def ruleset_summary(shown: RuleSet) -> views.RulesetSummary:
    """A rule set as a list shows it."""
    return views.RulesetSummary(
        id=rulekeeping.ruleset_id(shown),
        hash=rulesets.content_hash(shown),
        name=shown.name,
        document=PRESETS[shown.preset].document,
    )


def ruleset_page() -> views.RulesetPage:
    """All the presets."""
    return views.RulesetPage(
        items=tuple(map(ruleset_summary, rulesets.presets())), next_cursor=None
    )


def match(stored: Stored) -> views.Match:
    """A match with its score sheet."""
    seating, sheet = stored.match.seating, stored.sheet
    table, rules = seating.table, stored.match.ruleset.rules
    return views.Match(
        match_id=stored.match_id,
        version=stored.version,
        ruleset=ruleset_summary(stored.match.ruleset),
        target=rules.target,
        fixed_hands=rules.hands,
        players=tuple(
            views.Player(seat=seat, name=name, side=tables.side_of(table, seat))
            for seat, name in enumerate(seating.names)
        ),
        sides=tuple(
            views.TableSide(side=side, name=name, seats=seats)
            for side, (name, seats) in enumerate(
                zip(tables.side_names(seating), tables.seats_by_side(table), strict=True)
            )
        ),
        first_dealer=stored.match.first_dealer,
        lines=tuple(map(_line, sheet.lines)),
        adjustments=tuple(map(_adjustment, stored.adjustments)),
        scores=sheet.scores,
        unscored=sheet.unscored,
        winner=sheet.winner,
        outlook=sheet.outlook,
        next_hand=len(stored.hands) + 1,
        next_dealer=sheet.next_dealer,
        created_at=stored.created_at,
        updated_at=stored.updated_at,
    )


def hand(stored: Stored, number: int) -> views.Hand:
    """A hand with its record and verdict."""
    line, sheet = stored.sheet.lines[number - 1], stored.sheet
    return views.Hand(
        match_id=stored.match_id,
        match_version=stored.version,
        number=number,
        dealer=line.dealer,
        standing=line.standing,
        record=stored.hands[number - 1].record,
        verdict=line.verdict,
        deltas=line.deltas,
        scores=line.scores,
        findings=line.findings,
        match_scores=sheet.scores,
        winner=sheet.winner,
        next_dealer=sheet.next_dealer,
    )


def recorded_ruling(stored: Stored, number: int, ruling: HandRuling) -> views.RecordedRuling:
    """A ruling on a recorded hand, and whether the sheet says the same."""
    return views.RecordedRuling(
        match_id=stored.match_id,
        match_version=stored.version,
        number=number,
        ruling=ruling,
        agrees=_decided(ruling.verdict) == _decided(stored.sheet.lines[number - 1].verdict),
    )


def _decided(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict decides; of two proofs one may have gone further in what is left open."""
    wrong = tuple(found.code for found in verdict.findings if findings.blocks(found))
    return (verdict.status, verdict.made, verdict.deltas, wrong)


def preview(foreseen: tuple[Line, Consequences]) -> views.HandPreview:
    """What saving a hand would say and change."""
    line, changed = foreseen
    return views.HandPreview(
        dealer=line.dealer,
        standing=line.standing,
        verdict=line.verdict,
        findings=line.findings,
        consequences=changed,
    )


def match_page(listed: Sequence[Listed], limit: int) -> views.MatchPage:
    """A page of matches; the cursor is the id of the last."""
    return views.MatchPage(
        items=tuple(map(_match_summary, listed)),
        next_cursor=str(listed[-1].match_id) if len(listed) == limit else None,
    )


def journal_page(noted: Sequence[Noted], limit: int) -> views.JournalPage:
    """A page of the journal; the cursor is the version of the last entry."""
    return views.JournalPage(
        items=tuple(map(journal_entry, noted)),
        next_cursor=str(noted[-1].version) if len(noted) == limit else None,
    )


def journal_entry(noted: Noted) -> views.JournalEntry:
    """A line of the journal."""
    entry: Entry = noted.entry
    return views.JournalEntry(
        version=noted.version,
        at=noted.noted_at,
        device_id=noted.device_id,
        action=entry.action,
        hand=entry.hand,
        before=entry.before,
        after=entry.after,
        was_void=entry.was_void,
        adjustment=_adjustment(entry.adjustment) if entry.adjustment else None,
    )


def _line(line: Line) -> views.SheetLine:
    verdict = line.verdict
    high, low, jack, game = _sides(verdict.points)
    return views.SheetLine(
        number=line.number,
        dealer=line.dealer,
        standing=line.standing,
        pitcher=verdict.pitcher,
        bid=verdict.bid,
        trump=verdict.trump,
        made=verdict.made,
        high=high,
        low=low,
        jack=jack,
        game=game,
        deltas=line.deltas,
        scores=line.scores,
        findings=(*verdict.findings, *line.findings),
    )


def _sides(points: Points | None) -> tuple[int | None, ...]:
    return (None,) * 4 if points is None else tuple(point.side for point in points.all())


def _adjustment(given: Given) -> views.Adjustment:
    return views.Adjustment(
        side=given.side, points=given.points, reason=given.reason, after_hand=given.after_hand
    )


def _match_summary(listed: Listed) -> views.MatchSummary:
    summary = listed.summary
    return views.MatchSummary(
        match_id=listed.match_id,
        version=listed.version,
        ruleset=summary.ruleset,
        players=summary.players,
        sides=summary.sides,
        scores=summary.scores,
        hands=summary.hands,
        winner=summary.winner,
        created_at=listed.created_at,
        updated_at=listed.updated_at,
    )

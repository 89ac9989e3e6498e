"""Provers: decide a record over all deals and plays, and say why."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct, structs

from pitch.findings import Finding, FindingKind, prevents_scoring
from pitch.hand import auctions, partners, readings, records, results, witnesses
from pitch.hand.auctions import Auction, Contract
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof, Repair
from pitch.hand.readings import HandReading
from pitch.hand.records import HandRecord
from pitch.hand.witnesses import RevokedCard, Witness
from pitch.messages import POINT, SIDE, Message, Sentence
from pitch.proof import cases, feasibility, outcomes, pip_bounds, repairs, solver, statements
from pitch.proof.cases import Case, Fit, Play
from pitch.proof.efforts import Effort
from pitch.proof.explanations import Explanation, is_sure
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork, Solver
from pitch.proof.statements import StatementAt

_FITS: Final = Message("undecided.fits")
_FEWEST_RENEGES: Final = Message("undecided.fewest_reneges")
_COUNT: Final = Message("undecided.count", side=SIDE)
_CERTAIN: Final = Message("undecided.certain")
_ENDINGS: Final = Message("undecided.endings")
_TOO_MANY_ENDINGS: Final = Message("undecided.endings.too_many")
_BID: Final = Message("undecided.bid")
_POINT: Final = Message("undecided.point", point=POINT)
_NOTHING_FITS: Final = Message("finding.no_hand_fits.unexplained")
MOST_REPAIRS: Final = 5
_REPAIR_TRIALS: Final = 120
_TRIAL: Final = 1_000
"""Work that the trial of one repair may take."""


class SearchLimits(Struct, frozen=True):
    """How much work each part of a proof may take, and `whole` all of them."""

    whole: int = 24_000
    decision: int = 24_000
    certainty: int = 12_000
    pips: int = 4_000
    conflict: int = 20_000
    repairs: int = 6_000
    endings: int = outcomes.MOST
    """How many endings with one trump are told one by one."""
    explains: bool = True
    """Whether the verdict is to be read, or only its outcome compared: then no impossible record is
    explained or mended, and no pips are bounded."""


USUAL: Final = SearchLimits()
BRIEF: Final = SearchLimits(decision=2_000, certainty=3_000, explains=False)
"""Work for the same hand under other rules: its outcome, not the reasons."""
GLANCE: Final = structs.replace(BRIEF, endings=8)
"""The same where two endings that differ are enough, for then the hand is open for certain."""
# Twice what wide records take.
OTHERS: Final = 20_000
"""Work for the same hand under all other rules together."""
_READING: Final = 10
"""What it costs to read a record, besides what is searched."""


def prove(
    record: HandRecord, deal: Deal, limits: SearchLimits = USUAL, effort: Effort | None = None
) -> Proof:
    """Decide a record: whether any deal and play fits it, why none does, and what is certain.

    `deal.dealer` is who dealt. What takes more work than `limits`, or than is left of `effort`,
    is left open and named in `undecided`; nothing is ever guessed. Without an `effort` the same
    record has the same proof, whatever was asked before.
    """
    further = Effort(limits.whole) if effort is None else effort
    further.spend(_READING)
    reading = readings.read(record, deal)
    # An auction is judged exactly without any search.
    bidding = reading.bidding
    if bidding.thrown_in or bidding.dealer_set or not _says_something(record):
        return Proof(dealer=deal.dealer, findings=reading.findings)
    # Where nobody asks for the reasons, what the facts alone rule out needs no search, and so no
    # formula: of all presets most rule a record out by their pack or their piles.
    if not limits.explains and reading.is_impossible:
        return Proof(dealer=deal.dealer, findings=_unexplained(record, reading), revokes=None)
    stated = statements.from_record(record, pitchers(record, deal, reading))
    try:
        is_possible = feasibility.is_possible(stated, deal, limits.decision, effort)
    except OutOfWork:
        return _undecided(reading, deal, _FITS())
    # Deals and plays know nothing of the auction, so a record can fit a deal and still be
    # impossible.
    if is_possible and not _is_sure_to_be_impossible(reading):
        return _possible(reading, stated, deal, limits, further)
    if limits.explains:
        return _impossible(record, reading, stated, deal, limits, further, fits=is_possible)
    return Proof(dealer=deal.dealer, findings=_unexplained(record, reading), revokes=None)


def _undecided(reading: HandReading, deal: Deal, why: Sentence) -> Proof:
    """What is known without a search, and why no more is."""
    return Proof(
        dealer=deal.dealer,
        findings=reading.findings,
        revokes=None,
        is_exact=_is_sure_to_be_impossible(reading),
        undecided=(why,),
    )


def witness(
    record: HandRecord, deal: Deal, limits: SearchLimits = USUAL, effort: Effort | None = None
) -> Witness | None:
    """A deal and six tricks that replay to the record, with the fewest revokes; None if none do.

    The same record always gets the same witness.
    """
    reading = readings.read(record, deal)
    stated = statements.from_record(record, pitchers(record, deal, reading))
    case = _fresh(stated, deal, limits.decision, effort or Effort(limits.whole))
    try:
        answer = case.fit(case.everything())
        fit = answer if isinstance(answer, Fit) else _fewest_revokes(case)[0]
    except OutOfWork:
        return None
    return None if fit is None else cases.to_witness(fit, case.formula)


def pitchers(record: HandRecord, deal: Deal, reading: HandReading) -> tuple[int, ...]:
    """The seats that the contract, or else the calls so far, leave as pitcher."""
    seats = range(deal.players)
    if any(map(prevents_scoring, reading.bidding.findings)):
        return tuple(seats)
    if reading.contract is not None:
        return (reading.contract.pitcher,)
    auction = Auction(players=deal.players, dealer=deal.dealer, calls=record.calls)
    rules = deal.ruleset.rules
    bids = auctions.ordinary_bids(rules)
    return tuple(
        seat
        for seat in seats
        if any(auctions.can_end(auction, Contract(pitcher=seat, bid=bid), rules) for bid in bids)
    )


def _is_sure_to_be_impossible(reading: HandReading) -> bool:
    """Whether a record cannot be for reasons that no deal and no play has to do with."""
    return any(prevents_scoring(finding) and is_sure(finding) for finding in reading.findings)


def _says_something(record: HandRecord) -> bool:
    """Whether there is anything but an auction."""
    return bool(
        record.piles
        or record.tricks_won is not None
        or record.holdings
        or record.tricks
        or record.claims
        or record.low_dealt_to is not None
    )


def _fresh(stated: Sequence[StatementAt], deal: Deal, work: int, effort: Effort) -> Case:
    return Case(stated, deal, solver.fresh(layouts.from_deal(deal)), work, effort)


def _possible(
    reading: HandReading,
    stated: Sequence[StatementAt],
    deal: Deal,
    limits: SearchLimits,
    effort: Effort,
) -> Proof:
    """What is certain about a record that can be."""
    odd = tuple(finding for finding in reading.findings if not prevents_scoring(finding))
    proof = Proof(dealer=deal.dealer, findings=odd, pips=reading.pips if limits.explains else ())
    is_open, is_counted = (
        _is_open(reading, deal),
        limits.explains and pip_bounds.are_open(reading, deal),
    )
    # A solver takes longer to build than most hands to decide.
    if not (is_open or is_counted):
        return proof
    case = Case(
        stated, deal, effort.solvers.for_layout(layouts.from_deal(deal)), limits.certainty, effort
    )
    if is_open:
        proof = _ending(proof, case, reading, limits, effort)
    return _counted(proof, case, reading, limits, effort) if is_counted else proof


def _ending(
    proof: Proof, case: Case, reading: HandReading, limits: SearchLimits, effort: Effort
) -> Proof:
    """The ways in which an open hand can end, and whether they all make its bid or none does."""
    contract, deal = reading.contract, case.deal
    # Tricks are counted only where the bid turns on them: each count more multiplies the endings.
    by_tricks = results.turns_on_tricks(contract, deal) and contract is not None
    counted_of = deal.side_of(contract.pitcher) if by_tricks and contract else None
    found = effort.find(
        ("endings", case.statements, case.game, counted_of, limits.endings),
        lambda: outcomes.find(case, counts_tricks_of=counted_of, most=limits.endings),
    )
    if found is None:
        return structs.replace(proof, is_exact=False, undecided=(_CERTAIN(),))
    left: list[Sentence] = []
    made, is_sure = _promise(case, contract, effort) if not found.is_complete else (None, True)
    if found.ran_out:
        left.append(_ENDINGS())
    elif not found.is_complete:
        left.append(_TOO_MANY_ENDINGS())
    left += [] if is_sure else [_BID()]
    left += [_POINT(point=point) for point in found.unsure]
    return structs.replace(
        proof,
        endings=found.endings,
        is_complete=found.is_complete,
        possible=found.possible,
        partners=found.partners,
        made=made,
        is_exact=is_sure and not found.unsure,
        undecided=tuple(left),
    )


def _promise(case: Case, contract: Contract | None, effort: Effort) -> tuple[bool | None, bool]:
    """Whether all endings make the bid or none does, None while open; and whether that is sure.

    Too many endings to list does not mean that the bid is open: a slam may be lost by the first
    trick.
    """
    if contract is None:
        return None, True
    needed, side = results.contract_needs(contract, case.deal), case.deal.side_of(contract.pitcher)
    return effort.find(
        ("promise", case.statements, case.game, side, needed.tricks, needed.points),
        lambda: outcomes.promise(case, side, tricks=needed.tricks, points=needed.points),
    )


def _is_open(reading: HandReading, deal: Deal) -> bool:
    """Whether anything that scores is not told by the facts themselves."""
    contract = reading.contract
    tricks = reading.captures.tricks
    if partners.is_open(contract, deal):
        return True
    return any(point.is_open for point in reading.points) or (
        contract is not None
        and results.turns_on_tricks(contract, deal)
        and any(tricks[side] is None for side in partners.pitching_sides(contract, deal))
    )


def _counted(
    proof: Proof, case: Case, reading: HandReading, limits: SearchLimits, effort: Effort
) -> Proof:
    """A proof with the pips that each side can have, and whose bounds may not be the closest."""
    counting = Case(case.statements, case.deal, case.solver, limits.pips, effort)
    counted, unsure = effort.find(
        ("pips", case.statements, case.game, reading.pips),
        lambda: pip_bounds.narrowed(counting, reading),
    )
    wide = [_COUNT(side=case.deal.side(side)) for side in unsure]
    return structs.replace(proof, pips=counted, undecided=(*proof.undecided, *wide))


def _unexplained(record: HandRecord, reading: HandReading) -> tuple[Finding, ...]:
    """What was found without a search for reasons, or just that nothing fits."""
    if reading.is_impossible:
        return reading.findings
    found = Finding(
        code="no_hand_fits",
        kind=FindingKind.ARITHMETIC,
        message=_NOTHING_FITS(),
        facts=records.fact_pointers(record),
    )
    return (*reading.findings, found)


def _impossible(
    record: HandRecord,
    reading: HandReading,
    stated: Sequence[StatementAt],
    deal: Deal,
    limits: SearchLimits,
    effort: Effort,
    *,
    fits: bool,
) -> Proof:
    """Why a record cannot be, and what would mend it."""
    case = _fresh(stated, deal, limits.conflict, effort)
    explained = Explanation(case, reading.findings)
    revokes: int | None = None
    revoked: tuple[RevokedCard, ...] = ()
    if not fits:
        explained.by_search()
        if not _is_sure_to_be_impossible(reading):
            try:
                revokes, revoked = _explaining_revokes(
                    _fresh(stated, deal, limits.conflict, effort)
                )
            except OutOfWork:
                explained.undecided.append(_FEWEST_RENEGES())
    else:
        for finding in reading.findings:
            if is_sure(finding) or not prevents_scoring(finding):
                explained.take(finding)
    proof = Proof(
        dealer=deal.dealer,
        findings=tuple(explained.findings),
        revokes=revokes,
        revoked=revoked,
        repairs=(),
        undecided=tuple(explained.undecided),
    )
    blamed = [stated[place] for place in explained.blamed]
    mended = _mended(record, blamed, deal, case.solver, min(limits.repairs, effort.remaining))
    return structs.replace(proof, repairs=tuple(mended))


def _explaining_revokes(case: Case) -> tuple[int | None, tuple[RevokedCard, ...]]:
    """The fewest revokes that explain the record, and an example of them; None if none do."""
    fit, count = _fewest_revokes(case)
    if fit is None:
        return None, ()
    return count, witnesses.find_revokes(cases.to_witness(fit, case.formula), case.deal)


def _fewest_revokes(case: Case) -> tuple[Fit | None, int | None]:
    """A play with the fewest revokes, and how many those are; None if no revokes explain it."""
    everything, revoked = case.everything(), case.formula.revoked
    if not isinstance(case.fit(everything, Play.WITH_REVOKES), Fit):
        return None, None
    # Upwards from one: the fewest is nearly always one or two, and each step asks for more
    # freedom.
    for count in range(1, len(revoked)):
        fit = case.fit(everything, Play.WITH_REVOKES, also=(-revoked[count],))
        if isinstance(fit, Fit):
            return fit, count
    return None, None


def _mended(
    record: HandRecord, blamed: Sequence[StatementAt], deal: Deal, engine: Solver, work: int
) -> Iterator[Repair]:
    """Repairs that make the record possible, as many as are told."""
    found = 0
    for candidate in repairs.candidates(record, blamed, deal)[:_REPAIR_TRIALS]:
        if work <= 0 or found == MOST_REPAIRS:
            return
        # Reading costs as well, or candidates that are refused at once would be for
        # nothing.
        before = engine.work - _READING
        if _can_be(candidate.record, deal, engine):
            found += 1
            yield candidate.repair
        work -= engine.work - before


def _can_be(record: HandRecord, deal: Deal, engine: Solver) -> bool:
    reading = readings.read(record, deal)
    if reading.is_impossible:
        return False
    case = Case(
        statements.from_record(record, pitchers(record, deal, reading)), deal, engine, _TRIAL
    )
    try:
        return isinstance(case.fit(case.everything()), Fit)
    except OutOfWork:
        return False


def warm_up(deal: Deal) -> None:
    """Make the formula and the solver of a deal, so that the first proof need not wait for it."""
    solver.WARM.for_layout(layouts.from_deal(deal))

"""Proofs: certificates of hands, for programs that know nothing of Pitch."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.rulings import certify_hand
from pitchkeeper.access.devices import Device
from pitchkeeper.documents import proofs
from pitchkeeper.documents.renditions import Rendition, attachment, match_source
from pitchkeeper.documents.routes.downloads import TAGGED, Downloads
from pitchkeeper.matches.changes import MatchChanges
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.routes.hands import HAND
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.signatures import FromBody
from pitchkeeper.rulings import views
from pitchkeeper.rulings.routes.rulings import HAND_PROBLEMS
from pitchkeeper.rulings.rulesets import RulesetCatalog
from pitchkeeper.workers import threads
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Priority

_PROBLEMS = ("nothing_to_prove", "proof_too_long", "rulings_busy")
FindingIndex = Annotated[
    int | None,
    query(
        "The index in `verdict.findings` of the finding to prove, from 0; not one that is only "
        "`suspicious`. If absent, it is the first that takes a search, or else the first.",
        0,
        component="FindingIndex",
        ge=0,
        le=63,
    ),
]


@operation(
    "GET",
    f"{HAND}/proof",
    tag="Hands",
    answer=bytes,
    media_type=proofs.MEDIA_TYPE,
    problems=("no_such_hand", *_PROBLEMS),
    takes_slot=True,
    **{**TAGGED, "answer_headers": ("Content-Disposition", *TAGGED["answer_headers"])},
)
async def get_hand_proof(
    match_id: FromPath[UUID],
    number: FromPath[int],
    caller: NamedDependency[Device],
    scoring: NamedDependency[Scoring],
    match_changes: NamedDependency[MatchChanges],
    downloads: NamedDependency[Downloads],
    finding: FindingIndex = None,
) -> Response[Any]:
    """Get a proof of a recorded hand.

    For an impossible hand the ZIP archive has `formula.cnf` (the rules and entries that contradict
    each other, in DIMACS), `proof.lrat` (in LRAT, for a checker such as lrat-check), and
    `legend.txt` (each variable and each clause in words). For a possible hand it has `witness.txt`,
    a deal and play that fit. It is computed when first requested: if the server is too busy to
    begin within three seconds, it responds with 503; retry after `Retry-After`. Safe to repeat.
    """
    state = await match_changes.read(caller.device_id, match_id)

    async def make() -> bytes:
        certificate = await scoring.certificate(state, number, finding)
        return await threads.run(proofs.archive, certificate)

    which = ("proof", str(number), *_ordinal(finding))
    name = attachment(("pitch", "proof", str(number), *_ordinal(finding)), "zip")
    rendition = Rendition(match_source(state), which, proofs.MEDIA_TYPE, disposition=name)
    return await downloads.answer(rendition, make)


def _ordinal(finding: int | None) -> tuple[str, ...]:
    """Return the number of a finding for a name, counted from 1."""
    return () if finding is None else (str(finding + 1),)


@operation(
    "POST",
    "/v1/rulings/hand/proof",
    tag="Rulings",
    answer=bytes,
    media_type=proofs.MEDIA_TYPE,
    problems=(*HAND_PROBLEMS, *_PROBLEMS[:2]),
    is_public=True,
    rate_limit="rulings",
    takes_slot=True,
    answer_headers=("Content-Disposition",),
)
async def prove_hand(
    dispute: FromBody[views.HandDispute],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
    finding: FindingIndex = None,
) -> Response[bytes]:
    """Prove a hand.

    The ZIP archive is that of getHandProof, for a hand of no match. Nothing is saved. Safe to
    repeat.
    """
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    # It may take ten times as long as a ruling, for which a table waits.
    certificate = await adjudicator.ask(
        certify_hand, dispute, ruleset, finding, priority=Priority.PREVIEW
    )
    return Response(
        await threads.run(proofs.archive, certificate),
        media_type=proofs.MEDIA_TYPE,
        headers={"Content-Disposition": attachment(("pitch", "proof"), "zip")},
    )

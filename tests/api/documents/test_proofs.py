"""The proof of a hand is an archive that anybody can check, in the reader's words."""

import io
import zipfile

import httpx
import pytest

from pitch.proof import ProofTooLong
from pitchkeeper.documents import proofs
from tests.support import lrat
from tests.support.phones import Device, Json, assert_problem

IMPOSSIBLE = {
    "calls": ["three", "pass", "pass", "pass"],
    "trump": "S",
    "tricks": [{"leader": 0, "cards": ["7H"]}],
}
POSSIBLE = IMPOSSIBLE | {"tricks": [{"leader": 0, "cards": ["7S"]}]}
LOWER = {"calls": ["three", "pass", "two", "pass"]}


def files(answer: httpx.Response) -> dict[str, str]:
    """The texts of an archive by their names."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def record(phone: Device, match: Json, number: int, facts: Json) -> str:
    """The path of a hand that is recorded."""
    path = f"/v1/matches/{match['matchId']}/hands/{number}"
    answer = await phone.put(path, json=facts, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    return path


async def test_the_proof_of_an_impossible_hand_is_checked_and_told(
    phone: Device, match: Json
) -> None:
    path = await record(phone, match, 1, IMPOSSIBLE)
    answer = await phone.get(f"{path}/proof")
    assert answer.headers["content-disposition"] == 'attachment; filename="pitch-proof-1.zip"'
    archive = files(answer)
    assert sorted(archive) == ["formula.cnf", "legend.txt", "proof.lrat"]
    lrat.check(archive["formula.cnf"], archive["proof.lrat"])
    title, _, _, *facts = archive["legend.txt"].splitlines()[:6]
    assert title == "Proof that no deal and no play fits this hand"
    assert facts == [
        "  /trump  Trump was spades.",
        "  /tricks/0/cards/0  The 7 of hearts was led to trick 1.",
        "",
    ]
    assert "  mb-lounge/play.trump  The suit of the first card" in archive["legend.txt"]
    again = await phone.get(f"{path}/proof", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_a_legend_is_in_the_language_of_the_reader(phone: Device, match: Json) -> None:
    path = await record(phone, match, 1, IMPOSSIBLE)
    english = files(await phone.get(f"{path}/proof"))
    spanish = files(await phone.get(f"{path}/proof", headers={"Accept-Language": "es"}))
    assert spanish.pop("legend.txt").startswith("Prueba de que")
    assert spanish.items() < english.items()


async def test_a_possible_hand_is_proven_by_a_deal_and_play(phone: Device, match: Json) -> None:
    path = await record(phone, match, 1, POSSIBLE)
    archive = files(await phone.get(f"{path}/proof"))
    lines = archive.pop("witness.txt").splitlines()
    assert archive == {}
    assert lines[:3] == ["A deal and play that fit what was entered", "", "Trump was spades."]
    assert len([line for line in lines if " took trick " in line]) == 6


async def test_what_takes_no_search_is_one_rule_against_the_entries(
    phone: Device, match: Json
) -> None:
    path = await record(phone, match, 1, LOWER)
    archive = files(await phone.get(f"{path}/proof"))
    lrat.check(archive["formula.cnf"], archive["proof.lrat"])
    assert archive["formula.cnf"] == "p cnf 2 3\n1 0\n2 0\n-1 -2 0\n"
    head, _, clauses = archive["legend.txt"].partition("1. ")
    names = [seat["name"] for seat in match["players"]]
    assert f"  /calls/0  {names[0]} bid three.\n  /calls/2  {names[2]} bid two.\n" in head
    assert f"3. mb-lounge/bid.legal  {names[2]} can't bid two here" in clauses
    answer = await phone.get(f"{path}/proof?finding=1")
    assert_problem(answer, 409, "nothing_to_prove")


async def test_each_finding_has_a_proof_of_its_own(phone: Device, match: Json) -> None:
    lists = (["AS", "KS", "AS"], ["KS"])
    piles = [{"side": side, "listed": "some", "cards": cards} for side, cards in enumerate(lists)]
    path = await record(phone, match, 1, {"trump": "S", "piles": piles})
    findings = (await phone.get(path)).json()["verdict"]["findings"]
    assert [finding["code"] for finding in findings] == ["card_twice_in_pile", "card_in_two_piles"]
    for number, facts in enumerate((["0/cards/0", "0/cards/2"], ["0/cards/1", "1/cards/0"])):
        answer = await phone.get(f"{path}/proof?finding={number}")
        disposition = f'attachment; filename="pitch-proof-1-{number + 1}.zip"'
        assert answer.headers["content-disposition"] == disposition
        archive = files(answer)
        lrat.check(archive["formula.cnf"], archive["proof.lrat"])
        assert all(f"  /piles/{fact}  " in archive["legend.txt"] for fact in facts)
        assert archive["legend.txt"].count("\n  /piles/") == 2


async def test_a_proof_that_is_too_long_is_tried_once(
    phone: Device, match: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seconds of work each time; the certificate of a hand is always the same."""
    tries = list[object]()

    def archive(certificate: object) -> bytes:
        tries.append(certificate)
        raise ProofTooLong

    monkeypatch.setattr(proofs, "archive", archive)
    path = await record(phone, match, 1, IMPOSSIBLE)
    for _ in range(2):
        assert_problem(await phone.get(f"{path}/proof"), 422, "proof_too_long")
    assert len(tries) == 1


async def test_a_hand_of_no_match_is_proven_too(stranger: Device) -> None:
    dispute = {"ruleset": "mb-lounge", "players": 4, "record": IMPOSSIBLE}
    archive = files(await stranger.post("/v1/rulings/hand/proof", json=dispute))
    lrat.check(archive["formula.cnf"], archive["proof.lrat"])
    strange = dispute | {"record": {"holdings": [{"seat": 0, "cards": ["HJ"]}]}}
    response = await stranger.post("/v1/rulings/hand/proof", json=strange)
    assert_problem(response, 422, "not_in_pack", "/record/holdings/0/cards/0")

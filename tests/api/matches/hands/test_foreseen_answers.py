"""A preview tells what each answer to its questions would bring, before anything is saved."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar

from tests.support.phones import Device, Json
from tests.support.tables import path

CONTRACT = {"pitcher": 0, "bid": "three"}
POINTS = [{"point": "high", "side": 0}, {"point": "low", "side": 1}, {"point": "game", "side": 0}]
ASKING: Json = {"contract": CONTRACT, "claims": {"points": POINTS}}
TWICE: Json = {
    "contract": CONTRACT,
    "trump": "S",
    "piles": [
        {"side": 0, "cards": ["AS", "JS", "KS", "TH"], "listed": "scoring"},
        {"side": 1, "cards": ["2S", "TH", "KH", "AH", "AD"], "listed": "scoring"},
    ],
}
HALF: Json = {
    "contract": CONTRACT,
    "trump": "S",
    "claims": {"points": [{"point": "jack", "inPlay": False}]},
    "piles": [{"side": 0, "cards": ["AS"], "listed": "some"}],
}


async def preview(phone: Device, match: Json, number: int, record: Json) -> Json:
    answer = await phone.post(f"{path(match, number)}/preview", json=record)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_each_answer_shows_the_score_that_saving_it_leads_to(
    phone: Device, match: Json
) -> None:
    view = await preview(phone, match, 1, ASKING)
    assert view["verdict"]["needs"][0]["point"] == "jack"
    assert {answer["side"] for answer in view["answers"]} == {0, 1, None}
    for answer in view["answers"]:
        jack: Json = {"point": "jack", "side": answer["side"]}
        if answer["side"] is None:
            jack = {"point": "jack", "inPlay": False}
        record = {**ASKING, "claims": {"points": [*POINTS, jack]}}
        then = await preview(phone, match, 1, record)
        assert then["verdict"]["made"] == answer["made"]
        assert then["verdict"]["deltas"] == answer["deltas"]
        assert then["consequences"]["scoresAfter"] == answer["scores"]
        assert then["verdict"]["status"] == answer["status"] == "settled"


async def test_scores_begin_with_what_was_there_before(phone: Device, match: Json) -> None:
    await phone.put(path(match, 1), json={"contract": CONTRACT, "claims": {"taken": [3, 1]}})
    view = await preview(phone, match, 2, ASKING)
    assert {tuple(answer["scores"]) for answer in view["answers"]} == {(6, 2), (0, 3), (0, 2)}


async def test_a_card_in_two_piles_shows_both_outcomes(phone: Device, match: Json) -> None:
    view = await preview(phone, match, 1, TWICE)
    assert view["verdict"]["status"] == "impossible"
    assert [need["card"] for need in view["verdict"]["needs"]] == ["TH"]
    assert [(answer["need"], answer["side"]) for answer in view["answers"]] == [(0, 0), (0, 1)]
    assert [answer["scores"] for answer in view["answers"]] == [[3, 1], [-3, 2]]


async def test_a_settled_hand_asks_nothing(phone: Device, match: Json) -> None:
    body = {"contract": CONTRACT, "claims": {"taken": [3, 1]}}
    assert (await preview(phone, match, 1, body))["answers"] == []


async def test_what_cannot_be_in_a_half_listed_pile_is_told_of_an_open_hand(
    phone: Device, match: Json
) -> None:
    """The jack was not in play, so it is in nobody's pile; the rest still can be."""
    view = await preview(phone, match, 1, HALF)
    impossible = view["impossibleCards"]
    assert [(pile["side"], pile["cards"], pile["isComplete"]) for pile in impossible] == [
        (0, ["JS"], True),
        (1, ["JS"], True),
    ]


async def test_the_card_to_ask_for_is_told_while_piles_are_listed(
    phone: Device, match: Json
) -> None:
    """With ace and two listed it is the jack; said to be out of play, what counts for Game."""
    piles = [{"side": 0, "cards": ["AS", "2S"], "listed": "some"}]
    half: Json = {"contract": CONTRACT, "trump": "S", "piles": piles}
    view = await preview(phone, match, 1, half)
    assert view["cardsToAsk"][0] == {"card": "JS", "point": "jack"}
    claims = {"points": [{"point": "jack", "inPlay": False}]}
    view = await preview(phone, match, 1, {**half, "claims": claims})
    assert {question["point"] for question in view["cardsToAsk"]} == {"game"}
    assert view["cardsToAsk"][0]["card"][0] == "T"


async def test_no_card_is_asked_for_where_nothing_is_open(phone: Device, match: Json) -> None:
    body = {"contract": CONTRACT, "claims": {"taken": [3, 1]}}
    assert (await preview(phone, match, 1, body))["cardsToAsk"] == []


async def test_what_is_certain_of_a_hand_that_cannot_be_is_told(phone: Device, match: Json) -> None:
    view = await preview(phone, match, 1, TWICE)
    points = {point["point"]: (point["side"], point["card"]) for point in view["certainPoints"]}
    assert points == {"high": (0, "AS"), "low": (1, "2S"), "jack": (0, "JS")}
    entry = {"contract": CONTRACT, "claims": {"taken": [3, 1]}}
    assert (await preview(phone, match, 1, entry))["certainPoints"] == []


async def test_each_repair_shows_the_score_that_making_it_leads_to(
    phone: Device, match: Json
) -> None:
    await phone.put(path(match, 1), json={"contract": CONTRACT, "claims": {"taken": [3, 1]}})
    view = await preview(phone, match, 2, TWICE)
    outcomes, mending = view["repairOutcomes"], view["verdict"]["repairs"]
    assert [outcome["repair"] for outcome in outcomes] == [*range(len(mending))] != []
    for repair, outcome in zip(mending, outcomes, strict=True):
        record = json.loads(json.dumps(TWICE))
        *_, pile, _, place = (repair["change"]["from"] or repair["change"]["path"]).split("/")
        cards = record["piles"][int(pile)]["cards"]
        if repair["change"]["from"]:
            _, _, pile_number, _, end = repair["change"]["path"].split("/")
            record["piles"][int(pile_number)]["cards"].insert(int(end), cards.pop(int(place)))
        else:
            cards[int(place)] = json.loads(repair["change"]["value"])
        then = await preview(phone, match, 2, record)
        assert then["verdict"]["status"] == outcome["status"] == "settled"
        assert then["verdict"]["made"] == outcome["made"]
        assert then["verdict"]["deltas"] == outcome["deltas"]
        assert then["consequences"]["scoresAfter"] == outcome["scores"]


@pytest.fixture
def questions(own_app: Litestar, monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[str]:
    """Return the questions to the proving process of matches, in order."""
    prover = own_app.state.services.prover
    ask, questions_ = prover._ask, asyncio.Queue[str]()

    async def note_and_ask(question: Callable[..., Any], *further: Any) -> Any:
        questions_.put_nowait(question.__qualname__)
        return await ask(question, *further)

    monkeypatch.setattr(prover, "_ask", note_and_ask)
    return questions_


@pytest.mark.parametrize("record", [ASKING, TWICE, HALF], ids=["open", "twice", "half"])
async def test_a_preview_is_one_question_to_the_proving_process(
    phone: Device, match: Json, questions: asyncio.Queue[str], record: Json
) -> None:
    """A phone asks after every tap, and would wait its turn twice for each."""
    await preview(phone, match, 1, record)
    assert questions.qsize() == 1
    # Its proof is remembered, so that entering the hand asks nothing more.
    await phone.put(path(match, 1), json=record)
    assert questions.qsize() == 1


@pytest.mark.parametrize("record", [ASKING, TWICE, HALF], ids=["open", "twice", "half"])
async def test_who_has_no_match_is_told_the_same(
    phone: Device, stranger: Device, match: Json, record: Json
) -> None:
    view = await preview(phone, match, 1, record)
    body = {"ruleset": "mb-lounge", "players": 4, "dealer": 3, "record": record}
    ruling = (await stranger.post("/v1/rulings/hand", json=body)).json()
    assert view["answers"] or view["impossibleCards"]
    for field in ("impossibleCards", "cardsToAsk"):
        assert ruling[field] == view[field]
    assert [point["point"] for point in ruling["certainPoints"]] == [
        point["point"] for point in view["certainPoints"]
    ]
    for field in ("answers", "repairOutcomes"):
        assert ruling[field] == [
            {name: value for name, value in outcome.items() if name != "scores"}
            for outcome in view[field]
        ]

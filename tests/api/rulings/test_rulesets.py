"""Rule sets over HTTP."""

from tests.support.phones import Device, assert_problem


async def test_every_preset_is_listed_in_order(stranger: Device) -> None:
    items = (await stranger.get("/v1/rulesets")).json()["items"]
    assert [item["id"] for item in items] == [
        "singaporemahjong",
        "singaporemahjong-classic",
        "rules-guru",
        "mb-lounge",
        "setback",
        "setback-pitch",
        "pitch31",
        "trickster-ten",
        "ten-point",
        "smear-ten",
        "play-smear",
        "prairie-smear",
        "joker-pitch",
        "setback-six",
        "pedro",
        "pedro-california",
        "pidro",
        "cinch",
        "king-pedro",
        "trickster-4",
        "trickster-5",
        "trickster-6",
        "trickster-7",
        "trickster-9",
        "trickster-11",
        "trickster-13",
        "catch-five",
        "nine-card",
        "pawnee",
        "trickster-five",
    ]


async def test_a_preset_is_listed_with_what_it_is_like(stranger: Device) -> None:
    headers = {"Accept-Language": "es"}
    items = (await stranger.get("/v1/rulesets", headers=headers)).json()["items"]
    pawnee = next(item for item in items if item["id"] == "pawnee")
    chosen_by = ("players", "sides", "points", "target")
    assert [pawnee[name] for name in chosen_by] == [[5], ["called_partner"], 10, 42]
    assert pawnee["about"].startswith("Pitch de diez puntos para cinco")


async def test_a_preset_is_found_by_its_name_and_by_its_hash(stranger: Device) -> None:
    ruleset = (await stranger.get("/v1/rulesets/mb-lounge")).json()
    assert (await stranger.get(f"/v1/rulesets/{ruleset['hash']}")).json() == ruleset
    steal = next(clause for clause in ruleset["clauses"] if clause["id"] == "mb-lounge/bid.steal")
    assert steal["basis"] == "text"


async def test_the_rulebook_is_markdown_by_its_address_or_by_accept(stranger: Device) -> None:
    book = await stranger.get("/v1/rulesets/setback/rulebook")
    assert book.headers["content-type"] == "text/markdown; charset=utf-8"
    assert book.text.startswith("# Setback\n")
    response = await stranger.get("/v1/rulesets/setback", headers={"Accept": "text/markdown"})
    assert response.text == book.text
    assert "setback/score.pips" not in book.text
    with_ids = await stranger.get("/v1/rulesets/setback/rulebook?showIds=true")
    assert "setback/score.pips" in with_ids.text


async def test_house_rules_are_found_by_their_content(phone: Device) -> None:
    body = {"preset": "singaporemahjong", "name": "Friday", "options": {"target": 21}}
    response = await phone.post("/v1/rulesets", json=body)
    assert response.status_code == 201
    assert (await phone.post("/v1/rulesets", json=body)).json() == response.json()
    ruleset = (await phone.get(response.headers["location"])).json()
    assert ruleset == response.json()
    assert [clause["id"] for clause in ruleset["clauses"] if clause["basis"] == "house"] == [
        "house/win.target"
    ]


async def test_contradictory_house_rules_are_refused_with_the_reason(phone: Device) -> None:
    body = {"preset": "mb-lounge", "options": {"target": 11, "hands": 8}}
    answer = await phone.post("/v1/rulesets", json=body)
    assert_problem(answer, 422, "contradictory_options", "/options/hands")
    answer = await phone.post("/v1/rulesets", json={"preset": "whist"})
    assert_problem(answer, 422, "unknown_preset", "/preset")


async def test_two_rule_sets_are_compared(stranger: Device) -> None:
    path = "/v1/rulesets/singaporemahjong/difference"
    comparison = (await stranger.get(f"{path}?other=singaporemahjong-classic")).json()
    assert [difference["option"] for difference in comparison["options"]] == ["dealerAloneBids"]
    assert [difference["topic"] for difference in comparison["clauses"]] == ["bid.allpass"]
    nothing = (await stranger.get(f"{path}?other=singaporemahjong")).json()
    assert nothing == {"options": [], "clauses": []}


async def test_an_unknown_rule_set_is_not_found(stranger: Device) -> None:
    assert_problem(await stranger.get("/v1/rulesets/whist"), 404, "ruleset_not_found")
    assert_problem(await stranger.get(f"/v1/rulesets/{'0' * 64}"), 404, "ruleset_not_found")

"""The patterns that clients format themselves, and the language of responses."""

import pytest

from pitchkeeper.messages import languages
from pitchkeeper.messages.catalogues import LANGUAGES, catalogue
from tests.support.phones import Device, assert_problem


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_patterns_of_a_language_are_answered(passer_by: Device, language: str) -> None:
    answer = await passer_by.get(f"/v1/messages/{language}")
    assert answer.json() == {
        "language": language,
        "languages": list(LANGUAGES),
        "messages": catalogue(language).patterns,
    }
    assert answer.headers["cache-control"] == "public, max-age=3600"


async def test_who_has_the_patterns_already_is_not_sent_them_again(passer_by: Device) -> None:
    etag = (await passer_by.get("/v1/messages/en")).headers["etag"]
    again = await passer_by.get("/v1/messages/en", headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    response = await passer_by.get("/v1/messages/es", headers={"If-None-Match": etag})
    assert response.status_code == 200
    assert response.headers["etag"] != etag


async def test_a_language_without_a_catalogue_is_not_there(passer_by: Device) -> None:
    assert_problem(await passer_by.get("/v1/messages/fr"), 404, "language_not_found")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-GB, es;q=0.5", "en"),
        ("fr, es;q=0.3", "es"),
        ("fr", "en"),
        ("*", "en"),
        ("es;q=0, en;q=0.1", "en"),
        ("ES", "es"),
        ("es;q=nonsense", "en"),
        ("es;q=nan", "en"),
        (", ;q=1,;;,=", "en"),
    ],
)
def test_the_language_that_is_liked_best_is_spoken(header: str, language: str) -> None:
    assert languages.best_match(header) == language


async def test_a_tag_of_another_language_is_another_and_of_the_same_version(
    phone: Device, match: dict[str, str]
) -> None:
    address, spanish = f"/v1/matches/{match['matchId']}", {"Accept-Language": "es"}
    usual = (await phone.get(address)).headers["etag"]
    response = await phone.get(address, headers=spanish | {"If-None-Match": usual})
    assert (response.status_code, response.headers["etag"]) == (200, f'{usual[:-1]}-es"')
    assert "accept-language" in response.headers["vary"]
    again = await phone.get(address, headers=spanish | {"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304
    headers = {"If-Match": response.headers["etag"]}
    changed = await phone.put(f"{address}/hands/1/claims", json={}, headers=headers)
    assert changed.status_code == 200

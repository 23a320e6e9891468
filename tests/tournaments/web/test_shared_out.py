"""What other sites show: frames without cookies and forms, pictures without hidden names, games as files."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from django.test import Client
from PIL import Image

from games.enums import Grade
from games.services.players import player_name_hide
from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at, game_of
from tournaments.enums import EventState, RoundState
from tournaments.models import Event, Match, Round
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh
from tournaments.web.shared_out import pictures
from tournaments.web.shared_out.drawing import ResultPicture, SideOfPicture, can_be_written, result_png, written
from tournaments.web.shown_game import public_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(evening: Evening) -> Match:
    match = evening.publish(evening.started(("Anna", "Bert", "Cleo", "Dörte")), 1)[0]
    evening.play(match)
    standings_refresh(event_key=event_of(match).key)
    return match


def event_of(match: Match) -> Event:
    return match.round.stage.event


def embeds(match: Match) -> list[str]:
    key, slug = game_of(match).key, event_of(match).slug
    return [f"/embed/en/{rest}/" for rest in (f"games/{key}", f"events/{slug}/standings", f"events/{slug}/pairings")]


def noted_pictures(monkeypatch: pytest.MonkeyPatch) -> list[ResultPicture]:
    """What the pictures say that are drawn from now on."""
    drawn: list[ResultPicture] = []

    def noting(picture: ResultPicture) -> bytes:
        drawn.append(picture)
        return result_png(picture)

    monkeypatch.setattr(pictures, "result_png", noting)
    return drawn


def test_embedded_replay_says_in_its_tag_which_step_it_shows(match: Match, client: Client) -> None:
    address = embeds(match)[0]
    answers = {step: client.get(address, {"step": step}) for step in ("3", "0003", "00031", "²", "9999")}
    assert answers["3"].content == answers["0003"].content
    assert answers["3"]["ETag"] == answers["0003"]["ETag"] != answers["00031"]["ETag"]
    last = client.get(address)
    assert {answers[step].content == last.content for step in ("00031", "²")} == {True}
    assert {answers[step]["ETag"] == last["ETag"] for step in ("00031", "²")} == {True}
    assert answers["3"].content != last.content


def test_embeds_alone_may_be_framed_and_have_no_cookie_and_no_form(match: Match, client: Client) -> None:
    client.get(f"/l/{link_token(subject=entry_at(match, 0).key)}/")
    for address in embeds(match):
        answer = client.get(address)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert answer["Content-Security-Policy"].endswith("frame-ancestors *")
        assert "form-action 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")
        assert "<form" not in page
        assert "csrf" not in page
        assert "localStorage" not in page
    for address in (f"/games/{game_of(match).key}/", f"/events/{event_of(match).slug}/standings/"):
        answer = client.get(address)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_embedded_game_shows_result_and_replay_in_the_language_of_its_address(match: Match, client: Client) -> None:
    shown = public_game(game_of(match).key)
    page = client.get(embeds(match)[0].replace("/en/", "/de/")).content.decode()
    assert 'lang="de"' in page
    assert "data-replay=" in page
    assert [seat.name in page for seat in shown.seats] == [True, True]
    assert 'data-replay-step="7"' in client.get(f"{embeds(match)[0]}?step=7").content.decode()


def test_embedded_tables_name_the_players_of_the_event(match: Match, client: Client) -> None:
    for address in embeds(match)[1:]:
        page = client.get(address).content.decode()
        assert [name in page for name in ("Anna", "Bert", "Cleo", "Dörte")] == [True] * 4


def test_nothing_of_an_event_that_is_set_up_or_of_a_draft_round_is_shared(match: Match, client: Client) -> None:
    game = game_of(match).key
    of_game = [embeds(match)[0], f"/games/{game}/result-en.png", f"/games/{game}/download/"]
    Round.objects.filter(pk=match.round_id).update(state=RoundState.DRAFT)
    assert [client.get(address).status_code for address in of_game] == [404] * 3
    Round.objects.filter(pk=match.round_id).update(state=RoundState.PUBLISHED)
    Event.objects.filter(pk=event_of(match).pk).update(state=EventState.DRAFT)
    assert [client.get(address).status_code for address in (*of_game, *embeds(match))] == [404] * 6


def test_nothing_of_an_unlisted_event_is_shared_and_its_pages_offer_nothing(match: Match, client: Client) -> None:
    game, event = game_of(match).key, event_of(match)
    pages = [f"/games/{game}/", f"/events/{event.slug}/standings/"]
    assert [">Share<" in client.get(address).content.decode() for address in pages] == [True, True]
    Event.objects.filter(pk=event.pk).update(is_listed=False)
    of_game = [f"/games/{game}/result-en.png", f"/games/{game}/download/"]
    assert [client.get(address).status_code for address in (*of_game, *embeds(match))] == [404] * 5
    shown = [client.get(address).content.decode() for address in pages]
    assert [">Share<" in page for page in shown] == [False, False]
    assert "img/share" in shown[0].partition("og:image")[2][:120]


def test_hidden_name_is_in_no_embed_and_no_picture_at_once(
    evening: Evening, match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, drawn = entry_at(match, 0).player, noted_pictures(monkeypatch)
    picture = f"/games/{game_of(match).key}/result-en.png"
    before = [client.get(address) for address in (*embeds(match), picture)]
    assert [player.name in answer.content.decode() for answer in before[:3]] == [True] * 3

    player_name_hide(act=evening.act(), player=player, hides=True)

    after = [client.get(address) for address in (*embeds(match), picture)]
    assert [player.name in answer.content.decode() for answer in after[:3]] == [False] * 3
    assert [player.name in [side.name for side in each.sides] for each in drawn] == [True, False]
    assert before[3]["ETag"] != after[3]["ETag"]


def test_picture_is_a_png_that_is_made_once_and_says_the_result(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = public_game(game_of(match).key)
    told = pictures.picture_of(shown)
    made = noted_pictures(monkeypatch)

    answers = [client.get(f"/games/{shown.game.key}/result-en.png") for _time in range(3)]

    image = Image.open(io.BytesIO(answers[0].content))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len({answer.content for answer in answers}) == 1
    assert made == [told]
    assert len(answers[0].content) < 40_000
    assert not answers[0].cookies
    assert [side.name for side in told.sides] == [seat.name for seat in shown.seats]
    assert " : ".join(side.number for side in told.sides) == shown.report.score  # type: ignore[union-attr]
    assert [side.is_winner for side in told.sides] == [seat.side == shown.report.winner for seat in shown.seats]  # type: ignore[union-attr]
    page = client.get(f"/games/{shown.game.key}/").content.decode()
    assert f'/games/{shown.game.key}/result-en.png">' in page


def test_too_many_pictures_in_a_minute_give_the_sites_own(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MADE_A_MINUTE", 0)
    answer = client.get(f"/games/{game_of(match).key}/result-en.png")
    assert (answer.status_code, answer["Cache-Control"]) == (302, "no-store")
    assert "share" in answer["Location"]


def test_name_that_the_font_lacks_is_replaced_and_any_picture_is_drawn() -> None:
    assert [can_be_written(letter) for letter in "Äßłжש 1"] == [True] * 7
    assert not can_be_written("龍")
    side = SideOfPicture("龍馬", "White", "−3", False)
    assert written(side) == "White"
    long = SideOfPicture("W" * 200, "Black", "1000", True)
    for sides in ((side, long), (side,) * 3, (long,) * 6, (long,) * 9):
        assert result_png(ResultPicture("where " * 60, sides, "", "said")).startswith(b"\x89PNG")


def test_game_without_a_result_says_so_in_its_picture(evening: Evening) -> None:
    other = evening.publish(evening.started(("Erik", "Frida"), name="Other"), 1)[0]
    told = pictures.picture_of(public_game(game_of(other).key))
    assert ([side.number for side in told.sides], told.label, told.said) == (["–", "–"], "", "expected")


@pytest.mark.parametrize("grade", [Grade.RECORD, Grade.SCORE])
def test_game_is_downloaded_without_what_was_noted_beside_it(grade: Grade, evening: Evening, client: Client) -> None:
    other = evening.publish(evening.started(("Erik", "Frida"), name="Other"), 1)[0]
    body = json.loads(evening.body(other, grade)) | {"meta": {"note": "Frida’s telephone is 1234"}}
    evening.submit(other, json.dumps(body).encode())

    answer = client.get(f"/games/{game_of(other).key}/download/")
    told = answer.json()

    assert told["format"] == body["format"]
    assert "meta" not in told
    assert "1234" not in answer.content.decode()
    assert answer["Content-Disposition"] == f'attachment; filename="game-{game_of(other).key}.json"'


def test_game_that_was_only_ruled_on_has_no_file(evening: Evening, client: Client) -> None:
    other = evening.publish(evening.started(("Erik", "Frida"), name="Other"), 1)[0]
    result_rule(act=evening.act(why="Seen"), game_key=game_of(other).key, kind="bare", winner="white")
    assert client.get(f"/games/{game_of(other).key}/download/").status_code == 404
    assert "/download/" not in client.get(f"/games/{game_of(other).key}/").content.decode()


@pytest.mark.parametrize(("place", "queries"), [(0, 1), (1, 1), (2, 1)])
def test_embed_that_was_made_costs_one_query(
    place: int, queries: int, match: Match, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    address = embeds(match)[place]
    client.get(address)
    with django_assert_num_queries(queries):  # type: ignore[attr-defined] # pytest-django's
        client.get(address)

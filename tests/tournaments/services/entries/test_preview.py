"""Lists of players against who is known: what is shown is what is done."""

from __future__ import annotations

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from games.selectors.name_search import players_matching
from games.services.clubs import club_create
from games.services.players import player_create
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening
from tests.tournaments.replays import differences
from tournaments.models import Entry, Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.preview import entries_preview, preview_digest
from tournaments.services.entries.states import entry_expel, entry_pause, entry_remove, entry_withdraw
from tournaments.services.events.settings import event_settings_change

pytestmark = pytest.mark.django_db


def shown(event: Event, text: str) -> list[tuple[str, str]]:
    return [(line.name, line.status.value) for line in entries_preview(event=event, text=text)]


def guest_of(evening: Evening, club_name: str, name: str) -> Player:
    return player_create(act=evening.act(), name=name, club=club_create(act=evening.act(), name=club_name))


def test_each_line_says_what_will_happen() -> None:
    evening = Evening()
    for name in ("Bert", "Cleo", "Cleo"):
        player_create(act=evening.act(), name=name, club=evening.club)
    guest_of(evening, "Bonn", "Dora")
    event = evening.event(("Anna",))
    assert shown(event, "anna\nBERT\nCleo\nDora\nEmil\nbert\n\u200b!\n12\n" + "x" * 101) == [
        ("anna", "entered"),
        ("BERT", "known"),
        ("Cleo", "unclear"),
        ("Dora", "unclear"),
        ("Emil", "new"),
        ("bert", "twice"),
        ("!", "refused"),
        ("12", "refused"),
        ("x" * 101, "refused"),
    ]
    assert Entry.objects.count() == 1


def test_names_that_differ_by_a_mark_are_two_players() -> None:
    evening = Evening()
    event = evening.event(())
    names = ["हरि", "हरी", "ハハ", "ババ", "สมชาย", "สมชัย", "Nguyễn Văn Tú", "Nguyễn Văn Tư"]
    assert shown(event, "\n".join(names)) == [(name, "new") for name in names]
    assert [
        entry.player.name for entry in entries_add(act=evening.act(), stage=stage_of(event), text="\n".join(names))
    ] == names
    assert shown(event, "\n".join(names)) == [(name, "entered") for name in names]


def test_name_that_search_would_find_is_asked_about() -> None:
    evening = Evening()
    known = player_create(act=evening.act(), name="Hämäläinen", club=evening.club)
    guest_of(evening, "Hanoi", "Nguyễn Đức Tú")
    event = evening.event(())
    text = "Hamalainen\nHaemaelaeinen\nNguyen Duc Tu"
    assert list(players_matching("Hamalainen")) == [known]
    assert [status for _name, status in shown(event, "Hamalainen")] == ["unclear"]
    # Whom one line means for certain no other line means.
    assert [status for _name, status in shown(event, text)] == ["new", "known", "unclear"]
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(event), text="Hamalainen")
    assert (caught.value.code, list(caught.value.fields)) == ("unclear_names", ["line_1"])
    assert (
        entries_add(act=evening.act(), stage=stage_of(event), text="Hamalainen", choices={1: known.key})[0].player
        == known
    )


def test_who_left_is_asked_about_and_taken_back() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"))
    anna, bert, cleo, _dora = event.entries.order_by("player__name")
    entry_withdraw(act=evening.act(), entry=anna)
    entry_pause(act=evening.act(), entry=bert)
    entry_expel(act=evening.act(why="Cheated"), entry=cleo)
    text = "Anna\nBert\nCleo\nDora"
    assert [status for _name, status in shown(event, text)] == ["left", "left", "expelled", "entered"]
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(event), text=text, choices={1: "back"})
    assert (caught.value.code, list(caught.value.fields)) == ("unclear_names", ["line_2"])
    back = entries_add(act=evening.act(), stage=stage_of(event), text=text, choices={1: "back", 2: "skip"})
    assert [(entry.player.name, str(entry.state)) for entry in back] == [("Anna", "active")]
    assert differences(event) == []


def test_club_beside_a_name_says_who_is_meant() -> None:
    evening = Evening()
    own = player_create(act=evening.act(), name="Anna", club=evening.club)
    guest = guest_of(evening, "Zauberer Bonn", "Anna")
    event = evening.event(())
    text = f"Name;Club\nAnna;{evening.club.name}\nAnna;ZAUBERER BONN\nAnna;Aachen"
    lines = entries_preview(event=event, text=text)
    assert [(line.status.value, line.player_keys) for line in lines] == [
        ("known", (own.key,)),
        ("known", (guest.key,)),
        ("unclear", (own.key, guest.key)),
    ]
    entered = entries_add(act=evening.act(), stage=stage_of(event), text=text, choices={4: "new"})
    assert [entry.player.club for entry in entered] == [evening.club, guest.club, None]
    assert differences(event) == []


def test_player_of_another_club_is_entered_only_when_that_was_said() -> None:
    evening = Evening()
    guest = guest_of(evening, "Bonn", "Dora")
    event = evening.event(())
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(event), text="Anna\nDora")
    assert (caught.value.code, list(caught.value.fields)) == ("unclear_names", ["line_2"])
    assert not Entry.objects.exists()
    entered = entries_add(act=evening.act(), stage=stage_of(event), text="Anna\nDora", choices={2: guest.key})
    assert entered[1].player == guest


def test_hidden_name_of_another_club_is_not_given_away() -> None:
    evening = Evening()
    guest = guest_of(evening, "Bonn", "Dora")
    guest.hides_name = True
    guest.save()
    assert shown(evening.event(()), "Dora") == [("Dora", "new")]


@pytest.mark.parametrize("answer, names", [("skip", ["Cleo"]), ("new", ["Anna", "Cleo"]), ("nonsense", ["Cleo"])])
def test_second_line_of_a_name_is_left_out_unless_it_is_somebody_else(answer: str, names: list[str]) -> None:
    evening = Evening()
    event = evening.event(("Anna",))
    added = entries_add(act=evening.act(), stage=stage_of(event), text="Anna\nAnna\nCleo", choices={2: answer})
    assert [entry.player.name for entry in added] == names


def test_lines_that_mean_one_player_twice_are_refused_together() -> None:
    evening = Evening()
    one, _other = (player_create(act=evening.act(), name="Anna", club=evening.club) for _again in range(2))
    event = evening.event(())
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(event), text="Anna\nAnna", choices={1: one.key, 2: one.key})
    assert caught.value.code == "entered_twice"
    assert not Entry.objects.exists()


def test_answer_of_somebody_who_is_not_meant_is_no_answer() -> None:
    evening = Evening()
    stranger = player_create(act=evening.act(), name="Zoe", club=evening.club)
    for _again in range(2):
        player_create(act=evening.act(), name="Anna", club=evening.club)
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(evening.event(())), text="Anna", choices={1: stranger.key})
    assert caught.value.code == "unclear_names"


def test_what_was_shown_is_what_is_done_or_it_is_shown_anew() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"))
    text = "Cleo\nDora"
    seen = preview_digest(entries_preview(event=event, text=text))
    player_create(act=evening.act(), name="Cleo", club=evening.club)
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(event), text=text, seen=seen)
    assert caught.value.code == "preview_changed"
    seen = preview_digest(entries_preview(event=event, text=text))
    with pytest.raises(DomainError):
        entries_add(act=evening.act(), stage=stage_of(event), text=text + "\nEmil", seen=seen)
    entry_remove(act=evening.act(), entry=event.entries.first())  # changes nothing that was shown
    assert len(entries_add(act=evening.act(), stage=stage_of(event), text=text, seen=seen)) == 2


def test_list_beyond_the_places_shows_and_does_who_waits() -> None:
    evening = Evening()
    event = evening.event(("Anna",))
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 3})
    event.refresh_from_db()
    text = "Bert\nAnna\nCleo\nDora\nEmil"
    joining = [line.joining for line in entries_preview(event=event, text=text)]
    assert joining == ["place", None, "place", "waiting", "waiting"]
    entered = entries_add(act=evening.act(), stage=stage_of(event), text=text)
    assert [str(entry.state) for entry in entered] == ["registered", "registered", "waiting", "waiting"]
    assert differences(event) == []


def test_1000_lines_are_shown_within_a_second_and_four_queries_and_entered() -> None:
    evening = Evening()
    event = evening.event(())
    text = "Name;Rating\n" + "\n".join(f"Player {number};{1000 + number}" for number in range(1000))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        begun = time.perf_counter()
        lines = entries_preview(event=event, text=text)
        took = time.perf_counter() - begun
    assert (len(lines), len(queries)) == (1000, 5)
    assert took < 1
    with CaptureQueriesContext(connection) as queries:
        entered = entries_add(act=evening.act(), stage=stage_of(event), text=text)
    assert len(entered) == 1000
    assert len(queries) < 80
    assert [entry.rating for entry in entered[:2]] == [1000, 1001]
    assert differences(event) == []


def test_name_with_two_ratings_is_asked_about_where_nobody_saw_a_preview() -> None:
    evening = Evening()
    event, text = evening.event(()), "Anna Berg;1850\nAnna Berg;1500\nBert;1700\nBert;1700\nBert"
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage_of(event), text=text)
    assert (caught.value.code, [*caught.value.fields], Entry.objects.exists()) == ("unclear_names", ["line_2"], False)
    entries_add(act=evening.act(), stage=stage_of(event), text=text, choices={2: "new"})
    assert [*Entry.objects.order_by("pk").values_list("player__name", "rating")] == [
        ("Anna Berg", 1850),
        ("Anna Berg", 1500),
        ("Bert", 1700),
    ]


def test_answer_that_a_line_doesnt_ask_for_is_refused() -> None:
    """Nobody is entered as somebody new because the player who was named can't be meant."""
    evening = Evening()
    bert = player_create(act=evening.act(), name="Bert", club=evening.club)
    stage = stage_of(evening.event(()))
    for text, choices, code in (("zzz", {1: bert.key}, "unclear_names"), ("Bert", {2: bert.key}, "no_such_line")):
        with pytest.raises(DomainError) as refused:
            entries_add(act=evening.act(), stage=stage, text=text, choices=choices)
        assert (refused.value.code, [*refused.value.fields]) == (code, [f"line_{next(iter(choices))}"])
    assert not Entry.objects.exists()
    for _time in range(2):
        entries_add(act=evening.act(), stage=stage, text="Bert", choices={1: bert.key})
    assert [entry.player for entry in Entry.objects.all()] == [bert]

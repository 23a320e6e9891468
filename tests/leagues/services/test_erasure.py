"""A deleted person leaves leagues as they were, under a ghost name."""

from __future__ import annotations

import pytest

from leagues.enums import Answer
from leagues.models import Honour, SeasonEntry
from leagues.services.entries.move import player_move
from magistrar_site.shared.services.chain import facts_read
from privacy.selectors.export import person_document
from privacy.services.erasing import player_person_erase
from tests.leagues.league_evening import LeagueEvening, replay_differences

pytestmark = pytest.mark.django_db


def test_person_takes_no_part_in_the_open_season_and_reasons_are_erased() -> None:
    evening = LeagueEvening()
    season = evening.opened(("Xanthippe Quuxbaum", "Bert"))
    entry = SeasonEntry.objects.select_related("season__league__club").get(player__name="Xanthippe Quuxbaum")
    player_move(act=evening.act(why="Xanthippe plays well."), entry=entry, division=2)
    document = person_document(player=entry.player, user=None, at=evening.now)
    assert [row["key"] for row in document["league_seasons"]] == [entry.key]
    assert any("Xanthippe" in str(row["text"]) for row in document["texts_of_facts"])

    player_person_erase(act=evening.act(), player=entry.player)
    entry.refresh_from_db()
    assert entry.answer == Answer.NO
    texts = [text for fact in facts_read(evening.league.stream) for text in fact.texts().values()]
    assert not any("Xanthippe" in text for text in texts)
    assert replay_differences(evening.league) == []
    assert SeasonEntry.objects.filter(season=season).count() == 2


@pytest.mark.slow
def test_honours_of_a_deleted_person_stay() -> None:
    evening = LeagueEvening()
    evening.closed(evening.running(8))
    honour = Honour.objects.filter(kind="champion").select_related("player").first()
    assert honour is not None
    player_person_erase(act=evening.act(), player=honour.player)
    assert Honour.objects.filter(pk=honour.pk, player=honour.player).exists()
    assert replay_differences(evening.league) == []

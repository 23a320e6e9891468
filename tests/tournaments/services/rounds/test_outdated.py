"""A draft that rests on results which were put right since."""

from __future__ import annotations

import pytest

from magistrar_site.shared.errors import DomainError
from tests.evening import Evening
from tournaments.models import Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.warnings import pairing_warnings

pytestmark = pytest.mark.django_db


class Drafted:
    """A Swiss of four whose first round is played, and whose second is a draft."""

    def __init__(self, preset: str = "swiss-evening") -> None:
        self.evening = Evening()
        self.event: Event = self.evening.started(("Anna", "Bert", "Cleo", "Dora"), preset=preset)
        self.matches: list[Match] = self.evening.publish(self.event, 1)
        for match in self.matches:
            self.rule(match, "white")
        self.draft: Round = round_pair(act=self.evening.act(), stage=stage_of(self.event), number=2)

    def rule(self, match: Match, winner: str) -> None:
        act = self.evening.act(why="Seen by all.")
        result_rule(act=act, game_key=match.games.get().game.key, kind="bare", winner=winner)


def test_draft_is_not_published_unseen_after_a_result_changed() -> None:
    drafted = Drafted()
    drafted.rule(drafted.matches[1], "black")

    assert [warning.code for warning in pairing_warnings(drafted.draft)] == ["result_changed"]
    with pytest.raises(DomainError) as refusal:
        round_publish(act=drafted.evening.act(), round_=drafted.draft)
    names = [seat.entry.player.name for seat in drafted.matches[1].seats.all()]
    assert (refusal.value.code, " – ".join(names) in str(refusal.value.message)) == ("results_changed", True)

    published = round_publish(act=drafted.evening.act(why="They sit already."), round_=drafted.draft)
    assert (published.state, pairing_warnings(published)) == ("published", [])


def test_draft_stays_good_where_the_winner_is_the_same() -> None:
    drafted = Drafted()
    drafted.rule(drafted.matches[1], "black")
    drafted.rule(drafted.matches[1], "white")

    assert pairing_warnings(drafted.draft) == []
    second = round_publish(act=drafted.evening.act(), round_=drafted.draft)
    assert second.state == "published"

    # A game that was annulled before the draft is made hasn't changed since; the winner that it gets then is new.
    annulled, other = matches_of(second)
    drafted.rule(other, "white")
    drafted.rule(annulled, "white")
    result_annul(act=drafted.evening.act(why="The pieces were mixed up."), game_key=annulled.games.get().game.key)
    third = round_pair(act=drafted.evening.act(), stage=stage_of(drafted.event), number=3)
    assert pairing_warnings(third) == []
    drafted.rule(annulled, "white")
    assert [warning.code for warning in pairing_warnings(third)] == ["result_changed"]


def test_results_change_no_round_of_a_berger_table() -> None:
    drafted = Drafted("round-robin-evening")
    drafted.rule(drafted.matches[0], "black")

    assert pairing_warnings(drafted.draft) == []
    assert round_publish(act=drafted.evening.act(), round_=drafted.draft).state == "published"

"""Matches of several games through the services: real legal games, the next one arranged with each result."""

from __future__ import annotations

import random

import pytest

from games.enums import GameState, Grade
from games.models import Game
from games.services.random_play import random_body
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.due import due_work_off
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at
from tests.tournaments.replays import differences
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event, Match, MatchGame, Standing
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.series.matches import MatchSeries, match_series
from tournaments.services.bundle.exporting import bundle_of, event_export
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import result_reopen, result_rule
from tournaments.services.rounds.states import round_close
from tournaments.services.rounds.undo import round_undo
from tournaments.services.series.follow import next_games_arrange_missed, series_follow
from tournaments.services.series.forfeit import rest_forfeit
from tournaments.services.series.friendly import friendly_arrange
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


class Series:
    """One match of an event, played game by game."""

    def __init__(self, *, best_of: int = 5, names: tuple[str, ...] = ("Anna", "Bert"), **rules: object) -> None:
        self.evening = Evening()
        event = self.evening.event(names)
        changes = {"best_of": best_of, "goldens": True, **rules}
        event_settings_change(act=self.evening.act(), stage=stage_of(event), changes=changes)
        self.event: Event = event_start(act=self.evening.act(), event=event)
        self.match: Match = next(match for match in self.evening.publish(self.event, 1) if not match.bye)

    @property
    def now(self) -> MatchSeries:
        return match_series(match_by_key(self.match.key))

    @property
    def due(self) -> Game:
        """The game that is to be played next."""
        (link,) = self.now.pending
        return link.game

    def bags(self) -> tuple[int, int]:
        golden = self.due.variants.get("golden", {"white": 0, "black": 0})
        return golden["white"], golden["black"]

    def win(self, seat: int | None, game: Game | None = None) -> None:
        """The arbiter says who won the game; None: a tie."""
        winner = "" if seat is None else ("white", "black")[seat]
        act = self.evening.act(why="Seen by all.")
        result_rule(act=act, game_key=(game or self.due).key, kind="bare", winner=winner)

    def game(self, number: int) -> Game:
        return MatchGame.objects.get(match=self.match, number=number).game

    def hand_in(self, body: bytes | None = None, *, confirmed: bool = True) -> Game:
        """A real legal game by the players' links."""
        game = self.due
        sent = result_submit(
            act=self.evening.by(entry_at(self.match, 0)),
            game_key=game.key,
            body=body or random_body(rng=self.evening.rng, game=game),
            idempotency_key=self.evening.ids.key(),
        )
        if confirmed:
            result_confirm(act=self.evening.by(entry_at(self.match, 1)), submission_key=sent.key)
        return game

    def verified(self) -> str:
        standings_refresh(event_key=self.event.key)
        ratings_refresh(pool_key=self.event.pool)
        self.event.refresh_from_db()
        return str(event_verify(event=self.event)).partition(" ")[0]


def test_loser_of_each_game_has_a_golden_more_in_all_later_ones() -> None:
    series = Series()
    found = [series.bags()]
    for winner in (0, 1, 0, 1):
        series.win(winner)
        found.append(series.bags())

    assert found == [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]
    series.win(1)
    now = series.now
    assert (now.standing.won, now.standing.winner, now.pending) == ((2, 3), 1, [])
    assert [link.number for link in now.links] == [1, 2, 3, 4, 5]
    assert differences(series.event) == []
    assert series.verified() == "verified"
    standing = Standing.objects.filter(table__after_round=1).order_by("rank")
    assert list(standing.values_list("entry__key", "points")) == [
        (entry_at(series.match, 1).key, 2),
        (entry_at(series.match, 0).key, 0),
    ]


def test_series_of_real_records_is_played_to_its_end_by_links() -> None:
    series = Series()
    games = 0
    while series.now.pending:
        series.hand_in()
        games += 1

    standing = series.now.standing
    assert 3 <= games <= 9
    assert max(standing.won) == 3 or games == 9
    assert series.now.misfits == []
    assert series.verified() == "verified"


def test_next_game_waits_for_the_confirmation_where_the_event_says_so() -> None:
    series = Series(unconfirmed_counts=False)
    first = series.hand_in(confirmed=False)
    assert [link.game.key for link in series.now.links] == [first.key]

    submission = first.submissions.get()
    result_confirm(act=series.evening.by(entry_at(series.match, 1)), submission_key=submission.key)

    assert [link.number for link in series.now.links] == [1, 2]


def test_record_with_other_bags_is_refused() -> None:
    series = Series()
    series.win(0)
    game = series.due
    game.variants = {}  # not saved: somebody thinks that nobody has a golden
    other = random_body(rng=random.Random(3), game=game)

    sent = result_submit(
        act=series.evening.by(entry_at(series.match, 0)), game_key=game.key, body=other, idempotency_key="a"
    )

    assert (sent.accepted, sent.refusal) == (False, "variants_differ")
    assert [link.number for link in series.now.links] == [1, 2]


def test_corrected_game_sets_up_anew_what_nobody_has_played() -> None:
    series = Series(series_starter="alternate")
    series.win(0)
    second = series.due
    assert series.bags() == (0, 1)

    series.win(1, series.game(1))

    assert (series.due.key, series.bags()) == (second.key, (1, 0))
    assert differences(series.event) == []


def test_corrected_game_2_after_game_4_keeps_what_was_played_and_says_whose_bags_were_wrong() -> None:
    series = Series()
    for winner in (0, 1, 0, 1):
        series.win(winner)
    played = [series.game(number).variants for number in (1, 2, 3, 4)]

    series.win(0, series.game(2))  # so White had won three by game 3

    now = series.now
    assert (now.standing.won, now.standing.winner) == ((3, 0), 0)
    assert [link.number for link in now.misfits] == [3]  # Black should have had two, White none
    assert [link.number for link in now.surplus] == [4]
    assert [series.game(number).variants for number in (1, 2, 3, 4)] == played
    assert series.game(5).is_void
    assert differences(series.event) == []
    with pytest.raises(DomainError) as refused:
        series.win(1, series.game(5))
    assert refused.value.code == "series_decided"

    series.win(1, series.game(2))  # and back: the fifth game is due again

    assert (series.due.key, series.bags()) == (series.game(5).key, (2, 2))
    assert series.now.misfits == []
    assert series.verified() == "verified"


def test_game_out_of_order_is_refused_until_the_one_before_counts_again() -> None:
    series = Series()
    series.win(0)
    second = series.due
    result_reopen(act=series.evening.act(why="Wrong sheet."), game_key=series.game(1).key)

    with pytest.raises(DomainError) as refused:
        result_submit(
            act=series.evening.by(entry_at(series.match, 0)), game_key=second.key, body=b"{}", idempotency_key="a"
        )

    assert refused.value.code == "earlier_game_open"
    series.win(1, series.game(1))
    assert (series.due.key, series.bags()) == (second.key, (1, 0))


def test_forfeit_of_one_game_counts_and_puts_no_golden_into_a_bag() -> None:
    series = Series()
    act = series.evening.act(why="Came late.")
    result_rule(act=act, game_key=series.due.key, kind="forfeit", winner="white")

    assert (series.now.standing.won, series.bags()) == ((1, 0), (0, 0))


def test_fourth_win_is_refused_and_a_friendly_game_counts_for_nothing() -> None:
    series = Series(best_of=3)
    for winner in (0, 0):
        series.win(winner)
    player = series.evening.by(entry_at(series.match, 0))
    with pytest.raises(DomainError) as refused:
        friendly_arrange(act=player, match_key=series.match.key)
    assert refused.value.code == "series_decided"

    act = series.evening.act(why="They want to.")
    event_settings_change(act=act, stage=stage_of(series.event), changes={"surplus_games": "friendly"})
    game = friendly_arrange(act=player, match_key=series.match.key)

    assert friendly_arrange(act=player, match_key=series.match.key).key == game.key
    assert (game.pool, game.variants) == ("", {})
    series.win(1, game)
    assert (series.now.standing.won, series.now.pending) == ((2, 0), [])
    assert series.verified() == "verified"


def test_following_twice_arranges_once() -> None:
    series = Series()
    series.win(0)
    for _again in (1, 2):
        series_follow(act=series.evening.act(), match=series.match)

    assert MatchGame.objects.filter(match=series.match).count() == 2


def test_drawn_games_go_on_to_nine_and_then_lots_decide() -> None:
    series = Series()
    for _game in range(9):
        assert series.bags() == (0, 0)
        series.win(None)

    standing = series.now.standing
    assert (standing.ending, series.now.pending, standing.drawn) == ("lots", [], 9)
    assert standing.winner in (0, 1)
    assert series.verified() == "verified"


def test_points_of_games_are_added_up_where_the_event_says_so() -> None:
    series = Series(series_points="games", tie_breaks=("WON", "HON"))
    for winner in (0, None, 1, 0, 0):
        series.win(winner)
    standings_refresh(event_key=series.event.key)

    rows = Standing.objects.filter(table__after_round=1).order_by("rank")

    assert [(row.points, row.values[0], row.wins, row.losses) for row in rows] == [(7, "3", 1, 0), (3, "1", 0, 1)]
    assert series.verified() == "verified"


def test_best_of_three_without_goldens_leaves_the_bags_alone() -> None:
    series = Series(best_of=3, goldens=False)
    series.win(0)

    assert (series.due.variants, series.now.pending[0].number) == ({}, 2)
    game = series.hand_in(random_body(rng=series.evening.rng, game=series.due, grade=Grade.SHEET))
    assert game.variants == {}


def test_results_that_begin_to_count_make_the_next_game_due() -> None:
    series = Series(unconfirmed_counts=False)
    series.hand_in(confirmed=False)
    act = series.evening.act(why="Too slow.")
    with pytest.raises(DomainError) as refused:
        round_close(act=act, round_=series.match.round)
    assert (refused.value.code, "once the opponent" in str(refused.value)) == ("results_missing", True)
    event_settings_change(act=act, stage=stage_of(series.event), changes={"unconfirmed_counts": True})

    arranged = [next_games_arrange_missed(act=series.evening.act()) for _twice in range(2)]

    assert (arranged, [link.number for link in series.now.links]) == ([1, 0], [1, 2])
    assert differences(series.event) == []


def test_nothing_is_kept_of_a_result_whose_next_game_could_not_be_arranged(monkeypatch: pytest.MonkeyPatch) -> None:
    series = Series()
    game = series.due
    body = random_body(rng=series.evening.rng, game=game)

    def killed(*_arguments: object) -> None:
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.services.series.follow.games_arrange", killed)
        with pytest.raises(SystemExit):
            series.hand_in(body, confirmed=False)
    assert (game.submissions.count(), Game.objects.get(pk=game.pk).state) == (0, GameState.EXPECTED)

    series.hand_in(body)

    assert (game.submissions.count(), [link.number for link in series.now.links]) == (1, [1, 2])
    assert series.verified() == "verified"


def test_deadline_that_confirms_a_game_makes_the_next_one_due() -> None:
    series = Series(unconfirmed_counts=False, confirm_within_minutes=10)
    series.hand_in(confirmed=False)
    series.evening.later(minutes=11)

    due_work_off(now=series.evening.now)

    assert [(link.number, link.game.state) for link in series.now.links] == [(1, "agreed"), (2, "expected")]


def test_undone_round_voids_every_game_of_its_series() -> None:
    series = Series()
    series.win(0)
    round_undo(act=series.evening.act(why="Wrong list."), round_=series.match.round)

    assert set(Game.objects.values_list("is_void", flat=True)) == {True}
    assert differences(series.event) == []


def test_withdrawing_half_way_leaves_what_was_played_and_the_rest_is_forfeited() -> None:
    series = Series(names=("Anna", "Bert", "Cleo"))
    series.win(0)
    gone, stays = entry_at(series.match, 1), entry_at(series.match, 0)
    entry_withdraw(act=series.evening.act(), entry=gone)
    assert series.now.standing.won == (1, 0)

    act = series.evening.act(why="Went home.")
    rest_forfeit(act=act, match_key=series.match.key, entries=[gone.key])

    assert (series.now.standing.won, series.now.pending) == ((3, 0), [])
    assert series.verified() == "verified"
    assert Standing.objects.filter(table__after_round=1, entry=stays).count() == 1


def test_bundle_of_a_series_comes_back_the_same() -> None:
    series = Series(surplus_games="friendly")
    for winner in (0, 1, 0, 0):
        series.win(winner)
    friendly_arrange(act=series.evening.act(), match_key=series.match.key)
    series.win(None, series.game(4))
    rest_forfeit(
        act=series.evening.act(why="Ill."), match_key=series.match.key, entries=[entry_at(series.match, 0).key]
    )
    data = event_export(act=series.evening.act(), event=series.event)
    forget(series.event)

    again = event_import(act=series.evening.act(), data=data)

    assert bundle_of(again) == data
    assert MatchGame.objects.filter(is_friendly=True).count() == 1
    assert differences(again) == []

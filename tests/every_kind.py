"""One event of each format, played through the services; together their chains hold every kind of fact.

`python -m tests.recordings make` puts them beside the simulated events; tests/tournaments/chains holds their bundles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from games.enums import Grade, Role
from games.services.editions import edition_copy
from games.services.players import player_create
from magistrar_site.shared.acts import NOBODY
from tests.evening import Evening, entry_at
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.brackets.decide import match_decide
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.check_in import (
    check_in_close,
    check_in_open,
    entry_check_in,
    entry_check_out,
    only_checked_in_set,
)
from tournaments.services.entries.claims import entry_identify
from tournaments.services.entries.links import personal_link_replace
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.entries.states import entry_expel, entry_pause, entry_remove, entry_return, entry_withdraw
from tournaments.services.events.edition import event_edition_set
from tournaments.services.events.finish import event_finish, stage_decided
from tournaments.services.events.prizes import prize_add, prize_remove
from tournaments.services.events.settings import event_role_set, event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.rule import result_annul, result_reopen, result_rule
from tournaments.services.results.variants import game_variants_set
from tournaments.services.rounds.byes import bye_request, bye_withdraw
from tournaments.services.rounds.change import entries_swap, match_move, match_turn
from tournaments.services.rounds.clock import clock_pause, clock_set, clock_start
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.plan import rounds_plan
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.seating import pair_join, pair_separate, table_fix, table_free
from tournaments.services.rounds.states import round_close, round_reopen, round_start
from tournaments.services.rounds.times import match_agree, round_schedule
from tournaments.services.rounds.undo import round_discard, round_undo
from tournaments.services.series.forfeit import rest_forfeit
from tournaments.services.series.friendly import friendly_arrange
from tournaments.services.stages.close import stage_close, stage_reopen
from tournaments.services.stages.plan import stage_drop, stage_plan

FIRST_NAMES = ("Aurelia", "Borowin", "Cassius", "Dragomir", "Elfriede", "Fiammetta", "Gundula", "Hasso", "Ilsebill")
NAMES = tuple(f"{name} Abendstern" for name in FIRST_NAMES)
SHIPPED = "spiel-das-2021"


def events_with_every_kind(evening: Evening) -> dict[str, Event]:
    """The events by the name of their format."""
    return {name: play(evening) for name, play in _PLAYED.items()}


def _swiss(evening: Evening) -> Event:
    """An evening on which everything happens that can: before the start, between the rounds, at the tables."""
    event = evening.event((), preset="swiss-evening", name="Moonlight Swiss")
    _change(evening, event, sign_up=True, capacity=7, late_entry="zero", options={"rounds": 3})
    edition = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our own box")
    event_edition_set(act=evening.act(), event=event, edition=edition.key)
    _signed_up(evening, event)
    _wished(evening, event)
    _checked_in(evening, event)
    event = event_start(act=evening.act(), event=event)
    _first_round(evening, event)
    _second_round(evening, event)
    only_checked_in_set(act=evening.act(), event=event, only=False)
    _third_round(evening, event)
    rounds_plan(act=evening.act(why="There is time for one more."), stage=stage_of(event), rounds=4)
    for match in _played(evening.publish(event, 4)):
        evening.play(match, Grade.SHEET)
    return event_finish(act=evening.act(), event=event)


def _signed_up(evening: Evening, event: Event) -> None:
    """Eight come for seven places; one has a name that the club knows, and another signs off."""
    player_create(act=evening.act(), name=NAMES[0], club=evening.club)
    event.refresh_from_db()
    for name in NAMES[:8]:
        evening.later(minutes=1)
        entry_sign_up(act=evening.act(NOBODY), event=event, name=name)
    entry_identify(act=evening.act(), entry=_entry(event, NAMES[0]), is_known=True)
    entry_remove(act=evening.act(), entry=_entry(event, NAMES[1]))


def _wished(evening: Evening, event: Event) -> None:
    event_role_set(
        act=evening.act(), event=event, email=evening.account("arbiter@magistrar.example").email, role=Role.ARBITER
    )
    prize_add(act=evening.act(), event=event, name="Best newcomer", places=2, rating_below=1500)
    gone = prize_add(act=evening.act(), event=event, name="Best hat")
    prize_remove(act=evening.act(), event=event, key=gone.key)
    one, two, three, four = (_entry(event, name).key for name in NAMES[2:6])
    table_fix(act=evening.act(), event=event, entry=one, table=2)
    table_fix(act=evening.act(), event=event, entry=two, table=3)
    table_free(act=evening.act(), event=event, entry=two)
    pair_separate(act=evening.act(), event=event, first=one, second=two, how="avoided")
    pair_separate(act=evening.act(), event=event, first=three, second=four, how="forbidden")
    pair_join(act=evening.act(), event=event, first=three, second=four)


def _checked_in(evening: Evening, event: Event) -> None:
    """Everybody is there but the last, who goes home again."""
    check_in_open(act=evening.act(), event=event)
    for entry in event.entries.order_by("key"):
        entry_check_in(act=evening.by(entry), entry=entry)
    entry_check_out(act=evening.act(), entry=_entry(event, NAMES[7]))
    check_in_close(act=evening.act(), event=event)
    only_checked_in_set(act=evening.act(), event=event, only=True)


def _first_round(evening: Evening, event: Event) -> None:
    """A draft is thrown away, the next one is changed and given times; a result is disputed, ruled and taken back."""
    round_discard(act=evening.act(), round_=round_pair(act=evening.act(), stage=stage_of(event), number=1))
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    one, other = _played(matches_of(draft))[:2]
    entries_swap(act=evening.act(why="They came together."), round_=draft, first=_key(one, 1), second=_key(other, 1))
    match_turn(act=evening.act(why="As they wish."), round_=draft, match=_played(matches_of(draft))[0].key)
    match_move(act=evening.act(), round_=draft, match=_played(matches_of(draft))[0].key, table=5)
    round_schedule(act=evening.act(), round_=draft, starts_at=evening.now + timedelta(hours=1))
    round_ = round_publish(act=evening.act(), round_=draft)
    clock_set(act=evening.act(), round_=round_, minutes=50)
    round_start(act=evening.act(), round_=round_)
    clock_pause(act=evening.act(), round_=round_)
    clock_start(act=evening.act(), round_=round_)
    first, second, third = _played(matches_of(round_))
    match_agree(act=evening.act(), match=second, agreed_at=evening.now + timedelta(days=1))
    evening.play(first)
    evening.play(second, Grade.SHEET)
    submission = evening.submit(third, evening.body(third, Grade.SHEET))
    result_dispute(act=evening.by(entry_at(third, 1), "We counted again."), submission_key=submission.key)
    game = third.games.all()[0].game.key
    result_rule(act=evening.act(why="Seen."), game_key=game, kind="version", submission_key=submission.key)
    result_reopen(act=evening.act(why="The wrong table."), game_key=game)
    result_rule(act=evening.act(why="Nobody came."), game_key=game, kind="forfeit", winner="black")
    result_annul(act=evening.act(why="They came after all."), game_key=game)
    result_rule(act=evening.act(why="Seen."), game_key=game, kind="bare", winner="white")
    round_close(act=evening.act(), round_=round_)
    round_reopen(act=evening.act(why="A result is to be put right."), round_=round_)
    result_rule(act=evening.act(why="Read wrongly."), game_key=game, kind="bare", winner="")
    round_close(act=evening.act(), round_=round_)


def _second_round(evening: Evening, event: Event) -> None:
    """Byes, people who come and go, and a published round that is taken back."""
    event_settings_change(act=evening.act(why="A table was found."), stage=stage_of(event), changes={"capacity": 9})
    entries_add(act=evening.act(), stage=stage_of(event), text=NAMES[8])
    check_in_open(act=evening.act(), event=event)
    for entry in event.entries.filter(state="active").order_by("key"):
        entry_check_in(act=evening.act(), entry=entry)
    entry_pause(act=evening.act(), entry=_entry(event, NAMES[7]))
    stage, asking, resting = stage_of(event), _entry(event, NAMES[2]), _entry(event, NAMES[3])
    bye_request(act=evening.by(asking), stage=stage, entry=asking, number=2, kind="half_bye")
    bye_request(act=evening.act(), stage=stage, entry=resting, number=2, kind="zero_bye")
    bye_withdraw(act=evening.act(), stage=stage, entry=resting, number=2)
    evening.publish(event, 2)
    round_undo(act=evening.act(why="The wrong list."), round_=_round(event, 2))
    personal_link_replace(act=evening.act(), entry=_entry(event, NAMES[4]))
    for match in _played(evening.publish(event, 2)):
        result_confirm(
            act=evening.by(entry_at(match, 1)),
            submission_key=evening.submit(match, evening.body(match, Grade.SCORE)).key,
        )


def _third_round(evening: Evening, event: Event) -> None:
    """One withdraws, one is expelled, one comes back; the games of a round that was begun are void with it."""
    entry_return(act=evening.act(why="Came back."), stage=stage_of(event), entry=_entry(event, NAMES[7]))
    entry_withdraw(act=evening.act(), entry=_entry(event, NAMES[2]))
    evening.publish(event, 3)
    evening.play(_played(matches_of(_round(event, 3)))[0], Grade.SCORE)
    round_undo(act=evening.act(why="Paired too early."), round_=_round(event, 3))
    entry_expel(act=evening.act(why="Threw the pawns."), entry=_entry(event, NAMES[5]))
    for match in _played(evening.publish(event, 3)):
        evening.play(match, Grade.SCORE)


def _round_robin(evening: Evening) -> Event:
    """Everybody meets everybody once, with mages and duel cards."""
    event = evening.event(_names("Blaubart", 4), preset="round-robin-evening", name="Lantern round robin")
    _change(evening, event, variants="both")
    event = event_start(act=evening.act(), event=event)
    for number in (1, 2, 3):
        for match in _played(evening.publish(event, number)):
            if number == 1:
                game_variants_set(
                    act=evening.by(entry_at(match, 0)),
                    game_key=match.games.all()[0].game.key,
                    said={
                        "mages": {"white": "silas", "black": "bahar"},
                        "duel_cards": ["storm", "triumph", "radiance", "truce"],
                    },
                )
            evening.play(match, Grade.SHEET if number == 2 else Grade.RECORD)
    return event_finish(act=evening.act(), event=event)


def _knockout(evening: Evening) -> Event:
    """A tie is decided by lots, and a result that is put right after the final was paired moves the finalists."""
    event = evening.event(_names("Cronkessel", 5), preset="knockout", name="Ember knock-out")
    event = event_start(act=evening.act(), event=event)
    _win_all(evening, evening.publish(event, 1))
    one, other = _played(evening.publish(event, 2))
    _rule(evening, one, "")
    match_decide(act=evening.act(), match_key=one.key, by_lots=True)
    _rule(evening, other, "white")
    evening.publish(event, 3)
    _rule(evening, other, "black")
    _win_all(evening, list(matches_of(_round(event, 3))))
    return event_finish(act=evening.act(), event=event)


def _double_elimination(evening: Evening) -> Event:
    event = evening.event(_names("Dornhecke", 4), preset="double-elimination", name="Second chance")
    event = event_start(act=evening.act(), event=event)
    stage, number = event.stages.get(), 0
    while not stage_decided(stage):
        number += 1
        matches = evening.publish(event, number)
        if number == 1:
            evening.play(_played(matches)[0])
        _win_all(evening, matches)
    return event_finish(act=evening.act(), event=event)


def _series(evening: Evening) -> Event:
    """Best of three: a result of the first game is put right, the rest is forfeited, and a friendly game is played."""
    event = evening.event(_names("Eulenspiel", 3), preset="grand-mage-series", name="Grand Mage nights")
    _change(evening, event, best_of=3, surplus_games="friendly")
    event = event_start(act=evening.act(), event=event)
    for number in (1, 2, 3):
        (match,) = _played(evening.publish(event, number))
        if number == 1:
            evening.play(match)
            first = match.games.order_by("number")[0].game.key
            for winner in ("white", "black"):
                result_rule(act=evening.act(why="Read again."), game_key=first, kind="bare", winner=winner)
            _play_on(evening, match)
            friendly_arrange(act=evening.by(entry_at(match, 0)), match_key=match.key)
        elif number == 2:
            _win_next(evening, match)
            rest_forfeit(act=evening.act(why="Had to leave."), match_key=match.key, entries=[_key(match, 1)])
        else:
            _play_on(evening, match)
    return event_finish(act=evening.act(), event=event)


def _two_stages(evening: Evening) -> Event:
    """Two groups of four, of which two each go on; the first stage is closed, taken up again and closed once more."""
    event = evening.event(_names("Feuerstein", 8), preset="groups-knockout", name="Harbour groups")
    _change(evening, event, options={"groups": 2}, seeding="entry")
    event = event_start(act=evening.act(), event=event)
    stage_drop(act=evening.act(), stage=stage_of(event))
    stage_plan(act=evening.act(), stage=stage_of(event), format="knockout", qualifiers=2, options={"third_place": True})
    for number in (1, 2, 3):
        for match in _played(evening.publish(event, number)):
            better = min(match.seats.all(), key=lambda seat: seat.entry.number or 0)
            _rule(evening, match, _side(match, better.position))
    stage_close(act=evening.act(), stage=stage_of(event))
    stage_reopen(act=evening.act(why="A result was read wrongly."), stage=stage_of(event))
    stage_close(act=evening.act(), stage=stage_of(event))
    for number in (1, 2):
        matches = evening.publish(event, number)
        if number == 1:
            evening.play(_played(matches)[0])
        _win_all(evening, matches)
    return event_finish(act=evening.act(), event=event)


_PLAYED: Mapping[str, Callable[[Evening], Event]] = {
    "swiss": _swiss,
    "round_robin": _round_robin,
    "knockout": _knockout,
    "double_elimination": _double_elimination,
    "series": _series,
    "two_stages": _two_stages,
}


# --- steps ------------------------------------------------------------------------------------------------------------
def _names(family: str, count: int) -> tuple[str, ...]:
    """Nobody plays in two of the events, so that no name is asked about."""
    return tuple(f"{name} {family}" for name in FIRST_NAMES[:count])


def _change(evening: Evening, event: Event, **changes: Any) -> None:
    event_settings_change(act=evening.act(), stage=stage_of(event), changes=changes)
    event.refresh_from_db()


def _entry(event: Event, name: str) -> Entry:
    return Entry.objects.filter(event=event, player__name=name).select_related("event__club", "player").get()


def _round(event: Event, number: int) -> Round:
    """The newest of this number that was not taken back."""
    rounds = Round.objects.exclude(state="undone").select_related("stage__event__club")
    return rounds.get(stage=event.stages.get(state="running"), number=number)


def _played(matches: Sequence[Match]) -> list[Match]:
    return [match for match in matches if not match.bye]


def _key(match: Match, position: int) -> str:
    return entry_at(match, position).key


def _side(match: Match, position: int) -> str:
    game = match.games.order_by("number")[0].game
    return next(seat.name for seat in game.seats.all() if seat.player_id == entry_at(match, position).player_id)


def _rule(evening: Evening, match: Match, winner: str) -> None:
    act = evening.act(why="Seen.")
    result_rule(act=act, game_key=match.games.order_by("number")[0].game.key, kind="bare", winner=winner)


def _win_all(evening: Evening, matches: Sequence[Match]) -> None:
    """Each match gets a winner."""
    for match in _played(matches):
        _rule(evening, match, evening.rng.choice(("white", "black")))


def _win_next(evening: Evening, match: Match) -> bool:
    """The first seat wins the game that is due; False where none is."""
    due = match.games.filter(game__state="expected", is_friendly=False).order_by("number").first()
    if due is None:
        return False
    side = next(seat.name for seat in due.game.seats.all() if seat.player_id == entry_at(match, 0).player_id)
    result_rule(act=evening.act(why="Seen."), game_key=due.game.key, kind="bare", winner=side)
    return True


def _play_on(evening: Evening, match: Match) -> None:
    while _win_next(evening, match):
        pass

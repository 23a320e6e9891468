"""A running ladder in tests: its players by name, and what they do, by their personal links."""

from __future__ import annotations

from datetime import date

from games.engine.registry import game_system
from magistrar_site.shared.services.due import due_work_off
from ratings.services.ratings import ratings_refresh
from tests.evening import NAMES, Evening
from tournaments.models import Challenge, Entry, Event, MatchGame, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.ladder import LadderNow, ladder_now
from tournaments.services.entries.add import entries_add
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make, challenge_withdraw
from tournaments.services.ladder.days import ladders_plan_missed
from tournaments.services.ladder.holidays import holiday_end, holiday_take
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify


class RunningLadder:
    """Players are called by the first letters of their names; they start in the order of NAMES."""

    def __init__(self, evening: Evening, players: int = 6, **options: int) -> None:
        self.evening = evening
        event = evening.event(NAMES[:players], preset="club-ladder", name="Ladder")
        changes = {"seeding": "entry", "options": options}
        event_settings_change(act=evening.act(), stage=stage_of(event), changes=changes)
        event.refresh_from_db()
        self.event: Event = event_start(act=evening.act(), event=event)
        ladders_plan_missed(evening.now)

    @property
    def stage(self) -> Stage:
        return stage_of(Event.objects.select_related("club").get(pk=self.event.pk))

    def entry(self, letter: str) -> Entry:
        rows = Entry.objects.select_related("event__club", "player__user")
        return rows.get(event=self.event, player__name__startswith=letter)

    def now(self) -> LadderNow:
        return ladder_now(self.stage, self.evening.now)

    def order(self) -> str:
        """The first letters of those on the ladder, from the first place on."""
        now = self.now()
        return "".join(now.entries[key].player.name[0] for key in now.ladder.order)

    def challenge(self, pair: str) -> Challenge:
        one, other = (self.entry(letter) for letter in pair)
        return challenge_make(act=self.evening.by(one), stage=self.stage, challenger=one, challenged=other)

    def accept(self, challenge: Challenge) -> Challenge:
        return challenge_accept(act=self.evening.by(challenge.challenged), challenge=challenge)

    def decline(self, challenge: Challenge) -> Challenge:
        return challenge_decline(act=self.evening.by(challenge.challenged), challenge=challenge)

    def withdraw(self, challenge: Challenge) -> Challenge:
        return challenge_withdraw(act=self.evening.by(challenge.challenger), challenge=challenge)

    def accepted(self, pair: str) -> Challenge:
        return self.accept(self.challenge(pair))

    def game(self, challenge: Challenge) -> MatchGame:
        return MatchGame.objects.select_related("game", "match").get(match__challenge=challenge)

    def rule(self, challenge: Challenge, winner: str, kind: str = "bare") -> None:
        """The organiser says who won: a first letter, or "" for a tie."""
        link, won = self.game(challenge), ""
        if winner:
            position = link.match.seats.get(entry=self.entry(winner)).position
            won = game_system(link.game.system).seat_names[position]
        result_rule(act=self.evening.act(why="Told so"), game_key=link.game.key, kind=kind, winner=won)

    def played(self, pair: str, winner: str) -> Challenge:
        made = self.accepted(pair)
        self.rule(made, winner)
        return made

    def away(self, letter: str, first: date, last: date) -> None:
        entry = self.entry(letter)
        holiday_take(act=self.evening.by(entry), stage=self.stage, entry=entry, first=first, last=last)

    def back(self, letter: str) -> None:
        entry = self.entry(letter)
        holiday_end(act=self.evening.by(entry), stage=self.stage, entry=entry)

    def join(self, name: str) -> None:
        entries_add(act=self.evening.act(), stage=self.stage, text=name)

    def pass_days(self, days: int) -> None:
        """So many days go by, and what is due is done at the beginning of each hour that matters."""
        for _quarter in range(days * 4):
            self.evening.later(hours=6)
            due_work_off(now=self.evening.now)

    def verdict(self) -> str:
        standings_refresh(event_key=self.event.key)
        ratings_refresh(pool_key=self.event.pool)
        verdict = event_verify(event=Event.objects.get(pk=self.event.pk))
        assert verdict.notes == ()
        return str(verdict).partition(" ")[0] if verdict.holds else str(verdict)

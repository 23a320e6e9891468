"""What leagues say about the events of their divisions and deciders (`tournaments.selectors.overseers`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.enums import Answer
from leagues.models import Decider, Division, Season, SeasonEntry
from leagues.selectors.seasons import entries_before_start, open_question
from leagues.services.seasons.matchdays import window_of_round
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.selectors.events import stage_of
from tournaments.selectors.overseers import Notice, Parent, Step
from tournaments.services.events.overseen_presets import OVERSEEN_PRESETS

if TYPE_CHECKING:
    from tournaments.models import Entry, Event

_REFUSED = {
    Step.REOPEN: _("This event belongs to a league. Its organiser takes the closing back, or corrects it there."),
    Step.CANCEL: _("This event belongs to a league. Cancel the season there."),
    Step.RESTORE: _("This event belongs to a league, whose season or start was taken back."),
    Step.DELETE: _("This event belongs to a league, and is kept with it."),
    Step.FORMAT: _("This event belongs to a league. Its format is a setting of the season."),
    Step.REASSIGN: _(
        "This event belongs to a league, where the place would stay the earlier player’s. Let a reserve go on in their "
        "place: season, Players. While nothing is handed in you can also take the start back and put the list right."
    ),
    Step.TIMES: _("This event belongs to a league. Move the matchday there, for all divisions: season, Matchdays."),
    Step.TAKE_OVER: _("This event belongs to a league. A reserve of the season goes on there: season, Players."),
}


class LeagueOverseer:
    """The league above a division's or decider's event."""

    presets = frozenset(OVERSEEN_PRESETS)

    def refusal(self, event: Event, step: Step) -> DomainError | None:
        """Steps that are the season's. A division's event that an undone start left is nobody's any more."""
        if step == Step.TIMES and _division_of(event) is None:
            return None  # a decider's time is its own
        season = _season_of(event)
        if season is None and step != Step.RESTORE:
            return None
        return DomainError("belongs_to_league", _REFUSED[step])

    def round_window(self, event: Event, number: int) -> tuple[datetime, datetime] | None:
        """The matchday's."""
        division = _division_of(event)
        day = window_of_round(division, number, stage_of(event).planned_rounds) if division else None
        return (day.starts_at, day.ends_at) if day else None

    def parent(self, event: Event) -> Parent | None:
        """The season's page."""
        season = _season_of(event)
        if season is None:
            return None
        league = season.league
        path = reverse("leagues:season", args=[league.club.slug, league.slug, season.number])
        return Parent(f"{league.name}, {season.name}", path)

    def notices(self, entry: Entry) -> Sequence[Notice]:
        """The question whether the player comes back, and to a reserve whose place it is."""
        return (*_taken_place(entry), *self._questions(entry))

    def _questions(self, entry: Entry) -> Sequence[Notice]:
        season = _season_of(entry.event)
        if season is None:  # a start that was taken back left the event
            return self.own_notices([entry.key], "")
        asked = open_question(entry.player_id, season.league)
        if asked is None:
            return ()
        path = reverse("leagues:own", args=[asked.key])
        if asked.answer == Answer.ASKED:
            return (Notice(_("The next season is open for entries. Do you come back?"), path),)
        return (Notice(_("You have answered whether you come back. You can still change it."), path),)

    def own_notices(self, subjects: Collection[str], user_key: str) -> Sequence[Notice]:
        """The reader's places on lists of seasons that haven't started."""
        return [
            Notice(f"{entry.season.league.name}, {entry.season.name}", reverse("leagues:own", args=[entry.key]))
            for entry in entries_before_start(subjects, user_key)
        ]

    def page_of_link(self, subject: str) -> str | None:
        """The page of a season's entry that has no event yet."""
        return reverse("leagues:own", args=[subject]) if _is_season_entry(subject) else None


def _taken_place(entry: Entry) -> Iterator[Notice]:
    rows = SeasonEntry.objects.filter(event_entry=entry.key, took_over__isnull=False)
    reserve = rows.select_related("took_over__player", "season__league__club").first()
    if reserve is not None and reserve.took_over is not None:
        league, name = reserve.season.league, isolated(reserve.took_over.player.public_name)
        path = reverse("leagues:season", args=[league.club.slug, league.slug, reserve.season.number])
        yield Notice(_("You go on in the place of %(name)s.") % {"name": name}, path)


def _is_season_entry(key: str) -> bool:
    return Season.objects.filter(entries__key=key).exists()


def _division_of(event: Event) -> Division | None:
    return Division.objects.select_related("season__league__club").filter(event=event).first()


def _season_of(event: Event) -> Season | None:
    division = _division_of(event)
    if division is not None:
        return division.season
    decider = Decider.objects.select_related("season__league__club").filter(event=event).first()
    return decider.season if decider else None

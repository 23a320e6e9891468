"""The steps of a season by name, as pages and API take them: with the number of the league's newest fact that was shown
to the person who takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _

from leagues.models import Season
from leagues.services.seasons.begin_closing import closing_begin, closing_undo
from leagues.services.seasons.cancel import season_cancel
from leagues.services.seasons.close import close_undo, season_close
from leagues.services.seasons.open_entries import entries_open, entries_open_undo
from leagues.services.seasons.placement import placement_undo, season_place
from leagues.services.seasons.start import season_start, season_start_undo
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotFound

Take = Callable[[Act, Season, int | None], Season]


def _place(act: Act, season: Season, seen: int | None) -> Season:
    if seen is None:
        text = _("Open the plan, then place the divisions there.")
        raise Invalid("seen_missing", text, fields={"seen": text})
    return season_place(act=act, season=season, seen=seen)


SEASON_STEPS: Mapping[str, Take] = {
    "open": lambda act, season, _seen: entries_open(act=act, season=season),
    "open-undo": lambda act, season, _seen: entries_open_undo(act=act, season=season),
    "place": _place,
    "place-undo": lambda act, season, _seen: placement_undo(act=act, season=season),
    "start": lambda act, season, seen: season_start(act=act, season=season, seen=seen),
    "start-undo": lambda act, season, _seen: season_start_undo(act=act, season=season),
    "closing": lambda act, season, seen: closing_begin(act=act, season=season, seen=seen),
    "closing-undo": lambda act, season, _seen: closing_undo(act=act, season=season),
    "close": lambda act, season, seen: season_close(act=act, season=season, seen=seen),
    "close-undo": lambda act, season, _seen: close_undo(act=act, season=season),
    "cancel": lambda act, season, seen: season_cancel(act=act, season=season, seen=seen),
}


def season_step_take(*, act: Act, season: Season, step: str, seen: int | None = None) -> Season:
    """Take a step of `SEASON_STEPS`; placing needs `seen`. NotFound `no_such_step`; what the step refuses."""
    if step not in SEASON_STEPS:
        raise NotFound("no_such_step", _("There is no such step."))
    return SEASON_STEPS[step](act, season, seen)

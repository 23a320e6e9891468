"""The parts of a league's public pages, the same for every reader: made once for each version and kept."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from games.selectors.runs import longest_run
from games.selectors.scores import best_numbers
from leagues.selectors.page_versions import VersionedLeague
from leagues.selectors.public.history import all_time_table, champions_of, streams_of, way_of
from leagues.services.overview import DivisionView, season_view
from leagues.web.public.division import form_of, rounds_of_division
from leagues.web.public.versions import league_tag
from leagues.web.public.ways import way_plot
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.web_cache import cached
from tournaments.selectors.standings.crosstables import crosstable_of


def overview_part(versioned: VersionedLeague) -> str:
    """The divisions of the season side by side, and what comes next; empty without a season."""
    season = versioned.season
    if season is None:
        return ""

    def make() -> str:
        view = season_view(season, timezone.now())
        return _rendered("overview", versioned, {"season": season, "view": view})

    return cached(league_tag(versioned, "overview"), make)


def division_part(versioned: VersionedLeague, number: int) -> str:
    """One division: table, what each needs, fixtures and everybody against everybody. NotFound."""

    def make() -> str:
        view, division = _division(versioned, number)
        event = division.division.event
        cross = crosstable_of(event) if event is not None else []
        context = {
            "season": view.season,
            "view": view,
            "division": division,
            "others": view.divisions,
            "event": event,
            "cross": cross,
            "forms": form_of(cross),
            "rounds": rounds_of_division(event, timezone.now()) if event is not None else [],
        }
        return _rendered("division", versioned, context)

    return cached(league_tag(versioned, "division", number), make)


def fixtures_part(versioned: VersionedLeague, number: int) -> str:
    """All fixtures of a division, for paper. NotFound."""

    def make() -> str:
        view, division = _division(versioned, number)
        event = division.division.event
        rounds = rounds_of_division(event, timezone.now()) if event is not None else []
        return _rendered("fixtures", versioned, {"season": view.season, "division": division, "rounds": rounds})

    return cached(league_tag(versioned, "fixtures", number), make)


def history_part(versioned: VersionedLeague) -> str:
    """Champions by season, the all-time table, and records."""

    def make() -> str:
        league = versioned.league
        streams = streams_of(league)
        context = {
            "champions": champions_of(league),
            "all_time": all_time_table(league),
            "records": best_numbers(streams),
            "run": longest_run(streams),
        }
        return _rendered("history", versioned, context)

    return cached(league_tag(versioned, "history"), make)


def way_part(versioned: VersionedLeague, player_key: str) -> str:
    """A player's way through the divisions. NotFound for somebody who never had one."""

    def make() -> str:
        steps = way_of(versioned.league, player_key)
        if not steps:
            raise NotFound("no_such_player", _("This player hasn’t played in this league."))
        return _rendered("way", versioned, {"steps": steps, "plot": way_plot(steps)})

    return cached(league_tag(versioned, "way", player_key), make)


def _division(versioned: VersionedLeague, number: int) -> tuple[Any, DivisionView]:
    assert versioned.season is not None  # the address names one
    view = season_view(versioned.season, timezone.now())
    found = next((each for each in view.divisions if each.division.number == number), None)
    if found is None:
        raise NotFound("no_such_division", _("This season has no such division."))
    return view, found


def _rendered(name: str, versioned: VersionedLeague, context: dict[str, Any]) -> str:
    return render_to_string(f"leagues/public/{name}_part.html", {"league": versioned.league, **context})

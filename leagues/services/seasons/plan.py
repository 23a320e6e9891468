"""Plans a next season and changes its settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.enums import BEFORE_START, LeagueAction, SeasonState
from leagues.facts.seasons import SeasonChanged, SeasonPlanned
from leagues.models import League, Season
from leagues.models.rules import SeasonSettings, settings_read, settings_store
from leagues.selectors.seasons import newest_season
from leagues.services.permissions import require_league
from leagues.services.presets import LEAGUE_PRESETS
from leagues.services.seasons.change import season_for_change
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_lock
from magistrar_site.shared.texts import storable_text

NAME_LENGTH = 80
EARLIEST, LATEST = date(2000, 1, 1), date(2199, 12, 31)


@transaction.atomic
def season_plan_next(
    *, act: Act, league: League, name: str = "", changes: Mapping[str, Any] | None = None, seen: int | None = None
) -> Season:
    """The league's next season, with the settings of the one before (the preset's for a first one) but for `changes`.
    The next one may be planned while one runs, but only one at a time. Pressed twice is once, where `seen` is the
    newest fact that the page showed.

    DomainError `season_planned`, `stale`; Invalid with the fields.
    """
    require_league(act, league, LeagueAction.MANAGE_SEASON)
    stream_lock(stream=league.stream, expected_number=seen)
    last = newest_season(league)
    if last is not None and last.state in BEFORE_START:
        raise DomainError("season_planned", _("The next season is planned already. Change that one."))
    number = (Season.objects.filter(league=league).aggregate(last=Max("number"))["last"] or 0) + 1
    settings = settings_changed(_usual(league, last), changes or {})
    name = valid_season_name(name or gettext("Season %(number)d") % {"number": number})
    season = Season.objects.create(
        key=act.ids.key(),
        league=league,
        number=number,
        name=name,
        rules=settings_store(settings),
        created_at=act.at,
    )
    fact = SeasonPlanned(season=season.key, number=number, rules=season.rules)
    fact_append(act=act, stream=league.stream, fact=fact, details={"name": name})
    return season


def _usual(league: League, last: Season | None) -> SeasonSettings:
    """The settings that a next season begins with: days are its own."""
    if last is None:
        return LEAGUE_PRESETS[league.preset].settings
    return msgspec.structs.replace(last.settings, first_day=None, entries_close_at=None, breaks=())


@transaction.atomic
def season_change(
    *, act: Act, season: Season, name: str | None = None, changes: Mapping[str, Any] | None = None
) -> Season:
    """Change settings before the season starts; the same once more is no fact. `changes` are members of
    `SeasonSettings` in their stored form. Invalid with the fields; DomainError `wrong_season_state`."""
    season = season_for_change(act, season, *BEFORE_START)
    rules = settings_store(settings_changed(season.settings, changes or {}))
    name = season.name if name is None else valid_season_name(name)
    if (rules, name) == (season.rules, season.name):
        return season
    if season.state == SeasonState.PLACED and any(rules[member] != season.rules[member] for member in OF_PLACEMENT):
        raise DomainError(
            "placed_by_them", _("The divisions are placed by these settings. Take the placement back to change them.")
        )
    is_renamed = name != season.name
    season.rules, season.name = rules, name
    season.save(update_fields=["rules", "name"])
    fact = SeasonChanged(season=season.key, rules=rules, is_renamed=is_renamed)
    fact_append(act=act, stream=season.league.stream, fact=fact, details={"name": name} if is_renamed else {})
    return season


OF_PLACEMENT = ("target", "least", "most")


def valid_season_name(name: str) -> str:
    """The name as it is stored. Invalid `name_missing`, `name_too_long`."""
    name = clean_name(storable_text(name))
    if not name:
        raise Invalid("name_missing", _("The season needs a name."), fields={"name": _("Type a short name.")})
    if len(name) > NAME_LENGTH:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 80 characters.")})
    return name


def settings_changed(settings: SeasonSettings, changes: Mapping[str, Any]) -> SeasonSettings:
    """The settings with these members, in their stored form. Invalid `wrong_setting` with the fields."""
    stored = settings_store(settings)
    wrong: dict[str, str | Promise] = {name: _("There is no such setting.") for name in changes if name not in stored}
    for name, value in changes.items():
        if name in stored:
            try:
                settings_read({**stored, name: value})
            except msgspec.ValidationError:
                wrong[name] = _("This value isn’t possible.")
    if not wrong:
        changed = settings_read({**stored, **changes})
        wrong = dict(_impossible(changed))
        if not wrong:
            return changed
    raise Invalid("wrong_setting", _("Some settings aren’t possible."), fields=wrong)


def _impossible(settings: SeasonSettings) -> Iterator[tuple[str, str | Promise]]:
    """Settings that don't go together, by field."""
    if settings.least > settings.target:
        yield "least", _("At most as many as a division is filled up to.")
    if settings.target > settings.most:
        yield "most", _("At least as many as a division is filled up to.")
    if settings.most < 2 * settings.least - 1:
        yield "most", _("At least %(least)d: twice the smallest division less one.") % {"least": 2 * settings.least - 1}
    playoff = settings.playoff if isinstance(settings.playoff, tuple) else (settings.playoff,)
    if any((each or 0) > 1 for each in playoff):
        yield "playoff", _("A border has one play-off or none.")
    if settings.first_day is not None and not EARLIEST <= settings.first_day <= LATEST:
        yield "first_day", _("Choose a day between 2000 and 2199.")
    if settings.entries_close_at is not None and not EARLIEST <= settings.entries_close_at.date() <= LATEST:
        yield "entries_close_at", _("Choose a day between 2000 and 2199.")
    if any(not EARLIEST <= each.first_day <= each.last_day <= LATEST for each in settings.breaks):
        yield "breaks", _("A break ends after it begins.")

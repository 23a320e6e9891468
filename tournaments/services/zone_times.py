"""From what a clock on the wall shows to an instant, across the changes to and from summer time."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid

EARLIEST, LATEST = datetime(2000, 1, 1), datetime(2199, 12, 31)  # noqa: DTZ001 # what clocks show has no zone yet


REGIONS = (
    "Europe/",
    "America/",
    "Asia/",
    "Africa/",
    "Antarctica/",
    "Arctic/",
    "Australia/",
    "Atlantic/",
    "Indian/",
    "Pacific/",
)


@cache
def listed_zones() -> tuple[str, ...]:
    """The time zones that there are to choose from, by name: those of a place, and UTC. (The machine's files have
    others, such as "localtime", which say something else on every machine.) Reading them looks through the machine's
    files, so it is done once."""
    return (*sorted(zone for zone in available_timezones() if zone.startswith(REGIONS)), "UTC")


def require_zone(zone: object) -> None:
    """Invalid `no_such_zone` for anything but a listed time zone."""
    if zone not in listed_zones():
        raise Invalid("no_such_zone", _("This time zone isn’t known."), fields={"time_zone": _("Like Europe/Berlin.")})


def instant_of(shown: datetime, zone: str, *, field: str, second: bool = False) -> datetime:
    """The instant (UTC) at which clocks in the zone show that date and time.

    Where they show it twice, because they are put back, the first time is meant, or with `second` the other: an opening
    is at the first, a closing at the second, so that nobody is shut out. Invalid `no_such_time` where clocks never show
    it, because they are put forward, and `year_out_of_range`; `field` names the input.
    """
    if not EARLIEST <= shown.replace(tzinfo=None) <= LATEST:
        raise Invalid("year_out_of_range", _("This year can’t be right."), fields={field: _("Check the year.")})
    local = shown.replace(tzinfo=ZoneInfo(zone), fold=1 if second else 0)
    instant = local.astimezone(UTC)
    if instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != shown.replace(tzinfo=None, fold=0):
        skipped_to = instant.astimezone(ZoneInfo(zone))
        raise Invalid(
            "no_such_time",
            _("On %(day)s there is no %(time)s in %(zone)s: clocks go forward. Use %(instead)s, for example.")
            % {
                "day": f"{shown:%Y-%m-%d}",
                "time": f"{shown:%H:%M}",
                "zone": zone,
                "instead": f"{skipped_to:%H:%M}",
            },
            fields={field: _("Clocks skip this time.")},
        )
    return instant


def require_year(instant: datetime, *, field: str) -> None:
    """Invalid `year_out_of_range` for an instant that pages can't show in every zone; `field` names the input."""
    if not EARLIEST.replace(tzinfo=UTC) <= instant <= LATEST.replace(tzinfo=UTC):
        raise Invalid("year_out_of_range", _("This year can’t be right."), fields={field: _("Check the year.")})


def is_shown_twice(shown: datetime, zone: str) -> bool:
    """Whether clocks in the zone show that date and time twice."""
    first, second = (shown.replace(tzinfo=ZoneInfo(zone), fold=fold) for fold in (0, 1))
    return first.utcoffset() != second.utcoffset() and first.astimezone(UTC) < second.astimezone(UTC)

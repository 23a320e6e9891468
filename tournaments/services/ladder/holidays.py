"""Players say when they are away, and that they are back."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.facts.ladder import LadderAway, LadderBack
from tournaments.facts.rounds import RoundScheduled
from tournaments.formats.systems.ladder import holidays_left
from tournaments.models import Entry, Holiday, Round, Stage
from tournaments.selectors.ladder import LadderNow, ladder_now
from tournaments.services.ladder.locked import ladder_locked, require_player
from tournaments.services.ladder.plan import ladder_plan, ladder_tell

FURTHEST = timedelta(days=366)


@transaction.atomic
def holiday_take(*, act: Act, stage: Stage, entry: Entry, first: date, last: date) -> Holiday:
    """Be away from the first day to the last, both included: nobody can challenge the player then, and neither
    deadlines nor the time without a game run. Sent twice is once. DomainError `not_your_entry`, `not_running`; Invalid
    `holiday_days` for days that are over, too far away or in the wrong order, `holiday_used_up` with how many are
    left."""
    require_player(act, entry)
    now = ladder_locked(act, stage)
    today = now.now.date()
    if last < first or last < today or first > today + FURTHEST or last - first > FURTHEST:
        fields = {"last": _("The last day comes after the first, and isn’t over yet.")}
        raise Invalid("holiday_days", _("These days can’t be taken."), fields=fields)
    first = max(first, today)
    same = Holiday.objects.filter(entry=entry).order_by("-fact_number").first()
    if same is not None and (same.first, same.last) == (first, last):
        return same
    fact = fact_append(act=act, stream=now.stage.event.stream, fact=LadderAway(entry=entry.key, first=first, last=last))
    taken = Holiday.objects.create(entry=entry, said_at=act.at, fact_number=fact.number, first=first, last=last)
    _check_left(ladder_now(now.stage, act.at), entry, {first.year, last.year})
    _follow(act, now.stage, entry)
    return taken


def _check_left(now: LadderNow, entry: Entry, years: set[int]) -> None:
    """Refuse days beyond those that a player has in a year: the transaction takes them back."""
    away = now.ladder.away_days(entry.key)
    for year in sorted(years):
        beyond = sum(day.year == year for day in away) - now.rules.holiday
        if beyond > 0:
            message = ngettext(
                "In %(year)d that is one day more than the %(most)d that a player has.",
                "In %(year)d that is %(count)d days more than the %(most)d that a player has.",
                beyond,
            ) % {"year": year, "count": beyond, "most": now.rules.holiday}
            raise Invalid("holiday_used_up", message, fields={"last": message})


@transaction.atomic
def holiday_end(*, act: Act, stage: Stage, entry: Entry) -> None:
    """Be back from today on: days that were taken and are still to come are given back. Pressed twice is once.
    DomainError `not_your_entry`, `not_running`."""
    require_player(act, entry)
    now = ladder_locked(act, stage)
    today = now.now.date()
    if not any(day >= today for day in now.ladder.away_days(entry.key)):
        return
    fact = fact_append(act=act, stream=now.stage.event.stream, fact=LadderBack(entry=entry.key))
    Holiday.objects.create(entry=entry, said_at=act.at, fact_number=fact.number)
    _follow(act, now.stage, entry)


def _follow(act: Act, stage: Stage, entry: Entry) -> None:
    """The deadlines of the player's accepted challenges move along."""
    now = ladder_now(stage, act.at)
    for each in now.open_challenges:
        row = now.challenges[each.key]
        if entry.key not in (each.challenger, each.challenged) or row.match is None:
            continue
        round_ = Round.objects.get(pk=row.match.round_id)
        ends_at = now.deadline(each)
        if round_.starts_at is None or round_.ends_at == ends_at:
            continue
        fact_append(
            act=act,
            stream=stage.event.stream,
            fact=RoundScheduled(
                stage=stage.number,
                round=round_.number,
                starts_at=round_.starts_at,
                ends_at=ends_at,
                moves_games=True,
            ),
        )
        round_.ends_at = ends_at
        round_.save(update_fields=["ends_at"])
    ladder_plan(stage, act.at)
    ladder_tell(stage.event)


def days_left(now: LadderNow, entry: Entry) -> int:
    """How many more days of holiday the player has this year."""
    return holidays_left(now.ladder.away_days(entry.key), now.now.year, now.rules)

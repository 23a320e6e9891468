"""What tournaments does about news: enqueue, nothing else; and make up for what got lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from games.signals import result_changed
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.enqueue import enqueue, enqueue_once, enqueue_slow
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.selectors.facts import streams_to_look_at
from magistrar_site.shared.services.due import reconciler
from magistrar_site.shared.services.facts import streams_followed
from magistrar_site.shared.tasks import send_mail
from tournaments.models import Event
from tournaments.selectors.mailings import mailings_left
from tournaments.selectors.rounds.pairing_jobs import abandoned_jobs
from tournaments.selectors.series.grand_mage import events_ahead_of_series
from tournaments.selectors.standings.outdated import stale_events
from tournaments.services.entries.asking import forget  # noqa: F401 # registers what is due
from tournaments.services.fixtures import due as fixtures_due  # noqa: F401 # registers what is due
from tournaments.services.results import deadline as deadlines  # noqa: F401 # registers what is due
from tournaments.services.series.follow import next_games_arrange_missed
from tournaments.signals import event_changed, grand_mage_periods_changed, mailing_asked, mails_written, pairing_asked
from tournaments.tasks import mail_entrants, pair_round, refresh_grand_mage, refresh_grand_mage_after, refresh_standings

EVENT = "event:"  # of an event's stream, before its key
LOOK_AT_ALL = timedelta(hours=1)
MOST_NAMED = 1000  # streams that are named to the database, rather than looking at all
_looked_at_all: list[datetime] = []  # when this process last looked at all events
UNDERWAY = timedelta(seconds=20)  # how long the news of work may take to reach a worker


@receiver(result_changed, dispatch_uid="tournaments.refresh_after_result")
def refresh_after_result(*, stream: str, **_kwargs: Any) -> None:
    kind, _separator, key = stream.partition(":")
    if kind == "event":
        _enqueue_refreshing(key)


@receiver(event_changed, dispatch_uid="tournaments.refresh_after_change")
def refresh_after_change(*, event_key: str, **_kwargs: Any) -> None:
    _enqueue_refreshing(event_key)


def _enqueue_refreshing(event_key: str) -> None:
    enqueue_once(refresh_standings, event_key)
    enqueue_once(refresh_grand_mage_after, event_key)


@receiver(grand_mage_periods_changed, dispatch_uid="tournaments.refresh_after_seasons")
def refresh_after_seasons(*, club_key: str, **_kwargs: Any) -> None:
    enqueue_once(refresh_grand_mage, club_key)


@receiver([post_save, post_delete], sender=Event, dispatch_uid="tournaments.public_pages_of_event")
def forget_public_pages(**_kwargs: Any) -> None:
    """What an event is called and whether it is listed holds at once."""
    public_epoch_begin()


@reconciler
def refresh_what_is_behind(now: datetime) -> int:
    """Events whose chain is ahead of their tables, and clubs with one that is ahead of their Grand Mage tables. Looked
    at are those whose newest fact wasn't seen to be followed; all of them when a process begins and then once an hour,
    because tables may be deleted."""
    heads = streams_to_look_at()
    is_due = not _looked_at_all or abs(now - _looked_at_all[0]) >= LOOK_AT_ALL
    looks_at_all = is_due or len(heads) > MOST_NAMED
    among = None if looks_at_all else [name.removeprefix(EVENT) for name in heads if name.startswith(EVENT)]
    events, series = stale_events(among), events_ahead_of_series(among)
    clubs = sorted(set(series.values()))
    for key in events:
        enqueue_once(refresh_standings, key)
    for key in clubs:
        enqueue_once(refresh_grand_mage, key)
    behind = {f"{EVENT}{key}" for key in (*events, *series)}
    streams_followed(heads={name: number for name, number in heads.items() if name not in behind})
    if looks_at_all:
        _looked_at_all[:] = [now]
    return len(events) + len(clubs)


@reconciler
def arrange_missed_games(now: datetime) -> int:
    """Next games of matches that nothing arranged."""
    return next_games_arrange_missed(act=Act(actor=Actor("system", "reconciler"), at=now))


@receiver(pairing_asked, dispatch_uid="tournaments.pair_in_background")
def pair_in_background(*, job_key: str, **_kwargs: Any) -> None:
    enqueue_slow(pair_round, job_key)


@reconciler
def take_up_pairings(now: datetime) -> int:
    """Rounds that somebody waits for and nobody pairs."""
    abandoned = abandoned_jobs(asked_before=now - UNDERWAY, now=now)
    for key in abandoned:
        enqueue(pair_round, key)
    return len(abandoned)


@receiver(mailing_asked, dispatch_uid="tournaments.mail_in_background")
def mail_in_background(*, mailing_key: str, **_kwargs: Any) -> None:
    enqueue_slow(mail_entrants, mailing_key)


@receiver(mails_written, dispatch_uid="tournaments.send_written_mails")
def send_written_mails(*, mails: list[int], **_kwargs: Any) -> None:
    for mail in mails:
        enqueue(send_mail, mail)


@reconciler
def take_up_mailings(now: datetime) -> int:
    """Mailings that nobody writes."""
    left = mailings_left(asked_before=now - UNDERWAY)
    for key in left:
        enqueue(mail_entrants, key)
    return len(left)

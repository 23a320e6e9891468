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
from magistrar_site.shared.services.due import reconciler
from tournaments.models import Event
from tournaments.selectors.mailings import mailings_left
from tournaments.selectors.rounds.pairing_jobs import abandoned_jobs
from tournaments.selectors.series.grand_mage import stale_series_clubs
from tournaments.selectors.standings.outdated import stale_events
from tournaments.services.results import deadline as deadlines  # noqa: F401 # registers what is due
from tournaments.services.series.follow import next_games_arrange_missed
from tournaments.signals import event_changed, mailing_asked, pairing_asked, seasons_changed
from tournaments.tasks import mail_entrants, pair_round, refresh_grand_mage, refresh_grand_mage_after, refresh_standings

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


@receiver(seasons_changed, dispatch_uid="tournaments.refresh_after_seasons")
def refresh_after_seasons(*, club_key: str, **_kwargs: Any) -> None:
    enqueue_once(refresh_grand_mage, club_key)


@receiver([post_save, post_delete], sender=Event, dispatch_uid="tournaments.public_pages_of_event")
def forget_public_pages(**_kwargs: Any) -> None:
    """What an event is called and whether it is listed holds at once."""
    public_epoch_begin()


@reconciler
def refresh_stale_events(_now: datetime) -> int:
    """Events whose chain is ahead of their tables."""
    stale = stale_events()
    for key in stale:
        enqueue_once(refresh_standings, key)
    return len(stale)


@reconciler
def refresh_stale_grand_mage(_now: datetime) -> int:
    """Clubs with an event whose chain is ahead of their Grand Mage tables."""
    stale = stale_series_clubs()
    for key in stale:
        enqueue_once(refresh_grand_mage, key)
    return len(stale)


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


@reconciler
def take_up_mailings(now: datetime) -> int:
    """Mailings that nobody writes."""
    left = mailings_left(asked_before=now - UNDERWAY)
    for key in left:
        enqueue(mail_entrants, key)
    return len(left)

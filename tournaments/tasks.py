from __future__ import annotations

from celery import shared_task

from tournaments.services.standings import standings_refresh


@shared_task(ignore_result=True)
def refresh_standings(event_key: str) -> None:
    """Work an event's tables out anew."""
    standings_refresh(event_key=event_key)

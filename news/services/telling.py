"""What happened is told: to webhooks, and to those who follow or take part. The facts of a stream are told in order,
each once; those that are days old when they are come upon are no news any more."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from magistrar_site.shared.acts import SecretIds
from magistrar_site.shared.selectors.facts import facts_to_tell
from magistrar_site.shared.services.facts import streams_told
from news.selectors.audience import followers_told, players_told
from news.selectors.happenings import happenings_of, standings_happening
from news.services.follows import follows_end
from news.services.notices import notices_add
from news.services.webhooks.queue import messages_add
from news.values.happenings import MOVING_TABLES, Happening

if TYPE_CHECKING:
    from magistrar_site.shared.models import Fact

NEWS_FOR = timedelta(days=2)
ENDS_FOLLOWING = frozenset({"player.name_hidden", "player.erased"})


def stream_tell(*, stream: str, now: datetime) -> None:
    """Tell the facts of a stream that weren't told. Twice at once, or once more after a failure, tells nobody twice."""
    facts = facts_to_tell(stream)
    if not facts:
        return
    _follows_end(facts)
    recent = [fact for fact in facts if fact.at > now - NEWS_FOR]
    with transaction.atomic():
        happenings = happenings_of(recent)
        notices_add(told=[*players_told(recent), *followers_told(happenings)], now=now)
        messages_add(happenings=[*happenings, *_standings(recent)], ids=SecretIds(), now=now)
    streams_told(heads={stream: facts[-1].number})


def _follows_end(facts: list[Fact]) -> None:
    for fact in facts:
        if fact.kind in ENDS_FOLLOWING:
            follows_end(player_key=str(fact.members["player"]))


def _standings(facts: list[Fact]) -> list[Happening]:
    """That the tables changed, once for all of these facts: after the newest one."""
    moving = [fact for fact in facts if fact.kind in MOVING_TABLES]
    happening = standings_happening(moving[-1]) if moving else None
    return [happening] if happening is not None else []

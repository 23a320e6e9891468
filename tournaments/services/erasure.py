"""Removes what a deleted person leaves in events: places in those that aren't over, links, wishes, texts."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from games.services.erasing import player_erase, submissions_erase
from magistrar_site.accounts.services.codes import code_drop
from magistrar_site.accounts.services.links import link_revoke
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.erasing import (
    admin_log_erase,
    details_erase,
    errors_erase,
    name_words,
    text_mentions,
)
from tournaments.models import (
    AgreedPlace,
    Announcement,
    AwayDays,
    CalendarToken,
    Entry,
    IncomingBundle,
    OwnZone,
    PairingJob,
    Proposal,
    Reminder,
    SignUpWish,
)
from tournaments.selectors.mentions import entries_of_player, mentions_of
from tournaments.services.entries.asking.forget import details_erase_of
from tournaments.services.entries.states import entry_leave

if TYPE_CHECKING:
    from games.models import Player


@transaction.atomic
def person_erase_in_events(*, act: Act, player: Player, names: Collection[str] = ()) -> None:
    """Delete the person behind a player: the player and all games stay, under a ghost name. Texts go where they belong
    to the player's games, or name the player (or one of `names`, what the account was called). Twice is once; a second
    time makes up for what an old backup brought back. Permission is the caller's."""
    words = name_words([*names, *([player.name] if player.erased_at is None else [])])
    traces = mentions_of(player)
    entries = list(entries_of_player(player))
    SignUpWish.objects.filter(entry__in=entries).delete()
    _fixtures_erase(player, entries)
    details_erase_of(entries)
    for entry in entries:
        entry_leave(act=act, entry=entry)
        link_revoke(subject=entry.key, at=act.at)
        code_drop(subject=entry.key)
    Entry.objects.filter(player=player).update(sign_up_key="")
    facts = details_erase(streams=traces.streams, keys=traces.keys, actors=traces.actors, words=words, at=act.at)
    handed_in = {str(fact.members["submission"]) for fact in facts if fact.kind == "submission.received"}
    submissions_erase(player=player, keys=handed_in)
    _jobs_erase(entries, words)
    _announcements_erase(entries, words)
    _files_erase(player.key, words)
    errors_erase(words)
    admin_log_erase(entries)
    player_erase(act=act, player=player)


def _fixtures_erase(player: Player, entries: Collection[Entry]) -> None:
    """What the person proposed, where they play, when they were away, and the addresses of their calendar. The facts
    keep the agreed times alone."""
    Proposal.objects.filter(entry__in=entries).delete()
    AgreedPlace.objects.filter(match__seats__entry__in=entries).delete()
    AwayDays.objects.filter(entry__in=entries).delete()
    OwnZone.objects.filter(entry__in=entries).delete()
    Reminder.objects.filter(entry__in=entries).delete()
    CalendarToken.objects.filter(player=player).delete()


def _jobs_erase(entries: Collection[Entry], words: Collection[str]) -> None:
    """Reasons and refusals of pairings in the background name people."""
    for job in PairingJob.objects.filter(stage__event__entries__in=entries).distinct():
        if text_mentions(f"{job.why} {job.refusal}", words):
            PairingJob.objects.filter(pk=job.pk).update(why="", refusal="")


def _announcements_erase(entries: Collection[Entry], words: Collection[str]) -> None:
    """What the players of the person's events are told, where it names the person."""
    rows = Announcement.objects.filter(event__entries__in=entries).distinct()
    named = [row.pk for row in rows if text_mentions(row.text, words)]
    Announcement.objects.filter(pk__in=named).update(text="")


def _files_erase(key: str, words: Collection[str]) -> None:
    """Event files that somebody has sent and not yet brought in, which hold the player."""
    for row in IncomingBundle.objects.all():
        data = zlib.decompress(bytes(row.data)).decode("utf-8", "replace")
        if key in data or text_mentions(data, words):
            row.delete()


def account_erase_in_events(*, user_key: str) -> None:
    """Removes what an account has waiting: files that were sent, pairings that were asked for."""
    IncomingBundle.objects.filter(by=f"user:{user_key}").delete()
    PairingJob.objects.filter(asked_by=f"user:{user_key}").update(why="")

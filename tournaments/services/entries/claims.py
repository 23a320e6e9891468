"""Who signs up with a name that is known here claims to be that player: the organiser says whether it is he. Until then
nobody plays under that claim, so that a stranger's games never come into somebody else's history."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.players import Shown, player_create, player_show
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.facts.entries import EntryIdentified
from tournaments.models import Entry, Event, SignUpWish
from tournaments.selectors.events import home_club
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed


def require_identified(entries: Iterable[Entry]) -> None:
    """DomainError `claims_open` where one of the entries (with their players) is still a claim."""
    names = [entry.player.name for entry in entries if entry.is_claim]
    if names:
        raise DomainError(
            "claims_open",
            _("These signed up with a name that is known here: %(names)s. Say on the page of players who they are.")
            % {"names": isolated_list(names)},
        )


@transaction.atomic
def entry_identify(*, act: Act, entry: Entry, is_known: bool) -> Entry:
    """The claim is true, or it is somebody else of the same name, who becomes a new player. Pressed twice is once, and
    what was said first stays."""
    require_event(act, entry.event, Action.MANAGE_ENTRIES)
    stream_lock(stream=entry.event.stream)
    found = Entry.objects.select_related("event__club", "player").filter(pk=entry.pk).order_by("pk").first()
    if found is None:
        raise NotFound("no_such_entry", _("This player was removed from the list in the meantime."))
    return _identify(act, found, is_known=is_known) if found.is_claim else found


@transaction.atomic
def claims_confirm(*, act: Act, event: Event, keys: Iterable[str]) -> list[Entry]:
    """Those of the claims that were looked at (`keys` of entries) are all true."""
    require_event(act, event, Action.MANAGE_ENTRIES)
    stream_lock(stream=event.stream)
    claims = Entry.objects.filter(event=event, is_claim=True, key__in=list(keys))
    return [
        _identify(act, entry, is_known=True)
        for entry in claims.select_related("event__club", "player").order_by("entered_at", "pk")
    ]


def _identify(act: Act, entry: Entry, *, is_known: bool) -> Entry:
    entry.is_claim = False
    if not is_known:
        entry.player = player_create(act=act, name=entry.player.name)
    entry.save(update_fields=["is_claim", "player"])
    wish = SignUpWish.objects.filter(entry=entry).first()
    if wish is not None:
        if home_club(entry.player) == entry.event.club:  # no other club takes a player's name away
            player_show(act, entry.player, Shown(by_code=True, under_16=wish.under_16))
        wish.delete()
    fact = EntryIdentified(entry=entry.key, player=entry.player.key)
    fact_append(act=act, stream=entry.event.stream, fact=fact)
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=entry.event.key))
    return entry

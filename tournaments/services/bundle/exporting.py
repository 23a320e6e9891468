"""An event of this service as a bundle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.facts import Detail, FactValue
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.chain import facts_up_to
from tournaments.log.public import public_facts, seen_of
from tournaments.models import Entry, Event
from tournaments.services.bundle.document import ClubLine, People, PlayerLine, bundle_chunks
from tournaments.services.permissions import require_event


def event_export(*, act: Act, event: Event, people: bool = True, texts: bool = True) -> bytes:
    """The event's bundle. Without `people` names are left out, without `texts` what was typed (reasons, documents):
    both can name somebody. NotAllowed without a role that runs the event."""
    return b"".join(event_export_chunks(act=act, event=event, people=people, texts=texts))


def event_export_chunks(*, act: Act, event: Event, people: bool = True, texts: bool = True) -> Iterator[bytes]:
    """As `event_export`, a fact at a time; who may is asked at once."""
    require_event(act, event, Action.MANAGE_EVENT)
    return bundle_stream(event, people=people, texts=texts)


def bundle_of(event: Event, *, people: bool = True, texts: bool = True) -> bytes:
    """As `event_export`; permission is the caller's."""
    return b"".join(bundle_stream(event, people=people, texts=texts))


def bundle_stream(event: Event, *, people: bool = True, texts: bool = True) -> Iterator[bytes]:
    """As `bundle_of`, a fact at a time. The facts up to the head that is read first: what comes in meanwhile is left
    for the next export."""
    head = head_of(event.stream)
    facts = facts_up_to(event.stream, head[0])
    if not texts:
        facts = map(_without_texts, facts)
    return bundle_chunks(event=event.key, head=head, facts=facts, people=_people(event) if people else None)


def public_bundle(event: Event) -> Iterator[bytes]:
    """The event's bundle as everybody may have it, a fact at a time: no names, no texts, and nothing that pages and API
    refuse to strangers (see `log.public`). It can be verified, and not brought in."""
    head = head_of(event.stream)
    facts = public_facts(facts_up_to(event.stream, head[0]), seen_of(event))
    return bundle_chunks(event=event.key, head=head, facts=facts, people=None, public=True)


def _without_texts(fact: FactValue) -> FactValue:
    details = {name: Detail(None, None, detail.erased_at) for name, detail in fact.details.items()}
    return replace(fact, details=details)


def _people(event: Event) -> People:
    club = event.club
    entries = Entry.objects.filter(event=event).select_related("player").order_by("player__key")
    return People(
        club=ClubLine(club.key, club.name, club.place),
        players=[
            PlayerLine(
                key=player.key,
                name=player.name,
                club=player.club_id == club.pk,
                bot=player.is_bot,
                hides_name=player.hides_name,
                under_16=player.under_16,
                erased=player.erased_at is not None,
            )
            for player in (entry.player for entry in entries)
        ],
    )

"""What an event says of itself: description, place, fee, times, how to take part, contact."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_lock
from magistrar_site.shared.texts import storable_text
from tournaments.facts.settings import EventDescribed
from tournaments.models import Event, EventAbout
from tournaments.models.abouts import ABOUT_TEXTS
from tournaments.selectors.abouts import about_of
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

LONGEST: Mapping[str, int] = {
    "description": 5000,
    "place": 200,
    "fee": 100,
    "schedule": 1000,
    "entering": 1000,
    "contact": 200,
}
LINES = frozenset({"place", "fee", "contact"})  # of one line each


@transaction.atomic
def event_about_change(*, act: Act, event: Event, texts: Mapping[str, str]) -> EventAbout:
    """Say something else of an event, at any time: the texts that are named. What is the same already is no change, and
    nothing changed is no fact. Invalid `unknown_text`, `text_too_long` with the field; NotAllowed without a role that
    may change the event."""
    require_event(act, event, Action.MANAGE_EVENT)
    unknown = [name for name in texts if name not in ABOUT_TEXTS]
    if unknown:
        raise Invalid("unknown_text", _("There is no such text."), fields=dict.fromkeys(unknown, _("Unknown.")))
    wanted = {name: _checked(name, text) for name, text in texts.items()}
    stream_lock(stream=event.stream)
    about = about_of(event)
    changed = sorted(name for name, text in wanted.items() if str(getattr(about, name)) != text)
    if not changed:
        return about
    for name in changed:
        setattr(about, name, wanted[name])
    about.save()
    fact_append(
        act=act,
        stream=event.stream,
        fact=EventDescribed(fields=changed),
        details={name: wanted[name] for name in changed},
    )
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))
    return about


def _checked(name: str, text: str) -> str:
    text = clean_name(text) if name in LINES else storable_text(text).replace("\r\n", "\n").strip()
    if len(text) > LONGEST[name]:
        refused = _("At most %(most)d characters.") % {"most": LONGEST[name]}
        raise Invalid("text_too_long", _("The text is too long."), fields={name: refused})
    return text

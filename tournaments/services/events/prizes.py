"""Prize categories: lists of winners beside the final ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_by_slug
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.facts.prizes import PrizeAdded, PrizeRemoved
from tournaments.models import Entry, Event, PrizeCategory
from tournaments.selectors.standings.final import prize_categories_of
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event

NAME_LENGTH = 80
MOST_PLACES = 100
RATINGS = range(-5000, 10001)


@transaction.atomic
def prize_add(
    *,
    act: Act,
    event: Event,
    name: str,
    places: int = 1,
    rating_from: int | None = None,
    rating_below: int | None = None,
    club_slug: str = "",
) -> PrizeCategory:
    """A list of the `places` best who fulfil every condition given: seeding rating at least `rating_from` and below
    `rating_below`, member of the club. Sent twice is once. Invalid with the fields that are wrong; NotFound for
    a club there isn't."""
    _lock(act, event)
    name = clean_name(name)
    if not name or len(name) > NAME_LENGTH:
        raise Invalid("no_such_name", _("The prize needs a short name."), fields={"name": _("At most 80 characters.")})
    if not 1 <= places <= MOST_PLACES:
        raise Invalid("no_such_places", _("A prize has 1 to 100 places."), fields={"places": _("Type a number.")})
    for field, rating in (("rating_from", rating_from), ("rating_below", rating_below)):
        if rating is not None and rating not in RATINGS:
            raise Invalid("no_such_rating", _("That isn’t a rating."), fields={field: _("Type a rating.")})
    if rating_from is not None and rating_below is not None and rating_from >= rating_below:
        message = _("This must be higher than the lowest rating.")
        raise Invalid("no_such_rating", message, fields={"rating_below": message})
    club = club_by_slug(club_slug) if club_slug else None
    said = {"name": name, "places": places, "rating_from": rating_from, "rating_below": rating_below, "club": club}
    same = PrizeCategory.objects.filter(event=event, **said).first()
    if same is not None:
        return same
    category = PrizeCategory.objects.create(key=act.ids.key(), event=event, **said)
    fact = PrizeAdded(
        prize=category.key,
        places=places,
        rating_from=rating_from,
        rating_below=rating_below,
        club=club.key if club else None,
    )
    fact_append(act=act, stream=event.stream, fact=fact, details={"name": name})
    return category


@transaction.atomic
def prize_remove(*, act: Act, event: Event, key: str) -> None:
    """Take a category away. Pressed twice is once."""
    _lock(act, event)
    rows = PrizeCategory.objects.filter(event=event, key=key)
    if rows.exists():
        fact_append(act=act, stream=event.stream, fact=PrizeRemoved(prize=key))
        rows.delete()


def _lock(act: Act, event: Event) -> None:
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    refuse_over(Event.objects.get(pk=event.pk))


def is_eligible(category: PrizeCategory, entry: Entry) -> bool:
    """Whether an entry (with its player) fulfils every condition of the category."""
    at_least = category.rating_from is None or entry.rating >= category.rating_from
    below = category.rating_below is None or entry.rating < category.rating_below
    return at_least and below and (category.club_id is None or entry.player.club_id == category.club_id)


def prize_lists(event: Event, ranking: Sequence[tuple[int, Entry]]) -> list[dict[str, Any]]:
    """The winners of every category as a fact says them. `ranking`: rank and entry, in the order of the final table;
    who shares a rank there shares the place here, so that there may be more winners than places."""
    return [{"prize": category.key, "places": _places(category, ranking)} for category in prize_categories_of(event)]


def _places(category: PrizeCategory, ranking: Sequence[tuple[int, Entry]]) -> list[dict[str, Any]]:
    winners: list[dict[str, Any]] = []
    last_rank, place = None, 0
    for at, (rank, entry) in enumerate((row for row in ranking if is_eligible(category, row[1])), 1):
        place = place if rank == last_rank else at
        if place > category.places:
            break
        winners.append({"place": place, "entry": entry.key})
        last_rank = rank
    return winners

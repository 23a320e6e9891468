"""Prize categories: lists of winners beside the final ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_by_slug
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import PrizeSharing
from tournaments.facts.prizes import PrizeAdded, PrizeRemoved
from tournaments.formats.core.prize_money import Placed, shares
from tournaments.models import Entry, Event, PrizeCategory
from tournaments.selectors.standings.final import prize_categories_of
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event

NAME_LENGTH = 80
MOST_PLACES = 100
MOST_CENTS = 100_000_000
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
    amounts: Sequence[int] = (),
    currency: str = "EUR",
    sharing: str = PrizeSharing.POINTS,
) -> PrizeCategory:
    """A list of the `places` best who fulfil every condition given: seeding rating at least `rating_from` and below
    `rating_below`, member of the club. `amounts`: money in cents, for each place from the first on, which says how many
    places there are, and how it is shared (`formats.core.prize_money`). Sent twice is once. Invalid with the fields
    that are wrong; NotFound for a club there isn't."""
    money = _money(amounts, currency, sharing)
    places = len(amounts) or places
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
    said |= money or {"amounts": [], "currency": "", "sharing": PrizeSharing.POINTS}
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
        **money,
    )
    fact_append(act=act, stream=event.stream, fact=fact, details={"name": name})
    return category


def _money(amounts: Sequence[int], currency: str, sharing: str) -> dict[str, Any]:
    """What row and fact say of a prize of money, nothing of one without. Invalid `no_such_amount`."""
    if not amounts:
        return {}
    if len(amounts) > MOST_PLACES or not all(0 <= amount <= MOST_CENTS for amount in amounts) or not any(amounts):
        message = _("Type an amount for each place, as 50 30 20.")
        raise Invalid("no_such_amount", message, fields={"amounts": message})
    if len(currency) != 3 or not (currency.isascii() and currency.isalpha() and currency.isupper()):
        message = _("A currency has three capital letters, as EUR.")
        raise Invalid("no_such_amount", message, fields={"currency": message})
    if sharing not in PrizeSharing.values:
        message = _("Choose how prizes are shared.")
        raise Invalid("no_such_amount", message, fields={"sharing": message})
    return {"amounts": list(amounts), "currency": currency, "sharing": PrizeSharing(sharing)}


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


@dataclass(frozen=True, slots=True)
class RankedForPrize:
    """A line of the final table that can win. `points` None: they decide nothing, as in a bracket."""

    rank: int
    points: int | None
    entry: Entry


def prize_lists(event: Event, ranking: Sequence[RankedForPrize]) -> list[dict[str, Any]]:
    """The winners of every category as a fact says them, in the order of the final table; who shares a rank there
    shares the place here, so that there may be more winners than places. With prizes of money, whoever gets some, too,
    with the cents."""
    return [{"prize": category.key, "places": _places(category, ranking)} for category in prize_categories_of(event)]


def _places(category: PrizeCategory, ranking: Sequence[RankedForPrize]) -> list[dict[str, Any]]:
    eligible = [row for row in ranking if is_eligible(category, row.entry)]
    by_points = category.sharing == PrizeSharing.POINTS and all(row.points is not None for row in eligible)
    cents = shares([Placed(row.rank, row.points or 0) for row in eligible], category.amounts, by_points=by_points)
    winners: list[dict[str, Any]] = []
    last_rank, place = None, 0
    for at, (row, share) in enumerate(zip(eligible, cents, strict=True), 1):
        place = place if row.rank == last_rank else at
        if place > category.places and not share:
            break
        winners.append({"place": place, "entry": row.entry.key} | ({"cents": share} if category.amounts else {}))
        last_rank = row.rank
    return winners

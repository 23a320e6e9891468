"""Facts about prize categories."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from magistrar_site.shared.facts import ContradictionError, Count, FactSentence, FactValue, Integer, Key, StreamFact
from tournaments.enums import PrizeSharing
from tournaments.facts.state import ReplayedPrize, ReplayedState


class PrizeAdded(StreamFact, frozen=True, kw_only=True):
    """The category's name is a detail. `amounts`: money in cents, by place; without any, none of its members is
    given."""

    kind = "prize.added"
    topic = "event"
    sentence = FactSentence(_("prize added"), _("The prize “%(name)s” was added, %(places)s places."))
    is_public = True

    prize: Key
    places: Annotated[int, Meta(ge=1, le=1000)]
    rating_from: Integer | None
    rating_below: Integer | None
    club: Key | None
    amounts: Annotated[list[Count], Meta(max_length=1000)] | UnsetType = UNSET
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")] | UnsetType = UNSET
    sharing: PrizeSharing | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        if self.prize in state.prizes:
            raise ContradictionError("prize", "a new one", self.prize)
        state.prizes[self.prize] = ReplayedPrize(
            key=self.prize,
            name=fact.texts().get("name"),
            places=self.places,
            rating_from=self.rating_from,
            rating_below=self.rating_below,
            club=self.club,
            amounts=() if self.amounts is UNSET else tuple(self.amounts),
            currency="" if self.currency is UNSET else self.currency,
            sharing=(PrizeSharing.POINTS if self.sharing is UNSET else self.sharing).value,
            changed_by=fact.number,
        )


class PrizeRemoved(StreamFact, frozen=True, kw_only=True):
    kind = "prize.removed"
    topic = "event"
    sentence = FactSentence(_("prize removed"), _("A prize was removed."))
    is_public = True

    prize: Key

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        if state.prizes.pop(self.prize, None) is None:
            raise ContradictionError("prize", "one that there is", self.prize)

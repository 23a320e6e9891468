"""What is said about mages, duel cards and records in progress."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.engine.core.choices import Choice
from games.engine.core.seats import SeatNames
from games.engine.systems.magistrar.at_table import CARDS, MAGES
from games.pages.core.table import TableWords
from games.pages.magistrar.variants import drawn_words
from magistrar_site.shared.errors import DomainError, Invalid

WANTED: Mapping[frozenset[str], StrOrPromise] = {
    frozenset({CARDS.key}): _("This event is played with duel cards: enter which ones were turned up, in order."),
    frozenset({MAGES.key}): _("This event is played with mages: enter which one each side has."),
    frozenset({MAGES.key, CARDS.key}): _(
        "This event is played with mages and duel cards: enter which mage each side has, and which cards were turned "
        "up."
    ),
}


class MagistrarTableWords(TableWords):
    """Mages and duel cards."""

    title = _("Mages and duel cards")
    ways: Mapping[str, StrOrPromise] = {
        "base": _("the base game alone"),
        "cards": _("with duel cards"),
        "mages": _("with mages"),
        "both": _("with mages and duel cards"),
    }
    ways_explained = _("The players enter a game’s mages and cards at the table, before its first duel.")
    after_loss = _("The loser of a game has one golden energy more in all later games of the match")
    after_loss_explained = _("With five games a match this is the Grand Mage series of the rulebook.")

    grades_explained = _("A record proves every encounter, a sheet every duel, a score only the end.")
    begun_handed_in = _("The saved duels are handed in. Tell an arbiter that the game ended early; they will decide.")

    def wanted(self, asked: Collection[str]) -> StrOrPromise:
        return WANTED[frozenset(asked)]

    def label(self, choice: Choice, *, name: str = "", part: int = 0) -> str:
        if choice.chosen_for == "seat":
            return str(_("Mage of %(name)s") % {"name": name})
        return str(_("Card of duel %(number)d") % {"number": part})

    def part_missing(self, choice: Choice, part: int) -> DomainError:
        return DomainError(
            "card_missing", _("First enter which card was turned up for duel %(number)d.") % {"number": part}
        )

    def no_such_part(self, choice: Choice) -> DomainError:
        return Invalid("no_such_duel", _("Duels 1 to 4 have a duel card, this one has none."))

    def handed_in(self) -> DomainError:
        return DomainError(
            "handed_in", _("Something was handed in for this game, so its mages and cards stay. Ask an arbiter.")
        )

    def part_recorded(self) -> DomainError:
        return DomainError(
            "duels_recorded", _("A duel of this game has already been recorded with it. The desk can still correct it.")
        )

    def said_differently(
        self, choice: Choice, part: int, said: Mapping[str, Any], seats: SeatNames, name: str
    ) -> DomainError:
        words = drawn_words(said)
        if not part:
            sentence = _("%(name)s has already entered: White has %(white)s, Black has %(black)s.")
            return DomainError("said_differently", sentence % {"name": name, **words.mages})
        what = {"name": name, "number": part, "card": words.cards[part - 1]}
        return DomainError(
            "said_differently", _("%(name)s has already entered: the card of duel %(number)d is %(card)s.") % what
        )

    def bag(self, name: str, gained: int) -> str:
        """Which tokens lie in whose bag."""
        if not gained:
            return gettext("%(name)s: 14 light, 14 dark and 2 super energies, no golden one.") % {"name": name}
        return ngettext(
            "%(name)s: 14 light, 14 dark and 2 super energies, and one golden one.",
            "%(name)s: 14 light, 14 dark and 2 super energies, and %(count)d golden ones.",
            gained,
        ) % {"name": name, "count": gained}

    def bags(self, gained: Sequence[int]) -> str:
        first, second = gained
        return gettext("golden energies %(first)s : %(second)s") % {"first": first, "second": second}

    def wrong_bags(self, number: int, was: Sequence[int], right: Sequence[int]) -> str:
        sentence = gettext(
            "Game %(number)s was played with %(first)s : %(second)s golden energies; it should have been "
            "%(right_first)s : %(right_second)s."
        )
        values = {"first": was[0], "second": was[1], "right_first": right[0], "right_second": right[1]}
        return sentence % {"number": number, **values}

    def earlier_missing(self) -> DomainError:
        return Invalid("duel_missing", _("An earlier duel isn’t saved yet. Reload the page."), status=409)

    def not_understood(self) -> DomainError:
        return Invalid("not_understood", _("This isn’t a duel as a record has it."))

    def saved_differently(self) -> DomainError:
        return DomainError("saved_differently", _("This duel was saved differently by somebody else."))

    def later_saved(self) -> DomainError:
        return DomainError("later_duels", _("A later duel is already saved. Take that one back first."))

"""What is said about choices at the table and records in progress, in the words of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.engine.core.choices import Choice, Choices, seats_of_choice, values_by_part
from games.engine.core.seats import SeatNames
from games.selectors.editions import part_in_words
from magistrar_site.shared.errors import DomainError, Invalid


class TableWords:
    """Refusals with their codes, and sentences, for any game. A system derives from it and says what it has own words
    for; codes are part of the API."""

    title: StrOrPromise = _("What the game is played with")
    ways: Mapping[str, StrOrPromise] = {"base": _("the base game alone")}
    """The system's ways to play, for the form of an event's settings."""
    ways_explained: StrOrPromise = ""
    after_loss: StrOrPromise = ""
    """What a lost game changes in the later games of a match (`variants_after`), where an event may play so."""
    after_loss_explained: StrOrPromise = ""

    grades_explained: StrOrPromise = _("A record proves every move, a score the end alone.")
    """How well each kind of document proves a game."""
    begun_handed_in: StrOrPromise = _(
        "The saved parts are handed in. Tell an arbiter that the game ended early: the arbiter decides by them."
    )

    def choice(self, choice: Choice) -> StrOrPromise:
        """The name of a choice."""
        return part_in_words(choice.key)

    def label(self, choice: Choice, *, name: str = "", part: int = 0) -> str:
        """The label of a field: a player's value, or that of a part."""
        if choice.chosen_for == "seat":
            return str(_("%(choice)s of %(name)s") % {"choice": part_in_words(choice.value), "name": name})
        return str(_("%(choice)s of part %(number)d") % {"choice": part_in_words(choice.value), "number": part})

    def wanted(self, asked: Collection[str]) -> StrOrPromise:
        """That the event is played with these choices, which have to be said."""
        return _("Say first what this game is played with: %(choices)s.") % {
            "choices": ", ".join(part_in_words(key) for key in asked)
        }

    def missing(self, asked: Collection[str]) -> DomainError:
        return DomainError("variants_missing", self.wanted(asked))

    def part_missing(self, choice: Choice, part: int) -> DomainError:
        """That a choice for a part has to be said before the part is recorded."""
        return DomainError(
            "choice_missing",
            _("Say first what part %(number)d is played with (%(choice)s).")
            % {"number": part, "choice": part_in_words(choice.value)},
        )

    def no_such_part(self, choice: Choice) -> DomainError:
        return Invalid("no_such_part", _("There is nothing to say for this part of the game."))

    def nothing_asked(self) -> DomainError:
        return DomainError("no_variants", _("This event is played with the base game: nothing is drawn before a game."))

    def handed_in(self) -> DomainError:
        return DomainError(
            "handed_in", _("Something was handed in for this game, so what it is played with stays. Ask an arbiter.")
        )

    def part_recorded(self) -> DomainError:
        """That only the desk corrects what a recorded part was played with."""
        return DomainError(
            "parts_recorded",
            _("A part of this game is recorded with it already. The desk can still correct it."),
        )

    def said_differently(
        self, choice: Choice, part: int, said: Mapping[str, Any], seats: SeatNames, name: str
    ) -> DomainError:
        """Who said what already. `name`: the player's, with directions isolated."""
        values = (
            [values_by_part(choice, said)[part - 1]]
            if part
            else [value for _seat, value in seats_of_choice(choice, said, seats)]
        )
        words = ", ".join(part_in_words(value) for value in values)
        return DomainError(
            "said_differently", _("%(name)s has said already: %(said)s.") % {"name": name, "said": words}
        )

    def said(
        self, choices: Choices, said: Mapping[str, Any], seats: SeatNames, name_of: Callable[[int], str]
    ) -> list[str]:
        """Everything that was said, value by value, with the player's name before what is chosen for a seat."""
        found: list[str] = []
        for choice in choices:
            if choice.chosen_for == "seat":
                chosen = seats_of_choice(choice, said, seats)
                found += [f"{name_of(seat)}: {part_in_words(value)}" for seat, value in chosen]
            else:
                found += [part_in_words(value) for value in values_by_part(choice, said)]
        return found

    # Matches of several games

    def bag(self, name: str, gained: int) -> str:
        """What a player begins a game with after lost games before it, where the event plays so (`after_loss`)."""
        return f"{name}: {gained}"

    def bags(self, gained: Sequence[int]) -> str:
        """The same of all seats, in short."""
        return " : ".join(str(each) for each in gained)

    def wrong_bags(self, number: int, was: Sequence[int], right: Sequence[int]) -> str:
        """That game `number` was played with other bags than those that the results before now say."""
        sentence = _("Game %(number)s was played with %(was)s; it should have been %(right)s.")
        return str(sentence % {"number": number, "was": self.bags(was), "right": self.bags(right)})

    # Records in progress

    def earlier_missing(self) -> DomainError:
        return Invalid("part_missing", _("An earlier part isn’t saved yet. Load the page anew."), status=409)

    def not_understood(self) -> DomainError:
        return Invalid("not_understood", _("This isn’t a part of the game as a record has it."))

    def saved_differently(self) -> DomainError:
        return DomainError("saved_differently", _("This part was saved differently by somebody else."))

    def later_saved(self) -> DomainError:
        return DomainError("later_parts", _("A later part is saved already. Take that one back first."))

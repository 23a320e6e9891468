"""What people see of a game system: the one interface by which pages know how a game looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django_stubs_ext import StrOrPromise

from games.engine.core.evidence import Difference
from games.models import ClubEdition, Game, GameResult
from games.pages.core.answers import Entry
from games.pages.core.context import GameContext
from games.pages.core.rules import ForArbiters, Rule
from games.pages.core.table import TableWords
from games.pages.core.ways import Way


class ViolationView(Protocol):
    """What is wrong, in the reader's language, and the rule's number."""

    @property
    def text(self) -> str: ...

    @property
    def rule(self) -> str: ...

    @property
    def code(self) -> str: ...


class ReportView(Protocol):
    """A report as pages show it. `winner` is the name of a seat; `score` the numbers that count in one line, empty
    where they aren't known; `parts` how many parts of the game are told."""

    @property
    def legal(self) -> bool: ...

    @property
    def complete(self) -> bool: ...

    @property
    def is_readable(self) -> bool: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def score(self) -> str: ...

    @property
    def parts(self) -> int: ...

    @property
    def violations(self) -> Sequence[ViolationView]: ...


class ReplayView(Protocol):
    """A game step by step. The same `version` is the same pictures for ever."""

    @property
    def version(self) -> str: ...

    @property
    def last(self) -> int: ...


class GamePages(Protocol):
    """The pages of one game system. Each page function renders what it is given and decides nothing: who may do what is
    in the context. A `report` is what the same system's `report` made, a `replay` what its `replay` made."""

    @property
    def key(self) -> str: ...

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The forms by which a game is entered, by the word that is their address below the game's."""
        ...

    @property
    def workers(self) -> Mapping[str, str]:
        """Scripts that are served at the root, as they may only serve what is below them: templates by file name."""
        ...

    @property
    def styles(self) -> tuple[str, ...]:
        """Style sheets of what the game shows on any page, as static files are named. What only one of its forms needs
        stands in that form's head."""
        ...

    @property
    def artwork(self) -> str:
        """The SVG sprite with the game's line drawings, as static files are named: its symbols are `strip` (300 by 60,
        for heads of pages) and `winner` (96 by 96). At most two colours: `currentColor` and `var(--art)`."""
        ...

    # For the style page, which shows every component

    def style_head(self) -> SafeString:
        """Styles and scripts of what only this game's pages show."""
        ...

    def style_sample(self) -> SafeString:
        """A sample of everything that only this game's pages show; may stand on a page several times."""
        ...

    # Words

    @property
    def table(self) -> TableWords:
        """What is said about choices at the table and records in progress."""
        ...

    @property
    def rules(self) -> Sequence[Rule]:
        """The rules by their numbers, for a page that reports lead to; none where the game doesn't tell them."""
        ...

    @property
    def rules_note(self) -> StrOrPromise:
        """What the letters before the rules' numbers mean."""
        ...

    @property
    def for_arbiters(self) -> ForArbiters | None:
        """Which of the rules are rulings of ours, and what arbiters are asked; None where the game tells the rules in
        one list."""
        ...

    def seat_in_words(self, side: str) -> str:
        """The name of a seat, for people."""
        ...

    def report(self, report: Mapping[str, Any], names: Mapping[str, str] | None = None) -> ReportView:
        """A stored report (its JSON as read). `names`: the players' by the names of their seats, as far as known."""
        ...

    def sentence(self, violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
        """What a violation says, in the reader's language."""
        ...

    def refusals(self, least_grade: str) -> Mapping[str, str | Promise]:
        """Why a document doesn't count where the event asks for that grade, as far as this game says it in other words
        than `games.pages.refusals.REFUSALS`."""
        ...

    def variants_in_words(self, said: Mapping[str, Any], variants: Mapping[str, Any]) -> list[str]:
        """How a document's variants differ from those of the game: a sentence each."""
        ...

    def evidence_in_words(self, grade: str, kind: str, parts: int) -> str:
        """What is proven about a result of that kind, in a sentence. `parts`: how many are told of a game that was
        broken off."""
        ...

    # Parts of the game's page

    def head(self, ctx: GameContext) -> SafeString:
        """Scripts and styles that the game's page needs."""
        ...

    def desk_entry(self, least_grade: str) -> str:
        """The form that the desk enters a game by where the event asks for that grade: a key of `entries`."""
        ...

    def title(self, ctx: GameContext, report: Any) -> str:
        """The game in one line: the players, and the score where it is known."""
        ...

    def seat_score(self, ctx: GameContext, report: Any, seat: int) -> SafeString:
        """What a seat has scored, beside its name."""
        ...

    def score_label(self) -> str:
        """What the large numbers count."""
        ...

    def verdict(
        self,
        report: Any,
        names: Mapping[str, str],
        *,
        grade: str = "",
        is_bare: bool = False,
    ) -> SafeString:
        """What the rules say to a document, with its score. `is_bare`: inside of a card."""
        ...

    def score_notes(self, ctx: GameContext, report: Any) -> SafeString:
        """What stands below the score."""
        ...

    def details(self, ctx: GameContext, report: Any) -> SafeString:
        """The game part by part and step by step, with the set-up that was said at the table."""
        ...

    def set_up_todo(self, ctx: GameContext, *, with_words: bool = False) -> SafeString:
        """What there is for the reader to say of the set-up. `with_words`: with what is said already."""
        ...

    def hand_in_ways(self, ctx: GameContext) -> Sequence[Way]:
        """The ways to hand the game in that the event takes, the usual one first."""
        ...

    def desk_ways(self, ctx: GameContext) -> SafeString:
        """The same for the desk: buttons."""
        ...

    def begun_in_words(self, report: Any, name: str) -> str:
        """That somebody handed in the beginning of a game that ended early."""
        ...

    def broken_off_in_words(self, report: Any, *, name: str, score: str, policy: str) -> str:
        """That a game was broken off, as somebody has it, and what it counts."""
        ...

    def conflict(
        self, ctx: GameContext, names: Sequence[str], reports: Sequence[Any], difference: Difference
    ) -> ConflictView:
        """Where two versions differ. `names`: whose they are."""
        ...

    def slip(self, seats: Sequence[Any]) -> SafeString:
        """The grid of a result slip. `seats` have a `side`."""
        ...

    def slip_hint(self) -> str:
        """What is to be written where on the slip, and that there is another way."""
        ...

    # Editions of the rules

    def edition_assumed(self, data: Mapping[str, Any]) -> Sequence[str]:
        """How much of an edition is assumed, in words; empty where nothing is."""
        ...

    def edition_body(self, data: Mapping[str, Any]) -> SafeString:
        """What an edition says."""
        ...

    def edition_values(self, data: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        """Every single value of an edition, in words, by its place in words: what two editions are compared by."""
        ...

    def edition_form(self, sent: QueryDict | None, *, title: str, data: Mapping[str, Any], seen: str) -> Any:
        """The form by which a club types in its edition: an `EditionFormView`."""
        ...

    def edition_form_after_others(self, form: Any, edition: ClubEdition) -> Any:
        """The form as it was sent, on the edition as somebody else changed it meanwhile."""
        ...

    def edition_form_parts(self, form: Any) -> SafeString:
        """Links to the parts of a long form."""
        ...

    def edition_form_body(self, form: Any) -> SafeString:
        """The fields of the form but for the title."""
        ...

    # The game step by step

    def replay(self, game: Game, result: GameResult | None) -> ReplayView | None:
        """The steps of the present result; None where nothing tells them."""
        ...

    def replay_part(self, ctx: GameContext, report: Any) -> SafeString:
        """The steps as a part of a page, at the one that the address names; empty where nothing tells them."""
        ...

    def all_steps(self, game: Game, replay: Any, picture_address: str) -> str:
        """All steps as one fragment. `picture_address` as in `Addresses`."""
        ...

    def picture(self, replay: Any, step: int) -> str | None:
        """The position after a step as an SVG that stands alone; None where there is none."""
        ...


class ConflictView(Protocol):
    """The first thing on which two versions differ, as a lead and a list, and both compared part by part: rows of a
    table with two columns."""

    @property
    def lead(self) -> SafeString: ...

    @property
    def rows(self) -> SafeString: ...

    @property
    def label(self) -> str: ...

    @property
    def part(self) -> str:
        """What a part of the game is called."""
        ...

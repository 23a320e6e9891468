"""A game system: the one interface by which the service knows a game's rules.

Outside its own folder and its own pages a game is seats, places and numbers (`Judged`): no word of its own occurs here.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.engine.core.choices import Choice
from games.engine.core.evidence import Difference, Grade, NamedSetUp
from games.engine.core.judged import Judged
from games.engine.core.numbers import NumberSpec
from games.engine.core.replay import Step
from games.engine.core.report import SystemReport
from games.engine.core.seats import Seat, SeatNames


class GameEdition(Protocol):
    """A playable edition of a game system: the key that documents name it by, and the hash of its content."""

    @property
    def key(self) -> str: ...

    @property
    def content_hash(self) -> str: ...

    @property
    def title(self) -> str: ...

    def as_data(self) -> dict[str, Any]:
        """The edition as plain JSON values: what `read_edition` reads."""
        ...


class EditionRefusedError(ValueError):
    """Data that is no playable edition."""

    def places(self) -> Mapping[str, str]:
        """The faults by their dotted place in the data; empty where the shape as a whole is wrong."""
        return {place: template % params for place, (template, params) in self.sentences().items()}

    def sentences(self) -> Mapping[str, tuple[str, Mapping[str, str | int]]]:
        """As `places`, to be translated: English templates and what fills them."""
        return {}


class GameSystem(Protocol):
    """The rules of one game. Everything is a function of its arguments; nothing a user can send raises.

    `editions`: further editions by key, beside the shipped ones, which they can't replace. Documents are the system's
    own typed values, from `parse`; reports are its own structs, from the checks.
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def engine_version(self) -> str: ...

    @property
    def formats(self) -> tuple[str, ...]: ...

    @property
    def grades(self) -> tuple[Grade, ...]:
        """The grades of proof that documents of this game can have, the best first."""
        ...

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that a game can have, the least first."""
        ...

    def players_of(self, edition: GameEdition) -> tuple[int, ...]:
        """Those of `players` that an edition is for, the least first."""
        ...

    @property
    def draws_starter(self) -> bool:
        """Whether the players find out at the table who starts, or nobody does: then no set-up says it."""
        ...

    @property
    def seat_names(self) -> SeatNames:
        """The names of the seats in documents and reports, one for each player at most."""
        ...

    @property
    def numbers(self) -> tuple[NumberSpec, ...]:
        """The numbers of a result for each seat. The first is the game's own score: game points, where an event asks
        for one number of any game."""
        ...

    @property
    def typed_numbers(self) -> int:
        """How many of the declared numbers, the first ones, make a score that somebody types in one line; 0 where the
        places are typed alone."""
        ...

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that can be said at the table before and during a game."""
        ...

    @property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """The ways in which an event can play the game: the choices that are said at the table, by the key that the
        event's rules name the way by. "base" says none."""
        ...

    @property
    def fixed_variants(self) -> Mapping[str, Mapping[str, Any]]:
        """The variants that every game of a way has, by the way's key; none for a way that isn't named."""
        ...

    def options(self, choice: str, edition: GameEdition) -> tuple[str, ...]:
        """The values that an edition has for the choice of that key."""
        ...

    @property
    def editions(self) -> Mapping[str, GameEdition]:
        """The shipped editions by key, the newest last."""
        ...

    def read_edition(self, data: bytes | str) -> GameEdition:
        """Make an edition's JSON playable. Raises EditionRefusedError, saying what is wrong."""
        ...

    def check(self, data: bytes | str, editions: Mapping[str, GameEdition] = ...) -> SystemReport:
        """Judge one document, given as JSON (bytes are UTF-8)."""
        ...

    def check_document(self, document: object, editions: Mapping[str, GameEdition] = ...) -> SystemReport:
        """Judge one document, given as decoded JSON or as the system's own typed value."""
        ...

    def is_notation(self, text: str) -> bool:
        """Whether a text is meant to be in the system's text notation rather than JSON; its beginning tells. Never,
        where the system has none."""
        ...

    def check_text(self, text: str, editions: Mapping[str, GameEdition] = ...) -> SystemReport:
        """Judge one document as somebody types or pastes it: in the system's text notation, or as JSON."""
        ...

    def check_encoded(self, data: bytes | str, editions: Mapping[str, GameEdition] = ...) -> bytes:
        """As `check`, with the report as JSON in UTF-8. The quickest way from bytes to bytes."""
        ...

    def typed_score(
        self,
        set_up: Mapping[str, Any],
        numbers: Sequence[tuple[int, ...]],
        editions: Mapping[str, GameEdition] = ...,
    ) -> SystemReport:
        """The report on a score of which some of the `typed_numbers` are known, each by seat: the first, maybe those
        after it. Illegal where no game ends so, incomplete where these numbers don't tell the places; what isn't known
        is left out. ValueError in a game whose scores aren't typed."""
        ...

    def report_on_nothing(self) -> SystemReport:
        """What stands for the report on a document that was erased, and that held no legal game: it is about no
        document, and says nothing against it."""
        ...

    def judged(self, report: SystemReport) -> Judged:
        """One of the system's own reports in seats, places and numbers."""
        ...

    def places_so_far(self, judged: Judged) -> tuple[int, ...]:
        """The places that a legal game would end with if it ended as it stands: what an abandoned game may count."""
        ...

    def read_report(self, value: Mapping[str, Any]) -> SystemReport:
        """A report of this system that was kept as plain JSON values. Raises ValueError for anything else."""
        ...

    def parse(self, data: bytes | str) -> object | None:
        """The typed document, from JSON or the system's text notation; None where it isn't one."""
        ...

    def grade(self, document: object) -> Grade:
        """The grade of proof of a parsed document. TypeError for anything but a parsed document."""
        ...

    def set_up(self, document: object) -> NamedSetUp:
        """The set-up that a parsed document names."""
        ...

    def begun_record(self, set_up: Mapping[str, Any], parts: Sequence[Any]) -> dict[str, Any]:
        """A record of the best grade as decoded JSON: this set-up, and the parts that were told so far."""
        ...

    def beginning(self, document: object, parts: int) -> object:
        """The first parts of a parsed record, as somebody hands in a game that was broken off then."""
        ...

    def told_part(self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition) -> Any:
        """The next part of a record, after the parts before, as a record tells it: plain JSON values. `sent` is what a
        player or a program sent; whether it is legal isn't looked at. Raises ValueError for what is no such part."""
        ...

    def parts_agree(self, first: Any, second: Any) -> bool:
        """Whether two parts of records tell the same."""
        ...

    def variants_agree(self, said: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        """Whether the variants that a document tells are those of its game, as far as both go: of a game that ended
        early either may know more than the other. Both have the same names."""
        ...

    def variants_after(self, variants: Mapping[str, Any], losers: Sequence[Seat]) -> dict[str, Any]:
        """The variants of the next game in a series that is played with `variants`, after games with these losers, in
        order; what the rules say that a lost game changes."""
        ...

    def digest(self, document: object) -> str:
        """SHA-256 (hex) of the game that a parsed document tells, however it is written."""
        ...

    def first_difference(
        self, first: object, second: object, editions: Mapping[str, GameEdition] | None = ...
    ) -> Difference | None:
        """The first difference of two legal documents of one game, at the coarser of their grades; None: they agree."""
        ...

    def random_game(
        self,
        rng: random.Random,
        *,
        players: int,
        starter: Seat | None,
        edition: GameEdition,
        variants: Mapping[str, object],
    ) -> object:
        """A complete legal document of the best grade, played at random in that set-up; as repeatable as `rng`.
        `starter`: None where the rules or lots are to say who starts."""
        ...

    def at_grade(self, document: object, grade: Grade, edition: GameEdition) -> object:
        """A complete legal document of the best grade, told at that grade."""
        ...

    def replay(self, document: object, editions: Mapping[str, GameEdition] | None = ...) -> Sequence[Step]:
        """A parsed, legal document told step by step, from the start to who wins; as fine as its grade tells. Empty
        where it isn't legal, or tells no steps."""
        ...

    def encode(self, document: object) -> bytes:
        """A parsed document as it is handed in."""
        ...

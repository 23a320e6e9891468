"""What a form of a game system answers: a page, a fragment, or what the reader wants done.

Whether that may be done, and where one goes on afterwards, is decided by whoever arranged the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.forms import Form
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from games.pages.core.context import GameContext
from magistrar_site.shared.errors import DomainError


@dataclass(frozen=True)
class Sent:
    """What came with a request. `rest` is what follows the form's own address; `body` the bytes as they came, empty
    where they were read as a form with files."""

    method: str
    data: Mapping[str, Any]
    files: MultiValueDict[str, UploadedFile]
    body: bytes = b""
    rest: str = ""

    @property
    def is_post(self) -> bool:
        return self.method == "POST"


@dataclass(frozen=True)
class EntryPage:
    """A page to enter something on. `head`: scripts and styles; `before`: what stands above the form and its errors.
    `report`: the engine's, on what was sent. `form` is the one whose errors are shown. `is_whole`: the body is the
    whole page, with a head of its own."""

    title: str
    body: SafeString
    head: SafeString | str = ""
    before: SafeString | str = ""
    form: Form | None = None
    report: Mapping[str, Any] | None = None
    status: int = 200
    is_whole: bool = False


@dataclass(frozen=True)
class Fragment:
    """Part of a page, or a script."""

    content: str
    content_type: str = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Json:
    """An answer to a script."""

    value: Any
    status: int = 200


@dataclass(frozen=True)
class Elsewhere:
    """The reader goes on at another address; `warning` is told there."""

    address: str
    warning: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of handing in: a refusal in words, and the report on what was refused where that explains it."""

    refusal: str = ""
    report: Mapping[str, Any] | None = None
    status: int = 200


NO_OUTCOME = Outcome()


@dataclass(frozen=True)
class HandIn:
    """A document to be handed in. `again` makes the page anew where it is refused. `is_beginning`: it tells a game that
    ended early."""

    body: bytes
    form: Form
    again: Callable[[GameContext, Outcome], EntryPage]
    is_beginning: bool = False


@dataclass(frozen=True)
class SavePart:
    """A part of a record in progress to be kept, under a key; `replaces` is the version that it takes the place of.
    A form without a script is answered with a page, or where one goes on."""

    number: int
    part: Any
    key: str
    replaces: str
    then: Callable[[GameContext], Json | Elsewhere]
    refused: Callable[[GameContext, DomainError], Json | EntryPage]


@dataclass(frozen=True)
class TakePartBack:
    """The last part of a record in progress to be taken off, where it is still that version."""

    number: int
    version: str
    then: Callable[[GameContext], Json]
    refused: Callable[[GameContext, DomainError], Json]


@dataclass(frozen=True)
class ClearParts:
    """All parts of a record in progress to be taken off, where the last one is still that version. It is asked for by a
    form without a script."""

    version: str
    then: Callable[[GameContext], Elsewhere]
    refused: Callable[[GameContext, DomainError], EntryPage]


@dataclass(frozen=True)
class KeepSecret:
    """What the reader's own seat keeps to itself of a record in progress, under a key; `replaces` is the version that
    it takes the place of. `opens`: it is laid open for everybody at the table."""

    secret: Any
    key: str
    replaces: str
    opens: bool
    then: Callable[[GameContext], Json]
    refused: Callable[[GameContext, DomainError], Json]


@dataclass(frozen=True)
class Deal:
    """The cards of the game to be dealt."""

    then: Callable[[GameContext], Json]
    refused: Callable[[GameContext, DomainError], Json]


@dataclass(frozen=True)
class ShareCards:
    """The cards of `seat` to be shown on the device of `host` too; on its own alone where both are the same."""

    seat: int
    host: int
    then: Callable[[GameContext], Json]
    refused: Callable[[GameContext, DomainError], Json]


@dataclass(frozen=True)
class OpenDeal:
    """What was dealt to be told to everybody."""

    then: Callable[[GameContext], Json]
    refused: Callable[[GameContext, DomainError], Json]


@dataclass(frozen=True)
class SaySetUp:
    """What was said at the table of a game's set-up, by the names of its parts. `replaces`: what stood there as the
    page was made. `again` makes the page anew where it is refused; `then` is the form that one goes on to."""

    said: Mapping[str, Any]
    replaces: Mapping[str, Any] | None
    again: Callable[[GameContext, Any], EntryPage]
    then: str = ""


@dataclass(frozen=True)
class SayNext:
    """What was turned up for part `number`, from a script: a value of the choice of that key."""

    choice: str
    number: int
    value: str
    replaces: str
    then: Callable[[GameContext], Json]
    refused: Callable[[GameContext, DomainError], Json]


ForScript = SavePart | TakePartBack | ClearParts | KeepSecret | SayNext | Deal | ShareCards | OpenDeal
"""What a script wants done; it is told how things stand then, or why not."""

Answer = EntryPage | Fragment | Json | Elsewhere | HandIn | SaySetUp | ForScript


READ, WRITE = ("GET", "HEAD"), ("POST",)


@dataclass(frozen=True)
class Below:
    """Something below the address of a form, and how it is asked for. `is_script`: by a script, which is answered in
    JSON, refusals too; `is_polled`: again and again, so that what didn't change needn't be made anew."""

    methods: tuple[str, ...] = READ + WRITE
    is_script: bool = False
    is_polled: bool = False


@dataclass(frozen=True)
class Entry:
    """A form by which something of a game is entered. `answer` is asked for its page and for what is below it, by the
    first word of that address. `is_fresh`: a browser keeps nothing of it."""

    answer: Callable[[GameContext, Sent], Answer]
    below: Mapping[str, Below] = field(default_factory=dict)
    methods: tuple[str, ...] = READ + WRITE
    is_fresh: bool = False

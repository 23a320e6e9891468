"""What a game system is: the one interface by which the service knows a game's rules."""

from collections.abc import Mapping
from typing import Protocol

from games.engine.core.report import Report, Violation


class GameEdition(Protocol):
    """A playable edition of a game system: the key that documents name it by, and the hash of its content."""

    @property
    def key(self) -> str: ...

    @property
    def content_hash(self) -> str: ...


class GameSystem(Protocol):
    """The rules of one game. Everything is a function of its arguments; nothing a user can send raises.

    `editions`: further editions by key, beside the shipped ones, which they can't replace.
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
    def editions(self) -> Mapping[str, GameEdition]:
        """The shipped editions by key."""
        ...

    def read_edition(self, data: bytes | str) -> GameEdition:
        """Make an edition's JSON playable. Raises ValueError, saying what is wrong."""
        ...

    def check(self, data: bytes | str, editions: Mapping[str, GameEdition] = ...) -> Report:
        """Judge one document, given as JSON (bytes are UTF-8)."""
        ...

    def check_document(self, document: object, editions: Mapping[str, GameEdition] = ...) -> Report:
        """Judge one document, given as decoded JSON or as the system's own typed value."""
        ...

    def check_encoded(self, data: bytes | str, editions: Mapping[str, GameEdition] = ...) -> bytes:
        """As `check`, with the report as JSON in UTF-8. The quickest way from bytes to bytes."""
        ...

    def message_template(self, violation: Violation) -> str:
        """The English template of a violation's message, to be translated and filled with its `params`."""
        ...

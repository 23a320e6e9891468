"""Refusals: actions that the rules of the service, not of the game, forbid."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise


class DomainError(Exception):
    """An action that was refused. Shown as the API's one error envelope or as a message on a form.

    `code` is stable and meant for programs, `message` is a sentence for people (translated lazily), `fields` maps the
    name of an input to what is wrong with it, `status` is the HTTP status that says the same.
    """

    status = 409

    def __init__(
        self,
        code: str,
        message: str | Promise,
        *,
        fields: Mapping[str, str | Promise] | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.fields: dict[str, str | Promise] = dict(fields or {})
        if status is not None:
            self.status = status

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class NotAllowed(DomainError):  # noqa: N818 # a refusal, named as the API's code says it
    """The actor's roles or link don't give this action."""

    status = 403


class NotFound(DomainError):  # noqa: N818 # likewise
    """The subject of the action doesn't exist, or may not be seen by this actor."""

    status = 404


class Invalid(DomainError):  # noqa: N818 # likewise
    """The input can't be taken as it is; `fields` says where."""

    status = 422

"""The sentences of a system's violations, and the one way to make a violation of a game for 2 to N players."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.multiplayer import SeatViolation

_LONGEST_NUMBER = 20  # digits shown of a number
_MOST = 10**_LONGEST_NUMBER

Templates = Mapping[tuple[str, str | None], str]
"""English templates, marked by `gettext_noop`, by a violation's code and its `reason`; its rule where it has none."""


class Sentences:
    """A system's templates. A page in another language finds a violation's template again, translates and fills it."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def template(self, code: str, rule: str | None, params: Mapping[str, str | int]) -> str:
        """The English template of a violation; `template % params` is its message."""
        reason = params.get("reason")
        return self._templates[code, rule if reason is None else str(reason)]

    def violation(
        self,
        code: str,
        rule: str | None,
        *,
        turn: int | None = None,
        seat: str | None = None,
        position: int | None = None,
        **params: str | int,
    ) -> SeatViolation:
        """Make a violation; where it stands is among its parameters. `reason` tells apart what one rule can forbid."""
        for name, value in (("turn", turn), ("seat", seat), ("position", position)):
            if value is not None:
                params[name] = value
        shown = {name: shortened(value) for name, value in params.items()}
        return SeatViolation(code, rule, turn, seat, position, self.template(code, rule, params) % shown, params)


def shortened(value: str | int) -> str | int:
    """A value as somebody sent it, cut in a sentence where it is a number longer than anybody reads; parameters keep it
    whole."""
    if isinstance(value, int) and not -_MOST < value < _MOST:
        return f"{str(value)[:_LONGEST_NUMBER]}…"
    return value

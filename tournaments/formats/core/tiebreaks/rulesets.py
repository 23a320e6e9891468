"""The editions of FIDE's tie-break regulations (C.07) that standings can be kept by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.formats.core.messages import gettext_noop as _


class UnknownRulesetError(KeyError):
    """No edition has this key."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One edition. `name` and `explained` (which rules a column follows) are English messages. `dummy_capped`: the
    dummy opponent of an unplayed round scores no more than C.07 16.4 allows."""

    key: str
    name: str
    explained: str
    dummy_capped: bool


_EDITIONS = (
    Ruleset(
        "fide-2026",
        _("FIDE C.07, in force from 1 March 2026"),
        _("by FIDE’s rules for tie-breaks of 1 March 2026 (C.07)"),
        dummy_capped=True,
    ),
    Ruleset(
        "fide-2024",
        _("FIDE C.07, in force from 1 August 2024"),
        _("by FIDE’s rules for tie-breaks of 1 August 2024 (C.07)"),
        dummy_capped=False,
    ),
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType({edition.key: edition for edition in _EDITIONS})


def ruleset_for(key: str) -> Ruleset:
    """The edition with that key; UnknownRulesetError where there is none."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRulesetError(key) from None

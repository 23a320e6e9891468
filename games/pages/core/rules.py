"""The rules of a game, by the numbers that reports name them by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Rule:
    """A rule in a sentence, with its numbers."""

    numbers: tuple[str, ...]
    text: str | Promise


def rule_link(system: str, number: str, rules: Sequence[Rule]) -> SafeString:
    """The number of a rule as a link to what it says, in brackets; without a link where the game doesn't tell it, and
    empty for no number."""
    if not number:
        return SafeString("")
    words = _("rule %(rule)s") % {"rule": number}
    if not any(number in rule.numbers for rule in rules):
        return format_html("({})", words)
    return format_html('(<a href="{}#{}">{}</a>)', reverse("games:rules", args=[system]), number, words)

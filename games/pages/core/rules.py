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
    """A rule in a sentence, with its numbers. `is_told_first`: players who know the game may play it otherwise, so an
    arbiter tells them before the first round."""

    numbers: tuple[str, ...]
    text: str | Promise
    is_told_first: bool = False


@dataclass(frozen=True)
class Advice:
    """What an arbiter is asked, and what we answer."""

    question: str | Promise
    answer: str | Promise


@dataclass(frozen=True)
class ForArbiters:
    """What an arbiter needs at the table. `rulings`: those of the rules that the rulebook leaves open."""

    rulings: tuple[Rule, ...]
    questions: tuple[Advice, ...]


def rule_link(system: str, number: str, rules: Sequence[Rule]) -> SafeString:
    """The number of a rule as a link to what it says, in brackets; without a link where the game doesn't tell it, and
    empty for no number."""
    if not number:
        return SafeString("")
    words = _("rule %(rule)s") % {"rule": number}
    if not any(number in rule.numbers for rule in rules):
        return format_html("({})", words)
    return format_html('(<a href="{}#{}">{}</a>)', reverse("games:rules", args=[system]), number, words)

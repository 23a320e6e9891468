"""What players are asked, and what they answered."""

from __future__ import annotations

from decimal import Decimal

from django import template
from django.utils.formats import number_format

from tournaments.models import EntryAnswer
from tournaments.services.entries.asking.details import answer_words

register = template.Library()


@register.filter
def cents(amount: int) -> str:
    """An amount in hundredths as people write it."""
    return number_format(Decimal(amount) / 100, decimal_pos=2 if amount % 100 else 0)


@register.filter
def answer(said: EntryAnswer | None) -> str:
    """An answer for people; empty where there is none."""
    return answer_words(said.question, said.text) if said is not None else ""

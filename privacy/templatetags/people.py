from __future__ import annotations

from typing import Any

from django import template

from games.enums import Action
from games.selectors.clubs import club_role_of, clubs_of
from games.services.permissions import role_allows
from magistrar_site.shared.acts import act_of
from privacy.selectors.people import claims_to_answer

register = template.Library()


@register.simple_tag(takes_context=True)
def claims_waiting(context: template.Context) -> list[tuple[Any, int]]:
    """The clubs of the signed-in organiser in which claims wait for an answer, with how many."""
    actor = act_of(context["request"]).actor
    clubs = [club for club in clubs_of(actor) if role_allows(club_role_of(actor, club), Action.MANAGE_ENTRIES)]
    counted = [(club, claims_to_answer(club).count()) for club in clubs]
    return [(club, count) for club, count in counted if count]

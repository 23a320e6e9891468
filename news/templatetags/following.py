from __future__ import annotations

from typing import Any

from django import template

from news.selectors.follows import is_following

register = template.Library()


@register.inclusion_tag("news/follow_button.html", takes_context=True)
def follow_button(context: dict[str, Any], kind: str, key: str) -> dict[str, Any]:
    """The button with which an account follows a player, a club or an event, or stops it; strangers are led to sign in.
    One query for who has signed in, none for strangers."""
    request = context["request"]
    user = request.user
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "kind": kind,
        "key": key,
        "is_signed_in": user.is_authenticated,
        "is_following": user.is_authenticated and is_following(user.pk, kind, key),
    }

"""The row of tabs on the pages by which an event is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import act_of
from tournaments.models import Event
from tournaments.selectors.events import cancellations_of
from tournaments.services.attention import waiting_count
from tournaments.services.permissions import actions_of

register = template.Library()


@dataclass(frozen=True, slots=True)
class Tab:
    """`address`: the name of the page that the tab leads to. `below`: further pages that belong to it, by name."""

    label: str | Promise
    address: str
    needs: Action
    below: frozenset[str] = frozenset()
    of_ladders: bool = False  # for ladders alone


TABS = (
    Tab(_("Overview"), "manage", Action.VIEW),
    Tab(_("Ladder"), "manage_ladder", Action.VIEW, frozenset({"challenge_ruling"}), of_ladders=True),
    Tab(
        _("Results"),
        "results_desk",
        Action.DESK,
        frozenset({"rule", "penalties", "bracket_desk", "match_decide", "bracket_follow", "fixtures", "fixture"}),
    ),
    Tab(
        _("Players"),
        "players",
        Action.RULE,
        frozenset(
            {
                "names_add",
                "list_add",
                "claims_decide",
                "entry_step",
                "entry_under_16",
                "entry_reassigned",
                "entry_taken_over",
                "wishes",
            }
        ),
    ),
    Tab(
        _("Check-in"),
        "desk",
        Action.DESK,
        frozenset(
            {
                "desk_open",
                "desk_close",
                "desk_all",
                "desk_only",
                "desk_in",
                "desk_out",
                "details",
                "entry_details",
                "fee",
            }
        ),
    ),
    Tab(_("Print"), "papers", Action.VIEW, frozenset({"links"})),
    Tab(
        _("Settings"),
        "event_settings",
        Action.MANAGE_EVENT,
        frozenset(
            {
                "event_about",
                "asking",
                "event_edition",
                "event_role_set",
                "event_stages",
                "planned_rounds",
                "event_copy",
                "event_format",
                "event_cancel",
                "event_restore",
                "event_delete",
            }
        ),
    ),
    Tab(_("Log"), "log", Action.VIEW),
)


@register.inclusion_tag("tournaments/organiser_tabs.html", takes_context=True)
def organiser_tabs(context: template.Context, event: Event) -> dict[str, Any]:
    """The tabs that the reader's roles in the event open; that of the page itself is the current one."""
    request = context["request"]
    actions = actions_of(act_of(request).actor, event)
    page = request.resolver_match.url_name if request.resolver_match else ""
    current = next((tab for tab in TABS if page == tab.address or page in tab.below), TABS[0])
    known = context.get("attention")
    return {
        "event": event,
        "attention_count": waiting_count(event) if known is None else len(known),
        "tabs": [
            (tab, tab is current) for tab in TABS if tab.needs in actions and (event.has_ladder or not tab.of_ladders)
        ],
    }


@register.simple_tag
def cancellation(event: Event) -> str:
    """Why the event was cancelled, as its organiser said; empty where that was erased."""
    return cancellations_of([event]).get(event.key, "")

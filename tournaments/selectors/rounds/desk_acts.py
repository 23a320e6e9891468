"""What somebody at the desk did last, as far as it still counts: to be said, and to be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.selectors.games import result_facts_of
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.selectors.facts import facts_of_kinds
from tournaments.models import Event

KINDS = ("game.entered", "submission.answered")
MOST = 60
LATELY = timedelta(minutes=20)


@dataclass(frozen=True, slots=True)
class DeskAct:
    """An entry of the desk, or its yes to a submission (its key), by the number of the fact that still says how the
    game ended."""

    game_key: str
    number: int
    at: datetime
    submission: str = ""


def desk_acts(event: Event, actor: Actor, now: datetime) -> list[DeskAct]:
    """The newest first: two queries."""
    facts = facts_of_kinds(event.stream, KINDS).filter(actor=str(actor), at__gt=now - LATELY)
    found = [
        DeskAct(fact.members["game"], fact.number, fact.at, fact.members.get("submission", ""))
        for fact in facts.prefetch_related(None).order_by("-number")[:MOST]
        if fact.kind == "game.entered" or fact.members.get("seat") is None
    ]
    return _standing(found)


def _standing(acts: Sequence[DeskAct]) -> list[DeskAct]:
    facts = result_facts_of([act.game_key for act in acts]) if acts else {}
    return [act for act in acts if facts.get(act.game_key) == act.number]

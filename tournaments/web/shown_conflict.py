"""What the players of a game and the staff see where its versions don't agree, and what an arbiter decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.engine.core.evidence import Difference
from games.enums import GameState
from games.pages.core.pages import ReportView
from games.services.conflicts import conflict_of
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.selectors.facts import fact_numbered
from magistrar_site.shared.selectors.reasons import Reason, reasons_of

if TYPE_CHECKING:
    from games.models import Confirmation, Game, Submission

NO_REASON = Reason("")


@dataclass(frozen=True)
class Version:
    """Something that was handed in: by whom, what it shows, and why it doesn't count where it doesn't."""

    submission: Submission
    by: str
    report: ReportView
    refusal: str


@dataclass(frozen=True)
class ShownConflict:
    """Two standing versions beside each other, and the first thing on which they differ."""

    first: Version
    second: Version
    difference: Difference


@dataclass(frozen=True)
class Dispute:
    """Somebody's no to what was handed in, with the reason that he gave."""

    by: str
    at: datetime
    why: str


@dataclass(frozen=True)
class Decision:
    """What an arbiter last decided about a game: ruled, annulled or reopened. `by` is empty for an account without a
    name."""

    kind: str
    by: str
    at: datetime
    why: Reason


def shown_conflict(game: Game, versions: tuple[Version, ...]) -> ShownConflict | None:
    """The first two versions that differ; None where all say the same (a dispute without another version)."""
    if game.state != GameState.CONFLICTING:
        return None
    found = conflict_of(game)
    if found is None:
        return None
    by_pk = {version.submission.pk: version for version in versions}
    first, second = by_pk[found.first.pk], by_pk[found.second.pk]
    return ShownConflict(first, second, found.difference)


def shown_disputes(game: Game, versions: tuple[Version, ...], names: Mapping[int, str]) -> tuple[Dispute, ...]:
    """Who said no to a standing version, and why. `names` are by seat."""
    if game.state != GameState.CONFLICTING:
        return ()
    words: list[Confirmation] = [
        word
        for version in versions
        if version.submission.accepted and version.submission.fact_number > game.set_aside_to
        for word in version.submission.confirmations.all()
        if not word.confirms
    ]
    reasons = reasons_of(game.stream, [word.fact_number for word in words]) if words else {}
    return tuple(
        Dispute(
            names[word.seat] if word.seat else _("the desk"), word.at, reasons.get(word.fact_number, NO_REASON).text
        )
        for word in words
    )


def shown_decision(game: Game) -> Decision | None:
    """The newest decision that still matters; None where there was none."""
    is_decided = game.state in (GameState.RULED, GameState.ANNULLED)
    fact = fact_numbered(game.stream, game.result_fact if is_decided else game.set_aside_to)
    if fact is None or fact.kind not in {"game.ruled", "game.annulled", "game.reopened"}:
        return None
    kind, _colon, key = fact.actor.partition(":")
    user = users_by_keys([key]).get(key) if kind == "user" else None
    why = reasons_of(game.stream, [fact.number]).get(fact.number, NO_REASON)
    return Decision(fact.kind, user.name if user is not None else "", fact.at, why)

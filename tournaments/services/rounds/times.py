"""The times at which rounds and matches are played. Their games carry that time, so ratings and titles follow when it
changes."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from games.enums import Action
from games.services.games import games_lock, games_move
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import RoundAction
from tournaments.facts.rounds import MatchAgreed, RoundScheduled
from tournaments.models import Event, Match, MatchGame, Round
from tournaments.selectors.rounds.clock import time_of_games
from tournaments.services.permissions import require_event
from tournaments.services.rounds.states import round_for_change, stale_round
from tournaments.services.zone_times import require_year
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Game


@transaction.atomic
def round_schedule(
    *, act: Act, round_: Round, starts_at: datetime, ends_at: datetime | UnsetType | None = UNSET
) -> Round:
    """Set when the round starts, and until when it is played (None: not said; UNSET: as before), as everybody is told.
    Its games move to the start, but for those of matches with a time of their own. The same times once more are no
    change. A closed round needs a reason (Invalid `reason_missing`). Invalid `year_out_of_range`, `ends_too_early`."""
    require_event(act, round_.stage.event, Action.PAIR)
    games, found = _round_for_change(act, round_, MatchGame.objects.filter(match__round=round_, match__agreed_at=None))
    require_year(starts_at, field="starts_at")
    end = found.ends_at if ends_at is UNSET else ends_at
    if end is not None:
        require_year(end, field="ends_at")
        if end <= starts_at:
            raise Invalid(
                "ends_too_early",
                _("The round would end before it starts."),
                fields={"ends_at": _("Choose a time after the start.")},
            )
    is_same = (found.starts_at, found.ends_at) == (starts_at, end)
    if is_same and all(game.played_at == starts_at for game in games):
        return found
    event = found.stage.event
    scheduled = RoundScheduled(
        stage=found.stage.number,
        round=found.number,
        starts_at=starts_at,
        ends_at=UNSET if end == found.ends_at else end,
        moves_games=True,
    )
    fact = fact_append(act=act, stream=event.stream, fact=scheduled)
    found.starts_at, found.ends_at = starts_at, end
    found.save(update_fields=["starts_at", "ends_at"])
    games_move(stream=event.stream, games=games, played_at=starts_at, fact_number=fact.number)
    _tell(event)
    return found


@transaction.atomic
def match_agree(*, act: Act, match: Match, agreed_at: datetime | None) -> Match:
    """Note down when the two of a match agreed to play; None: when their round is played. The match's games move
    there. The same time once more is no change. In a closed round it needs a reason (Invalid `reason_missing`).
    Invalid `is_bye`, `year_out_of_range`; DomainError `stale` for a match that was taken back."""
    require_event(act, match.round.stage.event, Action.PAIR)
    games, round_ = _round_for_change(act, match.round, MatchGame.objects.filter(match=match))
    found = Match.objects.filter(pk=match.pk, is_void=False).first()
    if found is None:
        raise stale_round(round_)
    if found.bye:
        raise Invalid("is_bye", _("A bye has no start time."))
    if agreed_at is not None:
        require_year(agreed_at, field="agreed_at")
    if found.agreed_at == agreed_at:
        return found
    event = round_.stage.event
    number = agreed_time_set(act, round_, found, agreed_at)
    played_at = time_of_games(agreed_at, round_.starts_at, event.starts_at)
    games_move(stream=event.stream, games=games, played_at=played_at, fact_number=number)
    _tell(event)
    return found


def agreed_time_set(act: Act, round_: Round, match: Match, agreed_at: datetime | None) -> int:
    """Write a match's time; the number of its fact. Permission and locks are the caller's."""
    agreed = MatchAgreed(
        stage=round_.stage.number,
        round=round_.number,
        match=match.key,
        entries=[seat.entry.key for seat in match.seats.select_related("entry").order_by("position")],
        agreed_at=agreed_at,
    )
    fact = fact_append(act=act, stream=round_.stage.event.stream, fact=agreed)
    match.agreed_at = agreed_at
    match.save(update_fields=["agreed_at"])
    return fact.number


def _round_for_change(act: Act, round_: Round, links: QuerySet[MatchGame]) -> tuple[list[Game], Round]:
    """The games and the round under their locks: games first, then the stream, the order in which results lock."""
    links = links.filter(match__is_void=False)
    games = games_lock(games=links.values_list("game_id", flat=True))
    found = round_for_change(act, round_, RoundAction.SCHEDULE)
    if set(links.values_list("game_id", flat=True)) != {game.pk for game in games}:
        raise stale_round(found)  # a game was arranged meanwhile
    return games, found


def _tell(event: Event) -> None:
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=event.key))

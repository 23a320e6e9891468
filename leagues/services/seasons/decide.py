"""Decides ties that matter and play-offs: by a game, by lots, or by a ruling."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from leagues.enums import DecidedBy, DeciderKind, SeasonState
from leagues.facts.closing import DeciderArranged, DeciderDecided
from leagues.models import Decider, Season, SeasonEntry
from leagues.selectors.seasons import decider_by_key, deciders_of, division_numbered
from leagues.services.leagues.roles import event_roles_give
from leagues.services.seasons.begin_closing import deciders_name, entries_by_key
from leagues.services.seasons.change import require_reason, season_for_change
from leagues.services.seasons.league_event import league_event_make
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.services.entries.enter import Entrant, players_enter
from tournaments.services.events.finish import event_finish
from tournaments.services.events.life import event_call_off
from tournaments.services.events.overseen_presets import DECIDER, DECIDER_OF_MORE, overseen_event
from tournaments.services.events.start import event_start
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.zone_times import require_year

if TYPE_CHECKING:
    from tournaments.models import Event


def _for_decision(act: Act, season: Season, key: str, *, seen: int | None = None) -> tuple[Season, Decider]:
    season = season_for_change(act, season, SeasonState.CLOSING, seen=seen)
    return season, decider_by_key(season, key)


def _refuse_decided(decider: Decider) -> None:
    if decider.order:
        raise DomainError("decided", _("This is decided already. Take the decision back first."))


@transaction.atomic
def decider_arrange(*, act: Act, season: Season, key: str, starts_at: datetime) -> Decider:
    """Let a tie or play-off be played in an event of its own, whose first round is published: two play one match, more
    meet each other once. Pressed twice is once. DomainError `decided`, `wrong_season_state`."""
    season, decider = _for_decision(act, season, key)
    _refuse_decided(decider)
    if decider.event is not None and decider.event.state != EventState.CANCELLED:
        return decider
    require_year(starts_at, field="starts_at")
    league, by_key = season.league, entries_by_key(season)
    entries = [by_key[entry] for entry in decider.entries]
    preset = DECIDER if len(entries) == 2 else DECIDER_OF_MORE
    new = overseen_event(
        preset,
        name=f"{league.name}, {season.name}: {decider_name(season, decider)}",
        starts_at=starts_at,
        time_zone=league.time_zone,
        system=league.system,
        edition=league.edition,
        pool=league.pool if season.settings.rated else "",
    )
    event = league_event_make(act, league, new)
    decider.event = event
    decider.save(update_fields=["event"])
    event_roles_give(act, league, event)
    # Their entries have keys of their own: the division's have those of the season.
    players_enter(act=act, event=event, entrants=[Entrant(entry.player, act.ids.key()) for entry in entries])
    event = event_start(act=act, event=event)
    round_publish(act=act, round_=round_pair(act=act, stage=stage_of(event), number=1))
    fact = DeciderArranged(season=season.key, decider=decider.key, event=event.key)
    fact_append(act=act, stream=league.stream, fact=fact)
    return decider


def decider_name(season: Season, decider: Decider) -> str:
    """What a decider is called: what it is about, and where."""
    if decider.kind == DeciderKind.PLAYOFF:
        upper, lower = (division_numbered(season, decider.number + step).name for step in (0, 1))
        return gettext("Play-off %(upper)s / %(lower)s") % {"upper": upper, "lower": lower}
    return gettext("Decider, %(division)s") % {"division": division_numbered(season, decider.number).name}


@transaction.atomic
def decider_by_game(*, act: Act, season: Season, key: str) -> Decider:
    """Take the order over from the decider's event, which is finished by it. DomainError `not_arranged`, `still_level`
    where its table leaves players level, and what finishing refuses."""
    season, decider = _for_decision(act, season, key)
    _refuse_decided(decider)
    if decider.event is None:
        raise DomainError("not_arranged", _("No game is arranged for this. Arrange one, or decide otherwise."))
    event = decider.event
    if event.state != EventState.FINISHED:
        event = event_finish(act=act, event=event)
    order = _played_order(season, decider, event)
    return _decide(act, season, decider, DecidedBy.GAME, order)


def decision_follow(*, act: Act, season: Season, decider: Decider) -> None:
    """Take the order over again from the decider's event, whose result was put right. Permission and lock are the
    caller's. DomainError `still_level` where nobody is ahead any more."""
    if decider.event is None:
        return
    order = _played_order(season, decider, decider.event)
    if order != decider.order:
        _write(act, season, decider, DecidedBy.GAME, order)


def _played_order(season: Season, decider: Decider, event: Event) -> list[str]:
    """The order of the table of a decider's event."""
    table = standing_table(stage_of(event))
    rows = sorted(standing_rows(table) if table else (), key=lambda row: row.rank)
    if len({row.rank for row in rows}) < len(decider.entries):
        raise DomainError("still_level", _("They are still level. Draw lots, or rule with a reason."))
    by_player = {entry.player_id: entry.key for entry in _entries(season, decider)}
    return [by_player[row.entry.player_id] for row in rows]


@transaction.atomic
def decider_by_lots(*, act: Act, season: Season, key: str) -> Decider:
    """Draw lots. It needs a reason where the season's rule is a decider game (Invalid `reason_missing`)."""
    season, decider = _for_decision(act, season, key)
    _refuse_decided(decider)
    if season.settings.tie_rule != "lots" or decider.kind == DeciderKind.PLAYOFF:
        require_reason(act)
    seed = act.ids.seed()
    return _decide(act, season, decider, DecidedBy.LOTS, drawn_order(seed, decider.entries), seed=seed)


def drawn_order(seed: int, entries: Sequence[str]) -> list[str]:
    """The order that lots give: the keys, sorted, then shuffled by the seed, so that anyone can draw them again."""
    order = sorted(entries)
    random.Random(seed).shuffle(order)
    return order


@transaction.atomic
def decider_by_hand(*, act: Act, season: Season, key: str, order: Sequence[str]) -> Decider:
    """Rule on the order, the first one in front, with the reason in `act.why`. Invalid `wrong_order`,
    `reason_missing`."""
    season, decider = _for_decision(act, season, key)
    _refuse_decided(decider)
    require_reason(act)
    if sorted(order) != sorted(decider.entries):
        text = _("Give each of them one place.")
        raise Invalid("wrong_order", text, fields={"order": text})
    return _decide(act, season, decider, DecidedBy.HAND, list(order))


@transaction.atomic
def decision_undo(*, act: Act, season: Season, key: str) -> Decider:
    """Take a decision back, with the reason in `act.why`. Pressed twice is once. DomainError `playoffs_named` for a tie
    that the players of a play-off depend on."""
    season, decider = _for_decision(act, season, key)
    if not decider.order:
        return decider
    require_reason(act)
    if decider.kind == DeciderKind.TIE and deciders_of(season, DeciderKind.PLAYOFF):
        raise DomainError(
            "playoffs_named", _("The play-offs depend on this. Let the season run again to begin the closing anew.")
        )
    _write(act, season, decider, None, [])
    return decider


def _entries(season: Season, decider: Decider) -> list[SeasonEntry]:
    by_key = entries_by_key(season)
    return [by_key[key] for key in decider.entries]


def _decide(
    act: Act, season: Season, decider: Decider, how: DecidedBy, order: list[str], seed: int | None = None
) -> Decider:
    _write(act, season, decider, how, order, seed)
    event = decider.event
    if how is not DecidedBy.GAME and event is not None and event.state == EventState.RUNNING:
        event_call_off(act=act, event=event)  # its game decides nothing any more
    deciders_name(act, season)
    return decider


def _write(
    act: Act, season: Season, decider: Decider, how: DecidedBy | None, order: list[str], seed: int | None = None
) -> None:
    decider.how, decider.order = how or "", order
    decider.save(update_fields=["how", "order"])
    fact = DeciderDecided(
        season=season.key, decider=decider.key, how=how, order=order, seed=UNSET if seed is None else seed
    )
    fact_append(act=act, stream=season.league.stream, fact=fact)

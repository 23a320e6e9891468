"""Pairing, publishing and undoing rounds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.enums import Action, Grade, Side
from games.services.games import SetUp, games_create
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import ByeKind, EventState, RoundState
from tournaments.formats.core.elimination import RanksByPlace, SetsMatchLength
from tournaments.formats.core.state import Pair, RoundPairing
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Match, MatchGame, MatchSeat, Round, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.matches import matches_of, open_games
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed
from tournaments.snapshots import StageSnapshot, stage_snapshot

# Why a format has no pairing, by its codes.
NO_PAIRING: dict[str, str | Promise] = {
    "no_pairing": _("No pairing is possible: there are too few players left who may meet."),
    "match_undecided": _("A match of an earlier round isn't decided yet, so it isn't known who goes on."),
    "bracket_finished": _("The bracket is decided: there is nothing left to pair."),
}

GAMES_A_MATCH = 10  # room in a game's place in the order of play
GAMES_A_ROUND = 100_000


def round_pair(*, act: Act, event: Event, number: int) -> Round:
    """Pair round `number` as a draft, whole or not at all. Pressed twice, by one or by two people, it is once.

    The pairing is worked out on a snapshot outside of any transaction and written only if no fact came in between
    (DomainError `stale`). The gate: `results_missing` unless `act.why` says why it is paired all the same.
    DomainError `not_started`, `wrong_round`, `no_more_rounds`, `no_pairing`.
    """
    require_event(act, event, Action.PAIR)
    stage = stage_of(event)
    existing = Round.objects.filter(stage=stage, number=number).first()
    if existing is not None:
        return existing
    _check_turn(event, stage, number)
    _check_gate(act, event)
    snapshot = stage_snapshot(stage)
    pairing = _pair(event, stage, number, snapshot)
    try:
        return _draft_write(act, event, stage, number, snapshot, pairing)
    except DomainError as error:
        drafted = Round.objects.filter(stage=stage, number=number).first()
        if error.code == "stale" and drafted is not None:  # somebody else pressed at the same moment
            return drafted
        raise


def _check_turn(event: Event, stage: Stage, number: int) -> None:
    if event.state != EventState.RUNNING:
        raise DomainError("not_started", _("This event isn't running."))
    rounds = Round.objects.filter(stage=stage)
    if rounds.filter(state=RoundState.DRAFT).exists():
        raise DomainError("draft_open", _("There is a draft already. Publish or discard it first."))
    if number > stage.planned_rounds:
        raise DomainError("no_more_rounds", _("All planned rounds are paired."))
    if number != rounds.count() + 1:
        raise DomainError("wrong_round", _("It is not this round's turn."))


def _check_gate(act: Act, event: Event) -> None:
    missing = open_games(event).count()
    if missing and not act.why:
        raise DomainError(
            "results_missing",
            ngettext(
                "One game has no result yet. Wait for it, or say why the round is paired without it.",
                "%(count)d games have no result yet. Wait for them, or say why the round is paired without them.",
                missing,
            )
            % {"count": missing},
        )


def _pair(event: Event, stage: Stage, number: int, snapshot: StageSnapshot) -> RoundPairing:
    format_ = format_for(stage.format)
    pairing = format_.pair(snapshot.state, number, random.Random(f"{event.seed}/{number}"), stage.options)
    if pairing.blocked or not pairing.pairs:
        code = pairing.blocked[0][0] if pairing.blocked else "no_pairing"
        raise DomainError(code, NO_PAIRING.get(code, NO_PAIRING["no_pairing"]))
    return pairing


@transaction.atomic
def _draft_write(
    act: Act, event: Event, stage: Stage, number: int, snapshot: StageSnapshot, pairing: RoundPairing
) -> Round:
    stream_lock(stream=event.stream, expected_number=snapshot.head)
    round_ = Round.objects.create(stage=stage, number=number)
    for table, pair in enumerate(pairing.pairs, 1):
        entries = [snapshot.entries[pair.white]]
        if pair.black is not None:
            entries.append(snapshot.entries[pair.black])
        match = Match.objects.create(
            key=act.ids.key(),
            round=round_,
            table=table,
            bye=ByeKind.PAIRING if pair.black is None else ByeKind.NONE,
            best_of=_best_of(stage, pair),
            why=_why(pair.why),
        )
        _seat(match, entries)
    _seat_the_rest(act, round_, snapshot, pairing)
    payload = {
        "stage": stage.number,
        "round": number,
        "pairs": _pairs_payload(snapshot, pairing),
        "matches": _matches_payload(matches_of(round_)),
    }
    fact_append(act=act, stream=event.stream, kind="round.drafted", payload=payload)
    return round_


def _best_of(stage: Stage, pair: Pair) -> int:
    format_ = format_for(stage.format)
    of_format = format_.best_of(pair, stage.options) if isinstance(format_, SetsMatchLength) else None
    return of_format or stage.best_of


def _seat(match: Match, entries: Sequence[Entry]) -> None:
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, round=match.round, entry=entry, position=position)
        for position, entry in enumerate(entries)
    )


def _seat_the_rest(act: Act, round_: Round, snapshot: StageSnapshot, pairing: RoundPairing) -> None:
    """Everybody has a seat in every round: who wasn't paired has a bye. In a round robin the opponent of somebody who
    has withdrawn gets the full points; who is away, or waits or is out in a bracket, gets none."""
    unopposed = ByeKind.ZERO if isinstance(format_for(round_.stage.format), RanksByPlace) else ByeKind.FULL
    paired = {number for pair in pairing.pairs for number in (pair.white, pair.black)}
    state, table = snapshot.state, len(pairing.pairs)
    for entrant in state.entrants:
        if entrant.number in paired or entrant.withdrawn:
            continue
        table += 1
        away = entrant.number in state.absent
        bye = ByeKind.ZERO if away else unopposed
        match = Match.objects.create(key=act.ids.key(), round=round_, table=table, bye=bye)
        _seat(match, [snapshot.entries[entrant.number]])


def _why(steps: Sequence[tuple[str, Sequence[tuple[str, Any]]]]) -> list[dict[str, Any]]:
    return [{"code": code, "params": dict(parameters)} for code, parameters in steps]


def _matches_payload(matches: Iterable[Match]) -> list[dict[str, Any]]:
    return [
        {
            "match": match.key,
            "table": match.table,
            "bye": match.bye,
            "best_of": match.best_of,
            "entries": [seat.entry.key for seat in match.seats.all()],
        }
        for match in matches
    ]


def _pairs_payload(snapshot: StageSnapshot, pairing: RoundPairing) -> list[list[str | None]]:
    entries = snapshot.entries
    return [
        [entries[pair.white].key, entries[pair.black].key if pair.black is not None else None] for pair in pairing.pairs
    ]


@transaction.atomic
def round_discard(*, act: Act, round_: Round) -> None:
    """Throw a draft away: nobody has seen it. DomainError `published`."""
    event = round_.stage.event
    require_event(act, event, Action.PAIR)
    round_ = Round.objects.select_for_update().get(pk=round_.pk)
    if round_.state != RoundState.DRAFT:
        raise DomainError("published", _("This round is published, so it can't be thrown away."))
    payload = {"stage": round_.stage.number, "round": round_.number}
    fact_append(act=act, stream=event.stream, kind="round.discarded", payload=payload)
    round_.delete()


@transaction.atomic
def round_publish(*, act: Act, round_: Round) -> Round:
    """Show a draft to everybody and arrange its games, each with its set-up. Pressed twice is once. The round before
    is closed by it."""
    event = round_.stage.event
    require_event(act, event, Action.PAIR)
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__event__club").get(pk=round_.pk)
    if round_.state != RoundState.DRAFT:
        return round_
    matches = list(matches_of(round_))
    payload = {
        "stage": round_.stage.number,
        "round": round_.number,
        "matches": _matches_payload(matches),
    }
    fact_append(act=act, stream=event.stream, kind="round.published", payload=payload)
    for match in matches:
        if not match.bye:
            _arrange_games(act, event, round_, match)
    Round.objects.filter(stage=round_.stage, number__lt=round_.number).update(state=RoundState.CLOSED)
    round_.state, round_.starts_at = RoundState.PUBLISHED, act.at
    round_.save(update_fields=["state", "starts_at"])
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=event.key))
    return round_


def _arrange_games(act: Act, event: Event, round_: Round, match: Match) -> None:
    """The first game of a match. Who sits at position 0 has the white pieces; he starts, unless lots are drawn."""
    rules = event.settings
    white, black = (seat.entry.player for seat in match.seats.all())
    lots = random.Random(f"{event.seed}/{match.key}")
    starter = lots.choice([Side.WHITE, Side.BLACK]) if rules.starter == "lots" else Side.WHITE
    set_up = SetUp(
        white=white,
        black=black,
        starter=starter,
        edition=rules.edition,
        # The event's start, not the clock's: the order of play is the order of rounds and tables.
        played_at=event.starts_at,
        order=round_.stage.number * 100 * GAMES_A_ROUND
        + round_.number * GAMES_A_ROUND
        + match.table * GAMES_A_MATCH
        + 1,
        pool=event.pool,
        least_grade=Grade(rules.least_grade),
        place={"match": match.key, "number": 1},
    )
    (game,) = games_create(act=act, stream=event.stream, set_ups=[set_up])
    MatchGame.objects.create(match=match, game=game, number=1)

"""The verdict on a document of the elemental duel, of any grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from games.engine.core.multiplayer import SEATS, BySeat, claim_verdict, winner_of
from games.engine.systems.elemental.documents import (
    RECORD_FORMAT,
    SCORE_FORMAT,
    Document,
    Record,
    Score,
    check_claim,
    check_shape,
)
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.fast_play import Played, play_fast
from games.engine.systems.elemental.play import Play, RuleBrokenError, places_by
from games.engine.systems.elemental.report import FoughtDuel, KnockOut, Report
from games.engine.systems.elemental.score_check import score_violation, survivors

SYSTEM_KEY = "elemental"
ENGINE_VERSION = "1"

Dated = TypeVar("Dated", FoughtDuel, KnockOut)


def judge(document: Document, edition: Edition) -> Report:
    """The report on a document. ShapeError where its shape doesn't fit the edition."""
    if isinstance(document, Record):
        played = play_fast(document, edition)
        if played is not None:
            check_claim(document)
            return _legal_record(document, edition, played)
    check_shape(document, edition)
    return _judge_record(document, edition) if isinstance(document, Record) else _judge_score(document, edition)


def _judge_record(record: Record, edition: Edition) -> Report:
    """The plain way, which finds out what is wrong."""
    play = Play(record, edition)
    try:
        play.play(record.turns)
    except RuleBrokenError as error:
        broken = error.violation
        played = (broken.turn - 1) if broken.turn else len(record.turns) if broken.code == "slip_long" else 0
        return Report(
            SYSTEM_KEY,
            RECORD_FORMAT,
            record.edition,
            ENGINE_VERSION,
            legal=False,
            complete=False,
            players=record.players,
            turns=played,
            knock_outs=_until(play.knock_outs, played),
            duels=_until(play.duels, played),
            violations=(broken,),
        )
    return _legal_record(record, edition, play)


def _legal_record(record: Record, edition: Edition, play: Play | Played) -> Report:
    placings = _by_seat(places_by(play.health, play.stars, play.fell)) if play.ended else None
    return Report(
        SYSTEM_KEY,
        RECORD_FORMAT,
        record.edition,
        ENGINE_VERSION,
        legal=True,
        complete=play.ended is not None,
        players=record.players,
        winner=winner_of(placings),
        placings=placings,
        claim=claim_verdict(record.claim or None, placings),
        ended=play.ended,
        turns=len(record.turns),
        health=_by_seat(play.health),
        stars=_by_seat(play.stars),
        knock_outs=tuple(play.knock_outs),
        duels=tuple(play.duels),
        assumed=tuple(sorted(edition.assumed.intersection(_values_in_play(play)))),
    )


def _until(dated: Sequence[Dated], turn: int) -> tuple[Dated, ...]:
    return tuple(each for each in dated if each.turn <= turn)


def _values_in_play(play: Play | Played) -> Iterator[str]:
    """The edition's values that the play of a legal record rests on."""
    yield from ("board", "corners", "decks.attack", "decks.defense", "star_spots")
    if play.halved:
        yield "rulings.half"
    if play.ended_at_boundary:
        yield "rulings.boundary"
    if play.lost_lives:
        yield "health_max"
    if play.ended == "limit":
        yield "rounds"


def _judge_score(score: Score, edition: Edition) -> Report:
    head = (SYSTEM_KEY, SCORE_FORMAT, score.edition, ENGINE_VERSION)
    broken = score_violation(score, edition)
    if broken is not None:
        return Report(*head, legal=False, complete=False, players=score.players, violations=(broken,))
    several = len(survivors(score)) > 1
    placings = _in_seat_order(score.placings)
    return Report(
        *head,
        legal=True,
        complete=True,
        players=score.players,
        winner=winner_of(placings),
        placings=placings,
        ended="limit" if several else "survivor",
        health=_in_seat_order(score.health),
        stars=_in_seat_order(score.stars) if score.stars else None,
        assumed=tuple(sorted(edition.assumed.intersection(("health_max", "rounds") if several else ("health_max",)))),
    )


def _by_seat(values: Sequence[int]) -> BySeat:
    return dict(zip(SEATS[len(values)], values, strict=True))


def _in_seat_order(values: Mapping[str, int]) -> BySeat:
    return {seat: values[seat] for seat in SEATS[len(values)]}

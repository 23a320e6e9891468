"""What the facts about games, submissions and rulings say. How a game stands is worked out by the same functions that
the services use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games.enums import GameState, Grade, ResultKind, Side, seat_of_side
from games.facts.state import ReplayedAnswer, ReplayedGame, ReplayedResult, ReplayedSubmission
from games.pages.magistrar.variants import CARDS_A_GAME, may_be_said, variants_with
from games.services.agreement import Version, best_of_versions, state_of_versions
from games.services.results import duel_values, seat_values
from games.services.submissions import document_of_details
from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.facts.state import ReplayedEdition, ReplayedState
from tournaments.services.fold.payloads import Count, Digest, Key, Kinds, Moment, Name, Payload, kind

SideOrNone = Literal["white", "black", ""]


class Place(msgspec.Struct, frozen=True):
    match: Key
    number: Annotated[int, Meta(ge=1, le=99)]
    friendly: bool = False


class Seats(msgspec.Struct, frozen=True):
    white: Key
    black: Key


class SetUp(Payload, frozen=True):
    game: Key
    system: Annotated[str, Meta(max_length=40)]
    starter: Side
    edition: Name
    edition_digest: Digest
    variants: dict[str, Any]
    least_grade: Grade
    pool: Name
    played_at: Moment
    order: Count
    seats: Seats
    place: Place


class Rearranged(Payload, frozen=True):
    """Another set-up for a game that nothing was handed in for; `void`: it isn't needed."""

    game: Key
    starter: Side
    variants: dict[str, Any]
    void: bool


class MageSides(msgspec.Struct, frozen=True):
    white: Name
    black: Name


class VariantsSaid(Payload, frozen=True):
    """Which mages a game is played with, and which duel cards were turned up so far; None where none is said."""

    game: Key
    mages: MageSides | None
    duel_cards: Annotated[list[Name], Meta(max_length=CARDS_A_GAME)] | None


class SideCounts(msgspec.Struct, frozen=True):
    white: Annotated[int, Meta(ge=-(2**15), le=2**15 - 1)] | None
    black: Annotated[int, Meta(ge=-(2**15), le=2**15 - 1)] | None


class DuelSaid(msgspec.Struct, frozen=True):
    encounters: list[Side | None] | None
    points: SideCounts
    winner: Side | None
    level: SideCounts


class ReportSaid(msgspec.Struct, frozen=True):
    """What of an engine's report makes a result."""

    legal: bool
    complete: bool
    winner: Side | None
    honoris: SideCounts | None
    markers: SideCounts | None
    level: SideCounts | None
    duels: list[DuelSaid]


class Received(Payload, frozen=True):
    """`digest` and `report` are hidden in public facts of a version that no result shows."""

    game: Key
    submission: Key
    side: SideOrNone
    grade: Grade | None
    accepted: bool
    refusal: Annotated[str, Meta(max_length=40)]
    agrees_with: list[Key]
    digest: Annotated[str, Meta(max_length=64)] = ""
    report: dict[str, Any] | None = None


class Answered(Payload, frozen=True):
    """All but the game is hidden in public facts of a dispute."""

    game: Key
    submission: Key = ""
    side: SideOrNone = ""
    confirms: bool = False


class OfGame(Payload, frozen=True):
    game: Key


class OfGames(Payload, frozen=True):
    games: list[Key]


class Ruled(Payload, frozen=True):
    game: Key
    kind: ResultKind
    grade: Grade
    winner: SideOrNone
    submission: Key | None


class Stated(Payload, frozen=True):
    system: Annotated[str, Meta(max_length=40)]
    edition: Name
    edition_digest: Digest
    data: dict[str, Any]


def edition_stated(state: ReplayedState, fact: FactValue, said: Stated) -> None:
    if said.edition in state.editions:
        raise ContradictionError("edition", "one that wasn't stated before", said.edition)
    edition = ReplayedEdition(said.system, said.edition, said.edition_digest, said.data, fact.texts().get("title"))
    state.editions[said.edition] = edition


def set_up(state: ReplayedState, fact: FactValue, said: SetUp) -> None:
    if said.game in state.games:
        raise ContradictionError("game", "a new one", said.game)
    match = state.match(said.place.match)
    match.games[said.place.number], match.changed_by = said.game, fact.number
    if said.place.friendly:
        match.friendly.add(said.place.number)
    state.games[said.game] = ReplayedGame(
        key=said.game,
        system=said.system,
        starter=said.starter.value,
        edition=said.edition,
        edition_digest=said.edition_digest,
        variants=said.variants,
        least_grade=said.least_grade.value,
        pool=said.pool,
        played_at=said.played_at,
        order=said.order,
        seats={"white": said.seats.white, "black": said.seats.black},
        changed_by=fact.number,
    )


def rearranged(state: ReplayedState, fact: FactValue, said: Rearranged) -> None:
    game = state.game(said.game)
    if game.state != GameState.EXPECTED.value:
        raise ContradictionError(f"game {said.game}", "one that nothing was handed in for", game.state)
    game.starter, game.variants, game.is_void, game.changed_by = (
        said.starter.value,
        said.variants,
        said.void,
        fact.number,
    )


def variants_said(state: ReplayedState, fact: FactValue, said: VariantsSaid) -> None:
    game = state.game(said.game)
    drawn: dict[str, Any] = {}
    if said.mages is not None:
        drawn["mages"] = {"white": said.mages.white, "black": said.mages.black}
    if said.duel_cards is not None:
        drawn["duel_cards"] = said.duel_cards
    if not may_be_said(game.state, game.variants, drawn):
        raise ContradictionError(f"game {said.game}", "one that nothing is handed in for", game.state)
    game.variants, game.changed_by = variants_with(game.variants, drawn), fact.number


def received(state: ReplayedState, fact: FactValue, said: Received) -> None:
    game = state.game(said.game)
    texts = fact.texts()
    submission = ReplayedSubmission(
        key=said.submission,
        side=said.side,
        grade=said.grade.value if said.grade else "",
        accepted=said.accepted,
        refusal=said.refusal,
        digest=said.digest,
        actor=fact.actor,
        at=fact.at,
        fact_number=fact.number,
        body=_document(texts),
        idempotency_key=texts.get("idempotency_key"),
        report=_report(said.report) if said.report is not None else None,
        agrees_with=tuple(said.agrees_with),
        hidden=fact.redacted,
        changed_by=fact.number,
    )
    is_hidden = "report" in submission.hidden
    if said.accepted and ((submission.report is None and not is_hidden) or said.grade is None):
        raise ContradictionError("submission", "a report of a game that counts", "none")
    game.submissions[said.submission] = submission
    if said.accepted:
        _settle(state, game, fact.number)
        if is_hidden:
            state.uncertain.add(game.key)


def _document(texts: dict[str, str]) -> bytes | None:
    try:
        return document_of_details(texts)
    except ValueError:
        raise ContradictionError("document", "text or base 64", "neither") from None


def _report(report: dict[str, Any]) -> dict[str, Any]:
    try:
        msgspec.convert(report, ReportSaid)
    except msgspec.ValidationError as error:
        raise ContradictionError("report", "an engine's report", str(error)) from None
    return report


def answered(state: ReplayedState, fact: FactValue, said: Answered) -> None:
    game = state.game(said.game)
    if fact.redacted:  # somebody says that it isn't so
        _result_set(state, game, GameState.CONFLICTING, None, fact.number)
        state.uncertain.add(game.key)
        return
    submission = _submission(game, said.submission)
    submission.words[said.side] = ReplayedAnswer(said.confirms, fact.actor, fact.at, fact.number)
    submission.changed_by = fact.number
    _settle(state, game, fact.number)


def ruled(state: ReplayedState, fact: FactValue, said: Ruled) -> None:
    game = state.game(said.game)
    report = _submission(game, said.submission).report if said.submission is not None else None
    if report is None and said.submission is not None and "report" in game.submissions[said.submission].hidden:
        state.uncertain.add(game.key)
    else:
        state.uncertain.discard(game.key)
    result = _result(game, said.kind, said.grade.value, said.winner, said.submission, report, fact.number)
    _result_set(state, game, GameState.RULED, result, fact.number)


def annulled(state: ReplayedState, fact: FactValue, said: OfGame) -> None:
    state.uncertain.discard(said.game)
    _result_set(state, state.game(said.game), GameState.ANNULLED, None, fact.number)


def reopened(state: ReplayedState, fact: FactValue, said: OfGame) -> None:
    state.uncertain.discard(said.game)
    game = state.game(said.game)
    game.set_aside_to = fact.number
    _result_set(state, game, GameState.REOPENED, None, fact.number)


def voided(state: ReplayedState, fact: FactValue, said: OfGames) -> None:
    for key in said.games:
        game = state.game(key)
        game.is_void, game.changed_by = True, fact.number
        if game.state != GameState.EXPECTED.value:
            game.result_fact = fact.number


def _submission(game: ReplayedGame, key: str) -> ReplayedSubmission:
    if key not in game.submissions:
        raise ContradictionError("submission", f"one of game {game.key}", key)
    return game.submissions[key]


def _settle(state: ReplayedState, game: ReplayedGame, number: int) -> None:
    """As `games.services.results.settle`: a ruling isn't touched."""
    if game.state in {GameState.RULED.value, GameState.ANNULLED.value}:
        return
    standing = game.standing()
    if not standing:
        stands = GameState.REOPENED if game.set_aside_to else GameState.EXPECTED
        _result_set(state, game, stands, None, number)
        return
    versions = [
        Version(
            row.fact_number,
            seat_of_side(row.side),
            Grade(row.grade),
            {seat_of_side(side): answer.confirms for side, answer in row.words.items()},
        )
        for row in standing
    ]
    same = all(standing[0].key in other.agrees_with for other in standing[1:])
    stands = state_of_versions(versions, same=same, players=len(game.seats))
    result = None
    if stands is not GameState.CONFLICTING:
        best = best_of_versions(versions)
        shown = next(row for row in standing if row.fact_number == best.number)
        winner = (shown.report or {}).get("winner") or ""
        result = _result(game, ResultKind.PLAYED, shown.grade, winner, shown.key, shown.report, number)
    _result_set(state, game, stands, result, number)


def _result_set(
    state: ReplayedState, game: ReplayedGame, stands: GameState, result: ReplayedResult | None, number: int
) -> None:
    current = game.current
    if (current.shown if current else None) != (result.shown if result else None):
        for earlier in game.results:
            earlier.is_current = False
        if result is not None:
            game.results.append(result)
    game.state, game.result_fact, game.changed_by = stands.value, number, number


def _result(
    game: ReplayedGame,
    kind_: ResultKind,
    grade: str,
    winner: str,
    submission: str | None,
    report: Mapping[str, Any] | None,
    number: int,
) -> ReplayedResult:
    return ReplayedResult(
        kind=kind_.value,
        grade=grade,
        winner=winner,
        submission=submission,
        fact_number=number,
        seats={side: seat_values(side, kind_.value, winner, report) for side in game.seats},
        duels=duel_values(report),
        changed_by=number,
    )


KINDS: Kinds = {
    "edition.stated": kind(Stated, edition_stated),
    "game.set_up": kind(SetUp, set_up),
    "game.rearranged": kind(Rearranged, rearranged),
    "game.variants_said": kind(VariantsSaid, variants_said),
    "submission.received": kind(Received, received),
    "submission.answered": kind(Answered, answered),
    "game.ruled": kind(Ruled, ruled),
    "game.annulled": kind(OfGame, annulled),
    "game.reopened": kind(OfGame, reopened),
    "games.voided": kind(OfGames, voided),
}

"""Facts about results: what was handed in, answers to it, and rulings. How a game stands is worked out by the same
functions that the services use."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Part
from games.engine.core.multiplayer import is_placing
from games.engine.core.seats import MOST_SEATS
from games.engine.registry import game_system
from games.enums import DESK_STATES, Agreement, GameState, Grade, ResultKind
from games.facts.editions import stated_editions
from games.facts.sides import SeatNumber, places_of_ruling, require_seat, seat_of_side
from games.facts.walk import GamesWalk
from games.selectors.agreement import Version, best_of_versions, compared, state_of_versions
from games.selectors.evidence import Evidence, difference_of, evidence_read, misfit
from games.values.results import judged_of, places_of, score_of
from games.values.state import (
    ReplayedAnswer,
    ReplayedGame,
    ReplayedGames,
    ReplayedResult,
    ReplayedSubmission,
    shown,
)
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    Difference,
    FactSentence,
    FactValue,
    Key,
    Members,
    StreamFact,
)

# What depends on other events or on the moment, and so can't be judged again from a stream's facts.
OTHERWISE_REFUSED = frozenset({"", "settled", "handed_in_elsewhere"})

LEAST, MOST, MOST_NUMBERED = -(2**31), 2**31 - 1, 2**15 - 1  # what every database can hold


def _with_seat(members: Members) -> dict[str, Any]:
    """From version 1, which named a side."""
    known = {name: value for name, value in members.items() if name != "side"}
    return {**known, "seat": seat_of_side(members["side"])} if "side" in members else known


def _with_places(members: Members) -> dict[str, Any]:
    """From version 1, which named the side that won."""
    known = {name: value for name, value in members.items() if name != "winner"}
    return {**known, "places": places_of_ruling(members.get("kind"), members.get("winner"))}


class SubmissionReceived(StreamFact, frozen=True, kw_only=True):
    """`report` is the engine's, of a legal game: a result outlives a document that has to be erased. The document is a
    detail. Everybody sees `digest` and `report` of the versions that a result shows, and of no other."""

    kind = "submission.received"
    topic = "results"
    sentence = FactSentence(
        _("handed in"),
        _("%(by)s handed in %(game)s (%(grade)s)."),
        "accepted",
        {False: _("%(by)s handed in %(game)s; it was refused: %(refusal)s")},
    )
    is_public = True
    former = frozenset({"side"})
    withheld = frozenset({"report", "digest"})
    upgrades = (_with_seat,)

    game: Key
    submission: Key
    seat: SeatNumber | None
    grade: Grade | None
    accepted: bool
    refusal: Annotated[str, Meta(max_length=40)]
    digest: Annotated[str, Meta(max_length=64)] = ""
    report: dict[str, Any] | None = None
    agrees_with: list[Key]

    @classmethod
    def is_withheld(cls, payload: Members, shown_submissions: Collection[str]) -> bool:
        return payload.get("submission") not in shown_submissions

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game, texts = state.game(self.game), fact.texts()
        require_seat(game, self.seat)
        submission = ReplayedSubmission(
            key=self.submission,
            seat=self.seat,
            grade=self.grade.value if self.grade else "",
            accepted=self.accepted,
            refusal=self.refusal,
            digest=self.digest,
            actor=fact.actor,
            at=fact.at,
            fact_number=fact.number,
            body=_document(texts),
            idempotency_key=texts.get("idempotency_key"),
            report=self.report if self.report is None else _checked_report(game, self.report, accepted=self.accepted),
            agrees_with=tuple(self.agrees_with),
            hidden=fact.redacted,
            changed_by=fact.number,
        )
        is_hidden = "report" in submission.hidden
        if self.accepted and ((submission.report is None and not is_hidden) or self.grade is None):
            raise ContradictionError("submission", "a report of a game that counts", "none")
        game.submissions[self.submission] = submission
        if self.accepted:
            _settle(game, fact.number)
            if is_hidden:
                state.uncertain.add(game.key)

    def check(self, state: ReplayedGames, fact: FactValue, walk: GamesWalk) -> Iterator[Difference]:
        """The engine says of the document what the fact says that it said."""
        game = state.games[self.game]
        submission = game.submissions[self.submission]
        if walk.is_public:
            note = "documents are no part of public facts, so no game was judged again"
            if note not in walk.notes:
                walk.notes.append(note)
            return
        if submission.body is None:
            walk.notes.append(f"fact {fact.number}: the document was erased, so it isn't judged again")
            return
        editions = stated_editions(state, game.system)
        evidence = evidence_read(system=game.system, body=submission.body, editions=editions)
        if not _is_known(game, evidence, editions):
            walk.notes.append(
                f"fact {fact.number}: the document names an edition that isn't here, so it isn't judged again"
            )
            return
        misfits = misfit(game, evidence)
        if not evidence.report.legal:
            walk.refused[submission.key] = evidence.report_json
        said = {
            "grade": (submission.grade, evidence.grade.value if evidence.grade else ""),
            "digest": (submission.digest, evidence.digest),
            "report": (_judged(submission.report), _judged(evidence.report_json) if evidence.report.legal else None),
            "refusal": (submission.refusal, _refusal(submission, misfits)),
            "accepted": (submission.accepted, not _refusal(submission, misfits)),
            "agreement": (submission.agrees_with, _agreeing(game, submission, evidence, editions)),
        }
        for what, (found, expected) in said.items():
            if expected != found:
                yield Difference(fact.number, f"{what} of submission {submission.key}", shown(expected), shown(found))


def document_of_details(details: Mapping[str, str]) -> bytes | None:
    """The document from a fact's details; None where it was erased. ValueError for what is no base 64."""
    if "body" in details:
        return details["body"].encode()
    return b64decode(details["body_base64"], validate=True) if "body_base64" in details else None


def _document(texts: dict[str, str]) -> bytes | None:
    try:
        return document_of_details(texts)
    except ValueError:
        raise ContradictionError("document", "text or base 64", "neither") from None


def _checked_report(game: ReplayedGame, report: dict[str, Any], *, accepted: bool) -> dict[str, Any]:
    """A report that an engine can give, and if it was accepted, on a whole game of these seats. ContradictionError
    for any other: where the document was erased, nothing else says how the game ended."""
    try:
        judged = judged_of(game.system, report)
    except (LookupError, ValueError) as error:
        raise ContradictionError("report", "an engine's report", str(error)) from None
    seats = judged.players or 0
    if accepted and seats != len(game.seats):
        raise ContradictionError(f"players of game {game.key}", str(len(game.seats)), shown(judged.players))
    if (judged.places or accepted) and (len(judged.places) != seats or not is_placing(judged.places)):
        raise ContradictionError("places of the report", "a place for each seat", shown(judged.places))
    for spec in game_system(game.system).numbers:
        values = judged.numbers[spec.key]
        least, most = LEAST if spec.least is None else spec.least, MOST if spec.most is None else spec.most
        if len(values) != seats or not all(value is None or least <= value <= most for value in values):
            raise ContradictionError(f"{spec.key} of the report", f"{least} to {most} for each seat", shown(values))
    for part in judged.parts:
        _check_part(part, seats)
    return report


def _check_part(part: Part, seats: int) -> None:
    what = f"part {part.number} of the report"
    if not 1 <= part.number <= MOST_NUMBERED:
        raise ContradictionError(what, f"a number up to {MOST_NUMBERED}", str(part.number))
    if part.places and (len(part.places) != seats or not all(1 <= place <= seats for place in part.places)):
        raise ContradictionError(what, "a place for each seat", shown(part.places))
    if part.points and (len(part.points) != seats or not all(LEAST <= value <= MOST for value in part.points)):
        raise ContradictionError(what, "points for each seat", shown(part.points))


def _is_known(game: ReplayedGame, evidence: Evidence, editions: Mapping[str, GameEdition]) -> bool:
    """Whether the edition that a document names is one of those here; true where it names none."""
    if evidence.document is None:
        return True
    engine = game_system(game.system)
    named = engine.set_up(evidence.document).edition
    return named in editions or named in engine.editions or named == game.edition


def _judged(report: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A report without the engine's version: a later one may say the same."""
    return None if report is None else {name: value for name, value in report.items() if name != "engine"}


def _refusal(submission: ReplayedSubmission, misfits: str) -> str:
    if not misfits and submission.refusal in OTHERWISE_REFUSED:
        return submission.refusal
    return misfits


def _agreeing(
    game: ReplayedGame, submission: ReplayedSubmission, evidence: Evidence, editions: Mapping[str, GameEdition]
) -> tuple[str, ...]:
    """The standing submissions of others that say the same. Where one's document was erased, the fact's word
    is taken."""
    if not submission.accepted:
        return ()
    engine = game_system(game.system)
    found = []
    for other in game.standing(before=submission.fact_number):
        if other.seat == submission.seat:
            continue
        if other.body is None:
            agrees = other.key in submission.agrees_with
        else:
            agrees = difference_of(game.system, engine.parse(other.body), evidence.document, editions) is None
        if agrees:
            found.append(other.key)
    return tuple(found)


class SubmissionAnswered(StreamFact, frozen=True, kw_only=True):
    """A seat, or the desk (None), confirms a submission or disputes it. Of a dispute everybody sees the game alone."""

    kind = "submission.answered"
    topic = "results"
    sentence = FactSentence(
        _("confirmed or disputed"),
        _("%(by)s answered the hand-in of %(game)s."),
        "confirms",
        {True: _("%(by)s confirmed the result of %(game)s."), False: _("%(by)s disputed the result of %(game)s.")},
    )
    is_public = True
    former = frozenset({"side"})
    withheld = frozenset({"submission", "seat", "side", "confirms", "actor"})
    upgrades = (_with_seat,)

    game: Key
    submission: Key = ""
    seat: SeatNumber | None = None
    confirms: bool = False

    @classmethod
    def is_withheld(cls, payload: Members, _shown_submissions: Collection[str]) -> bool:
        return payload.get("confirms") is not True

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if fact.redacted:  # somebody says that it isn't so
            _result_set(game, GameState.CONFLICTING, None, fact.number)
            state.uncertain.add(game.key)
            return
        require_seat(game, self.seat)
        submission = _submission(game, self.submission)
        submission.answers[self.seat] = ReplayedAnswer(self.confirms, fact.actor, fact.at, fact.number)
        submission.changed_by = fact.number
        _settle(game, fact.number)


def _check_places(game: ReplayedGame, kind: ResultKind, places: list[int]) -> None:
    if kind is ResultKind.DOUBLE_FORFEIT:
        if places:
            raise ContradictionError(f"places of game {game.key}", "none: everybody lost", shown(places))
    elif len(places) != len(game.seats) or not is_placing(places):
        raise ContradictionError(f"places of game {game.key}", "a place for each seat", shown(places))


class GameRuled(StreamFact, frozen=True, kw_only=True):
    """`result` is stored as `kind`; `places` are in seat order, empty where everybody lost."""

    kind = "game.ruled"
    topic = "results"
    sentence = FactSentence(
        _("ruled"),
        _("Ruled on %(game)s: %(winner)s."),
        "kind",
        {
            "forfeit": _("Ruled on %(game)s: %(winner)s, by forfeit."),
            "double_forfeit": _("Ruled on %(game)s: everyone forfeits."),
            "abandoned": _("Ruled on %(game)s, which ended early: %(winner)s."),
        },
    )
    is_public = True
    former = frozenset({"winner"})
    upgrades = (_with_places,)

    game: Key
    result: ResultKind = msgspec.field(name="kind")
    grade: Grade
    places: Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)]
    submission: Key | None

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        _check_places(game, self.result, self.places)
        report = _submission(game, self.submission).report if self.submission is not None else None
        if report is None and self.submission is not None and "report" in game.submissions[self.submission].hidden:
            state.uncertain.add(game.key)
        else:
            state.uncertain.discard(game.key)
        result = _result(game, self.result, self.grade.value, tuple(self.places), self.submission, report, fact.number)
        _result_set(game, GameState.RULED, result, fact.number)


class GameEntered(StreamFact, frozen=True, kw_only=True):
    """The desk wrote down how a game ended, as somebody told it: no ruling. `result`, `places` and `grade` are as in a
    ruling. `report` is the engine's on a score that was typed, `by_seat` the seat of who entered it, if that person
    plays in the game, and `replaces` the number of the entry that it takes the place of, 0 for none."""

    kind = "game.entered"
    topic = "results"
    sentence = FactSentence(
        _("entered at the desk"),
        _("Entered at the desk for %(game)s: %(winner)s."),
        "kind",
        {
            "forfeit": _("Entered at the desk for %(game)s: %(winner)s, by forfeit."),
            "double_forfeit": _("Entered at the desk for %(game)s: everyone forfeits."),
        },
    )
    is_public = True

    game: Key
    result: ResultKind = msgspec.field(name="kind")
    grade: Grade
    places: Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)]
    report: dict[str, Any] | None = None
    by_seat: SeatNumber | None = None
    replaces: Count = 0

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        _check_places(game, self.result, self.places)
        if self.by_seat is not None:
            require_seat(game, self.by_seat)
        if self.replaces and (game.state, game.result_fact) != (GameState.ENTERED.value, self.replaces):
            raise ContradictionError("replaced entry", f"the one of fact {game.result_fact}", str(self.replaces))
        if self.report is not None:
            _checked_report(game, self.report, accepted=True)
        state.uncertain.discard(game.key)
        places = tuple(self.places)
        result = _result(game, self.result, self.grade.value, places, None, self.report, fact.number)
        result.report, result.by_seat = self.report, self.by_seat
        _result_set(game, GameState.ENTERED, result, fact.number)


class GameEntryUndone(StreamFact, frozen=True, kw_only=True):
    """The desk took back what it had entered by the fact with the number `entry`: the game stands as without it."""

    kind = "game.entry_undone"
    topic = "results"
    sentence = FactSentence(_("entry undone"), _("The desk took back what it had entered for %(game)s."))
    is_public = True

    game: Key
    entry: Count

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if (game.state, game.result_fact) != (GameState.ENTERED.value, self.entry):
            raise ContradictionError("undone entry", f"the one of fact {game.result_fact}", str(self.entry))
        game.state = GameState.EXPECTED.value
        _settle(game, fact.number)


class AnswerUndone(StreamFact, frozen=True, kw_only=True):
    """The desk took back its own yes to a submission."""

    kind = "submission.answer_undone"
    topic = "results"
    sentence = FactSentence(_("confirmation undone"), _("The desk took back its confirmation for %(game)s."))
    is_public = True

    game: Key
    submission: Key

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        submission = _submission(game, self.submission)
        if submission.answers.pop(None, None) is None:
            raise ContradictionError("answer", "one of the desk", "none")
        submission.changed_by = fact.number
        _settle(game, fact.number)


class GameAnnulled(StreamFact, frozen=True, kw_only=True):
    kind = "game.annulled"
    topic = "results"
    sentence = FactSentence(_("annulled"), _("The game %(game)s was annulled."))
    is_public = True

    game: Key

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        state.uncertain.discard(self.game)
        _result_set(state.game(self.game), GameState.ANNULLED, None, fact.number)


class GameReopened(StreamFact, frozen=True, kw_only=True):
    """The game is open again: submissions so far are set aside, and kept."""

    kind = "game.reopened"
    topic = "results"
    sentence = FactSentence(_("result reopened"), _("The result of %(game)s was taken back."))
    is_public = True

    game: Key

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        state.uncertain.discard(self.game)
        game = state.game(self.game)
        game.set_aside_to = fact.number
        _result_set(game, GameState.REOPENED, None, fact.number)


def _submission(game: ReplayedGame, key: str) -> ReplayedSubmission:
    if key not in game.submissions:
        raise ContradictionError("submission", f"one of game {game.key}", key)
    return game.submissions[key]


def _settle(game: ReplayedGame, number: int) -> None:
    """As `games.services.results.settle`: a ruling isn't touched."""
    if game.state in DESK_STATES:
        return
    standing = game.standing()
    if not standing:
        stands = GameState.REOPENED if game.set_aside_to else GameState.EXPECTED
        _result_set(game, stands, None, number)
        return
    versions = [
        Version(
            row.fact_number,
            row.seat,
            Grade(row.grade),
            {seat: answer.confirms for seat, answer in row.answers.items()},
        )
        for row in standing
    ]
    players = len(game.seats)
    same = all(one.key in other.agrees_with for one, other in compared(standing, players))
    stands = state_of_versions(versions, same=same, players=players, agreement=Agreement(game.agreement))
    result = None
    if stands is not GameState.CONFLICTING:
        best = best_of_versions(versions)
        shows = next(row for row in standing if row.fact_number == best.number)
        # Public facts may hide the report: the result is uncertain then.
        places = judged_of(game.system, shows.report).places if shows.report else places_of(players, None)
        result = _result(game, ResultKind.PLAYED, shows.grade, places, shows.key, shows.report, number)
    _result_set(game, stands, result, number)


def _result_set(game: ReplayedGame, stands: GameState, result: ReplayedResult | None, number: int) -> None:
    current = game.current
    if (current.shown if current else None) != (result.shown if result else None):
        for earlier in game.results:
            earlier.is_current = False
        if result is not None:
            game.results.append(result)
    game.state, game.result_fact, game.changed_by = stands.value, number, number


def _result(
    game: ReplayedGame,
    kind: ResultKind,
    grade: str,
    places: tuple[int, ...],
    submission: str | None,
    report: Mapping[str, Any] | None,
    number: int,
) -> ReplayedResult:
    score = score_of(game.system, report, places)
    told = {len(each) for each in (score.places, *score.numbers.values()) if each} - {len(game.seats)}
    if told:
        raise ContradictionError(f"players of game {game.key}", str(len(game.seats)), shown(max(told)))
    return ReplayedResult(
        kind=kind.value,
        grade=grade,
        winner=score.winner,
        submission=submission,
        fact_number=number,
        places=score.places,
        numbers=score.numbers,
        parts=score.parts,
        changed_by=number,
    )

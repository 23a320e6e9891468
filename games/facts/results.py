"""Facts about results: what was handed in, answers to it, and rulings. How a game stands is worked out by the same
functions that the services use."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.engine.core.game_system import GameEdition
from games.engine.registry import game_system
from games.enums import GameState, Grade
from games.facts.editions import stated_editions
from games.facts.settling import checked_report, result_set, settle, submission_of
from games.facts.sides import SeatNumber, require_seat, seat_of_side
from games.facts.walk import GamesWalk
from games.selectors.evidence import Evidence, difference_of, evidence_read, misfit
from games.values.state import (
    ReplayedAnswer,
    ReplayedGame,
    ReplayedGames,
    ReplayedSubmission,
    shown,
)
from magistrar_site.shared.facts import (
    ContradictionError,
    Difference,
    FactSentence,
    FactValue,
    Key,
    Members,
    StreamFact,
)

# What depends on other events or on the moment, and so can't be judged again from a stream's facts.
OTHERWISE_REFUSED = frozenset({"", "settled", "handed_in_elsewhere", "turns_differ"})


def _with_seat(members: Members) -> dict[str, Any]:
    """From version 1, which named a side."""
    known = {name: value for name, value in members.items() if name != "side"}
    return {**known, "seat": seat_of_side(members["side"])} if "side" in members else known


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
            report=self.report if self.report is None else checked_report(game, self.report, accepted=self.accepted),
            agrees_with=tuple(self.agrees_with),
            hidden=fact.redacted,
            changed_by=fact.number,
        )
        is_hidden = "report" in submission.hidden
        if self.accepted and ((submission.report is None and not is_hidden) or self.grade is None):
            raise ContradictionError("submission", "a report of a game that counts", "none")
        game.submissions[self.submission] = submission
        if self.accepted:
            settle(game, fact.number)
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
        misfits = misfit(game, evidence, editions)
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
            result_set(game, GameState.CONFLICTING, None, fact.number)
            state.uncertain.add(game.key)
            return
        require_seat(game, self.seat)
        submission = submission_of(game, self.submission)
        submission.answers[self.seat] = ReplayedAnswer(self.confirms, fact.actor, fact.at, fact.number)
        submission.changed_by = fact.number
        settle(game, fact.number)

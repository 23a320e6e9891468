"""Handing in, confirming and disputing. Who may do so is decided by whoever arranged the game."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from games.engine.core.deals import DealsBySeed
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.enums import SETTLED_STATES, UNPLAYED_STATES, GameState, Grade
from games.facts.results import SubmissionAnswered, SubmissionReceived
from games.models import Confirmation, Game, GameResult, Submission
from games.pages.refusals import refusal_sentence
from games.selectors.deals import deal_of
from games.selectors.drafts import draft_record
from games.selectors.editions import playable_edition
from games.selectors.evidence import MAX_BYTES, Evidence, difference_of, evidence_read, misfit
from games.selectors.games import seats_take, set_up_of
from games.services.games import games_to_lock
from games.services.results import say_the_same, settle, standing_among, standing_submissions
from magistrar_site.shared.acts import NOBODY, Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import Stream
from magistrar_site.shared.services.facts import fact_append, stream_lock
from magistrar_site.shared.texts import storable_text

KEY_PATTERN = re.compile(r"[A-Za-z0-9._:-]{1,80}")
MOST_REFUSED = 20  # versions that don't count, of each seat of a game
MOST_ACCEPTED = 200  # those that did, each in place of the one before
SETTLED = {*SETTLED_STATES, GameState.ANNULLED}


def _nothing_more(_submission: Submission) -> None:
    """For a game that belongs to nothing else."""


def _as_it_is(_game: Game, _evidence: Evidence) -> None:
    """For a game whose set-up is complete."""


def submission_add(
    *,
    act: Act,
    game: Game,
    body: bytes,
    seat: Seat | None,
    idempotency_key: str,
    ahead: Callable[[Submission], None] = _nothing_more,
    then: Callable[[Submission], None] = _nothing_more,
    first: Callable[[Game, Evidence], None] = _as_it_is,
    beside: Iterable[int] = (),
) -> Submission:
    """Take what somebody handed in for a game, count it where it can count, and keep it in any case.

    `seat` is whose player sent it, None for the desk. Sent twice with one key it is one
    submission; so is the same document of the same seat while it stands, whatever its key, or where it was refused for
    the same reason before. `then` is called once with a
    new submission, in the same transaction: what else it does where the game belongs. `ahead` is called likewise, for
    what appends no facts: before the stream is locked. `first` is called before both with
    the locked game and what was read: it may complete the game's set-up, or refuse. `beside` are the primary keys of
    games that they may change, which are locked together with this one. A refused one has `accepted` False and says why
    in `refusal` (a key of evidence.REFUSALS) and in its report. Invalid `too_large` (413) over 256 KiB, `empty`,
    `bad_idempotency_key`; DomainError `idempotency_key_reused`, `game_void`, `too_many_versions`.
    """
    if len(body) > MAX_BYTES:
        raise Invalid(
            "too_large", _("A game is a few kilobytes; this is over 256 KiB. Is it the right file?"), status=413
        )
    if not body.strip():
        raise Invalid("empty", _("Nothing was sent. Paste a record, choose a file or fill in the sheet."))
    if not KEY_PATTERN.fullmatch(idempotency_key):
        raise Invalid(
            "bad_idempotency_key", _("An idempotency key has 1 to 80 letters, digits, dashes, dots or colons.")
        )
    evidence = evidence_read(system=game.system, body=body)  # outside of the transaction: it locks nothing
    with transaction.atomic():
        game, head = _game_lock(game, beside)
        earlier = _versions(game)
        sent = (str(act.actor), idempotency_key)
        before = next((version for version in earlier if (version.actor, version.idempotency_key) == sent), None)
        if before is not None:
            if bytes(before.body) != body:
                raise DomainError(
                    "idempotency_key_reused", _("This form was already sent with other content. Reload it.")
                )
            return before
        if game.is_void:
            raise DomainError("game_void", _("This pairing was undone, so no result is needed."))
        stands = _standing_as_sent(game, evidence, seat, earlier)
        if stands is not None:
            return stands
        variants = game.variants
        first(game, evidence)
        if game.variants != variants:
            head = stream_lock(stream=game.stream)  # which a fact has moved on
        submission = _submission_create(act, game, evidence, seat, idempotency_key, earlier, head, ahead)
        then(submission)
        return submission


def _game_lock(known: Game, beside: Iterable[int]) -> tuple[Game, Stream]:
    """The game as it is now that it is locked, with those beside it; and the head of its stream as it was just before,
    in the same query."""
    head = Stream.objects.filter(name=OuterRef("stream"))
    seen = {"seen_number": Subquery(head.values("number")), "seen_digest": Subquery(head.values("digest"))}
    game = next(row for row in games_to_lock([known.pk, *beside]).annotate(**seen) if row.pk == known.pk)
    seats_take(game, known)
    number, digest = vars(game).pop("seen_number"), vars(game).pop("seen_digest")
    return game, Stream(name=game.stream, **({} if number is None else {"number": number, "digest": digest}))


def _seat_is(seat: Seat | None) -> dict[str, Any]:
    """The lookup of one seat, or of the desk."""
    return {"seat__isnull": True} if seat is None else {"seat": seat}


def _of_seat(game: Game, seat: Seat | None) -> QuerySet[Submission]:
    """What was handed in for one seat, or by the desk."""
    return Submission.objects.filter(game=game, **_seat_is(seat))


def _versions(game: Game) -> list[Submission]:
    """What was handed in for a locked game so far, oldest first, with what was answered; documents and reports are read
    when they are asked for. For the first version that is one query, and there is nothing more to read."""
    rows = Submission.objects.filter(game=game).defer("body", "report").order_by("fact_number")
    versions = list(rows.prefetch_related("confirmations"))
    for version in versions:
        version.game = game
    return versions


def _standing_as_sent(
    game: Game, evidence: Evidence, seat: Seat | None, earlier: Iterable[Submission]
) -> Submission | None:
    """What this seat handed in, where it is just this document: the one that counts, or one that is refused once more
    for what it was refused for. An unfinished game stays the newest that was said of it: arbiters decide by that."""
    mine = [version for version in earlier if version.seat == seat and version.fact_number > game.set_aside_to]
    mine.reverse()
    counts = next((version for version in mine if version.accepted), None)
    if counts is not None and bytes(counts.body) == evidence.body:
        return counts
    refusal = _refusal(game, evidence, seat)
    if not refusal:
        return None
    if refusal == "unfinished":
        mine = mine[:1] if game.state in UNPLAYED_STATES else []
    alike = (version for version in mine if not version.accepted and version.refusal == refusal)
    return next((version for version in alike if bytes(version.body) == evidence.body), None)


def _require_room(
    game: Game, evidence: Evidence, seat: Seat | None, refusal: str, earlier: Iterable[Submission]
) -> None:
    """Each version is kept for good, so there is an end to those of one seat of a game. DomainError
    `too_many_versions`."""
    kept = sum(version.seat == seat and version.accepted is not bool(refusal) for version in earlier)
    if refusal and kept >= MOST_REFUSED:
        raise DomainError(
            "too_many_versions",
            _("%(why)s It isn’t kept: %(count)d versions that don’t count are kept already. Ask an arbiter.")
            % {"why": refusal_sentence(refusal, game, evidence.body), "count": kept},
            status=422,
        )
    if not refusal and kept >= MOST_ACCEPTED:
        raise DomainError(
            "too_many_versions",
            _("%(count)d versions of this game are kept already. Ask an arbiter to decide.") % {"count": kept},
        )


def _refusal(game: Game, evidence: Evidence, seat: Seat | None) -> str:
    reason = misfit(game, evidence)
    if reason:
        return reason
    if seat is not None and evidence.grade == Grade.RECORD and _tells_other_turns(game, evidence):
        return "turns_differ"
    return "settled" if game.state in SETTLED else ""


def _tells_other_turns(game: Game, evidence: Evidence) -> bool:
    """Whether a record of a game that the service dealt isn't the one that was recorded to its end."""
    deal = deal_of(game)
    draft = draft_record(game) if deal is not None and deal.is_open else None
    system = game_system(game.system)
    if deal is None or draft is None or not draft.is_over or not isinstance(system, DealsBySeed):
        return False
    edition = playable_edition(game.system, game.edition)
    recorded = system.dealt_record(set_up_of(game), deal.seed, [row.body for row in draft.parts], edition)
    return evidence_read(system=game.system, body=json.dumps(recorded).encode()).digest != evidence.digest


def _agreeing(game: Game, evidence: Evidence, standing: Iterable[Submission]) -> list[Submission]:
    """Those of others' standing submissions that say the same, compared at the coarser of the two grades."""
    engine = game_system(game.system)
    return [
        other
        for other in standing
        if difference_of(game.system, engine.parse(bytes(other.body)), evidence.document) is None
    ]


def document_details(body: bytes) -> dict[str, str]:
    """A document as a fact's detail: as text where it is text that every database can keep, else in base 64."""
    text = body.decode("utf-8", "replace")
    if text.encode() == body and storable_text(text) == text:
        return {"body": text}
    return {"body_base64": b64encode(body).decode()}


def _submission_create(
    act: Act,
    game: Game,
    evidence: Evidence,
    seat: Seat | None,
    idempotency_key: str,
    earlier: Sequence[Submission],
    head: Stream,
    ahead: Callable[[Submission], None],
) -> Submission:
    """Everybody who hands in within one event waits for its stream, so the fact comes last: all rows are written before
    it, with the number that it gets where nothing is appended to the stream (`head`) in the meantime."""
    refusal = _refusal(game, evidence, seat)
    _require_room(game, evidence, seat, refusal, earlier)
    others = [version for version in standing_among(game, earlier) if version.seat != seat]
    key = act.ids.key()
    received = SubmissionReceived(
        game=game.key,
        submission=key,
        seat=seat,
        grade=evidence.grade,
        accepted=not refusal,
        refusal=refusal,
        digest=evidence.digest,
        # What follows from the document, so that a result outlives one that has to be erased. The report of a legal
        # game names nobody; that of anything else may echo what was typed.
        report=evidence.report_json if evidence.report.legal else None,
        agrees_with=[] if refusal else [other.key for other in _agreeing(game, evidence, others)],
    )
    # The head may be older than the lock of the game: the number is above all that is known of it.
    newest = max(head.number, game.result_fact, *(version.fact_number for version in earlier))
    submission = Submission.objects.create(
        key=key,
        game=game,
        body=evidence.body,
        grade=evidence.grade or "",
        seat=seat,
        actor=str(act.actor),
        at=act.at,
        report=evidence.report_json,
        accepted=not refusal,
        refusal=refusal,
        digest=evidence.digest,
        idempotency_key=idempotency_key,
        fact_number=newest + 1,
    )
    if not refusal:
        settle(game=game, fact_number=submission.fact_number, standing=[*others, submission])
    ahead(submission)
    # The document stands beside the chain: what somebody typed may hold names. Its digest is in the payload.
    details = {**document_details(evidence.body), "idempotency_key": idempotency_key}
    fact = fact_append(act=act, stream=game.stream, fact=received, details=details, seen=head)
    if fact.number != submission.fact_number:
        _renumber(submission, fact.number)
    return submission


def _renumber(submission: Submission, number: int) -> None:
    """Give what was just written the number of its fact, which isn't the one that was expected."""
    game, expected = submission.game, submission.fact_number
    submission.fact_number = number
    Submission.objects.filter(pk=submission.pk).update(fact_number=number)
    if game.result_fact == expected:
        game.result_fact = number
        Game.objects.filter(pk=game.pk).update(result_fact=number)
        GameResult.objects.filter(game=game, is_current=True, fact_number=expected).update(fact_number=number)


def submission_answer(*, act: Act, submission: Submission, seat: Seat | None, confirms: bool) -> Game:
    """A word on what was handed in, by another player or (seat None) by the desk: yes, or a dispute (with a reason in
    `act.why`).

    NotAllowed `own_submission`; DomainError `superseded` where a newer submission took its place, `settled`.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=submission.game_id)
        if submission.fact_number <= game.set_aside_to:
            raise DomainError("superseded", _("The game was reopened: the result has to be handed in again."))
        said = submission.confirmations.filter(**_seat_is(seat)).first()
        if said is not None and said.confirms == confirms:
            return game  # pressed twice is once
        is_own = submission.seat == seat  # the desk's own word (seat None) on the desk's submission is one too
        # One person is one voice: the account that handed it in doesn't confirm it by another one's link.
        if is_own or (confirms and act.beside != NOBODY and submission.actor == str(act.beside)):
            raise NotAllowed("own_submission", _("You handed this in yourself: somebody else confirms it."))
        if game.state in SETTLED or game.is_void:
            raise DomainError("settled", _("The result of this game is settled already."))
        own = [version for version in standing_submissions(game) if version.seat == seat]
        if confirms and own and not say_the_same(game, [*own, submission]):
            raise DomainError(
                "own_version_differs",
                _("You handed in another version yourself. Hand in one that says the same, or call an arbiter."),
            )
        newer = _of_seat(game, submission.seat).filter(accepted=True)
        if not submission.accepted or newer.filter(fact_number__gt=submission.fact_number).exists():
            raise DomainError("superseded", _("There is a newer version of this result. Look at that one."))
        answered = SubmissionAnswered(game=game.key, submission=submission.key, seat=seat, confirms=confirms)
        fact = fact_append(act=act, stream=game.stream, fact=answered)
        Confirmation.objects.update_or_create(
            submission=submission,
            seat=seat,
            defaults={
                "confirms": confirms,
                "actor": str(act.actor),
                "at": act.at,
                "fact_number": fact.number,
            },
        )
        settle(game=game, fact_number=fact.number)
        return game

"""Reading what was handed in: the engine's verdict, and whether it fits the game's set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.core.evidence import Difference
from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Judged
from games.engine.core.report import SystemReport, encode_report
from games.engine.core.seats import seat_name
from games.engine.registry import DEFAULT_JUDGE, game_system, judge_of
from games.enums import GRADE_ORDER, Grade
from games.models import Game, Submission
from games.pages.magistrar.variants import cards_of, drawn_words
from games.selectors.editions import StoredEditions, playable_edition
from games.values.state import ReplayedGame
from magistrar_site.shared.texts import storable

MAX_BYTES = 256 * 1024

REFUSALS: dict[str, str | Promise] = {
    "unreadable": _("This can't be read as a game, so it doesn't count. It is kept; correct it and hand it in again."),
    "illegal": _("The game breaks a rule, so it doesn't count. It is kept; correct it and hand it in again."),
    "unfinished": _(
        "The game isn't finished: five duels are needed. If it ended early, tell an arbiter: what you handed in is "
        "kept, and the arbiter decides by the duels in it."
    ),
    "grade_too_low": _("This event asks for more than the final score: hand in a sheet or a record."),
    "sides_swapped": _("The sides look swapped: the other player starts this game. Check who is White."),
    "edition_differs": _("This game is played with another edition of the rules."),
    "variants_differ": _("The variants are not those of this game."),
    # Not said any more: such a result counts, and an arbiter sees where else the record stands. Older facts say it.
    "handed_in_elsewhere": _("This very game was handed in for another pairing already."),
    "settled": _("The result of this game is settled. An arbiter can reopen it."),
}


RECORDS_ONLY = _(
    "This event accepts nothing but a record: the tokens and pawns of each encounter. Record the game place by place, "
    "type it, or paste it."
)


def refusal_of(submission: Submission, game: Game) -> str:
    """Why a submission doesn't count; empty for one that does. Its document is read only where that says more."""
    if not submission.refusal:
        return ""
    body = bytes(submission.body) if submission.refusal == "variants_differ" else b""
    return refusal_sentence(submission.refusal, game, body)


def refusal_sentence(refusal: str, game: Game, body: bytes = b"") -> str:
    """Why `body`, handed in for this game, doesn't count; where its variants differ, which of them, and how the game
    has them."""
    if refusal == "grade_too_low" and game.least_grade == Grade.RECORD:
        return str(RECORDS_ONLY)
    sentence = str(REFUSALS[refusal])
    if refusal != "variants_differ":
        return sentence
    document = game_system(game.system).parse(body)
    said = (game_system(game.system).set_up(document).variants if document is not None else None) or {}
    return " ".join([sentence, *variants_in_words(said, game)])


def variants_in_words(said: Mapping[str, Any], game: Game) -> list[str]:
    """Where a document's variants aren't the game's, how the game has them: a sentence for each kind, and the first
    card that is another one by its duel. Cards that only one of them knows are none, unless there is nothing else."""
    differing = [name for name in _VARIANTS if said.get(name) != game.variants.get(name)]
    both = min(len(cards_of(said)), len(cards_of(game.variants)))
    is_known = both > 0 and cards_of(said)[:both] == cards_of(game.variants)[:both]
    return [
        _VARIANTS[name](said, game.variants)
        for name in differing
        if name != "duel_cards" or not is_known or differing == ["duel_cards"]
    ]


def _mages_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    if "mages" not in variants:
        return gettext("No mages are set for this game.")
    mages = drawn_words(variants).mages
    return gettext("The mages of this game: White has %(white)s, Black has %(black)s.") % mages


def _cards_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    if "duel_cards" not in variants:
        return gettext("No duel cards are set for this game.")
    ours, theirs = drawn_words(variants).cards, drawn_words(said).cards
    sentence = gettext("The duel cards of this game, in order: %(cards)s.") % {"cards": ", ".join(ours)}
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
        if our != their:
            first = gettext("The card of duel %(number)d is %(ours)s here, not %(theirs)s.")
            return f"{first % {'number': number, 'ours': our, 'theirs': their}} {sentence}"
    return sentence


def _golden_words(said: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    golden = variants.get("golden", {})
    bags = {side: _bag_words(golden.get(side, 0)) for side in ("white", "black")}
    return gettext("White’s bag holds %(white)s, Black’s %(black)s.") % bags


_VARIANTS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], str]] = {
    "mages": _mages_words,
    "duel_cards": _cards_words,
    "golden": _golden_words,
}


def _bag_words(goldens: int) -> str:
    if not goldens:
        return gettext("14 light, 14 dark, 2 super and no golden energies")
    return ngettext(
        "14 light, 14 dark, 2 super and %(count)d golden energy",
        "14 light, 14 dark, 2 super and %(count)d golden energies",
        goldens,
    ) % {"count": goldens}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One document, read. `document` and `grade` are None where it isn't one; `digest` identifies the game as played
    (without claim and meta), empty where it isn't a legal one. `report` is the system's own, `judged` what it says."""

    body: bytes
    report: SystemReport
    judged: Judged
    document: Any
    grade: Grade | None
    digest: str

    @property
    def report_json(self) -> dict[str, Any]:
        """The report as plain JSON values, as every database can keep them: it may echo what was sent."""
        value: dict[str, Any] = storable(msgspec.to_builtins(self.report))
        return value


def evidence_read(*, system: str, body: bytes, editions: Mapping[str, GameEdition] | None = None) -> Evidence:
    """The engine's answer to any bytes; nothing that a person can send raises. `editions`: those that may be played
    with beside the shipped ones; by default those that clubs have here."""
    engine = game_system(system)
    report, document = report_of(system=system, body=body, editions=editions), engine.parse(body)
    judged = engine.judged(report)
    if document is None:
        return Evidence(body, report, judged, None, None, "")
    # Only a legal game has an identity: anything else may hold texts that say something about a person.
    digest = engine.digest(document) if report.legal else ""
    return Evidence(body, report, judged, document, Grade(engine.grade(document)), digest)


def report_of(*, system: str, body: bytes, editions: Mapping[str, GameEdition] | None = None) -> SystemReport:
    """The engine's report on any bytes: JSON, or a game in the text notation."""
    engine, known = game_system(system), _known(system, editions)
    text = body.decode("utf-8", "replace")
    return engine.check_text(text, known) if engine.is_notation(text) else engine.check(body, known)


def encoded_report_of(*, body: bytes) -> bytes:
    """The report on any bytes, as JSON: a document of any system by its `format`, or a game in the text notation of
    the default one."""
    judge = judge_of(body)
    if judge.key != DEFAULT_JUDGE:
        return judge.check_encoded(body, StoredEditions(judge.key))
    return encode_report(report_of(system=DEFAULT_JUDGE, body=body))


def _known(system: str, editions: Mapping[str, GameEdition] | None) -> Mapping[str, GameEdition]:
    return StoredEditions(system) if editions is None else editions


def edition_digest(system: str, edition: str) -> str:
    """The content hash of an edition, shipped or a club's; KeyError for an unknown one."""
    return playable_edition(system, edition).content_hash


def misfit(game: Game | ReplayedGame, evidence: Evidence) -> str:
    """Why a document can't count for this game (a key of REFUSALS), or "" where it fits. Legality comes first: the
    players need to hear of a broken rule, whatever else is wrong."""
    if evidence.grade is None or not evidence.judged.is_readable:
        return "unreadable"
    if not evidence.report.legal:
        return "illegal"
    if not evidence.report.complete:
        return "unfinished"
    if GRADE_ORDER.index(evidence.grade) < GRADE_ORDER.index(Grade(game.least_grade)):
        return "grade_too_low"
    return set_up_misfit(game, evidence)


def set_up_misfit(game: Game | ReplayedGame, evidence: Evidence) -> str:
    """Why a readable document is of another game than this one (a key of REFUSALS), or "" where nothing says so."""
    said = game_system(game.system).set_up(evidence.document)
    names = game_system(game.system).seat_names
    if said.starter is not None and seat_name(names, said.starter) != game.starter:
        return "sides_swapped"
    if said.edition is not None and said.edition != game.edition:
        return "edition_differs"
    if said.variants is not None and not _is_played_with(said.variants, game, complete=evidence.report.complete):
        return "variants_differ"
    return ""


def _is_played_with(said: Mapping[str, Any], game: Game | ReplayedGame, *, complete: bool) -> bool:
    """Whether a document's variants are the game's. Of a game that ended early either may know more cards than the
    other (R27): they agree as far as both go."""
    if complete or said.keys() != game.variants.keys():
        return said == game.variants
    both = min(len(cards_of(said)), len(cards_of(game.variants)))
    return all(
        value[:both] == game.variants[name][:both] if name == "duel_cards" else value == game.variants[name]
        for name, value in said.items()
    )


def difference_of(
    system: str, first: object, second: object, editions: Mapping[str, GameEdition] | None = None
) -> Difference | None:
    """Where two parsed, legal documents of one game first differ, at the coarser of their grades; None: they agree.
    `editions` as in `evidence_read`."""
    return game_system(system).first_difference(first, second, _known(system, editions))

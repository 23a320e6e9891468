"""Documents as they were handed in: the engine's verdict, and whether they fit a game's set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.core.deals import DealsBySeed
from games.engine.core.evidence import Difference
from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Judged
from games.engine.core.report import SystemReport, encode_report
from games.engine.registry import DEFAULT_JUDGE, game_system, judge_of
from games.enums import GRADE_ORDER, Grade
from games.models import Game, GameDeal
from games.selectors.editions import StoredEditions, playable_edition
from games.values.state import ReplayedDeal, ReplayedGame
from magistrar_site.shared.texts import storable

MAX_BYTES = 256 * 1024


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


def misfit(game: Game | ReplayedGame, evidence: Evidence, editions: Mapping[str, GameEdition] | None = None) -> str:
    """The reason that a document can't count for this game (a key of REFUSALS), or "" where it fits. Legality comes
    first: the players need to hear of a broken rule, whatever else is wrong. `editions` as in `evidence_read`."""
    if evidence.grade is None or not evidence.judged.is_readable:
        return "unreadable"
    if not evidence.report.legal:
        return "illegal"
    if not evidence.report.complete:
        return "unfinished"
    if GRADE_ORDER.index(evidence.grade) < GRADE_ORDER.index(Grade(game.least_grade)):
        return "grade_too_low"
    return set_up_misfit(game, evidence) or _deal_misfit(game, evidence, editions)


def set_up_misfit(game: Game | ReplayedGame, evidence: Evidence) -> str:
    """Why a readable document is of another game than this one (a key of REFUSALS), or "" where nothing says so."""
    if evidence.judged.players not in (None, _players_of(game)):
        return "players_differ"
    said = game_system(game.system).set_up(evidence.document)
    if None not in (said.starter, game.starter) and said.starter != game.starter:
        return "sides_swapped"
    if said.edition is not None and said.edition != game.edition:
        return "edition_differs"
    if said.variants is not None and not _is_played_with(said.variants, game, complete=evidence.report.complete):
        return "variants_differ"
    return ""


def _deal_misfit(game: Game | ReplayedGame, evidence: Evidence, editions: Mapping[str, GameEdition] | None) -> str:
    """Why a document isn't of the game that the service dealt: what it says of the deal is another one. As long as the
    deal is closed nobody knows: a record doesn't count then, and of less all players are asked (`asked_agreement`)."""
    system = game_system(game.system)
    if not isinstance(system, DealsBySeed):
        return ""
    deal = game.deal if isinstance(game, ReplayedGame) else GameDeal.objects.filter(game=game).first()
    if deal is None:
        return ""
    seed = deal.seed if isinstance(deal, ReplayedDeal) or deal.is_open else ""
    if not seed:
        return "deal_closed" if evidence.grade == Grade.RECORD else ""
    edition = system.editions.get(game.edition) or _known(game.system, editions)[game.edition]
    return "" if system.is_of_deal(evidence.document, seed, edition) else "deal_differs"


def _players_of(game: Game | ReplayedGame) -> int:
    return len(game.seats if isinstance(game, ReplayedGame) else game.seats.all())


def _is_played_with(said: Mapping[str, Any], game: Game | ReplayedGame, *, complete: bool) -> bool:
    """Whether a document's variants are the game's. Of a game that ended early either may know more cards than the
    other (R27): they agree as far as both go."""
    if complete or said.keys() != game.variants.keys():
        return said == game.variants
    return game_system(game.system).variants_agree(said, game.variants)


def difference_of(
    system: str, first: object, second: object, editions: Mapping[str, GameEdition] | None = None
) -> Difference | None:
    """The first difference of two parsed, legal documents of one game, at the coarser of their grades; None: they
    agree. `editions` as in `evidence_read`."""
    return game_system(system).first_difference(first, second, _known(system, editions))

"""Whether an event's facts hold by themselves: the chain is whole, each fact follows on those before it, and what
engines said at the time they say again. Reads nothing but the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from games.engine.core.game_system import GameEdition, GameSystem
from games.engine.registry import GAME_SYSTEMS, game_system
from games.facts.state import ReplayedGame, ReplayedSubmission
from games.pages.magistrar.variants import drawn_of, drawn_refused
from games.services.evidence import Evidence, difference_of, evidence_read, misfit
from magistrar_site.shared.facts import Difference, FactValue
from magistrar_site.shared.services.chain import chain_differences
from tournaments.enums import Decider
from tournaments.facts.state import (
    ContradictionError,
    ReplayedEntry,
    ReplayedMatch,
    ReplayedStage,
    ReplayedState,
    shown,
)
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import StageState
from tournaments.formats.registry import format_for
from tournaments.formats.systems.knockout.from_groups import seeds_from_stage
from tournaments.models.rules import rules_read
from tournaments.log.public import hides_too_much
from tournaments.selectors.series.matches import set_up_due
from tournaments.services.brackets.decide import lot_of_match
from tournaments.services.fold.fold import FoldError, fold_steps
from tournaments.services.fold.rounds import due_time
from tournaments.services.fold.stages import moves_by_facts, series_said, stage_entries, stage_state, system_pairs
from tournaments.services.stages.advance import stage_qualifying
from tournaments.services.stages.standings import table_rows


Check = Callable[[ReplayedState, FactValue, Walk], Iterator[Difference]]
# What depends on other events or on the moment, and so can't be judged again from this event's facts.
OTHERWISE_REFUSED = frozenset({"", "settled", "handed_in_elsewhere"})


def facts_differences(
    stream: str, facts: Sequence[FactValue], head: tuple[int, str], walk: Walk, state: ReplayedState
) -> Iterator[Difference]:
    """What is wrong with the facts, first things first. `state` is brought up to the last fact that holds."""
    broken = False
    for difference in chain_differences(stream, facts, head, is_public=walk.is_public):
        broken = True
        yield difference
    for fact in facts:
        for member in sorted(hides_too_much(fact)):
            broken = True
            yield Difference(fact.number, f"{member} of {fact.kind}", "what everybody may see", "hidden")
    if broken:
        return  # what the facts say of each other means nothing
    try:
        for fact in fold_steps(facts, state):
            # Asked once the state has this fact: by then its payload is known to have the right shape.
            yield from _checked(state, fact, walk)
    except FoldError as error:
        yield error.difference
        return
    if state.event is None or f"event:{state.event.key}" != stream:
        yield Difference(1, "stream", stream, "an event of another key" if state.event else "nothing")


def _checked(state: ReplayedState, fact: FactValue, walk: Walk) -> Iterator[Difference]:
    check = CHECKS.get(fact.kind)
    if check is None or "payload" in fact.redacted:
        return
    reason = _hidden_reason(state, fact) if walk.is_public else ""
    for difference in _found_by(check, state, fact, walk):
        if reason:
            walk.exceptions.append(f"{KINDS[fact.kind].follows_from_facts.format(**fact.payload)}: {reason}")
            return
        yield difference


def _found_by(check: Check, state: ReplayedState, fact: FactValue, walk: Walk) -> Iterator[Difference]:
    try:
        yield from check(state, fact, walk)
    except ContradictionError as error:
        yield Difference(fact.number, f"{fact.kind}, {error.what}", error.expected, error.found)


def _hidden_reason(state: ReplayedState, fact: FactValue) -> str:
    """Why a fact may differ from what follows from public facts; empty where it mayn't."""
    if not KINDS[fact.kind].follows_from_facts:
        return ""
    if fact.kind == "round.drafted" and state.hides_wishes:
        return "private wishes"
    return "versions of games that no result shows" if state.uncertain else ""


def system_of(key: str) -> GameSystem:
    if key not in GAME_SYSTEMS:
        raise ContradictionError("game system", "one that there is", key)
    return game_system(key)


def stated_editions(state: ReplayedState, system: str) -> dict[str, GameEdition]:
    """The clubs' editions that the facts bring along."""
    return {
        key: _edition(edition.system, msgspec.json.encode(edition.data))
        for key, edition in state.editions.items()
        if edition.system == system
    }


@lru_cache(maxsize=16)
def _edition(system: str, data: bytes) -> GameEdition:
    try:
        return system_of(system).read_edition(data)
    except ValueError as error:
        raise ContradictionError("edition", "one that can be played", str(error)) from None


def edition_holds(state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
    """An edition that is brought along is what its digest says, and hides none that ships here."""
    said = state.editions[fact.payload["edition"]]
    if said.key in system_of(said.system).editions:
        raise ContradictionError("edition", "one that doesn't ship with the game", said.key)
    edition = stated_editions(state, said.system)[said.key]
    if edition.key != said.key:
        yield Difference(fact.number, f"key of edition {said.key}", edition.key, said.key)
    if edition.content_hash != said.digest:
        yield Difference(fact.number, f"digest of edition {said.key}", edition.content_hash, said.digest)


def set_up_holds(state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
    """The edition is the one that ships here under that name, or was brought along; players and time are the match's.
    In older chains the time was the event's."""
    game, place = state.games[fact.payload["game"]], fact.payload["place"]
    known = {**stated_editions(state, game.system), **system_of(game.system).editions}.get(game.edition)
    digest = known.content_hash if known is not None else "no such edition"
    if digest != game.edition_digest:
        yield Difference(fact.number, f"edition {game.edition}", digest, game.edition_digest)
    match = state.match(place["match"])
    seated = {state.entry(key).player for key in match.entries}
    if seated != set(game.seats.values()):
        yield Difference(fact.number, f"seats of game {game.key}", shown(sorted(seated)), shown(dict(game.seats)))
    due = due_time(state, match)
    is_older = not state.round_of(match.key).dates_games and game.played_at == state.the_event().starts_at
    if game.played_at != due and not is_older:
        yield Difference(fact.number, f"time of game {game.key}", due.isoformat(), game.played_at.isoformat())
    yield from _series_holds(state, fact, match, place["number"], game)


def rearranged_holds(state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
    """Starter and goldens are those that the results before give the game by now."""
    game = state.games[fact.payload["game"]]
    for match, number in () if game.is_void else state.places(game.key):
        yield from _series_holds(state, fact, match, number, game)


def variants_hold(state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
    """The event plays with what was said, mages before cards, and the edition has it."""
    game, asked = state.games[fact.payload["game"]], rules_read(dict(state.the_event().rules)).drawn
    drawn = drawn_of(game.variants)
    if not set(drawn) <= set(asked) or ("mages" in asked and "mages" not in drawn):
        yield Difference(fact.number, f"what is drawn for game {game.key}", shown(list(asked)), shown(list(drawn)))
    refused = [found.message for found in drawn_refused(game, drawn, stated_editions(state, game.system))]
    if refused:
        yield Difference(fact.number, f"variants of game {game.key}", "some that can be played", refused[0])


def _series_holds(
    state: ReplayedState, fact: FactValue, match: ReplayedMatch, number: int, game: ReplayedGame
) -> Iterator[Difference]:
    """R29 and H8: who starts a later game of a match, and whose bag has which goldens."""
    if match.best_of == 1 or match.bye or number in match.friendly:
        return
    event = state.the_event()
    standing = series_said(state, match)
    rules = rules_read(dict(event.rules))
    drawn = drawn_of(game.variants)
    due = set_up_due(standing, number, rules, seed=event.seed, match_key=match.key, system=game.system, drawn=drawn)
    if due.starter != game.starter:
        yield Difference(fact.number, f"starter of game {game.key}", due.starter, game.starter)
    if due.variants != game.variants:
        yield Difference(fact.number, f"variants of game {game.key}", shown(due.variants), shown(game.variants))


def document_holds(state: ReplayedState, fact: FactValue, walk: Walk) -> Iterator[Difference]:
    """The engine says of the document what the fact says that it said."""
    game = state.games[fact.payload["game"]]
    submission = game.submissions[fact.payload["submission"]]
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


def _is_known(game: ReplayedGame, evidence: Evidence, editions: Mapping[str, GameEdition]) -> bool:
    """Whether the edition that a document names is one of those here; true where it names none."""
    if evidence.document is None:
        return True
    engine = game_system(game.system)
    named = engine.set_up(evidence.document).edition
    return named in editions or named in engine.editions or named == game.edition


def report_differences(state: ReplayedState, rows: ReplayedState, refused: Mapping[str, Any]) -> Iterator[Difference]:
    """Stored reports against those that the facts kept, or, of what is no legal game, that the engine gives again. A
    result shows the report of the submission that it came from."""
    for game in state.games.values():
        reports = {key: refused.get(key, row.report) for key, row in game.submissions.items()}
        stored = rows.games.get(game.key) or game
        for key, submission in stored.submissions.items():
            number, what, found = submission.fact_number, f"report of submission {key}", submission.stored_report
            yield from _report_differs(number, what, reports.get(key), found, by_engine=key in refused)
        for result in stored.results:
            what, found = f"report of the result of game {game.key}", result.stored_report
            if result.submission is None:
                if found is not None:
                    yield Difference(result.fact_number, what, "nothing", shown(found))
                continue
            expected, by_engine = reports.get(result.submission), result.submission in refused
            yield from _report_differs(result.fact_number, what, expected, found, by_engine=by_engine)


def _report_differs(number: int, what: str, expected: Any, found: Any, *, by_engine: bool) -> Iterator[Difference]:
    """`by_engine`: it was worked out again just now; another version of the engine may have said it otherwise."""
    if not isinstance(found, dict) or not isinstance(found.get("legal"), bool):
        yield Difference(number, what, shown(expected or "a report"), shown(found))
    elif (
        expected is not None and expected != found and (not by_engine or found.get("engine") == expected.get("engine"))
    ):
        yield Difference(number, what, shown(expected), shown(found))


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
    """Those of the standing submissions of others that say the same. Where one's document was erased, the fact's word
    is taken."""
    if not submission.accepted:
        return ()
    engine = game_system(game.system)
    found = []
    for other in game.standing(before=submission.fact_number):
        if other.side == submission.side:
            continue
        if other.body is None:
            agrees = other.key in submission.agrees_with
        else:
            agrees = difference_of(game.system, engine.parse(other.body), evidence.document, editions) is None
        if agrees:
            found.append(other.key)
    return tuple(found)


CHECKS: Mapping[str, Check] = {
    "edition.stated": edition_holds,
    "game.set_up": set_up_holds,
    "game.rearranged": rearranged_holds,
    "game.variants_said": variants_hold,
    "submission.received": document_holds,
}

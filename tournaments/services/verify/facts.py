"""Whether an event's facts hold by themselves: the chain is whole, each fact follows on those before it, and what
engines said at the time they say again. Reads nothing but the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.values.state import shown
from magistrar_site.shared.facts import ContradictionError, Difference, FactValue, StreamFact
from magistrar_site.shared.services.chain import chain_differences
from tournaments.facts.replay import ReplayError, replay_steps
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk
from tournaments.log.public import hides_too_much


def facts_differences(
    stream: str, facts: Sequence[FactValue], head: tuple[int, str], walk: Walk, state: ReplayedState
) -> Iterator[Difference]:
    """The differences in the facts, first things first. `state` is brought up to the last fact that holds."""
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
        for fact, payload in replay_steps(facts, state):
            if payload is not None:
                yield from _checked(state, fact, payload, walk)
    except ReplayError as error:
        yield error.difference
        return
    if state.event is None or f"event:{state.event.key}" != stream:
        yield Difference(1, "stream", stream, "an event of another key" if state.event else "nothing")


def _checked(state: ReplayedState, fact: FactValue, payload: StreamFact, walk: Walk) -> Iterator[Difference]:
    """The differences that the fact's own check finds. What may follow from hidden facts is an exception of the public
    ones."""
    reason = _hidden_reason(state, payload) if walk.is_public else ""
    for difference in _found(state, fact, payload, walk):
        if reason:
            walk.exceptions.append(f"{payload.follows_from_facts.format(**fact.payload)}: {reason}")
            return
        yield difference


def _found(state: ReplayedState, fact: FactValue, payload: StreamFact, walk: Walk) -> Iterator[Difference]:
    try:
        yield from payload.check(state, fact, walk)
    except ContradictionError as error:
        yield Difference(fact.number, f"{fact.kind}, {error.what}", error.expected, error.found)


def _hidden_reason(state: ReplayedState, payload: StreamFact) -> str:
    """Why a fact may differ from what follows from public facts; empty where it mayn't."""
    if not payload.follows_from_facts:
        return ""
    if payload.follows_from_wishes and state.hides_wishes:
        return "private wishes"
    return "versions of games that no result shows" if state.uncertain else ""


def report_differences(state: ReplayedState, rows: ReplayedState, refused: Mapping[str, Any]) -> Iterator[Difference]:
    """Stored reports against those that the facts kept, or, of what is no legal game, that the engine gives again. A
    result shows the report of the submission that it came from, or of the score that was typed."""
    typed_reports = {
        (game.key, result.fact_number): result.report for game in state.games.values() for result in game.results
    }
    for game in state.games.values():
        reports = {key: refused.get(key, row.report) for key, row in game.submissions.items()}
        stored = rows.games.get(game.key) or game
        for key, submission in stored.submissions.items():
            number, what, found = submission.fact_number, f"report of submission {key}", submission.stored_report
            yield from _report_differs(number, what, reports.get(key), found, by_engine=key in refused)
        for result in stored.results:
            what, found = f"report of the result of game {game.key}", result.stored_report
            if result.submission is None:
                typed = typed_reports.get((game.key, result.fact_number))
                if found != typed:
                    yield Difference(result.fact_number, what, shown(typed), shown(found))
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

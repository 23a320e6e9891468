"""What of an event's facts everybody may see: just what pages and API show to strangers.

A fact of which something is hidden still has its number, kind, time and digests: the chain stays whole, and its head is
the one that was always shown, as digests cover what is stored and not what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from games.selectors.games import shown_submissions
from magistrar_site.shared.facts import VERSION, FactValue, StreamFact
from magistrar_site.shared.selectors.facts import facts_of_kinds
from tournaments.facts.registry import KINDS
from tournaments.models import Event

NOTHING: frozenset[str] = frozenset()
ALL = "payload"
WHO = "actor"
BESIDE = frozenset({"details", VERSION})  # salted digests of texts, which tell nothing, and the version
EMPTY: tuple[object, ...] = ([], {}, None)  # nothing was warned of
DRAFTS = tuple(kind for kind, declared in KINDS.items() if declared.is_draft)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the public has come to see of an event: which facts are still drafts, or were thrown away as such, and which
    submissions a result shows (keys)."""

    drafts: frozenset[int]
    submissions: frozenset[str]


def seen_of(event: Event) -> Seen:
    return Seen(_drafts(event.stream), frozenset(shown_submissions(event.stream)))


def _drafts(stream: str) -> frozenset[int]:
    """The numbers of facts about rounds that were never published as they say."""
    open_: dict[tuple[int, int], list[int]] = {}
    public: set[tuple[int, int]] = set()
    hidden: set[int] = set()
    kinds = (*DRAFTS, "round.published", "round.discarded", "round.undone")
    rows = facts_of_kinds(stream, kinds).values_list("number", "kind", "payload__stage", "payload__round")
    for number, kind, stage, round_ in rows.iterator():
        place = (stage, round_)
        if kind in DRAFTS and place not in public:
            open_.setdefault(place, []).append(number)
        elif kind == "round.published":
            open_.pop(place, None)
            public.add(place)
        elif kind == "round.undone":
            public.discard(place)
        elif kind == "round.discarded":
            hidden.update(open_.pop(place, ()))
    return frozenset(hidden.union(*open_.values()))


def public_facts(facts: Iterable[FactValue], seen: Seen) -> Iterator[FactValue]:
    """The facts as everybody may see them: without texts, and without what is hidden, which `redacted` names."""
    for fact in facts:
        shown, withheld = _shown_and_withheld(fact, seen)
        hidden = {name for name, value in fact.payload.items() if name not in shown - withheld and value not in EMPTY}
        if not shown:
            hidden = {ALL}
        hides_actor = not shown or WHO in withheld
        yield replace(
            fact,
            payload={name: value for name, value in fact.payload.items() if shown and name not in hidden},
            actor="" if hides_actor else fact.actor,
            details={},
            redacted=frozenset(hidden | {WHO} if hides_actor else hidden),
        )


def _shown_and_withheld(fact: FactValue, seen: Seen) -> tuple[frozenset[str], frozenset[str]]:
    """The members that everybody may see, none for a fact that is private as a whole; and those that this fact hides
    nevertheless."""
    declared = KINDS.get(fact.kind)
    if declared is None or fact.number in seen.drafts:
        return NOTHING, NOTHING
    is_withheld = declared.is_withheld(fact.payload, seen.submissions)
    return public_members(declared), declared.withheld if is_withheld else NOTHING


def hides_too_much(fact: FactValue) -> frozenset[str]:
    """The members that are hidden although everybody may see them: whoever made such facts has something to hide."""
    declared = KINDS.get(fact.kind)
    if declared is None or not declared.is_public or (declared.is_draft and ALL in fact.redacted):
        return NOTHING
    return fact.redacted & ((public_members(declared) | {ALL, WHO}) - declared.withheld)


def public_members(declared: type[StreamFact]) -> frozenset[str]:
    """The members of a kind that aren't hidden from the public; none of a kind that is private as a whole. What isn't
    declared is hidden wherever it says something."""
    return (declared.members() | BESIDE) - declared.hidden if declared.is_public else NOTHING

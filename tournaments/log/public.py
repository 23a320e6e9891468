"""What of an event's facts everybody may see: just what pages and API show to strangers.

A fact of which something is hidden still has its number, kind, time and digests: the chain stays whole, and its head is
the one that was always shown, as digests cover what is stored and not what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from games.selectors.games import shown_submissions
from magistrar_site.shared.facts import FactValue
from magistrar_site.shared.selectors.facts import facts_of_kinds
from tournaments.facts import registry
from tournaments.models import Event

NOTHING: frozenset[str] = frozenset()
DIGESTS = "details"  # salted digests of texts, which tell nothing
ALL = "payload"
WHO = "actor"


def _members(*names: str) -> frozenset[str]:
    return frozenset({*names, DIGESTS})


_ROUND = ("stage", "round")
_GAME = ("game",)
# The public members of each kind's payload. What isn't named here is hidden wherever it says something, so that a new
# member is until somebody decides. NOTHING: the whole fact is private, and who made it.
PUBLIC: dict[str, frozenset[str]] = {
    "entry.added": _members("entry", "player", "state", "rating", "by_player", "is_claim"),
    "entry.removed": _members("entry", "player"),
    "entry.placed": _members("entry"),
    "entry.identified": _members("entry", "player"),
    "entry.came_late": _members("entry", "number", "rating", "stage", "rounds"),
    "entry.paused": _members("entry", "state"),
    "entry.withdrawn": _members("entry", "state"),
    "entry.expelled": _members("entry", "state"),
    "entry.returned": _members("entry", "state", "stage", "rounds"),
    "entry.link_replaced": NOTHING,
    "checkin.opened": _members("session"),
    "checkin.closed": _members("session"),
    "entry.checked_in": NOTHING,  # who is here is for the desk
    "entry.checked_out": NOTHING,
    "bye.requested": NOTHING,  # what was wished for is between a player and those who pair
    "bye.withdrawn": NOTHING,
    "table.fixed": NOTHING,
    "table.freed": NOTHING,
    "pair.separated": NOTHING,
    "pair.joined": NOTHING,
    "prize.added": _members("prize", "places", "rating_from", "rating_below", "club"),
    "prize.removed": _members("prize"),
    # Not `warnings`, such as of two who are kept apart.
    "round.drafted": _members(*_ROUND, "pairs", "matches", "missing", "clubs", "accelerated", "revision"),
    "round.changed": _members(*_ROUND, "change", "gone", "matches"),
    "round.published": _members(*_ROUND, "matches", "closed", "starts_at"),
    "round.discarded": NOTHING,  # a draft is invisible, and so is that it was thrown away
    "round.undone": _members(*_ROUND, "running"),
    "round.clock": _members(*_ROUND, "state", "clock"),
    "round.scheduled": _members(*_ROUND, "starts_at", "moves_games"),
    "round.started": _members(*_ROUND, "clock", "by_result"),
    "round.closed": _members(*_ROUND),
    "round.reopened": _members(*_ROUND),
    "match.rest_forfeited": _members("match", "who"),
    "match.agreed": _members("match", "agreed_at"),
    "match.decided": _members("match", "goes_on", "by", "entries"),
    "bracket.followed": _members(*_ROUND, "gone", "matches", "reopens", "revision"),
    "stage.planned": _members("stage"),
    "stage.dropped": _members("stage"),
    "stage.closed": _members("stage", "ranking", "revision"),
    "stage.started": _members("stage", "planned_rounds", "entries"),
    "stage.reopened": _members("stage"),
    "edition.stated": _members("system", "edition", "edition_digest", "data"),
    "game.set_up": _members(
        *_GAME,
        "system",
        "starter",
        "edition",
        "edition_digest",
        "variants",
        "least_grade",
        "pool",
        "played_at",
        "order",
        "seats",
        "place",
    ),
    "game.rearranged": _members(*_GAME, "starter", "variants", "void"),
    "game.variants_said": _members(*_GAME, "mages", "duel_cards"),
    "game.ruled": _members(*_GAME, "kind", "grade", "winner", "submission"),
    "game.annulled": _members(*_GAME),
    "game.reopened": _members(*_GAME),
    "games.voided": _members("games"),
    # Report and digest are public of the version that a result shows: see `_shown_members`.
    "submission.received": _members(
        *_GAME, "submission", "side", "grade", "accepted", "refusal", "agrees_with", "report", "digest"
    ),
    "submission.answered": _members(*_GAME, "submission", "side", "confirms"),
}
for _kind, _declared in registry.KINDS.items():
    PUBLIC[_kind] = (
        _members(*(set(_declared.__struct_fields__) | _declared.former) - _declared.hidden)
        if _declared.is_public
        else NOTHING
    )
EMPTY: tuple[object, ...] = ([], {}, None)  # nothing was warned of
OF_VERSION = frozenset({"report", "digest"})  # of a version that nobody outside has seen
OF_DISPUTE = frozenset({"submission", "side", "confirms"})  # who says that it isn't so
DRAFTS = ("round.drafted", "round.changed", "round.scheduled")  # hidden as a whole until the round is published


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
        shown = _shown_members(fact, seen)
        hides_actor = not shown or _is_dispute(fact)
        hidden = {name for name, value in fact.payload.items() if name not in shown and value not in EMPTY}
        if not shown:
            hidden = {ALL}
        yield replace(
            fact,
            payload={name: value for name, value in fact.payload.items() if shown and name not in hidden},
            actor="" if hides_actor else fact.actor,
            details={},
            redacted=frozenset(hidden | {WHO} if hides_actor else hidden),
        )


def hides_too_much(fact: FactValue) -> frozenset[str]:
    """The members that are hidden although everybody may see them: whoever made such facts has something to hide."""
    public = PUBLIC.get(fact.kind, NOTHING)
    if not public or (fact.kind in DRAFTS and ALL in fact.redacted):
        return NOTHING
    if fact.kind == "submission.received":
        return fact.redacted & (public - OF_VERSION | {ALL, WHO})
    if fact.kind == "submission.answered":
        return fact.redacted & (public - OF_DISPUTE | {ALL})
    return fact.redacted & (public | {ALL, WHO})


def _is_dispute(fact: FactValue) -> bool:
    return fact.kind == "submission.answered" and fact.payload.get("confirms") is not True


def _shown_members(fact: FactValue, seen: Seen) -> frozenset[str]:
    if fact.number in seen.drafts:
        return NOTHING
    shown = PUBLIC.get(fact.kind, NOTHING)
    if fact.kind == "submission.received" and fact.payload.get("submission") not in seen.submissions:
        return shown - OF_VERSION
    return shown - OF_DISPUTE if _is_dispute(fact) else shown

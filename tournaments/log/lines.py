"""The log of an event for those who run it: its facts as sentences, with who, when and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from games.selectors.name_search import holds_words
from magistrar_site.shared.facts import StreamFact
from magistrar_site.shared.models import Fact
from magistrar_site.shared.names import fold_name
from magistrar_site.shared.selectors.facts import facts_of
from magistrar_site.shared.selectors.reasons import WHY, reasons_in
from tournaments.facts.registry import KINDS, TOPICS, kinds_of_topic
from tournaments.log.parameters import Names, Parameters, games_of_payload, names_for
from tournaments.models import Entry, Event, MatchGame, Round

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Filters:
    """What of the log is wanted; empty members don't narrow it. `kind`: a kind of fact, or a topic of TOPICS. `person`:
    the key of an entry (what he did and what was done about him and his games), or "user:KEY" (what that account did).
    `round`: "3", or "2.3" for round 3 of stage 2. `text`: part of a reason, of a player's name, or the number of a
    fact."""

    kind: str = ""
    person: str = ""
    round: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A fact as people read it. `why` is empty where nobody gave a reason; `at` is in the event's zone."""

    number: int
    kind: str
    label: str
    sentence: str
    who: str
    actor: str
    at: datetime
    why: str
    is_erased: bool
    game_key: str
    digest: str


def log_of(event: Event, filters: Filters, *, newest_first: bool = True) -> QuerySet[Fact]:
    """The event's facts that fit, with their details."""
    facts = facts_of(event.stream).order_by("-number" if newest_first else "number")
    wanted = [_of_kind(filters.kind), _of_person(event, filters.person), _of_round(event, filters.round)]
    for condition in [*wanted, _of_text(event, filters.text)]:
        if condition is not None:
            facts = facts.filter(condition)
    return facts


def log_lines(event: Event, facts: Sequence[Fact]) -> list[LogLine]:
    """These facts as sentences, in their order: the same number of queries for any number of them."""
    names, zone = names_for(event, facts), ZoneInfo(event.time_zone)
    return [_line(fact, names, zone) for fact in facts]


def log_whole(event: Event, filters: Filters) -> Iterator[LogLine]:
    """All lines that fit, oldest first, read piece by piece."""
    facts = log_of(event, filters, newest_first=False)
    after = 0
    while piece := list(facts.filter(number__gt=after)[:CHUNK]):
        yield from log_lines(event, piece)
        after = piece[-1].number


def _line(fact: Fact, names: Names, zone: ZoneInfo) -> LogLine:
    details = {detail.field: detail for detail in fact.details.all()}
    texts = {name: detail.text for name, detail in details.items()}
    declared, why = KINDS.get(fact.kind), details.get(WHY)
    games = games_of_payload(fact.members)
    return LogLine(
        number=fact.number,
        kind=fact.kind,
        label=str(declared.sentence.label) if declared else fact.kind,
        sentence=_sentence(declared, fact, names, texts) if declared else fact.kind,
        who=names.actor(fact.actor),
        actor=fact.actor,
        at=fact.at.astimezone(zone),
        why=why.text if why else "",
        is_erased=why is not None and why.erased_at is not None,
        game_key=games[0] if len(games) == 1 else "",
        digest=fact.digest,
    )


def _sentence(declared: type[StreamFact], fact: Fact, names: Names, texts: Mapping[str, str]) -> str:
    payload = fact.members
    return declared.sentence.template(payload) % Parameters(payload, names, texts)


def actors_of(event: Event) -> list[str]:
    """The accounts that acted in the event, as facts call them."""
    actors = Fact.objects.filter(stream_id=event.stream, actor__startswith="user:").order_by("actor")
    return list(actors.values_list("actor", flat=True).distinct())


def round_names(event: Event) -> list[str]:
    """The rounds as the filter calls them: "3", or "2.3" where the event has several stages."""
    rounds = Round.objects.filter(stage__event=event).order_by("stage__number", "number")
    numbers = list(dict.fromkeys(rounds.values_list("stage__number", "number")))
    is_alone = len({stage for stage, _number in numbers}) < 2
    return [str(number) if is_alone else f"{stage}.{number}" for stage, number in numbers]


def _of_kind(kind: str) -> Q | None:
    if not kind:
        return None
    return Q(kind__in=list(kinds_of_topic(kind))) if kind in TOPICS else Q(kind=kind)


def _of_person(event: Event, person: str) -> Q | None:
    if not person:
        return None
    if person.startswith("user:"):
        return Q(actor=person)
    return _of_entries(event, list(Entry.objects.filter(event=event, key=person).select_related("player__user")))


def _of_entries(event: Event, entries: Iterable[Entry]) -> Q:
    """What these did, by their links or accounts, and what was done about them and their games."""
    rows = list(entries)
    keys = [entry.key for entry in rows]
    actors = [f"link:{key}" for key in keys]
    actors += [f"user:{entry.player.user.key}" for entry in rows if entry.player.user is not None]
    games = MatchGame.objects.filter(match__seats__entry__in=rows)
    return Q(actor__in=actors) | Q(payload__entry__in=keys) | _of_games(event, games)


def _of_games(event: Event, games: QuerySet[MatchGame]) -> Q:
    keys = list(games.values_list("game__key", flat=True))
    voided = Fact.objects.filter(stream_id=event.stream, kind="games.voided")
    numbers = [fact.number for fact in voided if not set(keys).isdisjoint(games_of_payload(fact.members))]
    return Q(payload__game__in=keys) | Q(number__in=numbers)


def _of_round(event: Event, name: str) -> Q | None:
    """The round's own facts and those of its games; nothing for a name that is none."""
    if not name:
        return None
    stage, _dot, number = name.rpartition(".")
    if not number.isdecimal() or len(number) > 5 or (stage and not (stage.isdecimal() and len(stage) <= 5)):
        return Q(pk__in=[])
    own, of_match = Q(payload__round=int(number)), Q(match__round__number=int(number))
    if stage:
        own, of_match = own & Q(payload__stage=int(stage)), of_match & Q(match__round__stage__number=int(stage))
    return own | _of_games(event, MatchGame.objects.filter(of_match, match__round__stage__event=event))


def _of_text(event: Event, text: str) -> Q | None:
    """By number, by reason, by a player's name. Names and reasons are compared folded, the same on both databases."""
    folded = fold_name(text)
    if not text.strip():
        return None
    numbers = [number for number, why in reasons_in(event.stream) if _holds(why, text, folded)]
    if text.isdecimal() and len(text) <= 9:
        numbers.append(int(text))
    called = holds_words("player__folded_name", text)
    if not called:
        return Q(number__in=numbers)
    entries = Entry.objects.filter(called, event=event).select_related("player__user")
    return Q(number__in=numbers) | _of_entries(event, entries)


def _holds(why: str, text: str, folded: str) -> bool:
    """Whether a reason holds a text, in any case and with or without accents (folded, it is cut to its beginning)."""
    return text.strip().casefold() in why.casefold() or (bool(folded) and folded in fold_name(why))

"""A round's matches with their seats and games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Case, Count, Exists, OuterRef, Prefetch, Q, QuerySet, When, prefetch_related_objects
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import GameState, ResultKind
from games.selectors.games import broken_off, seat_results_at, seats_at
from magistrar_site.shared.errors import NotFound
from tournaments.enums import ByeKind, RoundState
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Match, MatchGame, MatchSeat, Round, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.stages import is_bracket, participants_of

FORFEITS = (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT)

ENGINE = "round__engine"  # large, and read with every match: never wanted with one
# A match's games but those that were taken away as not needed; a match that is void itself keeps its games.
STANDS = Q(game__is_void=False) | Q(match__is_void=True)
# A game in one of these states still needs somebody to do something before its round is complete.
OPEN_STATES = (GameState.EXPECTED, GameState.CONFLICTING, GameState.REOPENED)
# All that aren't settled, those first that need the desk most.
URGENCY = (GameState.CONFLICTING, GameState.SUBMITTED, GameState.REOPENED, GameState.EXPECTED)
# A seat in a round of a bracket without a match of it, for who is out or waits. It is kept, and no bye to anybody.
IDLE = Q(bye=ByeKind.ZERO, bracket=0)


def bye_words(match: Match) -> str:
    """The meaning of a match for an entrant alone in it; empty where two meet. Wants the stage at hand."""
    if is_idle(match.bye, match.bracket):
        return gettext("no match of the bracket") if is_bracket(match.round.stage) else gettext("no game in this round")
    if is_unopposed(match):
        return gettext("no opponent")
    return str(ByeKind(match.bye).label) if match.bye else ""


def is_unopposed(match: Match) -> bool:
    """Whether it is the round of somebody whose opponent by the table of a round robin doesn't play."""
    return match.bye == ByeKind.FULL and format_for(match.round.stage.format).predetermined


def is_idle(bye: str, bracket: int | None) -> bool:
    """As IDLE."""
    return bye == ByeKind.ZERO and bracket == 0


def matches_of(round_: Round) -> QuerySet[Match]:
    """The matches of a round that count, by table, with seats, players, games and current results."""
    return _with_everything(Match.objects.filter(round=round_, is_void=False)).order_by("table", "key")


def match_seats(path: str = "seats") -> Prefetch[Any]:
    """Prefetches the seats of matches, with entries and players by a join: see `games.selectors.games.seats_at`."""
    return Prefetch(
        path, queryset=MatchSeat.objects.select_related("entry__player", "former_player").order_by("position")
    )


def match_games(path: str = "games") -> Prefetch[Any]:
    """Prefetches the games of matches, likewise."""
    return Prefetch(path, queryset=MatchGame.objects.select_related("game").order_by("number"))


def _with_everything(matches: QuerySet[Match]) -> QuerySet[Match]:
    games = MatchGame.objects.filter(STANDS).select_related("game").order_by("number")
    return (
        matches.select_related("round__stage__event__club")
        .defer(ENGINE)
        .prefetch_related(
            match_seats(),
            Prefetch("games", queryset=games),
            "games__game__seats",
            seat_results_at("games__game__results__seats"),
        )
    )


def match_by_key(key: str) -> Match:
    """With everything around it; NotFound where there is none."""
    match = _with_everything(Match.objects.filter(key=key)).order_by("pk").first()
    if match is None:
        raise NotFound("no_such_match", _("There is no match at this address."))
    return match


def with_place(rows: QuerySet[MatchGame]) -> QuerySet[MatchGame]:
    """Games with round, stage and event, by their place in it."""
    placed = rows.select_related("game", "match__round__stage__event").defer("match__why", f"match__{ENGINE}")
    return placed.order_by("match__round__stage__event", "match__round__number", "match__table", "number")


def match_game_by_game(game_key: str) -> MatchGame:
    """The place of a game in its match, with round, stage, event and club, and who sits where with their accounts;
    NotFound for a game of no event."""
    found = MatchGame.objects.select_related("game", "match__round__stage__event__club").filter(game__key=game_key)
    found = found.prefetch_related(Prefetch("match__seats", queryset=_with_accounts()), seats_at("game__seats"))
    match_game = found.defer(f"match__{ENGINE}").order_by("pk").first()
    if match_game is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    return match_game


def open_games(event: Event) -> QuerySet[MatchGame]:
    """Games of published rounds that still need a result, by round and table: who is still playing."""
    return _games_in(event, OPEN_STATES)


def uncounted_games(event: Event) -> QuerySet[MatchGame]:
    """Games of published rounds without a result that counts by the event's rules."""
    return open_games(event) if event.settings.unconfirmed_counts else unsettled_games(event)


def unconfirmed_games(event: Event) -> QuerySet[MatchGame]:
    """Games whose result was handed in by one side and not confirmed yet."""
    return _games_in(event, (GameState.SUBMITTED,))


def unsettled_games(event: Event) -> QuerySet[MatchGame]:
    """Both at once."""
    return _games_in(event, (*OPEN_STATES, GameState.SUBMITTED))


def anything_handed_in(event: Event) -> bool:
    """Whether a game of the event, be it of a round that was undone, is in another state than expected."""
    games = MatchGame.objects.filter(match__round__stage__event=event)
    return games.exclude(game__state=GameState.EXPECTED).exists()


def unsettled_counts(event: Event) -> Counter[str]:
    """How many of them are in each state."""
    rows = _rows_in(event, URGENCY).order_by().values_list("game__state").annotate(count=Count("pk"))
    return Counter(dict(rows))


def urgent_games(event: Event) -> QuerySet[MatchGame]:
    """Both at once, those first that need the desk most; then by round and table."""
    order = Case(*(When(game__state=state, then=place) for place, state in enumerate(URGENCY)))
    return _games_in(event, URGENCY).order_by(order, "match__round__number", "match__table", "number")


def _games_in(event: Event, states: Iterable[GameState]) -> QuerySet[MatchGame]:
    seats = MatchSeat.objects.select_related("entry__player", "former_player").order_by("position")
    return (
        _rows_in(event, states)
        .select_related("game", "match__round")
        .annotate(is_broken_off=broken_off("game"))
        .defer("match__why", f"match__{ENGINE}")
        .prefetch_related(Prefetch("match__seats", queryset=seats))
        .order_by("match__round__number", "match__table", "number")
    )


def _rows_in(event: Event, states: Iterable[GameState]) -> QuerySet[MatchGame]:
    return MatchGame.objects.filter(
        match__round__stage__event=event,
        match__round__state__in=PUBLIC_ROUNDS,
        match__is_void=False,
        game__is_void=False,
        is_friendly=False,
        game__state__in=tuple(states),
    )


def paired_matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round that count, by table, with who sits there and how far their games are. Three queries."""
    seats = MatchSeat.objects.select_related("entry__player", "former_player").order_by("position")
    games = MatchGame.objects.filter(STANDS).select_related("game").order_by("number")
    matches = Match.objects.filter(round=round_, is_void=False).order_by("table", "key")
    matches = matches.select_related("round__stage").defer("round__engine")
    return matches.prefetch_related(Prefetch("seats", queryset=seats), Prefetch("games", queryset=games))


def newest_round(stage: Stage) -> Round | None:
    """The round with the highest number that counts, drafts included."""
    rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.UNDONE)
    return rounds.select_related("stage__event__club").order_by("-number").first()


def unseated_entries(round_: Round, states: Iterable[str]) -> QuerySet[Entry]:
    """Entries in one of the states, that take part in the round's stage and have no seat in the round."""
    seated = Q(seats__round=round_, seats__is_void=False)
    entries = participants_of(round_.stage).filter(state__in=list(states))
    return entries.exclude(pk__in=Entry.objects.filter(seated).values("pk")).select_related("player").order_by("number")


@dataclass(frozen=True, slots=True)
class Meetings:
    """What came of a stage's earlier rounds, by the entries' primary keys: how often two met over the board (or still
    do), and who has had points without playing (C.04.3 C.2: no pairing-allocated bye any more)."""

    met: Mapping[frozenset[int], int]
    without_play: frozenset[int]


def meetings_before(stage: Stage, number: int) -> Meetings:
    """Of the rounds before that one. Two queries."""
    here = Q(match__round__stage=stage, match__round__number__lt=number, match__is_void=False)
    seats = MatchSeat.objects.filter(here, round__state__in=PUBLIC_ROUNDS).order_by("match", "position")
    sitting: dict[int, list[int]] = defaultdict(list)
    without_play: set[int] = set()
    annulled: set[int] = set()
    # An annulled game was not played; in a match of several another one takes its place.
    void = MatchGame.objects.filter(
        match=OuterRef("match"), match__best_of=1, game__state=GameState.ANNULLED, is_friendly=False
    )
    rows = seats.annotate(is_annulled=Exists(void))
    for match, bye, entry, is_annulled in rows.values_list("match_id", "match__bye", "entry_id", "is_annulled"):
        sitting[match].append(entry)
        if is_annulled:
            annulled.add(match)
        if bye in {ByeKind.PAIRING, ByeKind.FULL}:
            without_play.add(entry)
    results = MatchGame.objects.filter(here, game__results__is_current=True, is_friendly=False)
    played = results.exclude(game__results__kind__in=FORFEITS).values("match")  # a series was played if one game was
    forfeits = results.filter(game__results__kind__in=FORFEITS).exclude(match__in=played)
    for match, winner in forfeits.values_list("match_id", "game__results__winner"):
        pair = sitting.get(match, [])
        if len(pair) == 2:  # at a larger table the others did meet
            del sitting[match]
            if winner:
                without_play.add(pair[winner - 1])  # whoever sits at position 0 has seat 1
    met = Counter(
        frozenset(two) for match, seated in sitting.items() if match not in annulled for two in combinations(seated, 2)
    )
    return Meetings(met, frozenset(without_play))


def entry_keys_of(match: Match) -> list[str]:
    """The keys of the entries that sit in a match, by position."""
    return [seat.entry.key for seat in seats_of_match(match)]


def seats_of_match(match: Match) -> list[MatchSeat]:
    """The seats that stand, by position, with entries, players and accounts; read once for each `match`."""
    prefetch_related_objects([match], Prefetch("seats", queryset=_with_accounts()))
    return [seat for seat in match.seats.all() if not seat.is_void]


def _with_accounts() -> QuerySet[MatchSeat]:
    return MatchSeat.objects.select_related("entry__player__user").order_by("position")

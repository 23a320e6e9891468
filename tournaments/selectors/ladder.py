"""Ladders as their rows have them: who stands where, what is open, who may challenge whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db.models import Min, Prefetch, Q
from django.utils.translation import gettext_lazy as _

from games.enums import GameState
from games.selectors.games import scores_of_games
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.selectors.facts import facts_of_kinds, newest_of, times_of_facts
from tournaments.formats.systems.ladder import (
    ChallengeState,
    Happening,
    Ladder,
    LadderRules,
    Refusal,
    answer_deadline,
    challenge_refusal,
    ladder_at,
    ladder_rules,
    play_deadline,
)
from tournaments.models import Challenge, Entry, Event, Holiday, MatchGame, MatchSeat, Stage
from tournaments.models.rules import EventRules
from tournaments.selectors.ladder_bridge import (
    ROSTER_KINDS,
    ChallengeValues,
    GameValues,
    HolidayValues,
    Numbered,
    happenings_of,
    roster_happening,
)
from tournaments.selectors.series.matches import counting_states
from tournaments.selectors.stage_bridge import counted_game
from tournaments.selectors.stages import is_ladder, stages_of


@dataclass(frozen=True)
class LadderNow:
    """A ladder at a moment, in the event's zone. Players are called by the keys of their entries. `games` are the
    links to the games of accepted challenges, by the challenge's key."""

    stage: Stage
    now: datetime
    rules: LadderRules
    ladder: Ladder
    challenges: Mapping[str, Challenge]
    games: Mapping[str, MatchGame]
    happenings: Sequence[Happening]
    winners: Mapping[str, int]  # by challenge, the position that won its game

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """All entries of the event with a number, with their players, by key."""
        rows = Entry.objects.filter(event=self.stage.event, number__isnull=False).select_related("player__club")
        return {entry.key: entry for entry in rows}

    @property
    def open_challenges(self) -> list[ChallengeState]:
        """What isn't over, the oldest first."""
        return [each for each in self.ladder.challenges.values() if each.is_open]

    def deadline(self, challenge: ChallengeState) -> datetime:
        """Until when it is to be played, or before that answered."""
        return play_deadline(challenge, self.ladder, self.rules) or answer_deadline(challenge, self.ladder, self.rules)

    def awaits_result(self, challenge: ChallengeState) -> bool:
        """Whether something was handed in for its game that isn't a result yet: no deadline ends it then."""
        link = self.games.get(challenge.key)
        return link is not None and link.game.state != GameState.EXPECTED

    def refusal(self, challenger: str, challenged: str) -> Refusal | None:
        """Why one player can't challenge another now; None where they can."""
        return challenge_refusal(challenger, challenged, self.ladder, self.now, self.rules)

    def places_at(self, moment: datetime) -> Mapping[str, int]:
        """Everybody's place at an earlier moment, by entry."""
        order = ladder_at(moment.astimezone(self.now.tzinfo), self.happenings, self.rules).order
        return {key: place for place, key in enumerate(order, 1)}

    def is_away(self, entry: str) -> bool:
        return self.ladder.is_away(entry, self.now.date())


def ladder_stage(event: Event) -> Stage:
    """The event's ladder; NotFound where it has none."""
    for stage in stages_of(event):
        if is_ladder(stage):
            stage.event = event
            return stage
    raise NotFound("no_ladder", _("This event has no ladder."))


def ladder_now(stage: Stage, at: datetime | None = None) -> LadderNow:
    """The ladder at a moment; by default that of the event's newest fact, which its stored table is made for."""
    event = stage.event
    now = (at or newest_of([event.stream])[event.stream][1]).astimezone(ZoneInfo(event.time_zone))
    rows = Challenge.objects.filter(stage=stage).select_related("challenger", "challenged", "match").order_by("pk")
    challenges = {row.key: row for row in rows}
    games = _games(stage)
    rules = ladder_rules(stage.options)
    values = _challenge_values(rows, games, event.settings)
    happenings = _happenings(event, values)
    return LadderNow(
        stage=stage,
        now=now,
        rules=rules,
        ladder=ladder_at(now, happenings, rules),
        challenges=challenges,
        games=games,
        happenings=happenings,
        winners=_winners(values),
    )


def _winners(values: Iterable[ChallengeValues]) -> dict[str, int]:
    results = ((each.key, each.game.result) for each in values if each.game is not None)
    return {key: result.winner for key, result in results if result is not None and result.winner is not None}


def _happenings(event: Event, values: Iterable[ChallengeValues]) -> list[Happening]:
    holidays = [
        HolidayValues(row.entry.key, row.said_at, row.fact_number, row.first, row.last)
        for row in Holiday.objects.filter(entry__event=event).select_related("entry").order_by("fact_number")
    ]
    return happenings_of(roster_of(event), values, holidays, event.time_zone)


def roster_of(event: Event) -> list[Numbered]:
    """Who came to the event and left it, with the numbers of the facts."""
    found = []
    for fact in facts_of_kinds(event.stream, ROSTER_KINDS):
        happening = roster_happening(fact.kind, fact.members, fact.at)
        if happening is not None:
            found.append((fact.number, happening))
    return found


def _games(stage: Stage) -> dict[str, MatchGame]:
    """The first games of accepted challenges, by the challenge's key, with the numbers of the first facts that say how
    they ended: `handed_in` and `decided`."""
    links = MatchGame.objects.filter(match__challenge__stage=stage, number=1).select_related("game", "match__challenge")
    seats = Prefetch("match__seats", queryset=MatchSeat.objects.select_related("entry").order_by("position"))
    rows = (
        links.defer("match__why")
        .prefetch_related(seats)
        .annotate(
            handed_in=Min("game__submissions__fact_number", filter=Q(game__submissions__accepted=True)),
            decided=Min("game__results__fact_number"),
        )
    )
    return {row.match.challenge.key: row for row in rows}


def _first_said(link: MatchGame) -> int | None:
    """The number of the first fact that says how the game ended."""
    said = [link.handed_in, link.decided]  # type: ignore[attr-defined] # annotated
    if link.game.state == GameState.ANNULLED:
        said.append(link.game.result_fact)
    return min((number for number in said if number is not None), default=None)


def _challenge_values(
    challenges: Iterable[Challenge], games: Mapping[str, MatchGame], rules: EventRules
) -> Sequence[ChallengeValues]:
    counting = counting_states(rules)
    counted = [link.game_id for link in games.values() if link.game.state in counting and not link.game.is_void]
    scores = scores_of_games(counted)
    said = {key: number for key, link in games.items() if (number := _first_said(link)) is not None}
    streams = {link.game.stream for link in games.values()}
    times = times_of_facts(next(iter(streams)), said.values()) if said else {}
    found = []
    for row in challenges:
        link, seat, game = games.get(row.key), None, None
        if link is not None:
            seated = _players(link)
            seat = seated.index(row.challenger_id)
            result = None
            if link.game_id in scores:
                kind, of_player = scores[link.game_id]
                result = counted_game(1, [(kind, of_player[player]) for player in _player_ids(link)])
            number = said.get(row.key)
            game = GameValues(
                said=number,
                said_at=None if number is None else times[number],
                agreed_at=link.match.agreed_at,
                result=result,
                is_annulled=link.game.state == GameState.ANNULLED,
            )
        found.append(
            ChallengeValues(
                key=row.key,
                challenger=row.challenger.key,
                challenged=row.challenged.key,
                made_at=row.made_at,
                made_fact=row.made_fact,
                accepted_at=row.accepted_at,
                accepted_fact=row.accepted_fact,
                outcome=str(row.outcome),
                ended_at=row.ended_at,
                ended_fact=row.ended_fact,
                challenger_seat=seat,
                game=game,
            )
        )
    return found


def _players(link: MatchGame) -> list[int]:
    """Entries by position."""
    return [seat.entry_id for seat in link.match.seats.all()]


def _player_ids(link: MatchGame) -> list[int]:
    return [seat.entry.player_id for seat in link.match.seats.all()]

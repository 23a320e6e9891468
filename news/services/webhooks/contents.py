"""What a message says: what the public sees of the happening when the message is sent, and nothing more."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.selectors.scores import scores_of
from magistrar_site.shared.selectors.facts import fact_numbered
from news.enums import HappeningType
from news.models import WebhookDelivery
from news.selectors.happenings import happenings_of, standings_happening
from news.values.happenings import Happening
from news.values.payloads import (
    ClubData,
    EntryData,
    EventData,
    GameData,
    LeagueData,
    LineData,
    Message,
    MessageData,
    PairingData,
    PlayerData,
    RoundData,
    SeasonData,
    SeatData,
    StandingsData,
)
from tournaments.selectors.rounds.pairings import pairings_of_round
from tournaments.selectors.standings.outdated import is_outdated
from tournaments.selectors.standings.tables import standings_of

if TYPE_CHECKING:
    from games.models import Club
    from leagues.models import Season
    from tournaments.models import Event, MatchGame, Round
    from tournaments.selectors.rounds.pairings import PairingRow

TEST = "test"
MOST_PAIRINGS = 1000
MOST_LINES = 10
TEST_TEXT = "A test. If you can read this and the signature fits, everything works."


def happening_of(delivery: WebhookDelivery) -> Happening | None:
    """What a message tells of, as it is now; None where that isn't public any more, and for a test."""
    fact = fact_numbered(delivery.stream, delivery.number) if delivery.stream else None
    if fact is None:
        return None
    if delivery.type == HappeningType.STANDINGS_CHANGED:
        return standings_happening(fact)
    return next(iter(happenings_of([fact])), None)


def is_ready(happening: Happening) -> bool:
    """Whether it can be told now: tables that are still worked out are waited for."""
    return happening.type != HappeningType.STANDINGS_CHANGED or not (
        happening.event is not None and is_outdated(happening.event.key)
    )


def body_of(happening: Happening) -> str | None:
    """The message; None where nothing is left to tell. In English, as the API is."""
    with translation.override("en"):
        data = _data(happening)
    if data is None:
        return None
    return _json(Message(type=happening.type.value, timestamp=_instant(happening.at), data=data))


def test_body(at: datetime) -> str:
    return _json(Message(type=TEST, timestamp=_instant(at), data=MessageData(text=TEST_TEXT)))


def _json(message: Message) -> str:
    return msgspec.json.encode(message).decode()


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _url(name: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def _data(happening: Happening) -> MessageData | None:
    round_, place, standings = happening.round, happening.place, None
    if happening.type == HappeningType.STANDINGS_CHANGED:
        standings = _standings(happening.event) if happening.event is not None else None
        if standings is None:
            return None
    entry = happening.entry
    return MessageData(
        stream=happening.stream,
        sequence=happening.number,
        event=_event(happening.event) if happening.event is not None else None,
        season=_season(happening.season) if happening.season is not None else None,
        entry=EntryData(
            entry=entry.key if entry else None,
            state=entry.state if entry else None,
            player=PlayerData(key=happening.player.key, name=happening.player.public_name),
        )
        if happening.player is not None
        else None,
        round=_round(round_) if round_ is not None and place is None else None,
        game=_game(place, happening.pairing) if place is not None and happening.pairing is not None else None,
        standings=standings,
    )


def _club(club: Club) -> ClubData:
    return ClubData(key=club.key, name=str(club.name), url=_url("tournaments:club", club.slug))


def _event(event: Event) -> EventData:
    return EventData(
        key=event.key,
        name=str(event.name),
        club=_club(event.club),
        system=event.system,
        state=event.state,
        starts_at=_instant(event.starts_at),
        url=_url("tournaments:event", event.slug),
        api=_url("api:event", event.slug),
    )


def _season(season: Season) -> SeasonData:
    league = season.league
    return SeasonData(
        key=season.key,
        number=season.number,
        name=str(season.name),
        state=season.state,
        league=LeagueData(
            key=league.key,
            name=str(league.name),
            club=_club(league.club),
            url=_url("leagues:league", league.club.slug, league.slug),
        ),
        url=_url("leagues:season", league.club.slug, league.slug, season.number),
    )


def _round(round_: Round) -> RoundData:
    return RoundData(
        stage=round_.stage.number,
        number=round_.number,
        state=round_.state,
        starts_at=_instant(round_.starts_at) if round_.starts_at else None,
        pairings=[
            PairingData(
                match=row.match_key,
                table=row.table,
                bye=str(row.bye),
                players=[PlayerData(key=seat.player_key, name=str(seat.name)) for seat in row.seats],
            )
            for row in pairings_of_round(round_)[:MOST_PAIRINGS]
        ],
        url=_url("tournaments:event_round", round_.stage.event.slug, round_.number),
    )


def _game(place: MatchGame, pairing: PairingRow) -> GameData:
    score = scores_of([place.game_id])[place.game_id]
    entries = {seat.player_key: seat.entry_key for seat in pairing.seats}
    round_ = place.match.round
    return GameData(
        key=score.key,
        stage=round_.stage.number,
        round=round_.number,
        table=place.match.table,
        number=place.number,
        state=score.state,
        kind=score.kind,
        grade=score.grade,
        seats=[
            SeatData(
                seat=seat,
                entry=entries.get(key),
                player=PlayerData(key=key, name=str(name)),
                place=score.places.get(seat),
                numbers={
                    number: of_seats[seat] for number, of_seats in sorted(score.numbers.items()) if seat in of_seats
                },
            )
            for seat, (key, name) in sorted(score.players.items())
        ],
        url=_url("tournaments:game", score.key),
        api=_url("api:game", score.key),
    )


def _standings(event: Event) -> StandingsData | None:
    table = standings_of(event, most=MOST_LINES)
    if table is None:
        return None
    return StandingsData(
        stage=table.stage.number,
        after_round=table.after_round,
        made_from=table.made_from,
        lines=[
            LineData(
                rank=row.rank,
                player=PlayerData(key=row.player_key, name=str(row.name)),
                points=str(Fraction(row.points, table.scale)),
            )
            for row in table.rows
        ],
        url=_url("tournaments:event_standings", event.slug),
        api=_url("api:standings", event.slug),
    )

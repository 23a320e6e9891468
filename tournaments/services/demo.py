"""A club to look at on the first start: everything in it is made by the same services that people use."""

from __future__ import annotations

import json
import random
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.engine.registry import game_system
from games.enums import Grade
from games.services.clubs import club_change, club_create
from games.services.random_play import random_body
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import Act, Actor
from tournaments.models import Challenge, Entry, Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.ladder import ladder_now
from tournaments.selectors.rounds.matches import match_by_key, matches_of
from tournaments.services.demo_parts import DemoPage, demo_parts
from tournaments.services.demo_steps import GRADES, as_entry, by_seat, confirm_all, entry_at, hand_in
from tournaments.services.entries.add import entries_add
from tournaments.services.events.about import event_about_change
from tournaments.services.events.create import event_create
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make
from tournaments.services.ladder.holidays import holiday_take
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.draft import record_part_save
from tournaments.services.results.variants import game_choice_say, game_variants_set
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.stages.plan import stage_plan

ORGANISER = "organiser@magistrar.example"
NAMES = (
    "Anna Berger",
    "Ben Özdemir",
    "Clara Müller",
    "David Koch",
    "Eva Jansen",
    "Finn de Vries",
    "Greta Weiß",
    "Hugo Lang",
)
MORE_NAMES = ("Ida Peters", "Jan Visser", "Klara Götz")
CLUB_TEXTS = {
    "description": "We play on Fridays, beginners and masters at the same tables. **Guests are welcome.**",
    "meets": "Fridays at 19:00, Café Libresso, Rathenauplatz 9",
    "contact": "play@arena-rheinland.example",
}
ABOUT = {
    "description": "Everybody meets everybody, on one evening.\n\n- Boards and tokens are there.\n"
    "- **New to the game?** Come half an hour earlier; we explain it.",
    "place": "Café Libresso, Rathenauplatz 9, Köln",
    "schedule": "Doors open: 18:30\nRound 1: 19:00\nLast round: about 21:30",
    "fee": "3 €, free for members",
    "contact": "play@arena-rheinland.example",
}
ZONE = "Europe/Berlin"


@dataclass(frozen=True, slots=True)
class Demo:
    """What to tell the person who started it."""

    club_slug: str
    email: str
    password: str
    running_slug: str
    finished_slug: str
    drawn_slug: str
    tables_slug: str
    small_tables_slug: str
    open_slug: str
    ladder_slug: str
    player_name: str
    player_token: str
    more: tuple[DemoPage, ...] = ()  # what apps above this one made


def demo_create(*, act: Act) -> Demo:
    """A club with a finished event, one in its fourth round, a small one with mages and duel cards that has a game in
    progress, two at tables of four and three (one with a final to come), a ladder that has run for a month, and one
    open for entries; and what apps above add. The password is drawn anew for each installation."""
    password = secrets.token_urlsafe(9)
    user = account_create(email=ORGANISER, password=password, name="Demo organiser")
    act = replace(act, actor=Actor("user", user.key))
    club = club_create(act=act, name="Arena Rheinland", place="Köln")
    club_change(act=act, club=club, **CLUB_TEXTS)
    rng = random.Random(2021)  # the play is the same everywhere; keys and the password are not
    finished = _event(act, club.slug, "Autumn round robin", act.at - timedelta(days=7), NAMES)
    _start_and_play(act, finished, rng, rounds=7)
    event_finish(act=act, event=finished)
    running = _event(act, club.slug, "Friday evening", act.at - timedelta(hours=2), NAMES)
    _start_and_play(act, running, rng, rounds=3)
    waiting = _half_a_round(act, running, rng, number=4)
    drawn = _with_cards(act, club.slug, rng)
    tables = _at_tables(act, club.slug, rng)
    ladder = _ladder(act, club.slug, rng)
    small_tables = _at_two_tables(act, club.slug, rng)
    upcoming = _event(act, club.slug, "Winter evening", act.at + timedelta(days=7), NAMES[:5])
    event_about_change(act=act, event=upcoming, texts=ABOUT)
    return Demo(
        club_slug=club.slug,
        email=ORGANISER,
        password=password,
        running_slug=running.slug,
        finished_slug=finished.slug,
        drawn_slug=drawn.slug,
        tables_slug=tables.slug,
        small_tables_slug=small_tables.slug,
        open_slug=upcoming.slug,
        ladder_slug=ladder.slug,
        player_name=waiting.player.name,
        player_token=link_token(subject=waiting.key),
        more=tuple(part(act, club) for part in demo_parts()),
    )


def _event(
    act: Act,
    club_slug: str,
    name: str,
    starts_at: datetime,
    names: tuple[str, ...],
    preset: str = "round-robin-evening",
) -> Event:
    event = event_create(act=act, club_slug=club_slug, name=name, starts_at=starts_at, time_zone=ZONE, preset=preset)
    entries_add(act=act, stage=stage_of(event), text="\n".join(names))
    return event


def _start_and_play(act: Act, event: Event, rng: random.Random, *, rounds: int) -> None:
    event_start(act=act, event=event)
    for number in range(1, rounds + 1):
        for match in _matches(act, event, number):
            grades = [grade for grade in GRADES if grade.value in game_system(event.system).grades]
            confirm_all(act, match, hand_in(act, match, rng, rng.choice(grades)))


def _half_a_round(act: Act, event: Event, rng: random.Random, *, number: int) -> Entry:
    """One game agreed, one waiting for the opponent's word, one disputed, one still being played: returns a player of
    that one."""
    agreed, waiting, disputed, playing = _matches(act, event, number)
    result_confirm(act=by_seat(act, agreed, 1), submission_key=hand_in(act, agreed, rng, Grade.RECORD))
    hand_in(act, waiting, rng, Grade.SHEET)
    submission = hand_in(act, disputed, rng, Grade.RECORD)
    result_dispute(act=by_seat(act, disputed, 1).because("I won duel 4, not duel 3."), submission_key=submission)
    return entry_at(playing, 0)


def _with_cards(act: Act, club_slug: str, rng: random.Random) -> Event:
    """Four players with mages and duel cards: one game agreed; of the other the first duel is recorded, and the card of
    the second lies on the table."""
    event = _event(act, club_slug, "Mages and duel cards", act.at - timedelta(hours=1), NAMES[:4])
    event = event_settings_change(act=act, stage=stage_of(event), changes={"variants": "both"})
    event_start(act=act, event=event)
    agreed, playing = _matches(act, event, 1)
    result_confirm(act=by_seat(act, agreed, 1), submission_key=hand_in(act, agreed, rng, Grade.RECORD))
    game = playing.games.all()[0].game
    record = json.loads(random_body(rng=rng, game=game, asked=event.asks))
    variants, duel, cards = record["variants"], record["duels"][0], record["variants"]["duel_cards"]
    first, second = by_seat(act, playing, 0), by_seat(act, playing, 1)
    game_variants_set(act=first, game_key=game.key, said=variants | {"duel_cards": cards[:1]})
    record_part_save(act=first, game_key=game.key, number=1, part=duel, idempotency_key="demo")
    game_choice_say(act=second, game_key=game.key, choice="duel_cards", part=2, value=cards[1])
    return event


def _at_tables(act: Act, club_slug: str, rng: random.Random) -> Event:
    """Eleven players of another game at tables of four and three. Two rounds are played; in the third one table is
    done, one waits for the others' word, and one is still playing. The best four will play a last table."""
    names = NAMES + MORE_NAMES
    event = _event(act, club_slug, "Elemental evening", act.at - timedelta(hours=2), names, "elemental-evening")
    stage_plan(act=act, stage=stage_of(event), format="final_tables", qualifiers=4)
    _start_and_play(act, event, rng, rounds=2)
    done, waiting, _playing = _matches(act, event, 3)
    confirm_all(act, done, hand_in(act, done, rng, Grade.RECORD))
    hand_in(act, waiting, rng, Grade.SCORE)
    return event


def _at_two_tables(act: Act, club_slug: str, rng: random.Random) -> Event:
    """Seven players of a third game, at a table of four and one of three. A round is played, the game of four recorded
    whole, so that it can be looked at step by step; in the second round a sheet waits for the others' word."""
    event = _event(act, club_slug, "Academy evening", act.at - timedelta(hours=1), NAMES[:7], "cum-laude-evening")
    event_start(act=act, event=event)
    for match, grade in zip(_matches(act, event, 1), (Grade.RECORD, Grade.SHEET), strict=True):
        confirm_all(act, match, hand_in(act, match, rng, grade))
    waiting, _playing = _matches(act, event, 2)
    hand_in(act, waiting, rng, Grade.SHEET)
    return event


LADDER_DAYS = 30
# Challenger and challenged, by their places by then; how many days ago; whether it was declined.
LADDER_CHALLENGES = (
    (4, 2, 27, False),
    (3, 1, 25, False),
    (7, 5, 22, False),
    (6, 4, 19, False),
    (8, 6, 16, True),
    (5, 3, 13, False),
    (4, 1, 12, False),
    (7, 6, 5, False),
)


def _ladder(act: Act, club_slug: str, rng: random.Random) -> Event:
    """A month of a ladder: challenges that were played and declined, one that waits for an answer, one to be played."""
    began = replace(act, at=act.at - timedelta(days=LADDER_DAYS))
    event = event_create(
        act=began,
        club_slug=club_slug,
        name="Club ladder",
        starts_at=began.at,
        time_zone=ZONE,
        preset="club-ladder",
    )
    changes = {"seeding": "entry", "sign_up": True}
    event_settings_change(act=began, stage=stage_of(event), changes=changes)
    entries_add(act=began, stage=stage_of(event), text="\n".join(NAMES))
    event.refresh_from_db()
    event = event_start(act=began, event=event)
    for one, other, days, is_declined in LADDER_CHALLENGES:
        then = replace(act, at=act.at - timedelta(days=days))
        challenge = _challenged(then, event, one, other)
        if challenge is not None:
            _ladder_ends(then, challenge, rng, is_declined=is_declined)
    now = ladder_now(stage_of(event), act.at)
    away, today = now.entries[now.ladder.order[-1]], act.at.date()
    holiday_take(
        act=as_entry(act, away), stage=stage_of(event), entry=away, first=today, last=today + timedelta(days=6)
    )
    waits = replace(act, at=act.at - timedelta(hours=20))
    _challenged(waits, event, 2, 1)
    challenge = _challenged(waits, event, 5, 4)
    if challenge is not None:
        later = replace(act, at=act.at - timedelta(hours=8))
        challenge_accept(act=as_entry(later, challenge.challenged), challenge=challenge)
    return event


def _challenged(act: Act, event: Event, place: int, above: int) -> Challenge | None:
    """Who stands at a place challenges somebody above; None where it isn't allowed after what has come about."""
    now = ladder_now(stage_of(event), act.at)
    one, other = (now.entries[now.ladder.order[at - 1]] for at in (place, above))
    if now.refusal(one.key, other.key) is not None:
        return None
    return challenge_make(act=as_entry(act, one), stage=now.stage, challenger=one, challenged=other)


def _ladder_ends(then: Act, challenge: Challenge, rng: random.Random, *, is_declined: bool) -> None:
    answered = as_entry(replace(then, at=then.at + timedelta(hours=9)), challenge.challenged)
    if is_declined:
        challenge_decline(act=answered, challenge=challenge)
        return
    accepted = challenge_accept(act=answered, challenge=challenge)
    played = replace(then, at=then.at + timedelta(days=2))
    if accepted.match is not None:
        match = match_by_key(accepted.match.key)
        result_confirm(act=by_seat(played, match, 1), submission_key=hand_in(played, match, rng, rng.choice(GRADES)))


def _matches(act: Act, event: Event, number: int) -> list[Match]:
    event.refresh_from_db()
    round_: Round = round_publish(act=act, round_=round_pair(act=act, stage=stage_of(event), number=number))
    return list(matches_of(round_))

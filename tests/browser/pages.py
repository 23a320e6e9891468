"""Every page of the site in one scene, found by the site's addresses: whoever adds a route adds a page here, or says
why it is none. What looks at all pages (axe, the narrow screen, the screenshots) looks at these."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from games.enums import GameState
from games.models import Club, Game, Submission
from games.pages.registry import game_pages
from games.services.editions import edition_copy
from games.services.mail import stop_token
from games.services.players import player_create
from leagues.selectors.seasons import divisions_of
from leagues.services.entries.sign_up import players_add
from leagues.services.leagues.create import league_create
from leagues.services.seasons.open_entries import entries_open
from leagues.services.seasons.placement import placement_plan, season_place
from leagues.services.seasons.plan import season_plan_next
from leagues.services.seasons.start import season_start
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.web.middleware import COOKIE
from magistrar_site.shared.acts import Act, Actor, SeededIds
from moderation.enums import Kind
from moderation.models import Report
from moderation.services.reports import report_make
from moderation.services.steps import step_lift, step_take
from news.models import Webhook, WebhookAttempt, WebhookDelivery
from news.services.follows import follow
from news.services.notice_mails import stop_token as news_stop_token
from news.services.telling import stream_tell
from news.services.webhooks.set_up import webhook_add
from privacy.models import ErasureRequest, PlayerClaim, PlayerMerge
from privacy.services.claims import claim_ask
from privacy.services.merging.merge import players_merge
from ratings.services.ratings import ratings_refresh
from tournaments.enums import PenaltyKind
from tournaments.models import Challenge, Entry, Event, Match
from tournaments.selectors.events import stage_of
from tournaments.selectors.ladder import ladder_now, ladder_stage
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.announcements.announce import announce
from tournaments.services.demo import Demo, demo_create
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.check_in import check_in_open
from tournaments.services.entries.penalties import Given, penalty_give
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.events.create import event_create
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.fixtures.away import away_days_add
from tournaments.services.fixtures.propose import times_propose
from tournaments.services.grand_mage_periods import period_add
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.times import Place, round_schedule
from tournaments.services.stages.standings import standings_refresh

NOT_FOUND = "not-found"
CUP = (
    "Anna Berger",
    "Ben Özdemir",
    "Clara Müller",
    "David Koch",
    "Eva Jansen",
    "Finn de Vries",
    "Greta Weiß",
    "Hugo Lang",
)

# Routes that lead to no page of ours, each with the reason.
EXCLUDED: Mapping[str, str] = {
    "^admin/": "Django's own pages",
    "^accounts/(?!login/$|signup/$|logout/$|password/reset/$|password/change/$|email/$|2fa/$)": (
        "allauth's further steps: they use the same layout, and most need a state that only a flow leads to"
    ),
    "^api/": "for programs; the reference is below, one of its parts unfolded",
    "^healthz$|^readyz$|^metrics$|^favicon|^calendars/": "for machines",
    "^l/|^leaderboard/choose/|^unsent/": "leads on to a page",
    "/replay/<str:language>|^live/": "parts of pages",
    "-worker": "scripts",
    "\\.atom$": "for feed readers",
    "\\.(webp|png)$": "pictures",
}
# Who sees a page, by the first pattern that its route matches; everybody else's pages are anybody's.
SEEN_BY: Mapping[str, str] = {
    r"^moderation/|^site/clubs": "staff",
    r"^my-data/|^players/.*/(data|claim|staff|same)/|^(merges|former-names)/|/people/": "organiser",
    r"/manage/|/plan/|^my-clubs|^import/|/new/$|/roles/$|/edit/$": "organiser",
    r"^(clubs|leaderboard)/.*/settings|^games/.*/(rule|variants)/": "organiser",
    r"^my-mails/|^my-news/|^follow/|/webhooks/": "organiser",
    r"^accounts/(password/change|email|2fa|logout)": "organiser",
    r"^evening|^season-entries/|^games/.*/(record|sheet|score|notation)|/signed-up/": "player",
}


@dataclass(frozen=True)
class ShownPage:
    """A page: its name as a file name, its address, and who looks at it: anybody, player, organiser or staff of the
    service."""

    name: str
    path: str
    seen_by: str


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every route as Django writes it, with its name."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield from entry_routes(route, pattern.name or "")


def entry_routes(route: str, name: str) -> Iterator[tuple[str, str]]:
    """The route with its name; where it leads to the forms of a game system, those of Magistrar with theirs."""
    if "<slug:form>" not in route:
        yield route, name
        return
    for form, page in game_pages("magistrar").entries.items():
        of_form = route.replace("<slug:form>", form)
        if "<path:rest>" not in route:
            yield of_form, form
        for below in page.below if "<path:rest>" in route else ():
            numbered = "/<int:number>" if below in {"cards", "duels"} else ""
            yield of_form.replace("<path:rest>", f"{below}{numbered}/"), f"{form}_{below}"


def why_excluded(route: str) -> str:
    """The reason why a route is no page; empty for one that is."""
    return next((reason for pattern, reason in EXCLUDED.items() if re.search(pattern, route)), "")


class Scene:
    """The demo club, a club's own edition, an event that takes sign-ups, and who looks at it all."""

    def __init__(self) -> None:
        act = Act(Actor("system", "scene"), timezone.now(), SeededIds(random.Random(7)))
        self.demo: Demo = demo_create(act=act)
        self.organiser = User.objects.get(email=self.demo.email)
        self.act = Act(Actor("user", self.organiser.key), timezone.now(), act.ids)
        self.club = Club.objects.get(slug=self.demo.club_slug)
        self.running = Event.objects.get(slug=self.demo.running_slug)
        self.open = Event.objects.get(slug=self.demo.open_slug)
        self.edition = edition_copy(act=self.act, club=self.club, source="spiel-das-2021", title="Our box")
        self.academy_edition = edition_copy(
            act=self.act, club=self.club, source="spieltrieb-2017", title="Our tower", system="cum-laude"
        )
        self.season = period_add(
            act=self.act,
            club=self.club,
            name="Every day",
            starts_on=self.act.at.date() - timedelta(days=100),
            ends_on=self.act.at.date() + timedelta(days=100),
        )
        event_settings_change(act=self.act, stage=stage_of(self.open), changes={"sign_up": True, "capacity": 12})
        self.signed_up = entry_sign_up(act=self.act, event=self.open, name="Zoë van Dam").entry
        check_in_open(act=self.act, event=self.open)
        self.claim = self._claimed()
        self.staff = account_create(email="staff@example.org", password=None, runs_the_service=True)
        self.report = self._reported()
        self._league()
        self._said()
        self.knockout = self._paired("Winter cup", "double-elimination", variants="both")
        self.groups = self._paired("Spring groups", "groups-knockout")
        self.playing_at_home, self.fixture = self._fixture()
        for event in Event.objects.all():
            standings_refresh(event_key=event.key)
        ratings_refresh(pool_key=self.running.pool)
        self._followed()

    def _followed(self) -> None:
        """What the organiser follows, and is told."""
        playing = Entry.objects.get(event=self.running, player__name=self.demo.player_name)
        for kind, key in (("club", self.club.key), ("player", playing.player.key), ("event", self.running.key)):
            follow(act=self.act, kind=kind, key=key)
        stream_tell(stream=self.running.stream, now=self.act.at)

    def _league(self) -> None:
        """A league whose first season is open for entries."""
        self.league = league_create(
            act=self.act, club_slug=self.club.slug, name="Winter league", time_zone="Europe/Berlin"
        )
        sizes = {"target": 4, "least": 3, "most": 6, "first_day": "2027-01-11"}
        season = season_plan_next(act=self.act, league=self.league, changes=sizes)
        entries_open(act=self.act, season=season)
        self.season_entry = players_add(act=self.act, season=season, text="\n".join(CUP))[0]
        self.running_league = league_create(
            act=self.act, club_slug=self.club.slug, name="Summer league", time_zone="Europe/Berlin"
        )
        running = season_plan_next(act=self.act, league=self.running_league, changes=sizes)
        entries_open(act=self.act, season=running)
        self.division_entry = players_add(act=self.act, season=running, text="\n".join(CUP))[0]
        season_place(act=self.act, season=running, seen=placement_plan(act=self.act, season=running).seen)
        season_start(act=self.act, season=running)
        for division in divisions_of(running):
            if division.event is not None:
                standings_refresh(event_key=division.event.key)

    def _said(self) -> None:
        """What the arbiters of the running event announced and put on record."""
        announce(act=self.act, event=self.running, text="Soup is ready. Round 5 starts at a quarter past nine.")
        playing = Entry.objects.get(event=self.running, player__name=self.demo.player_name)
        penalty_give(act=self.act.because("A phone rang."), entry=playing, given=Given(PenaltyKind.WARNING))

    def _reported(self) -> Report:
        """A page that somebody reported, and another club that was hidden and is shown again."""
        act = Act(Actor("user", self.staff.key, staff=True), self.act.at, self.act.ids)
        step = step_take(act=act, kind=Kind.LOGO, key=self.club.key, why="The picture belongs to somebody else.")
        step_lift(act=act, step=step, why="The photographer agrees.")
        step_take(act=act, kind=Kind.NAME, key=self.signed_up.player.key, why="A swear word.")
        path, text = f"/clubs/{self.club.slug}/", "The description advertises a casino."
        return report_make(act=self.act, path=path, reason="spam", text=text)

    def _claimed(self) -> PlayerClaim:
        """An account that says it is a player of the club, and a player who is to be deleted."""
        claimant = account_create(email="mia@example.org", password=None, name="Mia Brandt")
        leaving = Entry.objects.filter(event=self.open).exclude(pk=self.signed_up.pk).order_by("pk")[0].player
        ErasureRequest.objects.create(
            key="e" * 12,
            player=leaving,
            asked_by=str(self.act.actor),
            asked_at=self.act.at,
            due_at=self.act.at + timedelta(days=1),
        )
        act = Act(Actor("user", claimant.key), self.act.at, self.act.ids)
        claimed = Entry.objects.get(event=self.running, player__name=self.demo.player_name)
        return claim_ask(act=act, player=claimed.player)

    def _fixture(self) -> tuple[Entry, Match]:
        """A player of an event over weeks, with a match whose opponent proposed times."""
        event = event_create(
            act=self.act,
            club_slug=self.club.slug,
            name="Winter league",
            starts_at=self.act.at,
            time_zone="Europe/Berlin",
            preset="round-robin-evening",
        )
        entries_add(act=self.act, stage=stage_of(event), text="\n".join(CUP[:4]))
        event = event_start(act=self.act, event=event)
        draft, day = round_pair(act=self.act, stage=stage_of(event), number=1), timedelta(days=1)
        round_schedule(act=self.act, round_=draft, starts_at=self.act.at - day, ends_at=self.act.at + 6 * day)
        match = matches_of(round_publish(act=self.act, round_=draft))[0]
        mine, theirs = (seat.entry for seat in match.seats.all())
        for entry, at in ((mine, self.act.at + day), (theirs, self.act.at + 2 * day)):
            act = Act(Actor("link", entry.key), self.act.at, self.act.ids)
            away_days_add(act=act, entry=entry, first_day=at.date(), last_day=at.date())
            place = Place("address", "Hohe Straße 7, second bell")
            times_propose(act=act, match_key=match.key, times=[at + day, at + 2 * day], place=place)
        return mine, match

    def _paired(self, name: str, preset: str, **changes: str) -> Event:
        """An event of the cup's players in its first round."""
        event = event_create(
            act=self.act,
            club_slug=self.club.slug,
            name=name,
            starts_at=self.act.at,
            time_zone="Europe/Berlin",
            preset=preset,
        )
        entries_add(act=self.act, stage=stage_of(event), text="\n".join(CUP))
        event = event_settings_change(act=self.act, stage=stage_of(event), changes=changes)
        event = event_start(act=self.act, event=event)
        round_publish(act=self.act, round_=round_pair(act=self.act, stage=stage_of(event), number=1))
        return event

    def games(self, state: str) -> Game:
        """A game of the running event in a state."""
        return Game.objects.filter(stream=self.running.stream, state=state).order_by("order", "key")[0]

    def tables_games(self, state: str, slug: str = "") -> list[Game]:
        """The games in a state of an event at tables of more than two, as they were played."""
        event = Event.objects.get(slug=slug or self.demo.tables_slug)
        return list(Game.objects.filter(stream=event.stream, state=state).order_by("order", "key"))

    @cached_property
    def challenged(self) -> Entry:
        """A player of the ladder who has a challenge to answer."""
        stage = ladder_stage(Event.objects.get(slug=self.demo.ladder_slug))
        waiting = [each for each in ladder_now(stage).open_challenges if each.accepted_at is None]
        return Entry.objects.get(key=waiting[0].challenged)

    @cached_property
    def declined(self) -> Challenge:
        return Challenge.objects.filter(stage__event__slug=self.demo.ladder_slug).exclude(outcome="")[0]

    @cached_property
    def webhook(self) -> Webhook:
        """A webhook that was sent some messages, one of which failed."""
        act = Act(actor=Actor("user", self.organiser.key), at=timezone.now(), ids=SeededIds(random.Random(7)))
        webhook, _secret = webhook_add(act=act, club=self.club, url="https://chat.example.org/magistrar")
        for number, state in enumerate(("delivered", "delivered", "waiting")):
            at = act.at - timedelta(minutes=10 * (3 - number))
            delivery = WebhookDelivery.objects.create(
                key=act.ids.key(),
                webhook=webhook,
                message=f"test_{number}",
                type="result.recorded",
                state=state,
                created_at=at,
                due_at=act.at + timedelta(days=1),
            )
            trouble = "" if state == "delivered" else "status"
            WebhookAttempt.objects.create(
                delivery=delivery,
                number=1,
                at=at,
                status=503 if trouble else 204,
                milliseconds=182,
                trouble=trouble,
            )
        return webhook

    @property
    def drawn_game(self) -> Game:
        """The game in progress whose mages and first cards are said."""
        drawn = Event.objects.get(slug=self.demo.drawn_slug)
        return Game.objects.get(stream=drawn.stream, state=GameState.EXPECTED)

    def _academy_pages(self) -> list[ShownPage]:
        """What only Magia Cum Laude's pages show."""
        slug = self.demo.small_tables_slug
        waiting, playing = (
            self.tables_games(state, slug)[0].key for state in (GameState.SUBMITTED, GameState.EXPECTED)
        )
        own = f"/editions/{self.academy_edition.key}/"
        return [
            ShownPage("academy-event", f"/events/{slug}/", "anybody"),
            ShownPage("academy-standings", f"/events/{slug}/standings/", "anybody"),
            ShownPage("academy-game", f"/games/{self.tables_games(GameState.AGREED, slug)[-1].key}/", "anybody"),
            ShownPage("academy-waiting", f"/games/{waiting}/", "organiser"),
            ShownPage("academy-sheet", f"/games/{playing}/sheet/", "organiser"),
            ShownPage("academy-score", f"/games/{playing}/score/", "organiser"),
            ShownPage("academy-noted", f"/games/{playing}/noted/", "organiser"),
            ShownPage("academy-edition", own, "anybody"),
            ShownPage("academy-edition-form", f"{own}edit/", "organiser"),
        ]

    @cached_property
    def merge(self) -> PlayerMerge:
        """Two players who turned out to be one."""
        into, double = (player_create(act=self.act, name=name, club=self.club) for name in ("Ida Voss", "Ida Voß"))
        return players_merge(act=self.act, player=double, into=into)

    def values(self, route: str) -> dict[str, Any]:
        """What stands in a route's places. The first rule whose pattern the route matches says it."""
        conflict = Submission.objects.filter(game=self.games(GameState.SUBMITTED))[0]
        match = Match.objects.filter(round__stage__event=self.running, bye="").order_by("round__number", "table")[0]
        playing = Entry.objects.get(event=self.running, player__name=self.demo.player_name)
        waiting = self.games(GameState.EXPECTED)
        rules: dict[str, dict[str, Any]] = {
            r"^leagues/.*(/divisions/|/hall-of-fame/|<str:player>)": {
                "club": self.club.slug,
                "slug": self.running_league.slug,
                "number": 1,
                "division": 1,
                "player": self.division_entry.player.key,
            },
            r"^leagues/<": {
                "club": self.club.slug,
                "slug": self.league.slug,
                "number": 1,
                "key": self.season_entry.key,
                "step": "open",
                "action": "yes",
                "language": "en",
            },
            r"^season-entries/": {"key": self.season_entry.key},
            r"^help/": {"slug": "first-evening"},
            r"^clubs/.*/webhooks/<": {"slug": self.club.slug, "key": self.webhook.key},
            r"^clubs/": {"slug": self.club.slug, "season": self.season.slug, "key": playing.player.key},
            r"^editions/": {"key": self.edition.key},
            r"^players/": {"key": playing.player.key, "other": self.signed_up.player.key},
            r"^(merges|former-names)/": {"key": self.merge.key},
            r"^my-data/": {"key": self.claim.key},
            r"^moderation/reports/": {"key": self.report.key},
            r"^moderation/": {"kind": "club", "key": self.club.key},
            r"^my-mails/": {"slug": self.club.slug},
            r"^follow/": {"kind": "event", "key": self.running.key},
            r"^mail/stop-news/": {"token": news_stop_token(self.organiser.key)},
            r"^mail/stop/": {"token": stop_token(user=self.organiser, club=self.club)},
            r"/manage/(prize-list|certificates)/": {"slug": self.demo.finished_slug},
            r"^leaderboard/": {"key": self.running.pool},
            r"^submissions/": {"key": conflict.key},
            r"^games/.*/(record|sheet|score|notation)": {"key": waiting.key, "number": 1},
            r"^games/.*/variants/": {"key": Game.objects.filter(stream=self.knockout.stream)[0].key},
            r"^games/.*/rule/": {"key": self.games(GameState.CONFLICTING).key},
            r"^games/": {"key": self.games(GameState.AGREED).key, "step": 9, "number": 9, "language": "en"},
            r"^embed/": {"key": self.games(GameState.AGREED).key, "slug": self.running.slug, "language": "en"},
            r"^rules/": {"system": "magistrar"},
            r"^matches/": {"key": match.key},
            r"/manage/ladder/<": {"slug": self.demo.ladder_slug, "key": self.declined.key},
            r"^evening/.*/ladder/": {"key": self.challenged.key},
            r"/ladder/": {"slug": self.demo.ladder_slug},
            r"^evening/.*/fixtures/": {"key": self.playing_at_home.key, "match": self.fixture.key},
            r"^evening/": {"key": playing.key},
            r"/manage/fixtures/": {"slug": self.fixture.round.stage.event.slug, "key": self.fixture.key},
            r"/fixtures-": {"slug": self.fixture.round.stage.event.slug, "language": "en"},
            r"/(sign-up|signed-up)/": {"slug": self.open.slug, "key": self.signed_up.key},
            r"/<slug:action>/": {"slug": self.open.slug, "key": self.signed_up.key, "action": "confirm"},
            r"/manage/check-in/|/manage/names/|/manage/start/": {"slug": self.open.slug, "key": self.signed_up.key},
            r"/standings/": {"slug": self.running.slug, "key": playing.key},
            r"/bracket/": {"slug": self.knockout.slug},
            r"/groups/|/manage/stages/": {"slug": self.groups.slug, "number": 1},
            r"/final/": {"slug": self.demo.finished_slug},
            r"^events/": {"slug": self.running.slug, "key": playing.key, "number": 4, "edition": 16, "table": 1},
        }
        return next((values for pattern, values in rules.items() if re.search(pattern, route)), {})

    def path(self, route: str) -> str:
        """The route's address in this scene; KeyError where a place has no value."""
        values = self.values(route)
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda place: str(values[place[1]]), route)

    def client(self, seen_by: str) -> Client:
        client = Client(raise_request_exception=False)
        for name, value in self.cookies(seen_by).items():
            client.cookies[name] = value
        return client

    def cookies(self, seen_by: str) -> dict[str, str]:
        """The cookies of a browser in which somebody is signed in or has opened his personal links."""
        if seen_by in {"organiser", "staff"}:
            client = Client()
            user = self.organiser if seen_by == "organiser" else self.staff
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
            return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}
        if seen_by == "player":
            others = (self.signed_up, self.season_entry, self.challenged, self.playing_at_home)
            return {COOKIE: "~".join([self.demo.player_token, *(link_token(subject=each.key) for each in others)])}
        return {}

    def more(self) -> list[ShownPage]:
        """Pages that their address alone doesn't lead to: other states of the same ones."""
        upcoming, finished = f"/events/{self.open.slug}/", f"/events/{self.demo.finished_slug}/"
        tables = f"/events/{self.demo.tables_slug}/"
        league = self.demo.more[0].path
        second = f"{league}seasons/2/"
        day = timezone.now() + timedelta(days=1)
        return [
            ShownPage("api-reference", "/api/v1/docs/#operation-club_create", "anybody"),
            ShownPage("league-running", f"/leagues/{self.club.slug}/{self.running_league.slug}/", "anybody"),
            ShownPage("ladder-first-page", f"/events/{self.demo.ladder_slug}/", "player"),
            ShownPage("ladder-evening", f"/evening/{self.challenged.key}/", "player"),
            ShownPage("ladder-manage", f"/events/{self.demo.ladder_slug}/manage/", "organiser"),
            ShownPage("ladder-settings", f"/events/{self.demo.ladder_slug}/manage/settings/", "organiser"),
            ShownPage("ladder-results", f"/events/{self.demo.ladder_slug}/manage/results/", "organiser"),
            ShownPage("ladder-projector", f"/events/{self.demo.ladder_slug}/projector/", "anybody"),
            ShownPage("ladder-print", f"/events/{self.demo.ladder_slug}/print/standings/", "anybody"),
            ShownPage("demo-league", league, "anybody"),
            ShownPage("demo-league-closed", f"{league}seasons/1/", "anybody"),
            ShownPage("demo-league-history", f"{league}hall-of-fame/", "anybody"),
            ShownPage("demo-league-division", f"{second}divisions/1/", "anybody"),
            ShownPage("demo-league-fixtures", f"{second}divisions/2/fixtures/", "anybody"),
            ShownPage("demo-league-manage", f"{second}manage/", "organiser"),
            ShownPage("demo-league-players", f"{second}manage/players/", "organiser"),
            ShownPage("demo-league-matchdays", f"{second}manage/matchdays/", "organiser"),
            ShownPage("demo-league-placed", f"{second}plan/", "organiser"),
            ShownPage("event-own", f"/events/{self.running.slug}/", "player"),
            ShownPage("event-upcoming", upcoming, "anybody"),
            ShownPage("event-upcoming-standings", f"{upcoming}standings/", "anybody"),
            ShownPage("event-finished", finished, "anybody"),
            ShownPage("event-finished-standings", f"{finished}standings/", "anybody"),
            ShownPage("event-finished-crosstable", f"{finished}crosstable/", "anybody"),
            ShownPage("event-tables", tables, "anybody"),
            ShownPage("event-tables-crosstable", f"{tables}crosstable/", "anybody"),
            ShownPage("event-tables-results", f"{tables}manage/results/", "organiser"),
            ShownPage("event-tables-projector", f"{tables}projector/", "anybody"),
            ShownPage("event-tables-stages", f"{tables}manage/stages/", "organiser"),
            ShownPage("event-tables-settings", f"{tables}manage/settings/", "organiser"),
            ShownPage("elemental-game", f"/games/{self.tables_games(GameState.AGREED)[-1].key}/", "anybody"),
            ShownPage("elemental-waiting", f"/games/{self.tables_games(GameState.SUBMITTED)[0].key}/", "organiser"),
            ShownPage("elemental-rule", f"/games/{self.tables_games(GameState.SUBMITTED)[0].key}/rule/", "organiser"),
            ShownPage("elemental-score", f"/games/{self.tables_games(GameState.EXPECTED)[0].key}/score/", "organiser"),
            ShownPage(
                "elemental-record", f"/games/{self.tables_games(GameState.EXPECTED)[0].key}/record/", "organiser"
            ),
            ShownPage("elemental-rules", "/rules/elemental/", "anybody"),
            ShownPage("cum-laude-rules", "/rules/cum-laude/", "anybody"),
            *self._academy_pages(),
            ShownPage("game-open", f"/games/{self.drawn_game.key}/", "anybody"),
            ShownPage("game-conflicting", f"/games/{self.games(GameState.CONFLICTING).key}/", "anybody"),
            ShownPage("manage-upcoming", f"{upcoming}manage/", "organiser"),
            ShownPage("evening-fixtures", f"/evening/{self.playing_at_home.key}/", "player"),
            ShownPage("event-fixtures", f"/events/{self.fixture.round.stage.event.slug}/pairings/", "anybody"),
            ShownPage("club-organiser", f"/clubs/{self.club.slug}/", "organiser"),
            ShownPage("search-found", "/search/?q=a", "anybody"),
            ShownPage("search-close", "/search/?q=Anna+Bergre", "anybody"),
            ShownPage("search-nothing", "/search/?q=qqqqq", "anybody"),
            ShownPage("leaderboard-nobody", f"/leaderboard/{self.running.pool}/?name=zzz", "anybody"),
            ShownPage("leaderboard-filtered", f"/leaderboard/{self.running.pool}/?games=5&active=12", "anybody"),
            ShownPage(NOT_FOUND, f"/events/{day:%Y-%m-%d}/", "anybody"),
        ]


def seen_by(route: str) -> str:
    return next((who for pattern, who in SEEN_BY.items() if re.search(pattern, route)), "anybody")


def candidates(scene: Scene) -> tuple[list[ShownPage], list[str]]:
    """Every route that isn't excluded, with an address and who may see it; and those for which there is no address."""
    found, failed = [], []
    for route, name in routes():
        if why_excluded(route):
            continue
        try:
            of_league = "league-" if route.startswith("leagues/<") and not name.startswith("league") else ""
            named = name.replace("_", "-") or re.sub(r"\W+", "-", route).strip("-")
            found.append(ShownPage(of_league + named, scene.path(route), seen_by(route)))
        except KeyError as missing:
            failed.append(f"{route}: no value for {missing}")
    found += scene.more()
    failed += [
        f"{name}: the name of several pages"
        for name, times in Counter(page.name for page in found).items()
        if times > 1
    ]
    return found, failed


def is_page(status: int, content_type: str, body: bytes) -> bool:
    """Whether an answer to GET is a page: HTML, whole, and found (or said not to be)."""
    return status in (200, 404) and content_type.startswith("text/html") and b"<html" in body


def is_none(status: int) -> bool:
    """Whether an answer says that there is no page to see: it leads on, or takes only what is sent."""
    return status in (200, 302, 405)


def pages(scene: Scene) -> tuple[list[ShownPage], list[str]]:
    """All pages of the scene, and the addresses that can't be shown, with what happened: they need values, somebody who
    may see them, or a reason not to be there."""
    wanted, failed = candidates(scene)
    found = []
    clients = {who: scene.client(who) for who in ("anybody", "player", "organiser", "staff")}
    for shown in wanted:
        response = clients[shown.seen_by].get(shown.path)
        if response.status_code == 404 and shown.name != NOT_FOUND:
            failed.append(f"{shown.path} ({shown.seen_by}): 404")
        elif is_page(response.status_code, response["Content-Type"], response.getvalue()):
            found.append(shown)
        elif not is_none(response.status_code):
            failed.append(f"{shown.path} ({shown.seen_by}): {response.status_code}")
    return found, failed

"""Two seasons of a league in the browser: the organiser at a desk, the players on their phones. What many do alike is
done by services."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.enums import GameState, Grade
from games.models import GameResult
from games.selectors.games import game_by_key
from leagues.enums import Answer, SeasonState
from leagues.models import Division, Honour, League, Matchday, Season, SeasonEntry
from leagues.selectors.seasons import divisions_of, events_of_season
from leagues.services.entries.answer import season_answer
from leagues.services.verify import league_verify
from tests.browser.conftest import WAIT_MS
from tests.browser.play import hand_in, won_by
from tests.browser.test_entries import signed_in
from tests.evening import Evening
from tests.leagues.league_evening import replay_differences
from tournaments.models import Entry, Match, MatchGame
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ON_PHONES = ("Zoë van Dam", "Yusuf Öztürk")
NAMES = ("Anna", "Bruno", "Chloé", "Dirk", "Eva", "Finn", "Gerda", "Henk", "Ida")
RESERVE = "Rita Reserve"


@dataclass
class TwoSeasons:
    """The organiser's desk and what is needed to open pages on phones."""

    desk: Page
    new_page: Callable[..., Page]
    evening: Evening

    @property
    def league(self) -> League:
        return League.objects.get()

    def season(self, number: int) -> Season:
        return Season.objects.select_related("league__club").get(number=number)

    def address(self, number: int, page: str = "") -> str:
        league = self.league
        return f"/leagues/{league.club.slug}/{league.slug}/seasons/{number}/{page}"

    def manage(self, number: int, page: str = "") -> None:
        self.desk.goto(self.address(number, f"manage/{page}"))

    def press(self, name: str) -> None:
        self.desk.get_by_role("button", name=name, exact=True).click()

    def said(self, text: str) -> None:
        expect(self.desk.get_by_text(text).first).to_be_visible()

    def phone(self, link: str) -> Page:
        """A player's phone, after the personal link."""
        phone = self.new_page(phone=True)
        phone.goto(link)
        return phone


def test_two_seasons(page: Page, new_page: Callable[..., Page]) -> None:
    expect.set_options(timeout=WAIT_MS)
    evening = Evening()
    evening.now = timezone.now()
    played = TwoSeasons(page, new_page, evening)

    signed_in(page, evening)
    start_league(played)
    plan_season(played, first_day=timezone.localdate())
    sign_up_on_phones(played)
    enter_players(played)
    moved = place_with_one_moved_by_hand(played)
    links = personal_links(played, 1)
    first, second = divisions_of(played.season(1))
    assert [division.entries.count() for division in (first, second)] == [6, 5]
    assert SeasonEntry.objects.get(player__name=moved).division == first
    assert Matchday.objects.count() == 10

    match = matches(first)[0]
    agree_on_a_time(played, match, links)
    play_on_phones(played, match, links)
    move_last_matchday(played)
    rule_a_forfeit(played, matches(second)[0])
    reserve_goes_on(played, second)

    play_out(played, first, second, match)
    decide_and_close(played)
    correct_a_result(played, second)
    champion, promoted = look_at_honours(played)

    plan_season(played, first_day=timezone.localdate() + timedelta(days=120))
    answer_on_phones(played, champion=champion, promoted=promoted)
    place_and_start_second(played, promoted)
    everything_holds(played)


# --- before the season ------------------------------------------------------------------------------------------------
def start_league(played: TwoSeasons) -> None:
    desk = played.desk
    desk.goto(f"/clubs/{played.evening.club.slug}/leagues/new/")
    desk.get_by_label("Name of the league").fill("Kölner Liga")
    played.press("Start the league")
    played.said("The league is started. Plan its first season.")


def plan_season(played: TwoSeasons, *, first_day: date) -> None:
    """Planned and opened for entries. A next season begins with the settings of the one before."""
    desk, league = played.desk, played.league
    desk.goto(f"/leagues/{league.club.slug}/{league.slug}/manage/")
    desk.get_by_role("link", name="Plan the next season").click()
    desk.get_by_label("First day of the first matchday").fill(first_day.isoformat())
    if not Season.objects.exists():
        desk.get_by_label("Players in a division").fill("5")
        desk.get_by_label("At least").fill("3")
        desk.get_by_label("At most").fill("6")
        desk.get_by_label("Promoted across each border").fill("1")
        desk.get_by_label("Relegated across each border").fill("1")
        desk.get_by_label("Everybody against everybody, twice").check()
    expect(desk.get_by_label("Players in a division")).to_have_value("5")
    played.press("Plan the season")
    played.press("Open for entries")
    played.said("The season is open")


def sign_up_on_phones(played: TwoSeasons) -> None:
    people = [*ON_PHONES, RESERVE]
    phones = [played.new_page(phone=True) for _name in people]
    for phone in phones:
        phone.goto(played.address(1))
        phone.get_by_role("link", name="Sign up", exact=True).click()
    for phone, name in zip(phones, people, strict=True):
        phone.get_by_label("Your name").press_sequentially(name, delay=200)
        phone.get_by_label("Yes, show my name").check()
        if name == RESERVE:
            phone.get_by_label("Only as a reserve").check()
        phone.get_by_role("button", name="Sign up").click()
        expect(phone.get_by_text("You are on the list.").first).to_be_visible()
        expect(phone.get_by_role("heading", name="You take part in Season 1.")).to_be_visible()


def enter_players(played: TwoSeasons) -> None:
    played.manage(1, "players/")
    played.desk.get_by_label("Players, one per line").fill("\n".join(NAMES))
    played.press("Add players")
    played.said("Taking part: 11")


def row_of(played: TwoSeasons, name: str) -> Locator:
    return played.desk.locator(".name-list li").filter(has_text=name)


def place_with_one_moved_by_hand(played: TwoSeasons) -> str:
    """The plan has divisions of five and six; somebody of the lower one asks to play in the upper one."""
    desk = played.desk
    played.manage(1)
    desk.get_by_role("link", name="Look at the plan").click()
    lower = desk.locator("section.card").filter(has=desk.get_by_role("heading", name=re.compile("Division 2")))
    expect(lower.locator("li")).to_have_count(6)
    last = lower.locator("li .grow").last.inner_text()
    moved = next(name for name in (*ON_PHONES, *NAMES) if last.startswith(name))
    row = row_of(played, moved)
    row.locator("summary").click()
    row.get_by_label("Division").select_option("1")
    row.get_by_label("Reason").fill("Champion of another league.")
    row.get_by_role("button", name="Move").click()
    expect(row_of(played, moved)).to_contain_text("moved by hand")
    played.press("Place the divisions this way")
    played.said("The divisions are placed.")
    played.manage(1)
    played.press("Start the season")
    played.said("The season runs.")
    return moved


def personal_links(played: TwoSeasons, number: int) -> dict[str, str]:
    """The links by the players' names, made and read by the organiser."""
    played.manage(number, "players/links/")
    played.desk.get_by_role("button", name=re.compile("Make .* link")).click()
    cards = played.desk.locator(".link-card")
    expect(cards.first).to_be_visible()
    return {
        card.locator("strong").inner_text(): card.locator("a.code").get_attribute("href") or "" for card in cards.all()
    }


# --- the weeks --------------------------------------------------------------------------------------------------------
def matches(division: Division, number: int = 1) -> list[Match]:
    found = Match.objects.filter(round__stage__event=division.event, round__number=number, bye="").order_by("table")
    return list(found)


def players_of(match: Match) -> list[Entry]:
    return [seat.entry for seat in match.seats.select_related("entry__player").order_by("position")]


def agree_on_a_time(played: TwoSeasons, match: Match, links: dict[str, str]) -> None:
    one, other = (entry.player.name for entry in players_of(match))
    phone = played.phone(links[one])
    expect(phone.get_by_role("heading", name="Games to agree on")).to_be_visible()
    phone.get_by_role("link", name=f"Round 1: {other}").click()
    time = f"{timezone.localtime() + timedelta(days=2):%Y-%m-%d}T19:30"
    phone.get_by_label("Day and time").fill(time)
    phone.get_by_role("button", name="Propose", exact=True).click()
    expect(phone.get_by_text("Waits for your opponent’s answer.")).to_be_visible()

    answering = played.phone(links[other])
    answering.get_by_role("link", name=f"Round 1: {one}").click()
    expect(answering.get_by_role("heading", name=f"{one} proposes")).to_be_visible()
    answering.get_by_role("button", name=re.compile("^Accept")).click()
    expect(answering.get_by_role("heading", name="Agreed")).to_be_visible()
    phone.context.close()
    answering.context.close()
    match.refresh_from_db()
    assert match.agreed_at is not None


def play_on_phones(played: TwoSeasons, match: Match, links: dict[str, str]) -> None:
    """The first player wins and hands in, the other one confirms."""
    one, other = (entry.player.name for entry in players_of(match))
    game = game_by_key(match.games.get().game.key)
    phone = played.phone(links[one])
    hand_in(phone, won_by(game, one, Grade.RECORD))
    answering = played.phone(links[other])
    expect(answering.get_by_role("heading", name=f"{one} handed this in. Is it right?")).to_be_visible()
    answering.get_by_role("button", name="Yes, that’s how it was").click()
    expect(answering.get_by_text("Confirmed. The result counts.")).to_be_visible()
    phone.context.close()
    answering.context.close()
    game.refresh_from_db()
    assert game.state == GameState.AGREED


def move_last_matchday(played: TwoSeasons) -> None:
    desk = played.desk
    before = Matchday.objects.get(number=10)
    played.manage(1, "matchdays/?matchday=10")
    for label in ("Begins", "Ends"):
        field = desk.get_by_label(label, exact=True)
        field.fill(f"{datetime.fromisoformat(field.input_value()) + timedelta(days=7):%Y-%m-%dT%H:%M}")
    desk.get_by_label("Reason").fill("The hall is closed.")
    desk.get_by_role("button", name="Move", exact=True).click()
    expect(desk.locator(".message").first).to_be_visible()
    after = Matchday.objects.get(number=10)
    assert (after.starts_at - before.starts_at).days in (6, 7)
    for division in divisions_of(played.season(1)):
        assert {match.round.starts_at for match in matches(division, 10)} == {after.starts_at}


def rule_a_forfeit(played: TwoSeasons, match: Match) -> None:
    desk, came = played.desk, players_of(match)[0].player.name
    desk.goto(f"/events/{match.round.stage.event.slug}/manage/fixtures/{match.key}/")
    desk.get_by_label(f"{came} was available and wins.").check()
    desk.get_by_label("Why").fill("The other one never answered.")
    played.press("Decide")
    expect(desk.get_by_text("This game has a result.").or_(desk.get_by_text("Decided.")).first).to_be_visible()
    assert match.games.get().game.state == GameState.RULED


def reserve_goes_on(played: TwoSeasons, division: Division) -> None:
    leaving = division.entries.order_by("place").last()
    assert leaving is not None
    played.manage(1, "players/")
    row = row_of(played, leaving.player.name)
    row.locator("summary").click()
    row.get_by_label("Who goes on?").select_option(label=RESERVE)
    row.get_by_label("Reason").fill("Moved to another town.")
    row.get_by_role("button", name="Withdraw").click()
    played.said("Print the new personal link")
    assert Entry.objects.get(key=leaving.event_entry).player.name == RESERVE


def play_out(played: TwoSeasons, first: Division, second: Division, on_phones: Match) -> None:
    """Who is placed higher wins, in the first division after the two of the phones: so two who didn't play on phones
    share the title, each with a win against the other."""
    evening = played.evening
    evening.now = timezone.now()
    behind = {entry.pk for entry in players_of(on_phones)}
    for division in (first, second):
        placed = list(Entry.objects.filter(event=division.event).order_by("number", "pk"))
        if division == first:
            level = [entry for entry in placed if entry.pk not in behind]
            placed = [*level[:2], *(entry for entry in placed if entry.pk in behind), *level[2:]]
        order = {entry.pk: place for place, entry in enumerate(placed)}
        seen: set[frozenset[int]] = set()
        links = MatchGame.objects.filter(match__round__stage__event=division.event).order_by("match__round__number")
        for link in links.select_related("game"):
            places = [order[entry.pk] for entry in players_of(link.match)]
            is_return, pair = frozenset(places) in seen, frozenset(places)
            seen.add(pair)
            if link.game.state == GameState.EXPECTED:
                wins = places[0] < places[1]
                if division == first and pair == {0, 1} and is_return:
                    wins = not wins
                act = evening.act(why="Played.")
                result_rule(act=act, game_key=link.game.key, kind="bare", placing="1>2" if wins else "2>1")


# --- the end of the season --------------------------------------------------------------------------------------------
def decide_and_close(played: TwoSeasons) -> None:
    desk = played.desk
    played.manage(1)
    played.press("Begin the closing")
    played.said("The tables are final.")
    desk.goto(played.address(1, "manage/closing/"))
    expect(desk.get_by_text("Decide each of them.")).to_be_visible()
    tie = desk.locator("section.card").filter(has=desk.get_by_role("heading", name="Decider, Division 1"))
    expect(tie.locator("ol").first.locator("li")).to_have_count(2)
    tie.get_by_placeholder("Reason").first.fill("Neither has time for another game.")
    tie.get_by_role("button", name="Draw lots").click()
    played.press("Close the season")
    played.said("The season is closed.")
    assert played.season(1).state == SeasonState.CLOSED


def correct_a_result(played: TwoSeasons, division: Division) -> None:
    """A game of the second and third of the lower division was a tie."""
    desk = played.desk
    entries = SeasonEntry.objects.filter(season=division.season, division=division, final_place__in=(2, 3))
    keys = set(entries.values_list("event_entry", flat=True))
    game = next(
        link.game
        for link in MatchGame.objects.filter(match__round__stage__event=division.event).select_related("game")
        if {entry.key for entry in players_of(link.match)} == keys
    )
    played.manage(1, "corrections/")
    desk.get_by_label("The game’s address").fill(f"{desk.url.partition('/leagues/')[0]}/games/{game.key}/")
    desk.get_by_label("a tie", exact=True).check()
    desk.get_by_label("Reason").fill("The sheet was read wrongly.")
    played.press("Preview")
    expect(desk.get_by_text("No final place changes.")).to_be_visible()
    assert GameResult.objects.get(game=game, is_current=True).winner is not None
    played.press("Correct it")
    played.said("The result is corrected.")
    assert GameResult.objects.get(game=game, is_current=True).winner is None


def look_at_honours(played: TwoSeasons) -> tuple[str, str]:
    """The champion of the first division and who is promoted from the second, by name; their pages say so."""
    visitor = played.new_page(phone=True)
    found = []
    for kind, number in (("champion", 1), ("promoted", 2)):
        honour = Honour.objects.select_related("player").get(kind=kind, division__number=number)
        visitor.goto(f"/players/{honour.player.key}/")
        expect(visitor.locator("#honours")).to_contain_text(str(honour.get_kind_display()))
        expect(visitor.locator("#honours")).to_contain_text("Kölner Liga, Season 1")
        found.append(honour.player.name)
    champion, promoted = found
    return champion, promoted


# --- the second season ------------------------------------------------------------------------------------------------
def answer_on_phones(played: TwoSeasons, *, champion: str, promoted: str) -> None:
    """The links of the first season have ended with it: by those of the second. Who isn't asked on a phone comes back,
    but for one who doesn't."""
    links = personal_links(played, 2)
    stays_away = SeasonEntry.objects.get(season__number=1, division__number=1, final_place=3).player.name
    for name, answer in ((champion, "Yes, I play"), (promoted, "Yes, I play"), (stays_away, "No, not this time")):
        phone = played.phone(links[name])
        expect(phone.get_by_role("heading", name="Do you take part in Season 2?")).to_be_visible()
        phone.get_by_role("button", name=answer).click()
        expect(phone.get_by_text("Thank you, your answer is saved.")).to_be_visible()
        phone.context.close()
    played.evening.now = timezone.now()
    for entry in SeasonEntry.objects.filter(season__number=2, answer=Answer.ASKED):
        season_answer(act=played.evening.act(), entry=entry, answer=Answer.YES)
    assert SeasonEntry.objects.get(season__number=2, player__name=stays_away).answer == Answer.NO


def place_and_start_second(played: TwoSeasons, promoted: str) -> None:
    desk = played.desk
    desk.goto(played.address(2, "plan/"))
    upper = desk.locator("section.card").filter(has=desk.get_by_role("heading", name=re.compile("Division 1")))
    expect(upper.locator("li").filter(has_text=promoted)).to_contain_text("promoted (place 1 in division 2)")
    played.press("Place the divisions this way")
    played.said("The divisions are placed.")
    played.manage(2)
    played.press("Start the season")
    played.said("The season runs.")
    visitor = played.new_page(phone=True)
    visitor.goto(played.address(2, "divisions/1/"))
    expect(visitor.locator("main")).to_contain_text(promoted)
    played.manage(2, "players/links/")
    card = desk.locator(".link-card").filter(has_text=promoted)
    phone = played.phone(card.locator("a.code").get_attribute("href") or "")
    expect(phone.get_by_role("heading", name="Games to agree on")).to_be_visible()


def everything_holds(played: TwoSeasons) -> None:
    league = played.league
    for number in (1, 2):
        for event in events_of_season(played.season(number)):
            standings_refresh(event_key=event.key)
    assert replay_differences(league) == []
    assert str(league_verify(league=league)).startswith("verified ")

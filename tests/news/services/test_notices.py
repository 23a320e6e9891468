"""Who follows, or takes part, is told once; by mail as they chose; and nothing of whom or what is hidden."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models import Q

from games.models import Player
from games.services.mail import mail_agree
from games.services.players import player_account_give, player_create, player_name_hide
from magistrar_site.accounts.models import User
from magistrar_site.shared.acts import NOBODY, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from magistrar_site.shared.models import DueWork, OutgoingMail
from magistrar_site.shared.selectors.facts import streams_to_tell
from magistrar_site.shared.services.due import due_work_off
from news.enums import MailChoice, NoticeKind
from news.models import Follow, NewsChoice, Notice
from news.selectors.follows import follows_of
from news.services import follows
from news.services.follows import follow, unfollow
from news.services.notice_mails import news_stop_by_token, notices_mail, stop_token
from news.services.notice_words import notices_said
from news.services.notices import news_choose, notices_clear, notices_read
from news.services.telling import stream_tell
from privacy.selectors.export import person_document
from privacy.services.erasing import account_person_erase
from tests.evening import Evening, entry_at
from tests.tournaments.services.fixtures.scene import fixtures_of
from tournaments.models import Entry, Event, Match
from tournaments.selectors.events import event_by_key, stage_of
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.reassign import Whose
from tournaments.services.entries.states import entry_remove
from tournaments.services.entries.take_over import entry_take_over
from tournaments.services.events.settings import event_settings_change
from tournaments.services.fixtures.answer import proposal_accept
from tournaments.services.fixtures.propose import times_propose
from tournaments.services.rounds.times import match_time_set

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo", "Dörte")


class Told(Evening):
    """An evening with a fan, who has an account, and players with accounts of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.fan = self.account("fan@example.org")

    def follow(self, kind: str, key: str) -> None:
        follow(act=self.by_user(self.fan), kind=kind, key=key)

    def player_account(self, match: Match, position: int) -> User:
        return account_of(self, entry_at(match, position).player)

    def tell(self, event: Event) -> None:
        stream_tell(stream=event.stream, now=self.now)

    def said(self, user: User) -> list[str]:
        user.refresh_from_db()
        return [row.text for row in notices_said(user, list(Notice.objects.filter(user=user)))]


def account_of(evening: Evening, player: Player) -> User:
    user = evening.account(f"{player.key}@example.org")
    player_account_give(act=evening.act(), player=player, user_key=user.key)
    confirm(user)
    return user


def confirm(user: User) -> None:
    """The account has confirmed its address."""
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def with_mail(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    settings.EMAIL_BACKEND = "magistrar_site.shared.services.mail.OutboxBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"


def test_fan_is_told_once_of_whom_and_what_they_follow() -> None:
    evening = Told()
    event = evening.started(NAMES)
    anna = Player.objects.get(name="Anna")
    evening.follow("player", anna.key)
    evening.follow("event", event.key)
    evening.follow("club", evening.club.key)
    matches = evening.publish(event, 1)
    match = next(match for match in matches if match.seats.filter(entry__player=anna).exists())
    evening.play(match)
    evening.tell(event)
    evening.tell(event)

    other = next(seat.entry.player.name for seat in match.seats.exclude(entry__player=anna))
    said = evening.said(evening.fan)
    assert len(said) == 5
    assert said[-1] == "New event: Evening"
    assert {"Anna entered Evening", "Evening has started", "Evening: the pairings of round 1"} < set(said)
    assert any("Anna" in text and other in text and " : " in text for text in said)
    evening.fan.refresh_from_db()
    assert evening.fan.unread == 5
    assert notices_read(act=evening.by_user(evening.fan)) == 5
    evening.fan.refresh_from_db()
    assert evening.fan.unread == 0


def test_following_ends_with_a_hidden_name_and_says_nothing_in_between() -> None:
    evening = Told()
    event = evening.started(NAMES)
    anna = Player.objects.get(name="Anna")
    evening.follow("player", anna.key)
    evening.tell(event)
    assert evening.said(evening.fan) == ["Anna entered Evening"]

    player_name_hide(act=evening.act(), player=anna, hides=True)
    assert (evening.said(evening.fan), follows_of(evening.fan.key)) == ([], [])
    with pytest.raises(NotFound):
        evening.follow("player", anna.key)
    for stream in streams_to_tell():
        stream_tell(stream=stream, now=evening.now)
    player_name_hide(act=evening.act(), player=anna, hides=False)
    assert not Follow.objects.exists()


def test_players_are_told_of_their_own_pairing_and_game_and_not_of_what_they_did() -> None:
    evening = Told()
    event = evening.started(NAMES)
    match = evening.publish(event, 1)[0]
    first, second = (evening.player_account(match, position) for position in (0, 1))
    names = [entry_at(match, position).player.name for position in (0, 1)]
    evening.submit(match)
    evening.tell(event)

    table = f"Evening, round 1: you play {{}} at table {match.table}."
    assert evening.said(first) == [table.format(names[1])]
    assert evening.said(second) == [
        f"A result of your game with {names[0]} was handed in (Evening). Confirm it, or dispute it.",
        table.format(names[0]),
    ]
    assert not Notice.objects.exclude(Q(user=first) | Q(user=second)).exists()


def test_news_are_mailed_as_chosen_with_a_link_that_stops_them(settings: Any) -> None:
    with_mail(settings)
    evening = Told()
    confirm(evening.fan)
    evening.follow("club", evening.club.key)
    act = evening.by_user(evening.fan)
    event = evening.event(NAMES)
    evening.tell(event)
    assert not DueWork.objects.filter(kind__in=["news.mail", "news.daily"]).exists(), "nobody is mailed unasked"

    news_choose(act=act, mail={NoticeKind.CLUBS: MailChoice.NOW})
    evening.tell(evening.event(NAMES, name="Two"))
    due_work_off(now=evening.now)
    mail = OutgoingMail.objects.get()
    assert mail.recipients["to"] == ["fan@example.org"]
    assert "New event: Two\n" in mail.body
    assert "One" not in mail.subject + mail.body
    assert mail.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop_token(evening.fan.key) in mail.headers["List-Unsubscribe"]

    news_choose(act=act, mail={NoticeKind.CLUBS: MailChoice.DAILY})
    for name in ("Three", "Four"):
        evening.tell(evening.event(NAMES, name=name))
    due_work_off(now=evening.now)
    assert OutgoingMail.objects.count() == 1
    due_work_off(now=evening.now + timedelta(days=1))
    assert [name in OutgoingMail.objects.latest("pk").body for name in ("Three", "Four", "Two")] == [True, True, False]

    news_stop_by_token(token=stop_token(evening.fan.key))
    evening.tell(evening.event(NAMES, name="Five"))
    due_work_off(now=evening.now + timedelta(days=2))
    assert OutgoingMail.objects.count() == 2
    with pytest.raises(NotFound):
        news_stop_by_token(token=f"{evening.fan.key}.x")


def test_mails_keep_to_the_days_limit_and_to_what_is_still_public(settings: Any) -> None:
    with_mail(settings)
    settings.NEWS_MAILS_PER_PERSON = 1
    evening = Told()
    confirm(evening.fan)
    event = evening.started(NAMES)
    anna = Player.objects.get(name="Anna")
    evening.follow("player", anna.key)
    news_choose(act=evening.by_user(evening.fan), mail={NoticeKind.PLAYERS: MailChoice.NOW})
    evening.tell(event)
    player_name_hide(act=evening.act(), player=anna, hides=True)
    assert not notices_mail(user_key=evening.fan.key, how=MailChoice.NOW, now=evening.now)
    evening.follow("club", evening.club.key)
    news_choose(act=evening.by_user(evening.fan), mail={NoticeKind.CLUBS: MailChoice.NOW})
    sent = []
    for name in ("Two", "Three"):
        evening.tell(evening.event(NAMES, name=name))
        sent.append(notices_mail(user_key=evening.fan.key, how=MailChoice.NOW, now=evening.now))
    assert sent == [True, False]


def test_proposal_of_a_time_is_told_and_mailed_to_who_agreed_to_the_clubs_mails(settings: Any) -> None:
    with_mail(settings)
    evening = Told()
    match = fixtures_of(evening)[0]
    user = evening.player_account(match, 1)
    mail_agree(act=evening.by_user(user), club=evening.club)
    times_propose(act=evening.by(entry_at(match, 0)), match_key=match.key, times=[evening.now + timedelta(days=1)])
    due_work_off(now=evening.now)
    due_work_off(now=evening.now)

    text = f"{entry_at(match, 0).player.name} proposes times for your game"
    notice = Notice.objects.get()
    assert (notice.user, notice.kind) == (user, NoticeKind.DATES)
    assert [row.text.startswith(text) for row in notices_said(user, [notice])] == [True]
    assert [text in mail.body for mail in OutgoingMail.objects.filter(body__contains="proposes")] == [True]


def test_only_accounts_follow_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Told()
    for actor in (NOBODY, Actor("link", "x" * 12), Actor("system", "x")):
        for step in (follow, unfollow):
            with pytest.raises(NotAllowed):
                step(act=evening.act(actor), kind="club", key=evening.club.key)
        with pytest.raises(NotAllowed):
            notices_read(act=evening.act(actor))
        with pytest.raises(NotAllowed):
            news_choose(act=evening.act(actor), mail={})
    monkeypatch.setattr(follows, "MOST", 1)
    evening.follow("club", evening.club.key)
    evening.follow("club", evening.club.key)
    with pytest.raises(DomainError, match="very many"):
        evening.follow("event", evening.event(NAMES).key)
    with pytest.raises(NotFound):
        evening.follow("round", "1")
    unfollow(act=evening.by_user(evening.fan), kind="club", key=evening.club.key)
    assert not Follow.objects.exists()


def test_export_has_it_and_deleting_the_account_takes_it_along() -> None:
    evening = Told()
    evening.follow("club", evening.club.key)
    news_choose(act=evening.by_user(evening.fan), mail={NoticeKind.CLUBS: MailChoice.DAILY})
    evening.tell(evening.event(NAMES))
    document = person_document(player=None, user=evening.fan, at=evening.now)

    assert [row["club"] for row in document["follows"]] == [evening.club.name]
    assert document["choices_about_news"][0]["mail"] == {"clubs": "daily"}
    assert document["notices"][0]["source"].startswith("event:")
    account_person_erase(act=evening.act(), user=evening.fan)
    assert [model.objects.count() for model in (Follow, Notice, NewsChoice)] == [0, 0, 0]


def test_notices_go_after_three_months() -> None:
    evening = Told()
    evening.follow("club", evening.club.key)
    evening.tell(evening.event(NAMES))
    evening.later(days=91)

    assert notices_clear(now=evening.now) == 1
    evening.fan.refresh_from_db()
    assert evening.fan.unread == 0


def test_agreed_time_is_told_to_who_proposed_it_and_both_when_the_staff_set_it() -> None:
    evening = Told()
    match = fixtures_of(evening)[0]
    event = match.round.stage.event
    users = [evening.player_account(match, position) for position in (0, 1)]
    names = [entry_at(match, position).player.name for position in (0, 1)]
    evening.tell(event)
    Notice.objects.all().delete()
    act = evening.by(entry_at(match, 0))
    proposal = times_propose(act=act, match_key=match.key, times=[evening.now + timedelta(days=1)])
    accepted = evening.now + timedelta(days=1)
    proposal_accept(act=evening.by(entry_at(match, 1)), key=proposal.key, starts_at=accepted)
    evening.tell(event)

    text = f"A time is agreed for your game with {{}} ({event.name})."
    assert [evening.said(user) for user in users] == [[text.format(names[1])], []]

    match_time_set(act=evening.act(), match=match_by_key(match.key), agreed_at=accepted + timedelta(days=1), place=None)
    evening.tell(event)
    assert [evening.said(user) for user in users] == [[text.format(names[1])] * 2, [text.format(names[0])]]


def test_who_gets_a_place_is_told() -> None:
    evening = Told()
    event = evening.event(("Anna", "Bert"))
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 2})
    stage = stage_of(event_by_key(event.key))
    waits = entries_add(act=evening.act(), stage=stage, text="Cleo")[0]
    cleo = account_of(evening, waits.player)
    evening.tell(event)
    assert evening.said(cleo) == []
    entry_remove(act=evening.act(), entry=Entry.objects.get(event=event, player__name="Anna"))
    evening.tell(event)

    assert evening.said(cleo) == ["You have a place in Evening now."]
    assert [notice.kind for notice in Notice.objects.filter(user=cleo)] == [NoticeKind.PLACES]


def test_who_takes_a_place_over_is_told_and_the_former_player_isnt() -> None:
    evening = Told()
    match = fixtures_of(evening)[0]
    event, entry = match.round.stage.event, entry_at(match, 0)
    former = account_of(evening, entry.player)
    reserve = player_create(act=evening.act(), name="Rita", club=evening.club)
    rita = account_of(evening, reserve)
    evening.tell(event)
    Notice.objects.all().delete()
    act = evening.act(why="Moved away.")
    entry_take_over(act=act, entry=entry, whose=Whose(player=reserve.key), counts_former=False)
    evening.tell(event)

    assert evening.said(rita) == [f"You take over a place in {event.name}. Play on from here."]
    assert evening.said(former) == []


def test_news_read_until_an_instant_that_is_none_stay_new() -> None:
    evening = Told()
    evening.follow("club", evening.club.key)
    evening.tell(evening.event(NAMES))
    browser = evening.browser(evening.fan)
    for until in ("2026-13-45T00:00:00", "2026-02-30 10:00", "x" * 60):
        assert browser.post("/my-news/", {"until": until}).status_code == 302
    assert Notice.objects.filter(read_at=None).count() == 1
    browser.post("/my-news/", {"until": Notice.objects.get().at.isoformat()})
    assert not Notice.objects.filter(read_at=None).exists()

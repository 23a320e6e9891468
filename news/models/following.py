"""Whom and what an account follows, what it was told, and how it wants to be told."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from news.enums import MailChoice, NoticeKind


class Follow(models.Model):
    """An account follows a player, a club or an event: one of the three. Nobody but the account sees it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, club=None, event=None)
                | Q(player=None, club__isnull=False, event=None)
                | Q(player=None, club=None, event__isnull=False),
                name="follow_one_of_three",
            ),
            models.UniqueConstraint(
                fields=["user", "player"], condition=Q(player__isnull=False), name="player_followed_once"
            ),
            models.UniqueConstraint(
                fields=["user", "club"], condition=Q(club__isnull=False), name="club_followed_once"
            ),
            models.UniqueConstraint(
                fields=["user", "event"], condition=Q(event__isnull=False), name="event_followed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.player_id or self.club_id or self.event_id}"


class Notice(models.Model):
    """Something that an account is told. It holds no words: `source` names a fact ("event:KEY#12") or a proposal
    ("proposal:KEY"), and the sentence is made when it is read, as things are then. `mail`: how it still waits to be
    mailed, empty once it was, or where it isn't."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=8, choices=NoticeKind)
    source = models.CharField(max_length=60)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mail = models.CharField(max_length=5, choices=MailChoice, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "source"], name="told_once")]
        indexes = [
            models.Index(fields=["user", "-at"], name="notice_newest"),
            models.Index(fields=["user"], condition=Q(read_at=None), name="notice_unread"),
            models.Index(fields=["user", "mail"], condition=~Q(mail=""), name="notice_to_mail"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} told of {self.source}"


class NewsChoice(models.Model):
    """How an account wants to be told by mail, by kind of notice; `language` is that of the page where it said so.
    What isn't chosen is never mailed, but for what the club's mails, which the account agreed to, include."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="news_choice")
    mail = models.JSONField(default=dict)
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.mail}"

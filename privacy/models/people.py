"""Requests about a person: to be deleted, to be given an account's player. Kept no longer than it is needed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from privacy.enums import ClaimState


class Erasure(models.Model):
    """Somebody was deleted: kept to delete them again where a backup brings them back. `digest` is of the player's or
    the account's key, so that the row by itself says nobody's name and no key."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("deletion")
        verbose_name_plural = _("deletions")

    def __str__(self) -> str:
        return self.digest[:12]


class ErasureRequest(Keyed):
    """A person is to be deleted at `due_at`: an account with its player (`user`), or a player without an account."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="erasure_request"
    )
    player = models.OneToOneField(
        "games.Player", on_delete=models.CASCADE, null=True, blank=True, related_name="erasure_request"
    )
    asked_by = models.CharField(max_length=60, help_text=_("The actor, as kind:key."))
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user__isnull=False) | models.Q(player__isnull=False), name="erasure_of_somebody"
            )
        ]
        verbose_name = _("deletion that was asked for")
        verbose_name_plural = _("deletions that were asked for")

    def __str__(self) -> str:
        return f"{self.key} due {self.due_at:%Y-%m-%d %H:%M}"


class PlayerClaim(Keyed):
    """An account says that it is a player who is here already; an organiser answers."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="player_claims")
    state = models.CharField(max_length=9, choices=ClaimState, default=ClaimState.OPEN)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=60, blank=True, help_text=_("The actor, as kind:key."))

    class Meta:
        ordering = ["asked_at", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "user"], condition=models.Q(state="open"), name="claim_open_once_per_account"
            )
        ]
        verbose_name = _("claim of a player")
        verbose_name_plural = _("claims of players")

    def __str__(self) -> str:
        return f"{self.user_id} claims {self.player_id}: {self.state}"


class PlayerMerge(Keyed):
    """Two players who are one person: `player` was merged into `into`. It holds what is needed to undo it: what each
    event and league passed on (keys, by the event's and the league's key), and how the two were `before`."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="merges")
    into = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="merges_of_others")
    at = models.DateTimeField()
    by = models.CharField(max_length=60, help_text=_("The actor, as kind:key."))
    before = models.JSONField()
    events = models.JSONField(default=dict)
    leagues = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=60, blank=True, help_text=_("The actor, as kind:key."))

    class Meta:
        ordering = ["-at", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(undone_at=None), name="player_merged_into_one_at_a_time"
            )
        ]
        verbose_name = _("merge of two players")
        verbose_name_plural = _("merges of two players")

    def __str__(self) -> str:
        return f"{self.player_id} into {self.into_id}"


class MergeRequest(Keyed):
    """An account says that its player and another one are one person; an organiser answers by merging them, or
    refuses."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="merge_requests")
    own = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="merge_requests")
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="merge_requests_of_others")
    asked_at = models.DateTimeField()
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "key"]
        constraints = [models.UniqueConstraint(fields=["user", "own", "other"], name="merge_asked_once")]
        verbose_name = _("request to merge two players")
        verbose_name_plural = _("requests to merge two players")

    def __str__(self) -> str:
        return f"{self.own_id} and {self.other_id}"

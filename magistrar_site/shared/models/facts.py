"""The append-only log that everything else follows from: one chain of facts per stream."""

from __future__ import annotations

from typing import Any, Never

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import Members, newest_members

NO_DIGEST = "0" * 64


class Stream(models.Model):
    """The head of one chain. `name` is "event:KEY", "player:KEY" or "club:KEY". Its row is the lock under which facts
    are appended, and what compare-and-set compares."""

    name = models.CharField(max_length=40, primary_key=True)
    number = models.PositiveIntegerField(default=0, help_text=_("Number of the newest fact; 0 before the first."))
    digest = models.CharField(max_length=64, default=NO_DIGEST)
    followed = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text=_(
            "Number of the fact at which all that is derived was last seen to follow; behind: to be looked at."
        ),
    )

    told = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="Number of the fact up to which the news of it were brought on their way.",
    )

    class Meta:
        indexes = [
            models.Index(
                fields=["name"], condition=models.Q(number__gt=models.F("followed")), name="stream_to_look_at"
            ),
            models.Index(fields=["name"], condition=models.Q(number__gt=models.F("told")), name="stream_to_tell"),
        ]

    def __str__(self) -> str:
        return f"{self.name}#{self.number}"


class Fact(models.Model):
    """Something that happened. Never changed, never deleted. `payload` holds ids and salted digests only: no names,
    free text, addresses or tokens (those are `FactDetail`s). It stays as it was stored, in the version of its time;
    whoever reads a member reads `members`."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="facts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    payload = models.JSONField()
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["stream", "number"]
        constraints = [models.UniqueConstraint(fields=["stream", "number"], name="fact_number_once_per_stream")]
        indexes = [models.Index(fields=["kind", "at"], name="fact_kind_at")]

    def __str__(self) -> str:
        return f"{self.stream_id}#{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("a fact is never changed: append another")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("a fact is never deleted: append another")

    @property
    def members(self) -> Members:
        """The payload in the newest version of its kind."""
        return newest_members(self.kind, self.payload)


class FactDetail(models.Model):
    """A text or name that belongs to a fact, beside the chain: the payload holds only its salted digest, so that it
    can be erased (salt and text together) and the chain stays whole."""

    fact = models.ForeignKey(Fact, on_delete=models.PROTECT, related_name="details")
    field = models.CharField(max_length=40)
    salt = models.CharField(max_length=32, blank=True)
    text = models.TextField(blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fact", "field"], name="detail_once_per_fact_and_field")]

    def __str__(self) -> str:
        return f"{self.fact} {self.field}"

from __future__ import annotations

from django.db.models import QuerySet

from news.models import NewsChoice, Notice


def notices_of(user_key: str) -> QuerySet[Notice]:
    """What an account was told, newest first."""
    return Notice.objects.filter(user__key=user_key).order_by("-at", "-pk")


def choices_of(user_pk: int) -> dict[str, str]:
    """How an account chose to be told by mail, by kind; what it didn't choose is left out."""
    mail: dict[str, str] = NewsChoice.objects.filter(user=user_pk).values_list("mail", flat=True).first() or {}
    return mail

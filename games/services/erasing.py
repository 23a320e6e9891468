"""Deleting the person behind a player: the player stays, with every game, under a ghost name."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from django.db import transaction
from django.db.models import F

from games.engine.registry import game_system
from games.facts.players import PlayerErased
from games.models import DraftPart, DraftSecret, FormerName, GameResult, Player, PlayerPicture, Submission
from games.services.players import name_fields
from games.services.restore import report_without_document
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.erasing import admin_log_erase, stream_details_erase
from magistrar_site.shared.services.facts import fact_append, stream_name


def ghost_name(key: str) -> str:
    """The ghost name of a deleted person's player, the same in every language."""
    return f"Ghost {key[:6]}"


@transaction.atomic
def player_erase(*, act: Act, player: Player) -> None:
    """Take name, account and choices off the player, and with them what the person typed and hasn't handed in. Twice is
    once. Permission is the caller's."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.erased_at is None:
        player.erased_at = act.at
        fact_append(act=act, stream=stream_name("player", player.key), fact=PlayerErased(player=player.key))
    for field, value in name_fields(ghost_name(player.key)).items():
        setattr(player, field, value)
    player.user, player.claimed_at = None, None
    player.under_16, player.hides_name = False, True
    player.save()
    PlayerPicture.objects.filter(player=player).delete()
    FormerName.objects.filter(player=player).delete()
    stream_details_erase(stream=stream_name("player", player.key), at=act.at)
    for model in (DraftPart, DraftSecret):
        model.objects.filter(game__seats__player=player, game__seats__number=F("seat")).delete()
    admin_log_erase([player])


@transaction.atomic
def submissions_erase(*, player: Player, keys: Collection[str]) -> None:
    """Leave of the documents of a player's games, and of others by key, nothing but the game: what was noted beside it
    goes. What can't be read as a game goes whole."""
    own = Submission.objects.filter(game__seats__player=player)
    others = Submission.objects.filter(key__in=list(keys))
    for submission in {row.pk: row for rows in (own, others) for row in rows.select_related("game")}.values():
        _submission_erase(submission)


def _submission_erase(submission: Submission) -> None:
    system = submission.game.system
    engine = game_system(system)
    document = engine.parse(bytes(submission.body)) if submission.report["legal"] else None
    submission.body = _game_alone(engine.encode(document)) if document is not None else b""
    submission.idempotency_key = f"erased:{submission.key}"
    if document is None:
        submission.report = report_without_document(system, submission.report if submission.report["legal"] else None)
        GameResult.objects.filter(submission=submission).update(report=submission.report)
    submission.save(update_fields=["body", "idempotency_key", "report"])


def _game_alone(body: bytes) -> bytes:
    """A document without its member `meta`, the one place where anything can be written."""
    return msgspec.json.encode({name: value for name, value in msgspec.json.decode(body).items() if name != "meta"})

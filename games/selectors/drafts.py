"""Records in progress."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Count, Max, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from games.engine.core.deals import BegunGame
from games.engine.core.noting import NotesDeals
from games.engine.core.seats import Seat
from games.engine.core.secrets import BegunRecord, KeepsSecrets
from games.engine.registry import game_system
from games.models import DraftPart, DraftSecret, Game, GameDeal
from games.selectors.deals import deal_of, dealt_game
from games.selectors.editions import StoredEditions, playable_edition
from games.selectors.games import set_up_of
from games.values.results import name_of_seat
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.models import Stream


@dataclass(frozen=True)
class DraftRecord:
    """A record in progress: the parts from the first one on without a gap, as far as they are legal, and those after
    them that are kept but fit no more, because an earlier one or the set-up was changed. `wrong` is the engine's
    violation of the first of these, or None where it only waits for an earlier one. `is_over`: the game ends with the
    legal parts, as far as its system tells that before the record is whole. `deal`: what the service dealt; `dealt`:
    how that game stands, where the seed is here."""

    parts: list[DraftPart]
    misfits: list[DraftPart]
    wrong: Mapping[str, Any] | None
    is_over: bool = False
    deal: GameDeal | None = None
    dealt: BegunGame | None = None


def draft_record(game: Game) -> DraftRecord:
    rows = list(DraftPart.objects.filter(game=game).select_related("game").order_by("number"))
    deal = deal_of(game)
    if not rows and deal is None:
        return DraftRecord([], [], None)
    without_gap = [row for place, row in enumerate(rows, 1) if row.number == place]
    parts = [row.body for row in without_gap]
    dealt = dealt_game(game, deal, parts) if deal is not None and deal.seed else None
    begun = begun_record(game, parts) if deal is None else dealt or BegunRecord(0, is_over=False)
    wrong = begun.violation if begun.legal < len(without_gap) else None
    return DraftRecord(rows[: begun.legal], rows[begun.legal :], wrong, begun.is_over, deal, dealt)


def begun_record(game: Game, parts: Sequence[Any]) -> BegunRecord:
    """The verdict on the first parts of a record of this game, without what seats still keep to themselves."""
    system, set_up, editions = game_system(game.system), set_up_of(game), StoredEditions(game.system)
    if isinstance(system, KeepsSecrets):
        return system.check_open_parts(set_up, parts, editions)
    if isinstance(system, NotesDeals):
        return system.check_noted_parts(set_up, parts, editions)
    report = system.check_document(system.begun_record(set_up, parts), editions)
    judged = system.judged(report)
    broken = judged.violations[0].part if judged.violations else None
    legal = len(judged.parts) if broken is None else min(len(judged.parts), broken - 1)
    wrong = msgspec.to_builtins(report)["violations"] if legal < len(parts) or not report.legal else ()
    return BegunRecord(legal, report.complete, wrong[0] if wrong else None)


def draft_parts(game: Game) -> list[DraftPart]:
    """The parts that were saved so far, from the first one on without a gap, as far as they are legal."""
    return draft_record(game).parts


def last_recorded(game: Game) -> int:
    """The number of the last saved part of a record in progress, be it one that fits no more; 0 where none is."""
    return DraftPart.objects.filter(game=game).aggregate(last=Max("number"))["last"] or 0


def recording_version(key: str) -> str:
    """A word that is another one as soon as a record in progress, what seats keep to themselves, or a fact on the
    game's stream changed. Three queries. NotFound for no game."""
    head = Stream.objects.filter(name=OuterRef("stream")).values("number")
    game = Game.objects.filter(key=key).annotate(head=Subquery(head)).values_list("pk", "head").first()
    if game is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    parts = DraftPart.objects.filter(game=game[0]).aggregate(Count("pk"), Max("pk"))
    secrets = DraftSecret.objects.filter(game=game[0]).order_by("seat").values_list("seat", "version", "is_open")
    return hashlib.sha256(repr((game, *parts.values(), *secrets)).encode()).hexdigest()[:20]


def own_secret(game: Game, seat: Seat | None) -> DraftSecret | None:
    """What the player of that seat keeps to themselves; for that player alone."""
    return DraftSecret.objects.filter(game=game, seat=seat).first() if seat is not None else None


def open_secrets(game: Game) -> dict[str, Any]:
    """What players have laid open, by the names of their seats."""
    rows = DraftSecret.objects.filter(game=game, is_open=True)
    return {name_of_seat(game.system, row.seat): row.body for row in rows}


def draft_document(game: Game, parts: Sequence[Any]) -> bytes:
    """The record of the game with these saved parts, as it is handed in."""
    system, set_up = game_system(game.system), set_up_of(game)
    if isinstance(system, NotesDeals) and parts:
        document = system.noted_record(set_up, parts, playable_edition(game.system, game.edition))
    else:
        document = system.begun_record(set_up, parts)
    return json.dumps(document, separators=(",", ":")).encode()

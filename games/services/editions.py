"""A club's own editions: copied, changed, followed by another version once they were played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.game_system import EditionRefusedError, GameEdition
from games.engine.registry import game_system
from games.enums import Action
from games.models import Club, ClubEdition
from games.selectors.editions import is_used, playable_edition
from games.services.clubs import slug_of
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotFound
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_name
from magistrar_site.shared.texts import storable_text

TITLE_LENGTH = 100


@transaction.atomic
def edition_copy(*, act: Act, club: Club, source: str, title: str, system: str = "magistrar") -> ClubEdition:
    """A club's own edition that begins as a copy of a shipped one or of one of its own. Invalid `title_missing`;
    NotFound `no_such_edition`."""
    require_club(act, club, Action.MANAGE_EVENT)
    title = _checked_title(title)
    data = _source(club, system, source).as_data()
    stem = f"{slug_of(title)[:30] or 'edition'}-{act.ids.key()[:6]}"
    return _store(act, club, system, stem=stem, version=1, title=title, data=data, follows=None)


def _checked_title(title: str) -> str:
    title = clean_name(storable_text(title))
    if not title or len(title) > TITLE_LENGTH:
        raise Invalid(
            "title_missing",
            _("The edition needs a title of at most 100 letters."),
            fields={"title": _("Type a short title.")},
        )
    return title


def _source(club: Club, system: str, key: str) -> GameEdition:
    own = ClubEdition.objects.filter(key=key, club=club).exists()
    if not own and key not in game_system(system).editions:
        raise NotFound("no_such_edition", _("There is no such edition to copy."))
    return playable_edition(system, key)


@transaction.atomic
def edition_change(*, act: Act, edition: ClubEdition, title: str, data: Mapping[str, Any]) -> ClubEdition:
    """Write what the club says: into this version while nothing was played with it, else into a new one that follows
    it. `data`: track, mages, cards and rulings as the engine's edition files have them; key, title and version are
    ours. Invalid `edition_unplayable` with the places in `fields`; `edition_followed` where a newer version exists."""
    club = edition.club
    if club is None:
        raise NotFound("no_such_edition", _("This edition belongs to no club."))
    require_club(act, club, Action.MANAGE_EVENT)
    title = _checked_title(title)
    edition = ClubEdition.objects.select_for_update().get(pk=edition.pk)
    if ClubEdition.objects.filter(follows=edition).exists():
        raise Invalid("edition_followed", _("There is a newer version of this edition. Change that one."))
    stem = edition.key.rpartition(".")[0]
    if is_used(edition):
        version = edition.version + 1
        return _store(act, club, edition.system, stem=stem, version=version, title=title, data=data, follows=edition)
    playable = _playable(edition.system, _whole(edition.key, title, edition.version, data))
    edition.title, edition.digest, edition.data = title, playable.content_hash, _text(playable)
    edition.save(update_fields=["title", "digest", "data"])
    _append(act, club, "club.edition_changed", edition)
    return edition


def _store(
    act: Act,
    club: Club,
    system: str,
    *,
    stem: str,
    version: int,
    title: str,
    data: Mapping[str, Any],
    follows: ClubEdition | None,
) -> ClubEdition:
    key = f"{stem}.{version}"
    playable = _playable(system, _whole(key, title, version, data))
    edition = ClubEdition.objects.create(
        club=club,
        system=system,
        key=key,
        title=title,
        version=version,
        follows=follows,
        data=_text(playable),
        digest=playable.content_hash,
        created_at=act.at,
    )
    _append(act, club, "club.edition_made", edition)
    return edition


def _whole(key: str, title: str, version: int, data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "key": key, "title": title, "version": version}


def _playable(system: str, data: Mapping[str, Any]) -> GameEdition:
    try:
        return game_system(system).read_edition(msgspec.json.encode(data))
    except EditionRefusedError as refused:
        raise Invalid(
            "edition_unplayable",
            _("The edition can't be played like this."),
            fields=dict(refused.places()) or {"data": str(refused)},
        ) from None


def _text(playable: GameEdition) -> str:
    return msgspec.json.encode(playable.as_data(), order="sorted").decode()


def _append(act: Act, club: Club, kind: str, edition: ClubEdition) -> None:
    payload = {"edition": edition.key, "edition_digest": edition.digest, "version": edition.version}
    details = {"data": edition.data}
    fact_append(act=act, stream=stream_name("club", club.key), kind=kind, payload=payload, details=details)


@transaction.atomic
def edition_restore(*, act: Act, system: str, key: str, data: Mapping[str, Any]) -> None:
    """An edition that came with an imported event, as it was; what is here already under its key stays. Invalid
    `edition_differs` where that is another one, `edition_unplayable`."""
    playable = _playable(system, data)
    here = ClubEdition.objects.filter(key=key).first()
    if here is not None and here.digest != playable.content_hash:
        raise Invalid("edition_differs", _("Another edition has the key %(key)s here.") % {"key": key})
    if here is None and key not in game_system(system).editions:
        ClubEdition.objects.create(
            system=system,
            key=key,
            title=str(data.get("title", key))[:TITLE_LENGTH],
            version=int(data.get("version", 1)),
            data=_text(playable),
            digest=playable.content_hash,
            created_at=act.at,
        )

"""A club's own editions: copied, changed, followed by another version once they were played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.core.game_system import EditionRefusedError, GameEdition
from games.engine.registry import game_system
from games.enums import Action
from games.facts.clubs import ClubEditionChanged, ClubEditionMade
from games.facts.editions import EditionStated
from games.models import Club, ClubEdition
from games.selectors.editions import KEY_LENGTH, TITLE_LENGTH, edition_seen, is_used, playable_edition
from games.services.clubs import slug_of
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotFound
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_lock, stream_name
from magistrar_site.shared.texts import storable_text

MOST_BYTES = 64 * 1024
MOST_EDITIONS = 200  # of a club, all versions
LATEST_VERSION = 999


@transaction.atomic
def edition_copy(*, act: Act, club: Club, source: str, title: str, system: str = "magistrar") -> ClubEdition:
    """A club's own edition that begins as a copy of any other: a shipped one, one of its own or another club's, as all
    of them are public. Sent twice is once: a copy of this title that says what its source says is that copy. Invalid
    `title_missing`, `title_taken`; NotFound `no_such_edition`; DomainError
    `too_many_editions`."""
    require_club(act, club, Action.MANAGE_EVENT)
    title = _checked_title(title)
    stream_lock(stream=stream_name("club", club.key))
    try:
        data = playable_edition(system, source).as_data()
    except KeyError:
        raise NotFound("no_such_edition", _("There is no such edition to copy.")) from None
    same = ClubEdition.objects.filter(club=club, system=system, followed_by=None, title=title).first()
    if same is not None and _says(same, title, data):
        return same
    _check_title_is_free(club, title)
    stem = f"{slug_of(title)[:30].strip('-_') or 'edition'}-{act.ids.key()[:6]}"
    return _store(act, club, system, key=f"{stem}.1", version=1, title=title, data=data, follows=None)


def _checked_title(title: str) -> str:
    title = clean_name(storable_text(title))
    if not title or len(title) > TITLE_LENGTH:
        raise Invalid(
            "title_missing",
            _("The edition needs a title of at most 100 letters."),
            fields={"title": _("Type a short title.")},
        )
    return title


def _check_title_is_free(club: Club, title: str) -> None:
    """Lists and choices tell editions by their titles."""
    own = ClubEdition.objects.filter(club=club)
    if own.filter(followed_by=None, title=title).exists():
        raise Invalid(
            "title_taken",
            _("The club already has an edition with this title. Change that one, or choose another title."),
            fields={"title": _("Choose another title.")},
        )
    if own.count() >= MOST_EDITIONS:
        raise DomainError(
            "too_many_editions", _("The club already has as many editions as it can. Change one of them.")
        )


@transaction.atomic
def edition_change(
    *, act: Act, edition: ClubEdition, title: str, data: Mapping[str, Any], seen: str | None = None
) -> ClubEdition:
    """Write what the club says: into this version while nothing was played with it, else into a new one that follows
    it. `data`: track, mages, cards and rulings as the engine's edition files have them; key, title and version are
    ours. What is the same already is no change, and sent twice it is one.

    `seen` is the `edition_seen` that the change was made on: DomainError `stale` where somebody changed it since.
    Invalid `edition_unplayable` with the places in `fields`; `edition_followed` where a newer version exists."""
    club = edition.club
    if club is None:
        raise NotFound("no_such_edition", _("This edition belongs to no club. Copy it to change it."))
    require_club(act, club, Action.MANAGE_EVENT)
    title = _checked_title(title)
    edition = ClubEdition.objects.select_for_update().get(pk=edition.pk)
    if _says(edition, title, data):
        return edition
    newer = ClubEdition.objects.filter(follows=edition).first()
    if newer is not None:
        if _says(newer, title, data):
            return newer
        raise Invalid("edition_followed", _("There is a newer version of this edition. Change that one."))
    if seen is not None and seen != edition_seen(edition):
        raise DomainError("stale", _("Somebody changed this edition in the meantime. Look at it as it is now."))
    if is_used(edition):
        version, key = _next_version(edition)
        return _store(act, club, edition.system, key=key, version=version, title=title, data=data, follows=edition)
    playable = _playable(edition.system, _whole(edition.key, edition.version, data))
    edition.title, edition.digest, edition.data = title, playable.content_hash, _text(playable)
    edition.save(update_fields=["title", "digest", "data"])
    _append(act, club, ClubEditionChanged, edition)
    return edition


def _says(edition: ClubEdition, title: str, data: Mapping[str, Any]) -> bool:
    playable = _playable(edition.system, _whole(edition.key, edition.version, data))
    return (edition.title, edition.digest) == (title, playable.content_hash)


def _next_version(edition: ClubEdition) -> tuple[int, str]:
    """The next version and its key. One that came with an imported event may have taken a key."""
    stem = edition.key.rpartition(".")[0]
    for version in range(edition.version + 1, LATEST_VERSION):
        key = f"{stem}.{version}"
        if not ClubEdition.objects.filter(key=key).exists():
            return version, key
    raise DomainError("too_many_editions", _("This edition has as many versions as it can. Copy it to go on."))


def _store(
    act: Act,
    club: Club,
    system: str,
    *,
    key: str,
    version: int,
    title: str,
    data: Mapping[str, Any],
    follows: ClubEdition | None,
) -> ClubEdition:
    playable = _playable(system, _whole(key, version, data))
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
    _append(act, club, ClubEditionMade, edition)
    return edition


def _whole(key: str, version: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """The content: its title is its key, so that what is hashed and put on chains holds nothing that was typed."""
    return {**data, "key": key, "title": key, "version": version}


def _playable(system: str, data: Mapping[str, Any]) -> GameEdition:
    try:
        encoded = msgspec.json.encode(data)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise _unplayable({"data": _("This can’t be written as JSON.")}) from None
    if len(encoded) > MOST_BYTES:
        raise _unplayable({"data": _("An edition is a few kilobytes; this is far larger.")})
    try:
        return game_system(system).read_edition(encoded)
    except EditionRefusedError as refused:
        places = {place: gettext(template) % params for place, (template, params) in refused.sentences().items()}
        raise _unplayable({**places} or {"data": str(refused)}) from None


def _unplayable(fields: Mapping[str, str | Promise]) -> Invalid:
    return Invalid("edition_unplayable", _("The edition can’t be played like this."), fields=fields)


def _text(playable: GameEdition) -> str:
    return msgspec.json.encode(playable.as_data(), order="sorted").decode()


def _append(act: Act, club: Club, kind: type[ClubEditionMade | ClubEditionChanged], edition: ClubEdition) -> None:
    fact = kind(edition=edition.key, edition_digest=edition.digest, version=edition.version)
    details = {"title": edition.title, "data": edition.data}
    fact_append(act=act, stream=stream_name("club", club.key), fact=fact, details=details)


def edition_state(*, act: Act, stream: str, system: str, key: str) -> None:
    """Put a club's edition on a stream before the first game there is played with it, whole, so that the stream proves
    its games wherever it is taken. Nothing for a shipped one. To be called in the transaction that arranges the games:
    the edition is locked until then, so that nobody changes it meanwhile. DomainError `edition_not_here`."""
    if key in game_system(system).editions:
        return
    edition = ClubEdition.objects.select_for_update().filter(system=system, key=key).first()
    if edition is None:
        raise DomainError(
            "edition_not_here", _("The edition that this event is played with isn’t here. Choose another one first.")
        )
    if is_used(edition, stream=stream):
        return
    data = msgspec.json.decode(edition.data)
    fact = EditionStated(system=system, edition=key, edition_digest=edition.digest, data=data)
    fact_append(act=act, stream=stream, fact=fact, details={"title": edition.title})


@transaction.atomic
def edition_restore(*, act: Act, system: str, key: str, data: Mapping[str, Any], title: str | None = None) -> None:
    """An edition that came with an imported event, as it was; what is here already under its key stays. Invalid
    `edition_differs` where that is another one, `edition_unplayable`."""
    playable = _playable(system, data)
    version = data["version"]
    if playable.key != key or len(key) > KEY_LENGTH or version > LATEST_VERSION:
        raise _unplayable({"key": _("A club’s edition can’t have this key or version.")})
    if key in game_system(system).editions:
        raise Invalid("edition_differs", _("An edition with the key %(key)s comes with the game.") % {"key": key})
    here = ClubEdition.objects.select_for_update().filter(key=key).first()
    if here is not None and (here.system, here.digest) != (system, playable.content_hash):
        raise Invalid("edition_differs", _("Another edition here already has the key %(key)s.") % {"key": key})
    if here is None:
        ClubEdition.objects.create(
            system=system,
            key=key,
            title=clean_name(storable_text(title or key))[:TITLE_LENGTH] or key,
            version=version,
            data=_text(playable),
            digest=playable.content_hash,
            created_at=act.at,
        )

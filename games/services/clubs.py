from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from games.enums import Action, Role
from games.facts.clubs import ClubChanged, ClubCreated, ClubDeleted, ClubRoleSet
from games.models import Club, ClubRole
from games.services.permissions import require_club
from games.signals import club_created
from magistrar_site.accounts.selectors.users import user_by_email, user_by_key, user_lock
from magistrar_site.accounts.services.suspending import is_new_account, refuse_new_account
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotAllowed
from magistrar_site.shared.names import clean_name, fold_name
from magistrar_site.shared.services.erasing import admin_log_erase, stream_details_erase
from magistrar_site.shared.services.facts import fact_append, stream_name
from magistrar_site.shared.texts import storable_text

TEXT_LENGTH = 10_000
RESERVED_SLUGS = frozenset({"new"})  # /clubs/new/ founds one
MOST_OF_NEW_ACCOUNT = 5  # clubs
SENT_AGAIN_WITHIN = timedelta(days=1)  # a form that is sent once more, from another tab or after going back
Row = TypeVar("Row")


def slug_of(name: str) -> str:
    """A readable address for a name: folded, at most 48 letters; empty where it has none that an address can have."""
    return slugify(fold_name(name))[:48].strip("-")


def free_slug(name: str, taken: set[str], key: str) -> str:
    """A readable address for a name, with the start of the key behind it where it is taken, reserved or empty."""
    slug = slug_of(name)
    return slug if slug and slug not in taken | RESERVED_SLUGS else f"{slug}-{key[:6]}".strip("-")


def with_free_slug(name: str, taken: set[str], key: str, make: Callable[[str], Row]) -> Row:
    """What `make` makes with the address `free_slug`; where somebody takes it at the same moment, with the start of the
    key behind it."""
    slug = free_slug(name, taken, key)
    try:
        with transaction.atomic():
            return make(slug)
    except IntegrityError:
        return make(free_slug(name, {slug_of(name)}, key))


@transaction.atomic
def club_create(*, act: Act, name: str, place: str = "") -> Club:
    """A new club whose owner is the actor. Any account may make one. Sent twice is once: a club of this name and place
    that the actor made within a day is that club. DomainError `new_account` beyond the limit of new accounts."""
    if act.actor.kind != "user":
        raise NotAllowed("sign_in", _("Sign in first: a club needs an owner."))
    name, place = _checked_name(name), clean_name(place)[:100]
    user_lock(act.actor.key)
    own = Club.objects.filter(roles__user__key=act.actor.key, roles__role=Role.OWNER)
    same = own.filter(name=name, place=place, created_at__gt=act.at - SENT_AGAIN_WITHIN).first()
    return same or club_make(act=act, name=name, place=place)


@transaction.atomic
def club_make(*, act: Act, name: str, place: str) -> Club:
    """A new club whose owner is the actor, in any case. DomainError `new_account` beyond the limit of new accounts."""
    own = ClubRole.objects.filter(user__key=act.actor.key, role=Role.OWNER)
    if is_new_account(act.actor, act.at) and own.count() >= MOST_OF_NEW_ACCOUNT:
        raise refuse_new_account(MOST_OF_NEW_ACCOUNT)
    name, key = _checked_name(name), act.ids.key()
    taken = set(Club.objects.filter(slug__startswith=slug_of(name)).values_list("slug", flat=True))
    club = with_free_slug(
        name,
        taken,
        key,
        lambda slug: Club.objects.create(
            key=key, name=name, slug=slug, place=clean_name(place)[:100], created_at=act.at
        ),
    )
    ClubRole.objects.create(club=club, user=user_by_key(act.actor.key), role=Role.OWNER)
    fact_append(
        act=act,
        stream=stream_name("club", key),
        fact=ClubCreated(club=key, owner=act.actor.key),
        details={"name": name},
    )
    transaction.on_commit(lambda: club_created.send(sender=Club, club_key=key))
    return club


@transaction.atomic
def club_change(*, act: Act, club: Club, **texts: str) -> None:
    """What a club says of itself, text by text (`CLUB_TEXTS`); its address stays. Imprint and privacy are plain, with
    empty lines between paragraphs, the description is Markdown. Nothing changed is no fact. Invalid `name_missing`,
    `name_too_long`, `text_too_long`, `no_web_address`."""
    require_club(act, club, Action.MANAGE_CLUB)
    wanted = {name: CLUB_TEXTS[name](text) for name, text in texts.items()}
    standing = Club.objects.select_for_update().get(pk=club.pk)
    changed = [field for field, value in wanted.items() if getattr(standing, field) != value]
    for field, value in wanted.items():
        setattr(club, field, value)
    if changed:
        club.save(update_fields=changed)
        fact_append(act=act, stream=stream_name("club", club.key), fact=ClubChanged(fields=sorted(changed)))


def _checked_name(name: str) -> str:
    name = clean_name(name)
    if not name:
        raise Invalid("name_missing", _("The club needs a name."), fields={"name": _("Type the club’s name.")})
    if len(name) > 100:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 100 characters.")})
    return name


def _checked_text(field: str, text: str, most: int = TEXT_LENGTH) -> str:
    text = storable_text(text).replace("\r\n", "\n").strip()
    if len(text) > most:
        refused = _("At most %(most)d characters.") % {"most": most}
        raise Invalid("text_too_long", _("The text is too long."), fields={field: refused})
    return text


def _checked_address(text: str) -> str:
    address = text.strip()
    try:
        URLValidator(schemes=["http", "https"])(address or "https://example.org")
    except ValidationError:
        message = _("Type a web address, like https://example.org.")
        raise Invalid("no_web_address", message, fields={"website": message}) from None
    return address[:200]


# What a club says of itself, and how each text is checked.
CLUB_TEXTS: Mapping[str, Callable[[str], str]] = {
    "name": _checked_name,
    "place": lambda text: clean_name(text)[:100],
    "meets": lambda text: clean_name(text)[:200],
    "website": _checked_address,
    "contact": lambda text: clean_name(text)[:200],
    "description": partial(_checked_text, "description", most=5000),
    "imprint": partial(_checked_text, "imprint"),
    "privacy": partial(_checked_text, "privacy"),
}


@transaction.atomic
def club_role_set(*, act: Act, club: Club, email: str, role: Role | None) -> None:
    """Give an account a role in the club, change it, or take it (None). Done twice is once. A club keeps at least one
    owner."""
    require_club(act, club, Action.MANAGE_ROLES)
    user = user_by_email(email)
    if user is None:
        raise Invalid(
            "no_such_account",
            _("Nobody has an account with this address yet. Ask them to sign up first."),
            fields={"email": _("No account has this address.")},
        )
    Club.objects.select_for_update().get(pk=club.pk)
    if ClubRole.objects.filter(club=club, user=user).values_list("role", flat=True).first() == role:
        return
    owners = ClubRole.objects.filter(club=club, role=Role.OWNER).exclude(user=user)
    if role != Role.OWNER and not owners.exists():
        raise Invalid("last_owner", _("A club needs at least one owner. Make somebody else an owner first."))
    if role is None:
        ClubRole.objects.filter(club=club, user=user).delete()
    else:
        ClubRole.objects.update_or_create(club=club, user=user, defaults={"role": role})
    fact_append(act=act, stream=stream_name("club", club.key), fact=ClubRoleSet(user=user.key, role=role))


@transaction.atomic
def club_delete(*, act: Act, club: Club) -> None:
    """Delete a club in which nothing was ever played (`clubs_left_alone`), with what its facts call it. Permission is
    the caller's."""
    stream = stream_name("club", club.key)
    fact_append(act=act, stream=stream, fact=ClubDeleted(club=club.key))
    stream_details_erase(stream=stream, at=act.at)
    admin_log_erase([club])
    club.delete()

"""Players who enter themselves: from when until when, who may, and once however often the form is sent. Opening and
closing need no task: an act's own time is compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.selectors.players import namesakes, player_of_account
from games.services.players import (
    Shown,
    checked_name,
    player_create,
    player_of_account_create,
    player_show,
)
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append, stream_lock
from ratings.selectors.ratings import rated_games, whole_ratings
from tournaments.enums import EntryState, EventState
from tournaments.models import Entry, Event, SignUpWish
from tournaments.selectors.entries import entry_of_form, entry_of_player, places_left, regulars_called
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entry_added
from tournaments.services.entries.asking.details import NOTHING, Said, details_write, said_checked
from tournaments.services.entries.late import entries_come_late
from tournaments.services.entries.preview import NEW
from tournaments.signals import event_changed

MOST_ENTRIES = 2000
FORM_KEY_LENGTH = 80


class SignUpState(StrEnum):
    OFF = "off"
    NOT_YET = "not_yet"
    OPEN = "open"
    OVER = "over"


_CLOSED: Mapping[SignUpState, tuple[str, str | Promise]] = {
    SignUpState.OFF: ("sign_up_off", _("Players are entered by the organiser of this event.")),
    SignUpState.NOT_YET: ("sign_up_not_yet", _("Signing up isn’t open yet. The event’s page says when it opens.")),
    SignUpState.OVER: ("sign_up_over", _("Signing up is over. Ask the organiser whether there is still a place.")),
}


@dataclass(frozen=True, slots=True)
class SignedUp:
    """The entry, and the token of the personal link that speaks for it."""

    entry: Entry
    token: str


def sign_up_state(event: Event, at: datetime) -> SignUpState:
    """Whether players may enter themselves at an instant: from `opens_at` until just before `closes_at`, and not once
    the event has started, unless it is a ladder."""
    rules = event.entering
    if not rules.sign_up or event.is_withheld:
        return SignUpState.OFF
    is_open = event.state == EventState.OPEN or (event.has_ladder and event.state == EventState.RUNNING)
    if not is_open or (rules.closes_at is not None and at >= rules.closes_at):
        return SignUpState.OVER
    if rules.opens_at is not None and at < rules.opens_at:
        return SignUpState.NOT_YET
    return SignUpState.OPEN


@transaction.atomic
def entry_sign_up(
    *,
    act: Act,
    event: Event,
    name: str = "",
    player: str = "",
    form_key: str = "",
    name_public: bool = True,
    under_16: bool = False,
    said: Said = NOTHING,
) -> SignedUp:
    """A player enters himself: an account as its own player, anybody else by name. Who comes after the last free place
    waits. `form_key` is drawn for a form when it is shown: sent twice, it enters once. Without `name_public`, and where
    `under_16`, a new player is shown by code; a known one once the organiser has said that it is they.

    A name that the club knows claims to be that player, until the organiser says who it is; `player` says which, or
    "new", where that is asked (Invalid `whose_name`, with the keys in `WhoseNameError.players`). Nobody claims who
    hides the name, so that no code is learned by typing one. `said` is what the event asks beside the name (Invalid
    `wrong_details`). DomainError `sign_up_off`, `sign_up_not_yet`,
    `sign_up_over`, `entered_already`, `expelled`, `event_full`, and for each condition that isn't met `club_only`,
    `rating_missing`, `rating_too_low`, `rating_too_high`, `too_few_games`.
    """
    if act.actor.kind not in {"user", "nobody"}:
        raise NotAllowed("sign_in", _("This link belongs to an entry already. Sign in, or sign up by name."))
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    before = entry_of_form(event, form_key)
    if before is not None:
        return SignedUp(before, link_token(subject=before.key))
    state = sign_up_state(event, act.at)
    if state is not SignUpState.OPEN:
        raise DomainError(*_CLOSED[state])
    shown = Shown(by_code=under_16 or not name_public, under_16=under_16)
    asking, checked = said_checked(event, said, must_answer=True)
    if act.actor.kind == "user":
        signed_up = _account_sign_up(act, event, name, form_key, shown)
    else:
        signed_up = _name_sign_up(act, event, name, player, form_key, shown)
    if asking:
        details_write(act=act, entry=signed_up.entry, asking=asking, said=checked)
    return signed_up


def _account_sign_up(act: Act, event: Event, name: str, form_key: str, shown: Shown) -> SignedUp:
    player = player_of_account(act.actor.key)
    entry = entry_of_player(event, player.key) if player is not None else None
    if entry is not None and entry.state != EntryState.EXPELLED:
        return SignedUp(entry, link_token(subject=entry.key))
    if entry is not None:
        raise _expelled_error()
    require_conditions(event, player)
    if player is None:
        player = player_of_account_create(act=act, user_key=act.actor.key, name=name)
        player_show(act, player, shown)
    return _enter(act, event, player, form_key)


class WhoseNameError(Invalid):
    """A name that known players have; `players` are they."""

    def __init__(self, players: Sequence[Any]) -> None:
        """Who hides the name is no answer: a stranger would learn the code, and the page, that belongs to a name."""
        super().__init__(
            "whose_name",
            _("This name is known here. Say who you are, so that your games and your rating stay together."),
            fields={"player": _("Choose who you are.")},
        )
        self.players = [player for player in players if not player.hides_name]


def _name_sign_up(act: Act, event: Event, name: str, chosen: str, form_key: str, shown: Shown) -> SignedUp:
    name = checked_name(name)
    known = regulars_called(event.club, name)
    player = _who(name, [one for one in known if not one.hides_name], chosen)
    if player is None and any(one.hides_name for one in known):
        # It is somebody new, whose name doesn't show either: the hidden one may have typed it.
        shown = Shown(by_code=True, under_16=shown.under_16)
    if player is not None:
        entry = entry_of_player(event, player.key)
        if entry is not None and entry.state == EntryState.EXPELLED:
            raise _expelled_error()
        if entry is not None:
            raise DomainError(
                "entered_already",
                _(
                    "%(name)s is already taking part. If that is you, use your personal link, or ask at the desk. "
                    "If you only share the name, sign up with a second name or add a letter."
                )
                % {"name": isolated(name)},
            )
    require_conditions(event, player)
    if player is not None:
        signed_up = _enter(act, event, player, form_key, is_claim=True)
        if shown.by_code:
            SignUpWish.objects.create(entry=signed_up.entry, under_16=shown.under_16)
        return signed_up
    player = player_create(act=act, name=name)
    player_show(act, player, shown)
    return _enter(act, event, player, form_key)


def _who(name: str, known: Sequence[Any], chosen: str) -> Any | None:
    """The known player who is meant; None for somebody new. One who has an account signs in with it. Asks where several
    have the name, or have one only like it."""
    by_key = {player.key: player for player in known}
    if not known or chosen == NEW:
        return None
    very = namesakes(name, known)
    if chosen not in by_key and len(very) != 1:
        raise WhoseNameError(very or known)
    player = by_key[chosen] if chosen in by_key else very[0]
    if player.user_id is not None:
        if not chosen:
            raise WhoseNameError(known)
        raise NotAllowed(
            "account_needed", _("This player has an account. Sign in with it, so that nobody else can enter for you.")
        )
    return player


def _expelled_error() -> DomainError:
    return DomainError("expelled", _("The organiser has excluded this player. Talk to the organiser."))


def require_conditions(event: Event, player: Any | None) -> None:
    """DomainError for the first condition that isn't met; `player` is None for somebody whom nobody knows yet."""
    refusal = next(unmet_conditions(event, player), None)
    if refusal is not None:
        raise DomainError(*refusal)


def unmet_conditions(event: Event, player: Any | None) -> Iterator[tuple[str, str | Promise]]:
    """Code and sentence for each condition of signing up that isn't met."""
    rules = event.entering
    if rules.club_only and (player is None or player.club_id != event.club_id):
        yield "club_only", _("Only players of %(club)s can sign up.") % {"club": isolated(event.club.name)}
    yield from _unmet_rating(event, player)
    if rules.least_games and (player is None or rated_games(event.pool, player.key) < rules.least_games):
        yield (
            "too_few_games",
            _("Only players with at least %(count)d rated games can sign up.") % {"count": rules.least_games},
        )


def _unmet_rating(event: Event, player: Any | None) -> Iterator[tuple[str, str | Promise]]:
    rules = event.entering
    rating = whole_ratings(event.pool, [player.key]).get(player.key) if player is not None and event.pool else None
    if rating is None:
        if not rules.unrated:
            yield "rating_missing", _("Only players with a rating can sign up.")
        return
    if rules.rating_from is not None and rating < rules.rating_from:
        yield (
            "rating_too_low",
            _("The rating must be at least %(least)d; it is %(rating)d.")
            % {"least": rules.rating_from, "rating": rating},
        )
    if rules.rating_below is not None and rating >= rules.rating_below:
        yield (
            "rating_too_high",
            _("The rating must be below %(limit)d; it is %(rating)d.")
            % {"limit": rules.rating_below, "rating": rating},
        )


def _enter(act: Act, event: Event, player: Any, form_key: str, *, is_claim: bool = False) -> SignedUp:
    if Entry.objects.filter(event=event).count() >= MOST_ENTRIES:
        raise DomainError("event_full", _("This event is full, and so is its waiting list."))
    is_running = event.state == EventState.RUNNING  # a ladder: at once, unless it isn't known who it is
    waits = places_left(event) == 0 or (is_running and is_claim)
    entry = Entry.objects.create(
        key=act.ids.key(),
        event=event,
        player=player,
        state=EntryState.WAITING if waits else EntryState.REGISTERED,
        entered_at=act.at,
        by_player=True,
        is_claim=is_claim,
        sign_up_key=form_key[:FORM_KEY_LENGTH],
    )
    fact_append(act=act, stream=event.stream, fact=entry_added(entry))
    if is_running and not waits:
        entries_come_late(act, stage_of(event), [entry])
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))
    return SignedUp(entry, link_token(subject=entry.key))

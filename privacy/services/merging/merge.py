"""Making two players one, where nothing speaks against it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.services.merging import player_merge, players_lock
from games.services.players import require_not_deleted
from leagues.services.merging import seasons_merge, seasons_with_both
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated, isolated_list
from magistrar_site.shared.services.due import due_cancel
from magistrar_site.shared.services.facts import canonical
from news.services.follows import follows_pass
from privacy.models import ErasureRequest, MergeRequest, PlayerClaim, PlayerMerge
from privacy.selectors.people import others_who_answer
from privacy.services.claims import FORGET
from privacy.services.permissions import account_of, require_merging
from tournaments.services.merging import calendars_pass, events_with_both, parts_of, seats_merge

if TYPE_CHECKING:
    from games.models import Player


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why two players can't be made one as things stand: a code, and a sentence that says what to do."""

    code: str
    text: str


def merge_conflicts(act: Act, player: Player, into: Player) -> list[Conflict]:
    """Everything that speaks against it, all at once."""
    found = []
    events = events_with_both(player, into)
    if events:
        text = _("Both take part in %(events)s, so they are two people there. If they aren’t, put that right first.")
        found.append(Conflict("same_event", str(text % {"events": isolated_list(event.name for event in events)})))
    seasons = seasons_with_both(player, into)
    if seasons:
        text = _("Both are on the list of %(seasons)s. Take one of them off it first.")
        names = [f"{season.league.name}, {season.name}" for season in seasons]
        found.append(Conflict("same_season", str(text % {"seasons": isolated_list(names)})))
    is_asked = player.user is None or _is_asked_by_holder(player, into)
    if not is_asked and player.club is None and into.user is None and not act.actor.staff:
        text = _(
            "%(name)s has an account and belongs to no club. Ask the person to say on the other player’s page that it "
            "is the same person."
        )
        found.append(Conflict("has_account", str(text % {"name": isolated(player.name)})))
    if not is_asked and into.user is not None:
        text = _(
            "Both have accounts. Ask the person to sign in with the account that %(name)s has, and to say on the "
            "other player’s page that it is the same person. That account has no player afterwards."
        )
        found.append(Conflict("both_have_accounts", str(text % {"name": isolated(player.name)})))
    if ErasureRequest.objects.filter(player__in=[player, into]).exists() or _is_leaving(player, into):
        found.append(Conflict("to_be_deleted", str(_("One of the two is to be deleted. Wait for that, or cancel it."))))
    if player.is_name_withheld or into.is_name_withheld:
        text = _("The staff of this service has hidden one of these names. Write to them first.")
        found.append(Conflict("name_withheld", str(text)))
    if player.is_bot != into.is_bot:
        found.append(Conflict("player_is_bot", str(_("One of the two is a program, the other isn’t."))))
    return found


def _is_asked_by_holder(player: Player, into: Player) -> bool:
    """Whether the account that would be left without a player asks for it."""
    return MergeRequest.objects.filter(user=player.user, own=player, other=into, refused_at=None).exists()


def _is_leaving(player: Player, into: Player) -> bool:
    accounts = [one.user_id for one in (player, into) if one.user_id is not None]
    return ErasureRequest.objects.filter(user__in=accounts).exists()


def require_different(player: Player, into: Player) -> None:
    """DomainError `same_player`, `player_deleted`."""
    if player.pk == into.pk:
        raise Invalid(
            "same_player",
            _("This is the same player already."),
            fields={"into": _("Choose another player.")},
        )
    require_not_deleted(player)
    require_not_deleted(into)


def merge_basis(player: Player, into: Player) -> str:
    """SHA-256 (hex) of what a preview rests on: what the two have, and how they are shown."""
    said = [
        [one.key, one.name, one.user_id, one.club_id, one.hides_name, {k: v.stored() for k, v in parts_of(one).items()}]
        for one in (player, into)
    ]
    return hashlib.sha256(canonical(said)).hexdigest()


@transaction.atomic
def players_merge(*, act: Act, player: Player, into: Player, seen: str | None = None) -> PlayerMerge:
    """Make `player` and `into` one person: entries, games, honours and the account of the first are the second's from
    now on, and its address leads there. Twice is once. NotAllowed `not_your_player`, `own_merge`; Invalid
    `same_player`; DomainError `player_deleted`, that of the first conflict, `preview_changed` where `seen` isn't what
    it rests on now."""
    account_of(act)
    locked = players_lock([player.pk, into.pk])
    player, into = locked[player.pk], locked[into.pk]
    standing = PlayerMerge.objects.filter(player=player, into=into, undone_at=None).first()
    if standing is not None:
        require_merging(act, standing.into)
        return standing
    require_different(player, into)
    for one in (player, into):
        require_merging(act, one, others=others_who_answer(one, but=act.actor.key))
        if one.merged_into_id is not None:
            raise DomainError("player_merged", _("One of the two is another player by now. Look again."))
    conflicts = merge_conflicts(act, player, into)
    if conflicts:
        raise DomainError(conflicts[0].code, " ".join(conflict.text for conflict in conflicts))
    if seen is not None and seen != merge_basis(player, into):
        raise DomainError(
            "preview_changed", _("Something changed since this was shown. Look at it again, then confirm.")
        )
    user = player.user_id
    events = seats_merge(act=act, was=player, player=into)
    leagues = seasons_merge(act=act, was=player, player=into)
    before = player_merge(act=act, player=player, into=into)
    if before.account_moved and user is not None:
        calendars_pass(was=player, player=into, user=user)
    follows_pass(was=player, player=into, at=act.at)
    _requests_end(player, into)
    return PlayerMerge.objects.create(
        key=act.ids.key(),
        player=player,
        into=into,
        at=act.at,
        by=str(act.actor),
        before=before.stored(),
        events={key: part.stored() for key, part in events.items()},
        leagues={key: part.stored() for key, part in leagues.items()},
    )


def _requests_end(player: Player, into: Player) -> None:
    """What was asked about the one who goes is answered, or can't be any more."""
    MergeRequest.objects.filter(own=player).delete()
    MergeRequest.objects.filter(other=player).delete()
    for claim in PlayerClaim.objects.filter(player=player, state="open"):
        due_cancel(kind=FORGET, subject=claim.key)
        claim.delete()
    if into.user_id is not None:  # it has an account now
        PlayerClaim.objects.filter(player=into, state="open").delete()


def strays_follow(*, act: Act) -> int:
    """Give what still came in for somebody who is another player by now, as from a file or at the same moment, to that
    player. Returns for how many."""
    done = 0
    for merge in PlayerMerge.objects.filter(undone_at=None).select_related("player", "into").order_by("at"):
        if not parts_of(merge.player) or merge.into.merged_into_id is not None:
            continue
        if events_with_both(merge.player, merge.into):
            continue
        _stray_follow(act, merge)
        done += 1
    return done


@transaction.atomic
def _stray_follow(act: Act, merge: PlayerMerge) -> None:
    events = seats_merge(act=act, was=merge.player, player=merge.into)
    for key, part in events.items():
        known = merge.events.get(key, {})
        merge.events[key] = {name: sorted({*known.get(name, ()), *keys}) for name, keys in part.stored().items()}
    merge.save(update_fields=["events"])

"""Notices as sentences, as things are when they are read: what isn't public any more, or is no more, says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.selectors.players import player_of_account
from magistrar_site.shared.isolates import isolated, isolated_list
from magistrar_site.shared.selectors.facts import facts_at
from news.enums import NoticeKind
from news.models import Notice
from news.selectors.audience import OF_OWN_PLACE
from news.selectors.happenings import happenings_of
from news.services.words import path_of, round_path, title_of
from tournaments.selectors.happened import (
    entries_with_players,
    entry_keys_in,
    events_by_keys,
    proposals_by_keys,
    public_games,
    public_rounds,
)
from tournaments.selectors.rounds.pairings import PairingRow, own_pairing, pairing_of_match

if TYPE_CHECKING:
    from games.models import Player
    from magistrar_site.accounts.models import User
    from magistrar_site.shared.models import Fact
    from tournaments.models import Proposal

FOLLOWED = (NoticeKind.PLAYERS, NoticeKind.CLUBS, NoticeKind.EVENTS)


@dataclass(frozen=True, slots=True)
class SaidNotice:
    """A notice with its sentence and the path of its page."""

    notice: Notice
    text: str
    path: str


def notices_said(user: User, notices: Sequence[Notice]) -> list[SaidNotice]:
    """These notices of an account in words, in the language that is on; without those that say nothing any more."""
    places = {notice.pk: place for notice in notices if (place := _place(notice.source)) is not None}
    facts = facts_at(set(places.values()))
    followed = [facts[places[row.pk]] for row in notices if row.kind in FOLLOWED and places.get(row.pk) in facts]
    happened = {(row.stream, row.number): row for row in happenings_of(followed)}
    proposals = proposals_by_keys([row.source.partition(":")[2] for row in notices if row.pk not in places])
    player = player_of_account(user.key)
    said = []
    for notice in notices:
        place, found = places.get(notice.pk), None
        if place is None:
            found = _of_proposal(proposals.get(notice.source.partition(":")[2]), player)
        elif notice.kind in FOLLOWED:
            happening = happened.get(place)
            found = (title_of(happening), path_of(happening)) if happening is not None else None
        elif place in facts and player is not None:
            found = _of_own(facts[place], player)
        if found is not None:
            said.append(SaidNotice(notice, *found))
    return said


def _place(source: str) -> tuple[str, int] | None:
    """The fact that a source names; None for a proposal."""
    stream, _hash, number = source.partition("#")
    return (stream, int(number)) if number else None


def _others(pairing: PairingRow, player: Player) -> str:
    return isolated_list(seat.name for seat in pairing.seats if seat.player_key != player.key)


def _own_entry(pairing: PairingRow, player: Player) -> str:
    return next((seat.entry_key for seat in pairing.seats if seat.player_key == player.key), "")


def _of_proposal(proposal: Proposal | None, player: Player | None) -> tuple[str, str] | None:
    pairing = pairing_of_match(proposal.match.key) if proposal is not None else None
    if proposal is None or player is None or pairing is None:
        return None
    own, event = _own_entry(pairing, player), proposal.match.round.stage.event
    if not own or own == proposal.entry.key:
        return None
    names = {"player": isolated(proposal.entry.player.public_name), "event": isolated(event.name)}
    text = (
        _("%(player)s proposes times for your game (%(event)s). Accept one, or propose others.")
        if proposal.times.exists()
        else _("%(player)s asks to take back the time of your game (%(event)s).")
    )
    return text % names, reverse("tournaments:own_fixture", args=[own, proposal.match.key])


def _of_own(fact: Fact, player: Player) -> tuple[str, str] | None:
    """A fact about the reader."""
    event = next(iter(events_by_keys({fact.stream_id.partition(":")[2]}).values()), None)
    if event is None or event.is_withheld:
        return None
    members, names = fact.members, {"event": isolated(event.name)}
    if fact.kind in OF_OWN_PLACE:
        entry = entries_with_players([members["entry"]]).get(members["entry"])
        if entry is None or entry.player.key != player.key:
            return None
        text = _("You have a place in %(event)s now.") if fact.kind == "entry.placed" else _(TAKES_OVER)
        return text % names, reverse("tournaments:event", args=[event.slug])
    if fact.kind == "round.published":
        return _of_round(fact, player, names)
    if fact.kind == "match.agreed":
        pairing = pairing_of_match(members["match"])
        if pairing is None or not _own_entry(pairing, player):
            return None
        names["others"] = _others(pairing, player)
        text = _("A time is agreed for your game with %(others)s (%(event)s).")
        if not members.get("agreed_at"):
            text = _("The time of your game with %(others)s was taken back (%(event)s).")
        return text % names, reverse("tournaments:own_fixture", args=[_own_entry(pairing, player), members["match"]])
    place = public_games({members["game"]}).get(members["game"])
    pairing = pairing_of_match(place.match.key) if place is not None else None
    if place is None or pairing is None or not _own_entry(pairing, player):
        return None
    names["others"] = _others(pairing, player)
    return _(OF_GAME.get(fact.kind, DECIDED)) % names, reverse("tournaments:game", args=[place.game.key])


def _of_round(fact: Fact, player: Player, names: dict[str, str]) -> tuple[str, str] | None:
    place = fact.stream_id.partition(":")[2], fact.members["stage"], fact.members["round"]
    round_ = public_rounds({place[0]}).get(place)
    if round_ is None:
        return None
    pairing = own_pairing(round_, entry_keys_in(round_.stage.event, player.pk))
    if pairing is None:
        return None
    named: dict[str, object] = {**names, "round": round_.number, "table": pairing.table}
    named["others"] = _others(pairing, player)
    text = (
        _("%(event)s, round %(round)s: you play %(others)s at table %(table)s.")
        if named["others"]
        else _("%(event)s, round %(round)s: you have no opponent.")
    )
    return text % named, round_path(round_.stage.event, round_)


TAKES_OVER = gettext_noop("You take over a place in %(event)s. Play on from here.")
DECIDED = gettext_noop("Your game with %(others)s was decided by the staff (%(event)s).")
OF_GAME = {
    "submission.received": gettext_noop(
        "A result of your game with %(others)s was handed in (%(event)s). Confirm it, or dispute it."
    ),
    "submission.answered": gettext_noop("The result of your game with %(others)s is disputed (%(event)s)."),
    "game.entered": gettext_noop("The desk entered the result of your game with %(others)s (%(event)s)."),
    "game.reopened": gettext_noop("The result of your game with %(others)s was taken back (%(event)s)."),
    "game.annulled": gettext_noop("Your game with %(others)s was annulled (%(event)s)."),
}

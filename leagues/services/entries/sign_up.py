"""Newcomers and reserves: they sign up themselves, or the league's staff enter them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.selectors.players import player_of_account, players_called
from games.services.players import (
    Shown,
    checked_name,
    player_create,
    player_of_account_create,
    player_show,
    players_create,
)
from leagues.enums import Answer, LeagueAction, Origin, SeasonState
from leagues.facts.entries import ClaimDecided, PlayerAnswered, PlayerSignedUp
from leagues.models import Season, SeasonEntry
from leagues.selectors.leagues import clubs_in
from leagues.services.permissions import require_league
from leagues.services.seasons.change import season_for_change, season_in
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.names import name_key
from magistrar_site.shared.services.facts import fact_append, facts_append, stream_lock

if TYPE_CHECKING:
    from games.models import Club, Player

MOST_ENTRIES = 3000
LEAST_FORM_KEY = 12  # characters: the key gives the personal link once more, so nobody may guess it
NEW, SKIP = "new", "skip"


@dataclass(frozen=True, slots=True)
class SignedUp:
    """The entry, and the token of the personal link that speaks for it."""

    entry: SeasonEntry
    token: str


def sign_up_refusal(season: Season, act: Act, *, is_reserve: bool = False) -> DomainError | None:
    """Why nobody can sign up now; None where they can. Reserves may come while the season runs."""
    states = {SeasonState.OPEN, SeasonState.RUNNING} if is_reserve else {SeasonState.OPEN}
    if season.state not in states:
        return DomainError("sign_up_over", _("Nobody can sign up for this season now."))
    closes_at = season.settings.entries_close_at
    if season.state == SeasonState.OPEN and closes_at is not None and act.at >= closes_at:
        return DomainError(
            "sign_up_over", _("Signing up is over. Ask the league’s organiser whether there is still a place.")
        )
    return None


@transaction.atomic
def season_sign_up(
    *,
    act: Act,
    season: Season,
    name: str = "",
    form_key: str = "",
    is_reserve: bool = False,
    name_public: bool = True,
    under_16: bool = False,
) -> SignedUp:
    """A player enters themselves: an account as its own player, anybody else by name. Somebody who was asked whether
    they come back says yes by it. `form_key` is drawn for a form when it is shown: sent twice by the same account, or
    with the same name, it enters once.

    A name that a club of the league knows claims to be that player, until the organiser says who it is. Without
    `name_public`, and where `under_16`, a new player is shown by code. DomainError `sign_up_over`, `entered_already`,
    `season_full`; NotAllowed `account_needed` for a known player who has an account.
    """
    if act.actor.kind not in {"user", "nobody"}:
        raise NotAllowed("sign_in", _("This link belongs to an entry already. Sign in, or sign up by name."))
    stream_lock(stream=season.league.stream)
    season = season_in(season, SeasonState.OPEN, SeasonState.RUNNING)
    form_key = _sent_form(act, name, form_key)
    before = SeasonEntry.objects.filter(season=season, form_key=form_key).first() if form_key else None
    if before is not None:
        return SignedUp(before, link_token(subject=before.key))
    refusal = sign_up_refusal(season, act, is_reserve=is_reserve)
    if refusal is not None:
        raise refusal
    shown = Shown(by_code=under_16 or not name_public, under_16=under_16)
    is_claim = False
    if act.actor.kind == "user":
        known = player_of_account(act.actor.key)
        player = known or player_of_account_create(act=act, user_key=act.actor.key, name=name)
    else:
        known = _known(season, checked_name(name))
        player, is_claim = known or player_create(act=act, name=name), known is not None
    if known is None:
        player_show(act, player, shown)
    entry = _enter(act, season, player, is_reserve=is_reserve, is_claim=is_claim, form_key=form_key)
    return SignedUp(entry, link_token(subject=entry.key))


def _sent_form(act: Act, name: str, form_key: str) -> str:
    """What a form is known by when it is sent again: its key, with whom it came from. "" without a key; Invalid where
    it could be guessed, as programs draw it themselves."""
    if not form_key:
        return ""
    if len(form_key) < LEAST_FORM_KEY:
        text = _("Draw a key of at least 12 characters for each form, so that nobody guesses it.")
        raise Invalid("short_form_key", text, fields={"form_key": text})
    sender = act.actor.key if act.actor.kind == "user" else name_key(name)
    return hashlib.sha256(f"{act.actor.kind} {sender} {form_key}".encode()).hexdigest()


def _known(season: Season, name: str) -> Player | None:
    """The player of the league's clubs who has the name, if it is one alone who doesn't hide it."""
    found = [player for player in players_named(season, name) if not player.hides_name]
    if any(player.user_id is not None for player in found):
        raise NotAllowed(
            "account_needed", _("This player has an account. Sign in with it, so that nobody else can enter for you.")
        )
    return found[0] if len(found) == 1 else None


def players_named(season: Season, name: str) -> list[Player]:
    """The players of the league's clubs who have the very name."""
    return _known_players(season, [name]).get(name_key(name), [])


def _known_players(season: Season, names: Sequence[str]) -> dict[str, list[Player]]:
    """The players of the league's clubs who may have the names, by the very name's key."""
    clubs: list[Club] = [season.league.club, *(row.club for row in clubs_in(season.league))]
    found: dict[str, dict[str, Player]] = {}
    for club in clubs:
        for same in players_called(club, names).values():
            for player in same:
                found.setdefault(name_key(player.name), {})[player.key] = player
    return {key: [players[each] for each in sorted(players)] for key, players in found.items()}


def _enter(
    act: Act, season: Season, player: Player, *, is_reserve: bool, is_claim: bool, form_key: str = ""
) -> SeasonEntry:
    standing = SeasonEntry.objects.filter(season=season, player=player).select_related("player").first()
    if standing is not None:
        return _enter_again(act, season, standing, is_claim=is_claim)
    if SeasonEntry.objects.filter(season=season).count() >= MOST_ENTRIES:
        raise DomainError("season_full", _("This season is full."))
    entry = SeasonEntry(
        key=act.ids.key(),
        season=season,
        player=player,
        origin=Origin.NEWCOMER,
        answer=Answer.YES,
        is_reserve=is_reserve,
        is_claim=is_claim,
        by_player=act.actor.kind in {"user", "nobody"} and bool(form_key),
        signed_up_at=act.at,
        form_key=form_key,
    )
    try:
        with transaction.atomic():
            entry.save()
    except IntegrityError:
        raise _entered_already(player) from None
    fact_append(act=act, stream=season.league.stream, fact=_signed_up(entry))
    return entry


def _enter_again(act: Act, season: Season, entry: SeasonEntry, *, is_claim: bool) -> SeasonEntry:
    """Somebody who was asked, or said no, takes part after all; who only has the name must use the link."""
    if is_claim or season.state != SeasonState.OPEN:
        raise _entered_already(entry.player)
    if entry.answer != Answer.YES:
        entry.answer, entry.by_player = Answer.YES, True
        entry.save(update_fields=["answer", "by_player"])
        fact = PlayerAnswered(season=season.key, entry=entry.key, answer=Answer.YES, by_player=True)
        fact_append(act=act, stream=season.league.stream, fact=fact)
    return entry


def _entered_already(player: Player) -> DomainError:
    return DomainError(
        "entered_already",
        _(
            "%(name)s is on the list already. If that is you, use your personal link. If you only share the name, sign "
            "up with a second name or add a letter."
        )
        % {"name": isolated(player.name)},
    )


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of pasted names. `players` are those who have the name; `entered` is one of them who is in the season."""

    number: int
    name: str
    players: tuple[Player, ...]
    entered: bool


def names_preview(*, act: Act, season: Season, text: str) -> list[NameLine]:
    """What entering a list of names would do, line by line; nothing is written. NotAllowed."""
    require_league(act, season.league, LeagueAction.MANAGE_SEASON)
    names = [line.strip() for line in text.splitlines() if line.strip()]
    known = _known_players(season, names)
    entered = set(SeasonEntry.objects.filter(season=season).values_list("player", flat=True))
    lines = []
    for number, name in enumerate(names, 1):
        players = tuple(known.get(name_key(name), ()))
        lines.append(NameLine(number, name, players, any(player.pk in entered for player in players)))
    return lines


@transaction.atomic
def players_add(
    *, act: Act, season: Season, text: str, choices: Mapping[int, str] | None = None, is_reserve: bool = False
) -> list[SeasonEntry]:
    """Enter everybody of a list of names who isn't on the list yet; all of them or, where a line needs an answer,
    nobody. `choices` answers lines by their number: a player's key, "new" or "skip". Invalid `unclear_names`."""
    season = season_for_change(act, season, SeasonState.OPEN, SeasonState.RUNNING)
    if season.state == SeasonState.RUNNING and not is_reserve:
        season = season_in(season, SeasonState.OPEN)
    choices = choices or {}
    players: list[Player | str] = []  # those who are new by name
    unclear: dict[str, str | Promise] = {}
    for line in names_preview(act=act, season=season, text=text):
        chosen = choices.get(line.number, "")
        if chosen == SKIP or (line.entered and not chosen):
            continue
        by_key = {player.key: player for player in line.players}
        if chosen in by_key:
            players.append(by_key[chosen])
        elif chosen == NEW or not by_key:
            players.append(checked_name(line.name))
        elif len(by_key) == 1:
            players.append(next(iter(by_key.values())))
        else:
            unclear[f"line_{line.number}"] = _("Choose who is meant.")
    if unclear:
        text_of = _("Some names are known more than once. Say who is meant.")
        raise Invalid("unclear_names", text_of, fields=unclear)
    return _enter_all(act, season, players, is_reserve=is_reserve)


def _enter_all(act: Act, season: Season, players: Sequence[Player | str], *, is_reserve: bool) -> list[SeasonEntry]:
    """Enter players and new ones by name, in order, at the cost of a few; each once."""
    listed = SeasonEntry.objects.filter(season=season).values_list("player", flat=True)
    present = set(listed)
    once = {name_key(each) if isinstance(each, str) else each.key: each for each in players}
    wanted = [each for each in once.values() if isinstance(each, str) or each.pk not in present]
    if len(present) + len(wanted) > MOST_ENTRIES:
        raise DomainError("season_full", _("This season is full."))
    club = season.league.club
    new = iter(players_create(act=act, wanted=[(each, club) for each in wanted if isinstance(each, str)]))
    entries = [
        SeasonEntry(
            key=act.ids.key(),
            season=season,
            player=next(new) if isinstance(each, str) else each,
            origin=Origin.NEWCOMER,
            answer=Answer.YES,
            is_reserve=is_reserve,
            signed_up_at=act.at,
        )
        for each in wanted
    ]
    SeasonEntry.objects.bulk_create(entries, batch_size=500)
    facts_append(act=act, stream=season.league.stream, facts=[_signed_up(entry) for entry in entries])
    return entries


def _signed_up(entry: SeasonEntry) -> PlayerSignedUp:
    return PlayerSignedUp(
        season=entry.season.key,
        entry=entry.key,
        player=entry.player.key,
        is_reserve=entry.is_reserve,
        by_player=entry.by_player,
        is_claim=entry.is_claim,
    )


@transaction.atomic
def claim_decide(*, act: Act, entry: SeasonEntry, is_player: bool) -> SeasonEntry:
    """Say whether somebody who signed up with a known name is that player, or somebody new of the same name. Decided
    twice is once."""
    states = (SeasonState.OPEN, SeasonState.PLACED, SeasonState.RUNNING)
    season = season_for_change(act, entry.season, *states)
    entry = SeasonEntry.objects.select_related("player", "season__league__club").get(pk=entry.pk)
    if not entry.is_claim:
        return entry
    if not is_player:
        entry.player = player_create(act=act, name=entry.player.name, club=season.league.club)
    entry.is_claim = False
    entry.save(update_fields=["player", "is_claim"])
    fact = ClaimDecided(season=season.key, entry=entry.key, player=entry.player.key)
    fact_append(act=act, stream=season.league.stream, fact=fact)
    return entry

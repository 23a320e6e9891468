"""The games of an entry in rounds that were published ahead: forfeited when the entry leaves, open again when it comes
back or somebody takes it over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.enums import UNPLAYED_STATES, GameState
from games.services.games import games_lock
from games.services.rulings import forfeit_verdict, game_reopen, game_rule
from magistrar_site.shared.acts import Act
from magistrar_site.shared.selectors.facts import facts_of_kinds
from tournaments.enums import EventState
from tournaments.formats.core.capabilities import opens_ahead
from tournaments.formats.core.format import PAIRS
from tournaments.formats.registry import format_for
from tournaments.models import Entry, MatchGame, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.services.rounds.states import round_follow_ruling

if TYPE_CHECKING:
    from games.models import Game


def open_games_lock(entry: Entry) -> list[MatchGame]:
    """The games of the entry in published rounds that nobody has played yet, in the order of the rounds, locked. To be
    called before the stream is locked, as whoever hands in a result locks."""
    links = MatchGame.objects.filter(
        match__seats__entry=entry,
        match__is_void=False,
        match__round__state__in=PUBLIC_ROUNDS,
        game__is_void=False,
        game__state__in=UNPLAYED_STATES,
        is_friendly=False,
    ).select_related("match__round__stage")
    found = {link.game_id: link for link in links.order_by("match__round__number", "number")}
    locked = {game.pk: game for game in games_lock(games=found) if game.state in UNPLAYED_STATES}
    for pk, link in found.items():
        if pk in locked:
            link.game = locked[pk]
    return [link for pk, link in found.items() if pk in locked]


def games_forfeit(*, act: Act, entry: Entry, links: Sequence[MatchGame]) -> list[str]:
    """Rule that an entry that leaves forfeits these games, where its stage publishes rounds ahead of being played and
    plays in pairs; in all others an arbiter decides. Keys of the games. Permission and locks are the caller's."""
    links = [link for link in links if _is_ahead(link.match.round.stage) and link.match.best_of == 1]
    why = act if act.why else act.because(_("Withdrew from the event."))
    for link in links:
        own = link.game.seats.values_list("number", flat=True).get(player=entry.player)
        came = [None if number == own else 1 for number in (1, 2)]
        game_rule(act=why, game=link.game, verdict=forfeit_verdict(game=link.game, places=came))
        round_follow_ruling(act=why, round_=link.match.round)
    return [link.game.key for link in links]


def _is_ahead(stage: Stage) -> bool:
    format_ = format_for(stage.format)
    return format_.table_sizes == PAIRS and opens_ahead(format_, stage.options)


def forfeited_on_leaving(entry: Entry) -> list[Game]:
    """The games that the entry forfeited by leaving the running event, where nothing was decided about them since.
    Locked: to be called before the stream is locked."""
    if entry.event.state != EventState.RUNNING:
        return []
    left = None
    for fact in facts_of_kinds(entry.event.stream, ("entry.withdrawn", "entry.expelled")):
        if fact.members["entry"] == entry.key:
            left = fact
    if left is None:
        return []
    links = MatchGame.objects.filter(game__key__in=left.members.get("forfeited", []), match__is_void=False)
    games = games_lock(games=links.values_list("game", flat=True))
    return [
        game for game in games if not game.is_void and game.state == GameState.RULED and game.result_fact < left.number
    ]


def games_take_up(*, act: Act, games: Sequence[Game]) -> None:
    """Open games again that were forfeited by leaving. Permission and locks are the caller's."""
    for game in games:
        game_reopen(act=act if act.why else act.because(_("Takes part again.")), game=game)

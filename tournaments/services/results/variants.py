"""Saying at the table which mages a game is played with, and each duel card as it is turned up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import UNPLAYED_STATES, Action
from games.pages.magistrar.variants import CARDS_A_GAME, cards_of, drawn_faults, drawn_of, drawn_words, may_be_said
from games.selectors.drafts import last_recorded
from games.selectors.games import names_of
from games.services.games import game_variants_say, games_lock
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.selectors.facts import facts_of_kind
from magistrar_site.shared.services.facts import stream_lock
from tournaments.services.permissions import allowed, seat_of
from tournaments.services.results.hand_in import event_of, submitting_seat
from tournaments.services.results.set_up import card_missing, rules_of, variants_missing
from tournaments.services.series.follow import games_beside

if TYPE_CHECKING:
    from games.models import Game
    from tournaments.models import MatchGame

Drawn = dict[str, Any]


@transaction.atomic
def game_variants_set(
    *,
    act: Act,
    game_key: str,
    mages: Mapping[str, str] | None = None,
    duel_cards: Sequence[str] | None = None,
    replaces: Mapping[str, Any] | None = None,
) -> Game:
    """Say which mage each side has, and which duel cards were turned up so far, in order (R27: one before each of duels
    1 to 4): a player of the match or the desk, while nothing stands handed in; then what was left open of it.

    What is left out or empty stays as it is, and cards that are said already may be left off the end. Something else
    than was said, or fewer cards, counts only where `replaces` names what stands there, as a game's variants do: nobody
    overwrites what he hasn't seen. Once a duel is recorded, only the desk corrects its card and the mages; duels that
    fit no more are kept and shown as such. The goldens stay. Done twice is once.

    NotAllowed `not_your_game`; DomainError `no_variants`, `handed_in`, `said_differently`, `duels_recorded`,
    `card_missing`, `variants_missing`; Invalid `wrong_variants` with the engine's sentence for each place.
    """
    sent = {
        name: value for name, value in (("mages", dict(mages or {})), ("duel_cards", [*(duel_cards or ())])) if value
    }

    def wanted(match_game: MatchGame) -> Drawn:
        rules, now = rules_of(match_game), drawn_of(match_game.game.variants)
        if not sent or not set(sent) <= set(rules.drawn):
            raise variants_missing(rules)
        if replaces is not None and drawn_of({name: value for name, value in replaces.items() if value}) == now:
            cleared = {"duel_cards"} if duel_cards is not None and not duel_cards else set()
            return {name: value for name, value in (now | sent).items() if name not in cleared}
        return _join(match_game, now, sent)

    return _say(act, game_key, wanted)


@transaction.atomic
def game_card_say(*, act: Act, game_key: str, number: int, card: str, replaces: str = "") -> Game:
    """Say which card was turned up for duel `number` (1 to 4), as `game_variants_set`, with the same refusals.
    `replaces`: the card that was said for it, where it is put right."""

    def wanted(match_game: MatchGame) -> Drawn:
        now = drawn_of(match_game.game.variants)
        cards = cards_of(now)
        if not 1 <= number <= len(cards) + 1:
            raise card_missing(len(cards) + 1)
        said = cards[number - 1] if number <= len(cards) else ""
        if said not in ("", card, replaces):
            raise _said_differently(match_game, now, number)
        return now | {"duel_cards": [*cards[: number - 1], card, *cards[number:]]}

    if not 1 <= number <= CARDS_A_GAME:
        raise Invalid("no_such_duel", _("Duels 1 to 4 have a duel card, this one has none."))
    return _say(act, game_key, wanted)


def _say(act: Act, game_key: str, wanted: Callable[[MatchGame], Drawn]) -> Game:
    match_game, _seat = submitting_seat(act, game_key)
    games_lock(games=games_beside(match_game.match))
    stream_lock(stream=event_of(match_game).stream)
    match_game, _seat = submitting_seat(act, game_key)  # as it stands under the locks
    game, rules = match_game.game, rules_of(match_game)
    if not rules.drawn:
        raise DomainError("no_variants", _("This event is played with the base game: nothing is drawn before a game."))
    drawn = _unless_handed_in(match_game, wanted)
    if ("mages" in rules.drawn and "mages" not in drawn) or not set(drawn) <= set(rules.drawn):
        raise variants_missing(rules)
    if drawn == drawn_of(game.variants):
        return game
    _require_not_recorded(act, match_game, drawn)
    faults = drawn_faults(game, drawn, names_of(game))
    if faults:
        raise Invalid("wrong_variants", next(iter(faults.values())), fields=faults)
    return game_variants_say(act=act, game=game, drawn=drawn)


def _unless_handed_in(match_game: MatchGame, wanted: Callable[[MatchGame], Drawn]) -> Drawn:
    """What is wanted; once something stands handed in, only what was left open of it."""
    game = match_game.game
    if game.state in UNPLAYED_STATES:
        return wanted(match_game)
    refusal = DomainError(
        "handed_in", _("Something was handed in for this game, so its mages and cards stay. Ask an arbiter.")
    )
    try:
        drawn = wanted(match_game)
    except DomainError as error:
        raise (refusal if error.code == "said_differently" else error) from None
    if drawn != drawn_of(game.variants) and not may_be_said(game.state, game.variants, drawn):
        raise refusal
    return drawn


def _join(match_game: MatchGame, now: Drawn, sent: Drawn) -> Drawn:
    """What is said and what is sent together, where they agree as far as both go."""
    if "mages" in now and sent.get("mages", now["mages"]) != now["mages"]:
        raise _said_differently(match_game, now)
    ours, theirs = cards_of(now), cards_of(sent)
    for number, (said, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if said != other:
            raise _said_differently(match_game, now, number)
    return now | sent | ({"duel_cards": max(ours, theirs, key=len)} if ours or theirs else {})


def _require_not_recorded(act: Act, match_game: MatchGame, drawn: Drawn) -> None:
    """Mages, and the cards of recorded duels, are the desk's to correct; no recorded duel goes without its card."""
    now, recorded = drawn_of(match_game.game.variants), min(last_recorded(match_game.game), CARDS_A_GAME)
    cards, before = cards_of(drawn), cards_of(now)
    if "duel_cards" in rules_of(match_game).drawn and len(cards) < min(recorded, len(before)):
        raise card_missing(len(cards) + 1)
    is_changed = cards[: min(recorded, len(before))] != before[:recorded] or (
        recorded > 0 and drawn.get("mages") != now.get("mages")
    )
    if is_changed and not allowed(act.actor, event_of(match_game), Action.DESK):
        raise DomainError(
            "duels_recorded", _("A duel of this game is recorded with it already. The desk can still correct it.")
        )


def _said_differently(match_game: MatchGame, now: Drawn, number: int = 0) -> DomainError:
    """Who said what: the mages, or the card of duel `number`."""
    words = drawn_words(now)
    what: dict[str, Any] = {"name": isolated(_sayer(match_game, now, number))}
    if not number:
        sentence = _("%(name)s has said already: White has %(white)s, Black has %(black)s.")
        return DomainError("said_differently", sentence % (what | dict(words.mages)))
    what |= {"number": number, "card": words.cards[number - 1]}
    return DomainError(
        "said_differently", _("%(name)s has said already: the card of duel %(number)d is %(card)s.") % what
    )


def _sayer(match_game: MatchGame, now: Drawn, number: int) -> str:
    """The name of the player who said what stands now, else "the desk"."""
    name = "duel_cards" if number else "mages"

    def part(said: Mapping[str, Any]) -> Any:
        value = said.get(name)
        return value[number - 1 : number] if number and value else value

    actor = ""
    facts = facts_of_kind(match_game.game.stream, "game.variants_said").filter(payload__game=match_game.game.key)
    for fact in facts.order_by("-number"):
        if part(fact.members) != part(now):
            break
        actor = fact.actor
    kind, _colon, key = actor.partition(":")
    seat = seat_of(Actor(kind, key), match_game.match)
    return seat.entry.player.public_name if seat is not None else str(_("The desk"))

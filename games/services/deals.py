"""Dealing for a game, and playing what was dealt: each part is for its own player alone to send, as only they know what
they hold. Whoever arranged the game decides who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.deals import DealsBySeed, commitment_of
from games.engine.core.game_system import GameEdition
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.enums import SETTLED_STATES, GameState
from games.facts.deals import GameCardsShared, GameDealOpened, GameDealt, GamePartTakenBack
from games.models import DraftPart, DraftSecret, Game, GameDeal
from games.pages.registry import game_pages
from games.selectors.deals import deal_of, dealt_game, seats_shown_to, who_takes_back
from games.selectors.drafts import DraftRecord, draft_record
from games.selectors.editions import playable_edition
from games.selectors.games import names_of, set_up_of
from games.services.results import standing_submissions
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append

OVER = {*SETTLED_STATES, GameState.ANNULLED}


@transaction.atomic
def game_deal(*, act: Act, game: Game, is_desk: bool) -> GameDeal:
    """Deal for a game that is played here, as long as nothing of it is handed in. Each seat's cards are for its own
    player. Once dealt, only the desk deals anew: the parts of the game before go, its seed is told, and phones that are
    shared stay so.

    Invalid `not_dealt_here`; DomainError `dealt_already`, `noted_already`, `handed_in`, `settled`, `game_void`.
    """
    game = _open_game(game)
    if not isinstance(game_system(game.system), DealsBySeed):
        raise Invalid("not_dealt_here", _("The cards of this game are dealt at the table."))
    earlier = deal_of(game)
    if earlier is not None and not is_desk:
        raise DomainError("dealt_already", _("The cards are dealt already. The desk can deal again."))
    if standing_submissions(game):
        raise DomainError(
            "handed_in", _("A result of this game is handed in already, so nothing is dealt for it any more.")
        )
    if earlier is not None and earlier.seed and not earlier.is_open:
        _open(act, game, earlier)
    if earlier is None and DraftPart.objects.filter(game=game).exists():
        raise DomainError(
            "noted_already", _("This game is being noted from paper. Clear what is noted first, then deal.")
        )
    DraftPart.objects.filter(game=game).delete()
    DraftSecret.objects.filter(game=game).delete()
    hosts = earlier.hosts if earlier is not None else list(range(1, game.seats.count() + 1))
    seed = _new_seed(act)
    commitment = commitment_of(seed)
    dealt = {"commitment": commitment, "seed": seed, "is_open": False, "hosts": hosts}
    deal, _created = GameDeal.objects.update_or_create(game=game, defaults=dealt)
    fact_append(act=act, stream=game.stream, fact=GameDealt(game=game.key, commitment=commitment, hosts=hosts))
    return deal


def _new_seed(act: Act) -> str:
    """256 bits from where the act's salts come from."""
    return act.ids.salt() + act.ids.salt()


@transaction.atomic
def cards_share(*, act: Act, game: Game, seat: Seat, host: Seat, by: Seat | None) -> None:
    """Show the cards of a seat on the device of another one too, or on its own alone again (`host` is the seat itself).
    `by`: who says so, that seat or the desk (None). Done twice is once.

    NotAllowed `not_your_cards`; Invalid `wrong_host`; DomainError `no_deal`, `deal_open`, `settled`, `game_void`.
    """
    game = _open_game(game)
    deal, seats = deal_of(game), range(1, game.seats.count() + 1)
    if deal is None:
        raise nothing_dealt()
    if deal.is_open:
        raise DomainError("deal_open", _("All cards lie open already."))
    if by not in (None, seat):
        raise NotAllowed(
            "not_your_cards", _("Whose phone shows a player’s cards is said by that player, or by the desk.")
        )
    if seat not in seats or host not in seats:
        raise Invalid("wrong_host", _("Say which player’s phone shows the cards."))
    if host != seat and (deal.hosts[host - 1] != host or seats_shown_to(deal, seat) != (seat,)):
        raise Invalid("wrong_host", _("A phone that shows another player’s cards belongs to somebody who uses it."))
    if deal.hosts[seat - 1] == host:
        return
    deal.hosts[seat - 1] = host
    deal.save(update_fields=["hosts"])
    fact_append(act=act, stream=game.stream, fact=GameCardsShared(game=game.key, seat=seat, host=host))


@transaction.atomic
def deal_open(*, act: Act, game: Game, seat: Seat | None) -> GameDeal:
    """Tell the seed to everybody: once the game is over by its parts, or settled; the desk (`seat` is None) also
    before, where it was broken off. Where others may still end the game at its last part, they or the desk open.
    Nothing can be recorded or taken back then. Done twice is once.

    DomainError `no_deal`, `game_goes_on`, `others_may_end`, `deal_elsewhere`.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    deal = deal_of(game)
    if deal is None:
        raise nothing_dealt()
    if deal.is_open:
        return deal
    _require_seed(deal)
    if seat is not None and game.state not in OVER and not game.is_void:
        draft = draft_record(game)
        if not draft.is_over:
            raise DomainError(
                "game_goes_on", _("The cards stay hidden until the game is over. The desk can open them before.")
            )
        ending = seats_that_may_end(game, deal, draft)
        if ending and not set(ending) & set(seats_shown_to(deal, seat)):
            names = list(names_of(game).values())
            raise DomainError(
                "others_may_end",
                _("%(names)s may still end the game at its last meeting, so they open the cards, or the desk does.")
                % {"names": ", ".join(isolated(names[each - 1]) for each in ending)},
            )
    return _open(act, game, deal)


def nothing_dealt() -> DomainError:
    return DomainError("no_deal", _("Nothing was dealt for this game here."))


def _open(act: Act, game: Game, deal: GameDeal) -> GameDeal:
    deal.is_open = True
    deal.save(update_fields=["is_open"])
    fact_append(act=act, stream=game.stream, fact=GameDealOpened(game=game.key, seed=deal.seed))
    return deal


def _require_seed(deal: GameDeal) -> None:
    if not deal.seed:
        raise DomainError(
            "deal_elsewhere",
            _("The cards of this game were dealt on another server, and stayed there. The desk can deal again."),
        )


# --- Parts ------------------------------------------------------------------------------------------------------------


def dealt_part_save(
    *, act: Act, game: Game, deal: GameDeal, number: int, part: object, seat: Seat | None, key: str, replaces: str
) -> DraftPart:
    """Keep the next part of a dealt game, or what goes on from one that is begun: for the player whose turn it is, and
    whoever holds their cards. A player who may end the game at the last whole part may do so whosever it is, also where
    the game is over after it or the next part is begun. Called with the game locked.

    A part by which something is drawn is begun first: whoever sent it whole could try out what that is.

    NotAllowed `not_your_turn`; Invalid `not_legal`, and in the system's words; DomainError `deal_open`,
    `deal_elsewhere`, `begin_first`.
    """
    words, standing = game_pages(game.system).table, DraftPart.objects.filter(game=game, number=number).first()
    if standing is not None and standing.version == key:
        return standing  # sent twice is once
    draft = _draft_to_play(game, deal)
    assert draft.dealt is not None  # there is a seed
    saved, shown = len(draft.parts), seats_shown_to(deal, seat)
    is_next = number == saved + 1 and not draft.dealt.is_bound
    goes_on = number == saved > 0 and draft.dealt.is_bound
    system, edition = game_system(game.system), playable_edition(game.system, game.edition)
    assert isinstance(system, DealsBySeed)
    before = [row.body for row in draft.parts[: number - 1]]
    set_up = set_up_of(game)
    try:
        body = system.told_dealt_part(set_up, before, part, edition)
    except ValueError as error:
        raise words.not_understood() from error
    if is_next or goes_on:
        mover = draft.dealt.to_play
        if mover is None:
            raise words.saved_differently()
        if mover not in shown:
            raise _not_your_turn(game, mover)
        if goes_on and not system.goes_on(draft.parts[-1].body, body):
            raise words.saved_differently()
        if is_next and system.part_without_end(set_up, deal.seed, [*before, body], edition) is not None:
            raise DomainError(
                "begin_first", _("Cards are drawn for this figure: name it first, then play what you hold.")
            )
    elif not _is_end(system, game, deal, draft, body, shown, edition, number):
        raise words.saved_differently() if number <= saved else words.earlier_missing()
    if standing is not None and standing.version != replaces:
        raise words.saved_differently()
    found = dealt_game(game, deal, [*before, body], ends=shown)
    if found.violation is not None:
        raise Invalid("not_legal", game_pages(game.system).sentence(found.violation, names_of(game)))
    DraftPart.objects.filter(game=game, number__gte=number).delete()
    return DraftPart.objects.create(
        game=game, number=number, body=body, seat=seat, actor=str(act.actor), at=act.at, version=key
    )


def seats_that_may_end(game: Game, deal: GameDeal, draft: DraftRecord) -> list[Seat]:
    """The seats that may end the game at the last whole part. As long as the game goes on that is nobody's business but
    theirs."""
    system, edition = game_system(game.system), playable_edition(game.system, game.edition)
    assert isinstance(system, DealsBySeed)
    assert draft.dealt is not None  # there is a seed
    parts, set_up = [row.body for row in draft.parts[: len(draft.parts) - draft.dealt.is_bound]], set_up_of(game)
    seats = range(1, set_up["players"] + 1)
    return [seat for seat in seats if system.part_ended_by(set_up, deal.seed, parts, seat, edition) is not None]


def _is_end(
    system: DealsBySeed,
    game: Game,
    deal: GameDeal,
    draft: DraftRecord,
    body: Any,
    shown: Sequence[Seat],
    edition: GameEdition,
    number: int,
) -> bool:
    """Whether a part is the last whole one, ended by somebody who may: be it that the game is over after it, or that
    the next one is begun."""
    assert draft.dealt is not None  # there is a seed
    if number != len(draft.parts) - draft.dealt.is_bound:
        return False
    parts, set_up = [row.body for row in draft.parts[:number]], set_up_of(game)
    return any(system.part_ended_by(set_up, deal.seed, parts, each, edition) == body for each in shown)


def dealt_part_take_back(*, act: Act, game: Game, deal: GameDeal, number: int, version: str, seat: Seat | None) -> None:
    """Take the last part back: its player, the one who ended the game at it (`who_takes_back`), or the desk. What its
    player has seen binds them: it stays begun, and only the desk takes that back too. The log says what the desk took
    back. Called with the game locked.

    NotAllowed `not_your_turn`; DomainError `bound`, `deal_open`, and in the system's words.
    """
    words, standing = game_pages(game.system).table, DraftPart.objects.filter(game=game, number=number).first()
    if standing is None:
        return
    draft = _draft_to_play(game, deal)
    if standing.version != version:
        raise words.saved_differently()
    if DraftPart.objects.filter(game=game, number__gt=number).exists():
        raise words.later_saved()
    last = draft.dealt.last if draft.dealt is not None and draft.parts and draft.parts[-1].number == number else None
    if seat is not None:
        taker = who_takes_back(deal, standing, last) if last is not None else None
        if taker is None or taker not in seats_shown_to(deal, seat):
            raise _not_your_turn(game, taker)
        if draft.dealt is not None and draft.dealt.is_bound:
            raise DomainError(
                "bound", _("Cards were drawn for this figure, so it stays named. The desk can take that back.")
            )
    left = None
    if last is not None:
        system, edition = game_system(game.system), playable_edition(game.system, game.edition)
        assert isinstance(system, DealsBySeed)
        parts = [row.body for row in draft.parts]
        left = system.part_without_end(set_up_of(game), deal.seed, parts, edition)
    standing.delete()
    if seat is None:
        fact_append(act=act, stream=game.stream, fact=GamePartTakenBack(game=game.key, part=number))
    if left is not None:
        DraftPart.objects.create(
            game=game, number=number, body=left, seat=seat, actor=str(act.actor), at=act.at, version=act.ids.key()
        )


def _draft_to_play(game: Game, deal: GameDeal) -> DraftRecord:
    _require_seed(deal)
    if deal.is_open:
        raise DomainError("deal_open", _("The cards lie open, so nothing is recorded any more. Hand the game in."))
    return draft_record(game)


def _not_your_turn(game: Game, seat: Seat | None) -> NotAllowed:
    if seat is None:
        return NotAllowed("not_your_turn", _("This isn’t your turn."))
    name = list(names_of(game).values())[seat - 1]
    return NotAllowed("not_your_turn", _("This is the turn of %(name)s.") % {"name": name})


def _open_game(game: Game) -> Game:
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed."))
    if locked.state in OVER:
        raise DomainError("settled", _("The result of this game is settled already."))
    return locked

"""What the recorder's script says, in the reader's language. `{name}` is filled by the script."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.pages.core.context import GameContext
from games.pages.magistrar.reports import WORDS
from magistrar_site.shared.isolates import isolated

TOKENS = {"L": "light", "D": "dark", "S": "super", "G": "golden"}
PAWNS = {"W": "weak", "M": "medium", "S": "strong"}


def words_of_the_recorder(ctx: GameContext) -> dict[str, str]:
    """Sentences and words by the names that the script asks for."""
    tokens = {
        "token_L": _("light energy"),
        "token_D": _("dark energy"),
        "token_S": _("super energy"),
        "token_G": _("golden super energy"),
    }
    pawns = {"pawn_W": _("weak pawn"), "pawn_M": _("medium pawn"), "pawn_S": _("strong pawn")}
    spells = {f"spell_{key}": str(WORDS[key]) for key in ("strengthen_pawn", "reinforcement", "surge", "triumph")}
    return {
        **tokens,
        **pawns,
        **spells,
        "white": isolated(ctx.names["white"]),
        "black": isolated(ctx.names["black"]),
        "duel": _("Duel {n}"),
        "starts": _("{name} starts"),
        "one_by_one": _("Encounter by encounter, in the order of play. Those with a super energy come last."),
        "order_hint": _("Started with another encounter? Tap it."),
        "place": _("Encounter {n}: {name}"),
        "place_empty": _("{name}, encounter {n}: empty"),
        "place_laid": _("{name}, encounter {n}: {what}"),
        "strengthened": _("{what}, strengthened"),
        "exchange": _("Exchange the tokens of encounter {n}"),
        "exchanged": _("The tokens of encounter {n} are exchanged: undo"),
        "strengthen": _("+1 for the next pawn: {spell}"),
        "uses_left": _("{n} left"),
        "undo": _("Undo"),
        "back_to": _("Back to duel {n}"),
        "open": _("Open"),
        "look_at": _("Open duel {n}"),
        "opened": _("This duel is saved. What you change here counts only once you keep it."),
        "opened_waiting": _("This duel isn’t sent yet. What you change here counts only once you keep it."),
        "opened_hint": _("Duel {n} is saved. Tap a place to change it."),
        "opened_hint_waiting": _("Duel {n} waits to be sent. Tap a place to change it."),
        "changed_hint": _("Duel {n} stays as it was saved until you keep the change."),
        "changed_hint_waiting": _("Duel {n} stays as you finished it until you keep the change."),
        "keep_change": _("Keep the change"),
        "cancel": _("Cancel"),
        "close": _("Close"),
        "changed_by": _("{name} has changed duel {n}, which was saved already."),
        "theirs_taken": _("Duel {n} is as {name} saved it."),
        "bring_back": _("Bring back what was here"),
        "seen": _("All right"),
        "which_card": _("Which card was turned up for duel {n}?"),
        "which_card_hint": _("One tap enters it for both of you. The card only counts for this duel."),
        "several_cards": _("Enter several at once"),
        "other_card": _("Another card?"),
        "card_taken": _("{card} is already the card of duel {n}."),
        "card_changed": _("Somebody corrected the card of duel {n}: it is {card}."),
        "take_card": _("Go on with {card}"),
        "keep_card": _("It is {card}"),
        "misfit": _("Duel {n} no longer fits."),
        "misfit_hint": _("Nothing was deleted. Correct what differs, here or in an earlier duel, and save again."),
        "move_question": _("{name} won the super energy at encounter {n}. Where does the scoring pawn go?"),
        "move_golden": _("{name} won the golden super energy at encounter {n}. Where does the scoring pawn go?"),
        "move_L": _("{n} towards light"),
        "move_D": _("{n} towards dark"),
        "move_none": _("It stays"),
        "direction": _("Encounter {n}: {where} (change)"),
        "change_direction": _("{name}, encounter {n}: {where}. Choose another direction"),
        "leave_direction": _("Keep it as it is"),
        "cast_L": _("{spell} of {name}: towards light"),
        "cast_D": _("{spell} of {name}: towards dark"),
        "finish": _("Save duel {n}"),
        "finished_hint": _("Compare it with the board before you clear it."),
        "now": _("Honoris if the duel ended now"),
        "after": _("Honoris after duel {n}"),
        "begin": _("Honoris at the start"),
        "saved_by": _("Duel {n}: saved by {name}"),
        "saved_here": _("Duel {n}: kept on this device, not sent yet"),
        "all_saved": _("Every finished duel is saved."),
        "counted_here": _("{when} (counted here)"),
        "trouble_network": _("No network. What you tap is kept here, not checked yet, and sent later."),
        "trouble_server": _(
            "The service can’t answer just now. What you tap is kept here, not checked yet, and sent later."
        ),
        "not_sent": _("Nothing can be sent just now. What you tap is kept here, not checked yet."),
        "trouble_stale": _("This page is out of date. Reload it; what you tapped stays on this device."),
        "refused": _("Nothing is lost: what you tapped stays on this device and is sent once your link works again."),
        "refused_lost": _("Keep this page open: what you tapped isn’t saved anywhere else."),
        "not_kept": _(
            "This device keeps nothing for this page: its storage is full, or the window is private. A finished duel "
            "is saved by the service; don’t close or reload the page in the middle of one."
        ),
        "waiting": _("Not sent yet: {n}."),
        "nothing_fits": _("Nothing left fits here. Check what was placed before."),
        "conflict": _("{name} has saved duel {n} differently."),
        "conflict_place": _("{name}, encounter {n}. There: {theirs}. Here: {mine}."),
        "conflict_more": _("More places that differ: {n}."),
        "conflict_honoris": _("Honoris after duel {n}: there {theirs}, here {mine}."),
        "take_theirs": _("Go on with what {name} saved"),
        "keep_mine": _("Go on with what is here"),
        "why_token": _("{what}: {name} has none left in the bag (rule {rule})."),
        "why_pawn": _("{what}: {name} has none left (rule {rule})."),
        "why_equal": _("{name} may not face a pawn with one of the same strength (rule {rule})."),
        "why_fewest": _("{name} may face pawns of the same strength only where it can’t be avoided (rules {rule})."),
        "why_rest": _("With that, {name} couldn’t face the other pawns with different ones (rule {rule})."),
        "why_opposite": _(
            "{name} already faces this with a pawn of that strength. Empty encounter {n} of {name} first (rule {rule})."
        ),
        "why_answer": _("{name} still has a pawn of another strength and must answer with one (rule {rule})."),
        "why_last": _("Encounters with a super energy come last, so this can’t lie here now (rule {rule})."),
        "why_turn": _("{name} comes first, at encounter {n} (rule {rule})."),
        "closed": _("The result of this game is settled. Nothing more has to be recorded."),
        "done": _("All five duels are recorded."),
        "review": _("Review and hand it in"),
        "review_again": _("Review"),
        "to_the_game": _("To the game"),
        "track": _("Energy track: {white} at {white_level}, {black} at {black_level}"),
        "level_light": _("{n} light"),
        "level_dark": _("{n} dark"),
    }

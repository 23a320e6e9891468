"""What the recorder's script says, in the reader's language. `{name}` is filled by the script."""

from __future__ import annotations

from django.utils.translation import gettext as _


def words_of_the_recorder() -> dict[str, str]:
    """Sentences and words by the names that the script asks for."""
    return {**words_of_the_sheet(), **words_of_the_slip(), **words_of_keeping()}


def words_of_the_sheet() -> dict[str, str]:
    """What the sheet asks for and tells."""
    return {
        "card_f": _("fire {n}"),
        "card_w": _("water {n}"),
        "card_g": _("grass {n}"),
        "card_n": _("non-elemental {n}"),
        "player": _("{name}: {health} lives, {stars} stars, {attack} attack cards, {defense} defense cards"),
        "player_out": _("{name} is out of the game"),
        "board": _("The board. {where}"),
        "stands": _("{name} stands on {spot}."),
        "who_starts": _("Who starts? The highest roll."),
        "turn": _("Turn {n}: {name}"),
        "round": _("Round {n}"),
        "round_of": _("Round {n} of {most}"),
        "throw": _("What did {name} throw?"),
        "throw_second": _("{one} and …?"),
        "die": _("Die: {n}"),
        "way": _("How does {name} walk with {one} and {other}?"),
        "way_there": _("{name} can reach {spot} in several ways. Which one?"),
        "way_label": _("{first}, then {second}, to {spot}"),
        "way_stars": _("{label}, stars: {stars}"),
        "way_meets": _("{label}, meets {names}"),
        "N": _("{n} up"),
        "S": _("{n} down"),
        "E": _("{n} to the right"),
        "W": _("{n} to the left"),
        "all_ways": _("All ways"),
        "attack_of": _("{name} attacks {names}. Which attack card?"),
        "defense_of": _("{name} defends against {card}. Which defense card?"),
        "use_stars": _("{name} has {n} stars."),
        "sudden": _("Sudden duel"),
        "star_draw": _("Star draw"),
        "whom": _("Whom does {name} attack?"),
        "which_deck": _("From which deck does {name} draw?"),
        "deck_attack": _("Attack cards"),
        "deck_defense": _("Defense cards"),
        "returns": _("Where do the {n} stars go back? Tap free star spots: {left} left."),
        "undo": _("Undo"),
        "cancel": _("Cancel"),
        "changing": _("Turn {n} is being corrected. The later turns stay where they still fit."),
        "misfit": _("Turn {n} no longer fits."),
        "misfit_hint": _("It isn’t deleted: enter the turn anew, or correct an earlier one."),
        "correct": _("Correct"),
        "correct_turn": _("Correct turn {n}"),
        "line": _("{n}. {name}: {move}."),
        "line_duel": _("{attacker} attacks with {attack}. {results}"),
        "line_sudden": _("{attacker} uses stars and attacks with {attack}. {results}"),
        "line_hit": _("{name} shows {card}: −{damage}."),
        "line_bare": _("{name} has no card: −{damage}."),
        "line_star_draw": _("{name} uses stars to draw."),
        "by": _("saved by {name}"),
        "waits": _("on this device, not sent yet"),
        "over": _("The game is over."),
        "won": _("{name} wins."),
        "place": _("{n}. {name}"),
    }


def words_of_the_slip() -> dict[str, str]:
    """What the player's own slip asks for and tells."""
    return {
        "slip": _("Your cards"),
        "slip_secret": _("Only you see them, until you lay them open at the end."),
        "slip_show": _("Show my cards"),
        "slip_hide": _("Hide my cards"),
        "slip_hand": _("In your hand"),
        "slip_all": _("All cards you got, in order. Tap one to correct it."),
        "slip_none": _("none"),
        "slip_dealt_attack": _("Your attack card number {n}, as dealt?"),
        "slip_dealt_defense": _("Your defense card number {n}, as dealt?"),
        "slip_draw_attack": _("Turn {turn}: which attack card did you draw?"),
        "slip_draw_defense": _("Turn {turn}: which defense card did you draw?"),
        "slip_star": _("Turn {turn}, star draw: card {n} of {most}, in the order drawn?"),
        "slip_kept": _("Turn {turn}, star draw: which one did you keep?"),
        "slip_fix": _("Card {n} of your slip: which one is it?"),
        "slip_later": _("Later"),
        "slip_enter": _("Enter my cards: {n} missing"),
        "slip_back": _("Take back the last card"),
        "slip_too_many": _("Your slip has more cards than you drew: {n} too many. Take the last one back."),
        "slip_wrong": _("By the sheet you showed {card}, but it isn’t on your slip. Check both."),
        "slip_changed": _("Your slip was written differently on another device: {theirs}. Here: {mine}."),
        "slip_take": _("Take the other one"),
        "slip_keep": _("Keep this one"),
        "slip_entry": _("Card {n}: {card}. Correct it"),
        "slip_open": _("Lay my cards open"),
        "slip_open_hint": _("Then everybody at the table can see your slip, and the record can be put together."),
        "slip_opened": _("Your slip lies open."),
        "slip_missing": _("Cards missing on your slip: {n}. Enter them first."),
        "slips_wait": _("Still to lay their cards open: {names}."),
        "slips_wait_hint": _(
            "Anyone without a phone opens their own personal link on another one and enters their cards."
        ),
        "slips_all": _("All slips lie open: the record is complete."),
    }


def words_of_keeping() -> dict[str, str]:
    """What there is to say about saving, the network, and other phones."""
    return {
        "all_saved": _("Every turn is saved."),
        "waiting": _("Not sent yet: {n}."),
        "trouble_network": _("No network. What you tap is kept here and sent later."),
        "trouble_server": _("The service can’t answer just now. What you tap is kept here and sent later."),
        "trouble_stale": _("This page is out of date. Reload it; what you tapped stays on this device."),
        "refused": _("Nothing is lost: what you tapped stays on this device and is sent once your link works again."),
        "not_kept": _(
            "This device keeps nothing for this page: its storage is full, or the window is private. What is saved is "
            "safe; don’t close or reload the page while something isn’t sent."
        ),
        "conflict": _("{name} has saved turn {n} differently."),
        "conflict_theirs": _("There: {what}"),
        "conflict_mine": _("Here: {what}"),
        "take_theirs": _("Go on with what {name} saved"),
        "keep_mine": _("Go on with what is here"),
        "dropped": _("Turn {n} no longer fitted and was left out: {what}"),
        "meanwhile": _("{name} entered turn {n} meanwhile."),
        "changed_by": _("{name} has changed turn {n}."),
        "taken_back": _("Turn {n} was taken back on another phone."),
        "seen": _("All right"),
        "closed": _("The result of this game is settled. Nothing more has to be recorded."),
        "to_the_game": _("To the game"),
        "review": _("Review and hand it in"),
        "review_again": _("Review"),
    }

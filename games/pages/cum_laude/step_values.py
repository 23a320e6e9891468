"""What the page shows of one step of a game: the tower, the spells that fill up, and what each player has."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.systems.cum_laude.names import COLOURS, CRYSTALS, Counts
from games.engine.systems.cum_laude.points import matching_crystals
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS
from games.engine.systems.cum_laude.steps import MasterSoFar, SpellSoFar, Step
from games.pages.core.generic_reports import minus
from games.pages.cum_laude.boards import board_values
from games.pages.cum_laude.marks import gems_mark, hand_mark
from games.pages.cum_laude.replays import CumLaudeReplay, crystals_in_words, sentences_of, sorted_hand, title_of
from games.pages.cum_laude.words import counts_in_words


def step_values(replay: CumLaudeReplay, number: int, picture_address: str) -> dict[str, Any]:
    """What the page shows of one step. `picture_address`: of its picture, with 0 for its number."""
    step: Step = replay.steps[number]
    return {
        **replay.neighbours(number),
        "replay": replay,
        "step": step,
        "title": title_of(step),
        "sentences": sentences_of(step),
        "played": hand_mark(step.cards),
        "spells": [_spell(replay, step, colour) for colour in COLOURS],
        "masters": [_master(replay, step, seat, master) for seat, master in step.masters.items()],
        "board": board_values(replay, number),
        "crystals": crystals_in_words(step),
        "picture": picture_address.replace("-0.", f"-{number}.") + f"?v={replay.version}",
        **_turns_beside(replay, step),
    }


def _spell(replay: CumLaudeReplay, step: Step, colour: str) -> SafeString:
    """An apprentice's spell after a step. `whose`: the seats whose mission it is in."""
    spell: SpellSoFar = step.spells[colour]
    is_named = colour == step.figure

    def drawn() -> SafeString:
        needed, held = replay.edition.spells[spell.spell], _counts(spell.held)
        words = _("%(held)s of %(needed)s crystals; needed: %(crystals)s; there: %(there)s") % {
            "held": sum(held),
            "needed": sum(needed),
            "crystals": counts_in_words(spell.spell),
            "there": counts_in_words("".join(map(str, held))) or _("none"),
        }
        values = {
            "colour": colour,
            "gems": gems_mark(needed, held, words),
            "is_complete": held == needed,
            "is_passed": spell.is_passed,
            "is_named": is_named,
            "whose": [seat for seat, dealt in replay.dealt.items() if colour in dealt.mission],
        }
        return render_to_string("cum_laude/spell.html", values)

    return replay.once((get_language(), colour, spell, is_named), drawn)


def _master(replay: CumLaudeReplay, step: Step, seat: str, master: MasterSoFar) -> SafeString:
    """A player after a step: mission, order, stock and hand, and the place at the end."""
    is_mover = seat == step.seat and step.kind != "end"
    place = step.places[seat] if step.places else None

    def drawn() -> SafeString:
        dealt = replay.dealt[seat]
        order, stock = replay.edition.orders[dealt.order], _counts(master.stock)
        words = _("%(crystals)s; in stock %(number)s of them") % {
            "crystals": counts_in_words(dealt.order),
            "number": matching_crystals(order, stock),
        }
        values = {
            "seat": seat,
            "mission": dealt.mission,
            "order": gems_mark(order, stock, words),
            "is_fulfilled": master.is_fulfilled,
            "stock": [(crystal, str(number)) for crystal, number in zip(CRYSTALS, stock, strict=True) if number],
            "hand": hand_mark(sorted_hand(master.hand)),
            "is_mover": is_mover,
            "place": place,
            "points": minus(step.points[seat]) if step.points else "",
        }
        return render_to_string("cum_laude/master.html", values)

    return replay.once((get_language(), seat, master, is_mover, place), drawn)


def _counts(letters: str) -> Counts:
    white, blue, red = map(letters.count, CRYSTAL_LETTERS)
    return white, blue, red


def _turns_beside(replay: CumLaudeReplay, step: Step) -> dict[str, int | None]:
    """The steps with which the turns before and after this one begin."""
    starts = replay.part_starts()
    earlier = [first for turn, first in starts if turn < step.part]
    later = [first for turn, first in starts if turn > step.part]
    return {"turn_before": earlier[-1] if earlier else None, "turn_after": later[0] if later else None}

"""The rules of Magistrar in our words, as the engine checks them (docs/rules/magistrar.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.pages.core.rules import Rule, rule_link

NOTE = _("R numbers are printed in the rulebook, H numbers are rulings where it is silent, S numbers follow from both.")
RULES = (
    Rule(("R1",), _("Each bag holds 30 tokens: 14 light, 14 dark and 2 super energies.")),
    Rule(("R2",), _("Each side has 28 pawns for the whole game: 5 strong, 13 medium and 10 weak.")),
    Rule(
        ("R3", "R14", "H4"),
        _("The energy track has 15 levels each way. A duel’s moves are added up and made at once."),
    ),
    Rule(("R4",), _("A game has five duels with one duel marker each. Lots decide who starts.")),
    Rule(("R5",), _("After each duel the other side starts.")),
    Rule(("R6",), _("For each duel both sides draw six tokens from what is left in their bags.")),
    Rule(
        ("R7", "R9", "H1"),
        _("At each encounter both sides place a pawn, but not at a super energy of their own."),
    ),
    Rule(("R8",), _("No pawn may face a pawn of the same strength.")),
    Rule(
        ("H2",),
        _("Where equal pawns can’t be avoided in duels 1 to 4, they meet in as few encounters as the stock allows."),
    ),
    Rule(
        ("R10", "R11", "R30"),
        _("The stronger pawn wins. A super energy beats any pawn; two super energies of one kind tie."),
    ),
    Rule(
        ("R12", "R13", "H3"),
        _("Tokens won move the scoring pawn towards their energy. A super energy moves it either way or not at all."),
    ),
    Rule(("R15",), _("Whoever has more encounter points takes the duel marker.")),
    Rule(("R16",), _("Tokens and pawns that were on the board are out of the game.")),
    Rule(("R17", "R18"), _("A duel that is played encounter by encounter has an order, which a record tells.")),
    Rule(("H5",), _("There a pawn may answer an equal one only if every pawn left has that strength.")),
    Rule(("R19", "R20"), _("Honoris: what the track pays for the level reached, and what the duel markers are worth.")),
    Rule(("R21",), _("More Honoris win, then more duel markers. Equal in both is a tie.")),
    Rule(
        ("R22", "R23", "R24", "R25", "R26"),
        _("With mages, each side casts its mage’s spell as the edition says, no more often than it says."),
    ),
    Rule(("R27",), _("A duel card changes the rules of its duel as the edition says.")),
    Rule(
        ("R28", "R29", "R31", "H6", "H7", "H8"),
        _("In a Grand Mage series, the loser of a game has one more golden super energy in all later games."),
    ),
    Rule(("S1",), _("On a sheet: no more encounters are won in a duel than it has.")),
    Rule(("S2", "S3"), _("On a sheet: nobody wins more tokens of a kind than there are in a bag.")),
    Rule(("S4",), _("On a sheet: each super energy wins or ties with another, so both sides’ numbers fit together.")),
    Rule(("S5", "S6"), _("On a sheet: the undecided encounters fit the super energies that nobody won.")),
    Rule(("S7",), _("On a sheet: pawns win no more encounters than the stock of pawns allows.")),
    Rule(
        ("S8",), _("On a sheet: the pawns and super energies can have lain so that each duel followed from the last.")
    ),
)


def linked_rule(number: str) -> SafeString:
    """A rule's number in brackets, as a link to what it says."""
    return rule_link("magistrar", number, RULES)


def linked_violation(text: str, violation: Mapping[str, Any]) -> SafeString:
    """What is wrong, with the rule that says so."""
    return format_html("{} {}", text, linked_rule(violation["rule"] or ""))

"""The rules of Magia Cum Laude in our words, as the engine checks them (docs/rules/cum-laude.md), and what an arbiter
needs at the table (docs/rules/cum-laude-rulings.md)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.pages.core.rules import Advice, ForArbiters, Rule

NOTE = _(
    "L numbers are stated in the rulebook, LH numbers are rulings of ours where it is silent or can be read in two "
    "ways, S numbers are the checks of a sheet, T numbers those of a score. The amounts are the rulebook’s; an "
    "edition’s page says its own."
)
_OF_THE_RULEBOOK = (
    Rule(("L1",), _("Two to six masters play. The six apprentices and the examiner belong to nobody.")),
    Rule(("L2",), _("There are 60 crystals: 21 white, 21 blue and 18 red. They are laid on the tower at random.")),
    Rule(
        ("L3",),
        _(
            "Each apprentice gets a spell of six crystals, face up; each master a mission and an order of five "
            "crystals, face down. Each card exists once."
        ),
    ),
    Rule(
        ("L4",),
        _(
            "The examiner starts on the desk in the middle, each apprentice in the oriel of its colour. These seven "
            "tiles are the portals."
        ),
    ),
    Rule(
        ("L5",),
        _(
            "Of the 66 movement cards 60 are played with: without those that change places, or without a plain one of"
            " each colour."
        ),
    ),
    Rule(("L6",), _("Each master is dealt five movement cards; the others are the draw pile.")),
    Rule(
        ("L7",),
        _(
            "With two masters one more order is turned up. Its number picks a third apprentice on each mission, who "
            "counts like the other two."
        ),
    ),
    Rule(
        ("L8",),
        _(
            "A turn: name a figure, draw, move by playing cards, take the crystal, carry out an action. Every master "
            "may move every figure."
        ),
    ),
    Rule(("L9",), _("Any figure may be named; to name the examiner takes three cards.")),
    Rule(
        ("L10",),
        _(
            "A named apprentice on a white tile brings two cards from the draw pile, on a gray one the top two of the"
            " discard pile. The examiner brings none."
        ),
    ),
    Rule(("L11",), _("On a black tile it brings one card from another master’s hand, unseen.")),
    Rule(("L12",), _("Whoever has more than seven cards at the end of the turn discards down to seven.")),
    Rule(("L13",), _("By colour: each card of the apprentice’s own colour is a step in any direction.")),
    Rule(
        ("L14",),
        _("By direction: each card, whatever its colour, is a step in the direction of the card’s colour."),
    ),
    Rule(("L15",), _("The two ways aren’t mixed in one movement.")),
    Rule(("L16",), _("A master who can move the named figure must do so.")),
    Rule(
        ("L17",),
        _(
            "Three cards of any colours move the examiner in a line: onto the first tile with an apprentice, or up to"
            " the wall."
        ),
    ),
    Rule(("L18",), _("Three cards of one colour move the examiner to the apprentice of that colour.")),
    Rule(("L19",), _("Each step takes a card; as many may be played as there are in the hand.")),
    Rule(("L20",), _("No movement ends on the tile where it began.")),
    Rule(
        ("L21",),
        _(
            "From a portal an apprentice may jump to any other portal, occupied or not. A jump takes no card. The "
            "examiner doesn’t jump."
        ),
    ),
    Rule(
        ("L22",),
        _(
            "The crystal where an apprentice ends goes on its spell if the spell still lacks that colour, otherwise "
            "to the active master’s stock. The one where the examiner ends goes to the stock."
        ),
    ),
    Rule(
        ("L23",),
        _(
            "An apprentice that ends beside others on a tile takes one crystal that it can use from each whose spell "
            "hasn’t passed. With the examiner there it takes nothing."
        ),
    ),
    Rule(
        ("L24",),
        _(
            "An apprentice that meets the examiner is examined. With all six crystals it passes: the spell is turned,"
            " and nothing can be taken from it any more."
        ),
    ),
    Rule(
        ("L25",),
        _(
            "If it fails, the active master chooses: it loses a crystal to an empty tile, or gets one that it can use"
            " from that master’s stock."
        ),
    ),
    Rule(("L26",), _("If the examiner comes to several apprentices, each is examined.")),
    Rule(
        ("L27",),
        _("While the stock is exactly the five crystals of the order, its master may uncover the order on their turn."),
    ),
    Rule(
        ("L28",),
        _(
            "From then on no crystal enters or leaves that stock, moves that would bring one are barred, and there "
            "are no more actions for that master."
        ),
    ),
    Rule(
        ("L29",),
        _(
            "After an apprentice’s movement one action by a symbol on the cards played is carried out, if any can be."
            " The master chooses which."
        ),
    ),
    Rule(("L30",), _("Examiner steps: the examiner moves one tile, takes its crystal and examines whoever is there.")),
    Rule(("L31",), _("Steal or give: one crystal from another stock, or to it.")),
    Rule(("L32",), _("Second turn: a whole turn more, without drawing.")),
    Rule(("L33",), _("Change places: two apprentices change positions.")),
    Rule(
        ("L34",),
        _(
            "When all spells of a mission are complete and one of its apprentices meets the examiner or the desk, its"
            " master can end the game, on any turn: 2 points, or 1 each where several can at once."
        ),
    ),
    Rule(("L35",), _("The game also ends when the draw pile is used up.")),
    Rule(
        ("L36",),
        _(
            "Points: 5 for each complete spell of the mission, 2 or 1 for finishing, 8 for an uncovered order. "
            "Without that, 1 for each crystal in stock that matches the order, and 1 less for each other one."
        ),
    ),
    Rule(("L37",), _("Most points win, then more crystals that match the order, then the victory is shared.")),
)
_RULINGS = (
    Rule(
        ("LH1",),
        _("Lots decide who starts; turns go clockwise. Of two masters each looks up the number on their own mission."),
    ),
    Rule(("LH2",), _("Every tile but the seven start tiles has a crystal.")),
    Rule(
        ("LH3",),
        _(
            "Whoever names the examiner must be able to move it, and must. A named apprentice stays named, whatever "
            "is drawn."
        ),
    ),
    Rule(
        ("LH4",),
        _(
            "Drawing is compulsory, as far as cards go, and nothing is shuffled. On a black tile the active master "
            "picks whom to draw from; if nobody else has a card, one is drawn from the pile."
        ),
        is_told_first=True,
    ),
    Rule(
        ("LH5",),
        _("The tile where the figure stands before it moves or jumps counts for drawing. The desk is gray."),
    ),
    Rule(
        ("LH6",),
        _(
            "Played cards go on the discard pile in the order played. The limit of seven is checked once, after all "
            "second turns."
        ),
    ),
    Rule(("LH7",), _("“Can move” means: by any choice of cards in the hand, after drawing, several at once included.")),
    Rule(("LH8",), _("A second turn is a turn of its own. The examiner, too, may not end where it began.")),
    Rule(
        ("LH9",),
        _(
            "No step leads off the tower. Any tile may be passed and entered. Crystals and meetings count only where "
            "the movement ends."
        ),
        is_told_first=True,
    ),
    Rule(
        ("LH10",),
        _("Jumps may come before, between and after steps, any number of them. A jump alone is no movement."),
        is_told_first=True,
    ),
    Rule(
        ("LH11",),
        _("The examiner never stands in an oriel. Apprentices on its own tile don’t stop its line."),
    ),
    Rule(("LH12",), _("The crystal must be taken, by the examiner too."), is_told_first=True),
    Rule(
        ("LH13",),
        _("First the tile’s crystal, then what is taken from others, in an order of choice; each counts at once."),
    ),
    Rule(
        ("LH14",),
        _(
            "An apprentice that passed isn’t examined again. First all complete spells pass, then losses and gifts "
            "follow in an order of choice."
        ),
    ),
    Rule(
        ("LH15",),
        _("An empty tile has no crystal and no figure. If there is none, one without a crystal will do."),
    ),
    Rule(
        ("LH16",),
        _(
            "An order is uncovered before naming, after the meetings (then there is no action), or after the action, "
            "but not once the game is over. Its master gives nothing and gets nothing from then on."
        ),
    ),
    Rule(("LH17",), _("If one of the symbols played can be carried out, one that can must be.")),
    Rule(("LH18",), _("In a second turn any figure may be named, the same one again too. A third turn can follow.")),
    Rule(
        ("LH19",),
        _("The two that change places stand on different tiles. Nothing else happens there."),
    ),
    Rule(
        ("LH20",),
        _("A complete spell counts, turned or not. An edition can say that only turned ones do."),
        is_told_first=True,
    ),
    Rule(
        ("LH21",),
        _("Nobody has to finish. If one of those who may does, all who may at that meeting share it."),
        is_told_first=True,
    ),
    Rule(
        ("LH22",),
        _(
            "Who may finish is judged after spells were turned and before losses and gifts. Then nothing else of the "
            "turn happens."
        ),
    ),
    Rule(("LH23",), _("The turn in which the last card is drawn is played to its end, second turns included.")),
    Rule(
        ("LH24",),
        _("Crystals match an order colour by colour. Five right ones are worth 5 where the order wasn’t uncovered."),
    ),
    Rule(("LH25",), _("All places go by points and then by matching crystals, not only the first one.")),
)
_OF_SHEETS = (
    Rule(("S1",), _("In a sheet: no two players have the same mission.")),
    Rule(("S2",), _("In a sheet: no two players have the same order, and nobody has the one turned up.")),
    Rule(("S3",), _("In a sheet: no two apprentices have the same spell.")),
    Rule(("S4",), _("In a sheet: the stocks hold no more crystals of a colour than there are.")),
    Rule(("S5",), _("In a sheet: stocks and complete spells together need no more crystals than there are.")),
    Rule(("S6",), _("In a sheet: where an order is uncovered, the stock is exactly that order.")),
    Rule(("S7",), _("In a sheet: whoever finished has a mission with complete spells.")),
    Rule(("S8",), _("In a sheet: nobody finished alone where another player had to share it.")),
    Rule(("T1",), _("In a score: each player’s points can be made up of spells, finish, order and crystals.")),
    Rule(
        ("T2",), _("In a score: all of the points together are possible, with the finish and the crystals there are.")
    ),
)
RULES = (*_OF_THE_RULEBOOK, *_RULINGS, *_OF_SHEETS)
FOR_ARBITERS = ForArbiters(
    rulings=_RULINGS,
    questions=(
        Advice(
            _("Two players claim the finish."),
            _(
                "Did both have complete spells and an apprentice in that meeting? Then each gets 1 point. If only one"
                " had an apprentice there, only that one finished, with 2 points (LH21)."
            ),
        ),
        Advice(
            _("The order can’t be uncovered."),
            _("The stock must be exactly the five crystals. With one more, even of a right colour, it can’t (L27)."),
        ),
        Advice(
            _("Somebody forgot to uncover."),
            _("Then the order isn’t fulfilled: five matching crystals are worth 5 points, not 8 (LH24)."),
        ),
        Advice(
            _("A card or a crystal was overlooked."),
            _(
                "If all agree what happened, put it right at once. If several turns have passed, let it stand, and "
                "hand the game in as a sheet of how things lie at the end; the engine says whether they can lie like "
                "that."
            ),
        ),
        Advice(
            _("Points are equal."),
            _(
                "More crystals that match the order rank first, five where it was uncovered. If these are equal too, "
                "the place is shared (L37). Ask for the stocks before they are cleared away."
            ),
        ),
        Advice(
            _("Somebody has to leave."),
            _("Rule that this seat forfeits: it comes last. The others may play on and hand in their places."),
        ),
        Advice(
            _("The box says otherwise."),
            _(
                "The tower’s shape, the colours that lead into the oriels, the symbols on the cards and the lists of "
                "orders and missions are assumed. Copy the edition, type in what your box says, and let the event use"
                " it."
            ),
        ),
    ),
)

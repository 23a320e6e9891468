"""Which levels and duel markers a complete game can end with, where neither mages nor duel cards are played.

Nearly all. What can't be are some endings in which a side has no marker:

- **Points.** Without golden energies a side wins two encounters at most of a duel that the other wins (3 to 2), and
  three of one that ends equal. Each is one space, a super energy two. An own golden is a space for each of its two
  points and one more, and takes the place of a one; a golden of the other side leaves room for one encounter more.
- **Five markers** need a golden super energy of the side that has them. Without it that side wins 15 encounters with
  pawns and two with super energies at most, the other ten; so in three or more identical pawns meet, and pawns can't
  be laid out like that.
- **Four markers and none**, where the side with the markers has no golden and the other stands as far as it can: then
  the first has won 15 encounters with pawns and two with super energies. So it stands on an odd level, or has been at
  the end of the track with spaces to spare, and moved back. With two goldens and the first lead the other side can do
  without the fifteenth encounter.
- **No marker on either side**: in a base game both have won as many encounters with pawns. Super energies move by twos,
  so both stand on odd levels or both on even ones, but where the end of the track swallowed a space.

That nothing else is out of reach was searched through with every layout of pawns (`layouts`). Goldens that stay in the
bag do no harm, so more of them can only add endings.
"""

from games.engine.systems.magistrar.documents import DUELS_IN_A_GAME, POSITIONS
from games.engine.systems.magistrar.game import HIGHEST_LEVEL
from games.engine.systems.magistrar.rows import TOKENS_OF_A_SIDE

Pair = tuple[int, int]

MOST_WON_OF_A_LOST_DUEL = (POSITIONS - 1) // 2
MOST_WON_OF_AN_EQUAL_DUEL = POSITIONS // 2
FARTHEST_BACK = 3  # from the end of the track: 14 pawns and 2 supers move 18 spaces one way, a game like that has 19


def can_end(levels: Pair, markers: Pair, golden: Pair, starters: tuple[int, ...], *, only_fewest: bool) -> bool:
    """Whether some game ends so. `levels`: 0 to 15 whichever way; `golden`: super energies of that kind in the bags.

    `starters`: the sides (0, 1) that can have started the game. `only_fewest`: the edition's ruling on H2. Where it
    allows more identical pawns, a few endings that can't be pass.
    """
    if markers == (0, 0):
        return bool(sum(golden)) or HIGHEST_LEVEL in levels or sum(levels) % 2 == 0
    return all(
        markers[side] or _can_lose(side, levels, markers[1 - side], golden, starters, only_fewest) for side in (0, 1)
    )


def _can_lose(
    side: int, levels: Pair, others_markers: int, golden: Pair, starters: tuple[int, ...], only_fewest: bool
) -> bool:
    """Whether a side without a marker can stand there while the other has so many."""
    equal = DUELS_IN_A_GAME - others_markers
    points = MOST_WON_OF_A_LOST_DUEL * others_markers + MOST_WON_OF_AN_EQUAL_DUEL * equal
    farthest = points + TOKENS_OF_A_SIDE["S"] + golden[1 - side] + 2 * golden[side]
    if levels[side] > farthest:
        return False
    if not only_fewest or golden[1 - side] or equal > 1:
        return True
    if equal == 0:
        return False
    if levels[side] < min(farthest, HIGHEST_LEVEL) or (golden[side] > 1 and side in starters):
        return True
    return levels[1 - side] % 2 == 1 or levels[1 - side] >= HIGHEST_LEVEL - FARTHEST_BACK

"""The distance of a typed word from a name's: letters too many, missing, changed or swapped, by optimal string
alignment. Dots of umlauts that were left out are no slips, nor are blanks between a name's words."""

from __future__ import annotations

from itertools import pairwise

from rapidfuzz.distance import OSA

from magistrar_site.shared.names import undotted

SHORT, MIDDLE, LONG = 4, 6, 8  # letters: one slip is forgiven from SHORT on, two from LONG on


def slips_allowed(word: str) -> int:
    """The number of slips that a word of this length may have: in shorter ones every slip makes another word."""
    return 0 if len(word) < SHORT else 1 if len(word) < LONG else 2


def pieces(word: str) -> list[str]:
    """Parts of a word of which at least one stands in the word that was meant, if the slips are no more than allowed;
    empty where none are. A slip spoils one part, a swap across their border two: three parts outlast one slip of any
    kind, four outlast two of which one is such a swap. Short words have parts that overlap instead, and each swap
    undone."""
    allowed = slips_allowed(word)
    if not allowed:
        return []
    if len(word) < MIDDLE:
        pairs = {word[at : at + 2] for at in range(len(word) - 1)}
        return sorted(pairs | {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)})
    count = allowed + 2
    cuts = [len(word) * number // count for number in range(count + 1)]
    return sorted({word[start:end] for start, end in pairwise(cuts)})


MOST_JOINED = 3  # words of a name that are written as one, as in "vanderberg"


def words_of(name: str) -> list[str]:
    """The words of a folded name, and each few neighbours as one."""
    words = name.split()
    return [
        "".join(words[at : at + count]) for count in range(1, MOST_JOINED + 1) for at in range(len(words) - count + 1)
    ]


class Spelling:
    """A folded query, to hold names against. Words of names are compared once, however many names have them."""

    def __init__(self, query: str) -> None:
        self._typed = query.split()
        self._slips: dict[tuple[str, str], int] = {}

    def slips(self, name: str) -> int | None:
        """The slips between the query and a folded name: each word of the query against the word, or the beginning of
        a word, of the name that is closest. None where one is too far from all of them."""
        total, words = 0, words_of(name)
        for typed in self._typed:
            least = min((self._between(typed, word) for word in words), default=len(typed))
            if least > slips_allowed(typed):
                return None
            total += least
        return total

    def _between(self, typed: str, word: str) -> int:
        if word.startswith(typed):
            return 0
        known = self._slips.get((typed, word))
        if known is None:
            most = slips_allowed(typed)
            known = OSA.distance(typed, word, score_cutoff=most)
            if known > most:
                known = OSA.distance(undotted(typed), undotted(word), score_cutoff=most)
            self._slips[typed, word] = known
        return known

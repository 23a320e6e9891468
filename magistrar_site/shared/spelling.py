"""The distance of a typed word from a name's: letters too many, missing, changed or swapped, by optimal string
alignment. Dots of umlauts that were left out are no slips, nor are blanks between a name's words."""

from __future__ import annotations

from collections.abc import Sequence
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


class Spelling:
    """A folded query, to hold names against. Words of names are compared once, however many names have them."""

    def __init__(self, query: str) -> None:
        self._typed = [TypedWord(word) for word in query.split()]

    def slips(self, name: str) -> int | None:
        """The slips between the query and a folded name: each word of the query against the word, or the beginning of
        a word, of the name that is closest; a few neighbours count as a word too. None where one is too far from all
        of them."""
        total, words = 0, name.split()
        for typed in self._typed:
            least = typed.least_slips(words)
            if least > typed.most:
                return None
            total += least
        return total


class TypedWord:
    """A word of a query, and how far other words are from it."""

    def __init__(self, word: str) -> None:
        self._word, self._plain, self.most = word, undotted(word), slips_allowed(word)
        self._slips: dict[str, int] = {}
        self._lengths: dict[str, int] = {}

    def least_slips(self, words: Sequence[str]) -> int:
        """The slips between it and the closest of a name's words, or of a few neighbours that are written as one; more
        than `most` where it is too far from all."""
        least = min(map(self._slips_to, words), default=self.most + 1)
        if least:
            for count in range(2, min(MOST_JOINED, len(words)) + 1):
                for at in range(len(words) - count + 1):
                    joined = words[at : at + count]
                    if self._may_be(joined):
                        least = min(least, self._slips_to("".join(joined)))
        return least

    def _may_be(self, joined: Sequence[str]) -> bool:
        """Whether words that are written as one may be close: they begin as it does, or are no longer than it may be.
        Where two of them meet, one letter more may go with the dots."""
        shortest = sum(map(self._plain_length, joined)) - len(joined) + 1
        return shortest <= len(self._plain) + self.most or self._word.startswith(joined[0])

    def _plain_length(self, word: str) -> int:
        length = self._lengths.get(word)
        if length is None:
            length = self._lengths[word] = len(undotted(word))
        return length

    def _slips_to(self, word: str) -> int:
        slips = self._slips.get(word)
        if slips is None:
            slips = self._slips[word] = 0 if word.startswith(self._word) else self._distance(word)
        return slips

    def _distance(self, word: str) -> int:
        """More than `most` where there are more slips. A word that is shorter by more than that is too far, whatever
        its letters are."""
        slips, most = self.most + 1, self.most
        if len(word) >= len(self._plain) - most:
            slips = OSA.distance(self._word, word, score_cutoff=most)
            if slips > most:
                slips = OSA.distance(self._plain, undotted(word), score_cutoff=most)
        return slips

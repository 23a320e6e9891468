from __future__ import annotations

from tournaments.models import Match, MatchSeat


def entry_keys_of(match: Match) -> list[str]:
    """The keys of the entries that sit in a match, by position."""
    seats = MatchSeat.objects.filter(match=match, is_void=False).order_by("position")
    return list(seats.values_list("entry__key", flat=True))

"""Random histories of a ladder, as hypothesis strategies. Challenges go by the rules where the history draws so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from tournaments.formats.systems.ladder import (
    Away,
    Back,
    ChallengeAccepted,
    Challenged,
    ChallengeEnded,
    Happening,
    Joined,
    LadderRules,
    Left,
    Started,
    challenge_refusal,
    ladder_at,
)

START = datetime(2026, 9, 1, 18, tzinfo=UTC)
PLAYERS = tuple("ABCDEFGH")


def rules() -> st.SearchStrategy[LadderRules]:
    return st.builds(
        LadderRules,
        reach=st.integers(1, 4),
        idle=st.integers(2, 12),
        idle_again=st.integers(1, 6),
        gone=st.integers(13, 40),
    )


@st.composite
def histories(draw: st.DrawFn, given: LadderRules) -> list[Happening]:
    count = draw(st.integers(2, 6))
    happenings: list[Happening] = [Started(START, PLAYERS[:count])]
    now = START
    for number in range(draw(st.integers(0, 14))):
        # None at all, minutes, and days: also two at one moment, and around midnight.
        now += timedelta(minutes=draw(st.sampled_from((0, 0, 7, 359, 360, 1440, 5000, 12_000))))
        happenings += draw(st.sampled_from((_challenge, _challenge, _end, _end, _roster, _away)))(
            draw, now, number, happenings, given
        )
    return happenings


def _challenge(
    draw: st.DrawFn, now: datetime, number: int, so_far: list[Happening], given: LadderRules
) -> list[Happening]:
    ladder = ladder_at(now, so_far, given)
    pairs = [
        (one, other)
        for one in ladder.order
        for other in ladder.order
        if challenge_refusal(one, other, ladder, now, given) is None
    ]
    if not pairs:
        return []
    challenger, challenged = draw(st.sampled_from(pairs))
    made: list[Happening] = [Challenged(now, f"c{number}", challenger, challenged)]
    return [*made, ChallengeAccepted(now, f"c{number}")] if draw(st.booleans()) else made


def _end(draw: st.DrawFn, now: datetime, number: int, so_far: list[Happening], given: LadderRules) -> list[Happening]:
    open_challenges = [each.key for each in ladder_at(now, so_far, given).challenges.values() if each.is_open]
    if not open_challenges:
        return []
    return [ChallengeEnded(now, draw(st.sampled_from(open_challenges)), draw(st.booleans()), draw(st.booleans()))]


def _roster(
    draw: st.DrawFn, now: datetime, number: int, so_far: list[Happening], given: LadderRules
) -> list[Happening]:
    return [draw(st.sampled_from((Joined, Left)))(now, draw(st.sampled_from(PLAYERS)))]


def _away(draw: st.DrawFn, now: datetime, number: int, so_far: list[Happening], given: LadderRules) -> list[Happening]:
    player = draw(st.sampled_from(PLAYERS))
    if draw(st.integers(0, 3)) == 0:
        return [Back(now, player)]
    first = now.date() + timedelta(days=draw(st.integers(0, 9)))
    return [Away(now, player, first, first + timedelta(days=draw(st.integers(0, 15))))]

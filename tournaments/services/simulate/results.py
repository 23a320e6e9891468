"""How the games of a simulated round end. Each way is a function of its own in a table, with how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.registry import game_system
from games.enums import GameState, Grade
from games.services.random_play import random_body, random_choices
from magistrar_site.shared.services.due import due_work_off
from tournaments.models import Match
from tournaments.selectors.series.matches import match_series
from tournaments.services.results.confirm import result_accept, result_confirm, result_dispute
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import Ruling, result_annul, result_reopen, result_rule, ruling_make
from tournaments.services.results.variants import game_choice_say, game_variants_set
from tournaments.services.series.forfeit import rest_forfeit
from tournaments.services.simulate.world import World, entry_at

MOST_TRIES = 40  # games of one series, annulled and replayed ones among them
GRADES = (Grade.RECORD, Grade.RECORD, Grade.SHEET, Grade.SCORE)
Way = Callable[[World, Match], None]


def hand_in(world: World, match: Match, position: int | None, body: bytes) -> str:
    """By one of the players, or (None) at the desk; the submission's key."""
    act = world.act() if position is None else world.by(entry_at(match, position))
    sent = result_submit(act=act, game_key=world.game_of(match).game.key, body=body, idempotency_key=world.ids.key())
    return str(sent.key)


def seats_of(match: Match) -> int:
    """How many sit at the match's table."""
    return len(match.seats.all())


def sides(world: World) -> tuple[str, str]:
    """What the game calls its first two seats."""
    first, second = game_system(world.event.system).seat_names[:2]
    return first, second


def said_winner(world: World, match: Match, kind: str, *, may_tie: bool = True) -> dict[str, str]:
    """Who won, as a ruling of that kind says it: of two the winner, or "" for a tie; of more the places, some of them
    shared. A forfeited game of more ranks those who came."""
    seats = seats_of(match)
    if seats == 2:
        return {"winner": world.rng.choice(("", *sides(world)) if may_tie else sides(world))}
    names = list(game_system(world.event.system).seat_names[:seats])
    world.rng.shuffle(names)
    if kind == "forfeit":
        return {"placing": ">".join(names[: world.rng.randint(1, seats - 1)])}
    others = "".join(world.rng.choice((">", ">", "=") if may_tie else (">",)) + name for name in names[1:])
    return {"placing": names[0] + others}


def document(world: World, match: Match, grade: Grade | None = None) -> bytes:
    """A game as it is set up by now; what the table hasn't said comes by lot."""
    of_game = [each for each in GRADES if each.value in game_system(world.event.system).grades]
    grade, game, asked = grade or world.rng.choice(of_game), world.game_of(match).game, world.event.asks
    if asked:
        game.refresh_from_db(fields=["variants"])
    return random_body(rng=world.rng, game=game, grade=grade, asked=asked)


def said_at_the_table(world: World, match: Match) -> None:
    """What seats have, and some of what is turned up for parts, by any player: the rest comes with the document."""
    game = world.game_of(match).game
    asked = world.event.asks
    said = random_choices(rng=world.rng, game=game, asked=asked)
    seats = {choice.key: said[choice.key] for choice in asked if choice.chosen_for == "seat"}
    if seats:
        act = world.by(entry_at(match, world.rng.randrange(seats_of(match))))
        game_variants_set(act=act, game_key=game.key, said=seats)
    for choice in (each for each in asked if each.chosen_for == "part"):
        values = said[choice.key]
        for part, value in enumerate(values[: world.rng.randint(0, len(values))], 1):
            act = world.by(entry_at(match, world.rng.randrange(seats_of(match))))
            game_choice_say(act=act, game_key=game.key, choice=choice.key, part=part, value=value)


def agreed(world: World, match: Match) -> None:
    """One hands in, the others confirm until it counts."""
    seats = seats_of(match)
    position = world.rng.randrange(seats)
    sent = hand_in(world, match, position, document(world, match))
    for other in range(1, seats):
        act = world.by(entry_at(match, (position + other) % seats))
        if result_confirm(act=act, submission_key=sent).state == GameState.AGREED:
            return


def both_the_same(world: World, match: Match) -> None:
    body = document(world, match)
    for position in range(seats_of(match)):
        hand_in(world, match, position, body)


def at_the_desk(world: World, match: Match) -> None:
    hand_in(world, match, None, document(world, match))


def taken_by_the_desk(world: World, match: Match) -> None:
    sent = hand_in(world, match, 0, document(world, match))
    result_accept(act=world.act(), submission_key=sent)


def confirmed_by_silence(world: World, match: Match) -> None:
    """Nobody objects: after the deadline it counts as confirmed, if the event's rules set one."""
    hand_in(world, match, 1, document(world, match))
    world.later(hours=2)
    due_work_off(now=world.now)


def unconfirmed(world: World, match: Match) -> None:
    hand_in(world, match, world.rng.randrange(seats_of(match)), document(world, match))


def disputed_and_ruled(world: World, match: Match) -> None:
    sent = hand_in(world, match, 0, document(world, match))
    result_dispute(act=world.by(entry_at(match, 1), "I won part 4."), submission_key=sent)
    rule(world, match, "version", submission_key=sent)


def conflicting_and_ruled(world: World, match: Match) -> None:
    sent = [hand_in(world, match, position, document(world, match)) for position in (0, 1)]
    rule(world, match, "version", submission_key=world.rng.choice(sent))


def conflict_mended(world: World, match: Match) -> None:
    """They differ, then one of them finds his slip and hands in the other's version."""
    body = document(world, match)
    hand_in(world, match, 0, body)
    hand_in(world, match, 1, document(world, match))
    hand_in(world, match, 1, body)


def refused_then_agreed(world: World, match: Match) -> None:
    """A file that is none, then the real one."""
    hand_in(world, match, 0, world.rng.choice((b"\xff\x00 not a game", b'{"format":"magistrar-score/1"}', b"1-0")))
    agreed(world, match)


def forfeited(world: World, match: Match) -> None:
    rule(world, match, "forfeit", **said_winner(world, match, "forfeit", may_tie=False))


def both_absent(world: World, match: Match) -> None:
    rule(world, match, "forfeit")


def bare(world: World, match: Match) -> None:
    rule(world, match, "bare", **said_winner(world, match, "bare"))


def abandoned(world: World, match: Match) -> None:
    """Broken off after some parts: what was recorded can't count by itself, and the arbiter rules by it."""
    engine = game_system(world.event.system)
    whole = engine.parse(document(world, match, Grade.RECORD))
    sent = hand_in(world, match, 0, engine.encode(engine.beginning(whole, world.rng.randint(1, 4))))
    rule(world, match, "abandoned", submission_key=sent)


def corrected(world: World, match: Match) -> None:
    """Agreed, taken back, agreed anew."""
    agreed(world, match)
    result_reopen(act=world.act("The sheets were mixed up."), game_key=world.game_of(match).game.key)
    agreed(world, match)


def annulled(world: World, match: Match) -> None:
    agreed(world, match)
    result_annul(act=world.act("The lights went out."), game_key=world.game_of(match).game.key)


# --- between the games of a series ------------------------------------------------------------------------------------
def earlier_corrected(world: World, match: Match) -> None:
    """An earlier game is put right; what was played since is kept, or played anew."""
    counted = match_series(match).standing.counted
    if len(counted) < 2:
        return
    game = world.rng.choice(counted[:-1])
    link = next(link for link in match_series(match).links if link.number == game.number)
    later = "annul" if world.chance(0.5) else "keep"
    ruling = Ruling("bare", later=later, **said_winner(world, match, "bare"))
    ruling_make(act=world.act("The sheets were mixed up."), game_key=link.game.key, ruling=ruling)


def rest_given_up(world: World, match: Match) -> None:
    who = world.rng.choice([[0], [1], [0, 1]])
    entries = [entry_at(match, seat).key for seat in who]
    rest_forfeit(act=world.act("Had to leave."), match_key=match.key, entries=entries)


def rest_taken_up(world: World, match: Match) -> None:
    rest_forfeit(act=world.act("Came back."), match_key=match.key, entries=[])


IN_A_SERIES: Mapping[Way, float] = {earlier_corrected: 0.1, rest_given_up: 0.05, rest_taken_up: 0.03}


def happen_in_series(world: World, match: Match) -> None:
    for incident, likelihood in IN_A_SERIES.items():
        if world.chance(likelihood * world.plan.incidents):
            world.attempt(incident.__name__, incident, world, match)


def rule(
    world: World, match: Match, kind: str, *, winner: str = "", placing: str = "", submission_key: str = ""
) -> None:
    result_rule(
        act=world.act("Both were heard."),
        game_key=world.game_of(match).game.key,
        kind=kind,
        winner=winner,
        placing=placing,
        submission_key=submission_key,
    )


# Weights, of a hundred.
WAYS: Mapping[Way, int] = {
    agreed: 50,
    both_the_same: 8,
    at_the_desk: 6,
    taken_by_the_desk: 4,
    confirmed_by_silence: 3,
    unconfirmed: 3,
    disputed_and_ruled: 4,
    conflicting_and_ruled: 3,
    conflict_mended: 3,
    refused_then_agreed: 3,
    forfeited: 5,
    both_absent: 1,
    bare: 3,
    abandoned: 2,
    corrected: 3,
    annulled: 1,
}


def play(world: World, match: Match) -> None:
    """Play the match's game, or its games as they come due, and get each a result in one of the ways."""
    if match.best_of == 1:
        _play_game(world, match)
        return
    for _game in range(MOST_TRIES):
        pending = match_series(match).pending
        if not pending:
            break
        world.playing[match.pk] = pending[0]
        _play_game(world, match)
        happen_in_series(world, match)
        world.later(minutes=30)
    world.playing.pop(match.pk, None)


def _play_game(world: World, match: Match) -> None:
    if world.event.asks and world.chance(0.5):
        world.attempt("said_at_the_table", said_at_the_table, world, match)
    way = world.rng.choices(list(WAYS), weights=list(WAYS.values()))[0] if world.plan.incidents else agreed
    if world.plan.as_paired and way is annulled:  # later rounds would be paired without a result
        way = agreed
    if not world.attempt(way.__name__, way, world, match):
        world.attempt("agreed", agreed, world, match)

"""Judging a score: are these Honoris and duel markers possible on the edition's track."""

from msgspec import UNSET

from games.engine.systems.magistrar.documents import DUELS_IN_A_GAME, SCORE_FORMAT, Score
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.effects import BASE_DUEL
from games.engine.systems.magistrar.endings import can_end
from games.engine.systems.magistrar.game import (
    ENGINE_VERSION,
    SYSTEM_KEY,
    GameInPlay,
    illegal_report,
    winner_of,
)
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.report import SIDES, Report, Side, SideLevels, SideNumbers, Violation


def check_score(score: Score, edition: Edition) -> Report:
    """Judge a score whose set-up the edition knows."""
    game = GameInPlay(edition, score.variants, "white" if score.starter is UNSET else score.starter)
    markers = SideNumbers(score.markers.white, score.markers.black)
    honoris = SideNumbers(score.honoris.white, score.honoris.black)
    values = _track_values(game, honoris, markers)
    starters = (0, 1) if score.starter is UNSET else (SIDES.index(score.starter),)
    violations = _impossible(game, honoris, markers, values, starters)
    if violations:
        return illegal_report(game, SCORE_FORMAT, DUELS_IN_A_GAME, [], violations)
    assumed = game.assumed_names(DUELS_IN_A_GAME)
    if any(_rests_on_assumed(edition, white, black) for white, black in values):
        assumed.append("track")
    return Report(
        SYSTEM_KEY,
        SCORE_FORMAT,
        edition.key,
        ENGINE_VERSION,
        legal=True,
        complete=True,
        winner=winner_of(honoris.white, markers.white, honoris.black, markers.black),
        honoris=honoris,
        markers=markers,
        level=SideLevels(None, None),
        assumed=tuple(sorted(assumed)),
    )


def _track_values(game: GameInPlay, honoris: SideNumbers, markers: SideNumbers) -> list[tuple[int, int]]:
    """What both sides can have had from the track (R19): a marker of another worth is either's, or was put aside."""
    base = BASE_DUEL.marker_honoris
    values = [(honoris.white - base * markers.white, honoris.black - base * markers.black)]
    all_taken = markers.white + markers.black == _most_markers(game)
    for rules in game.duel_rules:
        bonus = rules.marker_honoris - base
        if bonus and rules.marker_given:
            taken = [(white - bonus, black) for white, black in values if markers.white]
            taken += [(white, black - bonus) for white, black in values if markers.black]
            values = taken if all_taken else values + taken
    return values


def _most_markers(game: GameInPlay) -> int:
    """R4, R27: `truce` gives none."""
    return sum(rules.marker_given for rules in game.duel_rules)


def _impossible(
    game: GameInPlay,
    honoris: SideNumbers,
    markers: SideNumbers,
    values: list[tuple[int, int]],
    starters: tuple[int, ...],
) -> list[Violation]:
    number, most, edition = markers.white + markers.black, _most_markers(game), game.edition
    if number > most:
        return [violation("score", "R4", number=number, most=most)]
    if any(white in edition.track and black in edition.track for white, black in values):
        return [] if _some_game_ends(game, markers, values, starters) else [_no_game(honoris, markers)]
    sides: tuple[tuple[Side, int, int, set[int]], ...] = (
        ("white", honoris.white, markers.white, {white for white, _ in values}),
        ("black", honoris.black, markers.black, {black for _, black in values}),
    )
    found = [
        violation("score", "R19", side=side, honoris=given, markers=won)
        for side, given, won, possible in sides
        if possible.isdisjoint(edition.track)
    ]
    if found:
        return found
    # Each side alone is possible, but only with the one marker of another worth: one of both is wrong.
    return [violation("score", "R19", side=side, honoris=given, markers=won) for side, given, won, _ in sides]


def _some_game_ends(
    game: GameInPlay, markers: SideNumbers, values: list[tuple[int, int]], starters: tuple[int, ...]
) -> bool:
    """Whether the levels of these values and the markers go together; with mages or duel cards they may always."""
    if game.mages or game.cards:
        return True
    won, golden = (markers.white, markers.black), (game.white.golden, game.black.golden)
    return any(
        can_end((white, black), won, golden, starters, only_fewest=game.edition.identical_only_fewest)
        for of_white, of_black in values
        for white in _levels(game.edition, of_white)
        for black in _levels(game.edition, of_black)
    )


def _levels(edition: Edition, value: int) -> list[int]:
    return [level for level, honoris in enumerate(edition.track) if honoris == value]


def _no_game(honoris: SideNumbers, markers: SideNumbers) -> Violation:
    return violation(
        "score",
        "R15",
        white=honoris.white,
        black=honoris.black,
        white_markers=markers.white,
        black_markers=markers.black,
    )


def _rests_on_assumed(edition: Edition, white: int, black: int) -> bool:
    track = edition.track
    if white not in track or black not in track:
        return False
    return not edition.assumed_levels.isdisjoint((track.index(white), track.index(black)))

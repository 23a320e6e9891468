"""Magia Cum Laude as a game system."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

import msgspec

from games.engine.core.deals import BegunGame
from games.engine.core.documents import ShapeError
from games.engine.core.evidence import Difference, Grade
from games.engine.core.game_system import GameEdition
from games.engine.core.judged import Judged, Numbers, Part
from games.engine.core.messages import gettext_noop as _
from games.engine.core.numbers import NumberSpec
from games.engine.core.seat_system import NO_EDITIONS, SeatSystem, numbers_by_seat
from games.engine.core.seats import Seat, SeatNames, by_name, numbered_seats
from games.engine.core.secrets import BegunRecord
from games.engine.systems.cum_laude import dealt, noted
from games.engine.systems.cum_laude.canonical import as_played, canonical_turn, with_piles_as_far_as_both_go
from games.engine.systems.cum_laude.dealing import first_set_up
from games.engine.systems.cum_laude.derive import score_of, sheet_of
from games.engine.systems.cum_laude.documents import (
    FORMATS,
    READER,
    RECORD_FORMAT,
    SCORE_FORMAT,
    Document,
    Record,
    Sheet,
    Turn,
    check_turn,
)
from games.engine.systems.cum_laude.edition import (
    DEFAULT_EDITION,
    MOST_PLAYERS,
    SHIPPED_EDITIONS,
    Edition,
    read_edition,
)
from games.engine.systems.cum_laude.judge import ENGINE_VERSION, SYSTEM_KEY, judge
from games.engine.systems.cum_laude.messages import SENTENCES
from games.engine.systems.cum_laude.points import counted_of, placings
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.replay import replay_steps
from games.engine.systems.cum_laude.report import Report
from games.engine.systems.cum_laude.steps import Step

# What points are made of: it adds up, and ranks nobody by itself.
_POINTS: Mapping[str, Any] = {"better": "", "least": None}

CHANGE_PLACES = "change_places"  # the only variant


class CumLaudeSystem(SeatSystem[Document, Edition, Report]):
    """Records, sheets and scores of Magia Cum Laude."""

    key = SYSTEM_KEY
    name = _("Magia Cum Laude")
    engine_version = ENGINE_VERSION
    formats = FORMATS
    grades: tuple[Grade, ...] = ("record", "sheet", "score")
    players = tuple(range(2, MOST_PLAYERS + 1))
    seat_names = numbered_seats(MOST_PLAYERS)
    numbers = (
        NumberSpec(
            "victory_points",
            _("Victory points"),
            _("VP"),
            _("Points for complete spells, the finish and the order."),
            least=None,
        ),
        NumberSpec(
            "matching",
            _("Matching crystals"),
            _("Match"),
            _("Crystals that match the player’s order: they decide between equal victory points."),
        ),
        NumberSpec(
            "spells", _("Complete spells"), _("Spells"), _("Complete spells of the player’s missions."), better=""
        ),
        NumberSpec("finishes", _("Finishes"), _("Finishes"), _("Games that the player ended."), better="", most=1),
        NumberSpec("orders", _("Orders fulfilled"), _("Orders"), _("Orders that were uncovered."), better="", most=1),
        NumberSpec("spell_points", _("Points for spells"), _("VP spells"), _("For complete spells."), **_POINTS),
        NumberSpec("finish_points", _("Points for finishing"), _("VP finish"), _("For ending games."), **_POINTS),
        NumberSpec("order_points", _("Points for orders"), _("VP orders"), _("For orders uncovered."), **_POINTS),
        NumberSpec(
            "crystal_points",
            _("Points for crystals"),
            _("VP crystals"),
            _("For crystals in stock that match the order, less those that don’t."),
            **_POINTS,
        ),
    )
    typed_numbers = 2
    reader = READER
    report_type = Report
    sentences = SENTENCES
    editions = SHIPPED_EDITIONS
    ways: Mapping[str, tuple[str, ...]] = {"base": (), CHANGE_PLACES: ()}
    fixed_variants: Mapping[str, Mapping[str, Any]] = {CHANGE_PLACES: {CHANGE_PLACES: True}}

    def read_edition(self, data: bytes | str) -> Edition:
        return read_edition(data)

    def judge(self, document: Document, edition: Edition) -> Report:
        return judge(document, edition)

    def typed_score(
        self,
        set_up: Mapping[str, Any],
        numbers: Sequence[tuple[int, ...]],
        editions: Mapping[str, GameEdition] = NO_EDITIONS,
    ) -> Report:
        """A score of victory points, maybe with the crystals that match. Without these, equal points tell no places
        (L37)."""
        known = {name: said for name, said in set_up.items() if name != "variants"}
        told = dict(zip(("vp", "tie_break"), [by_name(self.seat_names, each) for each in numbers], strict=False))
        report = self.check_document({"format": SCORE_FORMAT, **known, "players": len(numbers[0]), **told}, editions)
        if len(numbers) == 1 and len(set(numbers[0])) < len(numbers[0]) and report.legal:
            return msgspec.structs.replace(report, complete=False, winner=None, placings=None)
        return report

    def score_of(self, document: Document, edition: Edition) -> Document:
        return score_of(document, edition)

    def at_grade(self, document: object, grade: Grade, edition: GameEdition) -> Document:
        """A complete legal document told at that grade, which is its own or a coarser one."""
        if grade == "sheet" and isinstance(document, Record):
            return sheet_of(document, cast("Edition", edition))
        return super().at_grade(document, grade, edition)

    def variants_of(self, document: Document) -> dict[str, Any]:
        """Of a record alone: in a sheet or a score they change nothing."""
        return {CHANGE_PLACES: True} if isinstance(document, Record) and document.change_places else {}

    def variants_agree(self, said: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        """Whether both are with the change-places cards, or both without."""
        return bool(said.get(CHANGE_PLACES)) == bool(known.get(CHANGE_PLACES))

    def begun_record(self, set_up: Mapping[str, Any], parts: Sequence[Any]) -> dict[str, Any]:
        """A record with these turns, as decoded JSON; nothing is checked. Until it is known what was dealt, everything
        lies as the edition lists it."""
        edition = self.editions.get(set_up.get("edition", DEFAULT_EDITION)) or self.editions[DEFAULT_EDITION]
        variants = set_up.get("variants") or {}
        players = set_up.get("players", self.players[0])
        dealt = first_set_up(edition, players, change_places=bool(variants.get(CHANGE_PLACES)))
        begun = {"players": players, "starter": self.seat_names[0], **variants, "setup": msgspec.to_builtins(dealt)}
        known = {name: said for name, said in set_up.items() if name != "variants"}
        return {"format": RECORD_FORMAT, **begun, **known, "turns": list(parts)}

    def told_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> dict[str, Any]:
        """A turn, in the one way in which it is written."""
        try:
            turn = msgspec.convert(sent, Turn)
            players = set_up.get("players", MOST_PLAYERS)
            check_turn(turn, cast("Edition", edition), self.seat_names[:players], f"turns[{len(before)}]")
        except (msgspec.ValidationError, ShapeError, RecursionError) as error:
            raise ValueError(str(error)) from error
        told: dict[str, Any] = msgspec.to_builtins(canonical_turn(turn))
        return told

    def parts_agree(self, first: Any, second: Any) -> bool:
        if noted.is_noted(first) or noted.is_noted(second):
            return bool(first == second)  # told in one way
        one, other = (canonical_turn(msgspec.convert(each, Turn)) for each in (first, second))
        return one == other

    def first_difference(
        self, first: object, second: object, editions: Mapping[str, GameEdition] | None = None
    ) -> Difference | None:
        if isinstance(first, Record) and isinstance(second, Record):
            first, second = with_piles_as_far_as_both_go(first, second)
        return super().first_difference(first, second, editions)

    def random_game(
        self,
        rng: random.Random,
        *,
        players: int,
        starter: Seat | None,
        edition: GameEdition,
        variants: Mapping[str, object],
    ) -> Record:
        change_places = bool(variants.get(CHANGE_PLACES))
        own = cast("Edition", edition)
        return random_record(rng, players=players, starter=starter, edition=own, change_places=change_places)

    def replay(self, document: object, editions: Mapping[str, GameEdition] | None = None) -> tuple[Step, ...]:
        known = editions or NO_EDITIONS
        if not isinstance(document, Record) or not self.check_document(document, known).legal:
            return ()
        return replay_steps(document, self._edition_of(document, known))

    def places_so_far(self, judged: Judged) -> tuple[int, ...]:
        """By points and matching crystals as they are (L37)."""
        vp = cast("Report", judged.report).vp or {}
        return tuple(placings(vp, self.seat_names[: len(vp)]).values())

    def numbers_of(self, report: Report, seats: SeatNames) -> Numbers:
        found = [counted_of(report, seat) for seat in seats] if report.vp is not None else []
        by_key = {
            spec.key: {seat: counted[spec.key] for seat, counted in zip(seats, found, strict=True)} if found else None
            for spec in self.numbers
        }
        return numbers_by_seat(by_key, seats)

    def parts_of(self, report: Report, seats: SeatNames) -> tuple[Part, ...]:
        """The turns, second ones counted. Nobody wins a turn."""
        return tuple(Part(number) for number in range(1, (report.turns or 0) + 1))

    def _as_played(self, document: Document) -> Document:
        return as_played(document)

    # --- Games that a seed deals --------------------------------------------------------------------------------

    def check_dealt_parts(
        self,
        set_up: Mapping[str, Any],
        seed: str,
        parts: Sequence[Any],
        editions: Mapping[str, GameEdition] = NO_EDITIONS,
        *,
        ends: Collection[Seat] | None = None,
    ) -> BegunGame:
        edition = self.editions.get(set_up["edition"]) or cast("Edition", editions[set_up["edition"]])
        return dealt.played_parts(set_up, seed, parts, edition, ends)[1]

    def told_dealt_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> dict[str, Any]:
        return dealt.told_part(set_up["players"], before, sent, cast("Edition", edition))

    def goes_on(self, begun: Any, part: Any) -> bool:
        return dealt.goes_on(begun, part)

    def part_without_end(
        self, set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: GameEdition
    ) -> dict[str, Any] | None:
        return dealt.part_without_end(set_up, seed, parts, cast("Edition", edition))

    def part_ended_by(
        self, set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], seat: Seat, edition: GameEdition
    ) -> dict[str, Any] | None:
        return dealt.part_ended_by(set_up, seed, parts, seat, cast("Edition", edition))

    def dealt_record(
        self, set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: GameEdition
    ) -> dict[str, Any]:
        return dealt.dealt_record(set_up, seed, parts, cast("Edition", edition))

    def is_of_deal(self, document: object, seed: str, edition: GameEdition) -> bool:
        if isinstance(document, Sheet):
            return dealt.is_sheet_of_deal(document, seed, cast("Edition", edition))
        return not isinstance(document, Record) or dealt.is_of_deal(document, seed, cast("Edition", edition))

    # --- Games that are noted from paper ------------------------------------------------------------------------

    def check_noted_parts(
        self, set_up: Mapping[str, Any], parts: Sequence[Any], editions: Mapping[str, GameEdition] = NO_EDITIONS
    ) -> BegunRecord:
        edition = self.editions.get(set_up["edition"]) or cast("Edition", editions[set_up["edition"]])
        return noted.check_noted_parts(set_up, parts, edition)

    def told_noted_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> dict[str, Any]:
        return noted.told_part(set_up, before, sent, cast("Edition", edition))

    def noted_record(self, set_up: Mapping[str, Any], parts: Sequence[Any], edition: GameEdition) -> dict[str, Any]:
        return noted.noted_record(set_up, parts, cast("Edition", edition))


CUM_LAUDE = CumLaudeSystem()

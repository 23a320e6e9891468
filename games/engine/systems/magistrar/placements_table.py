"""The next duel of a game: what may be done in it, turn by turn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    MOVE_LETTERS,
    POSITIONS,
    TOKEN_LETTERS,
    ExchangeTokens,
    Record,
    Reinforcement,
    SideCounts,
    SideMoves,
    SideRows,
    Spell,
    StrengthenPawn,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.effects import EXCHANGE_TOKENS, STRENGTHEN_PAWN, SURGE
from games.engine.systems.magistrar.placements_terms import (
    KINDS,
    NO_PAWN,
    answer_may_be_identical,
    contested,
    fewest_identical,
    identical_allowed,
    rocks_to_fill,
    strength,
    terms_of_next_duel,
    won_supers,
)
from games.engine.systems.magistrar.placements_values import (
    NOTHING_DONE,
    STRENGTHENINGS,
    Choices,
    NotOfferedError,
    PawnChoice,
    RunningDuel,
    Strengthening,
    TokenCounts,
    as_recorded,
    fought_tokens,
)
from games.engine.systems.magistrar.record_check import check_record
from games.engine.systems.magistrar.report import OPPONENT, SIDES, Side


def with_pawn(running: RunningDuel, offered: Choices, choice: PawnChoice) -> RunningDuel:
    """The running duel after the side in turn has placed one of the pawns that it was offered."""
    side = offered.turn
    if side is None or choice not in offered.pawns:
        raise NotOfferedError(f"The pawn {choice.pawn} isn't offered at position {choice.position}.")
    at = choice.position
    row: str = getattr(running.pawns, side)
    row = row[: at - 1] + choice.pawn + row[at:]
    pawns = SideRows(row, running.pawns.black) if side == "white" else SideRows(running.pawns.white, row)
    order, spells = running.order, running.spells
    if offered.one_by_one and at not in order and at in contested(offered.positions, fought_tokens(running)):
        order = (*order, at)
    if choice.spell is not None:
        spells = (*spells, STRENGTHENINGS[choice.spell](by=side, position=at))
    return replace(running, pawns=pawns, order=order, spells=spells)


class Table:
    """The next duel of a game, and what may be done in it."""

    def __init__(self, game: Record, edition: Edition) -> None:
        self.game = game
        self.edition = edition
        self.terms = terms_of_next_duel(game, edition)
        self.rules = self.terms.rules

    def replay(self, running: RunningDuel) -> None:
        """Raise `NotOfferedError` unless everything in `running` was offered when its turn came."""
        state = RunningDuel(tokens=running.tokens)
        for side in SIDES:
            bag, laid, row = (
                self.terms.supplies[side].tokens,
                getattr(running.tokens, side),
                getattr(running.pawns, side),
            )
            if len(laid) > POSITIONS or any(laid.count(letter) > bag.get(letter, 0) for letter in laid):
                raise NotOfferedError(f"The bag of {side} doesn't hold the tokens {laid}.")
            if len(row) != POSITIONS:
                raise NotOfferedError(f"The row of {side} has {len(row)} places.")
        state = self._cast(state, (spell for spell in running.spells if isinstance(spell, ExchangeTokens)))
        state = self._placed(state, running)
        offered = self.choices(state).moves
        for side in SIDES:
            letters: str = getattr(running.moves, side)
            if len(letters) > getattr(offered, side) or not set(letters) <= set(MOVE_LETTERS):
                raise NotOfferedError(f"The moves {letters} of {side} aren't offered.")
        state = replace(state, moves=running.moves)
        state = self._cast(state, (spell for spell in running.spells if isinstance(spell, Surge | Triumph)))
        if Counter(state.spells) != Counter(running.spells):
            raise NotOfferedError("A pawn is strengthened that isn't placed.")

    def _cast(self, state: RunningDuel, spells: Iterable[Spell]) -> RunningDuel:
        for spell in spells:
            if spell not in self.choices(state).spells:
                raise NotOfferedError(f"The spell {spell} isn't offered.")
            state = replace(state, spells=(*state.spells, spell))
        return state

    def _placed(self, state: RunningDuel, running: RunningDuel) -> RunningDuel:
        """The state after all the pawns of `running`."""
        strengthened: dict[tuple[Side | None, int], Strengthening] = {
            (spell.by, spell.position): name
            for spell in running.spells
            for name, kind in STRENGTHENINGS.items()
            if isinstance(spell, kind)
        }
        while state.pawns != running.pawns:
            offered = self.choices(state)
            row: str = getattr(running.pawns, offered.turn or "white")
            for choice in offered.pawns:
                as_placed = (row[choice.position - 1], strengthened.get((offered.turn, choice.position)))
                after = with_pawn(state, offered, choice)
                if (choice.pawn, choice.spell) == as_placed and running.order[: len(after.order)] == after.order:
                    state = after
                    break
            else:
                raise NotOfferedError("A pawn that stands there wasn't offered.")
        if state.order != running.order:
            raise NotOfferedError("The order lists encounters that weren't begun.")
        return state

    def choices(self, running: RunningDuel) -> Choices:
        """What may be done next where everything in `running` was offered."""
        bags = {side: self._bag(running, side) for side in SIDES}
        laid = not any(bags.values())
        turn, pawns = self._pawns(running) if laid else (None, ())
        fought = laid and turn is None
        moves = SideCounts(*(self._moves(running, side) if fought else 0 for side in SIDES))
        spells: list[Spell] = []
        if laid and running.pawns == NOTHING_DONE.pawns:
            spells += self._exchanges(running)
        if fought:
            spells += self._surges(running)
            spells += self._triumphs(running)
        return Choices(
            duel=self.terms.number,
            starter=self.terms.starter,
            one_by_one=self.rules.one_by_one,
            positions=self.rules.positions,
            tokens=TokenCounts(bags["white"], bags["black"]),
            turn=turn,
            pawns=pawns,
            moves=moves,
            spells=tuple(spells),
            finished=fought and moves == SideCounts(0, 0),
        )

    def _bag(self, running: RunningDuel, side: Side) -> dict[str, int]:
        """R6: what may be drawn; nothing more once six tokens lie there."""
        laid: str = getattr(running.tokens, side)
        if len(laid) == POSITIONS:
            return {}
        bag = self.terms.supplies[side].tokens
        return {letter: left for letter in TOKEN_LETTERS if (left := bag.get(letter, 0) - laid.count(letter))}

    def _pawns(self, running: RunningDuel) -> tuple[Side | None, tuple[PawnChoice, ...]]:
        """Who places a pawn next, and which."""
        open_rocks = {side: self._open_rocks(running, side) for side in SIDES}
        if self.rules.one_by_one:
            places = self._encounters(running, open_rocks)
            if places is not None:
                return places
        for side in (self.terms.starter, self.terms.responder):
            if open_rocks[side]:
                return side, tuple(self._row_choices(running, side, open_rocks[side]))
        return None, ()

    def _open_rocks(self, running: RunningDuel, side: Side) -> list[int]:
        row: str = getattr(running.pawns, side)
        return [
            at for at in rocks_to_fill(self.rules.positions, fought_tokens(running)[side]) if row[at - 1] == NO_PAWN
        ]

    def _encounters(
        self, running: RunningDuel, open_rocks: Mapping[Side, list[int]]
    ) -> tuple[Side, tuple[PawnChoice, ...]] | None:
        """R17: the answer to the last lead, else the next lead; None where only the rocks of R18 are left."""
        begun = len(running.order)
        answerer = self.terms.leader(begun)  # who answers one encounter leads the next
        if begun and running.order[-1] in open_rocks[answerer]:
            return answerer, tuple(self._answers(running, answerer, running.order[-1]))
        free = [at for at in contested(self.rules.positions, fought_tokens(running)) if at not in running.order]
        if not free:
            return None
        return answerer, tuple(self._any_pawn(running, answerer, free))

    def _answers(self, running: RunningDuel, side: Side, at: int) -> Iterator[PawnChoice]:
        lead = self._strengths(running, OPPONENT[side])[at]
        identical = answer_may_be_identical(self.rules, lead, self._stock(running, side))
        for choice in self._any_pawn(running, side, [at]):
            if identical or self._strength(choice) != lead:
                yield choice

    def _row_choices(self, running: RunningDuel, side: Side, rocks: list[int]) -> Iterator[PawnChoice]:
        """R7, R8, H2: the starter and whoever faces a super energy places what he likes, the responder what is left."""
        free_choice = self._any_pawn(running, side, rocks)
        if side == self.terms.starter or self.rules.one_by_one:
            yield from free_choice
            return
        faced, own = self._strengths(running, OPPONENT[side]), self._strengths(running, side)
        stock = self._stock(running, side)
        allowed = identical_allowed(self.terms, list(faced.values()), self.terms.supplies[side].pawns)
        allowed -= sum(faced.get(at) == placed for at, placed in own.items())
        strengthenings = sum(self._strengthenings(running, side).values())
        for choice in free_choice:
            rest = [faced[at] for at in rocks if at != choice.position and at in faced]
            left = dict(stock) | {choice.pawn: stock[choice.pawn] - 1}
            fewest = fewest_identical(self.rules, rest, left) - (strengthenings - (choice.spell is not None))
            if (self._strength(choice) == faced.get(choice.position)) + max(0, fewest) <= allowed:
                yield choice

    def _any_pawn(self, running: RunningDuel, side: Side, rocks: list[int]) -> Iterator[PawnChoice]:
        stock = self._stock(running, side)
        spells: list[Strengthening | None] = [None]
        spells += [spell for spell, left in self._strengthenings(running, side).items() if left > 0]
        for at in rocks:
            for kind in KINDS:
                if stock[kind] > 0:
                    yield from (PawnChoice(at, kind, spell) for spell in spells)

    def _stock(self, running: RunningDuel, side: Side) -> dict[str, int]:
        row: str = getattr(running.pawns, side)
        return {kind: self.terms.supplies[side].pawns[kind] - row.count(kind) for kind in KINDS}

    def _strengthenings(self, running: RunningDuel, side: Side) -> dict[Strengthening, float]:
        return {
            "strengthen_pawn": self.terms.supplies[side].uses_left(
                STRENGTHEN_PAWN, _times_cast(running, side, StrengthenPawn)
            ),
            "reinforcement": self.rules.reinforcements - _times_cast(running, side, Reinforcement),
        }

    def _strengths(self, running: RunningDuel, side: Side) -> dict[int, int]:
        """The strengths of a side's pawns where pawn meets pawn, by position."""
        row: str = getattr(running.pawns, side)
        strengthened = _strengthened(running, side)
        return {
            at: strength(self.rules, row[at - 1], strengthened=at in strengthened)
            for at in contested(self.rules.positions, fought_tokens(running))
            if row[at - 1] != NO_PAWN
        }

    def _strength(self, choice: PawnChoice) -> int:
        return strength(self.rules, choice.pawn, strengthened=choice.spell is not None)

    def _moves(self, running: RunningDuel, side: Side) -> int:
        fought = fought_tokens(running)
        won = won_supers(self.rules.positions, fought[side], fought[OPPONENT[side]])
        return won - len(getattr(running.moves, side))

    def _exchanges(self, running: RunningDuel) -> Iterator[Spell]:
        """R23: of tokens that face each other, neither a super energy, at most once a position."""
        exchanged = {spell.position for spell in running.spells if isinstance(spell, ExchangeTokens)}
        for side in (self.terms.starter, self.terms.responder):
            spent = _times_cast(running, side, ExchangeTokens)
            if self.terms.supplies[side].uses_left(EXCHANGE_TOKENS, spent) > 0:
                for at in contested(POSITIONS, {"white": running.tokens.white, "black": running.tokens.black}):
                    if at not in exchanged:
                        yield ExchangeTokens(by=side, position=at)

    def _surges(self, running: RunningDuel) -> Iterator[Spell]:
        """R25."""
        for side in (self.terms.starter, self.terms.responder):
            if self.terms.supplies[side].uses_left(SURGE, _times_cast(running, side, Surge)) > 0:
                yield Surge(by=side, direction="L")
                yield Surge(by=side, direction="D")

    def _triumphs(self, running: RunningDuel) -> Iterator[Spell]:
        """R27: the card's extra move, where the judge grants it."""
        if self.rules.triumph_points is None or any(isinstance(spell, Triumph) for spell in running.spells):
            return
        moves = (getattr(running.moves, side) + "." * self._moves(running, side) for side in SIDES)
        settled = as_recorded(replace(running, moves=SideMoves(*moves)), one_by_one=self.rules.one_by_one)
        for side in SIDES:
            duel = replace(settled, spells=(*settled.spells, Triumph(by=side, direction="L")))
            if check_record(replace(self.game, duels=(*self.game.duels, duel)), self.edition).legal:
                yield from (Triumph(by=side, direction="L"), Triumph(by=side, direction="D"))
                yield Triumph(by=side, direction=".")


def _times_cast(running: RunningDuel, side: Side, kind: type[Spell]) -> int:
    return sum(spell.by == side and isinstance(spell, kind) for spell in running.spells)


def _strengthened(running: RunningDuel, side: Side) -> set[int]:
    return {
        spell.position
        for spell in running.spells
        if spell.by == side and isinstance(spell, StrengthenPawn | Reinforcement)
    }

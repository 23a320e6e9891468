// A duel as it is laid out while it is recorded: what lies where, what is left, whose turn it is. It counts; the rules are
// the server's. What it offers by itself, while there is no answer, are the places and pieces that remain.
(function () {
  "use strict";
  const SIDES = ["white", "black"], NONE = "-", PLACES = [1, 2, 3, 4, 5, 6], KINDS = ["W", "M", "S"];

  const other = (side) => (side === "white" ? "black" : "white");
  const copy = (value) => JSON.parse(JSON.stringify(value));

  function empty() {
    return { tokens: { white: "------", black: "------" }, pawns: { white: "------", black: "------" },
      order: [], moves: { white: "", black: "" }, spells: [] };
  }

  // A duel of a record, as an arena.
  function ofDuel(duel) {
    const arena = empty();
    ["tokens", "pawns"].forEach((rows) => Object.assign(arena[rows], duel[rows]));
    Object.assign(arena.moves, duel.moves || {});
    arena.order = (duel.order || []).slice();
    arena.spells = copy(duel.spells || []);
    return arena;
  }

  const token = (arena, side, at) => arena.tokens[side][at - 1];
  const pawn = (arena, side, at) => arena.pawns[side][at - 1];
  const isEmpty = (arena) => SIDES.every((side) => arena.tokens[side] === "------");
  const isFull = (arena) => SIDES.every((side) => !arena.tokens[side].includes(NONE));

  function spellAt(arena, side, at) {
    return arena.spells.find((spell) => spell.by === side && spell.position === at && spell.spell !== "exchange_tokens");
  }

  function setLetter(rows, side, at, letter) {
    rows[side] = rows[side].slice(0, at - 1) + letter + rows[side].slice(at);
  }

  // What was chosen after the fight: directions by side and position, and the spells cast then.
  function chosen(arena, terms, game) {
    const later = arena.later || { moves: {}, casts: [] }, moves = {};
    SIDES.forEach((side) => {
      moves[side] = Object.assign({}, later.moves[side]);
      wonSupers(arena, terms, game, side).slice(0, arena.moves[side].length)
        .forEach((at, index) => { moves[side][at] = arena.moves[side][index]; });
    });
    return { moves, casts: later.casts.concat(arena.spells.filter((spell) => spell.position === undefined)) };
  }

  // The arena with what was chosen after its fight. `moves` has a letter for each won super energy, nearest the track first,
  // so a letter has its place only once those before it are known; what can't be said yet waits in `later`, on this device.
  function choose(arena, terms, game, given) {
    const laid = copy(arena), later = { moves: {}, casts: [] };
    SIDES.forEach((side) => {
      const won = wonSupers(laid, terms, game, side), letters = won.map((at) => given.moves[side][at]);
      const known = letters.includes(undefined) ? letters.indexOf(undefined) : letters.length;
      laid.moves[side] = letters.slice(0, known).join("");
      later.moves[side] = Object.fromEntries(won.slice(known).map((at) => [at, given.moves[side][at]]).filter((each) => each[1]));
    });
    laid.spells = laid.spells.filter((spell) => spell.position !== undefined);
    if (isFull(laid) && !moveNeeded(laid, terms, game)) laid.spells = laid.spells.concat(given.casts);
    else later.casts = given.casts;
    delete laid.later;
    if (later.casts.length || SIDES.some((side) => Object.keys(later.moves[side]).length)) laid.later = later;
    return laid;
  }

  // The arena with the direction of a won super energy (a letter), in the place of another one, or (null) to be chosen anew.
  function direct(arena, terms, game, side, at, letter) {
    const given = chosen(arena, terms, game);
    if (letter) given.moves[side][at] = letter; else delete given.moves[side][at];
    return choose(arena, terms, game, given);
  }

  function place(arena, terms, game, side, at, chip) {
    const laid = copy(arena), isSuper = chip.token in game.supers, given = chosen(arena, terms, game);
    setLetter(laid.tokens, side, at, chip.token);
    setLetter(laid.pawns, side, at, chip.pawn);
    if (chip.spell) laid.spells.push({ spell: chip.spell, by: side, position: at });
    if (terms.one_by_one) {
      if (isSuper) laid.order = laid.order.filter((begun) => begun !== at);
      else if (!(token(laid, other(side), at) in game.supers) && !laid.order.includes(at)) laid.order.push(at);
    }
    return choose(laid, terms, game, given);
  }

  // The arena with a place cleared; the direction that was chosen there, and a pawn's spell, go with it. Other directions stay.
  function clear(arena, terms, game, side, at) {
    const laid = copy(arena), given = chosen(arena, terms, game);
    setLetter(laid.tokens, side, at, NONE);
    setLetter(laid.pawns, side, at, NONE);
    SIDES.forEach((each) => { delete given.moves[each][at]; });
    laid.spells = laid.spells.filter((spell) => spell.position !== at || (spell.by !== side && spell.spell !== "exchange_tokens"));
    if (token(laid, other(side), at) === NONE) laid.order = laid.order.filter((begun) => begun !== at);
    return choose(laid, terms, game, given);
  }

  // What a side has left before a duel, and in it: tokens, pawns, and uses of its mage's spell.
  function supplies(game, earlier, arena, side) {
    const left = copy(game[side]);
    earlier.concat([arena]).forEach((duel) => {
      Array.from(duel.tokens[side]).forEach((letter) => { if (letter !== NONE) left.tokens[letter] -= 1; });
      Array.from(duel.pawns[side]).forEach((letter) => { if (letter !== NONE) left.pawns[letter] -= 1; });
      (duel.spells || []).forEach((spell) => {
        if (spell.by === side && spell.spell === left.effect && left.uses !== null) left.uses -= 1;
      });
    });
    return left;
  }

  function supersBegun(arena, game) {
    return SIDES.some((side) => Array.from(arena.tokens[side]).some((letter) => letter in game.supers));
  }

  // Who lays next, and where: a row after the other, or encounter by encounter. Where both sides could, the terms say who.
  function turn(arena, terms, game) {
    const isOpen = (side, at) => token(arena, side, at) === NONE;
    const half = terms.one_by_one && PLACES.find((at) => isOpen("white", at) !== isOpen("black", at));
    const places = half ? [half] : PLACES, open = SIDES.filter((side) => places.some((at) => isOpen(side, at)));
    if (!open.length) return null;
    const leads = supersBegun(arena, game) ? terms.leads.supers : terms.leads.plain;
    const side = open.length === 1 ? open[0] : leads[arena.order.length];
    return { side, places: places.filter((at) => isOpen(side, at)) };
  }

  function strengthAt(arena, terms, side, at) {
    const letter = pawn(arena, side, at);
    return letter === NONE ? null : terms.strengths[letter + (spellAt(arena, side, at) ? "+" : "")];
  }

  // Whether what a side lays at a place answers what lies opposite: in an encounter that is begun, or as the second row (R7, R17).
  function isAnswer(arena, terms, side, at) {
    return terms.one_by_one ? arena.order.includes(at) : side !== terms.starter;
  }

  // Whether a chip's pawn, strengthened by `spell` or not, is as strong as the pawn opposite.
  function facesEqual(arena, terms, side, at, chip, spell) {
    return chip.pawn !== NONE && terms.strengths[chip.pawn + (spell ? "+" : "")] === strengthAt(arena, terms, other(side), at);
  }

  // Every chip there is for a place: tokens with each pawn, super energies alone.
  function universe(terms, game, at) {
    const chips = [];
    Object.keys(game.white.tokens).forEach((letter) => {
      const bare = letter in game.supers || at > terms.positions;
      (bare ? [NONE] : KINDS).forEach((kind) => chips.push({ token: letter, pawn: kind, spell: null }));
    });
    return chips;
  }

  // Whether a row can't be answered with other strengths throughout, so that equal ones have to be let through.
  function mustMeetEquals(arena, terms, pawnsBefore, opponent) {
    const faced = PLACES.map((at) => strengthAt(arena, terms, opponent, at));
    return KINDS.some((kind) => {
      const others = KINDS.filter((each) => each !== kind).reduce((sum, each) => sum + pawnsBefore[each], 0);
      const forced = terms.forced_equals[kind][others];
      return forced && faced.filter((strength) => strength === terms.strengths[kind]).length >= forced;
    });
  }

  // What remains for a place, as long as the server hasn't answered. It may offer too much, never too little.
  function remaining(arena, terms, game, earlier, side, at, spell) {
    const left = supplies(game, earlier, arena, side);
    const answers = isAnswer(arena, terms, side, at);
    const kinds = KINDS.filter((kind) => left.pawns[kind] > 0).join("");
    const canDiffer = !terms.equal_answers[kinds].includes(strengthAt(arena, terms, other(side), at))
      && (terms.one_by_one || !mustMeetEquals(arena, terms, supplies(game, earlier, empty(), side).pawns, other(side)));
    return universe(terms, game, at).filter((chip) => {
      if (!(left.tokens[chip.token] > 0)) return false;
      if (chip.pawn === NONE) return true;
      return left.pawns[chip.pawn] > 0 && !(answers && canDiffer && facesEqual(arena, terms, side, at, chip, spell));
    });
  }

  // The positions whose super energy a side won, nearest the track first.
  function wonSupers(arena, terms, game, side) {
    return PLACES.filter((at) => {
      const beaten = game.supers[token(arena, side, at)];
      return at <= terms.positions && beaten !== undefined && beaten.includes(token(arena, other(side), at));
    });
  }

  // The next super energy that still needs a direction.
  function moveNeeded(arena, terms, game) {
    for (const side of SIDES) {
      const won = wonSupers(arena, terms, game, side);
      if (arena.moves[side].length < won.length) return { side, at: won[arena.moves[side].length] };
    }
    return null;
  }

  // The directions that are chosen, nearest the track first.
  function directions(arena, terms, game) {
    return SIDES.flatMap((side) => wonSupers(arena, terms, game, side).slice(0, arena.moves[side].length)
      .map((at, index) => ({ side, at, letter: arena.moves[side][index] })));
  }

  // Whether all that is laid of a duel lies so in another one, too.
  function isPartOf(part, whole) {
    const begun = part.order.filter((at) => whole.order.includes(at)); // a super energy takes its encounter out later
    const holds = (rows) => SIDES.every((side) => Array.from(part.tokens[side]).every((letter, index) =>
      letter === NONE || part[rows][side][index] === whole[rows][side][index]));
    const spells = whole.spells.map((spell) => JSON.stringify(Object.entries(spell).sort()));
    return holds("tokens") && holds("pawns") && begun.every((at, index) => whole.order[index] === at)
      && SIDES.every((side) => whole.moves[side].startsWith(part.moves[side]))
      && part.spells.every((spell) => spells.includes(JSON.stringify(Object.entries(spell).sort())));
  }

  window.magistrarArena = { SIDES, PLACES, NONE, other, copy, empty, ofDuel, token, pawn, isEmpty, isFull, isPartOf,
    spellAt, strengthAt, isAnswer, facesEqual,
    place, clear, direct, directions, supplies, supersBegun, mustMeetEquals, turn, universe, remaining, wonSupers, moveNeeded };
})();

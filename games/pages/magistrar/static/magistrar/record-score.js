// How a game stands while it is recorded, from what lies there alone: who wins each encounter, level, markers, Honoris. It
// takes every number from the terms of the game, and is held against the engine by a test.
(function () {
  "use strict";
  const Arena = window.magistrarArena;
  const DIRECTIONS = { L: -1, D: 1, ".": 0 };

  // What lies at a place, by the name that the terms give it.
  function chipName(arena, game, side, at) {
    const letter = Arena.token(arena, side, at);
    return letter in game.supers ? "*" + letter : Arena.pawn(arena, side, at) + (Arena.spellAt(arena, side, at) ? "+" : "");
  }

  // Who wins an encounter: the terms say what each chip wins against.
  function winner(arena, terms, game, at) {
    if (at > terms.positions || Arena.SIDES.some((side) => Arena.token(arena, side, at) === Arena.NONE)) return null;
    const { beats } = terms.scoring;
    const wins = (side) => (beats[chipName(arena, game, side, at)] || []).includes(chipName(arena, game, Arena.other(side), at));
    return Arena.SIDES.find(wins) || null;
  }

  // What a side won: its encounter points (R15, R31) and the spaces that its pawn moves (R12, R13); a direction that isn't
  // chosen yet moves nobody.
  function haul(arena, terms, game, side, encounters) {
    const moves = Array.from(arena.moves[side]);
    let points = 0, spaces = 0;
    Arena.PLACES.filter((at) => encounters[at - 1] === side).forEach((at) => {
      const own = Arena.token(arena, side, at);
      const isExchanged = arena.spells.some((spell) => spell.spell === "exchange_tokens" && spell.position === at);
      points += terms.scoring.points[own];
      if (own in game.supers) spaces += DIRECTIONS[moves.shift() || "."] * (own === "G" ? terms.golden_spaces : terms.super_spaces);
      else spaces += terms.scoring.tokens[isExchanged ? Arena.token(arena, Arena.other(side), at) : own];
    });
    return { points, spaces };
  }

  function markerWinner(terms, game, points) {
    if (!terms.scoring.marker_given) return null;
    if (points.white !== points.black) return points.white > points.black ? "white" : "black";
    return game.equilibrium || (terms.scoring.equal_goes_to_responder ? Arena.other(terms.starter) : null);
  }

  // Surge and triumph (R25, R27). A triumph that isn't won (yet) leaves the duel without either.
  function castSpaces(arena, terms, game, taker, points) {
    const extra = { white: 0, black: 0 };
    const cast = arena.spells.filter((spell) => spell.position === undefined);
    const isWon = (spell) => spell.by === taker && terms.scoring.triumph_points !== null && points[taker] >= terms.scoring.triumph_points;
    if (cast.some((spell) => spell.spell === "triumph" && !isWon(spell))) return extra;
    cast.forEach((spell) => {
      extra[spell.by] += DIRECTIONS[spell.direction] * (spell.spell === "surge" ? game[spell.by].spaces : terms.scoring.triumph_spaces);
    });
    return extra;
  }

  // The score after the finished duels (as a record has them) and what is laid of the next one; null: nothing.
  function standing(game, duels, arena) {
    const stands = { encounters: [], points: { white: 0, black: 0 }, honoris: {}, markers: { white: 0, black: 0 },
      level: { white: 0, black: 0 } };
    const markerHonoris = { white: 0, black: 0 }, highest = game.track.length - 1;
    duels.map(Arena.ofDuel).concat(arena ? [arena] : []).forEach((each, index) => {
      const terms = game.duels[index], points = {}, spaces = {};
      stands.encounters = Arena.PLACES.map((at) => winner(each, terms, game, at));
      Arena.SIDES.forEach((side) => {
        ({ points: points[side], spaces: spaces[side] } = haul(each, terms, game, side, stands.encounters));
      });
      const taker = markerWinner(terms, game, points), extra = castSpaces(each, terms, game, taker, points);
      stands.points = points;
      Arena.SIDES.forEach((side) => {
        const moved = stands.level[side] + (terms.scoring.pawns_move ? spaces[side] + extra[side] : 0);
        stands.level[side] = Math.max(-highest, Math.min(highest, moved));
      });
      if (taker) { stands.markers[taker] += 1; markerHonoris[taker] += terms.scoring.marker_honoris; }
    });
    Arena.SIDES.forEach((side) => { stands.honoris[side] = game.track[Math.abs(stands.level[side])] + markerHonoris[side]; });
    return stands;
  }

  window.magistrarScore = { standing };
})();

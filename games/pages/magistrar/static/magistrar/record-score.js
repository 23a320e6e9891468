// How a game stands while it is recorded, from what lies there alone: who wins each encounter, level, markers, Honoris. It
// looks up in the terms of the game what the engine says, and is held against it by a test.
(function () {
  "use strict";
  const Arena = window.magistrarArena;
  const WAIVED = "."; // the direction that moves nobody

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
      if (own in game.supers) spaces += terms.scoring.supers[own][moves.shift() || WAIVED];
      else spaces += terms.scoring.tokens[isExchanged ? Arena.token(arena, Arena.other(side), at) : own];
    });
    return { points, spaces };
  }

  // The side that a table of the terms names for both sides' points, or null.
  function named(table, points) {
    const letter = table.length ? table[points.white][points.black] : Arena.NONE;
    return Arena.SIDES.find((side) => side[0] === letter) || null;
  }

  // Surge and triumph (R25, R27). A triumph that isn't won (yet) leaves the duel without either.
  function castSpaces(arena, terms, points) {
    const extra = { white: 0, black: 0 }, cast = arena.spells.filter((spell) => spell.position === undefined);
    const mayTriumph = named(terms.scoring.may_triumph, points);
    if (cast.some((spell) => spell.spell === "triumph" && spell.by !== mayTriumph)) return extra;
    const spaces = { surge: (by) => terms.scoring.surge[by], triumph: () => terms.scoring.triumph };
    cast.forEach((spell) => { extra[spell.by] += spaces[spell.spell](spell.by)[spell.direction]; });
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
      const taker = named(terms.scoring.marker, points), extra = castSpaces(each, terms, points);
      stands.points = points;
      Arena.SIDES.forEach((side) => {
        const moved = stands.level[side] + spaces[side] + extra[side];
        stands.level[side] = Math.max(-highest, Math.min(highest, moved));
      });
      if (taker) { stands.markers[taker] += 1; markerHonoris[taker] += terms.scoring.marker_honoris; }
    });
    Arena.SIDES.forEach((side) => { stands.honoris[side] = game.track[Math.abs(stands.level[side])] + markerHonoris[side]; });
    return stands;
  }

  window.magistrarScore = { standing };
})();

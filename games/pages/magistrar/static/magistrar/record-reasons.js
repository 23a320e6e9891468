// Why a chip can't be laid at a place, as far as counting tells: the sentence's name, and the numbers of its rules.
(function () {
  "use strict";
  const Arena = window.magistrarArena;

  function inRows(arena, terms, game, earlier, side, isEqual) {
    const before = Arena.supplies(game, earlier, Arena.empty(), side).pawns;
    const must = Arena.mustMeetEquals(arena, terms, before, Arena.other(side));
    if (must) return ["why_fewest", "R8, H2"];
    return isEqual ? ["why_equal", "R8"] : ["why_rest", "R8"];
  }

  // `spell`: what strengthens the next pawn. Of a chip that is offered it says nothing that is right.
  function why(arena, terms, game, earlier, side, at, chip, spell) {
    const left = Arena.supplies(game, earlier, arena, side);
    if (!(left.tokens[chip.token] > 0)) return ["why_token", "R6"];
    if (chip.pawn !== Arena.NONE && !(left.pawns[chip.pawn] > 0)) return ["why_pawn", "R2"];
    const isEqual = Arena.facesEqual(arena, terms, side, at, chip, spell);
    if (!terms.one_by_one) return inRows(arena, terms, game, earlier, side, isEqual);
    return isEqual && !Arena.supersBegun(arena, game) ? ["why_answer", "R17"] : ["why_last", "R18"];
  }

  window.magistrarReasons = { why };
})();

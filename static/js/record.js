// Recording a game place by place: takes the taps, asks the server what may come next, and has it drawn.
(function () {
  "use strict";
  const root = document.getElementById("recorder");
  if (!root) return;
  const Arena = window.magistrarArena;
  const page = JSON.parse(document.getElementById("recorder-data").textContent);
  const game = page.terms, DUELS = 5;
  let chosen = null, strengthen = null, answer = null, asked = "", standing = page.state.standing;

  const keeping = window.magistrarKeeping(page, refresh);
  const board = window.magistrarBoard(root, page.words, { choose, lay, exchange, strengthen: chooseStrengthening, move, cast, finish, undo,
    takeTheirs() { keeping.takeTheirs(); refresh(); }, keepMine() { keeping.keepMine(); refresh(); } });

  const terms = () => game.duels[keeping.number() - 1];

  // Where the taps so far went, in order; of a duel that was opened again, in an order in which they may have gone.
  function placed() {
    const kept = keeping.placed(), arena = keeping.arena();
    if (kept.length || Arena.isEmpty(arena)) return kept;
    const starter = terms().starter, sides = [starter, Arena.other(starter)];
    const begun = terms().one_by_one ? arena.order.concat(Arena.PLACES.filter((at) => !arena.order.includes(at))) : null;
    const all = begun ? begun.flatMap((at, index) => (index % 2 ? sides.slice().reverse() : sides).map((side) => [side, at]))
      : sides.flatMap((side) => Arena.PLACES.map((at) => [side, at]));
    return all.filter(([side, at]) => Arena.token(arena, side, at) !== Arena.NONE);
  }

  function laid(arena, path) {
    keeping.lay(arena, path || placed());
    refresh();
  }

  // --- what a person does --------------------------------------------------------------------------------------------

  function choose(side, at) {
    const arena = keeping.arena(), turn = Arena.turn(arena, terms(), game);
    if (Arena.token(arena, side, at) === Arena.NONE) {
      if (turn && turn.side === side && turn.places.includes(at)) { chosen = { side, at, corrects: false }; refresh(); }
      return;
    }
    chosen = { side, at, corrects: true };
    laid(Arena.clear(arena, side, at), placed().filter(([one, two]) => one !== side || two !== at));
  }

  function lay(chip) {
    const view = look(), next = view.next;
    if (!next || !view.chips.some((each) => each.token === chip.token && each.pawn === chip.pawn)) return;
    const spell = chip.pawn === Arena.NONE ? null : strengthen;
    chosen = null;
    strengthen = null;
    laid(Arena.place(keeping.arena(), terms(), game, next.side, next.at, { token: chip.token, pawn: chip.pawn, spell }),
      placed().concat([[next.side, next.at]]));
  }

  function exchange(at) {
    const arena = Arena.copy(keeping.arena()), found = arena.spells.findIndex((spell) => spell.spell === "exchange_tokens" && spell.position === at);
    if (found >= 0) arena.spells.splice(found, 1);
    else arena.spells.push({ spell: "exchange_tokens", by: exchanger(), position: at });
    laid(arena);
  }

  function chooseStrengthening(spell) { strengthen = strengthen === spell ? null : spell; refresh(); }

  function move(side, letter) {
    const arena = Arena.copy(keeping.arena());
    arena.moves[side] += letter;
    laid(arena);
  }

  function cast(wanted) {
    const arena = Arena.copy(keeping.arena());
    arena.spells = arena.spells.filter((spell) => spell.spell !== wanted.spell || spell.by !== wanted.by);
    if (!wanted.isCast) arena.spells.push({ spell: wanted.spell, by: wanted.by, direction: wanted.direction });
    laid(arena);
  }

  function finish() { chosen = null; keeping.finish(); refresh(); }

  function undo() {
    const arena = Arena.copy(keeping.arena()), path = keeping.number() > DUELS ? [] : placed();
    chosen = null;
    if (keeping.number() > DUELS || Arena.isEmpty(arena)) { keeping.reopen().then(refresh); return; }
    const moved = ["black", "white"].find((side) => arena.moves[side]);
    if (moved) { arena.moves[moved] = arena.moves[moved].slice(0, -1); laid(arena); return; }
    const [side, at] = path[path.length - 1];
    laid(Arena.clear(arena, side, at), path.slice(0, -1));
  }

  // --- what is to be seen --------------------------------------------------------------------------------------------

  const left = (side) => Arena.supplies(game, keeping.earlier(keeping.number()), keeping.arena(), side);
  const hasUses = (supplies, effect) => supplies.effect === effect && (supplies.uses === null || supplies.uses > 0);

  function exchanger() { return Arena.SIDES.find((side) => hasUses(left(side), "exchange_tokens")); }

  function exchanges(arena) {
    const found = {}, may = exchanger();
    Arena.PLACES.forEach((at) => {
      const isPlain = Arena.SIDES.every((side) => "LD".includes(Arena.token(arena, side, at)));
      if (arena.spells.some((spell) => spell.spell === "exchange_tokens" && spell.position === at)) found[at] = "done";
      else if (may && isPlain) found[at] = "may";
    });
    return found;
  }

  function strengthenings(arena, side) {
    const supplies = left(side), found = [];
    if (hasUses(supplies, "strengthen_pawn")) found.push({ spell: "strengthen_pawn", left: supplies.uses });
    const used = arena.spells.filter((spell) => spell.by === side && spell.spell === "reinforcement").length;
    if (terms().reinforcements > used) found.push({ spell: "reinforcement", left: terms().reinforcements - used });
    return found;
  }

  // Surge and triumph: those cast, and those that may be cast.
  function casts(arena, said) {
    const found = [];
    Arena.SIDES.forEach((side) => ["surge", "triumph"].forEach((spell) => {
      const own = arena.spells.find((each) => each.by === side && each.spell === spell);
      const offered = said ? said.spells.some((each) => each.by === side && each.spell === spell)
        : spell === "surge" ? hasUses(left(side), "surge") : terms().triumph;
      if (own || offered) {
        ["L", "D"].forEach((direction) => found.push({ spell, by: side, direction, isCast: Boolean(own) && own.direction === direction }));
      }
    }));
    return found;
  }

  function undoable(arena, number) {
    if (number <= DUELS && !Arena.isEmpty(arena)) return true;
    return number > 1 ? number - 1 : false;
  }

  function look() {
    const number = keeping.number(), savedDuels = keeping.savedDuels();
    const finished = Array.from({ length: number - 1 }, (each, index) => ({ by: savedDuels[index] ? savedDuels[index].by : null }));
    const common = { number, finished, isOffline: keeping.isOffline(), waiting: keeping.waiting(), isOpen: keeping.isOpen(), review: page.urls.review,
      conflict: keeping.conflict(), problem: keeping.problem(), standing, encounters: [], exchanges: {}, casts: [], wrong: null, next: null };
    if (number > DUELS) return Object.assign(common, { arena: Arena.empty(), terms: null, isLaying: false, undo: undoable(null, number) });
    const arena = keeping.arena(), turn = Arena.turn(arena, terms(), game), said = asked === question() ? answer : null;
    if (chosen && Arena.token(arena, chosen.side, chosen.at) !== Arena.NONE) chosen = null;
    const view = Object.assign(common, { arena, turn, terms: terms(), card: page.cards[number - 1] || null, isLaying: !Arena.isEmpty(arena),
      undo: undoable(arena, number), exchanges: exchanges(arena), casts: casts(arena, said), wrong: said ? said.wrong : null,
      encounters: said ? said.standing.encounters : [], move: turn ? null : Arena.moveNeeded(arena, terms(), game) });
    if (turn) Object.assign(view, nextPlace(view, arena, turn, said));
    return view;
  }

  function nextPlace(view, arena, turn, said) {
    const isChosen = chosen && (chosen.corrects || (turn.side === chosen.side && turn.places.includes(chosen.at)));
    const next = isChosen ? { side: chosen.side, at: chosen.at } : { side: turn.side, at: turn.places[0] };
    const may = strengthenings(arena, next.side);
    if (!may.some((each) => each.spell === strengthen)) strengthen = null;
    const told = said && said.turn === next.side ? said.places.find((place) => place.position === next.at) : null;
    const chips = told ? told.chips.filter((chip) => chip.pawn === Arena.NONE || chip.spell === strengthen)
      : Arena.remaining(arena, terms(), game, keeping.earlier(view.number), next.side, next.at, strengthen);
    const inPlay = Object.keys(game.white.tokens).filter((letter) => game.white.tokens[letter] || game.black.tokens[letter]);
    const universe = Arena.universe(terms(), game, next.at).filter((chip) => inPlay.includes(chip.token));
    return { next, strengthen, strengthenings: may, chips, universe, left: left(next.side), tokensInPlay: inPlay };
  }

  // What the server is asked: the arena, and a place that is being corrected.
  function question() {
    return JSON.stringify([keeping.number(), keeping.arena(), chosen && chosen.corrects ? [chosen.side, chosen.at] : null]);
  }

  function ask() {
    const now = question();
    if (now === asked || keeping.number() > DUELS || keeping.conflict() || !keeping.isOpen()) return;
    asked = now;
    answer = null;
    keeping.choices(JSON.parse(now)[2]).then((said) => {
      if (asked !== now) return;
      answer = said;
      if (said) standing = said.standing; else asked = "";
      board.draw(look());
    });
  }

  function refresh() {
    if (keeping.number() > DUELS) standing = keeping.standing();
    board.draw(look());
    ask();
  }

  // The page itself is kept too, so that it can be loaded anew without a network.
  function keepPage() {
    if (!navigator.serviceWorker || !window.caches || !navigator.onLine) return;
    const own = location.origin + "/static/";
    const parts = performance.getEntriesByType("resource").map((each) => each.name.split("#")[0]).filter((name) => name.startsWith(own));
    navigator.serviceWorker.register(root.dataset.worker, { scope: root.dataset.scope }).then(() => caches.open("recorder"))
      .then((kept) => kept.addAll(Array.from(new Set(parts.concat([location.href])))))
      .catch(() => { /* then a reload needs the network; what was tapped is kept all the same */ });
  }

  refresh();
  window.addEventListener("load", keepPage);
})();

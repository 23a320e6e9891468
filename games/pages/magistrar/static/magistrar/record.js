// Recording a game place by place: takes the taps, asks the server what may come next, and has it drawn.
(function () {
  "use strict";
  const root = document.getElementById("recorder");
  if (!root) return;
  const Arena = window.magistrarArena, Score = window.magistrarScore, Reasons = window.magistrarReasons;
  const page = JSON.parse(document.getElementById("recorder-data").textContent);
  const game = page.terms, DUELS = 5, TAP_MS = 300; // within that a tap follows the lifted finger
  let chosen = null, strengthen = null, answer = null, asked = "", why = null;
  let recarding = 0, redirecting = null; // the duel whose card is put right; the super energy whose direction is: { side, at }

  const keeping = window.magistrarKeeping(page, refresh);
  const board = window.magistrarBoard(root, page, { choose, lay, exchange, strengthen: chooseStrengthening, move,
    redirect, cast, finish, undo, open, bringBack, close,
    sayCard, changeCard, keepCard, cardTaken,
    takeTheirCard() { keeping.settleCard(true); refresh(); }, keepMyCard() { keeping.settleCard(false); refresh(); },
    seen() { keeping.seen(); refresh(); }, takeTheirs() { keeping.takeTheirs(); refresh(); },
      keepMine() { keeping.keepMine(); refresh(); } });

  const terms = () => game.duels[keeping.number() - 1];

  // What was being chosen and explained belongs to what lay there before.
  function beginAnew() { why = null; redirecting = null; }

  function laid(arena) {
    beginAnew();
    keeping.lay(arena);
    refresh();
  }

  function explain(key, filled) {
    why = { key, filled };
    draw();
  }

  // What lies under a finger stays there until it is lifted and its tap is done; what came meanwhile is drawn after that.
  let isPressed = false, isStale = false, lifting = 0;

  function draw() {
    isStale = isPressed;
    if (!isPressed) board.draw(look());
  }

  function lift() {
    clearTimeout(lifting);
    isPressed = false;
    if (isStale) draw();
  }

  root.addEventListener("pointerdown", () => { clearTimeout(lifting); isPressed = true; });
  root.addEventListener("click", () => { isPressed = false; }, true); // the tap draws what it does
  root.addEventListener("click", lift);
  window.addEventListener("pointerup", () => { lifting = setTimeout(lift, TAP_MS); });
  window.addEventListener("pointercancel", lift);

  // --- what a person does --------------------------------------------------------------------------------------------

  function choose(side, at) {
    const arena = keeping.arena(), turn = Arena.turn(arena, terms(), game);
    if (Arena.token(arena, side, at) !== Arena.NONE) {
      chosen = { side, at, corrects: true };
      laid(Arena.clear(arena, terms(), game, side, at));
    } else if (turn && turn.side === side && turn.places.includes(at)) {
      chosen = { side, at, corrects: false };
      why = null;
      refresh();
    } else if (turn) explain("why_turn", { name: page.words[turn.side], n: turn.places[0], rule: terms().one_by_one ? "R17" : "R7" });
  }

  function lay(chip) {
    const view = look(), next = view.next, arena = keeping.arena();
    if (!next) return;
    const spell = chip.pawn === Arena.NONE ? null : strengthen;
    if (!view.chips.some((each) => each.token === chip.token && each.pawn === chip.pawn)) {
      if (answersLaid(arena, next) && Arena.facesEqual(arena, terms(), next.side, next.at, chip, spell)) {
        explain("why_opposite", { name: page.words[Arena.other(next.side)], n: next.at, rule: "R8" });
        return;
      }
      const [key, rule] = Reasons.why(arena, terms(), game, keeping.earlier(view.number), next.side, next.at, chip, spell);
      explain(key, { name: page.words[next.side], what: page.words[key === "why_token" ? "token_" + chip.token : "pawn_"
        + chip.pawn], rule });
      return;
    }
    chosen = null;
    strengthen = null;
    laid(Arena.place(arena, terms(), game, next.side, next.at, { token: chip.token, pawn: chip.pawn, spell }));
  }

  function exchange(at) {
    const arena = Arena.copy(keeping.arena()), found = arena.spells.findIndex((spell) =>
      spell.spell === "exchange_tokens" && spell.position === at);
    if (found >= 0) arena.spells.splice(found, 1);
    else arena.spells.push({ spell: "exchange_tokens", by: exchanger(), position: at });
    laid(arena);
  }

  function chooseStrengthening(spell) { strengthen = strengthen === spell ? null : spell; why = null; refresh(); }

  function move(side, at, letter) { laid(Arena.direct(keeping.arena(), terms(), game, side, at, letter)); }

  // A direction is chosen once more, and stays until it is; null: it stays after all.
  function redirect(place) { beginAnew(); redirecting = place; refresh(); }

  function cast(wanted) {
    const arena = Arena.copy(keeping.arena());
    arena.spells = arena.spells.filter((spell) => spell.spell !== wanted.spell || spell.by !== wanted.by);
    if (!wanted.isCast) arena.spells.push({ spell: wanted.spell, by: wanted.by, direction: wanted.direction });
    laid(arena);
  }

  function sayCard(card) { const n = keeping.number(); recarding = 0; why = null; keeping.sayCard(n, card); refresh(); }

  function changeCard() { recarding = keeping.number(); why = null; refresh(); }

  function keepCard() { recarding = 0; why = null; refresh(); }

  function cardTaken(card, n) { explain("card_taken", { card: card.name, n }); }

  function finish() { chosen = null; beginAnew(); keeping.finish(); refresh(); }

  // Takes back the last act, whatever it was.
  function undo() { chosen = null; beginAnew(); keeping.undo(); refresh(); }

  // A finished duel, to be looked at and changed; nothing of it counts before it is kept.
  function open(number) { chosen = null; beginAnew(); keeping.open(number); refresh(); board.showTitle(); }

  function bringBack(number) { chosen = null; beginAnew(); keeping.bringBack(number); refresh(); board.showTitle(); }

  function close() { chosen = null; beginAnew(); keeping.close(); refresh(); }

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

  // What Undo does: true takes back an act, a number opens that finished duel.
  function undoable(number) {
    if (number <= DUELS && keeping.past().length) return true;
    return number > 1 && !keeping.opened() ? number - 1 : false;
  }

  // Both versions of a duel, and the Honoris that each comes to.
  function conflict() {
    const found = keeping.conflict();
    if (!found) return null;
    const stands = (arena) => Score.standing(game, keeping.earlier(found.number), arena);
    return Object.assign({ stands: { theirs: stands(Arena.ofDuel(found.theirs.duel)), mine: stands(found.mine) } }, found);
  }

  const isThat = (one, two) => one.side === two.side && one.at === two.at;

  function look() {
    const number = keeping.number(), opened = keeping.opened(), finished = keeping.finished();
    const common = { number, finished, isOpened: Boolean(opened), isChanged: Boolean(opened && opened.past.length),
      changed: keeping.changed(), misfit: keeping.misfit(), trouble: keeping.trouble(), isKept: keeping.isKept(),
        waiting: keeping.waiting(), isOpen: keeping.isOpen(),
      review: page.urls.review, game: page.urls.game, handedIn: keeping.handedIn(), conflict: conflict(), refusal: keeping.refusal(),
      problem: keeping.problem(), cardConflict: keeping.cards.conflict(), cardsChanged: keeping.cards.changed(),
        encounters: [], exchanges: {}, casts: [], wrong: null, next: null, why };
    const earlier = keeping.earlier(number);
    if (number > DUELS) {
      return Object.assign(common, { arena: Arena.empty(), terms: null, isLaying: false, undo: undoable(number),
        standing: Score.standing(game, earlier, null) });
    }
    const arena = keeping.arena(), turn = Arena.turn(arena, terms(), game), said = asked === question() ? answer : null;
    if (chosen && Arena.token(arena, chosen.side, chosen.at) !== Arena.NONE) chosen = null;
    const isLaying = !Arena.isEmpty(arena), standing = said ? said.standing : Score.standing(game, earlier, isLaying ? arena : null);
    const view = Object.assign(common, { arena, turn, terms: terms(), card: keeping.cards.of(number), isLaying, standing,
      undo: undoable(number), exchanges: exchanges(arena), casts: casts(arena, said), wrong: said ? said.wrong : null,
      encounters: isLaying ? standing.encounters : [], directions: Arena.directions(arena, terms(), game) });
    if (redirecting && !view.directions.some((each) => isThat(each, redirecting))) redirecting = null;
    view.move = turn ? null : redirecting || Arena.moveNeeded(arena, terms(), game);
    view.redirects = view.directions.find((each) => redirecting && isThat(each, redirecting)) || null;
    if (number !== recarding) recarding = 0;
    view.isChoosingCard = Boolean(recarding) || (keeping.cards.isAsked(number) && !opened);
    view.mayChangeCard = Boolean(view.card) && page.asks_cards && !recarding && (page.is_desk || !keeping.isRecorded(number));
    view.cardsTaken = Object.fromEntries(page.cards.map((card) => [card.key, keeping.cards.taken(number, card.key)]));
    if (turn && !view.isChoosingCard) Object.assign(view, nextPlace(view, arena, turn, said));
    return view;
  }

  // Whether an answer lies already opposite the place that is corrected: then what is laid now may not be as strong (R8, R17).
  function answersLaid(arena, next) {
    return !Arena.isAnswer(arena, terms(), next.side, next.at) && Arena.strengthAt(arena, terms(), Arena.other(next.side), next.at) !== null
      && !Arena.mustMeetEquals(arena, terms(), Arena.supplies(game, keeping.earlier(keeping.number()), Arena.empty(),
        Arena.other(next.side)).pawns, next.side);
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
    const chipsHere = answersLaid(arena, next)
      ? chips.filter((chip) => !Arena.facesEqual(arena, terms(), next.side, next.at, chip, strengthen)) : chips;
    const universe = Arena.universe(terms(), game, next.at).filter((chip) => inPlay.includes(chip.token));
    return { next, strengthen, strengthenings: may, chips: chipsHere, universe, left: left(next.side), tokensInPlay: inPlay };
  }

  // What the server is asked: the arena after the duels before it, and a place that is being corrected.
  function question() {
    const at = chosen && chosen.corrects ? [chosen.side, chosen.at] : null;
    return JSON.stringify([keeping.number(), keeping.arena(), at, keeping.earlier(keeping.number()), keeping.cards.key(keeping.number())]);
  }

  function ask() {
    const now = question();
    if (keeping.cards.next() !== undefined || keeping.cards.isAsked(keeping.number())) return; // the server doesn't know the card yet
    if (now === asked || keeping.number() > DUELS || keeping.conflict() || keeping.refusal() || !keeping.isOpen()) return;
    asked = now;
    answer = null;
    keeping.choices(JSON.parse(now)[2]).then((said) => {
      if (asked !== now) return;
      answer = said;
      if (!said) asked = "";
      draw();
    });
  }

  function refresh() {
    draw();
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

  history.scrollRestoration = "manual"; // what is to be done next is brought into sight instead
  refresh();
  window.addEventListener("load", keepPage);
})();

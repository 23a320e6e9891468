// Recording a game turn by turn: takes the taps, works out what comes next, and has it drawn.
(function () {
  "use strict";
  const root = document.getElementById("duel-recorder");
  if (!root) return;
  const Play = window.elementalPlay, DECKS = ["attack", "defense"];
  const page = JSON.parse(document.getElementById("recorder-data").textContent), terms = Play.termsOf(page.terms);
  const keeping = window.elementalKeeping(page, terms, refresh);
  const slip = window.elementalSlip(page, terms, keeping, refresh);
  const tools = window.elementalTools(root, page);
  const acts = { starts, die, way, allWays, card, target, deck, spot, use, undo, cancel, open,
    takeTheirs() { keeping.takeTheirs(); refresh(); }, keepMine() { keeping.keepMine(); refresh(); },
    settleSlip(isTheirs) { keeping.settleSlip(isTheirs); refresh(); }, seen() { keeping.seen(); refresh(); } };
  const drawing = window.elementalDraw(tools, page, terms, acts), pad = window.elementalPad(tools, page, terms, slip, acts);

  // --- the turn that is being entered ------------------------------------------------------------------------------------
  // draft: { number, replaces, starter, dice, spot, turn, use, past }; `turn` once the way is known; `use`: stars being used.

  const versionAt = (number) => { const row = keeping.turns()[number - 1]; return row ? row.version : ""; };
  const currentState = () => keeping.stateBefore();
  const starterOf = (draft) => page.starter || (keeping.turns().length ? Number(keeping.turns()[0].turn.seat) : draft
    ? draft.starter : 0);

  // The state in which the draft's turn begins.
  function stateOf(draft) {
    if (!draft) return currentState() || (page.starter ? Play.begin(terms, page.starter) : null);
    if (draft.number > 1) return keeping.stateBefore(draft.number);
    const starter = draft.starter || starterOf(draft);
    return starter ? Play.begin(terms, starter) : null;
  }

  function nextNumber() { const state = currentState(); return (state ? state.legal : 0) + 1; }

  function edit(change) {
    const number = nextNumber();
    const draft = keeping.draft() || { number, replaces: versionAt(number), starter: 0, dice: [], past: [] };
    const { past, ...before } = draft;
    const made = Object.assign({}, before, change, { past: past.concat([before]).slice(-50) });
    keeping.setDraft(made);
    advance(made);
    refresh();
  }

  function starts(seat) { edit({ starter: seat + 1 }); }
  function die(n) { const draft = keeping.draft(); edit({ dice: (draft ? draft.dice : []).concat([n]), spot: undefined }); }
  function allWays() { edit({ spot: undefined }); }

  function way(move) {
    const draft = keeping.draft();
    edit({ turn: { seat: String(stateOf(draft).mover + 1), move }, spot: undefined });
  }

  // What the draft's turn still needs: { kind, seat ... }, or null where it is whole.
  function needed(draft) {
    const before = stateOf(draft), mover = before.mover;
    if (draft.use) return neededOfUse(draft, before);
    const met = Play.outcome(terms, before, draft.turn.move).met;
    if (!met.length || !before.attack[mover].length) return null;
    return neededOfDuel(before, draft.turn.duel || {}, mover, met);
  }

  function neededOfDuel(state, duel, attacker, defenders) {
    const mayShow = (deck, seat) => Object.keys(terms.decks[deck]).filter((card) => Play.mayHold(terms, state, deck, seat,
      card) && isOwn(deck, seat, card));
    if (!duel.attack) return { kind: "attack", seat: attacker, against: defenders, cards: sorted(mayShow("attack", attacker)) };
    const shown = duel.defense || {}, seat = defenders.find((each) => state.defense[each].length && !shown[String(each + 1)]);
    if (seat === undefined) return null;
    const copies = (card) => terms.decks.defense[card] - Object.values(shown).filter((each) => each === card).length
      - state.decks.defense.open.filter((each) => each === card).length;
    return { kind: "defense", seat, attack: duel.attack, cards: sorted(mayShow("defense", seat).filter((card) => copies(card) > 0)) };
  }

  const sorted = (cards) => cards.sort((one, two) => "fwgn".indexOf(one[0]) - "fwgn".indexOf(two[0]) || one[1] - two[1]);

  // Of the reader's own hand only what is in it is offered, once the slip tells all of it.
  function isOwn(deck, seat, card) {
    if (seat + 1 !== page.own) return true;
    const { held, isWhole } = slip.hand();
    return !isWhole || !held[deck].length || held[deck].includes(card);
  }

  function neededOfUse(draft, before) {
    const { use } = draft, state = Play.within(terms, before, draft.turn, use.kind === "sudden"), mover = before.mover;
    const cost = terms[use.kind === "sudden" ? "sudden_duel_stars" : "star_draw_stars"];
    if (use.kind === "sudden" && use.target === undefined) {
      return { kind: "target", seat: mover, seats: state.health.map((lives, seat) => (lives && seat !== mover ? seat : -1))
        .filter((seat) => seat >= 0) };
    }
    if (use.kind === "star_draw" && !use.deck) return { kind: "deck", seat: mover, decks: DECKS.filter((each) =>
      Play.sizeOf(state.decks[each])) };
    if (use.returns.length < cost) {
      const spots = terms.star_spots.filter((spot) => !state.tokens.includes(spot) && !use.returns.includes(terms.names[spot]));
      return { kind: "returns", cost, left: cost - use.returns.length, spots };
    }
    if (use.kind === "star_draw") return null;
    const shown = use.defense ? { [String(use.target + 1)]: use.defense } : {};
    return neededOfDuel(state, { attack: use.attack, defense: shown }, mover, [use.target]);
  }

  // A turn that needs nothing more is saved at once.
  function advance(draft) {
    if (!draft.turn || needed(draft)) return;
    const turn = structuredClone(draft.turn), { use } = draft;
    if (use && use.kind === "sudden") {
      const made = { target: String(use.target + 1), attack: use.attack, returns: use.returns };
      if (use.defense) made.defense = use.defense;
      turn.sudden = (turn.sudden || []).concat([made]);
    } else if (use) turn.star_draws = (turn.star_draws || []).concat([{ deck: use.deck, returns: use.returns }]);
    if (Number(turn.seat) === page.own) slip.remind();
    keeping.commit(draft.number, turn, draft.replaces);
  }

  function card(chosen) {
    const draft = keeping.draft(), asked = needed(draft);
    if (draft.use) { edit({ use: Object.assign({}, draft.use, { [asked.kind]: chosen }) }); return; }
    const duel = structuredClone(draft.turn.duel || {});
    if (asked.kind === "attack") duel.attack = chosen;
    else duel.defense = Object.assign(duel.defense || {}, { [String(asked.seat + 1)]: chosen });
    edit({ turn: Object.assign({}, draft.turn, { duel }) });
  }

  // Stars may be used as long as nobody else has thrown: for the turn that was recorded last.
  function uses() {
    const number = nextNumber() - 1, row = keeping.turns()[number - 1];
    if (!row || keeping.turns().length > number || keeping.conflict()) return [];
    const before = number > 1 ? keeping.stateBefore(number) : Play.begin(terms, starterOf(null));
    const state = Play.within(terms, before, row.turn), seat = before.mover, n = state.stars[seat], found = [];
    if (state.ended) return [];
    const isEarly = !(row.turn.star_draws || []).length; // E12 comes before E14
    if (isEarly && n >= terms.sudden_duel_stars && Play.within(terms, before, row.turn,
      true).attack[seat].length) found.push({ kind: "sudden", seat, n });
    if (n >= terms.star_draw_stars && DECKS.some((each) => Play.sizeOf(state.decks[each]))) found.push({ kind: "star_draw", seat, n });
    return found;
  }

  function use(kind) {
    const number = nextNumber() - 1, row = keeping.turns()[number - 1];
    const targets = kind === "sudden" ? neededOfUse({ number, turn: row.turn, use: { kind, returns: [] } }, stateOf({ number,
      starter: starterOf(null) })).seats : [];
    const begun = { kind, returns: [] };
    if (targets.length === 1) begun.target = targets[0];
    keeping.setDraft({ number, replaces: row.version, starter: 0, dice: [], turn: row.turn, use: begun, past: [] });
    refresh();
  }

  function target(seat) { edit({ use: Object.assign({}, keeping.draft().use, { target: seat }) }); }
  function deck(chosen) { edit({ use: Object.assign({}, keeping.draft().use, { deck: chosen }) }); }

  // A spot of the board: where a way ends, where a star goes back, or whom somebody attacks.
  function spot(tapped) {
    const draft = keeping.draft(), view = look();
    if (view.step === "ways") {
      const there = view.ways.filter((each) => each.end === tapped);
      if (there.length === 1) way(there[0].move); else if (there.length) edit({ spot: tapped });
    } else if (view.step === "returns" && view.asked.spots.includes(tapped)) {
      edit({ use: Object.assign({}, draft.use, { returns: draft.use.returns.concat([terms.names[tapped]]) }) });
    } else if (view.step === "target") {
      const there = view.asked.seats.filter((seat) => view.state.spots[seat] === tapped);
      if (there.length === 1) target(there[0]);
    }
  }

  // Takes back the last tap; before the first one of a turn, the turn before: its throw stays, the way is chosen anew.
  function undo() {
    const draft = keeping.draft();
    if (draft && draft.past.length) {
      const past = draft.past.slice(0, -1), before = draft.past[draft.past.length - 1], isBare = !before.dice.length
        && !before.starter && !before.turn;
      keeping.setDraft(isBare && !past.length && before.number === nextNumber() ? null : Object.assign({}, before, { past }));
    } else if (draft) keeping.setDraft(null);
    else if (page.own && slip.isLastOf(nextNumber() - 1)) slip.back();
    else takeBack(nextNumber() - 1);
    refresh();
  }

  function takeBack(number) {
    const all = keeping.turns(), { turn } = all[number - 1], starter = number === 1 && !page.starter ? Number(turn.seat) : 0;
    if (all.length > number) { open(number); return; }
    keeping.takeBack(number);
    keeping.setDraft({ number, replaces: "", starter, dice: [Number(turn.move[1]), Number(turn.move[3])], past: [{ number,
      replaces: "", starter, dice: [] }] });
  }

  function cancel() { keeping.setDraft(null); refresh(); }

  // A turn that was saved, to be entered anew; nothing changes before it is whole.
  function open(number) {
    const starter = number === 1 && !page.starter ? Number(keeping.turns()[0].turn.seat) : 0; // Undo asks who starts
    const bare = { number, replaces: versionAt(number), starter: 0, dice: [] };
    keeping.setDraft(Object.assign({}, bare, { starter, past: starter ? [bare] : [] }));
    refresh();
    tools.find("pad").scrollIntoView({ block: "nearest" });
  }

  // --- what is to be seen --------------------------------------------------------------------------------------------

  function stepOf(view) {
    const { draft } = view;
    if (!view.isOpen) return "closed";
    if (view.conflict) return "conflict";
    if (!draft && slip.isAsked()) return "slip";
    if (slip.question() && slip.question().isFixing) return "slip";
    if (!draft && view.state && view.state.ended) return "over";
    if (!view.state || (view.isChanging && view.number === 1 && !page.starter && !draft.starter)) return "starter";
    if (draft && draft.turn) return view.asked.kind;
    return draft && draft.dice.length === 2 ? "ways" : "dice";
  }

  // A turn that was begun here fits no more where another phone changed what stands before it.
  function dropStale() {
    const draft = keeping.draft(), before = draft ? stateOf(draft) : null;
    if (!draft) return;
    const isLost = draft.turn && (!before || Number(draft.turn.seat) - 1 !== before.mover || !Play.outcome(terms, before, draft.turn.move)
      || (draft.use && !Play.within(terms, before, draft.turn)));
    if (draft.number > nextNumber() || isLost) keeping.setDraft(null);
  }

  function look() {
    dropStale();
    const draft = keeping.draft(), turns = keeping.turns(), now = currentState(), legal = now ? now.legal : 0;
    const state = draft ? stateOf(draft) : now || (page.starter ? Play.begin(terms, page.starter) : null);
    const view = { draft, turns, legal, state, number: draft ? draft.number : legal + 1, isOpen: keeping.isOpen(),
      conflict: keeping.conflict(),
      isChanging: Boolean(draft) && draft.number <= legal && !draft.use, asked: null, ways: [], uses: [], spots: {},
        waiting: keeping.waiting(),
      notes: keeping.notes(), problem: keeping.problem(), refusal: keeping.refusal(), trouble: keeping.trouble(),
        isKept: keeping.isKept(),
      handedIn: keeping.handedIn(), wrong: keeping.wrong(), misfit: turns.length > legal && !keeping.conflict() ? legal + 1 : 0,
      slip: page.own ? keeping.slip() : null, isSlipOpen: keeping.isSlipOpen(), openSlips: keeping.openSlips().concat(
        page.own && keeping.isSlipOpen() && !keeping.openSlips().includes(page.own) ? [page.own] : []),
      places: now && now.ended ? Play.places(now) : [] };
    if (draft && draft.turn) { view.asked = needed(draft); view.state = draft.use ? Play.within(terms, state, draft.turn)
      : walked(state, draft.turn.move); }
    view.step = stepOf(view);
    if (view.step === "ways") {
      const all = Play.ways(terms, state, ...draft.dice);
      view.ways = draft.spot === undefined ? all : all.filter((each) => each.end === draft.spot);
      view.ways.forEach((each) => { view.spots[each.end] = "offered"; });
    }
    if (view.step === "returns") view.asked.spots.forEach((each) => { view.spots[each] = "offered"; });
    if (["dice", "over", "slip"].includes(view.step)) view.uses = draft ? [] : uses();
    view.mayUndo = Boolean(draft && (draft.past.length || !draft.use)) || (!draft && legal > 0);
    return view;
  }

  // The board while the duel of a move is entered: the mover stands where the move ended.
  function walked(state, move) {
    const way = Play.outcome(terms, state, move), shown = structuredClone(state);
    shown.spots[state.mover] = way.end;
    shown.tokens = shown.tokens.filter((each) => !way.stars.includes(each));
    shown.stars[state.mover] += way.stars.length;
    return shown;
  }

  function refresh() {
    if (!drawing) return;
    const view = look();
    drawing.draw(view);
    pad.draw(view);
  }

  document.querySelectorAll("[data-open-slip]").forEach((made) => made.addEventListener("click", slip.open));

  // The page itself is kept too, so that it can be loaded anew without a network. It holds nothing of the slip.
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

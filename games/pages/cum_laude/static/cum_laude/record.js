// Recording a game of Magia Cum Laude: shows the engine's questions, and takes the taps. What is legal the service says: in the
// answers that it offers, and for movements in tables that lead from tile to tile.
(function () {
  "use strict";
  const root = document.getElementById("laude-recorder");
  if (!root) return;
  const page = JSON.parse(document.getElementById("recorder-data").textContent);
  const tools = window.laudeTools(root, page), { find, say, make, button, refill, card, figure, gem } = tools;
  const draw = window.laudeDraw(tools, page), keeping = window.laudeKeeping(page, () => refresh());
  const THUMB = 60; // how far from a tile's middle a tap may be, in units of the drawing
  let picked = [], named = "", sure = "", shown = null, asked = "", turn = "", host = {};

  // --- where cards lead ----------------------------------------------------------------------------------------------

  // The tiles where a movement with these cards can end: each card is a step in the table that the way names.
  function ends(movement, cards) {
    const found = new Set();
    if (!cards.length) return found;
    movement.ways.forEach((way) => {
      let places = new Set(movement.start);
      cards.forEach((each) => {
        const name = way[each[0]], table = (movement.tables || {})[name] || page.tables[name] || {};
        places = new Set(Array.from(places).flatMap((place) => table[place] || []));
      });
      places.forEach((place) => { if (page.places[place] && !movement.barred.includes(place)) found.add(place); });
    });
    return found;
  }

  const chosen = (question) => picked.map((at) => question.hand[at].card);

  // The tiles that can be tapped now, and what a tap on one does.
  function offers(question) {
    const found = new Map();
    if (!question || keeping.isSending()) return found;
    if (question.kind === "movement") {
      const cards = chosen(question);
      ends(question.movement, cards).forEach((tile) => found.set(tile, () => give({ cards, to: tile })));
    }
    question.answers.forEach((each) => { if (each.tile) found.set(each.tile, () => give(each.answer)); });
    return found;
  }

  function give(answer) { picked = []; named = ""; keeping.answer(answer); }

  // The tile nearest to a tap, of those that are offered.
  find("tower").addEventListener("click", (event) => {
    const drawn = find("tower").querySelector("svg"), at = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(drawn.getScreenCTM().inverse());
    const found = offers(keeping.question());
    const near = Array.from(found.keys()).map((tile) => [Math.hypot(page.places[tile][0] - at.x, page.places[tile][1] - at.y), tile])
      .sort((one, two) => one[0] - two[0])[0];
    if (near && near[0] <= THUMB) found.get(near[1])();
    else if (keeping.question() && keeping.question().kind === "figure") nameAt(at);
  });

  // A tap on a figure that stands on the tower names it.
  function nameAt(point) {
    const { at } = keeping.table(), { answers } = keeping.question();
    const near = answers.filter((each) => each.answer.figure).map((each) => [Math.hypot(page.places[at[each.answer.figure]][0] - point.x,
      page.places[at[each.answer.figure]][1] - point.y), each]).sort((one, two) => one[0] - two[0])[0];
    if (near && near[0] <= THUMB / 2) name(near[1]);
  }

  // --- the pad ---------------------------------------------------------------------------------------------------------

  const heading = (text) => make("p", { class: "pad-question", "aria-live": "polite" }, [text]);
  const row = (kind, children) => make("div", { class: "laude-buttons laude-" + kind }, children);

  function name(each) {
    if (!each.binds) { give(each.answer); return; }
    named = each.answer.figure;
    refresh();
  }

  function figures(question) {
    const known = question.answers.filter((each) => each.answer.figure), mine = known.find((each) => each.answer.figure === named);
    const others = question.answers.filter((each) => !each.answer.figure);
    return [heading(question.words), row("figures", known.map((each) => button("figure-" + each.answer.figure, [figure(each.answer.figure)],
      () => name(each), { class: "button laude-card", "aria-pressed": String(each === mine),
        "aria-label": each.words + ", " + each.note }))),
    mine && make("p", { class: "small" }, [mine.words + ": " + mine.note]),
    row("foot", [undo(), ...others.map((each) => button("order", [each.words], () => give(each.answer))),
      mine && button("name", [say("name", { figure: mine.words })], () => give(mine.answer), { class: "button button-primary" })])];
  }

  // Cards of the hand, in the order in which they are tapped.
  function hand(question) {
    return row("hand", question.hand.map((each, at) => card(each, { key: "card" + at, place: picked.indexOf(at) + 1 }, () => {
      picked = picked.includes(at) ? picked.filter((other) => other !== at) : picked.concat([at]);
      refresh();
    })));
  }

  function movement(question, found) {
    const words = Array.from(found.entries()).map(([tile, act]) => button("to-" + tile, [page.tiles[tile]], act));
    const hint = picked.length && !words.length ? say("no_end") : say("cards_chosen");
    return [heading(question.words), hand(question), make("p", { class: "small muted" }, [hint]), row("tiles", words),
      row("foot", [undo()])];
  }

  function discard(question) {
    const left = question.discard - picked.length, cards = chosen(question);
    return [heading(question.words), hand(question), left > 0 && make("p", { class: "small muted" }, [say("discard_more", { n: left })]),
      row("foot", [undo(), !left && button("discard", [say("discard")], () => give({ discard: cards }),
        { class: "button button-primary" })])];
  }

  // Which cards were drawn from the pile, where that is noted: of each kind that is left.
  function drawn(question) {
    const free = question.hand.map((each, at) => [each, at]).filter(([, at]) => !picked.includes(at)), kinds = new Map();
    free.forEach(([each, at]) => kinds.set(each.card, [...(kinds.get(each.card) || []), at]));
    const take = (at) => {
      picked = picked.concat([at]);
      if (picked.length === question.draw) give({ drawn: chosen(question) });
      else refresh();
    };
    const taken = picked.map((at, place) => card(question.hand[at], { key: "taken" + place, place: place + 1 }, () => {
      picked = picked.filter((other) => other !== at);
      refresh();
    }));
    return [heading(question.words), taken.length > 0 && row("hand", taken),
      taken.length > 0 && make("p", { class: "small muted" }, [say("drawn_left", { n: question.draw - picked.length })]),
      row("hand", Array.from(kinds.entries()).map(([kind, places]) => card(question.hand[places[0]], { key: "kind-" + kind },
        () => take(places[0])))), row("foot", [undo()])];
  }

  function choices(question) {
    const made = (each, at) => {
      const { answer } = each, kind = answer.take || answer.lose || answer.give || answer.steal;
      const who = answer.who || (answer.take && answer.from) || answer.with || answer.places;
      return button("answer" + at, [who && figure(who), kind && gem(kind, true), make("span", {}, [each.words])], () => give(answer),
        { class: "button laude-choice" });
    };
    return [heading(question.words), row(question.kind === "on" ? "tiles" : "wide", question.answers.map(made)),
      row("foot", [undo()])];
  }

  function undo() {
    if (keeping.draft()) return button("back", [say("undo")], () => { picked = []; keeping.back(); }, { class: "button recorder-undo" });
    const state = keeping.state();
    if (!state.undo) return "";
    return button("back", [say("undo_turn", { n: state.undo.number })], keeping.takeBack, { class: "button recorder-undo" });
  }

  function asking(question, found) {
    const state = keeping.state(), table = keeping.table();
    const next = table.masters.find((each) => each.is_next), head = make("p", { class: "small muted" }, [say("turn", { n: state.number,
      name: next ? next.name : "" }), table.is_second ? " · " + say("second") : ""]);
    const parts = { figure: () => figures(question), movement: () => movement(question, found), discard: () => discard(question),
      drawn: () => drawn(question) };
    return [head, ...(parts[question.kind] || (() => choices(question)))()];
  }

  // Whoever may end the game at the last turn's meeting, though it was another's turn. That somebody may is a secret of theirs: on a
  // phone that is shared it stands where their cards are.
  function ending(state) {
    return (state.ends || []).filter((seat) => isShown(state, seat)).map((seat) => {
      const key = "end" + seat, who = page.seats[seat - 1];
      if (sure !== key) return row("foot", [button(key, [say("end")], () => { sure = key; refresh(); })]);
      return make("div", { class: "stack-tight" }, [make("p", {}, [say("end_sure", { name: who })]), row("foot", [
        button("no", [say("no")], () => { sure = ""; refresh(); }),
        button("yes", [say("yes")], () => { sure = ""; keeping.end(seat); }, { class: "button button-primary" })])]);
    });
  }

  const reviewLink = () => make("a", { class: "button button-primary", href: page.urls.review }, [say("review")]);

  function over(state) {
    if (page.noted) return [heading(say("over")), row("foot", [undo(), reviewLink()])];
    if (state.deal.is_open) {
      return [heading(say("over")), make("p", { class: "small laude-seed" }, [say("open_now", { seed: state.deal.seed })]),
        row("foot", [reviewLink()])];
    }
    return [heading(say("over")), make("p", { class: "small" }, [say("open_hint")]), row("foot", [undo(),
      state.held && (page.own || page.is_desk) && button("open", [say("open_deal")], keeping.openDeal,
        { class: "button button-primary" })])];
  }

  function start(state) {
    const act = button("deal", [say("deal")], keeping.deal, { class: "button button-primary" });
    return [heading(state.deal ? say("elsewhere") : say("deal")), row("foot", [act])];
  }

  // Whose phone shows whose cards: told to everybody, and said by each player of their own cards. The desk says it for others.
  function sharing(state) {
    if (!state.deal || !state.deal.is_here || state.deal.is_open) return [];
    const hosts = state.deal.hosts, told = hosts.map((by, at) => by !== at + 1 && make("p", { class: "message-body small" },
      [say("shared", { host: page.seats[by - 1], name: page.seats[at] })]));
    const picks = hosts.map((by, at) => {
      const seat = at + 1, now = host[seat] || by;
      const isOwn = page.own === seat && (by !== seat || hosts.filter((each) => each === seat).length === 1);
      if (!state.open || !(page.is_desk || isOwn)) return "";
      const options = page.seats.map((who, other) => make("option", { value: other + 1, selected: now === other + 1 }, [other === at
        ? say("own_phone") : say("on_phone_of", { name: who })]));
      const pick = make("select", { id: "host" + seat, "data-key": "host" + seat }, options);
      pick.addEventListener("change", () => { host[seat] = Number(pick.value); refresh(); });
      const label = page.own === seat ? say("my_cards_on") : say("cards_on", { name: page.seats[at] });
      return make("div", { class: "field" }, [make("label", { for: "host" + seat }, [label]), pick, now !== by && button("share" + seat,
        [say("share")], () => { delete host[seat]; keeping.share(seat, now); })]);
    });
    return [...told, ...picks];
  }

  function pad(state, question, found) {
    if (page.noted && !state.table) {
      return [heading(say("cleared")), row("foot", [make("a", { class: "button", href: location.href }, [say("begin_again")])])];
    }
    if (!state.open) {
      const isDealt = state.deal && state.deal.is_here;
      return [heading(say("closed")), ...(isDealt ? over(state).slice(1, state.deal.is_open ? 2 : 3) : [])];
    }
    if (!state.deal || !state.deal.is_here) return !state.deal || page.is_desk ? start(state) : [heading(say("elsewhere"))];
    if (state.is_over || state.deal.is_open) return [...over(state), ...ending(state)];
    if (question) return [...asking(question, found), ...ending(state)];
    const next = keeping.table().masters.find((each) => each.is_next);
    const waits = make("p", { class: "pad-question" }, [keeping.isSending() ? say("sending") : say("waits_for", { name: next.name })]);
    return [waits, (keeping.draft() || !keeping.isSending()) && row("foot", [undo()]), ...ending(state), page.is_desk && again()];
  }

  // The desk deals again where a game is begun anew, and opens the cards of one that was broken off.
  function again() {
    const act = (key, hint, run) => sure === key ? make("div", { class: "stack-tight" }, [make("p", {}, [say(hint)]), row("foot", [
      button("no", [say("no")], () => { sure = ""; refresh(); }), button("yes", [say(key)], () => { sure = ""; run(); },
        { class: "button button-danger" })])]) : row("foot", [button(key, [say(key)], () => { sure = key; refresh(); })]);
    return make("div", { class: "stack-tight" }, [act("deal_again", "deal_again_hint", () => keeping.deal()),
      act("open_early", "open_hint", keeping.openDeal)]);
  }

  // Whether a seat's cards lie open on this phone: those of others than the reader's, and all on a phone that is shared, are covered
  // until they are asked for.
  function isShown(state, seat) {
    const held = state.held || [], isAlone = held.length === 1 && held[0].seat === page.own;
    return isAlone || state.deal.is_open || shown === seat;
  }

  // The cards of the players whose cards this phone shows.
  function own(state) {
    const held = state.held || [], isAlone = held.length === 1 && held[0].seat === page.own;
    return held.map((each) => {
      const show = () => { shown = each.seat; refresh(); };
      if (!isShown(state, each.seat)) return button("show" + each.seat, [say("show", { name: each.name })], show);
      const head = make("div", { class: "laude-own-head" }, [make("h2", {}, [each.seat === page.own && isAlone ? say("own_cards")
        : say("cards_of", { name: each.name })]), make("span", { class: "muted small" }, [page.words.points.replace("{n}", each.points)]),
      !isAlone && !state.deal.is_open && button("hide", [say("hide")], () => { shown = null; refresh(); },
        { class: "button button-small" })]);
      return make("section", { class: "laude-hand" }, [head, make("p", { class: "laude-goals" }, [...each.figures.map(figure),
        make("span", {}, [page.words.goals.replace("{mission}", each.mission).replace("{order}", each.order)])]),
      make("p", { class: "laude-row" }, each.hand.map((one) => card(one)))]);
    });
  }

  // What must not be seen by somebody who only borrows the phone: a question that shows a hand waits until the cards are asked for.
  function isCovered(state, question) {
    const held = state.held || [];
    return Boolean(question) && !page.noted && held.length > 1 && !state.deal.is_open && shown !== state.to_play;
  }

  function covered(state) {
    const { name: who } = state.held.find((each) => each.seat === state.to_play);
    return [heading(say("waits_for", { name: who })), make("p", { class: "small" }, [say("hidden_hint", { name: who })]),
      row("foot", [undo(), button("show" + state.to_play, [say("show", { name: who })], () => { shown = state.to_play; refresh(); },
        { class: "button button-primary" })])];
  }

  // Whoever takes the phone next sees nobody else's cards.
  function cover() { shown = null; sure = ""; }

  function refresh() {
    if (!draw) return;
    const state = keeping.state(), question = keeping.question(), now = JSON.stringify([state.number, question && question.words]);
    if (now !== asked) { asked = now; picked = []; named = ""; }
    const next = JSON.stringify([state.deal && state.deal.commitment, state.number, state.to_play]);
    if (next !== turn) { turn = next; cover(); }
    const isHidden = isCovered(state, question), found = isHidden ? new Map() : offers(question);
    draw(state, keeping.table(), Array.from(found.keys()));
    refill(find("pad"), isHidden ? covered(state) : pad(state, question, found));
    refill(find("own"), own(state));
    refill(find("shared"), sharing(state));
    find("start").hidden = !state.open || Boolean(state.deal && state.deal.is_open);
    const status = find("status"), trouble = keeping.trouble();
    status.textContent = trouble ? say(trouble) : keeping.isSending() ? say("sending") : state.deal ? say("saved") : "";
    status.classList.toggle("is-warn", Boolean(trouble));
    const isEarly = state.handed_in && state.open && state.deal && !state.deal.is_open;
    const told = [keeping.problem(), isEarly ? say("handed_in") : "",
      state.misfit ? say("misfit", { n: state.misfit }) : ""].filter(Boolean);
    refill(find("messages"), told.map((text) => make("div", { class: "message message-warn" }, [make("div", { class: "message-body" },
      [make("p", {}, [text])])])));
  }

  // The page itself is kept too, so that it can be loaded anew without a network. It holds nobody's cards.
  function keepPage() {
    if (!navigator.serviceWorker || !window.caches || !navigator.onLine) return;
    const own = location.origin + "/static/";
    const parts = performance.getEntriesByType("resource").map((each) => each.name.split("#")[0]).filter((name) => name.startsWith(own));
    navigator.serviceWorker.register(root.dataset.worker, { scope: root.dataset.scope }).then(() => caches.open("recorder"))
      .then((kept) => kept.addAll(Array.from(new Set(parts.concat([location.href])))))
      .catch(() => { /* then a reload needs the network; what was tapped is kept all the same */ });
  }

  refresh();
  document.addEventListener("visibilitychange", () => { if (document.hidden) { cover(); refresh(); } });
  window.addEventListener("load", keepPage);
})();

// Draws the players, the board, what was recorded and what there is to say; touches only what differs.
(function () {
  "use strict";
  const SPACE = "http://www.w3.org/2000/svg", CELL = 40;
  const SIGNS = { f: "M10 1c1 5 6 7 6 12a6 6 0 0 1-12 0c0-3 2-4 3-7 1 1 2 2 2 3 1-2 2-4 1-8z",
    w: "M10 1c3 5 6 8 6 12a6 6 0 0 1-12 0c0-4 3-7 6-12z",
      g: "M17 2C8 2 3 6 3 11c0 2 1 4 2 5l-2 3 1 1 3-3c7 2 11-4 10-15zM6 14c2-4 4-6 8-8-4 3-6 5-7 9z",
    n: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z" };
  const STAR = "M10 1l2.6 5.9 6.4.6-4.8 4.3 1.4 6.3-5.6-3.3-5.6 3.3 1.4-6.3L1 7.5l6.4-.6z";
  const ARROWS = { N: "\u2191", S: "\u2193", E: "\u2192", W: "\u2190" };

  window.elementalTools = function (root, page) {
    const words = page.words, sprite = root.dataset.sprite;
    const find = (name) => root.querySelector("[data-" + name + "]");

    function say(key, filled) {
      return words[key].replace(/\{(\w+)\}/g, (whole, name) => (filled && name in filled ? filled[name] : whole));
    }

    function make(tag, attributes, children) {
      const made = document.createElement(tag);
      Object.entries(attributes || {}).forEach(([name, value]) => { if (value !== null) made.setAttribute(name, value); });
      (children || []).forEach((child) => made.append(child));
      return made;
    }

    function draw(tag, attributes, children) {
      const made = document.createElementNS(SPACE, tag);
      Object.entries(attributes || {}).forEach(([name, value]) => made.setAttribute(name, value));
      (children || []).forEach((child) => made.append(child));
      return made;
    }

    function icon(name) {
      return draw("svg", { class: "icon", "aria-hidden": "true" }, [draw("use", { href: sprite + "#" + name })]);
    }

    function sign(path, kind) {
      return draw("svg", { class: "duel-sign duel-sign-" + kind, viewBox: "0 0 20 20", "aria-hidden": "true" }, [draw("path",
        { d: path })]);
    }

    const star = () => sign(STAR, "star");
    const cardSign = (card) => sign(SIGNS[card[0].toLowerCase()], card[0].toLowerCase());
    const cardWords = (card) => say("card_" + card[0].toLowerCase(), { n: card[1] });

    // key: what the button is, so that the focus finds it again when the pad is made anew.
    function button(key, label, act, options) {
      const classes = "button" + (options && options.class ? " " + options.class : "");
      const made = make("button", Object.assign({ type: "button", "data-key": key }, options, { class: classes }), [].concat(label));
      made.addEventListener("click", act);
      return made;
    }

    function cardButton(key, card, act, options) {
      return button(key, [cardSign(card), make("b", {}, [card[1]])], act, Object.assign({ "aria-label": cardWords(card) }, options,
        { class: "duel-card" + (options && options.class ? " " + options.class : "") }));
    }

    const leg = (letter, steps) => ARROWS[letter] + steps;
    const moveSigns = (move) => leg(move[0], move[1]) + " " + leg(move[2], move[3]);
    const legWords = (letter, steps) => say(letter, { n: steps });

    // Puts children in place of what is there, where anything differs; the focus stays on the button with the same key.
    function refill(node, key, build) {
      if (node.dataset.drawn === key) return;
      const active = document.activeElement, focused = node.contains(active) ? active.dataset.key || "" : null;
      node.dataset.drawn = key;
      node.replaceChildren(...build().filter(Boolean));
      if (focused === null) return;
      const next = Array.from(node.querySelectorAll("[data-key]"));
      const same = next.find((each) => each.dataset.key === focused) || next.find((each) => !each.dataset.key.startsWith("back"));
      if (same) same.focus({ preventScroll: true });
    }

    return { root, page, words, find, say, make, draw, icon, star, sign, cardSign, cardWords, button, cardButton, moveSigns, legWords,
      refill, STAR, CELL };
  };

  // The turn in a few words and signs.
  window.elementalLines = function (tools, page) {
    const { say, cardWords, moveSigns } = tools, name = (seat) => page.seats[seat];

    function ofDuel(duel) {
      const results = duel.defenders.map((each) => say(each.card ? "line_hit" : "line_bare",
        { name: name(each.seat), card: each.card && cardWords(each.card), damage: each.damage })).join(" ");
      return say(duel.isSudden ? "line_sudden" : "line_duel", { attacker: name(duel.attacker), attack: cardWords(duel.attack), results });
    }

    function ofTurn(number, turn, state) {
      const seat = Number(turn.seat) - 1;
      return [say("line", { n: number, name: name(seat), move: moveSigns(turn.move) })]
        .concat(state ? state.duels.filter((duel) => duel.turn === number).map(ofDuel) : [])
        .concat((turn.star_draws || []).map(() => say("line_star_draw", { name: name(seat) }))).join(" ");
    }

    return { ofTurn };
  };

  window.elementalDraw = function (tools, page, terms, acts) {
    const { find, say, make, draw, icon, star, button, refill, STAR } = tools, lines = window.elementalLines(tools, page);
    let boardKey = "";

    function drawPlayers(view) {
      const { state } = view;
      refill(find("players"), JSON.stringify([state && [state.health, state.stars, state.attack, state.defense, state.mover,
        state.ended]]), () =>
        page.seats.map((name, seat) => {
          const isOut = state && !state.health[seat], count = (deck) => (state ? state[deck][seat].length : terms.hand[deck]);
          const health = state ? state.health[seat] : terms.health, stars = state ? state.stars[seat] : 0;
          const isNext = state && !state.ended && state.mover === seat;
          const filled = { name, health, stars, attack: count("attack"), defense: count("defense") };
          return make("li", { class: "duel-player" + (isOut ? " is-out" : "") + (isNext ? " is-next" : ""),
            "aria-current": isNext ? "true" : null }, [
            make("span", { class: "unseen" }, [say(isOut ? "player_out" : "player", filled)]),
            make("span", { class: "duel-player-seen", "aria-hidden": "true" }, [
              make("b", { class: "duel-pawn" }, [String(seat + 1)]), make("span", { class: "clip" }, [name]),
              make("span", { class: "duel-numbers" }, isOut ? ["\u2013"] : ["\u2665" + health, make("span", {}, [star(), String(stars)]),
                make("span", { class: "duel-count duel-magenta" }, [String(count("attack"))]),
                make("span", { class: "duel-count duel-white" }, [String(count("defense"))])])])]);
        }));
    }

    // The board: spots, stars, pawns; the ends of offered ways, or the free star spots that may be tapped.
    function drawBoard(view) {
      const { state } = view, CELL = tools.CELL, marked = view.spots || {};
      const key = JSON.stringify([state && [state.spots, state.tokens, state.mover], marked, view.isOver]);
      if (key === boardKey) return;
      boardKey = key;
      const spots = state ? state.spots : terms.corners, tokens = state ? state.tokens : terms.star_spots, edge = 14, parts = [];
      const place = (spot) => [edge + (spot % terms.width) * CELL, (terms.height - 1 - Math.floor(spot / terms.width)) * CELL];
      terms.names.forEach((name, spot) => {
        const [x, y] = place(spot);
        parts.push(draw("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 4, "data-spot": spot,
          class: "duel-spot " + (terms.magenta[spot] ? "duel-magenta" : "duel-white") + (marked[spot] ? " is-" + marked[spot] : "") }));
        if (terms.star_spots.includes(spot)) parts.push(draw("path", { d: STAR, transform: "translate(" + (x + CELL - 20) + " "
          + (y + 2) + ") scale(0.9)",
          class: "duel-star" + (tokens.includes(spot) ? "" : " is-empty") }));
      });
      spots.forEach((spot, seat) => {
        if (spot < 0) return;
        const [x, y] = place(spot), here = spots.map((each, other) => (each === spot ? other : -1)).filter((other) => other >= 0);
        const shift = here.length > 1 ? here.indexOf(seat) * 11 - 5 * (here.length - 1) : 0;
        parts.push(draw("circle", { cx: x + CELL / 2 + shift, cy: y + CELL / 2 + 3, r: here.length > 1 ? 10 : 13,
          class: "duel-piece" + (state && state.mover === seat && !state.ended ? " is-next" : "") }));
        parts.push(draw("text", { x: x + CELL / 2 + shift, y: y + CELL / 2 + 8, class: "duel-piece-name" }, [String(seat + 1)]));
      });
      for (let column = 0; column < terms.width; column += 1) parts.push(draw("text", { x: edge + column * CELL + CELL / 2,
        y: terms.height * CELL + 11,
        class: "duel-edge" }, [terms.names[column]. slice(0, 1)]));
      for (let row = 0; row < terms.height; row += 1) parts.push(draw("text", { x: 6, y: (terms.height - 1 - row) * CELL + CELL / 2 + 4,
        class: "duel-edge" }, [String(row + 1)]));
      const svg = draw("svg", { viewBox: "0 0 " + (edge + terms.width * CELL) + " " + (terms.height * CELL + 14) }, parts);
      svg.addEventListener("click",
        (event) => { if (event.target.dataset.spot !== undefined) acts.spot(Number(event.target.dataset.spot)); });
      const where = spots.map((spot, seat) => (spot < 0 ? "" : say("stands", { name: page.seats[seat], spot: terms.names[spot] })));
      find("board").setAttribute("aria-label", say("board", { where: where.filter(Boolean).join(" ") }));
      find("board").replaceChildren(svg);
    }

    function drawStatus(view) {
      const said = view.refusal ? "" : view.trouble ? say("trouble_" + view.trouble) + " " : "";
      const rest = view.waiting ? say("waiting", { n: view.waiting }) : view.turns.length && !said && !view.refusal
        ? say("all_saved") : "";
      const status = find("status"), text = view.isOpen ? said + rest : "";
      if (status.textContent !== text) status.textContent = text;
      status.classList.toggle("is-warn", Boolean(view.trouble || view.refusal || view.waiting));
    }

    // The turns, the newest first; each can be corrected.
    function drawSaved(view) {
      const key = JSON.stringify([view.turns, view.legal, view.isOpen, view.draft && view.draft.number, Boolean(view.conflict)]);
      refill(find("saved"), key, () => (view.isOpen ? view.turns : []).map((row) => {
        const isHere = view.conflict || (view.draft && view.draft.number === row.number);
        return make("li", { class: row.number > view.legal ? "is-misfit" : "" }, [icon(row.by === null ? "wait"
          : row.number > view.legal ? "warn" : "ok"),
          make("span", { class: "recorder-saved-by" }, [lines.ofTurn(row.number, row.turn, view.state), " ",
            make("span", { class: "muted" }, [row.by === null ? say("waits") : say("by", { name: row.by })])]),
          isHere ? "" : button("open" + row.number, [say("correct")], () => acts.open(row.number),
            { class: "button-small", "aria-label": say("correct_turn", { n: row.number }) })]);
      }).reverse());
    }

    function message(kind, children) {
      return make("div", { class: "message message-" + kind, role: "alert" }, [icon(kind), make("div",
        { class: "message-body" }, children)]);
    }

    const line = (text) => make("p", {}, [text]);
    const twoWays = (one, two) => make("div", { class: "actions" }, [one, two]);

    function conflictMessage({ number, mine, theirs }) {
      return message("warn", [line(say("conflict", { name: theirs.by, n: number })),
        line(say("conflict_theirs", { what: lines.ofTurn(number, theirs.turn, null) })), line(say("conflict_mine",
          { what: lines.ofTurn(number, mine, null) })),
        twoWays(button("theirs", [say("take_theirs", { name: theirs.by })], acts.takeTheirs), button("mine", [say("keep_mine")],
          acts.keepMine))]);
    }

    function drawMessages(view) {
      const drawn = find("messages").dataset.drawn;
      const slip = view.slip && view.slip.theirs;
      refill(find("messages"), JSON.stringify([view.conflict, view.problem, view.refusal, view.isKept, view.notes, view.misfit,
        view.wrong,
        slip, view.handedIn]), () => [
        view.conflict && conflictMessage(view.conflict),
        slip && message("warn", [line(say("slip_changed", { theirs: slip.text || say("slip_none"), mine: view.slip.text
          || say("slip_none") })),
          twoWays(button("slip-theirs", [say("slip_take")], () => acts.settleSlip(true)), button("slip-mine",
            [say("slip_keep")], () => acts.settleSlip(false)))]),
        view.refusal && message("warn", [line(view.refusal), line(say("refused"))]),
        !view.isKept && message("warn", [line(say("not_kept"))]),
        view.handedIn && message("info", [line(view.handedIn), make("div", { class: "actions" }, [make("a", { class: "button",
          href: page.urls.game },
          [say("to_the_game")])])]),
        view.misfit && message("warn", [make("p", {}, [make("b", {}, [say("misfit", { n: view.misfit })])]), view.wrong
          && line(view.wrong),
          line(say("misfit_hint"))].filter(Boolean)),
        view.problem && message("bad", [line(view.problem)]),
        view.notes.length && message("info", view.notes.map((each) => line(say(each.key, each.filled.turn
          ? { n: each.filled.n, what: lines.ofTurn(each.filled.n, each.filled.turn, null) } : each.filled)))
          .concat(make("div", { class: "actions" }, [button("seen", [say("seen")], acts.seen)])))]);
      const isNew = drawn !== find("messages").dataset.drawn && find("messages").firstChild;
      if (isNew) find("messages").scrollIntoView({ block: "nearest" });
    }

    return { draw(view) {
      ["players", "board"].forEach((name) => { find(name).hidden = !view.isOpen; });
      document.querySelectorAll("[data-while-open]").forEach((part) => { part.hidden = !view.isOpen; });
      drawPlayers(view); drawBoard(view); drawMessages(view); drawStatus(view); drawSaved(view);
    } };
  };
})();

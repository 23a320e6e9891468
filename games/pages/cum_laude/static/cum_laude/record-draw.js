// Draws what a phone shows of a game that is recorded: players, tower, spells, cards.
(function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const ARROW = "M12 0L1-9v5.5h-11v7H1V9z", HAT = "M-14-3L0-9 14-3 0 3zM-8 2v6c4 4 12 4 16 0V2L0 6z";

  window.laudeTools = function (root, page) {
    const find = (name) => root.querySelector("[data-" + name + "]");

    function say(key, filled) {
      return page.words[key].replace(/\{(\w+)\}/g, (_all, name) => String((filled || {})[name]));
    }

    function put(made, attributes, children) {
      const set = ([name, value]) => { if (value !== false) made.setAttribute(name, value === true ? "" : value); };
      Object.entries(attributes || {}).forEach(set);
      made.append(...(children || []).filter((each) => each || each === 0));
      return made;
    }

    const make = (tag, attributes, children) => put(document.createElement(tag), attributes, children);
    const draw = (tag, attributes, children) => put(document.createElementNS(SVG, tag), attributes, children);

    function button(key, children, act, attributes) {
      const made = make("button", Object.assign({ type: "button", "data-key": key, class: "button" }, attributes), children);
      made.addEventListener("click", act);
      return made;
    }

    // The same place keeps the focus, however often it is drawn anew.
    function refill(place, children) {
      const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      place.replaceChildren(...children.filter(Boolean));
      if (focused === undefined) return;
      const again = place.querySelector("[data-key='" + CSS.escape(focused) + "']") || place.querySelector("[data-key]");
      if (again) again.focus({ preventScroll: true });
    }

    function gem(kind, isHeld) {
      const { path, fill } = page.gems[kind];
      return draw("svg", { viewBox: "-14 -16 28 32", class: "laude-gem" + (isHeld ? "" : " is-open"), "aria-hidden": "true" },
        [draw("path", { d: path.startsWith("m") ? "M0 0" + path : path, fill: isHeld ? fill : "none" })]);
    }

    function figure(name) {
      const { colour, sign, angle } = page.figures[name], isHat = angle === null || angle === undefined;
      return draw("svg", { viewBox: "-20 -20 40 40", class: "laude-figure", "aria-hidden": "true" }, [
        draw("circle", { r: 19, fill: colour, stroke: "#8a8494" }),
        draw("path", { d: isHat ? HAT : ARROW, fill: sign, transform: isHat ? "" : "rotate(" + angle + ")" })]);
    }

    // The action on a card, as the pictures of cards have it.
    function symbol(letter) {
      const { path, is_filled } = page.symbols[letter] || { path: "" };
      return draw("svg", { viewBox: "-10 -9 20 18", class: "laude-symbol", "aria-hidden": "true" },
        [draw("path", { d: path, fill: is_filled ? "currentColor" : "none" })]);
    }

    // A card: the arrow shows where it leads, the sign which action it allows.
    function card(shown, attributes, act) {
      const face = [figure(page.letters[shown.card[0]]), symbol(shown.card[1])];
      if (!act) return make("span", { class: "laude-card", role: "img", "aria-label": shown.words, title: shown.words }, face);
      return button(attributes.key, face.concat(attributes.place ? [make("b", { class: "laude-place" }, [String(attributes.place)])] : []),
        act, { class: "button laude-card", "aria-pressed": String(Boolean(attributes.place)), "aria-label": shown.words,
          title: shown.words });
    }

    return { find, say, make, draw, button, refill, gem, figure, card };
  };

  window.laudeDraw = function (tools, page) {
    const { find, say, make, draw, refill, gem, figure, card } = tools;

    function player(master, isOwn) {
      const stock = master.stock.map((each) => make("span", { class: "laude-count" }, [gem(each.kind, true), String(each.number),
        make("span", { class: "unseen" }, [" " + each.words])]));
      return make("li", { class: "laude-player" + (master.is_next ? " is-next" : "") }, [
        make("b", { class: "laude-name" }, [master.name]), isOwn ? make("span", { class: "muted small" }, [" (", say("you"), ")"]) : "",
        make("span", { class: "laude-numbers" }, [make("span", { class: "laude-count" }, ["\u25AF " + master.cards]), ...stock]),
        master.order ? make("span", { class: "small" }, [page.words.fulfilled.replace("{order}", master.order)]) : ""]);
    }

    function spell(each) {
      const gems = each.crystals.flatMap(({ kind, held, needed }) => Array.from({ length: needed }, (_none, at) => gem(kind, at < held)));
      const needs = each.crystals.filter(({ needed }) => needed);
      const told = needs.map(({ words, held, needed }) => held + "/" + needed + " " + words).join(", ");
      const mark = each.is_passed ? page.words.passed : each.is_complete ? page.words.complete : "";
      return make("li", { class: "laude-spell" + (each.is_complete ? " is-complete" : "") }, [figure(each.figure),
        make("span", { class: "laude-gems" }, gems), make("span", { class: "unseen" }, [each.name + ": " + told]),
        mark ? make("span", { class: "small" }, [mark]) : ""]);
    }

    // The tower: what lies there, and the tiles that can be tapped.
    function tower(table, targets) {
      const place = find("tower");
      place.hidden = !table;
      if (!table) return;
      const parsed = new DOMParser().parseFromString("<svg xmlns='http://www.w3.org/2000/svg'>" + table.pieces + "</svg>", "image/svg+xml");
      find("pieces").replaceChildren(...Array.from(parsed.documentElement.childNodes, (node) => document.importNode(node, true)));
      find("targets").replaceChildren(...targets.map((tile) => draw("circle", { class: "laude-target", cx: page.places[tile][0],
        cy: page.places[tile][1], r: 31 })));
    }

    function heaps(table) {
      return make("li", { class: "laude-heaps small" }, [make("span", {}, [page.words.pile.replace("{n}", table.pile)]),
        make("span", { class: "laude-row" }, [page.words.discarded.replace("{n}", table.discarded),
          ...table.top.map((each) => card(each))]),
        table.extra ? make("span", {}, [page.words.extra.replace("{order}", table.extra)]) : ""]);
    }

    return function (state, table, targets) {
      refill(find("players"), table ? table.masters.map((each) => player(each, each.seat === page.own)) : []);
      refill(find("spells"), table ? table.spells.map(spell).concat([heaps(table)]) : []);
      tower(table, targets);
      find("log").hidden = !state.turns.length;
      const turn = (each) => make("li", { value: each.number }, [each.number + ". " + each.words]);
      refill(find("saved"), state.turns.slice().reverse().map(turn));
    };
  };
})();

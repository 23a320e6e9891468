// Draws the arena and what may be done, from values; touches only what differs, so that focus and fingers stay where they are.
(function () {
  "use strict";
  const Arena = window.magistrarArena;
  const ICONS = { L: "light", D: "dark", S: "super", G: "golden" }, PAWNS = { W: "weak", M: "medium", S: "strong" };
  const COLOURED = ["light", "dark", "super", "golden"];

  window.magistrarBoard = function (root, page, acts) {
    window.magistrarArrows(root);
    const words = page.words;
    const find = (name) => root.querySelector("[data-" + name + "]");
    const sprite = root.dataset.sprite;

    function say(key, filled) {
      return words[key].replace(/\{(\w+)\}/g, (whole, name) => (filled && name in filled ? filled[name] : whole));
    }

    function make(tag, attributes, children) {
      const made = document.createElement(tag);
      Object.entries(attributes || {}).forEach(([name, value]) => { if (value !== null) made.setAttribute(name, value); });
      (children || []).forEach((child) => made.append(child));
      return made;
    }

    function icon(name) {
      const space = "http://www.w3.org/2000/svg";
      const svg = document.createElementNS(space, "svg"), use = document.createElementNS(space, "use");
      svg.setAttribute("class", "icon" + (COLOURED.includes(name) ? " icon-" + name : ""));
      svg.setAttribute("aria-hidden", "true");
      use.setAttribute("href", sprite + "#" + name);
      svg.append(use);
      return svg;
    }

    function button(label, act, options) {
      const classes = "button" + (options && options.class ? " " + options.class : "");
      const made = make("button", Object.assign({ type: "button" }, options, { class: classes }), [].concat(label));
      made.addEventListener("click", act);
      return made;
    }

    function chipWords(chip) {
      const what = words["token_" + chip.token] + (chip.pawn === Arena.NONE ? "" : ", " + words["pawn_" + chip.pawn]);
      return chip.spell ? say("strengthened", { what: what }) : what;
    }

    function chipIcons(chip) {
      const icons = [icon(ICONS[chip.token])];
      if (chip.pawn !== Arena.NONE) icons.push(icon(PAWNS[chip.pawn]));
      if (chip.spell) icons.push(make("span", { class: "plus" }, ["+1"]));
      return icons;
    }

    function level(number) {
      if (!number) return "0";
      return say(number > 0 ? "level_dark" : "level_light", { n: Math.abs(number) });
    }

    const signed = (number) => String(number).replace("-", "\u2212");

    // --- the arena ----------------------------------------------------------------------------------------------

    const places = {}, middles = {};
    Arena.PLACES.forEach((at) => {
      Arena.SIDES.forEach((side) => {
        const made = button([], () => acts.choose(side, at), { class: "arena-place arena-" + side });
        places[side + at] = made;
      });
      middles[at] = make("span", { class: "arena-middle" });
      find("arena").append(places["white" + at], middles[at], places["black" + at]);
    });

    function laidChip(arena, side, at) {
      const letter = Arena.token(arena, side, at);
      if (letter === Arena.NONE) return null;
      return { token: letter, pawn: Arena.pawn(arena, side, at), spell: Boolean(Arena.spellAt(arena, side, at)) };
    }

    function drawPlace(view, side, at) {
      const place = places[side + at], chip = laidChip(view.arena, side, at);
      const drawn = JSON.stringify(chip);
      if (place.dataset.drawn !== drawn) {
        place.dataset.drawn = drawn;
        place.replaceChildren(...(chip ? chipIcons(chip) : []));
      }
      const isNext = Boolean(view.next) && view.next.side === side && view.next.at === at;
      const isOpen = Boolean(view.turn) && view.turn.side === side && view.turn.places.includes(at);
      const winner = view.encounters[at - 1];
      place.classList.toggle("is-next", isNext);
      place.classList.toggle("is-open", isOpen);
      place.classList.toggle("is-wrong", Boolean(view.wrong) && view.wrong.side === side && view.wrong.position === at);
      place.classList.toggle("has-won", winner === side);
      place.classList.toggle("has-lost", Boolean(winner) && winner !== side);
      if (isNext) place.setAttribute("aria-current", "step"); else place.removeAttribute("aria-current");
      place.setAttribute("aria-disabled", String(!chip && !isOpen));
      const filled = { name: words[side], n: at, what: chip ? chipWords(chip) : "" };
      place.setAttribute("aria-label", say(chip ? "place_laid" : "place_empty", filled));
    }

    function drawMiddle(view, at) {
      const exchange = view.exchanges[at], winner = view.encounters[at - 1];
      const sign = winner === "white" ? "\u25c2" : winner === "black" ? "\u25b8" : "";
      const order = view.terms && view.terms.one_by_one ? view.arena.order.indexOf(at) + 1 : 0;
      const drawn = JSON.stringify([exchange, sign, order]);
      if (middles[at].dataset.drawn === drawn) return;
      middles[at].dataset.drawn = drawn;
      const hadFocus = middles[at].contains(document.activeElement);
      const number = make("span", { class: "arena-number", "aria-hidden": "true" },
        [(winner === "white" ? sign : "") + at + (winner === "black" ? sign : ""),
          order ? make("span", { class: "arena-order" }, ["#" + order]) : ""]);
      if (!exchange) { middles[at].replaceChildren(number); return; }
      const isDone = exchange === "done";
      middles[at].replaceChildren(button([number, make("span", { "aria-hidden": "true" }, ["\u21c4"])],
        () => acts.exchange(at), { class: "arena-exchange",
        "aria-pressed": String(isDone), "aria-label": say(isDone ? "exchanged" : "exchange", { n: at }) }));
      if (hadFocus) middles[at].firstElementChild.focus();
    }

    // --- score ---------------------------------------------------------------------------------------------------

    function score(stands) { return signed(stands.honoris.white) + " : " + signed(stands.honoris.black); }

    function drawScore(view) {
      const stands = view.standing;
      find("honoris").textContent = score(stands);
      const when = view.isOpened && !view.isChanged ? say("after", { n: view.number }) : view.isLaying ? say("now")
        : view.number > 1 ? say("after", { n: view.number - 1 }) : say("begin");
      find("when").textContent = view.trouble || view.refusal ? say("counted_here", { when }) : when;
      const track = find("track").querySelector("svg.track"), line = track.querySelector(".track-light");
      const middle = Number(line.getAttribute("x2")), step = (middle - Number(line.getAttribute("x1"))) / 15;
      const isSame = stands.level.white === stands.level.black;
      Arena.SIDES.forEach((side) => {
        const pawn = track.querySelector("circle.track-" + side);
        pawn.setAttribute("cx", middle + stands.level[side] * step);
        // both on one level: one above the other
        pawn.setAttribute("cy", Number(line.getAttribute("y1")) + (isSame ? (side === "white" ? -5 : 5) : 0));
      });
      track.setAttribute("aria-label", say("track", { white: words.white, black: words.black,
        white_level: level(stands.level.white), black_level: level(stands.level.black) }));
    }

    // --- what may be done ------------------------------------------------------------------------------------------

    const tools = { make, icon, button, say, find, words, chipWords, laidChip, score, message };
    const pad = find("pad"), choice = window.magistrarCardChoice(page, tools, acts);
    const drawMessages = window.magistrarMessages(tools, choice, acts);
    let shown = "", chips = [];

    function setPad(key, build) {
      if (shown === key) return;
      shown = key;
      pad.replaceChildren(...build());
    }

    // A part of the pad, made anew only where it differs, with the focus on the same button again.
    function refill(name, key, build) {
      const part = pad.querySelector("[data-" + name + "]");
      if (part.dataset.drawn === key) return;
      const focused = Array.from(part.querySelectorAll("button")).indexOf(document.activeElement);
      part.dataset.drawn = key;
      part.replaceChildren(...build());
      const again = focused < 0 ? null : part.querySelectorAll("button")[focused];
      if (again) again.focus();
    }

    // Undo, where there is nothing to take back the duel before; and the way out of an opened duel.
    function wayBack(view) {
      const ways = [];
      if (view.undo === true) ways.push(button([say("undo")], acts.undo, { class: "recorder-undo" }));
      else if (view.undo) ways.push(button(["\u2039 " + say("duel", { n: view.undo })], () => acts.open(view.undo),
        { class: "recorder-undo", "aria-label": say("back_to", { n: view.undo }) }));
      if (view.isOpened) ways.push(button([say(view.isChanged ? "cancel" : "close")], acts.close, { class: "recorder-undo" }));
      return ways;
    }

    const wayKey = (view) => JSON.stringify([view.undo, view.isOpened, view.isChanged]);

    function buildChips(view) {
      chips = view.universe.map((chip) => {
        const made = button(chipIcons(chip), () => acts.lay(chip),
          { class: "chip chip-" + chip.token + (chip.pawn === Arena.NONE ? " chip-bare" : "") });
        made.setAttribute("aria-label", chipWords(chip));
        made.dataset.chip = chip.token + chip.pawn;
        return made;
      });
      return [make("div", { class: "pad-head" }, [make("b", { "data-place": "", "aria-live": "polite" }),
        make("span", { class: "pad-left small muted", "data-left": "" }),
        make("span", { "data-undo": "" })]),
        view.terms.one_by_one ? make("p", { class: "small muted" }, [say("order_hint")]) : "",
        make("p", { class: "pad-why small", role: "status", "aria-live": "polite", "data-why": "" }),
        make("div", { class: "chips" + (view.universe.some((chip) => chip.token === "G") ? " has-golden" : "") }, chips),
        make("div", { class: "pad-tools", "data-tools": "" })];
    }

    function drawLeft(view) {
      const left = [];
      Object.entries(view.left.tokens).forEach(([letter, n]) => {
        if (view.tokensInPlay.includes(letter)) left.push(icon(ICONS[letter]), n + " ");
      });
      Object.entries(view.left.pawns).forEach(([letter, n]) => left.push(icon(PAWNS[letter]), n + " "));
      pad.querySelector("[data-left]").replaceChildren(...left);
    }

    // Why the last tap did nothing; said anew with every such tap.
    function drawWhy(view) {
      const line = pad.querySelector("[data-why]"), why = view.why ? say(view.why.key, view.why.filled) : "";
      if (line.textContent !== why) line.textContent = why;
    }

    function drawChips(view) {
      setPad("chips" + JSON.stringify([view.universe, view.terms.one_by_one]), () => buildChips(view));
      pad.querySelector("[data-place]").textContent = say("place", { name: words[view.next.side], n: view.next.at });
      drawLeft(view);
      chips.forEach((made, index) => {
        const chip = view.universe[index];
        const isOffered = view.chips.some((each) => each.token === chip.token && each.pawn === chip.pawn);
        made.setAttribute("aria-disabled", String(!isOffered));
      });
      drawWhy(view);
      refill("undo", wayKey(view), () => wayBack(view));
      refill("tools", JSON.stringify([view.strengthenings, view.strengthen, !view.chips.length]), () => buildTools(view));
    }

    function buildTools(view) {
      const tools = view.strengthenings.map((each) => button(
        [say("strengthen", { spell: words["spell_" + each.spell] }),
          each.left === null ? "" : " (" + say("uses_left", { n: each.left }) + ")"],
        () => acts.strengthen(each.spell), { "aria-pressed": String(view.strengthen === each.spell) }));
      if (!view.chips.length) tools.unshift(make("p", { class: "is-bad" }, [say("nothing_fits")]));
      return tools;
    }

    function drawMove(view) {
      const { side, at } = view.move, isGolden = Arena.token(view.arena, side, at) === "G",
        before = view.redirects && view.redirects.letter;
      const spaces = isGolden ? view.terms.golden_spaces : view.terms.super_spaces;
      setPad("move" + side + at + before + wayKey(view), () => [
        make("p", { class: "pad-question", "aria-live": "polite" },
          [say(isGolden ? "move_golden" : "move_question", { name: words[side], n: at })]),
        make("div", { class: "pad-moves" }, [["L", "move_L"], [".", "move_none"], ["D", "move_D"]].map(([letter, key]) =>
          button(letter === "." ? [say(key)] : [icon(ICONS[letter]), say(key, { n: spaces })], () => acts.move(side, at, letter),
            { "aria-pressed": before ? String(before === letter) : null }))),
        make("div", { class: "pad-tools" }, before ? [button([say("leave_direction")], () => acts.redirect(null),
          { class: "recorder-undo" })] : wayBack(view))]);
    }

    // Where each won super energy moved its pawn; a tap on one asks for it once more.
    function directionButtons(view) {
      return view.directions.map(({ side, at, letter }) => {
        const spaces = Arena.token(view.arena, side, at) === "G" ? view.terms.golden_spaces : view.terms.super_spaces;
        const where = say(letter === "." ? "move_none" : "move_" + letter, { n: spaces });
        return button([icon(ICONS[Arena.token(view.arena, side, at)]), say("direction", { n: at, where })],
          () => acts.redirect({ side, at }),
          { class: "button-small", "aria-label": say("change_direction", { name: words[side], n: at, where }) });
      });
    }

    function castButtons(view) {
      return view.casts.map((cast) => button([say("cast_" + (cast.direction === "." ? "none" : cast.direction),
        { spell: words["spell_" + cast.spell], name: words[cast.by] })], () => acts.cast(cast), { "aria-pressed": String(cast.isCast) }));
    }

    // What is said of an opened duel, which may still wait for the network.
    function openedWords(view, key) {
      return view.finished.some(({ number, by }) => number === view.number && by === null) ? key + "_waiting" : key;
    }

    function drawFinish(view) {
      const isKept = view.isOpened && !view.isChanged, hint = view.isOpened
        ? openedWords(view, isKept ? "opened_hint" : "changed_hint") : "finished_hint";
      setPad("finish" + JSON.stringify([view.number, view.casts, view.directions, view.wrong, wayKey(view)]), () => [
        make("div", { class: "pad-tools" }, directionButtons(view).concat(castButtons(view))),
        view.wrong ? "" : make("p", { class: "pad-question" }, [say(hint, { n: view.number })]),
        make("div", { class: "pad-finish" }, [
          view.wrong || isKept ? "" : button([icon("ok"), say(view.isOpened ? "keep_change" : "finish",
            { n: view.number })], acts.finish, { class: "button-primary" }),
          ...wayBack(view)])]);
    }

    function drawDone(view) {
      setPad("done" + JSON.stringify([view.waiting, wayKey(view), view.handedIn]), () => [
        make("p", { class: "pad-question" }, [view.handedIn || say("done")]),
        make("div", { class: "pad-finish" }, [
          view.waiting ? "" : make("a", { class: "button button-primary", href: view.review },
            [icon("next"), say(view.handedIn ? "review_again" : "review")]),
          ...wayBack(view)])]);
    }

    function drawCards(view) {
      setPad("card" + JSON.stringify([view.number, view.card, view.cardsTaken, wayKey(view)]), () => choice.pad(view, wayBack(view)));
      drawWhy(view);
    }

    function buildClosed(view) {
      return [make("p", {}, [say("closed")]), make("div", { class: "pad-finish" },
        [make("a", { class: "button", href: view.game }, [say("to_the_game")])])];
    }

    function drawPad(view) {
      if (!view.isOpen) setPad("closed", () => buildClosed(view));
      else if (view.conflict || view.cardConflict) setPad("conflict", () => []);
      else if (view.number > 5) drawDone(view);
      else if (view.isChoosingCard) drawCards(view);
      else if (view.next) drawChips(view);
      else if (view.move) drawMove(view);
      else drawFinish(view);
    }

    // --- what there is to say --------------------------------------------------------------------------------------

    function message(kind, children) {
      return make("div", { class: "message message-" + kind, role: "alert" },
        [icon(kind), make("div", { class: "message-body" }, children)]);
    }

    function drawStatus(view) {
      if (!view.isOpen) { find("status").textContent = ""; find("saved").replaceChildren(); delete find("saved").dataset.drawn; return; }
      const said = view.refusal ? say("not_sent") + " " : view.trouble ? say("trouble_" + view.trouble) + " " : "";
      const rest = view.waiting ? say("waiting", { n: view.waiting }) : view.finished.length && !view.trouble
        && !view.refusal ? say("all_saved") : "";
      if (find("status").textContent !== said + rest) find("status").textContent = said + rest;
      find("status").classList.toggle("is-warn", Boolean(view.trouble || view.refusal || view.waiting));
      drawSaved(view);
    }

    // The finished duels; each can be opened.
    function drawSaved(view) {
      const list = find("saved"), key = JSON.stringify([view.finished, view.isOpened, view.number, Boolean(view.conflict)]);
      if (list.dataset.drawn === key) return;
      list.dataset.drawn = key;
      list.replaceChildren(...view.finished.map(({ number, by }) => {
        const isHere = view.conflict || (view.isOpened && view.number === number);
        return make("li", {}, [icon(by === null ? "wait" : "ok"),
          make("span", { class: "recorder-saved-by" }, [say(by === null ? "saved_here" : "saved_by",
          { n: number, name: by })]),
          isHere ? "" : button([say("open")], () => acts.open(number),
            { class: "button-small", "aria-label": say("look_at", { n: number }) })]);
      }));
    }

    function drawTitle(view) {
      const title = find("title"), card = find("card");
      title.hidden = view.number > 5 || Boolean(view.conflict || view.cardConflict) || !view.isOpen;
      if (title.hidden) { card.hidden = true; return; }
      title.textContent = say("duel", { n: view.number }) + (view.isChoosingCard ? "" : " \u00b7 "
        + say("starts", { name: words[view.terms.starter] }));
      const lines = [];
      if (view.card && !view.isChoosingCard) lines.push(choice.line(view));
      if (view.isOpened) lines.push(make("p", { class: "recorder-opened" }, [say(openedWords(view, "opened"))]));
      if (view.terms.one_by_one && !view.isChoosingCard) lines.push(make("p", { class: "muted" }, [say("one_by_one")]));
      card.hidden = !lines.length;
      card.replaceChildren(...lines);
    }

    // The whole arena stays in sight above what may be laid, if there is room for it; else the place that comes next.
    function keepInSight(view) {
      if (view.number > 5 || view.conflict || view.cardConflict || view.isChoosingCard
        || getComputedStyle(pad).position !== "sticky") return;
      const below = innerHeight - pad.offsetHeight, above = find("score").offsetHeight, whole = find("arena").getBoundingClientRect();
      const part = !view.next || whole.height + 16 < below - above ? whole : places[view.next.side + view.next.at].getBoundingClientRect();
      if (part.bottom > below) window.scrollBy({ top: part.bottom - below + 8 });
      else if (part.top < above) window.scrollBy({ top: part.top - above - 8 });
    }

    // Where the button that had the focus is gone, what is to be done next gets it.
    function keepFocus(hadFocus) {
      if (!hadFocus || root.contains(document.activeElement)) return;
      const next = root.querySelector("[data-messages] button, [data-messages] a")
        || pad.querySelector("button:not([aria-disabled='true']), a");
      if (next) next.focus({ preventScroll: true });
    }

    return { showTitle() { find("title").scrollIntoView({ block: "nearest" }); }, draw(view) {
      const hadFocus = root.contains(document.activeElement);
      find("arena").hidden = view.number > 5 || Boolean(view.conflict || view.cardConflict || view.isChoosingCard) || !view.isOpen;
      find("score").hidden = !view.isOpen;
      document.querySelectorAll("[data-while-open]").forEach((part) => { part.hidden = !view.isOpen; });
      if (view.number <= 5) Arena.PLACES.forEach((at) => {
        Arena.SIDES.forEach((side) => drawPlace(view, side, at));
        drawMiddle(view, at);
      });
      drawTitle(view); drawScore(view); drawPad(view); const isToBeRead = drawMessages(view); drawStatus(view);
      if (!isToBeRead) keepInSight(view); keepFocus(hadFocus);
    } };
  };
})();

// What is to be tapped next: the throw, the way, cards, stars; and the reader's own slip.
(function () {
  "use strict";
  window.elementalPad = function (tools, page, terms, slip, acts) {
    const { find, say, make, icon, star, button, cardButton, cardSign, cardWords, moveSigns, legWords, refill } = tools;
    const name = (seat) => page.seats[seat], names = (seats) => seats.map(name).join(", ");
    const DICE = [1, 2, 3, 4, 5, 6];

    const question = (text) => make("p", { class: "pad-question", "aria-live": "polite" }, [text]);
    const row = (kind, children) => make("div", { class: "duel-row duel-row-" + kind }, children);
    const undo = (view) => (view.mayUndo ? button("back", [say("undo")], acts.undo, { class: "recorder-undo" }) : "");
    const cancel = () => button("back-all", [say("cancel")], acts.cancel, { class: "recorder-undo" });

    function head(view, text) {
      const { state } = view, round = state ? state.round : 1;
      const where = terms.rounds === null ? say("round", { n: round }) : say("round_of", { n: round, most: terms.rounds });
      const turn = say("turn", { n: view.number, name: state ? name(state.mover) : "?" });
      return [make("div", { class: "duel-head" }, [make("b", {}, [turn]), make("span", { class: "muted small" }, [where])]),
        changing(view), question(text)];
    }

    const changing = (view) => (view.isChanging ? make("p", { class: "small" }, [say("changing", { n: view.number })]) : "");

    function foot(view, more) {
      const isLeft = view.isChanging || (view.draft && view.draft.use);
      return row("foot", [undo(view), isLeft ? cancel() : ""].concat(more || []).filter(Boolean));
    }

    function starter(view) {
      return [changing(view), question(say("who_starts")),
        row("wide", page.seats.map((each, seat) => button("seat" + seat, [each], () => acts.starts(seat)))), foot(view)];
    }

    function dice(view) {
      const [one] = view.draft ? view.draft.dice : [];
      return head(view, one ? say("throw_second", { one }) : say("throw", { name: name(view.state.mover) })).concat([
        row("dice", DICE.map((n) => button("die" + n, [String(n)], () => acts.die(n), { "aria-label": say("die", { n }) }))),
        view.uses.length && !one && uses(view), foot(view)]);
    }

    // The mover of the turn before may still use stars.
    function uses(view) {
      const { seat, n } = view.uses[0];
      return make("div", { class: "duel-uses" }, [make("span", {}, [star(), say("use_stars", { name: name(seat), n })]),
        ...view.uses.map(({ kind }) => button("use-" + kind, [say(kind)], () => acts.use(kind), { class: "button-small" }))]);
    }

    function wayButton(view, way) {
      const { move } = way, first = legWords(move[0], move[1]), second = legWords(move[2], move[3]), spot = terms.names[way.end];
      const label = say("way_label", { first, second, spot });
      const met = way.met.length ? say("way_meets", { label, names: names(way.met) }) : label;
      const said = way.stars.length ? say("way_stars", { label: met, stars: way.stars.length }) : met;
      const end = [spot, way.stars.length ? make("span", {}, [star(), String(way.stars.length)]) : "", way.met.length ? " \u2694" : ""];
      return button("way" + move, [make("b", {}, [moveSigns(move)]), make("span", { class: "duel-way-end" }, end.filter(Boolean))],
        () => acts.way(move), { class: "duel-way", "aria-label": said });
    }

    function ways(view) {
      const [one, other] = view.draft.dice, at = view.draft.spot, mover = name(view.state.mover);
      const text = at === undefined ? say("way", { name: mover, one, other }) : say("way_there", { name: mover, spot: terms.names[at] });
      return head(view, text).concat([row("ways", view.ways.map((way) => wayButton(view, way))),
        foot(view, at === undefined ? [] : [button("all", [say("all_ways")], () => acts.allWays())])]);
    }

    function cards(view) {
      const { asked } = view, text = asked.kind === "attack" ? say("attack_of", { name: name(asked.seat), names: names(asked.against) })
        : say("defense_of", { name: name(asked.seat), card: cardWords(asked.attack) });
      const made = asked.cards.map((card) => cardButton("card" + card, card, () => acts.card(card)));
      return head(view, text).concat([row("cards", made), foot(view)]);
    }

    function target(view) {
      return head(view, say("whom", { name: name(view.asked.seat) })).concat([row("wide", view.asked.seats.map((seat) =>
        button("target" + seat, [name(seat)], () => acts.target(seat)))), foot(view)]);
    }

    function deck(view) {
      return head(view, say("which_deck", { name: name(view.asked.seat) })).concat([row("wide", view.asked.decks.map((each) =>
        button("deck" + each, [say("deck_" + each)], () => acts.deck(each)))), foot(view)]);
    }

    function returns(view) {
      const { cost, left, spots } = view.asked;
      return head(view, say("returns", { n: cost, left })).concat([row("spots", spots.map((spot) =>
        button("spot" + spot, [terms.names[spot]], () => acts.spot(spot)))), foot(view)]);
    }

    // --- the slip ----------------------------------------------------------------------------------------------------

    function slipText({ at, entry, isFixing, taken, isKeeping, dealt }) {
      if (entry.isStar) return isKeeping ? say("slip_kept", { turn: entry.turn })
        : say("slip_star", { turn: entry.turn, n: taken.length + 1, most: entry.cards });
      if (isFixing) return say("slip_fix", { n: at + 1 });
      return entry.turn ? say("slip_draw_" + entry.deck, { turn: entry.turn }) : say("slip_dealt_" + entry.deck, { n: dealt });
    }

    // Undo takes back what was tapped last: a card, or the turn in which a card is owed now.
    function slipPad(view, asked) {
      const made = asked.cards.map((card, at) => cardButton("slip" + card + (asked.isKeeping ? at : ""), card, () =>
        slip.choose(card, at)));
      const isOfSlip = asked.taken.length || asked.isFixing || (!asked.entry.turn && asked.at);
      const back = isOfSlip ? slip.back : asked.entry.turn && asked.entry.turn === view.legal ? acts.undo : null;
      const isNow = asked.entry.turn === view.legal && !asked.taken.length; // stars are used before the card is drawn (E12, E13)
      return [question(slipText(asked)), row("cards", made), isNow && view.uses.length && uses(view), row("foot", [
        back && button("back-slip", [say("undo")], back), !asked.isFixing && button("back-later", [say("slip_later")], slip.later),
      ].filter(Boolean))];
    }

    function handCards(held) {
      if (!held.length) return [say("slip_none")];
      return held.map((card) => make("span", { class: "duel-card" },
        [cardSign(card), make("b", {}, [card[1]]), make("span", { class: "unseen" }, [cardWords(card)])]));
    }

    function entryButton(entry, at) {
      const all = slip.cardsOf(entry), said = all.map((card) => cardWords(card)).join(", ");
      const put = (card) => (all.length > 1 && !slip.isKept(card) ? "muted" : "");
      return button("entry" + at, all.map((card) => make("span", { class: put(card) }, [cardSign(card), card[1]])), () => slip.fix(at),
        { class: "button-small duel-entry", "aria-label": say("slip_entry", { n: at + 1, card: said }) });
    }

    function slipSection(view) {
      const { held, wrong } = slip.hand(), missing = slip.missing(), surplus = slip.surplus(), isShown = slip.isShown();
      const waiting = page.seats.map((each, seat) => seat).filter((seat) => !view.openSlips.includes(seat + 1));
      const show = button("show", [say(isShown ? "slip_hide" : "slip_show")], () => slip.show(!isShown),
        { class: "button-small", "aria-expanded": String(isShown) });
      return [make("div", { class: "duel-head" }, [make("h2", {}, [say("slip")]), show]),
      make("p", { class: "small muted" }, [say(view.isSlipOpen ? "slip_opened" : "slip_secret")]),
      missing && !slip.isAsked() && row("foot", [button("enter", [say("slip_enter", { n: missing })], slip.enter)]),
      surplus && make("p", { class: "is-bad" }, [say("slip_too_many", { n: surplus })]),
      surplus && row("foot", [button("surplus", [say("slip_back")], slip.back)]),
      wrong && isShown && make("p", { class: "is-bad" }, [say("slip_wrong", { card: cardWords(wrong) })]),
      isShown && make("div", { class: "duel-hand" }, [make("p", {}, [say("slip_hand")]), row("hand", handCards(held.attack)),
        row("hand", handCards(held.defense)),
        make("p", { class: "small" }, [say("slip_all")]), row("hand", slip.entries().map(entryButton))]),
      view.isSlipOpen && waiting.length && make("p", { class: "small" }, [say("slips_wait", { names: names(waiting) })])];
    }

    // --- the end -----------------------------------------------------------------------------------------------------

    function over(view) {
      const places = view.places.map((place, seat) => ({ place, seat })).sort((one, two) => one.place - two.place || one.seat - two.seat);
      const first = places.filter(({ place }) => place === 1), missing = page.own ? slip.missing() : 0;
      const waiting = page.seats.map((each, seat) => seat).filter((seat) => !view.openSlips.includes(seat + 1));
      return [question(say("over") + (first.length === 1 ? " " + say("won", { name: name(first[0].seat) }) : "")),
        make("p", { class: "small" }, [places.map(({ place, seat }) => say("place", { n: place, name: name(seat) })).join(" \u00b7 ")]),
        page.own && !view.isSlipOpen && make("p", { class: "small" }, [missing ? say("slip_missing", { n: missing })
          : say("slip_open_hint")]),
        waiting.length && view.isSlipOpen && make("p", {}, [say("slips_wait", { names: names(waiting) })]),
        waiting.length && view.isSlipOpen && make("p", { class: "small" }, [say("slips_wait_hint")]),
        !waiting.length && make("p", {}, [say("slips_all")]), view.uses.length && uses(view),
        row("foot", [page.own && !view.isSlipOpen && !missing ? button("open-slip", [say("slip_open")], slip.open,
          { class: "button-primary" }) : "",
          !waiting.length && !view.waiting ? make("a", { class: "button button-primary", href: page.urls.review, "data-key": "review" },
            [icon("next"), say(view.handedIn ? "review_again" : "review")]) : "", undo(view)].filter(Boolean))];
    }

    function closed() {
      return [make("p", {}, [say("closed")]), row("foot", [make("a", { class: "button", href: page.urls.game }, [say("to_the_game")])])];
    }

    const STEPS = { starter, dice, ways, attack: cards, defense: cards, target, deck, returns, over, closed, conflict: () => [] };

    return { draw(view) {
      const asked = view.step === "slip" ? slip.question() : null;
      const key = asked ? JSON.stringify(["slip", asked, view.legal, view.uses]) : JSON.stringify([view.step, view.number,
        view.draft, view.asked, view.mayUndo,
        view.ways, view.uses, view.isChanging, view.state && [view.state.mover, view.state.round], view.openSlips, view.isSlipOpen,
        view.waiting > 0, view.handedIn, page.own ? slip.missing() : 0]);
      refill(find("pad"), key, () => (asked ? slipPad(view, asked) : STEPS[view.step](view)));
      const section = find("slip");
      section.hidden = !page.own || !view.isOpen;
      if (!section.hidden) refill(section, JSON.stringify([slip.entries(), slip.isShown(), slip.missing(), slip.surplus(),
        slip.isAsked(), slip.hand(),
        view.isSlipOpen, view.openSlips]), () => slipSection(view));
    } };
  };
})();

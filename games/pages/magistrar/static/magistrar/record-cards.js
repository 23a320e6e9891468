// The duel cards of a game as they are turned up (R27): those that are said, and those said here that wait to be sent.
// What a card does to its duel comes with the page, so that it can be said without a network.
(function () {
  "use strict";
  const Arena = window.magistrarArena;
  const LAST = 4; // duel 5 has none

  // page: what the server sent with the page; the terms of its duels follow the cards.
  window.magistrarCards = function (page) {
    const plain = page.terms.duels.slice(), known = {};
    page.cards.forEach((card) => { known[card.key] = card; });
    // said: by key, those of duels 1, 2, ... so far; mine: said here and not known to be saved yet; others: changed by somebody else.
    let said = [], mine = {}, others = {}, conflict = null;

    const key = (n) => (n in mine ? mine[n].card : said[n - 1] || null);
    const of = (n) => known[key(n)] || null;
    const next = () => Object.keys(mine).map(Number).sort()[0];

    function termsOf(n) {
      const card = of(n);
      return card ? card.terms[plain[n - 1].starter] : plain[n - 1];
    }

    function apply() {
      for (let n = 1; n <= LAST; n += 1) page.terms.duels[n - 1] = termsOf(n);
    }

    function say(n, card) {
      delete mine[n]; delete others[n];
      if (said[n - 1] !== card) mine[n] = { card, replaces: said[n - 1] || "" };
      apply();
    }

    function drop(n) {
      delete mine[n];
      if (conflict && conflict.number === n) conflict = null;
      apply();
    }

    // What the server has now. Another card than one said here is told by the server, once that is sent.
    function merge(state) {
      const now = state.cards || [];
      said.forEach((before, index) => {
        const at = index + 1;
        if (now[index] && now[index] !== before && now[index] !== key(at)) others[at] = true;
      });
      said = now;
      Object.keys(mine).map(Number).forEach((n) => { if (mine[n].card === said[n - 1]) drop(n); });
      apply();
    }

    // A card that was sent, and not taken: somebody has said another one, or it can't be the card of that duel. Returns
    // whether it is given up.
    function refused(n, sent, answer) {
      if (mine[n] !== sent) return false;
      const theirs = answer.code === "said_differently" && answer.state ? answer.state.cards[n - 1] : null;
      if (theirs) { conflict = { number: n, theirs, mine: sent.card, sentence: answer.message }; return false; }
      drop(n);
      return true;
    }

    function keepMine() {
      mine[conflict.number] = { card: conflict.mine, replaces: conflict.theirs };
      conflict = null;
    }

    function taken(n, card) {
      return [1, 2, 3, 4].find((each) => each !== n && key(each) === card) || 0;
    }

    merge(page.state);
    return { of, key, say, merge, refused, keepMine, taken, next,
      takeTheirs() { drop(conflict.number); },
      takeOut(kept) { mine = kept || {}; apply(); },
      waiting: () => mine,
      sent: (n) => mine[n],
      isAsked: (n) => page.asks_cards && n <= LAST && !of(n),
      conflict: () => conflict && Object.assign({}, conflict, { theirs: known[conflict.theirs], mine: known[conflict.mine] }),
      changed: () => Object.keys(others).map(Number).map((n) => ({ number: n, card: of(n) })).filter((each) => each.card),
      seen() { others = {}; } };
  };

  // Draws the choice of a card, with what the board makes everything of.
  window.magistrarCardChoice = function (page, tools, acts) {
    const { make, button, say, message } = tools;

    function choices(view) {
      return page.cards.map((card) => {
        const at = view.cardsTaken[card.key];
        return button([card.name], () => (at ? acts.cardTaken(card, at) : acts.sayCard(card.key)),
          { class: "card-choice", "data-card": card.key, "aria-disabled": String(Boolean(at)),
            "aria-pressed": view.card && view.card.key === card.key ? "true" : null });
      });
    }

    // In the place of the pieces: one tap says which card it is.
    function pad(view, ways) {
      return [make("p", { class: "pad-question", "aria-live": "polite" }, [say("which_card", { n: view.number })]),
        make("p", { class: "small muted" }, [say("which_card_hint"), " ", make("a", { href: page.urls.variants }, [say("several_cards")])]),
        make("p", { class: "card-why small", role: "status", "aria-live": "polite", "data-why": "" }),
        make("div", { class: "card-choices", role: "group", "aria-label": say("which_card", { n: view.number }) }, choices(view)),
        make("div", { class: "pad-tools" }, (view.card ? [button([say("cancel")], acts.keepCard,
          { class: "recorder-undo" })] : []).concat(ways))];
    }

    // The card of the duel, above the arena, and the way to another one while the duel isn't saved.
    function line(view) {
      const other = view.mayChangeCard ? button([say("other_card")], acts.changeCard, { class: "button-small" }) : "";
      return make("p", { class: "recorder-card-said" }, [make("span", {},
        [make("b", {}, [view.card.name]), " \u2013 " + view.card.sentence]), other]);
    }

    function conflictMessage({ sentence, theirs, mine }) {
      return message("warn", [make("p", {}, [make("b", {}, [sentence])]), make("div", { class: "actions" }, [
        button([say("take_card", { card: theirs.name })], acts.takeTheirCard),
          button([say("keep_card", { card: mine.name })], acts.keepMyCard)])]);
    }

    function changedMessage({ number, card }) {
      return message("warn", [make("p", {}, [say("card_changed", { n: number, card: card.name })]),
        make("div", { class: "actions" }, [button([say("seen")], acts.seen)])]);
    }

    return { pad, line, conflictMessage, changedMessage };
  };
})();

// The reader's own slip: which cards are owed to it, what is in the hand, and what is asked next.
(function () {
  "use strict";
  const Play = window.elementalPlay;
  const ELEMENTS = "fwgn";

  window.elementalSlip = function (page, terms, keeping, refresh) {
    // taken: the cards of a star draw chosen so far; fixing: the entry that is corrected; later: not asked for now.
    let taken = [], fixing = null, isLater = false, isShown = false;
    const own = page.own - 1;

    const entries = () => (keeping.slip().text ? keeping.slip().text.split(" ") : []);
    const state = () => keeping.stateBefore() || Play.begin(terms, 1);
    const owed = () => state().owed[own];

    const isKept = (card) => card !== card.toLowerCase();
    const cardsOf = (entry) => entry.match(/../g) || [];
    const keptOf = (entry) => (entry.length === 2 ? entry : cardsOf(entry).find(isKept).toLowerCase());

    // The cards in the hand by deck, and a card that was shown by the sheet and isn't on the slip.
    function hand() {
      const now = state(), held = { attack: [], defense: [] };
      let wrong = null;
      entries().forEach((entry, at) => { if (now.owed[own][at]) held[now.owed[own][at].deck].push(keptOf(entry)); });
      const isWhole = entries().length >= now.owed[own].length;
      const lay = (deck, card) => {
        const at = held[deck].indexOf(card);
        if (at >= 0) held[deck].splice(at, 1); else if (isWhole) wrong = wrong || card;
      };
      now.duels.forEach((duel) => {
        if (duel.attacker === own) lay("attack", duel.attack);
        duel.defenders.forEach((each) => { if (each.seat === own && each.card) lay("defense", each.card); });
      });
      return { held: now.health[own] ? held : { attack: [], defense: [] }, wrong, isWhole };
    }

    // The cards that may stand in an entry: those of its deck of which there is one left, as far as this player sees.
    function offered(deck, isNew) {
      const now = state(), held = hand().held[deck].concat(taken);
      return Object.keys(terms.decks[deck]).filter((card) => terms.decks[deck][card]).sort((one, two) =>
        ELEMENTS.indexOf(one[0]) - ELEMENTS.indexOf(two[0]) || one[1] - two[1]).filter((card) => !isNew
        || terms.decks[deck][card] > held.concat(now.decks[deck].open).filter((each) => each === card).length);
    }

    // What is asked: the entry that comes next, or the one that is corrected; null where nothing is owed.
    function question() {
      if (!page.own || !keeping.isOpen() || keeping.slip().theirs) return null;
      const all = owed(), at = fixing === null ? entries().length : fixing, entry = all[at];
      if (!entry) return null;
      const isKeeping = entry.isStar && taken.length === entry.cards;
      return { at, entry, isFixing: fixing !== null, taken: taken.slice(), isKeeping,
        cards: isKeeping ? taken.slice() : offered(entry.deck, fixing === null),
        dealt: all.slice(0, at + 1).filter((each) => each.deck === entry.deck).length };
    }

    const isAsked = () => Boolean(question()) && (!isLater || fixing !== null);

    // A card is chosen, or, of a star draw, one after the other and then which one is kept.
    function choose(card, place) {
      const asked = question();
      if (asked.entry.isStar && !asked.isKeeping) { taken.push(card); refresh(); return; }
      const text = asked.isKeeping ? taken.map((each, at) => (at === place ? each.toUpperCase() : each)).join("") : card;
      const all = entries();
      all[asked.at] = text;
      taken = []; fixing = null;
      keeping.writeSlip(all.join(" "));
      refresh();
    }

    function back() {
      if (taken.length) taken.pop();
      else if (fixing !== null) fixing = null;
      else keeping.writeSlip(entries().slice(0, -1).join(" "));
      refresh();
    }

    // Whether the last card on the slip was drawn in that turn: then it was the last thing to be entered.
    function isLastOf(turn) {
      const all = owed(), last = all[all.length - 1];
      return turn > 0 && entries().length === all.length && last.turn === turn;
    }

    return { isLastOf, entries, hand, question, isAsked, choose, back, cardsOf, isKept,
      isShown: () => isShown,
      show(shown) { isShown = shown; refresh(); },
      later() { isLater = true; fixing = null; taken = []; refresh(); },
      remind() { isLater = false; },
      enter() { isLater = false; refresh(); },
      fix(at) { fixing = at; taken = []; refresh(); },
      isLater: () => isLater,
      missing: () => Math.max(0, owed().length - entries().length),
      surplus: () => Math.max(0, entries().length - owed().length),
      open() { keeping.openSlip(); refresh(); } };
  };
})();

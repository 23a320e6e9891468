// The open sheet of a game, played turn by turn: where the pawns stand, what the next throw allows, who owes which card. It
// does what games/engine/systems/elemental/sheet_play.py does, from the edition's own values; tests/browser compares the two over
// random games of several editions. It lets a phone go on without a network: what counts is the engine's word.
(function () {
  "use strict";
  const STEP = { N: [0, 1], S: [0, -1], E: [1, 0], W: [-1, 0] }, UNKNOWN = "?", DECKS = ["attack", "defense"];
  const ROWS = ["N", "S"], COLUMNS = ["E", "W"];

  // A deck of which only the number of cards is known (EH11, EH12), and the cards that lie open beside it.
  const newDeck = (copies) => ({ heap: Object.values(copies).reduce((sum, each) => sum + each, 0), back: 0, open: [] });
  const sizeOf = (deck) => deck.heap + deck.back + deck.open.length;

  function drawFrom(deck) {
    if (!deck.heap && deck.back) { deck.back -= 1; return; }
    if (!deck.heap) { deck.heap = deck.open.length; deck.open = []; }
    if (deck.heap) deck.heap -= 1;
  }

  // terms: the edition's values, the number of players and, where it is known, who starts.
  function begin(terms, starter) {
    const seats = Array.from({ length: terms.players }, (none, seat) => seat), first = starter - 1;
    const state = { turn: 0, round: 1, place: 0, mover: first, order: seats.slice(first).concat(seats.slice(0, first)),
      spots: terms.corners.slice(), health: seats.map(() => terms.health), stars: seats.map(() => 0), tokens: terms.star_spots.slice(),
      attack: seats.map(() => []), defense: seats.map(() => []), owed: seats.map(() => []), fell: seats.map(() => 0),
      decks: { attack: newDeck(terms.decks.attack), defense: newDeck(terms.decks.defense) }, duels: [], ended: null };
    seats.forEach((seat) => DECKS.forEach((deck) => {
      for (let card = 0; card < terms.hand[deck]; card += 1) take(state, deck, seat, 1, false);
    }));
    return state;
  }

  function take(state, deck, seat, cards, isStar) {
    for (let card = 0; card < cards; card += 1) drawFrom(state.decks[deck]);
    state.decks[deck].back += cards - 1;
    state[deck][seat].push(UNKNOWN);
    state.owed[seat].push({ turn: state.turn, deck, cards, isStar });
  }

  // The way of a move: the spots entered, and whether it may be begun (E8 to E10, EH4, EH7).
  function walk(terms, start, move) {
    let column = start % terms.width, row = Math.floor(start / terms.width), isOut = false;
    const spots = [];
    for (const at of [0, 2]) {
      const [right, up] = STEP[move[at]], steps = Number(move[at + 1]);
      for (let step = 0; step < steps; step += 1) {
        const isOn = column + right >= 0 && column + right < terms.width && row + up >= 0 && row + up < terms.height;
        if (!isOn && step === 0) return { spots, isLegal: false };
        if (!isOn) { isOut = true; break; }
        column += right; row += up;
        spots.push(row * terms.width + column);
      }
      if (isOut && terms.boundary === "move") break;
    }
    return { spots, isLegal: true };
  }

  // Where a move of the mover ends (EH6), which stars it takes, and whom it meets; null where it isn't legal.
  function outcome(terms, state, move) {
    const way = walk(terms, state.spots[state.mover], move);
    const others = state.spots.map((spot, seat) => (seat === state.mover ? -1 : spot));
    const met = way.spots.findIndex((spot) => others.includes(spot));
    if (met < 0 && !way.isLegal) return null;
    const spots = met < 0 ? way.spots : way.spots.slice(0, met + 1), end = spots[spots.length - 1];
    return { move, spots, end, stars: state.tokens.filter((spot) => spots.includes(spot)),
      met: others.map((spot, seat) => (spot === end ? seat : -1)).filter((seat) => seat >= 0) };
  }

  // The moves that a throw allows, rows first.
  function ways(terms, state, one, other) {
    const found = [];
    [[one, other], [other, one]].slice(0, one === other ? 1 : 2).forEach(([first, second]) => {
      ROWS.forEach((row) => COLUMNS.forEach((column) => {
        found.push(row + first + column + second, column + second + row + first);
      }));
    });
    return found.map((move) => outcome(terms, state, move)).filter(Boolean);
  }

  // What a defense card is worth against an attack (E17 to E19, EH15).
  function worth(terms, attack, defense) {
    const value = Number(defense[1]);
    if (terms.counters[attack[0]] === defense[0]) return terms.half === "up" ? Math.ceil(value / 2) : Math.floor(value / 2);
    return terms.counters[defense[0]] === attack[0] ? value * 2 : value;
  }

  // Whether a player can hold a card, as far as the open cards tell.
  function mayHold(terms, state, deck, seat, card) {
    const seen = state.decks[deck].open.filter((each) => each === card).length
      + state[deck].reduce((sum, hand) => sum + hand.filter((each) => each === card).length, 0);
    return state[deck][seat].includes(UNKNOWN) && (terms.decks[deck][card] || 0) > seen;
  }

  function show(terms, state, deck, seat, card) {
    if (!mayHold(terms, state, deck, seat, card)) return false;
    state[deck][seat][state[deck][seat].indexOf(UNKNOWN)] = card;
    return true;
  }

  function lay(state, deck, seat, card) {
    state[deck][seat].splice(state[deck][seat].indexOf(card), 1);
    state.decks[deck].open.push(card);
  }

  // A duel of the mover; shown: the defense cards by seat name. False where it can't be fought so.
  function duel(terms, state, attack, defenders, shown, isSudden) {
    if (!show(terms, state, "attack", state.mover, attack)) return false;
    for (let seat = 0; seat < terms.players; seat += 1) {
      const card = shown[String(seat + 1)];
      if (!defenders.includes(seat)) { if (card !== undefined) return false; continue; }
      if (card === undefined ? state.defense[seat].length : !show(terms, state, "defense", seat, card)) return false;
    }
    lay(state, "attack", state.mover, attack);
    const fought = defenders.map((seat) => {
      const card = shown[String(seat + 1)], value = card === undefined ? 0 : worth(terms, attack, card);
      if (card !== undefined) lay(state, "defense", seat, card);
      const damage = Math.max(0, Number(attack[1]) - value);
      state.health[seat] = Math.max(0, state.health[seat] - damage);
      return { seat, card: card === undefined ? null : card, value, damage };
    });
    state.duels.push({ turn: state.turn, isSudden, attacker: state.mover, attack, defenders: fought });
    fought.filter(({ seat, damage }) => damage && !state.health[seat]).forEach(({ seat }) => knockOut(terms, state, seat));
    return true;
  }

  function knockOut(terms, state, seat) {
    state.stars[state.mover] += state.stars[seat];
    state.stars[seat] = 0;
    DECKS.forEach((deck) => { state.decks[deck].open.push(...state[deck][seat]); state[deck][seat] = []; });
    state.health[state.mover] = Math.min(terms.health_max, state.health[state.mover] + terms.knock_out_health);
    state.spots[seat] = -1;
    state.fell[seat] = state.duels.length;
    if (state.health.filter(Boolean).length === 1) state.ended = "survivor";
  }

  // Used stars go back (EH10). False where they can't lie there.
  function giveBack(terms, state, names, cost) {
    const spots = names.map((name) => terms.numbers[name]);
    const isFree = (spot, at) => terms.star_spots.includes(spot) && !state.tokens.includes(spot) && spots.indexOf(spot) === at;
    if (state.ended || state.stars[state.mover] < cost || spots.length !== cost || !spots.every(isFree)) return false;
    state.tokens.push(...spots);
    state.stars[state.mover] -= cost;
    return true;
  }

  function sudden(terms, state, use) {
    const target = Number(use.target) - 1;
    if (!(target >= 0 && target < terms.players) || target === state.mover || !state.health[target]) return false;
    return giveBack(terms, state, use.returns, terms.sudden_duel_stars)
      && duel(terms, state, use.attack, [target], use.defense === undefined ? {} : { [use.target]: use.defense }, true);
  }

  function starDraw(terms, state, use) {
    const cards = Math.min(terms.star_draw_cards, sizeOf(state.decks[use.deck]));
    if (!cards || !giveBack(terms, state, use.returns, terms.star_draw_stars)) return false;
    take(state, use.deck, state.mover, cards, true);
    return true;
  }

  // The mover walks and collects; what there is to be met. null where it can't be walked.
  function step(terms, state, move) {
    const way = outcome(terms, state, move);
    if (!way) return null;
    state.tokens = state.tokens.filter((spot) => !way.stars.includes(spot));
    state.stars[state.mover] += way.stars.length;
    state.spots[state.mover] = way.end;
    return way;
  }

  // Plays a turn up to its end, without passing on: state changes. False where it isn't legal. isEarly: up to where a card is
  // drawn (E13).
  function playTurn(terms, state, turn, isEarly) {
    if (state.ended || Number(turn.seat) - 1 !== state.mover) return false;
    state.turn += 1;
    const way = step(terms, state, turn.move);
    if (!way) return false;
    const mustDuel = way.met.length > 0 && state.attack[state.mover].length > 0;
    if (mustDuel !== Boolean(turn.duel)) return false;
    if (turn.duel && !duel(terms, state, turn.duel.attack, way.met, turn.duel.defense || {}, false)) return false;
    if (!(turn.sudden || []).every((use) => sudden(terms, state, use))) return false;
    if (isEarly) return true;
    const deck = terms.magenta[way.end] ? "attack" : "defense";
    if (!way.met.length && !state.ended && sizeOf(state.decks[deck])) take(state, deck, state.mover, 1, false);
    return (turn.star_draws || []).every((use) => starDraw(terms, state, use));
  }

  // The next player of the round who is in the game; where none is left, the next round (EH18).
  function passOn(terms, state) {
    while (!state.ended) {
      state.place += 1;
      if (state.place === state.order.length) {
        state.place = 0;
        if (state.round === terms.rounds) { state.ended = "limit"; return; }
        state.round += 1;
      }
      if (state.health[state.order[state.place]]) { state.mover = state.order[state.place]; return; }
    }
  }

  // The state after the legal ones of these turns, the first ones; `legal` says how many.
  function play(terms, starter, turns) {
    let state = begin(terms, starter), legal = 0;
    for (const turn of turns) {
      const next = structuredClone(state);
      if (!playTurn(terms, next, turn)) break;
      passOn(terms, next);
      state = next;
      legal += 1;
    }
    return Object.assign(state, { legal });
  }

  // The state in the middle of a turn, before anybody else moves; null where it isn't legal so far.
  function within(terms, state, turn, isEarly) {
    const next = structuredClone(state);
    return playTurn(terms, next, turn, isEarly) ? next : null;
  }

  // The places (EH19), once the game is over.
  function places(state) {
    const rank = (seat) => (state.health[seat] ? [1, state.health[seat], state.stars[seat]] : [0, state.fell[seat], 0]);
    const isBetter = (one, two) => { const at = one.findIndex((each, index) => each !== two[index]); return at >= 0
      && one[at] > two[at]; };
    return state.health.map((none, seat) => 1 + state.health.filter((each, other) => isBetter(rank(other), rank(seat))).length);
  }

  // An edition's values as the server gives them, with what is looked up in them.
  function termsOf(given) {
    const width = given.board[0].length, height = given.board.length;
    const names = Array.from({ length: width * height }, (none, spot) => String.fromCharCode(97 + (spot % width)) + (1
      + Math.floor(spot / width)));
    const numbers = Object.fromEntries(names.map((name, spot) => [name, spot]));
    const magenta = names.map((none, spot) => given.board[height - 1 - Math.floor(spot / width)][spot % width] === "M");
    return Object.assign({}, given, { width, height, names, numbers, magenta, corners: given.corners.map((name) => numbers[name]),
      star_spots: given.star_spots.map((name) => numbers[name]) });
  }

  window.elementalPlay = { begin, play, within, ways, outcome, worth, mayHold, places, termsOf, sizeOf, UNKNOWN };
})();

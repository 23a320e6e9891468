// The sheet in the browser: adds up while it is filled in, says beside its field what can't be, and folds away what is
// chosen. Without it the service does the first two.
(function () {
  "use strict";
  const form = document.querySelector("[data-sheet]");
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const terms = read("sheet-terms"), words = read("sheet-words"), seats = read("sheet-seats");
  const filled = (template, params) => template.replace(/%\((\w+)\)s/g, (_all, name) => params[name]);
  const signed = (number) => String(number).replace("-", "−");

  const chosen = (name) => (form.querySelector(`input[name="${name}"]:checked`) || { value: "" }).value;
  const isTicked = (name) => form.elements[name].checked;
  const CRYSTALS = ["white", "blue", "red"];
  const stockFields = (seat) => CRYSTALS.map((crystal) => form.elements[`${crystal}_${seat}`]);
  const stockOf = (seat) => stockFields(seat).map((field) => (field.validity.valid ? Number(field.value) : 0));
  const isEmpty = (seat) => stockFields(seat).every((field) => field.validity.valid && !Number(field.value));

  // What is wrong with a number of crystals by itself, as the service says it.
  function wrongNumber(field) {
    const validity = field.validity;
    if (validity.badInput || validity.stepMismatch) return words.numbers.whole;
    if (validity.rangeUnderflow) return words.numbers.least;
    return validity.rangeOverflow ? filled(words.numbers.most, { limit_value: field.max }) : "";
  }

  function sheet() {
    return {
      complete: Array.from(form.querySelectorAll('input[name="complete_spells"]:checked'), (box) => box.value),
      extra: chosen("extra"),
      masters: seats.map((seat) => ({
        mission: chosen(`mission_${seat.number}`), order: chosen(`order_${seat.number}`),
        fulfilled: isTicked(`fulfilled_${seat.number}`), finished: isTicked(`finished_${seat.number}`),
        stock: stockOf(seat.number), isStockKnown: stockFields(seat.number).every((field) => field.validity.valid),
      })),
    };
  }

  // Where what breaks a rule is said.
  const FIELDS = { S1: "mission", S2: "order", S6: "fulfilled", S7: "finished", S8: "finished" };
  const placeOf = (broken) => (broken.seat !== null ? `${FIELDS[broken.rule]}_${seats[broken.seat].number}`
    : broken.rule === "S2 extra" ? "extra" : "crystals");

  function sentence(broken) {
    const params = Object.assign({}, broken.params);
    if (broken.seat !== null) params.seat = seats[broken.seat].name;
    if ("crystal" in params) params.crystal = words.crystals[params.crystal];
    if ("what" in params) params.what = words.missions[params.what] || words.orders[params.what];
    return filled(words.rules[broken.rule], params);
  }

  // Only what changed is written, so that it is read out once.
  function write(element, text) { if (element.textContent !== text) element.textContent = text; }

  function show() {
    const judged = window.cumLaudeSheet(terms, sheet());
    form.querySelectorAll("[data-said]").forEach((said) => {
      write(said, judged.found.filter((broken) => placeOf(broken) === said.dataset.said).map(sentence).join(" "));
    });
    seats.forEach((seat) => stockFields(seat.number).forEach((field) => {
      write(form.querySelector(`[data-number="${field.name}"]`), wrongNumber(field));
    }));
    judged.masters.forEach((master, at) => {
      const number = seats[at].number, parts = Object.entries(master.parts).filter(([, points]) => points);
      form.querySelectorAll(`[data-points="${number}"]`).forEach((each) => write(each, master.isKnown ? signed(master.total) : "–"));
      write(form.querySelector(`[data-parts="${number}"]`),
        parts.map(([name, points]) => filled(words[name], { points: (points > 0 ? "+" : "") + signed(points) })).join(", "));
      write(form.querySelector(`[data-place="${number}"]`), master.place === null ? "–" : String(master.place));
      write(form.querySelector(`[data-matching="${number}"]`), master.isKnown ? String(master.matching) : "–");
    });
  }

  // An uncovered order is the stock: it is filled in where nothing was typed, follows the order that is chosen, and goes
  // with the tick. `filledIn`: the seats whose stock was filled in so.
  const filledIn = new Set();
  const needs = (seat) => terms.orders[chosen(`order_${seat}`)];

  function put(seat, stock) { stockFields(seat).forEach((field, at) => { field.value = stock ? stock[at] : ""; }); }

  function fillStock(seat) {
    const order = needs(seat), isMet = isTicked(`fulfilled_${seat}`) && Boolean(order);
    if (isMet && (isEmpty(seat) || filledIn.has(seat))) {
      put(seat, order);
      filledIn.add(seat);
    } else if (!isMet && filledIn.delete(seat)) put(seat, null);
  }

  // After a reload: an uncovered order with just its stock is as it was filled in.
  function recallFilled() {
    filledIn.clear();
    seats.map((seat) => String(seat.number)).forEach((seat) => {
      const order = needs(seat), stock = stockOf(seat);
      if (isTicked(`fulfilled_${seat}`) && order && order.every((number, at) => number === stock[at])) filledIn.add(seat);
    });
  }

  function typed(target) {
    const number = /^(?:white|blue|red)_(\d)$/.exec(target.name);
    if (number) filledIn.delete(number[1]);
  }

  // A choice that was made by a finger or a mouse folds the others away; by keys one goes on through them.
  function fold(group, isFolded) {
    const again = group.querySelector("[data-choose-again]");
    group.classList.toggle("is-folded", isFolded);
    again.hidden = !isFolded;
  }

  function foldChosen() {
    form.querySelectorAll("[data-picks]").forEach((group) => fold(group, Boolean(group.querySelector("input:checked"))));
  }

  form.querySelectorAll("[data-picks]").forEach((group) => {
    group.addEventListener("click", (event) => {
      if (event.target.closest("[data-choose-again]")) {
        fold(group, false);
        group.querySelector("input:checked").focus();
      } else if (event.target.matches("input") && (event.pointerType || event.detail)) fold(group, true);
    });
  });
  form.addEventListener("input", (event) => { // what the device had kept comes by a script
    if (event.isTrusted) typed(event.target);
    else {
      foldChosen();
      recallFilled();
    }
    show();
  });
  form.addEventListener("change", (event) => {
    const number = /^(?:fulfilled|order)_(\d)$/.exec(event.target.name);
    if (number) fillStock(number[1]);
    else typed(event.target);
    show();
  });
  foldChosen();
  recallFilled();
  show();
})();

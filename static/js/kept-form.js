// Keeps on this device what is typed into a form, and fills it in again when the page is opened anew: after a reload, or once
// a personal link was opened again. `data-kept` names the shelf; `data-kept-now` says that the service has filled the form
// itself, with what was sent at that time of this device; `data-kept-handed-in` under which keys it has taken something.
(function () {
  "use strict";
  const form = document.querySelector("form[data-kept]");
  if (!form) return;
  const shelf = form.dataset.kept, note = document.querySelector("[data-kept-note]"), isAnswer = "keptNow" in form.dataset;
  const handedIn = (form.dataset.keptHandedIn || "").split(" ").filter(Boolean), NOTHING = { at: 0, values: {}, sent: "" };
  const fields = Array.from(form.elements).filter((field) => field.name && !["hidden", "submit", "file"].includes(field.type));
  // A box or a button of several is kept under its own value, as whether it is ticked.
  const isTick = (field) => field.type === "checkbox" || field.type === "radio";
  const keyOf = (field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);
  const valueOf = (field) => (isTick(field) ? (field.checked ? "on" : "") : field.value);
  const values = () => Object.fromEntries(fields.map((field) => [keyOf(field), valueOf(field)]));
  const isSame = (one, two) => fields.every((field) => one[keyOf(field)] === two[keyOf(field)]);
  // As the service sent the page, whatever the browser puts into it on the way back.
  const blank = Object.fromEntries(fields.map((field) => [keyOf(field), field.options
    ? (Array.from(field.options).find((option) => option.defaultSelected) || field.options[0]).value
    : isTick(field) ? (field.defaultChecked ? "on" : "") : field.defaultValue]));

  // at: when it was typed, by this device's clock; sent: the key under which it was sent, until it is changed.
  function kept() {
    try {
      const found = JSON.parse(localStorage.getItem(shelf) || "{}");
      return found.values ? found : NOTHING;
    } catch (refused) { return NOTHING; }
  }

  const isHandedIn = (copy) => handedIn.includes(copy.sent);

  function store(copy) {
    const before = kept();
    if (isHandedIn(before) && isSame(before.values, copy.values)) return; // what was handed in isn't offered again
    try {
      if (!isAnswer && isSame(copy.values, blank)) localStorage.removeItem(shelf);
      else localStorage.setItem(shelf, JSON.stringify(copy));
    } catch (refused) { /* storage is switched off: it lasts as long as the page */ }
  }

  const keep = () => store({ at: Date.now(), values: values(), sent: "" });

  // What shows the score meanwhile hears of it.
  function fill(given) {
    fields.forEach((field) => {
      if (!(keyOf(field) in given)) return;
      if (isTick(field)) field.checked = given[keyOf(field)] === "on"; else field.value = given[keyOf(field)];
    });
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  function beginAnew() {
    note.hidden = true;
    if (!isAnswer) { fill(blank); fields[0].focus(); return; }
    try { localStorage.removeItem(shelf); } catch (refused) { /* then there was nothing */ }
    location.assign(location.href); // the empty form, in the place of the answer
  }

  const stamp = Object.assign(document.createElement("input"), { type: "hidden", name: "kept_at" });
  form.append(stamp);
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", () => {
    const at = Date.now();
    stamp.value = at;
    store({ at, values: values(), sent: form.elements.idempotency_key.value });
  });
  note.querySelector("[data-kept-empty]").addEventListener("click", beginAnew);

  const before = kept();
  if (isAnswer && before.at <= Number(form.dataset.keptNow)) { keep(); return; } // else it was typed after that was sent
  const isOther = fields.some((field) => keyOf(field) in before.values && before.values[keyOf(field)] !== valueOf(field));
  if (isOther && !isHandedIn(before)) window.addEventListener("load", () => { fill(before.values); note.hidden = false; });
})();

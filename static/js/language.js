// Choosing another language opens the page anew. What was typed into its forms and not sent yet goes along: once, in this
// tab. Files and secrets stay behind; forms with a shelf of their own (kept-form.js) keep themselves.
(function () {
  "use strict";
  const SHELF = "typed", NEVER_KEPT = ["file", "password", "submit", "button", "image", "reset"];
  const switcher = document.querySelector("form.languages"), main = document.getElementById("main");
  if (!switcher || !main) return;

  // A form is known by where it is sent, and its place among those that are sent there.
  function forms() {
    const met = {};
    return Array.from(document.forms).filter((form) => form !== switcher && !("kept" in form.dataset)).map((form) => {
      const to = form.getAttribute("action") || "";
      met[to] = (met[to] || 0) + 1;
      return { form, place: met[to] + " " + to };
    });
  }
  function valueOf(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked;
    return field.multiple ? Array.from(field.selectedOptions, (option) => option.value) : field.value;
  }
  // Each field with its name, and with its own value where several are called the same.
  function fieldsOf(form) {
    return Array.from(form.elements).filter((field) => {
      return field.name && field.name !== "csrfmiddlewaretoken" && !NEVER_KEPT.includes(field.type) && "value" in field;
    }).map((field) => {
      const isOneOfMany = field.type === "checkbox" || field.type === "radio";
      return { field, name: field.name + (isOneOfMany ? "=" + field.value : "") };
    });
  }
  function typed(form) { return fieldsOf(form).map(({ field, name }) => [name, valueOf(field)]); }

  function put(field, value) {
    if (JSON.stringify(valueOf(field)) === JSON.stringify(value)) return false;
    if (typeof value === "boolean") field.checked = value;
    else if (Array.isArray(value)) Array.from(field.options).forEach((option) => { option.selected = value.includes(option.value); });
    else field.value = value;
    return true;
  }
  function fill(form, given) {
    const waiting = given.slice();
    let isFilled = false;
    fieldsOf(form).forEach(({ field, name }) => {
      const at = waiting.findIndex((each) => each[0] === name);
      if (at < 0 || !put(field, waiting.splice(at, 1)[0][1]) || field.type === "hidden") return;
      isFilled = true;
      for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return isFilled;
  }

  function taken() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(SHELF) || "{}");
      sessionStorage.removeItem(SHELF);
      return kept;
    } catch (refused) { return {}; }
  }
  const before = new Map(forms().map(({ form }) => [form, JSON.stringify(typed(form))])), kept = taken();
  const filled = forms().filter(({ form, place }) => place in kept && fill(form, kept[place]));
  if (filled.length) main.prepend(switcher.querySelector("[data-typed-note]").content.cloneNode(true));

  switcher.addEventListener("submit", () => {
    // A page that answers what was sent shows what was typed for it: that is nowhere else.
    const isAnswer = "answer" in main.dataset;
    const changed = forms().filter(({ form }) => isAnswer || JSON.stringify(typed(form)) !== before.get(form));
    try {
      sessionStorage.setItem(SHELF, JSON.stringify(Object.fromEntries(changed.map(({ form, place }) => [place, typed(form)]))));
    } catch (refused) { /* storage is switched off: the page comes as it was */ }
  });
})();

// Keeps on this device what is typed into a form, and fills it in again when the page is opened anew: after a reload, or once
// a personal link was opened again. `data-kept` names the shelf; with `data-kept-now` the service has filled the form itself.
(function () {
  "use strict";
  const form = document.querySelector("form[data-kept]");
  if (!form) return;
  const shelf = form.dataset.kept, note = document.querySelector("[data-kept-note]");
  const fields = Array.from(form.elements).filter((field) => field.name && !["hidden", "submit"].includes(field.type));
  const values = () => Object.fromEntries(fields.map((field) => [field.name, field.value]));
  const blank = JSON.stringify(values());

  function kept() {
    try { return JSON.parse(localStorage.getItem(shelf) || "{}"); } catch (refused) { return {}; }
  }

  function keep() {
    try {
      if (JSON.stringify(values()) === blank && !("keptNow" in form.dataset)) localStorage.removeItem(shelf);
      else localStorage.setItem(shelf, JSON.stringify(values()));
    } catch (refused) { /* storage is switched off: it lasts as long as the page */ }
  }

  // What shows the score meanwhile hears of it.
  function fill(given) {
    fields.forEach((field) => { if (field.name in given) field.value = given[field.name]; });
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  if ("keptNow" in form.dataset) { keep(); return; }
  const before = kept(), isOther = fields.some((field) => field.name in before && before[field.name] !== field.value);
  if (!isOther) return;
  window.addEventListener("load", () => { fill(before); note.hidden = false; });
  note.querySelector("[data-kept-empty]").addEventListener("click", () => { fill(JSON.parse(blank)); note.hidden = true; fields[0].focus(); });
})();

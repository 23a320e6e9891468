// What pages gain from JavaScript. Every page reads and every form works without it.
(function () {
  "use strict";

  function schemeNow() {
    var chosen = document.documentElement.dataset.scheme;
    if (chosen) return chosen;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  function switchScheme() {
    var next = schemeNow() === "dark" ? "light" : "dark";
    document.documentElement.dataset.scheme = next;
    try { localStorage.setItem("scheme", next); } catch (refused) { /* the choice then lasts for this page */ }
  }

  function step(button) {
    var input = button.parentElement.querySelector("input");
    var before = input.value;
    if (Number(button.dataset.step) > 0) input.stepUp(); else input.stepDown();
    if (input.value !== before) input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function copy(button) {
    var source = document.getElementById(button.dataset.copy);
    navigator.clipboard.writeText(source.value || source.textContent.trim()).then(function () {
      button.textContent = button.dataset.done;
    });
  }

  document.addEventListener("click", function (event) {
    var target = event.target.closest("[data-scheme-switch], [data-step], [data-copy], [data-print]");
    if (!target) return;
    if (target.dataset.step) step(target);
    else if (target.dataset.copy) copy(target);
    else if ("print" in target.dataset) window.print();
    else switchScheme();
  });

  // A form sent twice by an impatient thumb is sent once.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.method !== "post") return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });

  // The browser knows the visitor's time zone; the form offers it until another one is chosen.
  document.querySelectorAll("[data-own-zone] select").forEach(function (select) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (select.querySelector('option[value="' + zone + '"]')) select.value = zone;
  });
})();

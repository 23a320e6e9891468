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
    function done() { button.textContent = button.dataset.done; }
    if (navigator.clipboard) {
      navigator.clipboard.writeText(source.value || source.textContent.trim()).then(done, function () { select(source); });
    } else if (select(source) && document.execCommand("copy")) done(); // over http there is no clipboard
  }
  // What can't be copied is at least marked, to be copied by hand.
  function select(source) {
    if (!source.select) return false;
    source.focus();
    source.select();
    return true;
  }

  // By the device's own list of ways to share; where it has none, the address is copied.
  function share(button) {
    if (!navigator.share) return copy(button);
    navigator.share({ title: button.dataset.share, url: document.getElementById(button.dataset.copy).value }).catch(function () {
      // The reader thought better of it.
    });
  }

  document.addEventListener("click", function (event) {
    var target = event.target.closest("[data-scheme-switch], [data-step], [data-share], [data-copy], [data-print]");
    if (!target) return;
    if (target.dataset.step) step(target);
    else if (target.dataset.share) share(target);
    else if (target.dataset.copy) copy(target);
    else if ("print" in target.dataset) window.print();
    else switchScheme();
  });

  // Where a form came back, what is to be mended is read and reached first.
  var toMend = document.querySelector("main[data-mending] :is(.mend, .message-bad)");
  if (toMend) {
    var first = toMend.hasAttribute("data-to-field") && toMend.querySelector("a");
    var field = first && document.getElementById(first.hash.slice(1));
    if (!field) toMend.tabIndex = -1;
    (field || toMend).focus();
    if (field) field.scrollIntoView({ block: "center" });
  }

  // After a step the page opens at what changed, and says there what was done; else at what was done.
  var said = document.getElementById("said"), led = location.hash && document.getElementById(location.hash.slice(1));
  if (said && led) led.setAttribute("aria-describedby", "said");
  if (said && location.hash && !toMend) (led || said).focus();

  // A field that the browser won't send is shown, also where it is folded away.
  document.addEventListener("invalid", function (event) {
    for (var fold = event.target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }, true);

  // What is half typed lasts when another form or link of the page is used, or the page is loaded anew.
  var sentForm = null, place = function (field) { return "typed " + location.pathname + " " + field.name; };
  function shelf(act) { try { return act(sessionStorage); } catch (refused) { return null; } } // storage may be off
  document.querySelectorAll("[data-keep-typed]").forEach(function (field) {
    var typed = shelf(function (store) { return store.getItem(place(field)); });
    shelf(function (store) { store.removeItem(place(field)); });
    if (typed && !field.value) field.value = typed;
    window.addEventListener("pagehide", function () {
      var isOpen = field.value && field.value !== field.defaultValue && field.form !== sentForm;
      shelf(function (store) { isOpen ? store.setItem(place(field), field.value) : store.removeItem(place(field)); });
    });
  });

  // What takes a moment says so on its button.
  function busy(form, is) {
    var button = form.dataset.busy && form.querySelector("button[type=submit]");
    if (!button) return;
    if (is) button.dataset.idle = button.textContent;
    button.textContent = is ? form.dataset.busy : button.dataset.idle || button.textContent;
    button.setAttribute("aria-busy", String(is));
  }

  // A form sent twice by an impatient thumb is sent once.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.method !== "post") return;
    // Without a network it stays, with what was typed, in the place of the browser's own page.
    var offline = form.querySelector("[data-no-network]");
    if (offline) offline.hidden = navigator.onLine;
    if (offline && !navigator.onLine) { event.preventDefault(); offline.scrollIntoView({ block: "nearest" }); return; }
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
    sentForm = form;
    busy(form, true);
    // Should no answer come, or be waited for, it may be pressed again: pressed twice is once at the other end too.
    setTimeout(function () { delete form.dataset.sent; busy(form, false); }, 8000);
  });
  window.addEventListener("online", function () {
    document.querySelectorAll("[data-no-network]").forEach(function (said) { said.hidden = true; });
  });
  window.addEventListener("pageshow", function () {
    sentForm = null;
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; busy(form, false); });
  });

  // An event's time stands in the event's zone; beside it the visitor's own, where his clock shows another one.
  function ownTimes(within) {
    within.querySelectorAll("time[data-own-time]").forEach(function (shown) {
      if (shown.dataset.told) return;
      shown.dataset.told = "yes";
      var at = new Date(shown.dateTime), parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
      var language = document.documentElement.lang;
      var there = at.toLocaleString(language, Object.assign({ timeZone: shown.dataset.zone }, parts));
      var here = at.toLocaleString(language, parts);
      if (here === there) return;
      // The day only where it is another one there.
      var day = { day: "numeric", month: "short" }, zone = Object.assign({ timeZone: shown.dataset.zone }, day);
      if (at.toLocaleString(language, day) === at.toLocaleString(language, zone)) {
        here = at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      }
      var own = document.createElement("span");
      own.className = "own-time";
      own.textContent = " (" + shown.dataset.ownTime.replace("#", here) + ")";
      shown.append(own);
    });
  }
  ownTimes(document);
  // What comes in the place of it has the same times: their own ones are no difference.
  document.addEventListener("magistrar:redraw", function (event) { ownTimes(event.detail.fresh); });

  // Of tabs that a phone can't show all at once, the one that is open is seen.
  document.querySelectorAll(".tabs [aria-current]").forEach(function (tab) {
    tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
  });

  // The browser knows the visitor's time zone; the form offers it until another one is chosen.
  document.querySelectorAll("[data-own-zone] select").forEach(function (select) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (select.querySelector('option[value="' + zone + '"]')) select.value = zone;
  });
})();

// The replay viewer: steps without loading a page, by buttons, arrow keys and swipes. All steps come in one answer, once.
(function () {
  "use strict";
  var viewer = document.querySelector("[data-replay]");
  if (!viewer) return;
  var steps = null, waiting = null;

  function fetched() {
    if (!waiting) {
      waiting = fetch(viewer.dataset.replay, { credentials: "omit" }).then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      }).then(function (text) {
        var page = new DOMParser().parseFromString(text, "text/html");
        steps = Array.from(page.querySelectorAll("[data-step]"));
      });
      waiting.catch(function () { waiting = null; });
    }
    return waiting;
  }

  function shown() { return viewer.querySelector("[data-step]"); }

  function show(number) {
    var wanted = steps && steps[Math.max(0, Math.min(number, steps.length - 1))];
    if (!wanted || wanted.dataset.step === shown().dataset.step) return;
    window.magistrarMorph(shown(), wanted);
    var address = new URL(location.href);
    address.searchParams.set("step", wanted.dataset.step);
    history.replaceState(null, "", address);
  }

  // Without an answer the links still lead to the steps.
  function go(number, otherwise) {
    fetched().then(function () { show(number); }, function () { if (otherwise) location.assign(otherwise); });
  }

  function here() { return Number(shown().dataset.step); }

  viewer.addEventListener("click", function (event) {
    var link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(Number(link.dataset.go), link.href);
  });

  var keys = { ArrowLeft: -1, ArrowRight: 1 };
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !keys[event.key]) return;
    if (event.target.closest("input, textarea, select, .table-scroll, .tabs")) return;
    event.preventDefault();
    go(here() + keys[event.key]);
  });

  var from = null;
  viewer.addEventListener("touchstart", function (event) {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  viewer.addEventListener("touchend", function (event) {
    if (!from) return;
    var across = event.changedTouches[0].clientX - from.clientX, down = event.changedTouches[0].clientY - from.clientY;
    from = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) go(here() + (across < 0 ? 1 : -1));
  }, { passive: true });

  if ("requestIdleCallback" in window) requestIdleCallback(fetched); else setTimeout(fetched, 1000);
})();

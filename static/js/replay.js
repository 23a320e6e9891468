// The replay viewer: steps without loading a page, by buttons, arrow keys and swipes, or by itself. All steps come in one
// answer, once.
(function () {
  "use strict";
  var steps = null, waiting = null, from = "", playing = null;
  var EVERY = 1600; // milliseconds between two steps that play by themselves

  // A result may come while the page is looked at, and another one instead of it.
  function viewer() { return document.querySelector("[data-replay]"); }

  function fetched() {
    if (!viewer()) return Promise.reject(new Error("no game yet"));
    if (!waiting || from !== viewer().dataset.replay) {
      steps = null;
      from = viewer().dataset.replay;
      waiting = fetch(from, { credentials: "omit" }).then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      }).then(function (text) {
        var page = new DOMParser().parseFromString(text, "text/html");
        steps = Array.from(page.querySelectorAll("[data-replay-step]"));
      });
      waiting.catch(function () { waiting = null; });
    }
    return waiting;
  }

  function shown() { return viewer().querySelector("[data-replay-step]"); }

  function show(number) {
    var wanted = steps && steps[Math.max(0, Math.min(number, steps.length - 1))];
    if (!wanted || wanted.dataset.replayStep === shown().dataset.replayStep) return;
    window.magistrarMorph(shown(), wanted);
    var address = new URL(location.href);
    address.searchParams.set("step", wanted.dataset.replayStep);
    history.replaceState(null, "", address);
  }

  // Without an answer the links still lead to the steps.
  function go(number, otherwise) {
    fetched().then(function () { show(number); }, function () { if (otherwise) location.assign(otherwise); });
  }

  function here() { return Number(shown().dataset.replayStep); }

  // Playing: step by step until the end or until anybody does anything else. It begins when it is asked to, never by
  // itself, so it moves for nobody who wants nothing to move.
  function isPlaying() { return playing !== null; }
  function setPlaying(timer) {
    clearInterval(playing);
    playing = timer;
    var button = viewer() && viewer().querySelector("[data-replay-play]");
    if (!button) return;
    button.setAttribute("aria-pressed", String(isPlaying()));
    button.querySelector("[data-replay-word]").textContent = isPlaying() ? viewer().dataset.pause : viewer().dataset.play;
    quiet();
  }
  function pause() { if (isPlaying()) setPlaying(null); }
  // While it plays nothing is read out at each step.
  function quiet() {
    var said = viewer() && viewer().querySelector(".replay-said");
    if (said) said.setAttribute("aria-live", isPlaying() ? "off" : "polite");
  }
  function onward() {
    if (!viewer() || !steps) return pause();
    if (here() >= steps.length - 1) return pause();
    show(here() + 1);
    quiet();
  }
  function play() {
    fetched().then(function () {
      if (here() >= steps.length - 1) show(0);
      setPlaying(setInterval(onward, EVERY));
    }, function () { /* without the steps there is nothing to play */ });
  }
  function toggle() { if (isPlaying()) pause(); else play(); }
  document.addEventListener("visibilitychange", function () { if (document.hidden) pause(); });

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-replay-play]")) return toggle();
    var link = event.target.closest("[data-replay] [data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    go(Number(link.dataset.go), link.href);
  });

  var keys = { ArrowLeft: -1, ArrowRight: 1 };
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!viewer() || event.target.closest("input, textarea, select, .table-scroll, .tabs")) return;
    // On a button, link or fold the space bar does what it does everywhere.
    if (event.key === " " && viewer().matches(":hover, :focus-within") && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      return toggle();
    }
    if (!keys[event.key]) return;
    event.preventDefault();
    pause();
    go(here() + keys[event.key]);
  });

  // What is redrawn around the viewer leaves it at the step that is looked at.
  document.addEventListener("magistrar:redraw", function (event) {
    var old = event.detail.part.querySelector("[data-replay]"), fresh = event.detail.fresh.querySelector("[data-replay]");
    if (!old || !fresh || old.dataset.replay !== fresh.dataset.replay) return;
    fresh.querySelector("[data-replay-step]").replaceWith(old.querySelector("[data-replay-step]").cloneNode(true));
  });

  var touch = null;
  document.addEventListener("touchstart", function (event) {
    touch = event.touches.length === 1 && event.target.closest("[data-replay]") ? event.touches[0] : null;
  }, { passive: true });
  document.addEventListener("touchend", function (event) {
    if (!touch) return;
    var across = event.changedTouches[0].clientX - touch.clientX, down = event.changedTouches[0].clientY - touch.clientY;
    touch = null;
    if (Math.abs(across) <= 40 || Math.abs(across) <= 2 * Math.abs(down)) return;
    pause();
    go(here() + (across < 0 ? 1 : -1));
  }, { passive: true });

  function prepare() { fetched().catch(function () { /* asked again when it is wanted */ }); }
  if ("requestIdleCallback" in window) requestIdleCallback(prepare); else setTimeout(prepare, 1000);
})();

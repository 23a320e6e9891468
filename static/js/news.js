// Counts the lines of a page that changed while nobody saw them: "3 new". Pressed, it leads to the first of them.
(function () {
  "use strict";
  var pill = document.querySelector("[data-live-pill]"), lines = [], timers = new Map(), title = document.title;
  var SEEN = 1500; // milliseconds that a line is in sight

  if (!pill || !window.IntersectionObserver) return;
  var watcher = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      clearTimeout(timers.get(entry.target));
      if (entry.isIntersecting) timers.set(entry.target, setTimeout(function () { saw(entry.target); }, SEEN));
    });
  }, { threshold: 0.6 });

  function show() {
    lines = lines.filter(function (line) { return line.isConnected; });
    pill.hidden = !lines.length;
    pill.textContent = pill.dataset.livePill.replace("#", lines.length);
    document.title = lines.length ? "(" + lines.length + ") " + title : title;
  }
  function watch(line) {
    watcher.unobserve(line);
    watcher.observe(line);
  }
  function forget(line) {
    watcher.unobserve(line);
    lines = lines.filter(function (each) { return each !== line; });
    show();
  }
  function saw(line) { if (!document.hidden) forget(line); }

  document.addEventListener("magistrar:line", function (event) {
    if (lines.indexOf(event.detail) < 0) lines.push(event.detail);
    watch(event.detail);
    show();
  });
  document.addEventListener("visibilitychange", function () { if (!document.hidden) lines.forEach(watch); });
  pill.addEventListener("click", function () {
    var first = lines[0];
    if (!first) return;
    lines.slice().forEach(forget);
    first.scrollIntoView({ block: "center" });
    first.setAttribute("tabindex", "-1");
    first.focus({ preventScroll: true });
  });
})();

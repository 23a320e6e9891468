// Turns the pages of the hall's screen: as many lines as fit, then the next ones, then the next list. Space holds it.
(function () {
  "use strict";
  var SECONDS = 12, at = { slide: 0, page: 0 }, paused = false, timer = null;
  var button = document.querySelector("[data-hall-pause]"), said = document.querySelector("[data-hall-page]");
  document.documentElement.classList.add("js-hall");

  function slides() { return Array.from(document.querySelectorAll("[data-slide]")); }

  // How many lines fit: whole rows of the list's height, and columns that leave a name readable.
  function room(list) {
    var row = list.querySelector(".hall-row");
    if (!row) return { rows: 1, columns: 1 };
    row.classList.add("is-shown");
    list.parentElement.style.setProperty("--stretch", 1);
    var size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return {
      rows: Math.max(1, Math.floor(list.clientHeight / row.offsetHeight)),
      columns: Math.max(1, Math.floor((list.clientWidth + 2 * size) / (28 * size))),
    };
  }

  function pages(slide) {
    var list = slide.querySelector(".hall-rows");
    if (!list) return { count: 1, each: 1, rows: [], fit: null };
    var rows = Array.from(list.children), fit = room(list), each = fit.rows * fit.columns;
    return { count: Math.max(1, Math.ceil(rows.length / each)), each: each, rows: rows, list: list, fit: fit };
  }

  function show() {
    var all = slides();
    if (!all.length) return;
    at.slide = at.slide % all.length;
    all.forEach(function (slide, number) { slide.classList.toggle("is-shown", number === at.slide); });
    var now = pages(all[at.slide]);
    at.page = Math.min(at.page, now.count - 1);
    // Pages of the same length: no last one with a single line.
    var each = Math.ceil(now.rows.length / now.count), first = at.page * each;
    // As few columns as the lines need, and rows that fill the screen.
    var columns = now.fit ? Math.ceil(each / now.fit.rows) : 1, high = Math.ceil(each / columns);
    now.rows.forEach(function (row, number) {
      row.classList.toggle("is-shown", number >= first && number < first + each);
      row.classList.toggle("is-odd", (number - first) % high % 2 === 1);
    });
    if (now.list) {
      now.list.style.gridTemplateRows = "repeat(" + high + ", auto)";
      // The heads above the list grow with it, and stand once above each column.
      var slide = now.list.parentElement;
      slide.style.setProperty("--stretch", Math.min(1.5, now.fit.rows / high));
      slide.classList.toggle("is-single", columns === 1);
      slide.querySelectorAll(".hall-heads > *").forEach(function (heads, number) { heads.classList.toggle("is-shown", number < columns); });
    }
    said.textContent = (at.page + 1) + " / " + now.count;
  }

  function step(by) {
    var all = slides();
    if (!all.length) return;
    at.page += by;
    if (at.page < 0) {
      at.slide = (at.slide + all.length - 1) % all.length;
      at.page = Infinity;
    } else if (at.page >= pages(all[at.slide]).count) {
      at.slide = (at.slide + 1) % all.length;
      at.page = 0;
    }
    show();
    plan();
  }

  function plan() {
    clearTimeout(timer);
    if (!paused) timer = setTimeout(function () { step(1); }, 1000 * SECONDS);
  }
  function hold() {
    paused = !paused;
    button.toggleAttribute("data-held", paused);
    plan();
  }

  button.addEventListener("click", hold);
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && event.target !== button) { event.preventDefault(); hold(); }
    else if (event.key === "ArrowRight" || event.key === "PageDown") { event.preventDefault(); step(1); }
    else if (event.key === "ArrowLeft" || event.key === "PageUp") { event.preventDefault(); step(-1); }
  });
  document.addEventListener("magistrar:news", show);
  window.addEventListener("resize", show);
  if ("wakeLock" in navigator) navigator.wakeLock.request("screen").catch(function () { /* the screen may go to sleep */ });
  show();
  plan();
})();

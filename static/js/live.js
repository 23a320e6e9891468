// Keeps a page up to date: asks for its public parts with the tag of what is shown, redraws what differs, and says it.
(function () {
  "use strict";
  var watch = document.querySelector("[data-live]");
  var HIDDEN = 90, SLOWEST = 300, MOST_SAID = 3;

  // --- The round's clock, by the visitor's own watch ---
  function left(seconds) {
    var minutes = Math.floor(seconds / 60), rest = String(Math.floor(seconds % 60)).padStart(2, "0");
    return minutes >= 60 ? Math.floor(minutes / 60) + ":" + String(minutes % 60).padStart(2, "0") + ":" + rest : minutes + ":" + rest;
  }
  function tick() {
    document.querySelectorAll("[data-clock]").forEach(function (clock) {
      var seconds = (new Date(clock.dataset.clock) - Date.now()) / 1000;
      var shown = clock.querySelector("[data-clock-left]");
      var text = seconds > 0 ? left(seconds) : clock.dataset.clockOver;
      if (shown && shown.textContent !== text) shown.textContent = text;
      clock.classList.toggle("is-over", seconds <= 0);
    });
  }
  tick();
  setInterval(tick, 1000);

  if (!watch) return;
  var tag = watch.dataset.liveTag, mine = (watch.dataset.liveMine || "").split(" ").filter(Boolean);
  var every = Number(watch.dataset.liveEvery), failures = 0, timer = null, over = false, asking = false;

  function pause() {
    var seconds = document.hidden ? Math.max(HIDDEN, every) : every;
    seconds = Math.min(seconds * Math.pow(2, failures), Math.max(SLOWEST, every));
    return 1000 * (seconds + Math.random() * seconds / 4); // not everybody at once
  }
  function plan() {
    clearTimeout(timer);
    if (!over) timer = setTimeout(ask, pause());
  }
  function ask() {
    if (over || asking) return;
    asking = true;
    window.htmx.trigger(watch, "magistrar:poll");
  }

  function say(texts) {
    var region = document.querySelector("[data-live-said]");
    if (!region || !texts.length) return;
    var more = texts.length - MOST_SAID;
    region.textContent = texts.slice(0, MOST_SAID).join(". ") + (more > 0 ? ". " + watch.dataset.liveMore.replace("#", more) : "");
  }
  function spoken(part) {
    var all = part.matches("[data-say]") ? [part] : [];
    return all.concat(Array.from(part.querySelectorAll("[data-say]"))).map(function (each) { return each.dataset.say; });
  }
  function keepMine(part) {
    part.querySelectorAll("[data-seats]").forEach(function (line) {
      if (line.dataset.seats.split(" ").some(function (key) { return mine.indexOf(key) >= 0; })) line.setAttribute("data-me", "");
    });
  }
  // What a script wrote into the page is no difference.
  function keepClocks(part, fresh) {
    var old = part.querySelector("[data-clock-left]"), made = fresh.querySelector("[data-clock-left]");
    if (old && made) { made.textContent = old.textContent; made.parentElement.className = old.parentElement.className; }
  }

  // Puts a fresh part in the place of what is shown; returns what there is to be said, and whether the reader's own
  // lines changed.
  function redraw(part, fresh) {
    var title = part.textContent.trim(), before = spoken(part), own = false;
    fresh.className = part.className;
    document.dispatchEvent(new CustomEvent("magistrar:redraw", { detail: { part: part, fresh: fresh } }));
    var changes = window.magistrarMorph(part, fresh);
    if (changes.length && part.matches("[data-live-own]")) window.htmx.process(part);
    changes.forEach(function (changed) {
      var line = changed.closest("li, tr, .scoreline-side, .card");
      if (!line || !part.contains(line)) return;
      own = own || line.hasAttribute("data-me");
      line.classList.remove("is-news");
      void line.offsetWidth;
      line.classList.add("is-news");
      if (line.matches("[data-news]")) document.dispatchEvent(new CustomEvent("magistrar:line", { detail: line }));
    });
    if (part.matches("h1")) document.title = document.title.replace(title, part.textContent.trim());
    return { own: own, isChanged: changes.length > 0, said: spoken(part).filter(function (each) { return before.indexOf(each) < 0; }) };
  }

  function draw(text) {
    var root = parsed(text).body.firstElementChild, news = [], own = false;
    if (!root) return;
    root.querySelectorAll("[data-live-part]").forEach(function (fresh) {
      var named = '[data-live-part="' + fresh.dataset.livePart + '"]';
      var part = document.querySelector("main " + named + ", body.projector " + named);
      if (!part) return;
      keepMine(fresh);
      keepClocks(part, fresh);
      var drawn = redraw(part, fresh);
      own = own || drawn.own;
      news = news.concat(drawn.said);
    });
    over = over || root.hasAttribute("data-live-over");
    var round = root.dataset.liveRound, isNew = Boolean(round) && round !== watch.dataset.liveRound;
    if (round) watch.dataset.liveRound = round;
    tick();
    document.dispatchEvent(new CustomEvent("magistrar:news"));
    if (own || isNew || root.hasAttribute("data-live-own")) renewOwn(news); else say(news);
  }
  // What only this reader sees stands on the page, not in what everybody gets. It is said first.
  function renewOwn(news) {
    var parts = document.querySelectorAll("[data-live-own]");
    if (!parts.length) { say(news); return; }
    fetch(location.href, { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then(function (text) {
      var page = parsed(text), said = [];
      parts.forEach(function (part) {
        var fresh = page.getElementById(part.id);
        var drawn = fresh && redraw(part, fresh);
        if (drawn) said = said.concat(drawn.said);
        if (drawn && drawn.isChanged) forget();
      });
      say(said.concat(news));
    }, function () { say(news); });
  }
  function parsed(text) { return new DOMParser().parseFromString(text, "text/html"); }
  // What was said of an act is over once the page shows something newer.
  function forget() {
    var said = document.getElementById("said");
    if (!said) return;
    if (said.contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
    said.remove();
  }
  function tell() {
    forget();
    var bar = document.querySelector("[data-live-bar]");
    if (bar) bar.hidden = false;
  }

  document.body.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt === watch) event.detail.headers["If-None-Match"] = tag;
  });
  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.elt !== watch) return;
    var answer = event.detail.xhr, given = answer.getResponseHeader("ETag");
    asking = false;
    if (answer.status === 200) {
      failures = 0;
      // A browser may hand out the answer that it kept: what has the tag of what is shown is no news.
      if (given && bare(given) !== bare(tag)) {
        tag = given;
        if (watch.hasAttribute("data-live-private")) tell(); else draw(answer.responseText);
      }
    } else if (answer.status === 304) failures = 0;
    else if (answer.status === 404 || answer.status === 410) over = true;
    else failures = Math.min(failures + 1, 6);
    if (failures === 1) say([watch.dataset.liveAway]);
    document.documentElement.toggleAttribute("data-away", failures > 0);
    plan();
  });
  function bare(value) { return value.replace(/^W\//, ""); }

  document.addEventListener("visibilitychange", function () { if (document.hidden) plan(); else ask(); });
  window.addEventListener("online", ask);
  plan();
})();

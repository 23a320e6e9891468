// Keeps a record in progress: on this device with every tap, on the server with every finished duel. Without a network what
// was tapped waits here, under a key of its own, and is sent when the network is back.
(function () {
  "use strict";
  const Arena = window.magistrarArena;
  const RETRY_MS = 5000, LOOK_MS = 20000, PATIENCE_MS = 15000, DUELS = 5, MOST_PAST = 200;

  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // What the server answered. Throws where it was no answer of ours: it is out of order, or something else stands between.
  function read(response) {
    const isOurs = (response.headers.get("Content-Type") || "").startsWith("application/json");
    if (response.status >= 500 || !isOurs) throw Object.assign(new Error(String(response.status)), { status: response.status });
    return response.json();
  }

  // page: what the server sent with the page. told: called after every change.
  window.magistrarKeeping = function (page, told) {
    const shelf = "record:" + page.game + ":" + page.actor;
    let known = page.state, saved = [], isOpen = true;
    let pending = {}, unfinished = {}, overruled = {}, problems = {};
    let conflict = null, trouble = "", isKept = true, isSending = false, refusal = "", retry = null, asking = null;

    function takeOut() {
      try {
        const kept = JSON.parse(localStorage.getItem(shelf) || "{}");
        pending = kept.pending || {}; unfinished = kept.unfinished || {}; overruled = kept.overruled || {};
        if (kept.state && kept.state.at > known.at) known = kept.state; // the page was loaded from what was kept of it
      } catch (refused) { /* storage is switched off or holds something else: this page begins anew */ }
    }

    function keep() {
      const value = JSON.stringify({ pending: pending, unfinished: unfinished, overruled: overruled, state: known });
      try { localStorage.setItem(shelf, value); isKept = true; } catch (refused) { isKept = false; } // then it lasts as long as the page
    }

    const isSaved = (n) => n <= saved.length && !(n in overruled);

    function number() {
      let n = 1;
      while (n <= DUELS && (isSaved(n) || n in pending)) n += 1;
      return n;
    }

    function toDuel(arena, n) {
      const duel = { tokens: arena.tokens, pawns: arena.pawns, moves: arena.moves, spells: arena.spells };
      if (page.terms.duels[n - 1].one_by_one) duel.order = arena.order;
      return duel;
    }

    // The finished duels before duel n, as a record has them.
    function earlier(n) {
      const duels = [];
      for (let each = 1; each < n; each += 1) {
        duels.push(each in pending ? toDuel(pending[each].arena, each) : saved[each - 1].duel);
      }
      return duels;
    }

    // What the server has now against what lies here: nothing of either is lost without a word.
    function merge(state) {
      known = state; saved = state.duels; isOpen = state.open; conflict = null;
      Object.keys(overruled).forEach((n) => {
        if (Number(n) > saved.length) delete overruled[n];
        else if (overruled[n] !== saved[n - 1].version && n in pending) delete overruled[n];
      });
      saved.forEach((theirs, index) => {
        const n = index + 1, there = Arena.ofDuel(theirs.duel);
        const mine = n in pending ? pending[n].arena : n in unfinished ? unfinished[n].arena : null;
        if (!mine || n in overruled) return;
        if (Arena.isPartOf(mine, there) && (!(n in pending) || Arena.isPartOf(there, mine))) { delete pending[n]; delete unfinished[n]; delete problems[n]; }
        else if (!conflict) conflict = { number: n, mine: mine, theirs: theirs };
      });
      keep();
    }

    // As long as we wait for an answer where there is hardly a network; older browsers wait as long as they like.
    function patience(signal) {
      if (!AbortSignal.timeout || (signal && !AbortSignal.any)) return signal;
      return signal ? AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) : AbortSignal.timeout(PATIENCE_MS);
    }

    function send(address, body, signal) {
      return fetch(address, { method: "POST", credentials: "same-origin", signal: patience(signal), body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", "X-CSRFToken": page.csrf } });
    }

    function cut(error) {
      const status = error ? error.status : undefined;
      trouble = status === 403 ? "stale" : status ? "server" : "network";
      clearTimeout(retry);
      retry = setTimeout(() => (document.hidden ? flush() : look()), RETRY_MS);
      told();
    }

    function reached() { trouble = ""; clearTimeout(retry); }

    // Whoever may not write here any more is told so; what was tapped stays on the device.
    function isRefused(response, answer) {
      refusal = [401, 403, 404, 429].includes(response.status) ? answer.message || String(response.status) : "";
      if (refusal) { clearTimeout(retry); retry = setTimeout(look, LOOK_MS); }
      return Boolean(refusal);
    }

    function settled(n, answer) {
      if (answer.state) merge(answer.state);
      if (answer.code === undefined) { delete pending[n]; delete unfinished[n]; delete overruled[n]; delete problems[n]; }
      else if (answer.code !== "saved_differently" && n in pending) {
        unfinished[n] = { arena: pending[n].arena, past: pending[n].past };
        delete pending[n];
        problems[n] = answer.message;
      }
      keep();
    }

    function flush() {
      const n = Object.keys(pending).map(Number).sort()[0];
      if (isSending || n === undefined || conflict || n > saved.length + 1) return;
      isSending = true;
      const sent = pending[n];
      send(page.urls.duel.replace("/0/", "/" + n + "/"), { arena: sent.arena, key: sent.key, replaces: sent.replaces })
        .then((response) => read(response).then((answer) => {
          isSending = false;
          reached();
          if (isRefused(response, answer)) { told(); return; }
          settled(n, answer);
          told();
          flush();
        })).catch((error) => { isSending = false; cut(error); });
    }

    function look() {
      if (document.hidden || isSending) return;
      fetch(page.urls.state, { credentials: "same-origin", signal: patience() }).then((response) => read(response).then((state) => {
        const before = JSON.stringify([saved, isOpen, known.handed_in, refusal, trouble]);
        reached();
        if (!isRefused(response, state)) merge(state);
        if (before !== JSON.stringify([saved, isOpen, known.handed_in, refusal, trouble])) told();
        if (!refusal) flush();
      })).catch((error) => { if (!trouble) cut(error); else { clearTimeout(retry); retry = setTimeout(look, RETRY_MS); } });
    }

    // What may be laid next: asked of the server; the last question counts. null: no answer.
    function choices(at) {
      if (asking) asking.abort();
      asking = new AbortController();
      const n = number(), mine = asking;
      return send(page.urls.choices, { duels: earlier(n), arena: arena(), at: at }, mine.signal).then((response) => read(response).then((answer) => {
        const was = trouble + refusal;
        reached();
        if (!isRefused(response, answer) && !response.ok) problems[n] = answer.message;
        if (was || !response.ok) { told(); flush(); }
        return response.ok ? answer : null;
      })).catch((error) => {
        if (!mine.signal.aborted) cut(error);
        return null;
      });
    }

    function arena() { return unfinished[number()] ? unfinished[number()].arena : Arena.empty(); }

    // What Undo goes back through: the arena before each act, oldest first.
    function past() {
      const n = number(), kept = unfinished[n];
      if (!kept) return [];
      return kept.past || Arena.retold(kept.arena, page.terms.duels[n - 1], page.terms);
    }

    function lay(laid) {
      const n = number();
      unfinished[n] = { arena: laid, past: past().concat([arena()]).slice(-MOST_PAST) };
      delete problems[n];
      keep();
    }

    function undo() {
      const n = number(), steps = past();
      if (!steps.length) return;
      unfinished[n] = { arena: steps[steps.length - 1], past: steps.slice(0, -1) };
      delete problems[n];
      keep();
    }

    function finish() {
      const n = number();
      pending[n] = { arena: arena(), past: past(), key: newKey(), replaces: overruled[n] || "" };
      delete unfinished[n];
      keep();
      flush();
    }

    // Back to the duel before: from this device, or taken back from the server.
    function reopen() {
      const n = number() - 1;
      if (n < 1) return Promise.resolve();
      if (n in pending) {
        unfinished[n] = { arena: pending[n].arena, past: pending[n].past };
        delete pending[n];
        keep();
        return Promise.resolve();
      }
      const theirs = saved[n - 1];
      return send(page.urls.take_back.replace("/0/", "/" + n + "/"), { version: theirs.version })
        .then((response) => read(response).then((answer) => {
          reached();
          if (isRefused(response, answer)) return;
          if (answer.code === undefined) unfinished[n] = { arena: Arena.ofDuel(theirs.duel) };
          else problems[number()] = answer.message;
          if (answer.state) merge(answer.state);
          keep();
        })).catch(cut);
    }

    // The two ways out of a conflict.
    function takeTheirs() {
      delete pending[conflict.number]; delete unfinished[conflict.number];
      conflict = null;
      keep(); flush();
    }

    function keepMine() {
      const n = conflict.number;
      overruled[n] = conflict.theirs.version;
      if (n in pending) pending[n].replaces = conflict.theirs.version;
      conflict = null;
      keep(); flush();
    }

    takeOut();
    merge(known);
    window.addEventListener("online", () => { flush(); look(); });
    window.addEventListener("offline", () => cut());
    document.addEventListener("visibilitychange", look);
    // Another tab of this device laid something: both show the same.
    window.addEventListener("storage", (event) => { if (event.key === shelf && event.newValue) { takeOut(); merge(known); told(); } });
    setInterval(look, LOOK_MS);
    setTimeout(flush, 0);
    if (Date.now() / 1000 - page.state.at > LOOK_MS / 1000) look(); // the page was kept: much may have happened since

    return { number, earlier, arena, past, lay, undo, finish, reopen, choices, takeTheirs, keepMine,
      conflict: () => conflict,
      problem: () => problems[number()] || "",
      refusal: () => refusal,
      trouble: () => trouble,
      isKept: () => isKept,
      handedIn: () => known.handed_in,
      savedDuels: () => saved.map((each, index) => (isSaved(index + 1) ? each : null)).filter(Boolean),
      waiting: () => Object.keys(pending).length,
      isOpen: () => isOpen };
  };
})();

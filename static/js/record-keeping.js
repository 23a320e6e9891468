// Keeps a record in progress: on this device with every tap, on the server with every finished duel. Without a network what
// was tapped waits here, under a key of its own, and is sent when the network is back.
(function () {
  "use strict";
  const Arena = window.magistrarArena;
  const RETRY_MS = 5000, LOOK_MS = 20000, DUELS = 5;

  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // page: what the server sent with the page. told: called after every change.
  window.magistrarKeeping = function (page, told) {
    const shelf = "record:" + page.game + ":" + page.actor;
    let known = page.state, saved = [], isOpen = true, stands = page.state.standing;
    let pending = {}, unfinished = {}, overruled = {}, problems = {};
    let conflict = null, isOffline = false, isSending = false, fatal = "", retry = null, asking = null;

    try {
      const kept = JSON.parse(localStorage.getItem(shelf) || "{}");
      pending = kept.pending || {}; unfinished = kept.unfinished || {}; overruled = kept.overruled || {};
      if (kept.state && kept.state.at > known.at) known = kept.state; // the page was loaded from what was kept of it
    } catch (refused) { /* storage is switched off or holds something else: this page begins anew */ }

    function keep() {
      const value = JSON.stringify({ pending: pending, unfinished: unfinished, overruled: overruled, state: known });
      try { localStorage.setItem(shelf, value); } catch (refused) { /* then it lasts as long as the page */ }
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

    function same(duel, arena, n) {
      const plain = (each) => JSON.stringify([each.tokens.white, each.tokens.black, each.pawns.white, each.pawns.black,
        each.order || [], (each.moves || {}).white || "", (each.moves || {}).black || "",
        (each.spells || []).map((spell) => JSON.stringify(Object.entries(spell).sort())).sort()]);
      return plain(duel) === plain(toDuel(arena, n));
    }

    // What the server has now against what lies here: nothing of either is lost without a word.
    function merge(state) {
      known = state; saved = state.duels; isOpen = state.open; stands = state.standing; conflict = null;
      Object.keys(overruled).forEach((n) => {
        if (Number(n) > saved.length) delete overruled[n];
        else if (overruled[n] !== saved[n - 1].version && n in pending) delete overruled[n];
      });
      saved.forEach((theirs, index) => {
        const n = index + 1, mine = n in pending ? pending[n].arena : n in unfinished ? unfinished[n].arena : null;
        if (!mine || n in overruled) return;
        if (same(theirs.duel, mine, n) || Arena.isEmpty(mine)) { delete pending[n]; delete unfinished[n]; }
        else if (!conflict) conflict = { number: n, mine: mine, theirs: theirs };
      });
      keep();
    }

    function post(address, body, signal) {
      return fetch(address, { method: "POST", credentials: "same-origin", signal: signal, body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", "X-CSRFToken": page.csrf } });
    }

    function cut() {
      isOffline = true;
      clearTimeout(retry);
      retry = setTimeout(flush, RETRY_MS);
      told();
    }

    function reached() { isOffline = false; clearTimeout(retry); }

    function settled(n, answer) {
      if (answer.state) merge(answer.state);
      if (answer.code === undefined) { delete pending[n]; delete unfinished[n]; delete overruled[n]; delete problems[n]; }
      else if (answer.code !== "saved_differently" && n in pending) {
        unfinished[n] = { arena: pending[n].arena, placed: [] };
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
      post(page.urls.duel.replace("/0/", "/" + n + "/"), { arena: sent.arena, key: sent.key, replaces: sent.replaces })
        .then((response) => response.json()).then((answer) => {
          isSending = false;
          reached();
          settled(n, answer);
          told();
          flush();
        }, () => { isSending = false; cut(); });
    }

    function look() {
      if (document.hidden || isSending) return;
      fetch(page.urls.state, { credentials: "same-origin" }).then((response) => {
        if (!response.ok) throw new Error(String(response.status));
        return response.json();
      }).then((state) => {
        const before = JSON.stringify([saved, isOpen]);
        const was = isOffline;
        reached();
        merge(state);
        if (was || before !== JSON.stringify([saved, isOpen])) told();
        flush();
      }, () => { if (!isOffline) cut(); });
    }

    // What may be laid next: asked of the server; the last question counts.
    function choices(at) {
      if (asking) asking.abort();
      asking = new AbortController();
      const n = number(), mine = asking;
      const asked = { duels: earlier(n), arena: arena(), at: at };
      return post(page.urls.choices, asked, mine.signal).then((response) => response.json().then((answer) => {
        if (!response.ok) { fatal = answer.message; throw new Error(answer.code); }
        fatal = "";
        if (isOffline) { reached(); told(); flush(); }
        return answer;
      })).catch((error) => {
        if (error.name !== "AbortError" && !fatal) cut();
        return null;
      });
    }

    function arena() { return unfinished[number()] ? unfinished[number()].arena : Arena.empty(); }

    function lay(laid, placed) {
      const n = number();
      unfinished[n] = { arena: laid, placed: placed };
      delete problems[n];
      keep();
    }

    function finish() {
      const n = number();
      pending[n] = { arena: arena(), key: newKey(), replaces: overruled[n] || "" };
      delete unfinished[n];
      keep();
      flush();
    }

    // Back to the duel before: from this device, or taken back from the server.
    function reopen() {
      const n = number() - 1;
      if (n < 1) return Promise.resolve();
      if (n in pending) {
        unfinished[n] = { arena: pending[n].arena, placed: [] };
        delete pending[n];
        keep();
        return Promise.resolve();
      }
      const theirs = saved[n - 1];
      return post(page.urls.take_back.replace("/0/", "/" + n + "/"), { version: theirs.version })
        .then((response) => response.json()).then((answer) => {
          reached();
          if (answer.code === undefined) unfinished[n] = { arena: Arena.ofDuel(theirs.duel), placed: [] };
          else problems[number()] = answer.message;
          if (answer.state) merge(answer.state);
          keep();
        }, cut);
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

    merge(known);
    window.addEventListener("online", () => { flush(); look(); });
    window.addEventListener("offline", cut);
    document.addEventListener("visibilitychange", look);
    setInterval(look, LOOK_MS);
    setTimeout(flush, 0);

    return { number, earlier, arena, lay, finish, reopen, choices, takeTheirs, keepMine,
      placed: () => (unfinished[number()] ? unfinished[number()].placed : []),
      conflict: () => conflict,
      problem: () => fatal || problems[number()] || "",
      savedDuels: () => saved.map((each, index) => (isSaved(index + 1) ? each : null)).filter(Boolean),
      waiting: () => Object.keys(pending).length,
      isOffline: () => isOffline,
      standing: () => stands,
      isOpen: () => isOpen };
  };
})();

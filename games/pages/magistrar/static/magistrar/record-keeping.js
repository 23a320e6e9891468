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
    const shelf = "record:" + page.game + ":" + page.actor, cards = window.magistrarCards(page);
    let known = page.state, saved = [], isOpen = true;
    // pending: finished and not saved yet; unfinished: being laid; opened: a saved duel that is looked at and perhaps changed, of
    // which nothing counts before it is kept; changed: by whom a saved duel was replaced, and what lay here before, until that was read.
    let pending = {}, unfinished = {}, opened = null, changed = {}, problems = {}, misfits = {};
    let conflict = null, trouble = "", isKept = true, isSending = false, sentKey = "", refusal = "", retry = null, asking = null;

    function takeOut() {
      try {
        const kept = JSON.parse(localStorage.getItem(shelf) || "{}");
        pending = kept.pending || {}; unfinished = kept.unfinished || {}; opened = kept.opened || null; changed = kept.changed || {};
        cards.takeOut(kept.cards);
        if (kept.state) saved = kept.state.duels;
        if (kept.state && kept.state.at > known.at) known = kept.state; // the page was loaded from what was kept of it
      } catch (refused) { /* storage is switched off or holds something else: this page begins anew */ }
    }

    function keep() {
      const value = JSON.stringify({ pending, unfinished, opened, changed, cards: cards.waiting(), state: known });
      try { localStorage.setItem(shelf, value); isKept = true; } catch (refused) { isKept = false; } // then it lasts as long as the page
    }

    // The duel that is recorded next.
    function next() {
      let n = 1;
      while (n <= DUELS && (n <= saved.length || n in pending)) n += 1;
      return n;
    }

    // The duel that is laid or looked at.
    const number = () => (opened ? opened.number : next());

    function toDuel(arena, n) {
      const duel = { tokens: arena.tokens, pawns: arena.pawns, moves: arena.moves, spells: arena.spells };
      if (page.terms.duels[n - 1].one_by_one) duel.order = arena.order;
      return duel;
    }

    // An arena as the service reads it: without what waits on this device.
    const sendable = (arena) => Object.assign({}, arena, { later: undefined });

    // The finished duels before duel n, as a record has them.
    function earlier(n) {
      const duels = [];
      for (let each = 1; each < n; each += 1) {
        duels.push(each in pending ? toDuel(pending[each].arena, each) : saved[each - 1].duel);
      }
      return duels;
    }

    const isSame = (one, two) => Arena.isPartOf(one, two) && Arena.isPartOf(two, one);

    // What the server has now against what lies here: nothing of either is lost without a word.
    function merge(state) {
      cards.merge(state);
      state.duels.forEach((theirs, index) => noteChange(saved[index], theirs, index + 1));
      known = state; saved = state.duels; isOpen = state.open; conflict = null; misfits = {};
      (state.misfits || []).forEach((each) => { misfits[each.number] = each; });
      saved.forEach((theirs, index) => meet(theirs, index + 1));
      Object.keys(pending).map(Number).filter((n) => n in misfits && pending[n].replaces !== misfits[n].version)
        .forEach((n) => { conflict = conflict || { number: n, mine: pending[n].arena, theirs: misfits[n] }; });
      if (opened && opened.number >= next()) { // what stood before it was changed: it is the next one again
        if (opened.past.length) unfinished[opened.number] = { arena: opened.arena, past: opened.past };
        opened = null;
      }
      keep();
    }

    function noteChange(before, after, n) {
      const isOwn = after.version === sentKey || (n in pending && pending[n].key === after.version);
      if (before && before.version !== after.version && !isOwn && !isSame(Arena.ofDuel(before.duel), Arena.ofDuel(after.duel))) {
        changed[n] = { by: after.by, before: changed[n] ? changed[n].before : Arena.ofDuel(before.duel) };
      }
    }

    function meet(theirs, n) {
      const there = Arena.ofDuel(theirs.duel);
      if (n in pending) {
        if (isSame(pending[n].arena, there)) { delete pending[n]; delete problems[n]; }
        else if (pending[n].replaces !== theirs.version && !conflict) conflict = { number: n, mine: pending[n].arena, theirs };
      } else if (n in unfinished) {
        if (Arena.isPartOf(unfinished[n].arena, there)) { delete unfinished[n]; delete problems[n]; }
        else if (!conflict && !opened) conflict = { number: n, mine: unfinished[n].arena, theirs };
      }
      if (!opened || opened.number !== n || opened.version === theirs.version) return;
      if (!opened.past.length || isSame(opened.arena, there)) opened = open_(n, there, theirs.version);
      else if (!conflict) conflict = { number: n, mine: opened.arena, theirs };
    }

    const open_ = (n, arena, version) => ({ number: n, arena, past: [], version });

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

    function settled(n, sent, answer) {
      if (answer.code === undefined) saved = saved.slice(0, n - 1).concat([answer.state.duels[n - 1]], saved.slice(n)); // our own
      if (answer.state) merge(answer.state);
      const mine = pending[n];
      if (mine && mine.key === sent.key) {
        if (answer.code === undefined) { delete pending[n]; delete problems[n]; }
        else if (!["saved_differently", "duel_missing"].includes(answer.code)) refused(n, answer.message);
      }
      keep();
    }

    // What the rules refuse is laid open again: a new duel as the next one, a changed one as it was changed.
    function refused(n, message) {
      const { arena, past, replaces } = pending[n];
      delete pending[n];
      if (n <= saved.length && !opened) opened = { number: n, arena,
        past: past.length ? past : [Arena.ofDuel(saved[n - 1].duel)], version: replaces };
      else unfinished[n] = { arena, past };
      problems[n] = message;
    }

    // A card goes before its duel.
    function flush() {
      const n = Object.keys(pending).map(Number).sort()[0], card = cards.next();
      if (isSending || conflict || cards.conflict()) return;
      if (card !== undefined && (n === undefined || card <= n)) { sendCard(card); return; }
      if (n === undefined || n > saved.length + 1) return;
      isSending = true;
      const sent = pending[n];
      sentKey = sent.key;
      send(page.urls.duel.replace("/0/", "/" + n + "/"), { arena: sendable(sent.arena), key: sent.key, replaces: sent.replaces })
        .then((response) => read(response).then((answer) => {
          isSending = false;
          reached();
          if (isRefused(response, answer)) { told(); return; }
          settled(n, sent, answer);
          told();
          flush();
        })).catch((error) => { isSending = false; cut(error); });
    }

    function sendCard(n) {
      const sent = cards.sent(n);
      isSending = true;
      send(page.urls.card.replace("/0/", "/" + n + "/"), sent).then((response) => read(response).then((answer) => {
        isSending = false;
        reached();
        if (isRefused(response, answer)) { told(); return; }
        if (answer.code !== undefined && cards.refused(n, sent, answer)) {
          if (n in pending) refused(n, answer.message); else problems[n] = answer.message;
        }
        if (answer.state) merge(answer.state); else keep();
        told();
        flush();
      })).catch((error) => { isSending = false; cut(error); });
    }

    function sayCard(n, card) {
      cards.say(n, card);
      delete problems[n];
      keep();
      flush();
    }

    function settleCard(take) {
      if (take) cards.takeTheirs(); else cards.keepMine();
      merge(known);
      flush();
    }

    // All that another phone, or the desk, may have changed.
    function shown() { return JSON.stringify([saved, known.cards, misfits, known.wrong, isOpen, known.handed_in, refusal, trouble]); }

    // What the page was made for is another now, as where a mage or a card was put right: it begins anew, with what lies
    // here. Once for each: a page that was kept may come back as it was.
    function isOfAnotherSetUp(state) {
      if (state.set_up === page.state.set_up) return false;
      const tried = shelf + ":set-up";
      try {
        if (sessionStorage.getItem(tried) === state.set_up) return false;
        sessionStorage.setItem(tried, state.set_up);
      } catch (error) { return false; }
      location.reload();
      return true;
    }

    function look() {
      if (document.hidden || isSending) return;
      fetch(page.urls.state, { credentials: "same-origin", signal: patience() }).then((response) => read(response).then((state) => {
        const before = shown();
        reached();
        // else what was sent meanwhile is newer
        if (!isRefused(response, state) && !isOfAnotherSetUp(state) && state.at >= known.at) merge(state);
        if (before !== shown()) told();
        if (!refusal) flush();
      })).catch((error) => { if (!trouble) cut(error); else { clearTimeout(retry); retry = setTimeout(look, RETRY_MS); } });
    }

    // What may be laid next: asked of the server; the last question counts. null: no answer.
    function choices(at) {
      if (asking) asking.abort();
      asking = new AbortController();
      const n = number(), mine = asking;
      return send(page.urls.choices, { duels: earlier(n), arena: sendable(arena()), at: at },
        mine.signal).then((response) => read(response).then((answer) => {
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

    function arena() {
      const n = number();
      if (opened) return opened.arena;
      if (unfinished[n]) return unfinished[n].arena;
      return misfits[n] ? Arena.ofDuel(misfits[n].duel) : Arena.empty();
    }

    // What Undo goes back through: the arena before each act, oldest first.
    function past() {
      const kept = opened || unfinished[number()];
      return kept ? kept.past : [];
    }

    function lay(laid) {
      const n = number(), steps = past().concat([arena()]).slice(-MOST_PAST);
      if (opened) opened = Object.assign({}, opened, { arena: laid, past: steps });
      else unfinished[n] = { arena: laid, past: steps };
      delete problems[n];
      keep();
    }

    function undo() {
      const n = number(), steps = past();
      if (!steps.length) return;
      const before = { arena: steps[steps.length - 1], past: steps.slice(0, -1) };
      if (opened) opened = Object.assign({}, opened, before);
      else unfinished[n] = before;
      delete problems[n];
      keep();
    }

    // The version whose place a finished duel takes; what is on its way counts as arrived.
    function replaced(n) {
      if (n in pending) return isSending && sentKey === pending[n].key ? sentKey : pending[n].replaces;
      if (opened) return opened.version;
      return misfits[n] ? misfits[n].version : "";
    }

    function finish() {
      const n = number();
      pending[n] = { arena: arena(), past: past(), key: newKey(), replaces: replaced(n) };
      if (opened) opened = null; else delete unfinished[n];
      delete changed[n];
      merge(known);
      flush();
    }

    // A finished duel is looked at; what is changed stays on this device until it is kept. Nothing is taken away.
    function open(n) {
      if (conflict || n >= next()) return;
      opened = n in pending ? open_(n, pending[n].arena, pending[n].key) : open_(n, Arena.ofDuel(saved[n - 1].duel), saved[n - 1].version);
      keep();
    }

    function close() {
      if (opened) delete problems[opened.number];
      opened = null;
      merge(known);
    }

    // What lay here before another one changed it, opened as a change of what is saved now.
    function bringBack(n) {
      opened = { number: n, arena: changed[n].before, past: [Arena.ofDuel(saved[n - 1].duel)], version: saved[n - 1].version };
      keep();
    }

    // The two ways out of a conflict. What lay here can be brought back.
    function takeTheirs() {
      const n = conflict.number;
      delete pending[n]; delete unfinished[n];
      if (n <= saved.length) changed[n] = { by: conflict.theirs.by, before: conflict.mine, isTaken: true };
      if (opened && opened.number === n) opened = null;
      settle();
    }

    function keepMine() {
      const n = conflict.number, version = conflict.theirs.version;
      delete changed[n];
      if (n in pending) pending[n].replaces = version;
      if (opened && opened.number === n) opened = Object.assign({}, opened, { version });
      else if (n in unfinished) {
        opened = { number: n, arena: unfinished[n].arena, past: unfinished[n].past, version };
        delete unfinished[n];
      }
      settle();
    }

    function settle() {
      conflict = null;
      merge(known); // there may be another one
      flush();
    }

    function seen() { changed = {}; cards.seen(); keep(); }

    takeOut();
    merge(known);
    window.addEventListener("online", () => { flush(); look(); });
    window.addEventListener("offline", () => cut());
    document.addEventListener("visibilitychange", look);
    // Another tab of this device laid something: both show the same.
    window.addEventListener("storage", (event) => {
      if (event.key !== shelf || !event.newValue) return;
      takeOut(); saved = known.duels; merge(known); told();
    });
    setInterval(look, LOOK_MS);
    setTimeout(flush, 0);
    if (Date.now() / 1000 - page.state.at > LOOK_MS / 1000) look(); // the page was kept: much may have happened since

    function finished() {
      return [1, 2, 3, 4, 5].filter((n) => n <= saved.length || n in pending)
        .map((n) => ({ number: n, by: n in pending ? null : saved[n - 1].by }));
    }

    return { cards, sayCard, settleCard, isRecorded: (n) => n <= saved.length || n in pending,
      number, earlier, arena, past, lay, undo, finish, open, close, choices, takeTheirs, keepMine, bringBack, seen, finished,
      conflict: () => conflict,
      opened: () => opened,
      changed: () => Object.keys(changed).map(Number).filter((n) => n <= saved.length && !conflict && !(opened && opened.number === n))
        .map((n) => ({ number: n, by: changed[n].by, isTaken: changed[n].isTaken })),
      misfit: () => (number() in misfits && !conflict && !opened ? { sentence: number() in unfinished ? "" : known.wrong || "" } : null),
      problem: () => problems[number()] || "",
      refusal: () => refusal,
      trouble: () => trouble,
      isKept: () => isKept,
      handedIn: () => known.handed_in,
      waiting: () => Object.keys(pending).length + Object.keys(cards.waiting()).length,
      isOpen: () => isOpen };
  };
})();

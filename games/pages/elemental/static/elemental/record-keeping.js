// Keeps the sheet and the reader's own slip: on this device with every tap, on the server as soon as it answers. Without a network
// what was tapped waits here, under a key of its own, and is sent when the network is back.
(function () {
  "use strict";
  const Play = window.elementalPlay;
  const RETRY_MS = 5000, LOOK_MS = 10000, PATIENCE_MS = 15000;

  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // What the server answered. Throws where it was no answer of ours: it is out of order, or something else stands between.
  function read(response) {
    const isOurs = (response.headers.get("Content-Type") || "").startsWith("application/json");
    if (response.status >= 500 || !isOurs) throw Object.assign(new Error(String(response.status)), { status: response.status });
    return response.json();
  }

  // As long as we wait for an answer where there is hardly a network; older browsers wait as long as they like.
  const patience = () => (AbortSignal.timeout ? AbortSignal.timeout(PATIENCE_MS) : undefined);

  const isSame = (one, two) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(two));

  function sorted(value) {
    if (Array.isArray(value) || value === null || typeof value !== "object") return value;
    return Object.keys(value).sort().map((name) => [name, sorted(value[name])]);
  }

  // page: what the server sent with the page. told: called after every change.
  window.elementalKeeping = function (page, terms, told) {
    const shelf = "record:" + page.game + ":" + page.actor;
    let known = page.state, saved = [], isOpen = true, notes = [], problem = "";
    // pending: turns by number that aren't saved yet, without a `turn` where one is taken back; draft: the turn being entered;
    // slip: the reader's own; base: the version of it that the server is known to have.
    let pending = {}, draft = null, slip = { text: "", base: "", key: "", opens: false, isDirty: false, theirs: null };
    let conflict = null, trouble = "", refusal = "", isKept = true, isSending = false, retry = null;

    function takeOut() {
      try {
        const kept = JSON.parse(localStorage.getItem(shelf) || "{}");
        pending = kept.pending || {}; draft = kept.draft || null; slip = kept.slip || slip;
        if (kept.state && kept.state.at > known.at) known = kept.state; // the page was loaded from what was kept of it
        saved = known.turns.concat(known.misfits);
      } catch (refused) { /* storage is switched off or holds something else: this page begins anew */ }
    }

    function keep() {
      if (!isOpen) { try { localStorage.removeItem(shelf); } catch (refused) { /* then there is none */ } return; }
      const value = JSON.stringify({ pending, draft, slip, state: Object.assign({}, known, { slip: null }) });
      try { localStorage.setItem(shelf, value); isKept = true; } catch (refused) { isKept = false; } // then it lasts as long as the page
    }

    // The turns as this device knows them, the pending ones in their places.
    function turns() {
      const found = [];
      for (let n = 1; ; n += 1) {
        const mine = pending[n], theirs = saved[n - 1];
        if (mine ? !mine.turn : !theirs) return found;
        found.push(mine ? { number: n, turn: mine.turn, by: null, version: mine.key } : theirs);
      }
    }

    // How the game stands before turn n; without n, after all turns that are legal.
    function stateBefore(n) {
      const all = turns(), starter = page.starter || (all.length ? Number(all[0].turn.seat) : 0);
      if (!starter) return null;
      return Play.play(terms, starter, all.slice(0, n ? n - 1 : all.length).map((each) => each.turn));
    }

    // What the server has now against what lies here: nothing of either is lost without a word.
    function merge(state) {
      const before = saved, rows = state.turns.concat(state.misfits);
      known = state; isOpen = state.open; conflict = null;
      saved = rows.filter((row, at) => row.number === at + 1);
      noteChanges(before);
      Object.keys(pending).map(Number).sort((one, two) => one - two).forEach(meet);
      meetDraft();
      meetSlip(state.slip);
      keep();
    }

    function noteChanges(before) {
      const isOwn = (version) => sentKeys.includes(version);
      before.forEach((was, at) => {
        const now = saved[at];
        if (now && now.version !== was.version && !isOwn(now.version) && !isSame(now.turn, was.turn)) note("changed_by",
          { name: now.by, n: at + 1 });
      });
      if (saved.length < before.length && !isTakingBack) note("taken_back", { n: saved.length + 1 });
    }

    function note(key, filled) { notes.push({ key, filled }); notes = notes.slice(-3); }

    function meet(n) {
      const mine = pending[n], theirs = saved[n - 1];
      if (!theirs) { if (mine.turn) mine.replaces = ""; else delete pending[n]; return; }
      if (mine.turn && isSame(mine.turn, theirs.turn)) { delete pending[n]; return; }
      if (theirs.version === mine.replaces || theirs.version === mine.key) return;
      if (mine.turn) conflict = conflict || { number: n, mine: mine.turn, theirs };
      else delete pending[n]; // it isn't what was taken back here
    }

    function meetDraft() {
      if (!draft || conflict) return;
      const now = turns()[draft.number - 1];
      if ((now ? now.version : "") === draft.replaces) return;
      if (!draft.replaces) note("meanwhile", { name: now.by, n: draft.number });
      draft = null;
    }

    function meetSlip(theirs) {
      if (!page.own || !theirs || theirs.version === slip.base) return;
      if (!slip.isDirty || theirs.text === slip.text) {
        if (!slip.opens) slip.isDirty = false;
        slip.text = theirs.text; slip.base = theirs.version; slip.theirs = null;
      } else if (theirs.version === slip.key || slip.text.startsWith(theirs.text)) slip.base = theirs.version;
      else if (theirs.text.startsWith(slip.text)) { slip.text = theirs.text; slip.base = theirs.version; slip.isDirty = slip.opens; }
      else slip.theirs = theirs;
    }

    // --- sending -------------------------------------------------------------------------------------------------------

    let sentKeys = [], isTakingBack = false;

    function send(address, body) {
      return fetch(address, { method: "POST", credentials: "same-origin", signal: patience(), body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", "X-CSRFToken": page.csrf } });
    }

    function cut(error) {
      const status = error ? error.status : undefined;
      trouble = status === 403 ? "stale" : status ? "server" : "network";
      again(RETRY_MS);
      told();
    }

    function again(after) { clearTimeout(retry); retry = setTimeout(() => (document.hidden ? flush() : look()), after); }

    function reached() { trouble = ""; clearTimeout(retry); }

    // Whoever may not write here any more is told so; what was tapped stays on the device.
    function isRefused(response, answer) {
      refusal = [401, 403, 404, 429].includes(response.status) ? answer.message || String(response.status) : "";
      if (refusal) again(LOOK_MS);
      return Boolean(refusal);
    }

    // What is to be sent next: the slip; then turns that are taken back, the last first; then turns, the first first.
    function next() {
      if (slip.isDirty && !slip.theirs) {
        slip.key = slip.key || newKey();
        const { text, key } = slip;
        return { address: page.urls.slip, body: { slip: text, key, replaces: slip.base, opens: slip.opens },
          done(isGood) {
            if (!isGood || slip.key !== key) return;
            slip.key = ""; slip.base = key; slip.isDirty = false; slip.opens = false; keep();
          } };
      }
      const numbers = Object.keys(pending).map(Number).sort((one, two) => one - two);
      const gone = numbers.filter((n) => !pending[n].turn).pop(), n = gone || numbers[0];
      if (n === undefined || conflict || (!gone && n > saved.length + 1)) return null;
      const mine = pending[n], isGone = Boolean(gone);
      return { address: page.urls[isGone ? "undo" : "turn"].replace("/0/", "/" + n + "/"), isGone, key: mine.key,
        body: isGone ? { version: mine.replaces } : { turn: mine.turn, key: mine.key, replaces: mine.replaces },
        done(isGood, answer) {
          const isStill = pending[n] && pending[n].key === mine.key;
          if (isGood && isStill) { delete pending[n]; return; }
          if (isGood && pending[n] && isGone) pending[n].replaces = ""; // entered anew while it was taken back
          if (isGood && pending[n] && !isGone) pending[n].replaces = mine.key;
          if (isGood || !isStill || ["saved_differently", "part_missing"].includes(answer.code)) return;
          delete pending[n];
          problem = answer.message;
        } };
    }

    function flush() {
      if (isSending) return;
      const sending = next();
      if (!sending) return;
      isSending = true; isTakingBack = Boolean(sending.isGone);
      sentKeys = sentKeys.concat(sending.key || sending.body.key || []).slice(-50);
      send(sending.address, sending.body).then((response) => read(response).then((answer) => {
        isSending = false;
        reached();
        if (isRefused(response, answer)) { told(); return; }
        sending.done(answer.code === undefined, answer);
        if (answer.state) merge(answer.state); else { keep(); if (answer.code) again(LOOK_MS); }
        isTakingBack = false;
        told();
        if (answer.state) flush();
      })).catch((error) => { isSending = false; isTakingBack = false; cut(error); });
    }

    const shown = () => JSON.stringify([saved, known.open_slips, isOpen, known.handed_in, refusal, trouble, notes, slip, conflict]);

    // What the page was made for is another now, as where the edition was changed: it begins anew, once for each.
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

    let tag = ""; // names what was merged last, so that an answer that is the same needn't be made

    function look() {
      if (document.hidden || isSending) return;
      const headers = tag ? { "If-None-Match": tag } : {};
      fetch(page.urls.state, { credentials: "same-origin", cache: "no-store", signal: patience(), headers }).then((response) => {
        if (response.status === 304) return null;
        return read(response).then((state) => [response, state]);
      }).then((found) => {
        const before = shown();
        reached();
        if (found && !isSending && !isRefused(...found) && !isOfAnotherSetUp(found[1]) && found[1].at >= known.at) {
          merge(found[1]);
          tag = found[0].headers.get("ETag") || "";
        }
        if (before !== shown()) told();
        if (!refusal) flush();
      }).catch((error) => { if (!trouble) cut(error); else again(RETRY_MS); });
    }

    // --- what a person does --------------------------------------------------------------------------------------------

    function setDraft(made) { draft = made; problem = ""; keep(); }

    // A whole turn: it takes the place of what the draft was made for.
    function commit(number, turn, replaces) {
      const mine = pending[number], isWaiting = mine && !(isSending && sentKeys.includes(mine.key));
      pending[number] = { turn, key: newKey(), replaces: isWaiting ? mine.replaces : replaces };
      draft = null; problem = ""; notes = [];
      keep();
      flush();
    }

    // Takes the last turn off.
    function takeBack(number) {
      const mine = pending[number], row = saved[number - 1], isSent = Boolean(mine) && isSending && sentKeys.includes(mine.key);
      if (mine && !row && !isSent) delete pending[number];
      else pending[number] = { turn: null, key: newKey(), replaces: isSent ? mine.key : row.version };
      notes = [];
      keep();
      flush();
    }

    function takeTheirs() {
      const n = conflict.number;
      delete pending[n];
      conflict = null;
      merge(known);
      const legal = (stateBefore() || { legal: 0 }).legal;
      Object.keys(pending).map(Number).filter((each) => each > n && each > legal && pending[each].turn).forEach((each) => {
        note("dropped", { n: each, turn: pending[each].turn });
        delete pending[each];
      });
      keep();
      flush();
    }

    function keepMine() {
      pending[conflict.number].replaces = conflict.theirs.version;
      merge(known);
      flush();
    }

    function writeSlip(text) {
      slip.text = text; slip.isDirty = true; slip.key = newKey();
      keep();
      flush();
    }

    function openSlip() {
      slip.opens = true; slip.isDirty = true; slip.key = newKey();
      keep();
      flush();
    }

    function settleSlip(isTheirs) {
      slip.base = slip.theirs.version;
      if (isTheirs) slip.text = slip.theirs.text;
      slip.isDirty = !isTheirs || slip.opens; slip.key = newKey(); slip.theirs = null;
      keep();
      flush();
    }

    takeOut();
    merge(Object.assign({}, known, { slip: null }));
    window.addEventListener("online", () => { flush(); look(); });
    window.addEventListener("offline", () => cut());
    document.addEventListener("visibilitychange", look);
    // Another tab of this device entered something: both show the same.
    window.addEventListener("storage", (event) => {
      if (event.key !== shelf || !event.newValue) return;
      takeOut(); merge(Object.assign({}, known, { slip: null })); told();
    });
    setInterval(look, LOOK_MS);
    setTimeout(() => { look(); flush(); }, 0); // the slip isn't in the page, and that may have been kept: much may have happened since

    return { turns, stateBefore, setDraft, commit, takeBack, takeTheirs, keepMine, writeSlip, openSlip, settleSlip,
      draft: () => draft,
      slip: () => slip,
      isSlipOpen: () => slip.opens || (Boolean(page.own) && known.open_slips.includes(page.own)),
      openSlips: () => known.open_slips,
      conflict: () => conflict,
      notes: () => notes,
      seen() { notes = []; problem = ""; keep(); },
      problem: () => problem,
      wrong: () => known.wrong,
      refusal: () => refusal,
      trouble: () => trouble,
      isKept: () => isKept,
      isOpen: () => isOpen,
      handedIn: () => known.handed_in,
      waiting: () => Object.keys(pending).length + (slip.isDirty ? 1 : 0) };
  };
})();

// Keeps what was tapped of a turn: on this device until the service has it. Nothing that it holds is a secret of somebody who
// didn't tap it: what players hold is asked for anew by every page, and never stored.
(function () {
  "use strict";
  const OWN = ["held", "question", "ends", "undo"], RETRY_MS = 5000, LOOK_MS = 10000, PATIENCE_MS = 15000;

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

  // page: what the server sent with the page. told: called after every change.
  window.laudeKeeping = function (page, told) {
    const shelf = (page.noted ? "noted:" : "record:") + page.game + ":" + page.actor;
    let state = page.state, question = null, table = null, problem = "", trouble = "", tag = "", isSending = false, retry = null;
    let isAnswered = true; // false while the answers of the draft aren't with the server yet
    let draft = null; // { deal, number, replaces, answers, key }: the answers of the turn that is being chosen

    function takeOut() {
      try {
        const kept = JSON.parse(localStorage.getItem(shelf) || "{}");
        draft = kept.draft || null;
        if (draft) isAnswered = false;
        if (kept.state && kept.state.at > state.at) state = kept.state; // the page was loaded from what was kept of it
      } catch (refused) { /* storage is switched off or holds something else: this page begins anew */ }
    }

    // What everybody at the table sees, and what was tapped here: never what somebody holds.
    function keep() {
      const seen = Object.fromEntries(Object.entries(state).filter(([name]) => !OWN.includes(name)));
      try {
        localStorage.setItem(shelf, JSON.stringify({ draft, state: seen }));
      } catch (refused) { /* then it lasts as long as the page */ }
    }

    function forget() { draft = null; question = null; table = null; isAnswered = true; }

    const dealt = () => (state.deal ? state.deal.commitment : "");

    // How the game stands now. A turn that was begun here before somebody changed the game begins anew.
    function merge(next) {
      state = next;
      const isOld = draft && (draft.deal !== dealt() || draft.number !== state.number || draft.replaces !== state.replaces);
      if (isOld || (draft && !state.question)) forget();
      else if (draft && !question) isAnswered = false;
      keep();
    }

    // --- sending -------------------------------------------------------------------------------------------------------

    const numbered = (address, number) => address.replace("/0/", "/" + number + "/");

    function post(address, body) {
      isSending = true;
      told();
      return fetch(address, { method: "POST", credentials: "same-origin", signal: patience(), body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", "X-CSRFToken": page.csrf } })
        .then((response) => read(response).then((answer) => {
          isSending = false; trouble = ""; clearTimeout(retry);
          problem = answer.code && answer.code !== "changed" ? answer.message : "";
          return answer;
        })).catch((error) => { isSending = false; cut(error); throw error; });
    }

    function cut(error) {
      trouble = error && error.status ? "no_server" : "no_network";
      clearTimeout(retry);
      retry = setTimeout(flush, RETRY_MS);
      told();
    }

    // Sends the answers so far; they stay until the service has answered them.
    function flush() {
      if (isSending) return;
      if (!draft || isAnswered) { look(); return; }
      const sent = draft.key;
      post(numbered(page.urls.turns, draft.number), { answers: draft.answers, key: draft.key,
        deal: draft.deal, replaces: draft.replaces })
        .then((answer) => {
          if (draft && draft.key !== sent) { told(); flush(); return; }
          if (answer.question) { question = answer.question; table = answer.table; isAnswered = true; }
          else if (answer.code === "not_offered" && draft.answers.length > 1) back();
          else { forget(); if (answer.state) merge(answer.state); else keep(); }
          tag = "";
          told();
        }).catch(() => { /* told by cut */ });
    }

    // Something else than a turn: done at once, or not at all.
    function act(address, body) {
      return post(address, body).then((answer) => {
        if (answer.state) { forget(); merge(answer.state); }
        tag = "";
        told();
      }).catch(() => { /* told by cut */ });
    }

    function look() {
      if (document.hidden || isSending) return;
      const headers = tag ? { "If-None-Match": tag } : {};
      fetch(page.urls.state, { credentials: "same-origin", cache: "no-store", signal: patience(), headers }).then((response) => {
        if (response.status === 304) return null;
        return read(response).then((found) => [response, found]);
      }).then((found) => {
        const hadTrouble = trouble;
        trouble = "";
        if (found && !isSending) {
          if (found[1].code) problem = found[1].message;
          else if (found[1].at >= state.at) { tag = found[0].headers.get("ETag") || ""; merge(found[1]); } // else it was overtaken
        }
        if (found || hadTrouble) told();
        if (draft && !isAnswered) flush();
      }).catch(cut);
    }

    // --- what a person does --------------------------------------------------------------------------------------------

    function answer(given) {
      const answers = (draft ? draft.answers : []).concat([given]);
      draft = { deal: dealt(), number: state.number, replaces: state.replaces, answers, key: newKey() };
      isAnswered = false; problem = "";
      keep();
      flush();
    }

    // Takes the last answer of the turn back.
    function back() {
      if (!draft) return;
      problem = "";
      const answers = draft.answers.slice(0, -1);
      if (!answers.length) { forget(); keep(); told(); return; }
      draft = { ...draft, answers, key: newKey() };
      question = null; isAnswered = false;
      keep();
      flush();
    }

    takeOut();
    window.addEventListener("online", () => flush());
    document.addEventListener("visibilitychange", look);
    setInterval(look, LOOK_MS);
    setTimeout(look, 0); // what a player holds isn't in the page

    return { answer, back,
      state: () => state,
      table: () => table || state.table,
      question: () => question || (draft ? null : state.question) || null,
      draft: () => draft,
      problem: () => problem,
      trouble: () => trouble,
      isSending: () => isSending || (Boolean(draft) && !isAnswered),
      takeBack: () => act(numbered(page.urls.undo, state.undo.number), { version: state.undo.version }),
      end: (seat) => act(numbered(page.urls.end, state.last.number), { seat, key: newKey(), replaces: state.last.version }),
      deal: () => act(page.urls.deal, {}),
      share: (seat, host) => act(page.urls.share, { seat, host }),
      openDeal: () => act(page.urls.open, {}) };
  };
})();

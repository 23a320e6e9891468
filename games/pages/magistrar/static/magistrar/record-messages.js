// What there is to say about a record in progress: conflicts, refusals, what the other phone changed. Says whether it is to
// be read before the arena.
(function () {
  "use strict";
  const Arena = window.magistrarArena;

  window.magistrarMessages = function (tools, choice, acts) {
    const { make, button, say, find, words, chipWords, laidChip, score, message } = tools;
    let told = "";

    function conflictMessage(view) {
      const { number, theirs, mine } = view.conflict, there = Arena.ofDuel(theirs.duel), lines = [];
      Arena.PLACES.forEach((at) => Arena.SIDES.forEach((side) => {
        const [one, two] = [laidChip(there, side, at), laidChip(mine, side, at)];
        if (JSON.stringify(one) !== JSON.stringify(two)) {
          lines.push(make("li", {}, [say("conflict_place", { name: words[side], n: at,
            theirs: one ? chipWords(one) : "\u2013", mine: two ? chipWords(two) : "\u2013" })]));
        }
      }));
      return message("warn", [make("p", {}, [make("b", {}, [say("conflict", { name: theirs.by, n: number })])]),
        make("ul", {}, lines.slice(0, 2)),
        lines.length > 2 ? make("p", {}, [say("conflict_more", { n: lines.length - 2 })]) : "",
        make("p", {}, [say("conflict_honoris", { n: number, theirs: score(view.conflict.stands.theirs),
          mine: score(view.conflict.stands.mine) })]),
        make("div", { class: "actions" }, [button([say("take_theirs", { name: theirs.by })], acts.takeTheirs),
          button([say("keep_mine")], acts.keepMine)])]);
    }

    return function drawMessages(view) {
      const key = JSON.stringify([view.conflict, view.problem, view.wrong, view.refusal, view.isKept, view.changed,
        view.cardConflict, view.cardsChanged, view.misfit, view.number, view.handedIn]);
      if (key === told) return false;
      told = key;
      const made = [];
      if (view.conflict) made.push(conflictMessage(view));
      if (view.cardConflict) made.push(choice.conflictMessage(view.cardConflict));
      view.cardsChanged.forEach((each) => made.push(choice.changedMessage(each)));
      if (view.refusal) made.push(message("warn", [make("p", {}, [view.refusal]),
        make("p", {}, [say(view.isKept ? "refused" : "refused_lost")])]));
      if (!view.isKept) made.push(message("warn", [make("p", {}, [say("not_kept")])]));
      view.changed.forEach(({ number, by, isTaken }) => made.push(message(isTaken ? "info" : "warn", [
        make("p", {}, [say(isTaken ? "theirs_taken" : "changed_by", { name: by, n: number })]),
        make("div", { class: "actions" }, [isTaken ? "" : button([say("look_at", { n: number })], () => acts.open(number)),
          button([say("bring_back")], () => acts.bringBack(number)), button([say("seen")], acts.seen)])])));
      if (view.handedIn && view.number <= 5) made.push(message("info", [make("p", {}, [view.handedIn]),
        make("div", { class: "actions" }, [make("a", { class: "button", href: view.game }, [say("to_the_game")])])]));
      if (view.misfit) made.push(message("warn", [make("p", {}, [make("b", {}, [say("misfit", { n: view.number })])]),
        view.misfit.sentence ? make("p", {}, [view.misfit.sentence]) : "",
        make("p", {}, [say("misfit_hint")])]));
      if (view.problem) made.push(message("bad", [make("p", {}, [view.problem])]));
      else if (view.wrong && !(view.misfit && view.misfit.sentence)) made.push(message("bad", [make("p", {}, [view.wrong.sentence])]));
      find("messages").replaceChildren(...made);
      if (made.length) find("messages").scrollIntoView({ block: "nearest" });
      return Boolean(view.misfit || view.changed.length); // read before what it is about
    };
  };
})();

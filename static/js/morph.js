// Makes what stands on the page equal to what came, touching only what differs: focus, scroll and marks stay, and a
// moved thing can be seen to move. Used by what is redrawn in place.
(function () {
  "use strict";

  function sameKind(one, other) {
    return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.nodeType !== 1 || one.id === other.id);
  }

  function attributes(old, fresh) {
    Array.from(old.attributes).forEach(function (each) {
      if (!fresh.hasAttribute(each.name)) old.removeAttribute(each.name);
    });
    Array.from(fresh.attributes).forEach(function (each) {
      if (old.getAttribute(each.name) !== each.value) old.setAttribute(each.name, each.value);
    });
  }

  // Returns the elements that changed in themselves or in their text.
  function morph(old, fresh, changed) {
    if (old.isEqualNode(fresh)) return changed;
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) { old.data = fresh.data; changed.push(old.parentElement); }
      return changed;
    }
    attributes(old, fresh);
    var olds = Array.from(old.childNodes), news = Array.from(fresh.childNodes);
    for (var at = 0; at < news.length; at += 1) {
      if (at < olds.length && sameKind(olds[at], news[at])) { morph(olds[at], news[at], changed); continue; }
      var made = document.importNode(news[at], true);
      if (at < olds.length) old.replaceChild(made, olds[at]); else old.appendChild(made);
      changed.push(made.nodeType === 1 ? made : old);
    }
    olds.slice(news.length).forEach(function (rest) { rest.remove(); });
    return changed;
  }

  window.magistrarMorph = function (old, fresh) { return morph(old, fresh, []); };
})();

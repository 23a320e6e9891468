// Makes what stands on the page equal to what came, touching only what differs: focus, scroll, what was typed and what
// was unfolded stay, and a moved thing can be seen to move. Used by what is redrawn in place.
(function () {
  "use strict";
  // What the reader, not the server, says about an element.
  var READERS = { DETAILS: ["open"], DIALOG: ["open"] };
  // Made anew for every answer, and no news to anybody.
  var FLEETING = "input[name=csrfmiddlewaretoken], input[name=idempotency_key]";

  function sameKind(one, other) {
    return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.nodeType !== 1 || one.id === other.id);
  }
  function distance(list, from, to) {
    for (var at = from; at < list.length; at += 1) if (sameKind(list[at], to)) return at - from;
    return Infinity;
  }

  function attributes(old, fresh) {
    var readers = READERS[old.nodeName] || [];
    function isServers(each) { return readers.indexOf(each.name) < 0; }
    Array.from(old.attributes).filter(isServers).forEach(function (each) {
      var holdsFocus = each.name === "tabindex" && old === document.activeElement;
      if (!fresh.hasAttribute(each.name) && !holdsFocus) old.removeAttribute(each.name);
    });
    Array.from(fresh.attributes).filter(isServers).forEach(function (each) {
      if (old.getAttribute(each.name) !== each.value) old.setAttribute(each.name, each.value);
    });
  }

  function children(old, fresh, changed) {
    var olds = Array.from(old.childNodes), news = Array.from(fresh.childNodes), at = 0;
    function changes(node) { changed.push(node.nodeType === 1 ? node : old); }
    news.forEach(function (wanted, number) {
      var later = at < olds.length ? distance(olds, at, wanted) : Infinity;
      var came = later && at < olds.length ? distance(news, number + 1, olds[at]) + 1 : 0;
      if (later === Infinity || came < later) { // something new before what stands here
        var made = document.importNode(wanted, true);
        old.insertBefore(made, olds[at] || null);
        changes(made);
        return;
      }
      olds.slice(at, at + later).forEach(function (gone) { gone.remove(); });
      at += later;
      morph(olds[at], wanted, changed);
      at += 1;
    });
    olds.slice(at).forEach(function (gone) { gone.remove(); });
  }

  // Returns the elements that changed in themselves or in their text.
  function morph(old, fresh, changed) {
    if (old.isEqualNode(fresh) || (old.nodeType === 1 && old.matches(FLEETING))) return changed;
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) { old.data = fresh.data; changed.push(old.parentElement); }
      return changed;
    }
    attributes(old, fresh);
    children(old, fresh, changed);
    return changed;
  }

  // Where what had the focus is gone, the same link or field has it, or else what it stood in.
  function refocus(part, had) {
    if (!had || part.contains(had)) return;
    var likes = ["id", "href", "name"].filter(function (name) { return had.getAttribute(name); }).map(function (name) {
      return "[" + name + "=" + JSON.stringify(had.getAttribute(name)) + "]";
    });
    var next = likes.length && part.querySelector(likes[0]);
    if (!next) { next = part; part.setAttribute("tabindex", "-1"); }
    next.focus({ preventScroll: true });
  }

  window.magistrarMorph = function (old, fresh) {
    var had = old.contains(document.activeElement) ? document.activeElement : null, changed = morph(old, fresh, []);
    refocus(old, had);
    return changed;
  };
})();

// Sets the chosen colour scheme before the page is painted. Without a choice the browser's own preference holds.
(function () {
  "use strict";
  var root = document.documentElement;
  var kept = null;
  try { kept = localStorage.getItem("scheme"); } catch (refused) { /* storage may be switched off */ }
  if (kept === "light" || kept === "dark") root.dataset.scheme = kept;
  root.classList.add("js");
})();

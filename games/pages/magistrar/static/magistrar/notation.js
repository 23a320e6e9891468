// Hands a typed text in by Ctrl and Enter, as the button does.
(function () {
  "use strict";
  document.addEventListener("keydown", function (event) {
    var form = event.target.closest("form[data-ctrl-enter]");
    if (!form || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
})();

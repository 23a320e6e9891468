// Arrow keys among the buttons of a record in progress.
(function () {
  "use strict";
  // Arrows go from button to button of the arena, and of what may be laid, as they lie.
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  window.magistrarArrows = (root) => root.addEventListener("keydown", (event) => {
    const step = STEPS[event.key], group = event.target.closest(".arena, .chips, .pad-moves");
    if (!step || !group) return;
    event.preventDefault();
    const middle = (made) => { const box = made.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const from = middle(event.target);
    const ways = Array.from(group.querySelectorAll("button")).filter((made) => made !== event.target).map((made) => {
      const [x, y] = middle(made), along = (x - from[0]) * step[0] + (y - from[1]) * step[1];
      return { made, along, aside: Math.abs((x - from[0]) * step[1]) + Math.abs((y - from[1]) * step[0]) };
    }).filter((way) => way.along > 4 && way.aside < way.along * 2);
    ways.sort((one, two) => one.along + 2 * one.aside - two.along - 2 * two.aside);
    if (ways.length) ways[0].made.focus();
  });
})();

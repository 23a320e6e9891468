// Victory points, places and what can't be (S1 to S8) of a sheet that may still be incomplete: as the engine has them
// (points.py, sheet_check.py), from tables that its functions fill. tests/browser/test_cum_laude_sheet.py compares both.
(function () {
  "use strict";
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const added = (one, other) => one.map((number, at) => number + other[at]);

  // sheet: { complete: [colour], extra, masters: [{ mission, order, fulfilled, finished, stock: [white, blue, red],
  // isStockKnown }] }; "" for what isn't chosen yet, isStockKnown false where the stock is no number that can be.
  window.cumLaudeSheet = function (terms, sheet) {
    const masters = sheet.masters, order = (master) => terms.orders[master.order];
    const isStockKnown = (master) => master.isStockKnown !== false;
    const mission = (master) => (terms.missions[master.mission] || {})[sheet.extra || ""] || null;
    const isComplete = (colours) => colours !== null && colours.every((colour) => sheet.complete.includes(colour));
    const finishers = masters.filter((master) => master.finished).length;
    const found = [];
    const say = (rule, seat, params) => found.push({ rule, seat, params: params || {} });

    function sameAsEarlier(rule, name) {
      masters.forEach((master, at) => {
        if (master[name] && masters.slice(0, at).some((each) => each[name] === master[name])) say(rule, at, { what: master[name] });
      });
    }

    function points(master) {
      const needed = order(master) || [0, 0, 0], colours = mission(master) || [];
      const matching = sum(needed.map((number, at) => Math.min(number, master.stock[at])));
      const met = master.fulfilled, table = terms.points;
      const parts = {
        spells: table.spells[colours.filter((colour) => sheet.complete.includes(colour)).length],
        finish: master.finished ? table.finish[finishers] : 0,
        order: met ? table.order : 0,
        matching: met ? 0 : table.matching[matching],
        mismatching: met ? 0 : table.mismatching[Math.min(sum(master.stock) - matching, table.mismatching.length - 1)],
      };
      const isKnown = Boolean(master.mission && master.order) && isStockKnown(master);
      return { parts, total: sum(Object.values(parts)), matching, isKnown };
    }

    sameAsEarlier("S1", "mission");
    sameAsEarlier("S2", "order");
    if (sheet.extra && masters.some((master) => master.order === sheet.extra)) say("S2 extra", null, { what: sheet.extra });
    const stocks = masters.map((master) => master.stock).reduce(added);
    const short = stocks.findIndex((number, at) => number > terms.crystals[at]);
    if (short >= 0) say("S4", null, { crystal: short, number: stocks[short], most: terms.crystals[short] });
    const needed = sum(stocks) + terms.spell_size * sheet.complete.length, most = sum(terms.crystals);
    if (needed > most) say("S5", null, { number: needed, most });
    masters.forEach((master, at) => {
      if (master.fulfilled && master.order && isStockKnown(master) && order(master).some((number, of) => number !== master.stock[of])) {
        say("S6", at, { what: master.order });
      }
    });
    masters.forEach((master, at) => { if (master.finished && mission(master) && !isComplete(mission(master))) say("S7", at); });
    const shared = masters.filter((master) => !master.finished && isComplete(mission(master))).flatMap(mission);
    masters.forEach((master, at) => {
      if (master.finished && isComplete(mission(master)) && mission(master).every((colour) => shared.includes(colour))) say("S8", at);
    });

    const told = masters.map(points), isBetter = (one, other) => one.total - other.total || one.matching - other.matching;
    const isWhole = told.every((each) => each.isKnown);
    told.forEach((each) => { each.place = isWhole ? 1 + told.filter((other) => isBetter(other, each) > 0).length : null; });
    return { masters: told, found };
  };
})();

"use strict";
(() => {
  const root = document.documentElement;
  const button = document.getElementById("mode");
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const { tables, charts } = read("charts");
  const looks = read("looks");
  const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
  const narrowScreen = window.matchMedia("(max-width: 600px)");
  const paper = { wide: 636, half: 292 }; // widths of a chart on a printed page
  const choice = "chosen"; // the parameter that several charts share
  let drawn = [];
  let round = 0;
  let chosen = null;

  const mode = () => root.dataset.theme || (darkSystem.matches ? "dark" : "light");

  function config(ink, narrow) {
    const base = { ...looks[ink] };
    for (const [part, values] of Object.entries(narrow ? looks.narrow : {})) {
      base[part] = { ...base[part], ...values };
    }
    return base;
  }

  function options(ink, narrow) {
    return {
      mode: "vega-lite",
      renderer: "svg",
      ast: true,
      config: config(ink, narrow),
      actions: { export: true, source: false, compiled: false, editor: false },
      tooltip: { disableDefaultStyle: true },
      loader: { load: () => Promise.reject(new Error("a report loads nothing")) },
    };
  }

  function rows(table) {
    const value = (name, cell) => (table.words[name] ? table.words[name][cell] : cell);
    return table.rows.map((row) => Object.fromEntries(table.names.map((name, at) => [name, value(name, row[at])])));
  }

  function specification(chart, place, printed) {
    const width = printed ? { width: place.closest(".wide") ? paper.wide : paper.half } : {};
    const filled = Object.entries(chart.tables).map(([name, number]) => [name, rows(tables[number])]);
    return { ...chart.spec, ...width, datasets: Object.fromEntries(filled) };
  }

  function offered(chart) {
    const parameter = (chart.spec.params || []).find((each) => each.name === choice);
    return parameter && parameter.bind ? parameter.bind.options : [];
  }

  function choose(value) {
    chosen = value;
    for (const { view, options } of drawn) {
      if (options.includes(value) && view.signal(choice) !== value) view.signal(choice, value).run();
    }
  }

  function follow({ view, options }) {
    if (!options.length) return;
    if (options.includes(chosen)) view.signal(choice, chosen).run();
    view.addSignalListener(choice, (name, value) => choose(value));
  }

  async function drawAll(ink, narrow, printed) {
    const turn = ++round;
    const settings = options(ink, narrow);
    const errors = [];
    drawn.forEach((each) => each.finalize());
    drawn = [];
    delete root.dataset.charts;
    for (const chart of charts) {
      try {
        const place = document.getElementById(chart.id);
        const { view, finalize } = await vegaEmbed(place, specification(chart, place, printed), {
          ...settings,
          downloadFileName: chart.id,
        });
        if (turn !== round) return finalize();
        drawn.push({ view, finalize, options: offered(chart) });
        follow(drawn[drawn.length - 1]);
      } catch (error) {
        errors.push(`${chart.id}: ${error.message}`);
      }
    }
    root.dataset.charts = errors.length ? `failed: ${errors.join("; ")}` : `done:${drawn.length}`;
  }

  function redraw() {
    button.textContent = mode() === "dark" ? "Light page" : "Dark page";
    return drawAll(mode(), narrowScreen.matches, false);
  }

  function remember(choice) {
    root.dataset.theme = choice;
    try {
      localStorage.setItem("dhstats-theme", choice);
    } catch {
      // A page opened from a file may have no storage; the choice then lasts as long as the page.
    }
  }

  function recall() {
    try {
      const choice = localStorage.getItem("dhstats-theme");
      if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    } catch {
      // No storage: the system's preference decides.
    }
  }

  // The mark of a note shows it where one reads; without a script it leads to the list of notes.
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".mark a");
    if (!mark) return;
    event.preventDefault();
    mark.focus();
  });
  button.hidden = false;
  button.addEventListener("click", () => {
    remember(mode() === "dark" ? "light" : "dark");
    redraw();
  });
  darkSystem.addEventListener("change", redraw);
  narrowScreen.addEventListener("change", redraw);
  window.addEventListener("beforeprint", () => drawAll("light", false, true));
  window.addEventListener("afterprint", redraw);
  recall();
  redraw();
})();

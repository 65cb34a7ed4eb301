"use strict";
(() => {
  const root = document.documentElement;
  const element = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const button = element("mode");
  const opener = element("open-all");
  const looks = JSON.parse(element("looks").textContent);
  const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
  const narrowScreen = window.matchMedia("(max-width: 600px)");
  const paper = { wide: 636, half: 292 }; // widths of a chart on a printed page
  const choice = "chosen"; // the parameter that several charts share
  const drawn = new Map(); // what Vega holds of each chart that is drawn
  let chosen = null;
  let look = null; // how charts are drawn now: ink, width of the screen, on paper or not
  let charts = null; // their specifications, once they are unpacked
  let tables = [];
  let drawing = Promise.resolve(); // one after the other, as two would draw into one place

  const mode = () => root.dataset.theme || (darkSystem.matches ? "dark" : "light");
  const onScreen = () => ({ ink: mode(), narrow: narrowScreen.matches, printed: false });

  async function unpacked(id) {
    const bytes = Uint8Array.from(atob(element(id).textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text();
  }

  async function load() {
    const [library, packed] = await Promise.all(["library", "charts"].map(unpacked));
    const script = document.createElement("script");
    script.textContent = library; // the page's policy knows its hash
    document.head.append(script);
    if (typeof vegaEmbed !== "function") throw new Error("the chart library did not run");
    ({ tables, charts } = JSON.parse(packed));
  }

  const whole = (place) => place.closest(".wide, .opening"); // across a printed page

  const narrow = (place) => look.narrow || (look.printed && !whole(place));

  function config(narrow) {
    const base = { ...looks[look.ink] };
    for (const [part, values] of Object.entries(narrow ? looks.narrow : {})) {
      base[part] = { ...base[part], ...values };
    }
    return base;
  }

  function options(place) {
    return {
      mode: "vega-lite",
      renderer: "svg",
      ast: true,
      config: config(narrow(place)),
      actions: false, // the page has menus of its own
      tooltip: { disableDefaultStyle: true },
      loader: { load: () => Promise.reject(new Error("a report loads nothing")) },
    };
  }

  function rows(table) {
    const value = (name, cell) => (table.words[name] ? table.words[name][cell] : cell);
    return table.rows.map((row) => Object.fromEntries(table.names.map((name, at) => [name, value(name, row[at])])));
  }

  // Words in lines that a narrow chart has room for.
  function lines(text, most = 40) {
    const broken = [""];
    for (const word of text.split(" ")) {
      const last = broken[broken.length - 1];
      if (last.length + word.length > most) broken.push(word);
      else broken[broken.length - 1] = last ? `${last} ${word}` : word;
    }
    return broken;
  }

  // A specification whose titles below the axis are broken into lines.
  function wrapped(spec, below = false) {
    if (Array.isArray(spec)) return spec.map((each) => wrapped(each, below));
    if (spec === null || typeof spec !== "object") return spec;
    const part = (name, value) =>
      below && name === "title" && typeof value === "string" ? lines(value) : wrapped(value, below || name === "x");
    return Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, part(name, value)]));
  }

  function specification(chart, place) {
    const width = look.printed ? { width: whole(place) ? paper.wide : paper.half } : {};
    const filled = Object.entries(chart.tables).map(([name, number]) => [name, rows(tables[number])]);
    const spec = narrow(place) ? wrapped(chart.spec) : chart.spec;
    return { ...spec, ...width, datasets: Object.fromEntries(filled) };
  }

  // A chart as it is saved: all in one, in light colours, as wide as on paper, with its title and where it comes from.
  function exported(chart, said, citation) {
    const width = (text, most) => lines(text, most);
    const title = { text: width(said.caption, 75), subtitle: [...said.below, citation].flatMap((each) => width(each, 95)) };
    const params = (chart.spec.params || []).map((each) =>
      each.name === choice && each.bind.options.includes(chosen) ? { ...each, value: chosen } : each,
    );
    const filled = Object.entries(chart.tables).map(([name, number]) => [name, rows(tables[number])]);
    return {
      $schema: "https://vega.github.io/schema/vega-lite/v6.json",
      ...chart.spec,
      ...(params.length ? { params } : {}),
      width: paper.wide,
      title: { ...title, anchor: "start", fontSize: 15, subtitleFontSize: 11, offset: 14 },
      background: "white",
      config: looks.light,
      datasets: Object.fromEntries(filled),
    };
  }

  function offered(chart) {
    const parameter = (chart.spec.params || []).find((each) => each.name === choice);
    return parameter && parameter.bind ? parameter.bind.options : [];
  }

  function choose(value) {
    chosen = value;
    for (const { view, options } of drawn.values()) {
      if (options.includes(value) && view.signal(choice) !== value) view.signal(choice, value).run();
    }
  }

  function follow({ view, options }) {
    if (!options.length) return;
    if (options.includes(chosen)) view.signal(choice, chosen).run();
    view.addSignalListener(choice, (name, value) => choose(value));
  }

  const resized = (view, height) => (height === view.height() ? null : view.height(height).runAsync());

  // The first screen holds all: where the words leave too little room, they are set smaller, in two steps. On a phone the
  // picture then ends where the screen does, as far as its rows stay apart; on a desk it is as high as the words beside
  // it, if it may be.
  async function fit(view, place, { least, most }) {
    const opening = place.closest(".opening");
    const [said, frame] = [opening.firstElementChild, place.closest(".chart")];
    const beyond = (part) => part.getBoundingClientRect().bottom + scrollY + 4 - innerHeight;
    const spare = () => (look.narrow ? view.height() - least - beyond(frame) : -beyond(said));
    for (const step of ["dense", "tight"]) if (spare() < 0) opening.classList.add(step);
    if (look.narrow) {
      if (beyond(frame) > 0) await resized(view, Math.max(view.height() - beyond(frame), least));
    } else if (frame.getBoundingClientRect().left > said.getBoundingClientRect().left) {
      const more = said.getBoundingClientRect().height - frame.getBoundingClientRect().height;
      if (more > 0) await resized(view, Math.min(view.height() + more, most));
    }
  }

  const room = (chart) => {
    const { height, usermeta } = chart.spec;
    return { least: 0.6 * height, most: 1.4 * height, ...usermeta };
  };

  const turning = (chart) => /"labelAngle":\s*\{"expr"/.test(JSON.stringify(chart.spec));

  async function drawOne(chart, place) {
    const drawnFor = look;
    const { view, finalize } = await vegaEmbed(place, specification(chart, place), options(place));
    if (turning(chart)) await view.resize().runAsync(); // words that turn once the width is known need their room
    if (drawnFor !== look) return finalize();
    if (!look.printed && place.closest(".opening")) await fit(view, place, room(chart));
    drawn.set(chart.id, { view, finalize, options: offered(chart) });
    follow(drawn.get(chart.id));
  }

  const shown = (place) => !place.closest("details:not([open])");

  // Draws what is to be seen and is not drawn yet. It waits for no task of the browser, so that paper gets it in time.
  function draw() {
    drawing = drawing.then(drawShown);
    return drawing;
  }

  async function drawShown() {
    if (!charts) return;
    delete root.dataset.charts;
    const errors = [];
    const wanted = look;
    for (const chart of charts) {
      const place = element(chart.id);
      if (drawn.has(chart.id) || !shown(place)) continue;
      try {
        await drawOne(chart, place);
      } catch (error) {
        errors.push(`${chart.id}: ${error.message}`);
      }
      if (wanted !== look) return;
    }
    root.dataset.charts = errors.length ? `failed: ${errors.join("; ")}` : `done:${drawn.size}`;
  }

  // Fills in SQL that is to be seen.
  async function quote() {
    const wanted = () => all("code[data-query]").filter(shown);
    if (!wanted().length) return;
    const texts = JSON.parse(await unpacked("queries"));
    for (const place of wanted()) {
      place.textContent = texts[Number(place.dataset.query)];
      delete place.dataset.query;
    }
  }

  function redraw(next) {
    look = next;
    drawn.forEach((each) => each.finalize());
    drawn.clear();
    button.textContent = mode() === "dark" ? "Light page" : "Dark page";
    return draw();
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

  const folds = () => all("details.part-of-page");

  function label() {
    opener.textContent = folds().every((each) => each.open) ? "Close all sections" : "Open all sections";
  }

  // A link to a section, or to something within one, opens it.
  function reveal() {
    const target = element(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const own = target.querySelector(":scope > details.part-of-page");
    if (own) own.open = true;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView();
  }

  // The list of contents says where the reader is; where it is a strip, it moves along.
  function mark(links) {
    const here = [...links.keys()].filter((each) => each.getBoundingClientRect().top < innerHeight / 3).pop();
    for (const [section, link] of links) {
      if (section === here && !link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "true");
        const list = link.closest("ol");
        list.scrollTo({ left: link.offsetLeft - list.offsetLeft - 16 });
      } else if (section !== here) link.removeAttribute("aria-current");
    }
  }

  function watch() {
    const links = new Map(all("nav a").map((link) => [element(link.hash.slice(1)), link]));
    let waiting = false;
    const now = () => {
      waiting = false;
      mark(links);
    };
    const soon = () => {
      if (!waiting) requestAnimationFrame(now);
      waiting = true;
    };
    addEventListener("scroll", soon, { passive: true });
    now();
  }

  const opened = new Set(); // what only paper has opened

  // What a print holds: all of the page, or two sheets, whose second has some sections alone.
  const sheets = { wide: 688, high: 930 }; // pixels of a sheet between its margins, of A4 and of Letter
  const short = () => (root.dataset.form ? root.dataset.form === "two" : !element("everything").checked);
  const printed = {
    all: "details.part-of-page:not([open]), details.on-paper:not([open])",
    two: ":is(.leads, #notes, [id$='run']) > details:not([open])",
  };

  function toPaper() {
    root.classList.toggle("two", short());
    for (const fold of all(printed[short() ? "two" : "all"])) {
      fold.open = true;
      opened.add(fold);
    }
    const done = redraw({ ink: "light", narrow: false, printed: true });
    if (short()) done.then(() => asPrinted(fitSheets));
  }

  // Does something while the style for paper holds, which no script sees while a page is being printed.
  function asPrinted(measure) {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media);
    const before = rules.map((rule) => rule.media.mediaText);
    const least = (text) => 16 * Number((/min-width: ([\d.]+)rem/.exec(text) || [0, 0])[1]);
    for (const { media } of rules) {
      const holds = media.mediaText === "print" || (!/screen|prefers/.test(media.mediaText) && least(media.mediaText) <= sheets.wide);
      media.mediaText = holds ? "all" : "not all";
    }
    document.body.style.width = `${sheets.wide}px`;
    measure();
    document.body.style.width = "";
    rules.forEach((rule, at) => (rule.media.mediaText = before[at]));
  }

  // Notes of what is printed alone, and words as small as two sheets need them.
  function fitSheets() {
    const marks = new Set(all(".mark a").filter((each) => each.getClientRects().length).map((each) => each.hash));
    for (const note of all(".notes > li")) note.classList.toggle("later", !marks.has(`#${note.id}`));
    const parts = { "--first-sheet": document.querySelector(".top"), "--second-sheet": document.querySelector("main") };
    root.classList.remove("fitted");
    for (const [name, part] of Object.entries(parts)) {
      let size = 1;
      do root.style.setProperty(name, size);
      while (part.getBoundingClientRect().height > sheets.high && (size -= 0.03) > 0.55);
    }
    root.classList.add("fitted");
  }

  function fromPaper() {
    root.classList.remove("two");
    opened.forEach((fold) => (fold.open = false));
    opened.clear();
    redraw(onScreen());
  }

  // The page counts as loaded once its charts are drawn, so that who prints it unseen gets them: a picture that is still
  // being read holds it up.
  function hold() {
    if (root.dataset.charts) return;
    const picture = new Image();
    picture.onerror = hold;
    picture.src = "data:,";
  }

  hold();
  recall();
  look = onScreen();
  // The mark of a note shows it where one reads; without a script it leads to the list of notes.
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".mark a");
    if (!mark) return;
    event.preventDefault();
    mark.focus();
  });
  button.hidden = false;
  opener.hidden = false;
  button.addEventListener("click", () => {
    remember(mode() === "dark" ? "light" : "dark");
    redraw(onScreen());
  });
  opener.addEventListener("click", () => {
    const open = !folds().every((each) => each.open);
    folds().forEach((each) => (each.open = open));
  });
  darkSystem.addEventListener("change", () => redraw(onScreen()));
  narrowScreen.addEventListener("change", () => redraw(onScreen()));
  document.addEventListener(
    "toggle",
    () => {
      label();
      draw();
      quote();
    },
    true, // the event of a fold does not rise
  );
  addEventListener("beforeprint", toPaper);
  addEventListener("afterprint", fromPaper);
  addEventListener("hashchange", reveal);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && !event.defaultPrevented && link.hash === location.hash) reveal(); // no change of the address, so nobody else tells
  });
  element("paper").hidden = false;
  menus({ all, element, unpacked, drawing: { exported, options, offered, chosen: () => chosen, charts: () => charts } });
  label();
  watch();
  reveal();
  load().then(
    () => redraw(look),
    (error) => {
      element("undrawn").hidden = false;
      root.dataset.charts = `failed: ${error.message}`;
    },
  ).then(() => performance.mark("dhstats-drawn"));
})();

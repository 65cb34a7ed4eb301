"use strict";
// Menus that save what the page holds: tables as CSV and with their SQL, charts as pictures and as Python code. Nothing is sent.
function menus({ all, element, unpacked, drawing }) {
  let sheets = null; // the tables of the page, once somebody saves one

  const held = async () => (sheets ||= JSON.parse(await unpacked("sheets")));

  const fileName = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "table";

  function save(name, parts, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(parts, { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // A cell of CSV: a number unrounded, and no text that a spreadsheet would take for a formula.
  function cell(value, comma) {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value).replace(".", comma ? "," : ".");
    if (typeof value === "boolean") return value ? "yes" : "no";
    const text = /^[=+@\t\r-]/.test(value) ? `'${value}` : value;
    return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  // The citation is a column of its own, so that numbers stay numbers wherever the file is read.
  function csv({ heads, rows, columns, left_out }, where, comma) {
    if (columns) rows = (columns[0] || []).map((_, at) => columns.map((column) => column[at]));
    const citation = left_out ? `${where}; ${left_out} more rows are left out on the page, --csv and --json have all` : where;
    const body = (rows.length ? rows : [heads.map(() => null)]).map((row, at) => [...row, at ? null : citation]);
    const lines = [[...heads, "source"], ...body].map((row) => row.map((each) => cell(each, comma)).join(comma ? ";" : ","));
    return (comma ? "\ufeff" : "") + lines.join("\r\n") + "\r\n";
  }

  // A table that the page shows and does not carry, as it is read.
  function shownTable(table, title) {
    const words = (each) => each.textContent.replace(/\s+/g, " ").trim();
    const [heads, ...rows] = [...table.rows].map((row) => [...row.cells].map(words));
    return table.tHead ? { name: fileName(title), heads, rows } : { name: fileName(title), heads: heads.map(() => ""), rows: [heads, ...rows] };
  }

  const saveTable = (sheet, comma) => async () => {
    const { citation, tables } = await held();
    const table = typeof sheet === "number" ? tables[sheet] : sheet;
    save(`${table.name}.csv`, [csv(table, citation, comma)], "text/csv;charset=utf-8");
  };

  const saveQuery = (place, name) => async () => {
    const texts = JSON.parse(await unpacked("queries"));
    const text = "query" in place.dataset ? texts[Number(place.dataset.query)] : place.textContent;
    const { citation } = await held();
    save(`${fileName(name)}.sql`, [`-- ${citation}\n${text}\n`], "text/plain;charset=utf-8");
  };

  async function specification(figure, id) {
    const { citation } = await held();
    const chart = drawing.charts().find((each) => each.id === id);
    const text = (selector) => [...figure.querySelectorAll(selector)].map((each) => each.textContent.trim());
    const caption = figure.querySelector("figcaption").firstChild.textContent.trim();
    const chosen = drawing.offered(chart).includes(drawing.chosen()) ? [drawing.chosen()] : [];
    return drawing.exported(chart, { caption, below: [...text(".shows"), ...chosen, ...text(".legend")] }, citation);
  }

  const savePicture = (figure, id, type) => async () => {
    const place = document.body.appendChild(Object.assign(document.createElement("div"), { className: "beyond" }));
    const { config, ...spec } = await specification(figure, id);
    const { view, finalize } = await vegaEmbed(place, spec, { ...drawing.options(place), config });
    if (type === "svg") save(`${id}.svg`, [await view.toSVG()], "image/svg+xml");
    else save(`${id}.png`, [await new Promise((done) => view.toCanvas(2).then((canvas) => canvas.toBlob(done)))], "image/png");
    finalize();
    place.remove();
  };

  const saveCode = (figure, id) => async () => {
    const { citation } = await held();
    const text = JSON.stringify(await specification(figure, id)).replaceAll("'", "\\u0027");
    const code = `# ${citation.replace(/\s+/g, " ")}\nimport json\n\nimport altair as alt\n\nchart = alt.Chart.from_dict(json.loads(r'''${text}'''))\nchart\n`;
    save(`${id.replaceAll("-", "_")}.py`, [code], "text/x-python;charset=utf-8");
  };

  // A menu that a keyboard, a finger and a screen reader open: it closes with Escape, and when the focus leaves it.
  function menu(title, entries) {
    const fold = document.createElement("details");
    fold.className = "save";
    fold.innerHTML = '<summary>Save<span class="unseen"></span></summary><div class="saved"></div>';
    const [head, body] = fold.children;
    head.lastChild.textContent = ` ${title}`;
    for (const [words, action] of entries) {
      const button = body.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = words;
      button.addEventListener("click", async () => {
        await action();
        fold.open = false;
        head.focus();
      });
    }
    fold.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !fold.open) return;
      fold.open = false;
      head.focus();
    });
    fold.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !fold.contains(event.relatedTarget)) fold.open = false;
    });
    document.addEventListener("pointerdown", (event) => {
      if (!fold.contains(event.target)) fold.open = false;
    });
    return fold;
  }

  const carried = all("table.numbers");
  for (const place of all(".scroll:has(> table), .kit > table")) {
    const table = place.tagName === "TABLE" ? place : place.firstElementChild;
    const title = place.getAttribute("aria-label") || "the table";
    const sheet = carried.includes(table) ? carried.indexOf(table) : shownTable(table, title);
    const proof = carried.includes(table) ? [...(place.closest(".proof")?.querySelectorAll(".sql") || [])] : [];
    const queries = proof.map((each) => {
      const name = each.querySelector("summary").textContent;
      return [`${name} (.sql)`, saveQuery(each.querySelector("code"), name.replace("SQL: ", ""))];
    });
    place.before(menu(title, [["CSV", saveTable(sheet, false)], ["CSV with ; and decimal commas", saveTable(sheet, true)], ...queries]));
  }
  for (const place of all(".canvas")) {
    const figure = place.closest(".chart");
    const entries = [
      ["Picture (PNG)", savePicture(figure, place.id, "png")],
      ["Picture (SVG)", savePicture(figure, place.id, "svg")],
      ["Python code (Altair)", saveCode(figure, place.id)],
    ];
    figure.querySelector("figcaption").after(menu(figure.querySelector("figcaption").textContent, entries));
  }
}

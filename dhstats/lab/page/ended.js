// A finished game looked at: the board turn by turn, chances, the costliest moves, luck beside decisions, and the log.

import * as board from "./board.js";
import { at, drawn, element, number } from "./elements.js";
import { Problem, ask } from "./requests.js";

const NEVER = { frames: [], showing: 0 };
let game = NEVER;

export function clear() {
  game = NEVER;
  at("table-ended").replaceChildren();
}

// Draws all there is to tell of the end; `branch(turn, seat)` plays on from a turn.
export async function draw(record, branch) {
  const mine = (game = { frames: [], showing: 0, record });
  const after = element("div", { "aria-busy": "true" }, element("p", { class: "note" }, "Looking at the game …"));
  const picture = element("div", {});
  at("table-ended").replaceChildren(told(record), picture, stepper());
  at("table-moves").replaceChildren(after, keeping(record));
  const table = record.table;
  const frames = await ask("table-frames", { table });
  if (mine !== game) return;
  game.frames = frames;
  at("table-step").max = frames.length - 1;
  show(frames.length - 1);
  const found = await ask("table-after", { table }).catch((problem) => {
    if (!(problem instanceof Problem)) throw problem;
    after.replaceChildren(element("p", { class: "note" }, problem.message));
    return null;
  });
  after.removeAttribute("aria-busy");
  if (!found || mine !== game) return;
  picture.replaceChildren(curve(found, record));
  after.replaceChildren(...looked(found, record, branch));
}

// The seat of who played alone against programs: they sit below the board as they did in the game.
function alone(record) {
  const people = record.seats.filter((seat) => seat.person);
  return people.length === 1 ? people[0].seat : null;
}

function told(record) {
  const of = (line) => record.seats.find((seat) => new RegExp(`^${seat.role}\\s+`).test(line) && line.includes(seat.name));
  const scores = record.result.filter(of), rest = record.result.filter((line) => !of(line));
  const cells = (line) => line.trim().split(/\s{2,}/);
  return element("div", { class: "outcome" }, element("ul", { class: "scores" }, ...scores.map((line) => element("li", { class: of(line).role }, ...cells(line).map((cell, at) => element(at ? "span" : "small", {}, cell))))), ...rest.map((line) => element("p", {}, line)));
}

function stepper() {
  const range = element("input", { id: "table-step", type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of the game" });
  range.addEventListener("input", () => show(Number(range.value)));
  const step = (label, text, by) => {
    const button = element("button", { type: "button", "aria-label": label }, text);
    button.addEventListener("click", () => show(game.showing + by));
    return button;
  };
  return element("div", { class: "stepper" }, step("One step back", "◀", -1), range, step("One step on", "▶", 1), element("output", { id: "table-where", for: "table-step", "aria-live": "polite" }));
}

// Shows the board after so many turns.
export function show(turn) {
  if (!game.frames.length) return;
  game.showing = Math.max(0, Math.min(game.frames.length - 1, turn));
  const frame = game.frames[game.showing];
  at("table-step").value = game.showing;
  at("table-where").textContent = `${game.showing} of ${game.frames.length - 1}: ${board.byName(frame.line, game.record.seats)}`;
  at("table-board").replaceChildren(...board.draw(frame, alone(game.record)));
}

// A key of the finished game: whether it was one.
export function pressed(key) {
  const to = { ArrowLeft: game.showing - 1, ArrowRight: game.showing + 1, Home: 0, End: game.frames.length - 1 }[key];
  if (to === undefined || !game.frames.length) return false;
  show(to);
  return true;
}

function looked(found, record, branch) {
  return [
    balance(found),
    ...found.seats.map((seat) => costly(seat, record, branch)),
    element("details", {}, element("summary", {}, "How this is counted"), element("p", { class: "note" }, found.method)),
  ];
}

// Chances of every seat after their own decisions; of two players one line says all.
function curve(found, record) {
  const turns = Math.max(1, record.turns.length);
  const two = found.seats.length === 2;
  const lines = two
    ? [{ seat: found.seats[0], points: found.curve.map((each) => [each.turn, each.seat ? 100 - each.played : each.played]) }]
    : found.seats.map((seat) => ({ seat, points: found.curve.filter((each) => each.seat === seat.seat).map((each) => [each.turn, each.played]) }));
  for (const line of lines) line.points.push([turns, line.seat.share_of_win]);
  const svg = drawn(
    "svg", { viewBox: `0 0 ${turns} 100`, preserveAspectRatio: "none", role: "img", "aria-label": lines.map((line) => summary(line)).join(" ") },
    drawn("line", { class: "even", x1: 0, x2: turns, y1: 100 - 100 / found.seats.length, y2: 100 - 100 / found.seats.length }),
    ...lines.map((line) => drawn("polyline", { class: line.seat.role, points: line.points.map(([x, y]) => `${x},${100 - y}`).join(" ") })),
  );
  const plot = element("div", { class: "plot" }, svg);
  for (const seat of found.seats) for (const missed of seat.costliest) plot.append(spot(seat, missed, two, turns));
  plot.addEventListener("click", (event) => {
    if (event.target.closest("button")) return;
    const box = plot.getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width) * turns));
  });
  const legend = two ? [`${found.seats[0].name}’s chance to win`] : ["Chances to win: ", ...found.seats.flatMap((seat) => [element("span", { class: `legend ${seat.role}` }, board.called(seat, found.seats)), " "])];
  return element(
    "figure", { class: "curve-of-chances" },
    element("figcaption", {}, ...legend, element("span", { class: "note" }, ` as ${found.adviser} sees it; dots are costly moves`)),
    element("div", { class: "curve" }, ...[100, 50, 0].map((tick) => element("span", { class: `tick at${tick}` }, `${tick} %`)), plot),
  );
}

function summary({ seat, points }) {
  return `${seat.name}: ${number(points[0][1])} percent at the beginning, ${number(points[Math.floor(points.length / 2)][1])} in the middle, ${number(points.at(-1)[1])} at the end.`;
}

function spot(seat, missed, two, turns) {
  const chance = two && seat.seat ? 100 - missed.chance_played : missed.chance_played;
  const button = element("button", { type: "button", class: `spot ${seat.role}`, title: missed.sentence, "aria-label": `${seat.name}, ${missed.sentence} Show the board.` });
  button.style.left = `${(100 * missed.turn) / turns}%`;
  button.style.top = `${100 - chance}%`;
  button.addEventListener("click", () => show(missed.turn));
  return button;
}

// What decisions cost and what chance gave, a seat a row.
function balance(found) {
  const most = Math.max(1, ...found.seats.flatMap((seat) => [seat.cost, Math.abs(seat.luck ?? 0)]));
  const known = found.seats.some((seat) => seat.luck !== null);
  const cell = (value) => element("td", {}, bar(value, most), element("span", { class: "amount" }, number(value, 1, true)));
  return element(
    "table", { class: "balance" },
    element("caption", {}, `What ${known ? "decisions and luck" : "decisions"} did to each player's chance to win, games in 100`),
    element("thead", {}, element("tr", {}, element("td", {}), element("th", { scope: "col" }, "own decisions"), known ? element("th", { scope: "col" }, "chance") : null)),
    element("tbody", {}, ...found.seats.map((seat) => element("tr", {}, element("th", { scope: "row", class: `legend ${seat.role}` }, board.called(seat, found.seats)), cell(-seat.cost), known ? cell(seat.luck) : null))),
  );
}

function bar(value, most) {
  const width = (50 * Math.abs(value)) / most;
  return drawn(
    "svg", { class: "lean", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("rect", { class: value < 0 ? "bad" : "good", x: value < 0 ? 50 - width : 50, width, height: 10 }), drawn("line", { class: "zero", x1: 50, x2: 50, y1: 0, y2: 10 }),
  );
}

function costly(seat, record, branch) {
  const rows = seat.costliest.map((missed) => {
    const look = element("button", { type: "button" }, "Show"), on = element("button", { type: "button" }, "Play on from here");
    look.addEventListener("click", () => { show(missed.turn); at("table-step").scrollIntoView({ block: "nearest" }); });
    on.addEventListener("click", () => branch(missed.turn, seat.seat));
    return element("li", {}, element("span", {}, `${missed.sentence} `, element("b", {}, `Cost ${number(missed.cost, 1)}.`), missed.line ? ` ${missed.line}` : ""), element("span", { class: "buttons" }, look, on));
  });
  return element(
    "section", { class: `costly ${seat.role}` },
    element("h3", {}, `The costliest moves of ${board.called(seat, record.seats)}`),
    rows.length ? element("ol", {}, ...rows) : element("p", { class: "note" }, "No move cost more than half a percent of a win."),
  );
}

function keeping(record) {
  const people = record.seats.some((seat) => seat.person);
  if (!people) return element("p", { class: "note" }, "Games of programs are kept by dhstats simulate.");
  const place = element("div", { role: "status" });
  const button = (words, question) => {
    const made = element("button", { type: "button" }, words);
    made.addEventListener("click", () => ask(question, { table: record.table }).then(
      (found) => place.replaceChildren(element("p", {}, `${found.games === 1 ? "Kept" : `${found.games} games`}: `, element("code", {}, found.path)), ...found.commands.map(command)),
      (problem) => place.replaceChildren(element("p", { class: "problem" }, problem.message)),
    ));
    return made;
  };
  return element("div", { class: "keeping" }, element("div", { class: "buttons" }, button("Save game", "table-save"), button("Gather all saved games of these rules", "table-gather")), place);
}

function command(words) {
  const copy = element("button", { type: "button" }, "Copy");
  copy.addEventListener("click", () => navigator.clipboard.writeText(words));
  return element("p", { class: "command-line" }, element("code", {}, words), " ", copy);
}

// The legal moves as buttons, those of a kind together; many are chosen in two steps, the kind first.

import { at, drawn, element, number } from "./elements.js";

const FEW = 12; // moves that are all shown at once
const BEST = 8; // moves that a hint shows of many
const AT = /^(\S+) at (.+)$/;
let options = [];

// Draws the moves of a record; `play(number)` is called with the one that is chosen, `hint` has what each is worth.
export function draw(record, hint, play) {
  const values = new Map((hint?.options ?? []).map((each) => [each.number, each]));
  const all = record.kinds.flatMap((kind) => kind.moves);
  const place = at("table-moves");
  const own = (kind, moves = kind.moves, label = (move) => move.words) =>
    element("ul", { class: "kind", "aria-label": kind.kind }, ...moves.map((move) => row(move, label(move), values, hint, play)));

  const bare = (kind) => element("ul", { class: "kind", "aria-label": kind.kind }, ...kind.moves.map((move) => element("li", {}, button(move, move.words, play))));
  const cards = (kind) => kind.moves[0].words.replace(kind.kind, "");

  function few() {
    const best = (hint?.options ?? []).map((each) => all.find((move) => move.number === each.number));
    place.replaceChildren(...(best.length ? [heads(), own({ kind: "moves, the best first" }, best)] : record.kinds.map((kind) => own(kind))));
  }

  function many() {
    const best = hint ? hint.options.slice(0, BEST).map((each) => all.find((move) => move.number === each.number)) : [];
    const alone = (kind) => kind.moves.length === 1 && !AT.test(kind.kind);
    const single = record.kinds.filter(alone);
    const groups = new Map();
    for (const kind of record.kinds.filter((each) => !alone(each))) {
      const [, way, target] = kind.kind.match(AT) ?? [null, kind.kind, ""];
      groups.set(target, [...(groups.get(target) ?? []), { kind, way }]);
    }
    place.replaceChildren(
      ...(best.length ? [element("p", { class: "note" }, `The best ${best.length} of ${all.length}:`), heads(), own({ kind: "the best moves" }, best)] : []),
      best.length ? element("p", { class: "note" }, "All of them:") : "",
      ...single.map((kind) => bare(kind)),
      ...[...groups].map(([target, kinds]) => element(
        "div", { class: "target", role: "group", "aria-label": target || "kinds" },
        target ? element("span", { class: "aim" }, target) : null,
        element("div", { class: "ways" }, ...kinds.map(({ kind, way }) => (kind.moves.length > 1 ? chooser(kind, way, () => ofKind(kind)) : button(kind.moves[0], `${way}${cards(kind)}`, play)))),
      )),
    );
    numbered();
  }

  function ofKind(kind) {
    const size = (move) => move.words.split(" ").length;
    const moves = hint ? [...kind.moves].sort((one, other) => (values.get(other.number)?.value ?? 0) - (values.get(one.number)?.value ?? 0)) : [...kind.moves].sort((one, other) => size(other) - size(one));
    const back = element("button", { type: "button", class: "all" }, "‹ All moves");
    back.addEventListener("click", () => { many(); focus(); });
    const rest = (move) => (move.words.startsWith(`${kind.kind} `) ? move.words.slice(kind.kind.length + 1) : move.words);
    place.replaceChildren(back, element("p", { class: "chosen-kind" }, `${kind.kind} …`), ...(values.size ? [heads()] : []), own(kind, moves, rest));
    numbered();
    focus();
  }

  if (all.length > FEW) many();
  else few();
  numbered();
}

// What the numbers beside the moves are.
const heads = () => element("p", { class: "valued heads" }, element("span", {}, "move"), element("span", { class: "value" }, "chance to win, and how much less than with the best"));

function row(move, label, values, hint, play) {
  const found = values.get(move.number);
  const made = button(move, label, play);
  if (!found) return element("li", {}, made);
  const best = hint.number === move.number;
  return element(
    "li", { class: best ? "valued best" : "valued" }, made,
    drawn("svg", { class: "worth", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, drawn("rect", { class: "whole", width: 100, height: 8 }), drawn("rect", { class: "part", width: Math.max(0.5, found.value), height: 8 })),
    element("span", { class: "value" }, `${number(found.value, 1)} % `, best ? element("b", {}, "best") : number(-found.behind, 1)),
  );
}

function button(move, label, play) {
  const made = element("button", { type: "button", class: "move", "data-number": move.number, "aria-label": move.words }, element("kbd", { "aria-hidden": "true" }), element("span", {}, label));
  made.addEventListener("click", () => play(move.number));
  return made;
}

function chooser(kind, way, chosen) {
  const button = element(
    "button", { type: "button", class: "move way", "aria-label": `${kind.kind}, ${kind.moves.length} ways` },
    element("kbd", { "aria-hidden": "true" }), element("span", {}, `${way} …`),
  );
  button.addEventListener("click", chosen);
  return button;
}

function numbered() {
  options = [...at("table-moves").querySelectorAll("button.move")];
  options.forEach((button, place) => { button.firstChild.textContent = place < 9 ? String(place + 1) : ""; });
}

export function clear() {
  options = [];
  at("table-moves").replaceChildren();
}

// The first move, or a button in its place, for whoever plays by keys.
export function focus() {
  (options[0] ?? at("table-moves").querySelector("button"))?.focus({ preventScroll: true });
}

// A key that is one of the moves': whether it was.
export function pressed(key) {
  const digit = /^[1-9]$/.test(key) ? options[Number(key) - 1] : null;
  if (digit) { digit.click(); return true; }
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (step && options.length) {
    const here = options.indexOf(document.activeElement);
    options[here < 0 ? 0 : (here + step + options.length) % options.length].focus();
    return true;
  }
  if (key === "Escape") { at("table-moves").querySelector(".all")?.click(); return true; }
  return false;
}

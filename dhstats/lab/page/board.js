// The board and the players as a frame tells them, drawn as replays draw them (board_parts.html.j2).

import { element } from "./elements.js";

const BACK = "?";

// Everybody else stands above the board, `mine` (a seat by number) below it; for nobody the first player stands above.
export function draw(frame, mine) {
  const below = mine === null ? frame.seats.map((_, seat) => seat).slice(1) : [mine];
  const above = frame.seats.map((_, seat) => seat).filter((seat) => !below.includes(seat));
  return [
    ...above.map((seat) => player(frame.seats[seat])),
    element("div", { class: "board" }, ...frame.places.map((spot) => (spot.big ? notice(spot) : place(spot)))),
    ...below.map((seat) => player(frame.seats[seat], seat === mine)),
  ];
}

function place(spot) {
  return element(
    "div", { class: spot.mark ? "place marked" : "place" },
    element("h3", {}, spot.name),
    element("p", { class: "note" }, spot.note),
    element(
      "ul", { class: "cards", "aria-label": `${spot.cards.length} cards` },
      ...spot.cards.map((value, at) => element("li", { class: spot.labels[at] ? "card named" : "card" }, value, spot.labels[at] ? " " : null, spot.labels[at] ? element("small", {}, spot.labels[at]) : null)),
      ...Array.from({ length: spot.free }, () => element("li", { class: "card free" }, element("span", { class: "unseen" }, "free"))),
    ),
    element("p", { class: "sum" }, spot.foot, spot.mark ? " · " : null, spot.mark ? element("strong", {}, spot.mark) : null),
  );
}

function notice(spot) {
  return element(
    "div", { class: "place" },
    element("h3", {}, spot.name), element("p", { class: "note" }, spot.note), element("p", { class: spot.big.includes("\n") ? "big rows" : "big" }, spot.big),
    spot.foot ? element("p", { class: "sum" }, spot.foot) : null,
  );
}

function player(seat, mine = false) {
  const down = seat.hand.filter(([stressed]) => stressed === BACK).length;
  const hand = down
    ? [...seat.hand.map(() => element("li", { class: "back", "aria-hidden": "true" })), element("li", { class: "unseen" }, `${down} cards face down`)]
    : seat.hand.map(([stressed, beside]) => element("li", {}, element("b", {}, stressed), ` ${beside}`));
  return element(
    "div", { class: `player ${seat.role}${mine ? " mine" : ""}` },
    element(
      "p", { class: "who" },
      element("span", { class: "role" }, seat.role), " ", element("strong", {}, seat.name), " ",
      element("span", { class: "score" }, String(seat.score)), " ", element("span", { class: "note" }, seat.note),
    ),
    element("ul", { class: "hand", "aria-label": mine ? "your hand" : `hand of ${seat.name}` }, ...hand),
    seat.keeps.length ? element("p", { class: "keeps note" }, seat.keeps.join(", ")) : null,
  );
}

const ROLE = /^(\s*)(player|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(:?) /;

// What somebody is called, with their seat where another has the same name.
export const called = (seat, seats) => (seats.filter((each) => each.name === seat.name).length > 1 ? `${seat.name} (${seat.role})` : seat.name);

// A turn in words: who by name, then what; answers in a chain are set in.
export function turn(told, seats, fresh = false) {
  const inset = Math.min(4, Math.floor(told.words.search(/\S|$/) / 4));
  const words = told.words.replace(ROLE, "$3 ").trim();
  const effect = words.startsWith("→");
  return element(
    "li", { class: `${told.role} in${inset}${fresh ? " fresh" : ""}` },
    effect ? null : element("b", {}, called(told, seats)), effect || words.startsWith(":") ? words : ` ${words}`,
  );
}

// Words that begin with a seat, begun with a name.
export const byName = (words, seats) => words.trim().replace(ROLE, (_, before, role, colon) => `${called(seats.find((each) => each.role === role), seats)}${colon} `);

export const spoken = (told, seats) => (told.words.trim().startsWith("→") ? told.words.trim() : `${called(told, seats)} ${told.words.trim().replace(ROLE, "")}`);

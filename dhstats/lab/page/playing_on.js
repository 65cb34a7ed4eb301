// A game of the room Games that is played on at the table: from the turn on the screen, at a seat, by these rules or others.

import { at, element } from "./elements.js";
import { Problem, ask } from "./requests.js";
import { onScreen } from "./rules.js";

const ROLES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
let here = null;

// Offers to play on from a turn of a game; there is nothing to play on after the last one.
export function draw(run, number, told, turn) {
  const fresh = here?.told !== told;
  here = { run, number, told, turn };
  at("game-on").hidden = turn >= told.movers.length;
  at("game-on-problem").hidden = true;
  if (at("game-on").hidden) return;
  const due = told.movers[turn];
  choose("game-seat", [["", `${ROLES[due]}, to play now`], ...told.players.map((_, seat) => [String(seat), ROLES[seat]]).filter((_, seat) => seat !== due)], fresh);
  choose("game-others", [["", `as here: ${[...new Set(told.players)].join(", ")}`], ...told.others.map((name) => [name, name.replaceAll("_", " ")])], fresh);
  const changes = onScreen().game === told.game ? Object.entries(onScreen().settings) : [];
  choose("game-by", [["", "as here"], ...(changes.length ? [["screen", `with ${changes.map(([key, value]) => `${key} ${value}`).join(", ")}`]] : [])], fresh);
  at("game-on-rules").hidden = changes.length > 0;
}

// The choices of a select; what was chosen stays, as long as the same game is on the screen.
function choose(id, choices, fresh) {
  const before = fresh ? "" : at(id).value;
  at(id).replaceChildren(...choices.map(([value, words]) => element("option", { value }, words)));
  at(id).value = choices.some(([value]) => value === before) ? before : "";
}

at("game-on").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { run, number, turn } = here, seat = at("game-seat").value;
  const said = { run, number, turn, seat: seat === "" ? null : Number(seat), others: at("game-others").value, settings: at("game-by").value ? onScreen().settings : {} };
  const button = at("game-on").querySelector("button");
  button.disabled = true;
  at("game-on-problem").hidden = true;
  try {
    const record = await ask("games-on", said);
    location.hash = `table/${record.table}`;
  } catch (problem) {
    if (!(problem instanceof Problem)) { at("lost").hidden = false; throw problem; }
    at("game-on-problem").textContent = problem.message;
    at("game-on-problem").hidden = false;
  } finally {
    button.disabled = false;
  }
});

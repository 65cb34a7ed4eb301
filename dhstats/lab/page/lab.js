// The lab: its rooms, one of which is on the screen, by the address after the mark #.

import * as games from "./games.js";
import * as rules from "./rules.js";
import * as table from "./table.js";
import { at } from "./elements.js";
import { Problem, start } from "./requests.js";

const ROOMS = { rules, table, games };

function enter() {
  const [name, rest] = location.hash.slice(1).split("/");
  const room = name in ROOMS ? name : "rules";
  for (const each of Object.keys(ROOMS)) {
    at(`room-${each}`).hidden = each !== room;
    if (each === room) at(`to-${each}`).setAttribute("aria-current", "page");
    else at(`to-${each}`).removeAttribute("aria-current");
  }
  ROOMS[room].entered?.(rest);
}

start().then(async (told) => {
  for (const room of Object.values(ROOMS)) await room.begin(told);
  addEventListener("hashchange", enter);
  enter();
}).catch((problem) => {
  const lost = at("lost");
  if (problem instanceof Problem) lost.textContent = problem.message;
  lost.hidden = false;
});

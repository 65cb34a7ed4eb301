// The lab: its rooms, one of which is on the screen, by the address after the mark #.

import * as rules from "./rules.js";
import { at } from "./elements.js";
import { start } from "./requests.js";

const ROOMS = { rules };

function enter() {
  const [name] = location.hash.slice(1).split("/");
  const room = name in ROOMS ? name : "rules";
  for (const each of Object.keys(ROOMS)) {
    at(`room-${each}`).hidden = each !== room;
    at(`to-${each}`).toggleAttribute("aria-current", each === room);
  }
  ROOMS[room].entered?.();
}

start().then(async (told) => {
  for (const room of Object.values(ROOMS)) await room.begin(told);
  addEventListener("hashchange", enter);
  enter();
});

// The rules on the screen as an address, #rules/GAME/BASE/KEY=VALUE&…: a page that is loaded again has them again.

import { at } from "./elements.js";

// What the address names: a game, a base and what is changed of it; null where it names nothing, or cannot be read.
export function read() {
  const [room, game, rules, changed = ""] = location.hash.slice(1).split("/");
  if (room !== "rules" || !game || !rules) return null;
  try {
    const values = [...new URLSearchParams(changed)].map(([key, value]) => [key, JSON.parse(value)]);
    return { game, rules: decodeURIComponent(rules), values: Object.fromEntries(values) };
  } catch {
    return null;
  }
}

// Names what is on the screen, if that is the room of the rules; the way back to the room has it in any case.
export function write({ game, rules, values }) {
  const changed = new URLSearchParams(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  const told = `#rules/${game}/${encodeURIComponent(rules)}/${changed}`.replace(/\/$/, "");
  at("to-rules").href = told;
  if (/^(#rules.*)?$/.test(location.hash)) history.replaceState(null, "", told);
}

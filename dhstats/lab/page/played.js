// Which rules a game at the table is played by: the base and what is changed of it, at the table itself.

import { at, element } from "./elements.js";

// The game and its base; where rules are changed, what they say now, and what they said before.
export function draw(record) {
  const named = [element("b", {}, record.title), `, ${record.base}`];
  const { changed } = record;
  if (!changed.length) { at("table-by").replaceChildren(element("p", {}, ...named, record.changes.length ? ` with ${record.changes.join(", ")}` : "")); return; }
  const count = changed.length === 1 ? "one rule changed" : `${changed.length} rules changed`;
  const rows = changed.map((each) => element("li", {}, `${each.meaning} `, element("b", {}, each.after), ` in place of ${each.before}`, " ", element("code", {}, each.key)));
  at("table-by").replaceChildren(element("details", {}, element("summary", {}, ...named, ` with ${count}: `, element("b", { class: changed.length > 1 ? "several" : "" }, changed.map(short).join(" "))), element("ul", {}, ...rows)));
}

const short = (each) => each.said || `${each.key} ${each.after}.`;

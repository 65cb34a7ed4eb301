// What is not allowed now, and why: below the moves, and at the cards of the hand that are of no use.

import { at, element } from "./elements.js";

const MOST = 6; // tries of one reason that are named

export function draw(record) {
  const place = at("table-barred");
  place.hidden = !record.barred.length;
  place.querySelector("summary").textContent = `Not allowed now: ${record.barred.length === 1 ? "one reason" : `${record.barred.length} reasons`}`;
  place.querySelector("ul").replaceChildren(...record.barred.map((each) => element("li", {}, element("b", {}, named(each.tries)), ` ${each.reason}`, each.key ? element("code", {}, each.key) : null)));
  for (const card of at("table-board").querySelectorAll(".mine .hand li")) {
    const why = [...card.childNodes].map((each) => record.idle[each.textContent.trim()]).find(Boolean);
    if (why) idle(card, why, place);
  }
}

const named = (tries) => tries.slice(0, MOST).join(", ") + (tries.length > MOST ? ` and ${tries.length - MOST} more` : "");

// A card says so by itself: to who points at it, who taps it, who listens.
function idle(card, why, place) {
  card.classList.add("idle");
  card.title = why;
  card.append(element("span", { class: "unseen" }, `. Not now: ${why}`));
  card.addEventListener("click", () => {
    place.open = true;
    const reason = [...place.querySelectorAll("li")].find((each) => each.textContent.includes(why));
    for (const each of place.querySelectorAll("li")) each.classList.toggle("found", each === reason);
    reason?.scrollIntoView({ block: "nearest" });
  });
}

export function clear() {
  at("table-barred").hidden = true;
}

// A key that opens and closes the reasons: whether it was.
export function pressed(key) {
  const place = at("table-barred");
  if (key.toLowerCase() !== "w" || place.hidden) return false;
  place.open = !place.open;
  place.querySelector("summary").focus({ preventScroll: true });
  return true;
}

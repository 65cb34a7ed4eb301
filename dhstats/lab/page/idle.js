// What stands there before a rule is turned: what the room is for, and a few turns to begin with; and the line at the foot
// of a small screen that says the answer while its controls are turned.

import * as controls from "./controls.js";
import { at, element } from "./elements.js";

const EXAMPLES = 3;

// Draws the way in for a rule set; `turned(key, value)` is called for an example that somebody chooses.
export function draw(title, groups, turned) {
  const keys = groups.flatMap((group) => group.keys).filter((key) => key.key !== "players" && key.key.split(".").length <= 2);
  const numbers = keys.filter((key) => key.control === "number" && key.value > 1 && (key.high === null || key.value < key.high));
  const switches = keys.filter((key) => key.control === "switch");
  const chosen = [...numbers.slice(0, EXAMPLES - 1), ...switches.slice(0, 1)];
  at("base-title").textContent = title ? `The base rules are ${title}.` : "";
  at("examples").replaceChildren(...chosen.map((key) => {
    const other = key.control === "switch" ? !key.value : Math.min(key.high ?? Infinity, key.value + Math.max(1, Math.round(key.value / 10)));
    const button = element("button", { type: "button" }, `${controls.shown(key.value)} → ${controls.shown(other)}`);
    button.setAttribute("aria-label", `${key.meaning} ${button.textContent}`);
    button.addEventListener("click", () => turned(key.key, other));
    return element("li", {}, button, ` ${key.meaning}`);
  }));
}

// Whether a rule is turned: then the way in goes, and the line at the foot may come.
export function show(turned) {
  at("idle").hidden = turned;
  at("glance").dataset.turned = turned;
}

new MutationObserver(() => { at("glance").textContent = `${at("question").textContent} ${at("answer").textContent}`; })
  .observe(at("opening-words"), { childList: true, subtree: true, characterData: true });
new IntersectionObserver(([seen]) => { at("glance").dataset.seen = seen.isIntersecting; }).observe(at("answer"));
at("glance").addEventListener("click", () => at("question").scrollIntoView({ block: "start" }));

// What takes a while: asked for, watched, and left when nobody wants it any more.

import { element, number } from "./elements.js";
import { Problem, ask, page } from "./requests.js";

const going = new Set();

// The result of something that takes a while, with its progress in `place`; null where somebody stopped it. What is known
// before its end is handed to `soon`.
export async function result(question, said, place, soon = () => {}) {
  const bar = element("progress", { "aria-label": "Progress" });
  const words = element("p", { role: "status" }, "Getting ready …");
  const stop = element("button", { type: "button" }, "Stop");
  const mine = element("div", { class: "working" }, words, element("div", { class: "buttons" }, bar, stop));
  place.replaceChildren(mine);
  place.hidden = false;
  let told = null;
  try {
    told = await ask(question, said);
    going.add(told.job);
    stop.addEventListener("click", () => leave(told.job));
    let shown = told.number;
    while (told.state === "runs") {
      if (!mine.isConnected || !going.has(told.job)) { leave(told.job); return null; }
      told = await ask("wait", { job: told.job, seen: shown });
      shown = told.number;
      words.textContent = told.most ? `${capital(told.what)}: ${number(told.done)} of ${number(told.most)}` : `${capital(told.what || "getting ready")} …`;
      if (told.most) { bar.max = told.most; bar.value = told.done; } else bar.removeAttribute("value");
      if (told.so_far) soon(told.so_far);
    }
  } finally {
    if (told) going.delete(told.job);
    if (mine.isConnected) { place.replaceChildren(); place.hidden = true; }
  }
  if (told.state === "failed") throw new Problem(told.problem);
  return told.state === "done" ? told.result : null;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function leave(job) {
  if (going.delete(job)) ask("leave", { job }).catch(() => {});
}

addEventListener("pagehide", () => {
  for (const job of going) fetch("ask/leave", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ page, job }) });
});

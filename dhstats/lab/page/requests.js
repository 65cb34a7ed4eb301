// What the page asks of the lab. Paths are beside the page's own, so that the token in its address goes along.

import { follow } from "./follow.js";

export const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Problem extends Error {}

export async function start() {
  return (await fetch("start")).json();
}

// The answer to a question; a Problem with one sentence where there is none.
export async function ask(name, said) {
  const answer = await fetch(`ask/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ page, ...said }),
  });
  const found = await answer.json().catch(() => ({ problem: "The lab gave no readable answer." }));
  if (!answer.ok) throw new Problem(found.problem);
  return found;
}

// Calls `told` with every event of this page, and `lost` with whether the lab has gone silent. All pages of a browser hear
// by one stream, in a worker that they share: a browser keeps six connections to a place, so the seventh page would wait.
export function listen(told, lost) {
  const hear = (found) => { if (found.page === page) told(found); else if (found.page === undefined) lost(found.lost); };
  if (!globalThis.SharedWorker || !navigator.locks) { follow([page], hear); return; }
  const worker = new SharedWorker("news.js", { type: "module", name: "news" });
  worker.onerror = () => follow([page], hear); // it could not be had
  worker.port.onmessage = ({ data }) => hear(data);
  navigator.locks.request(page, () => { worker.port.postMessage(page); return new Promise(() => {}); }); // held until it has gone
}

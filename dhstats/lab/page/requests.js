// What the page asks of the lab. Paths are beside the page's own, so that the token in its address goes along.

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

// Calls `told` with every event of this page, and `lost` with whether the lab has gone silent.
export function listen(told, lost) {
  const source = new EventSource(`events?page=${page}`);
  source.onmessage = (message) => told(JSON.parse(message.data));
  source.onopen = () => lost(false);
  source.onerror = () => lost(true);
}

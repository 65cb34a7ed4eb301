// One stream of what pages are told: `hear` gets every event, with its page, and whether the lab has gone silent.

export function follow(pages, hear) {
  const source = new EventSource(`events?${pages.map((page) => `page=${page}`).join("&")}`);
  source.onmessage = (message) => hear(JSON.parse(message.data));
  source.onopen = () => hear({ lost: false });
  source.onerror = () => hear({ lost: true });
  return () => source.close();
}

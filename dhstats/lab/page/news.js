// What all pages of a browser share: one stream, begun again when a page comes or goes.

import { follow } from "./follow.js";

const ports = new Map(); // of pages by their names
let end = () => {};

function renew() {
  end();
  end = ports.size ? follow([...ports.keys()], tell) : () => {};
}

function tell(found) {
  if (found.page !== undefined) ports.get(found.page)?.postMessage(found);
  else for (const port of ports.values()) port.postMessage(found);
}

// A page holds the lock of its name as long as it is there: who gets it knows that the page has gone.
self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data: page }) => {
    ports.set(page, port);
    renew();
    navigator.locks.request(page, () => { ports.delete(page); renew(); });
  };
};

// What is known of the changes: the verdict first, then every quantity, then goals.

import { at, element, number } from "./elements.js";
import { axis, digitsOf, mark, reachOf } from "./marks.js";

const WIN = "games in 100";
const STANDINGS = { met: "✓ met", missed: "✗ missed", open: "… open" };
const KINDS = { balanced: "balanced", unbalanced: "unbalanced", open: "undecided" };

// The first sentences: those of the change on the screen, which is the first.
export function opening(event, question) {
  const [first] = event.changes;
  at("question").textContent = question;
  const told = first.verdict;
  if (!told) return;
  const known = told.low !== null;
  at("answer").textContent = told.says;
  const digits = known ? digitsOf(told.high - told.low) : 1;
  const interval = known ? `The change is ${number(told.low, digits, true)} to ${number(told.high, digits, true)} ${WIN} for the first player (95 % confidence sequence, ${number(told.n)} deals).` : "";
  const line = at("sureness");
  line.textContent = interval;
  line.className = `sureness ${KINDS[told.outcome]}`;
}

// A question whose games begin: no answer yet.
export function begin(question) {
  at("question").textContent = question;
  at("answer").textContent = "The games begin …";
  at("sureness").textContent = "";
  at("changes").replaceChildren();
  at("along").hidden = true;
}

export function progress(event) {
  const states = {
    begins: "Getting ready …", plays: "Playing", paused: "Paused", stopped: "Stopped", ended: "Done",
    training: event.player ? `Training ${event.player}: ${number(event.done)} of ${number(event.most)} rounds` : "Training",
  };
  const deals = event.deals ? `: ${number(event.deals)} of at most ${number(event.most)} deals, seed ${event.seed}` : "";
  at("progress").textContent = `${states[event.state] ?? ""}${event.state === "training" ? "" : deals}`;
  if (event.players) at("who").textContent = `Two ${event.players.name} players. ${event.players.note}`;
}

// Every change with its table; `named` says what a change is called.
export function changes(event, named) {
  const several = event.changes.length > 1;
  at("changes").replaceChildren(...event.changes.filter((each) => each.verdict).map((each) => drawnChange(each, named(each), several)));
}

function drawnChange(change, name, several) {
  const told = change.verdict;
  const reach = reachOf([told.margin * 2, told.difference, told.low ?? 0, told.high ?? 0]);
  const stamp = element("span", { class: `stamp ${KINDS[told.outcome]}` }, told.outcome === "open" ? "open" : "decided");
  return element(
    "article", { class: "change" },
    element("h2", {}, several ? name : "Who wins", " ", stamp),
    several ? element("p", {}, told.says) : null,
    element(
      "div", { class: "scaled" },
      mark({ estimate: told.difference, low: told.low, high: told.high, band: [-told.margin, told.margin], reach, unit: WIN }),
      axis(reach),
    ),
    element("p", { class: "note" }, `How many more games in 100 the first player wins. Inside the green strip, ${number(told.margin, 1)} to either side of 0, the difference does not matter.`),
    change.goals.length ? goals(change.goals) : null,
    change.quantities.length ? quantities(change.quantities, change.goals) : null,
  );
}

// The strip in which a goal wants a quantity, as differences from the base.
function wantedOf(row, goals) {
  const goal = goals.find((each) => each.name === row.name.replace("share_", "share."));
  return goal ? [goal.low === null ? -Infinity : goal.low - row.base, goal.high === null ? Infinity : goal.high - row.base] : null;
}

function quantities(rows, goals) {
  const cells = rows.map((row) => {
    const digits = row.low === null ? 1 : digitsOf(row.high - row.low);
    const unit = row.unit === "%" ? " %" : "";
    const band = wantedOf(row, goals);
    const reach = reachOf([row.difference, row.low ?? 0, row.high ?? 0, ...(band ?? []).filter(Number.isFinite)]);
    const sure = row.low !== null && (row.low > 0 || row.high < 0);
    return element(
      "tr", { class: sure ? "sure" : "" },
      element("th", { scope: "row" }, row.what),
      element("td", {}, number(row.base, digits) + unit),
      element("td", {}, number(row.here, digits) + unit),
      element("td", {}, mark({ estimate: row.difference, low: row.low, high: row.high, band, reach, unit: row.unit }), element("span", { class: "amount" }, number(row.difference, digits, true))),
    );
  });
  const deals = `Everything else, on the first ${number(Math.min(...rows.map((row) => row.n)))} deals; certain changes in bold`;
  return element(
    "div", { class: "wide" },
    element(
      "table", {},
      element("caption", {}, goals.length ? `${deals}; strips are what goals want` : deals),
      element("thead", {}, element("tr", {}, ...["", "Base", "Changed", "Difference"].map((each) => element("th", { scope: "col" }, each)))),
      element("tbody", {}, ...cells),
    ),
  );
}

function goals(rows) {
  return element(
    "ul", { class: "goals" },
    ...rows.map((row) => element("li", { class: row.standing }, element("b", {}, STANDINGS[row.standing]), ` ${row.what}: ${number(row.estimate, 1)}, wanted ${row.range}`)),
  );
}

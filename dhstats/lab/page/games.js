// The room of the games: a run is opened or played, games worth a look are listed, one is stepped through (stepping.js).

import { at, element, number } from "./elements.js";
import { Problem, ask } from "./requests.js";
import { onScreen } from "./rules.js";
import * as stepping from "./stepping.js";
import * as waiting from "./waiting.js";

const state = { runs: [], run: "", games: 0, turn: 0 };

export function begin(told) {
  at("games-seed").value = told.seed;
  document.addEventListener("rules", () => { if (!at("room-games").hidden) rules(); });
}

// Called when the room is entered, with what the address names: #games/RUN/GAME/TURN.
export async function entered() {
  rules();
  const [, run = "", game, turn = "0"] = location.hash.slice(1).split("/");
  await tried(async () => {
    const mine = (state.turn += 1);
    await listed();
    if (mine !== state.turn) return;
    if (run && game !== undefined) await look(run, game, turn);
    else await found(run);
  });
}

// Does something, and says in one sentence why it could not be done.
async function tried(doing) {
  at("games-problem").hidden = true;
  try {
    await doing();
  } catch (problem) {
    if (!(problem instanceof Problem)) { at("lost").hidden = false; throw problem; }
    at("games-problem").textContent = problem.message;
    at("games-problem").hidden = false;
    if (at("games-game").hidden) at("games-find").hidden = false;
  }
}

function rules() {
  const chosen = onScreen();
  const changed = Object.entries(chosen.settings).map(([key, value]) => `${key} ${value}`);
  at("games-rules").textContent = [`${title(chosen.game)}, ${chosen.rules}`, ...changed].join(", ");
  const before = at("games-player").value;
  at("games-player").replaceChildren(...[...at("player").options].map((each) => element("option", { value: each.value }, each.textContent)));
  if ([...at("games-player").options].some((each) => each.value === before)) at("games-player").value = before;
}

const title = (game) => [...at("game").options].find((each) => each.value === game)?.textContent ?? game;

// The runs that can be opened, asked for each time: games are played meanwhile.
async function listed() {
  const told = await ask("games-runs", {});
  state.runs = told.runs;
  stepping.offer(told.continuations);
  at("games-number").max = told.most;
  if (!at("games-number").value) at("games-number").value = told.usual;
  at("games-none").hidden = told.runs.length > 0;
  at("games-run").parentElement.hidden = !told.runs.length;
  at("games-run").replaceChildren(element("option", { value: "" }, "choose …"), ...told.runs.map((each) => element("option", { value: each.run, title: each.folder }, words(each))));
}

const words = (run) => `${title(run.game)}, ${run.rules}: ${number(run.games)} games of ${run.players}, seed ${run.seed}${run.named ? ` (${run.name})` : ""}`;

// The games of a run that are worth a look.
async function found(run) {
  stepping.clear();
  at("games-game").hidden = true;
  at("games-find").hidden = false;
  at("games-run").value = run;
  if (run && at("games-run").value !== run) { at("games-run").value = ""; at("games-found").hidden = true; }
  if (!run || (run === state.run && !at("games-found").hidden)) { if (!run) at("games-found").hidden = true; return; }
  at("games-found").hidden = true;
  const told = await waiting.result("games-find", { run }, at("games-working"));
  if (!told || at("room-games").hidden) return;
  Object.assign(state, { run, games: told.games });
  const known = state.runs.find((each) => each.run === run);
  at("games-of").textContent = known ? words(known) : `${number(told.games)} games`;
  at("games-one").max = told.games - 1;
  const each = told.games / told.deals;
  at("games-deals").textContent = each > 1 && Number.isInteger(each) ? `${number(told.deals)} deals, each played ${each === 2 ? "twice" : `${each} times`}, so that everybody has every place once.` : "";
  at("games-respects").replaceChildren(...told.respects.map((each) => respect(each, run, told.games)));
  at("games-found").hidden = false;
}

function respect(told, run, games) {
  const counted = told.games === games ? "" : ` Counted over the ${number(told.games)} games whose turns were logged.`;
  return element(
    "section", { class: "respect" },
    element("h3", {}, told.name), element("p", { class: "note" }, told.note + counted),
    element("ol", {}, ...told.found.map((each) => element(
      "li", {},
      element("a", { href: `#games/${run}/${each.game}` }, element("b", {}, each.has), ` game ${each.game}`),
      element("span", {}, each.ended), element("span", { class: "note" }, each.rare),
    ))),
  );
}

async function look(run, game, turn) {
  if (!/^\d{1,15}$/.test(game) || !/^\d{1,9}$/.test(turn)) throw new Problem("An address names a game and a turn by their numbers: #games/RUN/GAME/TURN.");
  await stepping.open(run, Number(game), Number(turn));
  at("games-find").hidden = true;
}

const go = (address) => { location.hash = address; };

at("games-run").addEventListener("change", () => go(`games/${at("games-run").value}`));
at("games-goto").addEventListener("submit", (event) => {
  event.preventDefault();
  go(`games/${state.run}/${at("games-one").value}`);
});
at("games-any").addEventListener("click", () => go(`games/${state.run}/${Math.floor(Math.random() * state.games)}`));
at("games-batch").addEventListener("submit", (event) => {
  event.preventDefault();
  tried(async () => {
    at("games-found").hidden = true;
    const wanted = { games: at("games-number").valueAsNumber, seed: at("games-seed").value.trim(), player: at("games-player").value };
    at("games-play").disabled = true;
    const told = await waiting.result("games-play", { ...onScreen(), ...wanted }, at("games-working")).finally(() => { at("games-play").disabled = false; });
    if (!told) return;
    state.run = "";
    if (location.hash === `#games/${told.run}`) await entered();
    else if (location.hash.startsWith("#games")) go(`games/${told.run}`);
  });
});

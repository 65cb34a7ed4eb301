// The room of the rules: what is turned is checked, played and shown.

import * as address from "./address.js";
import * as controls from "./controls.js";
import { at, element } from "./elements.js";
import * as idle from "./idle.js";
import { Problem, ask, listen } from "./requests.js";
import * as results from "./results.js";
import { result } from "./waiting.js";

const REST = 200; // milliseconds after the last turn before it is played
const state = { games: [], game: "", rules: "", groups: [], values: {}, past: [], future: [], kept: [], player: "", learn: false, checked: null, event: null, comparison: 0, latest: null };
let waiting = 0, turn = 0;

// Begins with what the address names, or what the lab opens with.
export async function begin(told) {
  Object.assign(state, { games: told.games, most: told.most, opens: told.opens });
  at("game").append(...told.games.map((each) => element("option", { value: each.name }, each.title)));
  const named = address.read();
  await choose(told.opens.game, told.opens.rules, there(named) ? named : told.opens);
  listen(hear, (lost) => { at("lost").hidden = !lost; });
}

// Called when the room is entered, perhaps by an address that names other rules.
export async function entered() {
  const named = address.read();
  if (named && JSON.stringify(named) !== JSON.stringify(onScreen("values"))) await choose(state.game, state.rules, named);
  else if (location.hash.startsWith("#rules")) address.write(state);
}

const there = (named) => named && (state.games.find((each) => each.name === named.game)?.sets.some((each) => each.name === named.rules)
  || (named.game === state.opens.game && named.rules === state.opens.rules));

// Shows the rules of a game; those that an address names instead, if there are such.
async function choose(game, rules, named = null) {
  if (there(named)) { ({ game, rules } = named); }
  const chosen = state.games.find((each) => each.name === game);
  const base = rules ?? chosen.usual;
  at("game").value = game;
  const sets = chosen.sets.some((each) => each.name === base) ? chosen.sets : [...chosen.sets, { name: base, title: "" }];
  at("base").replaceChildren(...sets.map((each) => element("option", { value: each.name, title: each.title }, each.name)));
  at("base").value = base;
  const found = await ask("keys", { game, rules: base });
  Object.assign(state, { game, rules: base, groups: found.groups, values: {}, past: [], future: [], kept: [], player: "", learn: false });
  controls.draw(state.groups, turned);
  idle.draw(sets.find((each) => each.name === base).title, state.groups, turned);
  at("player").replaceChildren(element("option", { value: "" }, `usual (${found.usual})`), ...found.players.map((each) => element("option", {}, each)));
  const values = there(named) ? Object.fromEntries(Object.entries(named.values).filter(([key, value]) => known(key) && value !== original(key))) : {};
  if (Object.keys(values).length) { go(values); return; }
  show(); // before anything is awaited: somebody may be typing by then
  await ask("steer", { action: "stop" });
}

const known = (key) => state.groups.flatMap((group) => group.keys).find((each) => each.key === key);
const original = (key) => known(key)?.value;

function turned(key, value) {
  const values = { ...state.values, [key]: value };
  if (value === original(key)) delete values[key];
  state.past.push(state.values);
  state.future = [];
  go(values);
}

function go(values) {
  state.values = values;
  state.learn = false;
  show();
  clearTimeout(waiting);
  waiting = setTimeout(play, REST);
}

function show() {
  controls.set(state.groups, state.values);
  at("undo").disabled = !state.past.length;
  at("redo").disabled = !state.future.length;
  at("reset").disabled = !Object.keys(state.values).length;
  at("kept").replaceChildren(...state.kept.map((values, number) => {
    const away = element("button", { type: "button" }, "Remove");
    away.addEventListener("click", () => { state.kept.splice(number, 1); go(state.values); });
    return element("li", {}, `Beside: ${words(values)} `, away);
  }));
  idle.show(Object.keys(state.values).length > 0);
  if (!Object.keys(state.values).length) empty();
  address.write(state);
  document.dispatchEvent(new Event("rules"));
}

function empty() {
  at("question").textContent = "What would a change of the rules do?";
  at("answer").textContent = "Change a rule, and the game is played at once with and without the change.";
  at("sureness").textContent = "";
  at("problem").hidden = true;
  for (const id of ["playing", "along", "method", "keep"]) at(id).hidden = true;
  at("changes").replaceChildren();
  at("cautions").replaceChildren();
}

const words = (values) => Object.entries(values).map(([key, value]) => `${key} ${controls.shown(value)}`).join(", ");

// Checks what is turned, and has it played; of several in a row only the last one counts.
async function play() {
  const mine = (turn += 1);
  const settings = { ...state.values };
  const rules = { game: state.game, rules: state.rules };
  let compared = false;
  try {
    if (!Object.keys(settings).length) {
      await ask("steer", { action: "stop" });
      return;
    }
    const checked = await ask("check", { ...rules, settings });
    if (mine !== turn) return;
    if (!checked.valid) throw Object.assign(new Problem(checked.problem), { title: checked.title });
    compared = true;
    at("problem").hidden = true;
    state.checked = checked;
    at("cautions").replaceChildren(...checked.cautions.map(caution), ...checked.labels.map((each) => element("p", { class: "note caution" }, each)));
    const begun = await ask("compare", asked());
    if (mine !== turn) return;
    state.comparison = begun.comparison;
    results.begin(question()); // nothing that was known of other rules stands below their question
    if (state.latest) hear(state.latest);
    for (const id of ["playing", "method"]) at(id).hidden = false;
    at("keep").hidden = state.kept.length + 1 >= state.most;
  } catch (problem) {
    if (!(problem instanceof Problem)) { at("lost").hidden = false; return; }
    state.comparison = 0; // what is still told of earlier rules is not about these
    await ask("steer", { action: "stop" }).catch(() => {});
    if (mine !== turn) return;
    empty();
    at("question").textContent = problem.title ?? (compared ? "These rules cannot be compared with the base" : "These rules cannot be played");
    at("answer").textContent = "";
    at("problem").textContent = problem.message;
    at("problem").hidden = false;
  }
}

// What was probably not intended, with a button that sets what was forgotten.
function caution(told) {
  const more = Object.fromEntries(Object.entries(told.meant).filter(([key, value]) => value !== (state.values[key] ?? original(key))));
  const line = element("p", { class: "note caution" }, told.says);
  if (!Object.keys(more).length) return line;
  const button = element("button", { type: "button" }, `Set as well: ${words(more)}`);
  button.addEventListener("click", () => { state.past.push(state.values); state.future = []; go({ ...state.values, ...more }); });
  line.append(" ", button);
  return line;
}

// A command as it is typed.
const line = (words) => words.map((each) => (/[^\w.=:@/+-]/.test(each) ? `'${each}'` : each)).join(" ");

function question() {
  const said = (state.checked?.changes ?? []).map((each) => each.said);
  const list = said.map((each) => each.replace(/\.$/, "")).map((each) => each.charAt(0).toLowerCase() + each.slice(1));
  return list.length > 2 ? `What if ${list.length} rules change?` : `What if ${list.join(", and ")}?`;
}

function hear(event) {
  state.latest = event;
  if (event.comparison !== state.comparison || !Object.keys(state.values).length) return;
  if (event.state === "failed") {
    at("problem").textContent = event.problem;
    at("problem").hidden = false;
    return;
  }
  state.event = event;
  results.progress(event);
  at("pause").textContent = event.state === "paused" ? "Go on" : "Pause";
  at("pause").disabled = at("stop").disabled = !["plays", "paused", "training", "begins"].includes(event.state);
  if (!event.changes) { at("question").textContent = question(); return; }
  results.opening(event, question());
  results.changes(event, (change) => words(Object.fromEntries(change.settings.map((each) => each.split(/=(.*)/s)))));
  at("learn").disabled = Boolean(event.players?.adapted);
  at("along").hidden = !event.command.length;
  at("command").textContent = line(event.command);
  at("certifying").textContent = event.certifying.map(line).join("\n");
}

function move(from, to) {
  if (!from.length) return;
  to.push(state.values);
  go(from.pop());
}

at("game").addEventListener("change", () => choose(at("game").value, null));
at("base").addEventListener("change", () => choose(state.game, at("base").value));
at("search").addEventListener("input", () => controls.search(at("search").value));
at("undo").addEventListener("click", () => move(state.past, state.future));
at("redo").addEventListener("click", () => move(state.future, state.past));
at("reset").addEventListener("click", () => { state.past.push(state.values); state.future = []; go({}); });
at("pause").addEventListener("click", () => ask("steer", { action: at("pause").textContent === "Pause" ? "pause" : "go" }).then(() => {
  at("pause").textContent = at("pause").textContent === "Pause" ? "Go on" : "Pause";
}));
at("stop").addEventListener("click", () => ask("steer", { action: "stop" }));
at("speed").addEventListener("change", () => ask("steer", { action: at("speed").value }));
at("player").addEventListener("change", () => { state.player = at("player").value; state.learn = false; play(); });
at("learn").addEventListener("click", () => { state.learn = true; play(); });
at("keep").addEventListener("click", () => { state.kept.push({ ...state.values }); state.past.push(state.values); go({}); });
at("copy").addEventListener("click", () => navigator.clipboard.writeText(at("command").textContent));
// Hands a text to whoever sits there, as a file.
function download(text, name) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

const asked = () => ({ game: state.game, rules: state.rules, changes: [state.values, ...state.kept], player: state.player, learn: state.learn });

at("save").addEventListener("click", async () => {
  download((await ask("file", { game: state.game, rules: state.rules, settings: state.values })).text, "rules.toml");
});
at("experiment").addEventListener("click", async () => {
  download((await ask("experiment", { ...asked(), deals: state.event.deals })).text, "experiment.toml");
});
at("write").addEventListener("click", async () => {
  at("written").textContent = "The page is being written …";
  const deals = Math.min(state.event.deals, 50000);
  const told = await ask("write", { ...asked(), deals }).then((found) => `Written, on ${deals.toLocaleString("en")} deals: ${found.path}`, (problem) => problem.message);
  at("written").textContent = told;
});
at("prove").addEventListener("click", async () => {
  at("proved").textContent = "";
  try {
    const told = await result("prove", asked(), at("proving"));
    if (!told) return;
    download(told.text, "certificate.json");
    at("proved").textContent = `${told.says} The certificate is saved; its page lies at ${told.page}.`;
  } catch (problem) { at("proved").textContent = problem.message; }
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input[type=text], input[type=search]") || at("room-rules").hidden) return;
  if (event.key.toLowerCase() === "z") { event.preventDefault(); at(event.shiftKey ? "redo" : "undo").click(); }
});

// The rules on the screen, as other rooms play by them.
export const onScreen = (called = "settings") => ({ game: state.game, rules: state.rules, [called]: { ...state.values } });

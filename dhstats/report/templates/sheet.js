"use strict";
// A score sheet that keeps its games in this browser. Whatever people typed is shown as text, never as markup.
const asked = JSON.parse(document.getElementById("asked").textContent);
const at = (id) => document.getElementById(id);
const memory = new Map(); // where the browser keeps nothing
let kept = true;
try { localStorage.setItem("dhstats", "1"); } catch { kept = false; }
at("unkept").hidden = kept;

function read(key, otherwise) {
  try {
    const value = JSON.parse(kept ? localStorage.getItem(key) : memory.get(key));
    return Array.isArray(value) === Array.isArray(otherwise) && value ? value : otherwise;
  } catch { return otherwise; }
}

function write(key, value) {
  const text = JSON.stringify(value);
  try {
    if (kept) localStorage.setItem(key, text);
    else memory.set(key, text);
  } catch {
    at("unkept").hidden = false;
    at("unkept").textContent = "This browser has no room left: save the CSV, then delete games.";
    throw new Error("no room");
  }
}

function made(tag, properties = {}, ...children) {
  const { label, pressed, ...others } = properties;
  const element = Object.assign(document.createElement(tag), others);
  if (label !== undefined) element.setAttribute("aria-label", label);
  if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
  element.append(...children);
  return element;
}

const GAMES = `dhstats sheet ${asked.game}`, DRAFT = `${GAMES}, unfinished`, PEOPLE = "dhstats people";
const games = () => read(GAMES, []);
const spoken = (word) => word.replaceAll("_", " ");
const [FEWEST_SEATS, MOST_SEATS] = asked.seats;

// ---- The game that is being written down -----------------------------------------------------------------------

// A game after midnight belongs to the evening before
function today() {
  const now = new Date(Date.now() - 5 * 3600e3);
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

const nobody = () => ({ name: "", power: "", parts: asked.scores.map(() => "") });

function fresh(last) {
  const players = (last?.players ?? Array.from({ length: FEWEST_SEATS }, nobody)).map((each) => ({ ...nobody(), name: each.name, power: each.power }));
  const version = last?.version ?? asked.versions[0] ?? "";
  return { id: "", planned: "", date: today(), version, players, won: [], minutes: "", turns: "", ended: "", notes: "", since: 0, ran: 0 };
}

let draft = { ...fresh(games().at(-1)), ...read(DRAFT, {}) };
if (draft.planned && !draft.id && !asked.plan.some((each) => each.key === draft.planned)) draft = fresh(games().at(-1)); // of another plan

function score(player) {
  const parts = player.parts.filter((part) => part !== "");
  return parts.length ? Math.round(100 * parts.reduce((sum, part) => sum + Number(part), 0)) / 100 : null;
}

// Who wins by points alone; several where they are level, none where a score is missing or points do not decide
function leaders(game) {
  const scores = game.players.map(score);
  if (asked.wins === "tapped" || scores.length < 2 || scores.includes(null)) return [];
  const best = asked.wins === "fewest" ? Math.min(...scores) : Math.max(...scores);
  return scores.flatMap((each, seat) => (each === best ? [seat] : []));
}

const NOBODY = -1;
function choices(game) {
  const first = leaders(game);
  return first.length ? first : [...game.players.keys(), ...(asked.wins === "tapped" || game.players.length < 2 ? [NOBODY] : [])];
}

function winners(game) {
  const first = leaders(game);
  return first.length === 1 ? first : game.won.filter((seat) => choices(game).includes(seat));
}

function places(game) {
  const scores = game.players.map(score);
  if (asked.wins === "tapped" || scores.includes(null)) return scores.map(() => "");
  const won = winners(game), sign = asked.wins === "fewest" ? 1 : -1;
  const rank = scores.map((each, seat) => [sign * each, won.includes(seat) ? 0 : 1]);
  return rank.map(([points, lost]) => 1 + rank.filter(([other, behind]) => other < points || (other === points && behind < lost)).length);
}

const called = (game, seat) => seat === NOBODY ? "Nobody" : game.players[seat].name || `Seat ${seat + 1}`;

function keepDraft() {
  write(DRAFT, draft);
}

function showOutcome() {
  const first = leaders(draft), won = winners(draft), ask = first.length !== 1;
  const names = won.map((seat) => called(draft, seat)).join(" and ");
  at("outcome").textContent = won.length ? `${names} ${won.length > 1 ? "share the win" : "wins"}.` : "";
  at("winners").hidden = !ask;
  at("winners-legend").textContent = first.length > 1 ? "Level: who wins? Tap all who share it" : "Who won? Write down the scores, or tap the winner (or all who share the win)";
  at("winner-buttons").replaceChildren(...choices(draft).map((seat) => {
    const button = made("button", { type: "button", pressed: draft.won.includes(seat) }, called(draft, seat));
    button.addEventListener("click", () => {
      const others = draft.won.filter((each) => each !== seat && (each === NOBODY) === (seat === NOBODY));
      draft.won = draft.won.includes(seat) ? others : [...others, seat];
      keepDraft();
      showOutcome();
      at("winner-buttons").children[choices(draft).indexOf(seat)].focus();
    });
    return button;
  }));
  [...at("players").children].forEach((card, seat) => card.classList.toggle("won", won.includes(seat)));
}

function changed() {
  keepDraft();
  showOutcome();
}

function field(tag, label, value, onInput, more = {}) {
  const control = made(tag, more);
  control.value = value;
  control.addEventListener("input", () => { onInput(control.value); changed(); });
  return made("label", {}, label, control);
}

function optionsOf(select, words, label = spoken) {
  select.append(made("option", { value: "" }, "—"), ...words.map((word) => made("option", { value: word }, label(word))));
  return select;
}

function scoreOf(player, part, seat) {
  const name = asked.scores[part], of = `${name} of seat ${seat + 1}`;
  const label = field("input", name, player.parts[part], (value) => { player.parts[part] = value; }, { type: "number", inputMode: "decimal", step: "any", className: "points" });
  const input = label.querySelector("input");
  input.setAttribute("aria-label", of);
  input.addEventListener("focus", () => input.select());
  const step = (by) => {
    const button = made("button", { type: "button", label: `${of}: ${by > 0 ? "plus" : "minus"} ${Math.abs(by)}` }, by > 0 ? `+${by}` : `−${-by}`);
    button.addEventListener("click", () => {
      player.parts[part] = String(Math.round(100 * (Number(player.parts[part]) + by)) / 100);
      input.value = player.parts[part];
      changed();
    });
    return button;
  };
  return made("div", { className: "score" }, step(-1), label, step(1), step(5));
}

function cardOf(player, seat) {
  const who = field("input", `Seat ${seat + 1}`, player.name, (value) => { player.name = value; }, { maxLength: 40, placeholder: "Name" });
  who.className = "who";
  who.querySelector("input").setAttribute("list", "people");
  const row = made("div", { className: "row" }, who);
  if (asked.powers.length) {
    const power = made("select", { label: `Power of seat ${seat + 1}` });
    optionsOf(power, asked.powers).value = player.power;
    power.addEventListener("change", () => { player.power = power.value; changed(); });
    row.append(made("label", { className: "who" }, "Power", power));
  }
  const scores = made("div", { className: "row" }, ...asked.scores.map((_, part) => scoreOf(player, part, seat)));
  return made("li", { className: "player" }, row, scores);
}

function showPlayers() {
  at("players").replaceChildren(...draft.players.map(cardOf));
  at("sizes").hidden = FEWEST_SEATS === MOST_SEATS;
  const sizes = Array.from({ length: MOST_SEATS - FEWEST_SEATS + 1 }, (_, more) => FEWEST_SEATS + more);
  at("sizes").replaceChildren(at("sizes").querySelector("legend"), ...sizes.map((size) => {
    const button = made("button", { type: "button", pressed: size === draft.players.length }, String(size));
    button.addEventListener("click", () => {
      draft.players = Array.from({ length: size }, (_, seat) => draft.players[seat] ?? nobody());
      draft.won = draft.won.filter((seat) => seat < size);
      changed();
      showPlayers();
      [...at("sizes").querySelectorAll("button")].find((each) => each.textContent === String(size)).focus();
    });
    return button;
  }));
  showKnown();
  showOutcome();
}

function showKnown() {
  const people = read(PEOPLE, []).filter((name) => typeof name === "string");
  const all = [...new Set([...asked.people, ...people])];
  at("people").replaceChildren(...all.map((name) => made("option", { value: name })));
  const free = all.filter((name) => !draft.players.some((each) => each.name === name)).slice(0, 12);
  const open = draft.players.findIndex((each) => !each.name);
  at("known").replaceChildren(...(open < 0 ? [] : free).map((name) => {
    const button = made("button", { type: "button", label: `${name} sits in seat ${open + 1}` }, name);
    button.addEventListener("click", () => {
      draft.players[open].name = name;
      changed();
      showPlayers();
    });
    return button;
  }));
}

function show() {
  at("which").textContent = draft.id ? "Change a game" : "New game";
  at("cancel").hidden = !draft.id;
  for (const name of ["date", "version", "minutes", "turns", "ended", "notes"]) at(name).value = draft[name];
  at("message").textContent = "";
  const versions = new Set([...asked.versions, ...games().map((each) => each.version).filter(Boolean)]);
  at("versions").replaceChildren(...[...versions].map((value) => made("option", { value })));
  showPlanned();
  showTimer();
  showPlayers();
}

// ---- Planned games ---------------------------------------------------------------------------------------------

function showPlanned() {
  const done = new Set(games().map((each) => each.planned));
  at("planned-label").hidden = !asked.plan.length;
  const labelled = asked.plan.map((each) => made("option", { value: each.key }, `${done.has(each.key) ? "✓ " : ""}${each.label}`));
  at("planned").replaceChildren(made("option", { value: "" }, "—"), ...labelled);
  at("planned").value = draft.planned;
}

function sitDown(key) {
  const game = asked.plan.find((each) => each.key === key);
  draft.planned = game ? key : "";
  if (game) {
    draft.version = game.version || draft.version;
    draft.players = game.players.map((each) => ({ ...nobody(), ...each }));
    draft.won = [];
  }
  keepDraft();
  show();
}

function nextPlanned(key) {
  const done = new Set(games().map((each) => each.planned)), here = asked.plan.findIndex((each) => each.key === key);
  return here < 0 ? "" : asked.plan.slice(here + 1).find((each) => each.table === asked.plan[here].table && !done.has(each.key))?.key ?? "";
}

// ---- Timer and turns -------------------------------------------------------------------------------------------

const elapsed = () => draft.ran + (draft.since ? Math.max(0, Date.now() - draft.since) : 0);

function showTimer() {
  const seconds = Math.floor(elapsed() / 1000);
  at("timer").textContent = draft.since ? "Stop" : draft.ran ? "Go on" : "Start timer";
  at("clock").textContent = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
}

function stopTimer() {
  if (!draft.since) return;
  draft.ran = elapsed();
  draft.since = 0;
  draft.minutes = String(Math.max(1, Math.round(draft.ran / 60000)));
  at("minutes").value = draft.minutes;
}

at("timer").addEventListener("click", () => {
  if (draft.since) stopTimer();
  else draft.since = Date.now();
  keepDraft();
  showTimer();
});
setInterval(() => draft.since && showTimer(), 1000);

for (const [id, by] of [["turn", 1], ["turn-less", -1]]) {
  at(id).addEventListener("click", () => {
    draft.turns = String(Math.max(0, Number(draft.turns) + by));
    at("turns").value = draft.turns;
    keepDraft();
  });
}

// ---- What is kept ----------------------------------------------------------------------------------------------

function wrong(game) {
  const names = game.players.map((each) => each.name.trim().toLowerCase()).filter(Boolean);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  const scores = game.players.map(score), filled = scores.filter((each) => each !== null);
  const huge = filled.some((each) => !Number.isFinite(each) || Math.abs(each) >= 1e9);
  if (!/^\d{4}-\d\d-\d\d$/.test(game.date)) return ["date", "Say on which day it was."];
  if (twice !== undefined) return ["players", "Two seats have the same name: change one of them."];
  if (huge || document.querySelector(".points:invalid")) return ["players", "A score must be a number below a thousand million."];
  const missing = game.players.flatMap((each, seat) => each.parts.includes("") && each.parts.some(Boolean) ? [`A score of ${called(game, seat)} is missing: ${asked.scores.filter((_, part) => each.parts[part] === "").join(", ")}.`] : []);
  if (missing.length) return ["players", missing[0]];
  if (filled.length && filled.length < scores.length) return ["players", "A score is missing: write down every score, or none."];
  for (const id of ["minutes", "turns"]) if (!at(id).checkValidity()) return [id, `${id === "turns" ? "Turns must be a whole number." : "Minutes must be a number from 1 to 10,080."}`];
  if (!winners(game).length) return ["winners", leaders(game).length ? "The scores are level: tap who wins." : "Tap who won."];
  return null;
}

function keep() {
  stopTimer();
  const problem = wrong(draft);
  if (problem) {
    at("message").textContent = problem[1];
    const place = at(problem[0]);
    (place.matches("input") ? place : place.querySelector("input, button"))?.focus();
    keepDraft();
    return;
  }
  const { id, since, ran, ...game } = draft;
  game.players = game.players.map((each) => ({ ...each, name: each.name.trim() }));
  game.won = winners(game);
  const all = games(), number = 1 + Math.max(0, ...all.map((each) => each.number));
  const place = all.findIndex((each) => each.id === id);
  if (place >= 0) all[place] = { ...game, id, number: all[place].number };
  else all.push({ ...game, id: `${Date.now()}-${number}`, number });
  write(GAMES, all);
  write(PEOPLE, [...new Set([...game.players.map((each) => each.name).filter(Boolean), ...read(PEOPLE, [])])].slice(0, 60));
  again(id ? all.at(-1) : game);
  if (!id && game.planned) sitDown(nextPlanned(game.planned));
  showGames();
  document.querySelector(".points")?.focus({ preventScroll: true });
  at("message").textContent = id ? "Changed." : `Saved: game ${number}.`;
}

function again(last) {
  draft = fresh(last);
  keepDraft();
  show();
}

at("game").addEventListener("submit", (event) => { event.preventDefault(); keep(); });
at("game").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault(); // Enter goes on to the next score, and after the last one to the button that saves
  const points = [...document.querySelectorAll(".points")], here = points.indexOf(event.target);
  (points[here + 1] ?? at("keep")).focus();
});
at("cancel").addEventListener("click", () => again(games().at(-1)));
at("rotate").addEventListener("click", () => {
  const who = draft.players.map(({ name, power }) => ({ name, power }));
  draft.players.forEach((player, place) => Object.assign(player, who[(place + who.length - 1) % who.length]));
  changed();
  showPlayers();
});
at("planned").addEventListener("change", () => sitDown(at("planned").value));

const ended = asked.endings.length ? optionsOf(made("select", { id: "ended" }), asked.endings) : made("input", { id: "ended", maxLength: 80 });
at("ended-label").append(ended);
for (const name of ["date", "version", "minutes", "turns", "ended", "notes"]) {
  at(name).addEventListener("input", () => { draft[name] = at(name).value; keepDraft(); });
}
at("players").addEventListener("focusout", showKnown);

// ---- The games so far ------------------------------------------------------------------------------------------

function line(game) {
  return game.players.map((each, place) => {
    const points = score(each);
    return `${called(game, place)}${each.power ? ` (${spoken(each.power)})` : ""}${points === null ? "" : ` ${points}`}${game.won.includes(place) ? " ★" : ""}`;
  }).join(", ");
}

let deleted = null;
function showGames() {
  const all = games();
  at("none").hidden = all.length > 0;
  at("games").replaceChildren(...[...all].reverse().map((game) => {
    const edit = made("button", { type: "button", label: `Change game ${game.number}` }, "Change");
    edit.addEventListener("click", () => {
      draft = { ...fresh(game), ...JSON.parse(JSON.stringify(game)) };
      keepDraft();
      show();
      at("game").scrollIntoView();
    });
    const remove = made("button", { type: "button", label: `Delete game ${game.number}` }, "Delete");
    remove.addEventListener("click", () => {
      deleted = game;
      write(GAMES, games().filter((each) => each.id !== game.id));
      if (draft.id === game.id) again(games().at(-1));
      showPlanned();
      showGames();
      at("undo").querySelector("button").focus();
    });
    const mark = made("p", { className: "refused" });
    mark.dataset.game = game.id;
    const about = [`Game ${game.number}`, game.date, game.version, game.minutes && `${game.minutes} min`, game.turns && `${game.turns} turns`, spoken(game.ended), game.notes];
    return made("li", {}, made("p", {}, line(game)), made("p", { className: "note" }, about.filter(Boolean).join(" · ")), mark, made("p", { className: "row" }, edit, remove));
  }));
  at("undo").hidden = !deleted;
  at("undo").querySelector("span").textContent = deleted ? `Game ${deleted.number} is deleted.` : "";
  at("text").value = all.length ? csv(all) : "";
  showRefused();
  send();
}
at("undo").querySelector("button").addEventListener("click", () => {
  write(GAMES, [...games(), deleted].sort((one, other) => one.number - other.number));
  deleted = null;
  showPlanned();
  showGames();
});

// ---- What is saved ---------------------------------------------------------------------------------------------

// A text that a spreadsheet would compute stands behind an apostrophe
function cell(value) {
  const text = String(value ?? "").replace(/\s+/g, " ").trim();
  return `"${(typeof value === "string" && /^[=+@-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

function rowOf(game, seats) {
  const place = places(game), won = winners(game), result = won.length > 1 && asked.wins !== "tapped" ? "tie" : "win";
  const parts = asked.scores.length > 1 && game.players.some((each) => score(each) !== null) ? game.players.map((each, seat) => `${called(game, seat)}: ${asked.scores.map((name, part) => `${name} ${each.parts[part] || "?"}`).join(", ")}`).join("; ") : "";
  const players = Array.from({ length: seats }, (_, seat) => {
    const each = game.players[seat];
    return each ? [each.name, each.power, score(each), place[seat], won.includes(seat) ? result : "loss"] : ["", "", "", "", ""];
  });
  return [game.number, game.date, game.version, ...players.flat(), Number(game.minutes) || "", Number(game.turns) || "", game.ended, parts, game.notes];
}

function csv(all) {
  const seats = Math.max(...all.map((each) => each.players.length));
  const heads = [...asked.headings.slice(0, 3 + 5 * seats), ...asked.headings.slice(-5)];
  return [heads, ...all.map((game) => rowOf(game, seats))].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  made("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

const file = asked.game.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "playtests";
const forms = { csv: (all) => `\ufeff${csv(all)}`, jsonl: (all) => all.map((each) => `${JSON.stringify(each)}\n`).join("") };
for (const [id, ending] of [["csv", "csv"], ["lines", "jsonl"]]) {
  at(id).addEventListener("click", () => {
    const all = games();
    at("unsaved").textContent = all.length ? "" : "No games yet.";
    if (all.length) save(`${file}.${ending}`, forms[ending](all));
  });
}

// ---- What is sent to a lab that shares this sheet ----------------------------------------------------------------

// What the lab has of this phone is kept by game; what differs from it is due, an empty row for a deleted game
const SENT = `${GAMES}, sent to ${asked.shared}`, PHONE = "dhstats phone";
let sending = false;

function due() {
  const sent = read(SENT, {}), rows = Object.fromEntries(games().map((each) => [each.id, rowOf(each, MOST_SEATS).map((value) => value ?? "")]));
  const ids = [...new Set([...Object.keys(rows), ...Object.keys(sent)])];
  return ids.map((id) => [id, rows[id] ?? []]).filter(([id, row]) => JSON.stringify(row) !== JSON.stringify(sent[id] ?? []));
}

function phone() {
  const [known] = read(PHONE, []);
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");
  write(PHONE, [made]);
  return made;
}

// What the lab refused, by game, with its reason; it is sent again each time, and keeps no other game waiting
const refused = new Map();

function showRefused() {
  for (const mark of document.querySelectorAll("#games .refused")) {
    mark.textContent = refused.has(mark.dataset.game) ? `The lab refused this game: ${refused.get(mark.dataset.game)}.` : "";
  }
}

async function sendOne([id, row]) {
  const body = JSON.stringify({ phone: phone(), games: [[id, row]] });
  const answer = await fetch("/games", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (answer.status === 401) return false;
  if (answer.ok) {
    const { [id]: _, ...others } = read(SENT, {});
    write(SENT, row.length ? { ...others, [id]: row } : others);
    refused.delete(id);
  } else refused.set(id, (await answer.text()).replace(`game ${id}, `, ""));
  return true;
}

async function send() {
  if (!asked.shared || sending) return;
  const waiting = due();
  const said = (text) => { if (at("sent").textContent !== text) at("sent").textContent = text; };
  sending = true;
  for (const id of refused.keys()) if (!waiting.some(([each]) => each === id)) refused.delete(id);
  try {
    if (waiting.length > refused.size) said(`${waiting.length} to send.`);
    for (const each of waiting) {
      if (!await sendOne(each)) return said("The lab does not know this phone any more: open its address again. Games stay here.");
    }
    const [reason] = refused.values();
    if (reason) said(`The lab refused ${refused.size} of your games, which stay here: ${reason}.`);
    else said(games().length ? "The lab has all games." : "");
  } catch {
    said(`The lab cannot be reached: ${due().length} to send, which stay here and are sent later.`);
  } finally {
    sending = false;
    showRefused();
  }
}
if (asked.shared) {
  setInterval(send, 5000);
  addEventListener("online", send);
}

addEventListener("storage", (event) => { if (event.key === GAMES) showGames(); }); // the sheet is open twice

show();
showGames();

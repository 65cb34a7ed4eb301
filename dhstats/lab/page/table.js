// The room of the table: a game is set, played, looked at afterwards.

import * as barred from "./barred.js";
import * as board from "./board.js";
import { at, element } from "./elements.js";
import * as ended from "./ended.js";
import * as moves from "./moves.js";
import * as played from "./played.js";
import { Problem, ask } from "./requests.js";
import * as seats from "./seats.js";
import * as waiting from "./waiting.js";

const PACE = 700; // milliseconds between the turns of programs that are watched
const SINCE = 8; // turns that are shown next to the board
const state = { record: null, hint: null, looking: null, before: null, busy: false, auto: 0, training: false };

export function begin(told) {
  at("table-seed").value = told.seed;
  document.addEventListener("rules", () => { if (!at("room-table").hidden) again(); });
}

// Called when the room is entered, perhaps with the name of a table in the address.
export async function entered(table) {
  if (table && state.record?.table !== table) {
    stopAuto();
    Object.assign(state, { looking: null, before: null });
    await tried(async () => drawn(await ask("table-look", { table, seat: null })));
  }
  if (!state.record) await tried(seats.draw, true);
}

const again = () => tried(seats.draw);

// Does something, and says in one sentence why it could not be done.
async function tried(doing, keep = false) {
  if (state.busy) return;
  state.busy = true;
  at("room-table").setAttribute("aria-busy", "true");
  if (!keep) at("table-problem").hidden = true;
  try {
    await doing();
  } catch (problem) {
    if (!(problem instanceof Problem)) { at("lost").hidden = false; throw problem; }
    at("table-problem").textContent = problem.message;
    at("table-problem").hidden = false;
    stopAuto();
  } finally {
    state.busy = false;
    at("room-table").removeAttribute("aria-busy");
  }
}

const answered = (question, said = {}) => tried(async () => drawn(await ask(question, { table: state.record.table, seat: state.looking, ...said })));

function drawn(record) {
  const before = state.record?.table === record.table ? state.record : null;
  Object.assign(state, { record, hint: null });
  if (location.hash !== `#table/${record.table}`) history.replaceState(null, "", `#table/${record.table}`);
  at("to-table").href = `#table/${record.table}`;
  at("table-setup").hidden = true;
  at("table-game").hidden = false;
  at("table-resume").hidden = false;
  at("table-advice").textContent = "";
  at("table-before").hidden = !state.before || state.before === record.table;
  at("table-now").textContent = heading(record);
  at("table-legend").textContent = record.legend;
  played.draw(record);
  at("table-origin").replaceChildren(...(record.origin ? [record.origin.said.join(" "), " ", element("a", { href: `#${record.origin.address}` }, "Back to that game")] : []));
  at("table-cautions").replaceChildren(...record.cautions.map((each) => element("p", { class: "note caution" }, each)));
  last(record, before);
  const watching = !record.over && !record.you;
  at("table-hint").hidden = !record.advised || !record.kinds.length;
  at("table-back").hidden = !record.take_back;
  at("table-keys").hidden = !record.kinds.length;
  at("table-asked").textContent = question(record);
  at("table-game").classList.toggle("over", record.over);
  if (record.over) { stopAuto(); moves.clear(); barred.clear(); ended.draw(record, branch).catch(lost); return; }
  ended.clear();
  barred.clear();
  at("table-board").replaceChildren(...board.draw(record.frame, record.you ? record.you.seat : null));
  if (record.hand_over) cover(record);
  else if (watching) watch();
  else {
    state.looking = record.you.seat;
    moves.draw(record, null, play);
    barred.draw(record);
    moves.focus();
    if (!record.advised) at("table-moves").append(adviser());
  }
}

const lost = (problem) => {
  if (!(problem instanceof Problem)) throw problem;
  at("table-problem").textContent = problem.message;
  at("table-problem").hidden = false;
};

function heading(record) {
  const people = record.seats.filter((seat) => seat.person);
  if (record.over) {
    if (!record.winners.length) return record.seats.length === 1 ? "The game is over" : "Nobody wins: a draw";
    if (record.winners.length > 1) return `${record.winners.map((each) => board.called(each, record.seats)).join(" and ")} share the win`;
    const [winner] = record.winners;
    return people.length === 1 && winner.person ? "You win" : `${board.called(winner, record.seats)} wins`;
  }
  if (record.hand_over) return `${record.hand_over.name}, it is your turn`;
  if (!record.you) return `${board.called(record.to_decide, record.seats)} is to play`;
  return people.length === 1 ? "Your turn" : `Your turn, ${record.you.name}`;
}

// What is asked, as a question.
function question(record) {
  if (record.over) return "The game is over";
  if (record.hand_over) return "Hand the screen over";
  if (!record.you) return "Programs play";
  const top = record.asked.match(/^whether to top (.+)$/);
  if (top) return `Pay and top ${top[1]}, or let it be?`;
  const asked = record.asked.replace(/^whether to /, "do you ").replace(/^((?:what|which|how).*?) to /, "$1 do you ");
  return `${asked.charAt(0).toUpperCase()}${asked.slice(1)}?`;
}

// The last turns; those since the last look stand out, and are spoken.
function last(record, before) {
  const words = (each) => `${each.seat}${each.words}`;
  const known = (before?.last ?? []).map(words), now = record.last.map(words);
  const same = (some) => some.length > 0 && some.every((each, place) => each === now[place]);
  const from = known.findIndex((_, place) => same(known.slice(place)));
  const undone = now.some((_, place) => now.slice(place).every((each, at) => each === known[at])); // a move was taken back
  const fresh = !before || (from < 0 && undone) ? 0 : from < 0 ? now.length : now.length - (known.length - from);
  const turns = (record.over ? record.turns : record.last).map((each, place, all) => board.turn(each, record.seats, place >= all.length - fresh));
  at("table-since").replaceChildren(...(record.over ? [] : record.last.slice(record.last.length - fresh).slice(-SINCE).map((each) => board.turn(each, record.seats))));
  at("table-last").replaceChildren(...turns);
  if (!turns.length) at("table-last").replaceChildren(element("li", {}, "The cards are dealt."));
  at("table-last").scrollTop = at("table-last").scrollHeight;
  at("table-told").textContent = [...record.last.slice(record.last.length - fresh).map((each) => board.spoken(each, record.seats)), heading(record)].join(". ");
}

// Plays a move; where that was decided already, as in another window, the table is drawn as it is now.
function play(number) {
  const { table, decision } = state.record, before = state.looking;
  return tried(async () => {
    try {
      drawn(await ask("table-move", { table, seat: before, number, decision }));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      drawn(await ask("table-look", { table, seat: before }));
      throw problem;
    }
  });
}

// The table as others have left it meanwhile, for who comes back to this window.
async function refresh() {
  if (document.visibilityState !== "visible" || !state.record || at("table-game").hidden || at("room-table").hidden || state.busy) return;
  const told = await ask("table-look", { table: state.record.table, seat: state.looking }).catch(() => null);
  if (told && !state.busy && told.table === state.record.table && JSON.stringify(told) !== JSON.stringify(state.record)) drawn(told);
}

// Nobody's hand is on the screen until the other person says that they have it.
function cover(record) {
  const ready = element("button", { type: "button", class: "main move" }, element("kbd", { "aria-hidden": "true" }), element("span", {}, `I am ${record.hand_over.name}: show my cards`));
  ready.addEventListener("click", () => { state.looking = record.hand_over.seat; answered("table-look", { seat: record.hand_over.seat }); });
  at("table-moves").replaceChildren(element("p", {}, `Give the screen to ${record.hand_over.name}. All hands are face down meanwhile.`), ready);
  state.looking = null;
  ready.focus({ preventScroll: true });
}

function watch() {
  const button = (words, act) => {
    const made = element("button", { type: "button" }, words);
    made.addEventListener("click", act);
    return made;
  };
  const auto = button(state.auto ? "Pause" : "Play by itself", () => {
    if (state.auto) stopAuto();
    else state.auto = setInterval(() => { if (!at("room-table").hidden) answered("table-go"); }, PACE);
    auto.textContent = state.auto ? "Pause" : "Play by itself";
  });
  const first = !at("table-moves").querySelector(".watching");
  if (!first) return;
  const step = button("Next move", () => { stopAuto(); auto.textContent = "Play by itself"; answered("table-go"); });
  at("table-moves").replaceChildren(element("div", { class: "buttons watching" }, step, auto, button("To the end", () => answered("table-go", { steps: 10000 }))));
  step.focus({ preventScroll: true });
}

function stopAuto() {
  clearInterval(state.auto);
  state.auto = 0;
}

function adviser() {
  const button = element("button", { type: "button" }, "Train a program");
  button.addEventListener("click", () => train("expert", () => answered("table-look")));
  return element("p", { class: "note" }, "No program knows these rules well enough for hints yet. ", button, ` It takes ${state.record.trains}; the game continues in the meantime.`);
}

// Trains a player in the background, and tells how far they are.
async function train(player, then) {
  if (state.training) return;
  state.training = true;
  const place = at("table-training");
  (at("table-setup").hidden ? at("table-acts") : at("table-form")).append(place);
  try {
    const at_table = at("table-setup").hidden;
    const wanted = at_table ? { table: state.record.table, player } : { ...seats.rules(), player };
    if (await waiting.result("table-train", wanted, place)) await then();
  } catch (problem) {
    lost(problem);
  } finally {
    state.training = false;
  }
}

// A game that goes on after a turn of this one; at a program's seat a person sits down, and the program at theirs.
function branch(turn, seat) {
  const { record } = state;
  const there = record.seats.map((each) => (each.person ? { person: each.name } : { program: each.name }));
  let chairs;
  if (!record.seats[seat].person) {
    const mine = record.seats.find((each) => each.person);
    chairs = there.map((each, place) => (place === seat ? { person: mine ? mine.name : "Player 1" } : mine && place === mine.seat ? there[seat] : each));
  }
  state.before = record.table;
  state.looking = null;
  return answered("table-branch", { turn, seats: chairs });
}

async function open() {
  state.looking = null;
  state.before = null;
  stopAuto();
  await tried(async () => {
    at("table-now").textContent = "The table is set …";
    drawn(await ask("table-open", seats.wanted()));
  });
}

async function submitted() {
  const [first] = seats.untrained();
  if (!first) { await open(); return; }
  const { seats: chosen } = seats.wanted();
  await train(first, async () => {
    await seats.refresh();
    if (chosen.length) await submitted();
  });
}

at("table-form").addEventListener("submit", (event) => { event.preventDefault(); submitted(); });
at("table-back").addEventListener("click", () => answered("table-back"));
at("table-before").addEventListener("click", () => { state.looking = null; answered("table-look", { table: state.before, seat: null }); });
at("table-resume").addEventListener("click", () => { at("table-setup").hidden = true; at("table-game").hidden = false; });
at("table-new").addEventListener("click", () => {
  stopAuto();
  at("table-setup").hidden = false;
  at("table-game").hidden = true;
  again();
});
at("table-hint").addEventListener("click", () => tried(async () => {
  const { record } = state;
  at("table-advice").textContent = "Thinking …";
  const hint = await ask("table-hint", { table: record.table, seat: state.looking }).finally(() => { at("table-advice").textContent = ""; });
  if (record !== state.record) return;
  state.hint = hint;
  at("table-advice").textContent = hint.sentence;
  moves.draw(record, hint, play);
  moves.focus();
}));
document.addEventListener("visibilitychange", refresh);
addEventListener("focus", refresh);
document.addEventListener("keydown", (event) => {
  if (at("room-table").hidden || at("table-game").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  const acts = { h: "table-hint", b: "table-back" };
  const act = acts[event.key.toLowerCase()];
  if (act && !at(act).hidden) at(act).click();
  else if (barred.pressed(event.key)) at("table-barred").scrollIntoView({ block: "nearest" });
  else if (state.record?.over ? !ended.pressed(event.key) : !moves.pressed(event.key)) return;
  event.preventDefault();
});

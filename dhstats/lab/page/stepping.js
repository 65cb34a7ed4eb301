// One game, turn by turn: the board, the curve of chances, what else could be played, and what would have come of it.

import * as board from "./board.js";
import { at, drawn, element } from "./elements.js";
import * as playingOn from "./playing_on.js";
import { Problem, ask } from "./requests.js";
import * as waiting from "./waiting.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const STEPS = { first: () => 0, back: (now) => now - 1, on: (now) => now + 1, last: () => Infinity };
let game = null;
let exactness = [];

export function offer(continuations) {
  exactness = continuations;
}

export function clear() {
  game = null;
}

// Opens a game at a turn; the same game is only turned.
export async function open(run, number, turn) {
  if (game?.run === run && game.number === number) { show(turn); return; }
  const told = await ask("games-open", { run, number });
  game = { run, number, told, showing: -1, found: null, looked: new Map(), gone: new Map() };
  const step = told.step;
  at("games-game").hidden = false;
  at("game-title").textContent = told.title;
  at("game-origin").textContent = `${told.called}. ${told.origin}`;
  at("game-said").replaceChildren(...[...told.labels.map((each) => `${each}.`), ...told.cautions].map((each) => element("p", { class: "note caution" }, each)));
  at("game-away").href = `#games/${run}`;
  at("game-legend").textContent = told.legend;
  at("game-turn").max = told.frames.length - 1;
  at("game-turn").setAttribute("aria-label", capital(step));
  const names = { first: "To the deal", back: `One ${step} back`, on: `One ${step} on`, last: "To the end" };
  for (const button of at("game-steps").querySelectorAll("button")) button.setAttribute("aria-label", names[button.dataset.step]);
  at("game-log-title").textContent = `${capital(step)} by ${step}`;
  at("game-log").replaceChildren(...told.frames.map((frame) => element("li", {}, element("a", { href: `#games/${run}/${number}/${frame.number}` }, element("span", {}, String(frame.number)), " ", frame.line))));
  at("game-result").replaceChildren(...told.result.map((each) => element("li", {}, each)));
  at("game-command").replaceChildren(command(told.command));
  chances();
  show(turn);
  if (turn >= told.frames.length) throw new Problem(`Game ${number} has the ${step}s 1 to ${told.frames.length - 1}; this is the last.`);
  scrollTo(0, 0);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function show(turn) {
  const { frames, step } = game.told;
  const last = frames.length - 1;
  game.showing = Math.max(0, Math.min(last, turn));
  const now = game.showing, frame = frames[now];
  history.replaceState(null, "", `#games/${game.run}/${game.number}/${now}`);
  at("to-games").href = location.hash;
  at("game-turn").value = now;
  at("game-turn").setAttribute("aria-valuetext", now ? `${step} ${now} of ${last}` : "the deal");
  at("game-where").textContent = now ? `${capital(step)} ${now} of ${last}` : `The deal, before ${step} 1 of ${last}`;
  at("game-line").textContent = now ? `${now}. ${frame.line.trim()}` : capital(frame.line);
  at("game-board").replaceChildren(...board.draw(frame, null));
  for (const [place, item] of [...at("game-log").children].entries()) {
    if (place === now) item.firstChild.setAttribute("aria-current", "step");
    else item.firstChild.removeAttribute("aria-current");
  }
  reveal(at("game-log"), at("game-log").children[now]);
  for (const button of at("game-steps").querySelectorAll("button")) button.disabled = ["first", "back"].includes(button.dataset.step) ? now === 0 : now === last;
  cursor();
  beside();
  playingOn.draw(game.run, game.number, game.told, now);
}

// Scrolls a list to one of its items, and nothing else.
function reveal(list, item) {
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
}

// ---- Chances --------------------------------------------------------------------------------------------------------

// The form that asks for chances, below the curve once there is one; it can be asked for more exactly.
function chances() {
  const { told } = game, mine = game;
  const select = element("select", { id: "game-exact" }, ...exactness.map((each) => element("option", { value: each }, `${each} games a move`)));
  select.value = exactness[1];
  const begin = element("button", { type: "button" }, "Work out the chances");
  const drawing = element("div", {}), place = element("div", { hidden: true });
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  const words = element("p", { class: "note" }, `The chance to win at every ${told.step}, and what turned the game: every relevant move is played on to the end that many times.`);
  const shown = (found) => {
    if (mine !== game) return;
    game.found = found;
    const first = !drawing.children.length;
    drawing.replaceChildren(...curve(found, told));
    if (first) drawing.scrollIntoView({ block: "nearest" });
    cursor();
    beside();
  };
  begin.addEventListener("click", async () => {
    begin.disabled = true;
    problem.hidden = true;
    try {
      const answer = await waiting.result("games-explain", { run: mine.run, number: mine.number, continuations: Number(select.value) }, place, (found) => { if (!mine.found?.whole) shown(found); });
      if (!answer) return;
      shown(answer);
      begin.textContent = "Work them out again";
      words.textContent = `Now: ${select.value} games per move. More games make the intervals narrower.`;
    } catch (failed) {
      if (!(failed instanceof Problem)) throw failed;
      problem.textContent = failed.message;
      problem.hidden = false;
    } finally {
      begin.disabled = false;
    }
  });
  at("game-chances").replaceChildren(drawing, element(
    "div", { class: "ask-chances" },
    element("div", { class: "buttons" }, element("label", { class: "field", for: "game-exact" }, "How exact", select), begin),
    words, place, problem,
  ));
}

function curve(found, told) {
  const turns = Math.max(1, found.turns), even = 100 - 100 / told.frames[0].seats.length;
  const svg = drawn(
    "svg", { viewBox: `0 0 ${turns} 100`, preserveAspectRatio: "none", role: "img", "aria-label": `Chance to win before every ${told.step}; the numbers are next to the board.` },
    drawn("line", { class: "even", x1: 0, x2: turns, y1: even, y2: even }),
    ...found.lines.flatMap((line) => [drawn("polygon", { class: line.role, points: line.band }), drawn("polyline", { class: line.role, points: line.points })]),
    drawn("line", { id: "game-cursor", class: "cursor", y1: 0, y2: 100 }),
  );
  const plot = element("div", { class: "plot" }, svg);
  for (const mark of found.marks) {
    const button = element("button", { type: "button", class: "turning", title: mark.words, "aria-label": `Turning point ${mark.rank}: ${mark.words}` }, String(mark.rank));
    button.style.left = `${mark.across}%`;
    button.style.top = `${mark.down}%`;
    button.addEventListener("click", () => show(mark.moment));
    plot.append(button);
  }
  plot.addEventListener("click", (event) => {
    if (event.target.closest("button")) return;
    const box = plot.getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width) * found.turns));
  });
  const two = found.lines.length === 1;
  const caption = two ? [`The first player’s chance to win, ${told.step} by ${told.step}`] : ["Chances to win: ", ...found.lines.flatMap((line) => [element("span", { class: `legend ${line.role}` }, line.role), " "])];
  const points = found.marks.map((mark) => element("li", {}, element("a", { href: `#games/${game.run}/${game.number}/${mark.moment}` }, mark.words)));
  return [
    element("figure", { class: "curve-of-chances" },
      element("figcaption", {}, ...caption, element("span", { class: "note" }, " shaded: 95 % intervals")),
      element("div", { class: "curve" }, ...[100, 50, 0].map((tick) => element("span", { class: `tick at${tick}` }, `${tick} %`)), plot)),
    element("details", { class: "turned", open: found.whole && points.length > 0 },
      element("summary", {}, found.whole ? "What turned the game" : "Preliminary: other moves are still being played on"),
      points.length ? element("ol", {}, ...points) : element("p", {}, `No single ${told.step} turned the game more than chance explains.`),
      element("ul", {}, ...found.balance.map((each) => element("li", {}, each))),
      element("details", {}, element("summary", {}, "How this is counted"), element("p", { class: "note" }, found.method))),
  ];
}

function cursor() {
  const line = at("game-cursor");
  if (!line) return;
  line.setAttribute("x1", game.showing);
  line.setAttribute("x2", game.showing);
}

// ---- What else could be played -----------------------------------------------------------------------------------

function beside() {
  const now = game.showing;
  const told = (game.found?.whole ? game.found.beside[now] : null) ?? game.looked.get(now);
  at("game-now").replaceChildren(...(game.found ? ["Chance to win now: ", ...game.found.beside[now].now.flatMap(([role, chance, interval], place) => [
    place ? " · " : "", element("span", { class: `legend ${role}` }, role), " ", element("b", {}, chance), interval ? element("span", { class: "note" }, ` (${interval})`) : "",
  ])] : []));
  if (!now) { at("game-else").replaceChildren(); return; }
  const head = element("h3", {}, `What else could be played in ${game.told.step} ${now}?`);
  if (told) { at("game-else").replaceChildren(head, ...choices(told, now)); return; }
  const place = element("div", { hidden: true });
  const look = element("button", { type: "button", id: "game-look" }, "Show the other moves");
  look.addEventListener("click", () => worked(place, look, "games-look", { turn: now }, (found, mine) => { mine.looked.set(now, found); if (mine.showing === now) beside(); }));
  at("game-else").replaceChildren(head, element("div", { class: "buttons" }, look), place);
}

// Works something out beside the board, and says there why it could not be done.
async function worked(place, button, question, said, then) {
  const mine = game;
  button.disabled = true;
  try {
    const found = await waiting.result(question, { run: mine.run, number: mine.number, ...said }, place);
    if (found && mine === game) then(found, mine);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    place.replaceChildren(element("p", { class: "problem" }, problem.message));
    place.hidden = false;
  } finally {
    button.disabled = false;
  }
}

function choices(told, now) {
  if (!told.choices.length) return [element("p", { class: "note" }, "There was only one legal move.")];
  const rows = told.choices.map((choice) => {
    const played = choice.note === "played";
    const on = element("button", { type: "button" }, "What if?");
    on.setAttribute("aria-label", `What if ${choice.move}?`);
    const place = element("div", { class: "gone" });
    const key = `${now} ${choice.number}`;
    if (game.gone.has(key)) place.replaceChildren(...gone(game.gone.get(key)));
    on.addEventListener("click", () => worked(place, on, "games-go", { turn: now, move: choice.number }, (found, mine) => {
      mine.gone.set(key, found);
      place.replaceChildren(...gone(found));
      place.hidden = false;
    }));
    return element(
      "li", { class: choice.note.replace(" ", "-") },
      element("span", { class: "move-words" }, choice.move, choice.note ? element("span", { class: "stamp" }, choice.note) : null),
      element("span", { class: "value" }, element("b", {}, choice.chance), element("span", { class: "note" }, ` ${choice.interval}`)),
      played ? null : on, place,
    );
  });
  return [
    element("p", { class: "note" }, `The ${told.mover} player’s chance to win with each move, and its 95 % interval.`),
    told.better ? element("p", {}, told.better) : null,
    element("ul", { class: "others" }, ...rows),
    told.left_out ? element("details", {}, element("summary", {}, `${told.left_out} more`), command(told.all_moves)) : null,
  ].filter((each) => each !== null);
}

// What comes of another move, in sentences.
function gone(found) {
  return [...found.findings.map((each) => element("p", {}, each)), element("details", {}, element("summary", {}, "On the command line"), command(found.command))];
}

function command(words) {
  const copy = element("button", { type: "button" }, "Copy");
  copy.addEventListener("click", () => navigator.clipboard.writeText(words));
  return element("p", { class: "command-line" }, element("code", {}, words), " ", copy);
}

at("game-steps").addEventListener("click", (event) => {
  const step = event.target.closest("button")?.dataset.step;
  if (step) show(STEPS[step](game.showing));
});
at("game-turn").addEventListener("input", () => show(Number(at("game-turn").value)));
document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || !game || at("room-games").hidden || at("games-game").hidden) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  show(STEPS[step](game.showing));
});

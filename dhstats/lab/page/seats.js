// The form that sets a table: rules, and who sits at each seat.

import { at, element } from "./elements.js";
import { ask } from "./requests.js";
import { onScreen } from "./rules.js";

const PERSON = "person:";
const NAMES = ["Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6"];
const seated = []; // what was chosen before, by seat
let places = null, screen = null, asked = 0, drawn = "";

const plain = (name) => name.replaceAll("_", " ");
const changes = (settings) => Object.keys(settings).length;

// Draws the form again for the rules on the screen of the room of the rules.
export async function draw() {
  screen = onScreen();
  const title = [...at("game").options].find((each) => each.value === screen.game)?.textContent ?? plain(screen.game);
  at("table-title").textContent = `Play a game of ${title}`;
  const chosen = drawn === JSON.stringify(screen) ? at("table-rules").value : "";
  drawn = JSON.stringify(screen);
  await ofRules("");
  const sets = places.sets.map((each) => element("option", { value: `set:${each.name}` }, `${each.name}, ${each.players} player${each.players === 1 ? "" : "s"}`));
  const here = changes(screen.settings);
  const mine = here || !places.sets.some((each) => each.name === screen.rules);
  if (mine) sets.unshift(element("option", { value: "" }, here ? `${screen.rules} with ${here} change${here > 1 ? "s" : ""} from the room Rules` : screen.rules));
  at("table-rules").replaceChildren(...sets);
  at("table-rules").value = mine ? "" : `set:${screen.rules}`;
  if (!mine && chosen !== at("table-rules").value && places.sets.some((each) => `set:${each.name}` === chosen)) await choose(chosen);
}

async function choose(value) {
  at("table-rules").value = value;
  await ofRules(value);
}

export function rules() {
  const value = at("table-rules").value;
  return value ? { game: screen.game, rules: value.replace("set:", ""), settings: {} } : screen;
}

async function ofRules(value) {
  const mine = (asked += 1);
  const found = await ask("table-places", value ? { game: screen.game, rules: value.replace("set:", ""), settings: {} } : screen);
  if (mine !== asked) return;
  places = found;
  at("table-seats").replaceChildren(...places.roles.map(seat));
}

function seat(role, number) {
  const before = seated[number] ?? { who: number ? "" : PERSON, name: NAMES[number] };
  const option = (row) => element("option", { value: row.name }, row.words ? `${plain(row.name)} (${row.words})` : plain(row.name));
  const ready = places.programs.filter((row) => !row.needs), others = places.programs.filter((row) => row.needs);
  const select = element(
    "select", { id: `seat-${number}` },
    element("option", { value: PERSON }, "a person"),
    element("optgroup", { label: "Programs" }, ...ready.map(option)),
    others.length ? element("optgroup", { label: "Programs that train for these rules first" }, ...others.map((row) => element("option", { value: row.name }, `${plain(row.name)}: ${row.needs}`))) : null,
  );
  select.value = places.programs.some((row) => row.name === before.who) || before.who === PERSON ? before.who : places.usual;
  const name = element("input", { id: `name-${number}`, type: "text", maxlength: 40, value: before.name ?? NAMES[number], autocomplete: "off", spellcheck: "false" });
  const named = element("label", { class: "field", for: `name-${number}` }, "Name", name);
  const turned = () => {
    named.hidden = select.value !== PERSON;
    seated[number] = { who: select.value, name: name.value };
  };
  select.addEventListener("change", turned);
  name.addEventListener("input", turned);
  turned();
  return element(
    "div", { class: `seat ${role}` },
    element("label", { class: "field", for: `seat-${number}` }, number ? `${role.charAt(0).toUpperCase()}${role.slice(1)} player` : places.roles.length === 1 ? "The player" : "First player", select), named,
    places.decks.length ? deck(number) : null,
  );
}

function deck(number) {
  const select = element("select", { id: `deck-${number}` }, ...places.decks.map((each) => element("option", { value: each }, plain(each))));
  select.value = places.dealt[number] ?? places.decks[0];
  return element("label", { class: "field", for: `deck-${number}` }, "Deck", select);
}

// What is asked for a table as it is set.
export function wanted() {
  const seats = places.roles.map((_, number) => {
    const who = at(`seat-${number}`).value;
    return who === PERSON ? { person: at(`name-${number}`).value } : { program: who };
  });
  const found = { ...rules(), seats };
  if (places.decks.length) found.decks = places.roles.map((_, number) => at(`deck-${number}`).value);
  for (const key of ["seed", "deal"]) if (at(`table-${key}`).value.trim() !== "") found[key] = at(`table-${key}`).value.trim(); // as text: a number beyond 2**53 would change
  return found;
}

// The programs of the form that have to be trained before they play.
export function untrained() {
  const needed = places.programs.filter((row) => row.needs).map((row) => row.name);
  return [...new Set(places.roles.map((_, number) => at(`seat-${number}`).value).filter((name) => needed.includes(name)))];
}

export const refresh = () => ofRules(at("table-rules").value);

at("table-rules").addEventListener("change", () => ofRules(at("table-rules").value));

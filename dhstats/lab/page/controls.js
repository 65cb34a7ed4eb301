// The rules as controls: a number, a switch, a choice, or words as in a rule file.

import { at, element } from "./elements.js";

const FEW = 12; // keys of a group that stands open

// Draws all groups; `turned(key, value)` is called when somebody turns one.
export function draw(groups, turned) {
  const small = groups.filter((group) => group.keys.length <= FEW);
  const large = groups.filter((group) => group.keys.length > FEW);
  at("keys").replaceChildren(...[...small, ...large].map((group) => drawnGroup(group, turned, group.keys.length <= FEW)));
}

function drawnGroup(group, turned, open) {
  const title = group.title.charAt(0).toUpperCase() + group.title.slice(1);
  const rows = group.keys.map((key) => row(key, turned));
  return element(
    "details", { class: "group", open },
    element("summary", {}, title, " ", element("span", { class: "note" }, `${rows.length}`)), ...rows,
  );
}

function row(key, turned) {
  const id = `key-${key.key}`;
  const control = CONTROLS[key.control](key, id);
  control.dataset.key = key.key;
  control.addEventListener("change", () => turned(key.key, read(key, control)));
  const back = element("button", { type: "button", class: "back", "aria-label": `Back to ${shown(key.value)}`, hidden: true }, `was ${shown(key.value)}`);
  back.addEventListener("click", () => turned(key.key, key.value));
  return element(
    "div", { class: "key", "data-words": `${key.key} ${key.meaning}`.toLowerCase() },
    element("label", { for: id }, key.meaning, element("code", {}, key.key)),
    element("div", { class: "turn" }, control, back),
  );
}

const CONTROLS = {
  number: (key, id) =>
    element("input", { id, type: "number", min: key.low, max: key.high, step: 1, value: key.value, title: `From ${key.low} to ${key.high}` }),
  switch: (key, id) => element("input", { id, type: "checkbox", role: "switch", checked: key.value }),
  choice: (key, id) => {
    const select = element("select", { id }, ...key.choices.map((each) => element("option", { value: each }, each.replaceAll("_", " "))));
    select.value = key.value;
    return select;
  },
  words: (key, id) => element("input", { id, type: "text", value: key.value, title: `Must be ${key.allowed}`, spellcheck: "false" }),
};

function read(key, control) {
  if (key.control === "switch") return control.checked;
  if (key.control === "number" && control.value.trim() !== "" && Number.isInteger(Number(control.value))) return Number(control.value);
  return control.value;
}

export function shown(value) {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value).replaceAll("_", " ");
}

// Sets every control to the values that are changed, and marks those that are.
export function set(groups, values) {
  for (const group of groups) {
    for (const key of group.keys) {
      const control = at(`key-${key.key}`);
      const changed = key.key in values;
      const value = changed ? values[key.key] : key.value;
      if (key.control === "switch") control.checked = value;
      else control.value = value;
      const place = control.closest(".key");
      place.classList.toggle("changed", changed);
      place.querySelector(".back").hidden = !changed;
      if (changed) place.closest("details").open = true;
    }
  }
}

// Shows the keys whose name or meaning has all of the words.
export function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let any = false;
  for (const group of document.querySelectorAll(".group")) {
    let here = false;
    for (const key of group.querySelectorAll(".key")) {
      const fits = words.every((word) => key.dataset.words.includes(word));
      key.hidden = !fits;
      here ||= fits;
    }
    group.hidden = !here;
    if (words.length && here) group.open = true;
    any ||= here;
  }
  at("nothing").hidden = any;
}

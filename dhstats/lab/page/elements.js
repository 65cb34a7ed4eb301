// Elements made of words: nothing that came from a file is ever read as markup.

export const at = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  fill(made, attributes, inside);
  return made;
}

export function drawn(tag, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, attributes, inside);
  return made;
}

function fill(made, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.filter((each) => each !== null));
}

// A number with a true minus, thousands apart.
export function number(value, digits = 0, sign = false) {
  const text = Math.abs(value).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const zero = Number(text.replaceAll(",", "")) === 0;
  if (zero) return text;
  return (value < 0 ? "−" : sign ? "+" : "") + text;
}

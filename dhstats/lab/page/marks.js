// One mark for estimate, interval, range and verdict, everywhere on the page.

import { drawn, number } from "./elements.js";

const WIDTH = 240, HEIGHT = 26, EDGE = 8;

// `estimate` with its interval on a scale that reaches `reach` to both sides of zero, over a strip `band` from one value
// to another: of no difference that matters, or of what is wanted.
export function mark({ estimate, low, high, band = null, reach, unit }) {
  const x = (value) => EDGE + ((Math.max(-reach, Math.min(reach, value)) + reach) / (2 * reach)) * (WIDTH - 2 * EDGE);
  const known = low !== null && high !== null;
  const digits = digitsOf(known ? high - low : reach);
  const words = `${number(estimate, digits, true)} ${unit}` + (known ? `, 95 % interval ${number(low, digits, true)} to ${number(high, digits, true)}` : ", no interval yet");
  const middle = HEIGHT / 2;
  return drawn(
    "svg", { class: "mark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    band ? drawn("rect", { class: "band", x: x(band[0]), y: 3, width: Math.max(2, x(band[1]) - x(band[0])), height: HEIGHT - 6 }) : null,
    drawn("line", { class: "zero", x1: x(0), x2: x(0), y1: 1, y2: HEIGHT - 1 }),
    known ? drawn("line", { class: "interval", x1: x(low), x2: x(high), y1: middle, y2: middle }) : null,
    drawn("circle", { class: known ? "estimate" : "estimate guess", cx: x(estimate), cy: middle, r: 5 }),
  );
}

// The numbers below a mark: the ends of its scale, and no change between them.
export function axis(reach) {
  const digits = Number.isInteger(reach) ? 0 : digitsOf(reach);
  const at = (value, place, anchor) => drawn("text", { x: place, y: 11, "text-anchor": anchor }, value ? number(value, digits, true) : "0");
  return drawn(
    "svg", { class: "axis", viewBox: `0 0 ${WIDTH} 14`, "aria-hidden": "true" },
    at(-reach, EDGE - 6, "start"), at(0, WIDTH / 2, "middle"), at(reach, WIDTH - EDGE + 6, "end"),
  );
}

export function digitsOf(width) {
  if (width >= 20) return 0;
  return width >= 1 ? 1 : 2;
}

// A round number that all of these stay within.
export function reachOf(values) {
  const most = Math.max(...values.map(Math.abs), 1e-9);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((each) => each >= most);
}

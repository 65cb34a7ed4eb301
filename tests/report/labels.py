"""Words in charts that cannot be read well, as a browser sees them."""

# Words that a line or a mark crosses, that stand on other words, that reach out of the picture, or that were cut to the
# same as others. A rim around a word is the word once more, so the same words at one place are one.
SPOILT = """(() => {
  const wrong = [], seen = (each) => each.getAttribute('opacity') !== '0' && each.getClientRects().length;
  const meet = (a, b, x, y) => a.left < b.right - x && a.right > b.left + x && a.top < b.bottom - y && a.bottom > b.top + y;
  for (const figure of document.querySelectorAll('figure.chart')) {
    const svg = figure.querySelector('svg.marks');
    if (!svg || !svg.getClientRects().length) continue;
    const frame = svg.getBoundingClientRect(), name = figure.querySelector('.canvas').id;
    const boxes = (place) => [...svg.querySelectorAll(place)].filter(seen).map(each => each.getBoundingClientRect());
    const texts = [...svg.querySelectorAll('text')].filter(each => seen(each) && each.textContent.trim());
    const lines = boxes('.mark-rule.role-mark line'), dots = boxes('.mark-symbol.role-mark path');
    const strips = boxes('.mark-rect.role-mark path');
    const shown = {}, stood = [];
    for (const text of texts) {
      const box = text.getBoundingClientRect(), words = text.textContent;
      const say = (what) => wrong.push(`${name}: “${words}” ${what}`);
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        say('is cut by the frame');
      if (lines.some(line => meet(line, box, 1, 3))) say('is crossed');
      if (dots.some(dot => meet(dot, box, 1, 3))) say('is under a dot');
      if (strips.some(strip => meet(strip, box, 0, 3) && (strip.left > box.left + 1 || strip.right < box.right - 1)))
        say('stands on the edge of a strip');
      const other = stood.find(each => each.words !== words && meet(each.box, box, 1, 3));
      if (other) say(`stands on “${other.words}”`);
      stood.push({ box, words });
      if (words.endsWith('…')) (shown[words] ||= new Set()).add(JSON.stringify(text.__data__ && text.__data__.text || Math.round(box.top)));
    }
    for (const [words, several] of Object.entries(shown)) if (several.size > 1) wrong.push(`${name}: “${words}” stands for several`);
  }
  return wrong;
})()"""

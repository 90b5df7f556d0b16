// Colours of the stylesheet for what is drawn on a canvas, which knows nothing of tokens.

const TOKENS = ['accent', 'text', 'quiet', 'line', 'surface', 'raised', 'danger', 'warn'];

/** The colours of the page as they are now, by the names that style.css gives them. */
export function colours(names = TOKENS) {
  const probe = document.createElement('span');
  document.body.append(probe);
  const found = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

// What somebody has typed into Submit outlives a reload of the tab. Files do not: a page may not open them again by itself.

const KEY = 'gleaner.draft';
const LONGEST = 1 << 20;
const KEPT = ['name', 'type', 'command', 'shell', 'mode', 'pattern', 'list', 'sendList', 'typed', 'delimiter', 'range', 'options', 'origin',
  'carried', 'kept'];

export function forgetDraft() {
  sessionStorage.removeItem(KEY);
}

/** Too much for the browser to keep is not kept: it is no loss that somebody counts on. */
export function rememberDraft(draft, owner) {
  if (!draft.command && draft.items.length === 0 && !draft.typed && Object.keys(draft.options).length === 0) {
    forgetDraft();
    return;
  }
  const said = Object.fromEntries(KEPT.map((key) => [key, draft[key]]));
  // Those of another job are on the server, and known by their hashes.
  const items = draft.items.filter((item) => !item.file);
  const missing = [...draft.missing, ...draft.items.filter((item) => item.file).map(({path}) => path)];
  const text = JSON.stringify({owner, said: {...said, items, missing: [...new Set(missing)]}});
  try {
    text.length > LONGEST ? forgetDraft() : sessionStorage.setItem(KEY, text);
  } catch {
    forgetDraft();
  }
}

/** @returns {object | null} what a draft is told, if this person left something */
export function recallDraft(owner) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.owner === owner ? kept.said : null;
  } catch {
    return null;
  }
}

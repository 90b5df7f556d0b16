// Files and folders that somebody drops or picks, with their paths; folders with all in them.

const MOST_FILES = 200_000;
const DEEPEST = 64;

/** What was picked in the browser's window for files, or for a folder. */
export const pickedFiles = (input) => [...input.files].map((file) => ({path: file.webkitRelativePath || file.name, file}));

/**
 * What was dropped. To be called while the event is told: later the browser has forgotten it.
 *
 * @returns {Promise<{found: {path: string, file: File}[], unread: string[]}>}
 */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const found = [];
  const unread = [];
  for (const entry of entries) {
    if (entry instanceof File) {
      found.push({path: entry.name, file: entry});
    } else if (entry) {
      await walk(entry, 0, found, unread);
    }
  }
  return {found, unread};
}

async function walk(entry, depth, found, unread) {
  const path = entry.fullPath.replace(/^\//, '');
  if (found.length >= MOST_FILES || depth > DEEPEST) {
    unread.push(path);
    return;
  }
  try {
    if (entry.isFile) {
      found.push({path, file: await new Promise((done, fail) => entry.file(done, fail))});
      return;
    }
    const reader = entry.createReader();
    // The browser tells a hundred at a time, and none at the end.
    for (let some = [null]; some.length > 0; ) {
      some = await new Promise((done, fail) => reader.readEntries(done, fail));
      await Promise.all(some.map((inside) => walk(inside, depth + 1, found, unread)));
    }
  } catch {
    unread.push(path);
  }
}

// Content of tasks as the page may show it. Nothing of it is ever taken for HTML, a script or a style.

/** Pictures that can't hold scripts, by how their content begins. SVG is not among them: it is shown as text. */
const PICTURES = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/bmp', [0x42, 0x4d]],
];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

const begins = (bytes, pattern, at = 0) => pattern.every((byte, i) => bytes[at + i] === byte);

/** The type of a picture that is safe to show; null: it is none. */
export function pictureType(bytes) {
  if (begins(bytes, RIFF) && begins(bytes, WEBP, 8)) {
    return 'image/webp';
  }
  return PICTURES.find(([, pattern]) => begins(bytes, pattern))?.[0] ?? null;
}

/** As text; null if it is none. A piece may end in the middle of a letter. */
export function textOf(bytes, isPiece = false) {
  if (bytes.includes(0)) {
    return null;
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes, {stream: isPiece});
  } catch {
    return null;
  }
}

export function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** So much of a table is shown: a browser draws a million cells for minutes. */
const MOST_COLUMNS = 50;
const MOST_LETTERS = 1_000;

/** The first rows and columns of a CSV or TSV; null if it does not look like one. */
export function tableOf(name, text, most = 200) {
  const separator = /\.tsv$/i.test(name) ? '\t' : /\.csv$/i.test(name) ? ',' : null;
  if (separator === null) {
    return null;
  }
  const rows = [];
  let row = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length && rows.length < most; i++) {
    const letter = text[i];
    if (quoted) {
      if (letter !== '"') {
        cell += letter;
      } else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else {
        quoted = false;
      }
    } else if (letter === '"' && cell === '') {
      quoted = true;
    } else if (letter === separator) {
      if (row.length < MOST_COLUMNS) {
        row.push(cell);
      }
      cell = '';
    } else if (letter === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      row = [];
      cell = '';
    } else {
      cell += letter;
    }
  }
  if (cell !== '' || row.length > 0) {
    rows.push([...row, cell]);
  }
  return rows.length > 0 ? rows.slice(0, most).map((cells) => cells.slice(0, MOST_COLUMNS).map((one) => one.slice(0, MOST_LETTERS))) : null;
}

/** Hands bytes that the page has to the browser as a file; its type makes no browser show it. */
export function saveAs(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes], {type: 'application/octet-stream'}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.split('/').at(-1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

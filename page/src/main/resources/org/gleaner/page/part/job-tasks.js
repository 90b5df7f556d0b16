// Which tasks a job has: one, or one for each file, line, row or number. The same meaning as on the command line.

import {baseName} from './job-words.js';
import {counted, number} from '../words.js';

const MOST_ENTRIES = 1_000_000;
const MOST_COLUMNS = 1_000;
const LONGEST_ENTRY = 65_536;
const LARGEST_NUMBER = 2 ** 53;
const LARGEST_COUNT = 2_147_483_647;
const RANGE = /^(-?[0-9]{1,18})-(-?[0-9]{1,18})(?::([0-9]{1,18}))?(?:%([0-9]{1,9}))?$/;
const COLUMN = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;
export const DELIMITERS = ',;\t|';

/**
 * @typedef {{count: number, columns: string[], value: (ordinal: number) => string, cells: (ordinal: number) => string[],
 *     files?: object[], array?: object, atMost?: number, entries?: object[]}} Tasks ordinals begin with 1; `files` are those of
 *     the tasks, one each; `entries` are sent as they are
 */

const listed = (values, columns = [], rows = null) => ({
  count: values.length,
  columns,
  value: (ordinal) => values[ordinal - 1],
  cells: (ordinal) => rows?.[ordinal - 1] ?? [],
});

/** One task without an entry. */
export const SINGLE = {count: 1, columns: [], value: () => '', cells: () => [], single: true};

/** Entries of another job, as they are. */
export function keptTasks(entries, columns) {
  const value = (entry) => (typeof entry === 'string' ? entry : entry.value);
  return {...listed(entries.map(value), columns, entries.map((entry) => entry.cells ?? [])), entries};
}

/** One task for each file that the pattern means. */
export function fileTasks(files, pattern) {
  const text = pattern.trim();
  if (text === '') {
    throw new Error('Say which files: a pattern such as *.csv or data/*, or click one below.');
  }
  const found = matching(files, text);
  if (found.length === 0) {
    throw new Error(files.length === 0 ? 'Add the files first.' : `None of your files matches ${text}.`);
  }
  return {...listed(found.map((file) => file.path)), files: found};
}

export function lineTasks(text, name) {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    throw new Error(name ? `${name} has no lines.` : 'Type one line for each task, or choose a file.');
  }
  return listed(checked(lines));
}

function checked(values) {
  if (values.length > MOST_ENTRIES) {
    throw new Error(`A list has at most ${number(MOST_ENTRIES)} tasks; this one has ${number(values.length)}.`);
  }
  const long = values.findIndex((value) => value.length > LONGEST_ENTRY);
  if (long >= 0) {
    throw new Error(`Entry ${long + 1} has more than ${number(LONGEST_ENTRY)} characters.`);
  }
  if (values.some((value) => value.includes('\0'))) {
    throw new Error('It has NUL characters, so it is not text.');
  }
  return values;
}

export function rowTasks(text, delimiter) {
  const separator = delimiter || detect(text);
  const rows = parseRows(text, separator);
  if (rows.length === 0) {
    throw new Error('Type a header and a row for each task, or choose a CSV file.');
  }
  const columns = rows[0].cells.map(columnName);
  const unusable = columns.find((column) => !COLUMN.test(column));
  if (unusable !== undefined) {
    throw new Error(`The first line must name the columns: '${unusable}' can't; letters, digits, _ and - can.`);
  }
  if (new Set(columns).size !== columns.length || columns.length > MOST_COLUMNS) {
    throw new Error('The first line must name the columns: two have the same name, or there are more than 1000.');
  }
  const uneven = rows.find((row) => row.cells.length !== columns.length);
  if (uneven) {
    throw new Error(`Line ${uneven.line} has ${counted(uneven.cells.length, 'cell')}, but the header has ${columns.length}.`
      + ' Quote a cell that contains the delimiter.');
  }
  if (rows.length === 1) {
    throw new Error('There are no rows below the header.');
  }
  const cells = rows.slice(1).map((row) => row.cells);
  return listed(checked(cells.map((row) => row.join(separator))), columns, cells);
}

/** A heading as a name: what a table's author puts between its words becomes an underscore. */
export function columnName(heading) {
  const name = heading.trim().replace(/[\s()[\]/.:%#]+/g, '_');
  return name.length > 1 && name.endsWith('_') ? name.slice(0, -1) : name;
}

/** What separates the words of the first line most often, outside of quotes. */
function detect(text) {
  const counts = new Map([...DELIMITERS].map((one) => [one, 0]));
  let quoted = false;
  for (const c of text) {
    if (c === '"') {
      quoted = !quoted;
    } else if ((c === '\n' || c === '\r') && !quoted) {
      break;
    } else if (!quoted && counts.has(c)) {
      counts.set(c, counts.get(c) + 1);
    }
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function parseRows(text, separator) {
  const rows = [];
  let cells = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  let line = 1;
  let began = 1;
  const endRow = () => {
    if (cells.length > 0 || cell !== '' || wasQuoted) {
      rows.push({line: began, cells: [...cells, cell]});
    }
    cells = [];
    cell = '';
    wasQuoted = false;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') {
        cell += c;
        line += c === '\n' ? 1 : 0;
      } else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else {
        quoted = false;
      }
    } else if (c === '"' && cell === '' && !wasQuoted) {
      quoted = true;
      wasQuoted = true;
    } else if (c === separator) {
      cells.push(cell);
      cell = '';
      wasQuoted = false;
    } else if (c === '\n' || c === '\r') {
      endRow();
      i += c === '\r' && text[i + 1] === '\n' ? 1 : 0;
      began = ++line;
    } else {
      cell += c;
    }
  }
  if (quoted) {
    throw new Error(`It is not CSV: a quote of line ${began} is not closed.`);
  }
  endRow();
  return rows;
}

/** One task for each number of 1-1000 or 0-90:10, at most N at once with %N. */
export function rangeTasks(typed) {
  const text = typed.replace(/\s+/g, '');
  const match = RANGE.exec(text);
  if (!match) {
    throw new Error(notARange(text));
  }
  const [first, last, step] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 1)];
  const atMost = match[4] === undefined ? undefined : Number(match[4]);
  if (atMost === 0) {
    throw new Error('The number after % is how many tasks may run at once; it must be at least 1.');
  }
  if (step < 1) {
    throw new Error(`The step of ${text} is 0; it must be at least 1.`);
  }
  if (last < first) {
    throw new Error(`${text} counts down; write the smaller number first: ${last}-${first}.`);
  }
  const count = Math.floor((last - first) / step) + 1;
  if (first < -LARGEST_NUMBER || last > LARGEST_NUMBER || count > LARGEST_COUNT) {
    throw new Error(`The range ${text} is too large.`);
  }
  return {
    count,
    columns: [],
    value: (ordinal) => String(first + (ordinal - 1) * step),
    cells: () => [],
    array: {first, last, step},
    atMost,
  };
}

function notARange(text) {
  if (text === '') {
    return 'Say which numbers: a range such as 1-1000, or 0-90:10 for every tenth.';
  }
  if (/^[0-9]+$/.test(text)) {
    return `'${text}' is one number; write 1-${text} for ${text} tasks.`;
  }
  return text.includes(',')
    ? `'${text}' is a list; choose "One for each line" and put its values there, one per line.`
    : `'${text}' is not a range such as 1-1000 or 0-90:10.`;
}

/** In the order of their names as bytes, as on the command line. */
export function comparePaths(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] !== b[i]) {
      return a.codePointAt(i) - b.codePointAt(i);
    }
  }
  return a.length - b.length;
}

/** The files that a pattern means, as in a shell; ** stands for any directories. */
export function matching(files, pattern) {
  const literal = /[*?]/.test(pattern) ? undefined : files.find((file) => file.path === pattern.replace(/^\.\//, ''));
  if (literal) {
    return [literal];
  }
  const parts = pattern.replace(/^\.\//, '').split(/\/+/).map(partOf);
  return files.filter((file) => fits(file.path.split('/'), 0, parts, 0)).sort((a, b) => comparePaths(a.path, b.path));
}

function fits(names, at, parts, part) {
  if (part === parts.length) {
    return at === names.length;
  }
  if (parts[part] === null) {
    const deeper = at < names.length - 1 && !names[at].startsWith('.') && fits(names, at + 1, parts, part);
    return deeper || fits(names, at, parts, part + 1);
  }
  return at < names.length && parts[part](names[at]) && fits(names, at + 1, parts, part + 1);
}

/** @returns a test for one name; null for ** */
function partOf(part) {
  if (part === '**') {
    return null;
  }
  if (!/[*?[{]/.test(part)) {
    return (name) => name === part;
  }
  const glob = new RegExp(`^${globOf(part)}$`, 'u');
  return (name) => glob.test(name) && (part.startsWith('.') || !name.startsWith('.'));
}

function globOf(part) {
  let regex = '';
  let groups = 0;
  for (let i = 0; i < part.length; i++) {
    const c = part[i];
    const close = c === '[' ? part.indexOf(']', i + 2) : -1;
    if (c === '*' || c === '?') {
      regex += c === '*' ? '.*' : '.';
    } else if (close > 0) {
      const inside = part.slice(i + 1, close).replace(/[\\\]^[]/g, '\\$&');
      regex += `[${inside.startsWith('!') ? `^${inside.slice(1)}` : inside}]`;
      i = close;
    } else if (c === '{') {
      regex += '(?:';
      groups++;
    } else if (c === '}' && groups > 0) {
      regex += ')';
      groups--;
    } else if (c === ',' && groups > 0) {
      regex += '|';
    } else {
      const letter = c === '\\' && i + 1 < part.length ? part[++i] : c;
      regex += letter.replace(/[\\^$.*+?()[\]{}|/-]/g, (one) => (one === '-' ? '-' : `\\${one}`));
    }
  }
  if (groups > 0 || (part.includes('[') && !part.includes(']'))) {
    throw new Error(`${part} is not a pattern: write it as in a shell, *.csv, run-[0-9].txt or data/**/*.in.`);
  }
  return regex;
}

/** Patterns that somebody may mean by "these files", with how many each means. */
export function patternsFor(files, most = 6) {
  const counts = new Map();
  for (const {path} of files) {
    const name = baseName(path);
    const folder = path.slice(0, path.length - name.length);
    const dot = name.lastIndexOf('.');
    for (const pattern of dot > 0 ? [`${folder}*${name.slice(dot)}`, `${folder}*`] : [`${folder}*`]) {
      if (pattern !== '*' && !name.startsWith('.')) {
        counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
      }
    }
  }
  return [...counts]
    .filter(([pattern, n]) => !pattern.endsWith('/*') || ![...counts].some(([other, m]) => other !== pattern && other.startsWith(pattern) && m === n))
    .sort((a, b) => b[1] - a[1] || comparePaths(a[0], b[0]))
    .slice(0, most);
}

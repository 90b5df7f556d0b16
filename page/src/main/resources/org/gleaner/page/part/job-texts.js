// The same job for the command line and as a job file.

import {comparePaths} from './job-tasks.js';
import {quoteWord} from './job-words.js';

const WIDTH = 100;

/** Names for `in`: a folder stands for all in it, if all of it is for every task. */
export function inputNames(shared, items) {
  const names = [];
  const here = new Set(shared);
  const others = items.filter((item) => !here.has(item));
  const isWhole = (folder) => !others.some(({path}) => path.startsWith(folder));
  const folders = new Map();
  for (const {path} of shared) {
    const slash = path.indexOf('/');
    const folder = slash < 0 ? null : path.slice(0, slash + 1);
    if (folder !== null && !folders.has(folder)) {
      folders.set(folder, isWhole(folder));
    }
    names.push(folder !== null && folders.get(folder) ? folder.slice(0, -1) : literal(path));
  }
  return [...new Set(names)].sort(comparePaths);
}

/** A name that a pattern would take for itself and others. */
const literal = (path) => (/[*?]/.test(path) ? path.replace(/[*?[{]/g, '\\$&') : path);

/** @returns {[string, string | string[] | true][]} keys with their texts, in the order in which one reads them */
function pairsOf(draft) {
  const pairs = [];
  const say = (key, value) => value && value.length !== 0 && pairs.push([key, value]);
  say('name', draft.name.trim());
  say('type', draft.type.trim());
  const {mode} = draft;
  if (mode === 'file') {
    say('each', draft.pattern.trim());
  } else if (mode === 'line' || mode === 'row') {
    say(`each-${mode}`, draft.list || draft.typedName);
    say('delimiter', mode === 'row' && (draft.delimiter === '\t' ? 'tab' : draft.delimiter));
  } else if (mode === 'range') {
    say('array', draft.range.replace(/\s+/g, ''));
  }
  say('in', inputNames(draft.shared, draft.items));
  for (const [{key, kind}, tidy] of draft.said) {
    say(key, kind.flag ? true : tidy);
  }
  say('no-check', Boolean(draft.options['no-check']));
  return pairs;
}

/** What a person must know before they use one of the texts. */
export function notesOf(draft) {
  const notes = ['Run it in a directory that holds your files.'];
  if ((draft.mode === 'line' || draft.mode === 'row') && !draft.list) {
    notes.push(`Save the list of tasks there as ${draft.typedName}.`);
  }
  const programs = draft.travelling.filter((item) => draft.isExecutable(item)).map(({path}) => path);
  if (programs.length > 0) {
    notes.push(`Make programs executable: chmod +x ${programs.slice(0, 3).map(quoteWord).join(' ')}${programs.length > 3 ? ' …' : ''}`);
  }
  return notes;
}

export function commandLineOf(draft) {
  const words = ['gleaner submit'];
  for (const [key, value] of pairsOf(draft)) {
    for (const text of Array.isArray(value) ? value : [value]) {
      words.push(text === true ? `--${key}` : text.startsWith('-') ? `--${key}=${quoteWord(text)}` : `--${key} ${quoteWord(text)}`);
    }
  }
  if (draft.shell) {
    words.push(`--shell ${quoteWord(draft.command)}`);
  } else {
    words.push(...(draft.words[0]?.startsWith('-') ? ['--'] : []), draft.words.map(quoteWord).join(' '));
  }
  let line = '';
  const lines = [];
  for (const word of words) {
    if (line && line.length + word.length > WIDTH) {
      lines.push(`${line} \\`);
      line = '   ';
    }
    line += line ? ` ${word}` : word;
  }
  return [...lines, line].join('\n');
}

/** A text as TOML takes it: JSON's escapes are among its own, but for the delete character. */
const quoted = (text) => JSON.stringify(text).replaceAll('\x7f', '\\u007F');

export function jobFileOf(draft) {
  const lines = ['# gleaner submit -f job.toml'];
  const value = (one) => (one === true ? 'true' : Array.isArray(one) ? `[${one.map(quoted).join(', ')}]` : quoted(one));
  const command = draft.shell ? ['shell', draft.command] : ['command', draft.words];
  for (const [key, one] of [...pairsOf(draft), command]) {
    lines.push(`${key} = ${value(one)}`);
  }
  return `${lines.join('\n')}\n`;
}

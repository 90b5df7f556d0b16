// Slips that would make every task fail, caught before anything starts; the command line catches the same.

import {columnName} from './job-tasks.js';
import {LAUNCHERS, nearest, scriptAt} from './job-words.js';

const OF_ENTRY = ['{}', '{.}', '{/}', '{/.}'];
const OPERATORS = new Set(['|', '||', '&&', '>', '>>', '<', '2>', '2>&1', '&>']);
const SOURCES = new Set([':::', '::::', ':::+', '::::+']);
const NAMED = /\{([A-Za-z_][^{}]*)\}/g;
const SCRIPT = /\.(py|sh|bash|r|jl|pl|rb|js|m|lua|php|jar|exe|bat|ps1)$/i;
const LONGEST_PATH = 1024;
const LONGEST_PART = 255;
const ENCODER = new TextEncoder();

const plain = (word) => word.replace(/^(\.\/)+/, '');

/** Why a file of this name can't travel; empty: it can. */
export function wrongName(path) {
  const parts = path.split('/');
  if (path.length > LONGEST_PATH || parts.some((part) => ENCODER.encode(part).length > LONGEST_PART)) {
    return 'Its name is too long.';
  }
  if (/[\\\x00-\x1f\x7f]/.test(path) || path.includes('\ufffd') || path.isWellFormed?.() === false) {
    return 'Its name has a backslash, a control character or something that is not text.';
  }
  if (/^[A-Za-z]:/.test(path) || parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'Its name can’t be used on other machines.';
  }
  return '';
}

/** A job without a list has no entry, so {} would become an empty word. */
function checkEntries(texts, tasks, add) {
  if (!tasks.single) {
    return;
  }
  for (const [field, text] of texts) {
    const placeholder = OF_ENTRY.find((one) => text.includes(one));
    if (placeholder) {
      add({field, what: `${placeholder} stands for a task’s file, line or number, but this job has just one task.`,
        next: 'Choose one task for each file, line, row or number above, or remove it from the command.'});
      return;
    }
  }
}

/** With columns, a word in braces that is none of them is a slip. */
function checkColumns(texts, {columns}, add) {
  if (columns.length === 0) {
    return;
  }
  for (const [field, text] of texts) {
    for (const [, name] of text.matchAll(NAMED)) {
      const column = columnName(name);
      const meant = /^[A-Za-z0-9_-]+$/.test(name) || columns.includes(column);
      if (meant && !columns.includes(name)) {
        const near = columns.includes(column) ? column : nearest(name, columns);
        add({field, what: `There is no column {${name}}. The columns are ${columns.join(', ')}.`,
          next: near ? `Did you mean {${near}}?` : ''});
        return;
      }
    }
  }
}

/** Commands that were written for a shell, or for another program. */
function checkShape(words, {items}, add) {
  if (words[0].includes(' ') && !items.some(({path}) => path === plain(words[0]))) {
    add({field: 'command', what: `The quotes make one word of it, so a program called '${words[0]}' would be looked for.`,
      next: 'Remove the quotes, or let a shell run it.', fix: 'shell'});
    return;
  }
  for (const word of words) {
    if (SOURCES.has(word)) {
      add({field: 'command', what: `${word} is GNU parallel syntax and would be passed to the command as it is.`,
        next: 'Say above what makes the tasks.'});
      return;
    }
    if (OPERATORS.has(word)) {
      add({field: 'command', what: `No shell runs the command, so '${word}' would be a plain argument.`,
        next: 'To pipe or redirect, let a shell run it.', fix: 'shell'});
      return;
    }
  }
}

/** Files that the command names and that do not travel, or can't be run. */
function checkFiles(draft, words, add) {
  const {items, travelling, outputs} = draft;
  const isHere = (name) => items.some(({path}) => path === name);
  const isFolder = (name) => items.some(({path}) => path.startsWith(`${name}/`));
  const comes = (name) => travelling.some(({path}) => path === name || path.startsWith(`${name}/`));
  for (const [i, word] of words.entries()) {
    if ((i === 0 && !word.includes('/')) || word.includes('{')) {
      continue;
    }
    for (const text of [word, word.indexOf('=') > 0 ? word.slice(word.indexOf('=') + 1) : '']) {
      const name = plain(text).replace(/\/$/, '');
      if (name && (isHere(name) || isFolder(name)) && !comes(name)) {
        add({field: 'command', what: `${text} would not be sent: it is only the list of tasks.`,
          next: 'Tick "Send it to every task too" above.'});
        return;
      }
    }
  }
  checkProgram(words[0], {isHere, draft}, add);
  const script = LAUNCHERS.has(words[0]) ? scriptAt(words, 1) : -1;
  const name = script > 0 ? plain(words[script]) : '';
  if (SCRIPT.test(name) && !name.startsWith('/') && !comes(name) && !name.includes('{') && !outputs.includes(name)) {
    add({field: 'command', what: `${words[script]} is not among your files, so tasks would not find it.`,
      next: 'Add it above. If the machines have their own copy, skip the checks under More options.'});
  }
}

function checkProgram(program, {isHere, draft}, add) {
  const name = plain(program);
  if (!program.includes('/')) {
    if (isHere(program)) {
      add({field: 'command', what: `${program} is one of your files, but machines look for an installed program of that name.`,
        next: `Write ./${program} to run the file.`, fix: 'dot'});
    }
  } else if (isHere(name)) {
    if (!draft.isExecutable(draft.items.find(({path}) => path === name))) {
      add({field: 'command', what: `${program} is not marked as a program, so no machine could start it.`,
        next: `Tick "Program" beside it above, or name its interpreter: sh ${program}.`});
    }
  } else if (!/^[/~]/.test(program) && !program.includes('{')) {
    add({field: 'command', what: `${program} is not among your files, so tasks would not find it.`,
      next: 'Add it above. If the machines have their own copy, skip the checks under More options.'});
  }
}

/** @param {object} draft with words, tasks, items, travelling, options and outputs; `add` gets {field, what, next, fix} */
export function checkJob(draft, add) {
  const {words, tasks, outputs} = draft;
  const names = draft.said.filter(([{place}]) => place === 'outputs').flatMap(([{key}, all]) => all.map((name) => [key, name]));
  const texts = [...words.map((word) => ['command', word]), ...names];
  if (tasks) {
    checkEntries(texts, tasks, add);
  }
  if (draft.options['resume-partial'] && (outputs.length === 0 || draft.options.cwd)) {
    add({field: 'resume-partial', what: outputs.length === 0
      ? 'There is nothing to resume from: no file is brought back.' : 'In a shared directory the files stay where they are.'});
  }
  const saidOf = (key) => draft.said.find(([field]) => field.key === key)?.[2];
  const signal = saidOf('signal');
  if (signal && !(saidOf('time') > signal.ms)) {
    add({field: 'signal', what: 'It is sent before the time limit, so give a longer time limit.'});
  }
  if (saidOf('time') && saidOf('expect') > saidOf('time')) {
    add({field: 'expect', what: 'No task runs that long: the time limit is shorter.'});
  }
  if (draft.options['no-check']) {
    return;
  }
  if (tasks) {
    checkColumns(texts, tasks, add);
  }
  if (words.length > 0) {
    checkShape(words, draft, add);
    if (!draft.carried.workplace?.archives && !draft.options.cwd && !draft.carried.turn?.after && !saidOf('in-from')) {
      checkFiles(draft, words, add);
    }
  }
}

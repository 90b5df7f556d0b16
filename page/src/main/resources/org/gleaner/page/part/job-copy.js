// A draft out of a job that was submitted before: its files by their hashes, so that nothing is sent again.

import {api} from '../api.js';
import {AFTER, at, FIELDS, take} from './job-fields.js';
import {comparePaths, DELIMITERS, matching, patternsFor} from './job-tasks.js';
import {joinWords, typeOf, typeOfShellLine} from './job-words.js';

const ENTRIES_AT_ONCE = 10_000;
const MOST_ENTRIES = 1_000_000;

const itemOf = (file) => ({...file, sent: file.size, executable: Boolean(file.executable)});

/** @returns what a draft is told; `carried` is what no field shows */
export async function copyOf(id, signal) {
  const {spec: whole} = await api.get(`jobs/${id}`, {}, signal);
  const spec = structuredClone(whole);
  const columns = take(spec, 'columns') ?? [];
  const array = take(spec, 'array');
  const entries = array?.listed ? await entriesOf(id, signal) : [];
  const shell = take(spec, 'shell');
  const words = take(spec, 'command') ?? [];
  const [name, type] = [take(spec, 'name'), take(spec, 'type')];
  const items = (take(spec, 'inputs') ?? []).map(itemOf).sort((a, b) => comparePaths(a.path, b.path));
  const usual = shell === undefined ? typeOf(words) : typeOfShellLine(shell);
  delete spec.origin;
  // The page adds no tasks: what is submitted again is what it has.
  delete spec.growing;
  if (Date.parse(spec.turn?.deadline) <= Date.now()) {
    delete spec.turn.deadline;
  }
  const step = array?.step > 1 ? `:${array.step}` : '';
  return {
    command: shell ?? joinWords(words),
    shell: shell !== undefined,
    name: name === type ? '' : name,
    type: type === usual ? '' : type,
    items,
    origin: id,
    options: optionsOf(spec),
    ...(array?.first === undefined ? {} : {mode: 'range', range: `${array.first}-${array.last}${step}`}),
    ...(entries.length > 0 ? listOf(entries, columns, items) : {}),
    carried: spec,
  };
}

async function entriesOf(id, signal) {
  const all = [];
  for (let from = 1; from && all.length < MOST_ENTRIES; ) {
    const page = await api.get(`jobs/${id}/entries`, {from, limit: ENTRIES_AT_ONCE}, signal);
    all.push(...page.entries);
    from = page.next;
  }
  return all;
}

/** Takes out of the description what fields show. */
function optionsOf(spec) {
  const options = {};
  const outputs = take(spec, 'outputs') ?? [];
  options.out = joinWords(outputs.filter((file) => !file.optional).map(({path}) => path));
  options['out-optional'] = joinWords(outputs.filter((file) => file.optional).map(({path}) => path));
  optionsOfAfter(spec, options);
  const {signal: name, signalMs: ms, ...limits} = spec.limits ?? {};
  if (name) {
    spec.limits = {...limits, signal: {name, ms}};
  }
  for (const {key, place, kind, otherwise} of FIELDS) {
    const value = at(spec, place);
    if (place !== 'outputs' && place !== AFTER && value !== undefined) {
      take(spec, place);
      if (value !== otherwise) {
        options[key] = kind.write(value);
      }
    }
  }
  return options;
}

/** Each job that is waited for has the field that says how; if one of them fits none, all are carried as they are. */
function optionsOfAfter(spec, options) {
  // Files of a job that is waited for task by task are said in two fields.
  const after = (at(spec, AFTER) ?? []).flatMap(({files, ...one}) => (files && one.each ? [one, {job: one.job, files}] : [files ? {...one, files} : one]));
  const fields = FIELDS.filter(({place}) => place === AFTER);
  if (after.every((one) => fields.some(({kind}) => kind.owns(one)))) {
    for (const {key, kind} of fields) {
      options[key] = kind.write(after.filter(kind.owns));
    }
    take(spec, AFTER);
  }
}

/** Entries as what somebody would have typed or added, if that says all; else they stay as they are. */
function listOf(entries, columns, items) {
  const texts = entries.map((entry) => (typeof entry === 'string' ? {value: entry} : entry));
  if (columns.length === 0 && texts.every(({files}) => files?.length === 1)) {
    const own = texts.map(({files: [file]}) => itemOf(file));
    const all = [...items, ...own];
    const pattern = patternsFor(own).map(([one]) => one)
      .find((one) => matching(all, one).map(({path}) => path).join('\n') === texts.map(({value}) => value).join('\n'));
    if (pattern) {
      return {mode: 'file', pattern, items: all.sort((a, b) => comparePaths(a.path, b.path))};
    }
  }
  const kept = {mode: 'kept', kept: {entries, columns}};
  if (texts.some(({value, files}) => files?.length || /[\r\n]/.test(value) || value.trim() === '')) {
    return kept;
  }
  if (columns.length === 0) {
    return {mode: 'line', typed: texts.map(({value}) => value).join('\n')};
  }
  const delimiter = [...DELIMITERS].find((one) => texts.every(({value, cells}) => value === cells.join(one)));
  if (delimiter === undefined) {
    return kept;
  }
  const cell = (text) => (/[",;|\t]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = [columns, ...texts.map(({cells}) => cells)].map((row) => row.map(cell).join(delimiter));
  return {mode: 'row', delimiter, typed: rows.join('\n')};
}

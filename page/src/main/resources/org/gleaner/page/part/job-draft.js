// A job that somebody is describing: what they typed and added, what follows from it, and how it is handed in.

import {call, Unreachable} from '../api.js';
import {checkJob, wrongName} from './job-check.js';
import {copyOf} from './job-copy.js';
import {AFTER, at, mergeAfter, put, readFields} from './job-fields.js';
import {comparePaths, fileTasks, keptTasks, lineTasks, patternsFor, rangeTasks, rowTasks, SINGLE} from './job-tasks.js';
import {splitWords, typeOf, typeOfShellLine} from './job-words.js';
import {Uploads} from './upload.js';
import {number} from '../words.js';

const LARGEST_LIST = 64 << 20;
const MOST_FILES = 100_000;
const MOST_TRIES = 600;
const PAUSE_MS = 1_000;
const FEW = 1_000;
/** How programs begin: #!, ELF, Windows, macOS. */
const PROGRAMS = [[0x23, 0x21], [0x7f, 0x45, 0x4c, 0x46], [0x4d, 0x5a], [0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe]];

const EMPTY = {
  name: '', type: '', command: '', shell: false,
  /** one, file, line, row, range; kept: the entries of another job as they are */
  mode: 'one',
  pattern: '', list: '', sendList: false, typed: '', delimiter: '', range: '1-100',
  options: {}, items: [], carried: {}, origin: null, kept: null,
  /** Names of files that were there before the page was reloaded. */
  missing: [],
  /** Problems that the server found, by field. */
  refused: [], pressed: false,
};

/** Tells "changed" when something was said, and "progress" while files travel. */
export class JobDraft extends EventTarget {
  uploads = new Uploads();
  /** Most tasks that the server accepts in one job. */
  mostTasks = Infinity;
  #listText = null;
  #listOf = null;
  #patterns = [];
  #patternsOf = null;
  #key = null;
  #sent = null;

  constructor() {
    super();
    this.uploads.addEventListener('progress', () => this.dispatchEvent(new Event('progress')));
    this.reset();
  }

  reset() {
    this.uploads.remove((this.items ?? []).filter((item) => item.file && !item.hash));
    this.set({...EMPTY, options: {}, items: [], carried: {}});
  }

  /** Says something; what the server had against it may be settled by that. */
  set(patch) {
    Object.assign(this, {refused: []}, patch);
    this.#derive();
    this.dispatchEvent(new CustomEvent('changed', {detail: {said: true}}));
  }

  /** More is known of what was said before. */
  #learn() {
    this.#derive();
    this.dispatchEvent(new CustomEvent('changed', {detail: {said: false}}));
  }

  option(key, value) {
    this.set({options: {...this.options, [key]: value}});
  }

  /** @param {{path: string, file: File}[]} found one of the same name takes the place of the old one */
  add(found) {
    const fresh = new Map(found.map(({path, file}) => [path, {path, file, size: file.size, executable: null}]));
    const replaced = this.items.filter((item) => fresh.has(item.path));
    const items = [...this.items.filter((item) => !fresh.has(item.path)), ...fresh.values()];
    this.uploads.remove(replaced.filter((item) => item.file));
    if (replaced.some((item) => item.path === this.list)) {
      this.#listOf = null;
    }
    for (const item of fresh.values()) {
      item.wrong = wrongName(item.path);
    }
    this.uploads.add([...fresh.values()].filter((item) => !item.wrong));
    items.sort((a, b) => comparePaths(a.path, b.path));
    this.set({items, missing: this.missing.filter((path) => !fresh.has(path))});
    if (this.mode === 'file' && !this.pattern && this.patterns.length > 0) {
      this.set({pattern: this.patterns[0][0]});
    }
    if (fresh.size <= FEW) {
      this.#lookAt([...fresh.values()]);
    }
  }

  remove(gone) {
    const all = new Set(gone);
    this.uploads.remove(gone.filter((item) => item.file));
    const items = this.items.filter((item) => !all.has(item));
    this.set({items, list: items.some(({path}) => path === this.list) ? this.list : ''});
  }

  /** Programs tell themselves by how they begin; the browser does not say what may be run. */
  async #lookAt(items) {
    for (const item of items) {
      try {
        const head = new Uint8Array(await item.file.slice(0, 4).arrayBuffer());
        item.looks = PROGRAMS.some((magic) => magic.every((byte, i) => head[i] === byte));
      } catch {
        item.looks = false;
      }
    }
    this.#learn();
  }

  isExecutable(item) {
    const isProgram = this.words[0]?.includes('/') && this.words[0].replace(/^(\.\/)+/, '') === item.path;
    return item.executable ?? (item.looks || isProgram || false);
  }

  /** Whether it only says which tasks there are, and goes to none. */
  isListOnly(item) {
    return (this.mode === 'line' || this.mode === 'row') && item.path === this.list && !this.sendList;
  }

  sendFailed() {
    this.items.filter((item) => item.failure && item.file).forEach((item) => this.uploads.again(item));
    this.dispatchEvent(new Event('progress'));
  }

  #derive() {
    this.problems = [];
    const add = (problem) => this.problems.push(problem);
    this.words = [];
    if (this.command.trim() === '') {
      add({field: 'command', what: 'Type the command that each task runs.', missing: true});
    } else if (!this.shell) {
      try {
        this.words = splitWords(this.command);
        if (this.words.length === 0 || this.words[0] === '') {
          add({field: 'command', what: 'It begins with #, so nothing would run.'});
          this.words = [];
        }
      } catch (failure) {
        add({field: 'command', what: failure.message});
      }
    }
    try {
      this.tasks = this.#tasksOf();
      if (this.tasks.count > this.mostTasks) {
        throw new Error(`That makes ${number(this.tasks.count)} tasks; this server accepts at most ${number(this.mostTasks)} in one job.`);
      }
    } catch (failure) {
      this.tasks = null;
      add({field: 'tasks', what: failure.message, missing: this.#isListMissing()});
    }
    this.own = new Set(this.tasks?.files ?? []);
    this.travelling = this.items.filter((item) => !this.isListOnly(item));
    this.shared = this.travelling.filter((item) => !this.own.has(item));
    if (this.shared.length > MOST_FILES) {
      add({field: 'files', what: `A job has at most ${MOST_FILES} files for every task; there are ${this.shared.length}.`});
    }
    this.said = readFields(this.options, add);
    this.outputs = this.said.filter(([field]) => field.place === 'outputs').flatMap(([, names]) => names);
    checkJob(this, add);
  }

  #tasksOf() {
    switch (this.mode) {
      case 'file':
        return fileTasks(this.items, this.pattern);
      case 'line':
        return lineTasks(this.#text(), this.list);
      case 'row':
        return rowTasks(this.#text(), this.delimiter);
      case 'range':
        return rangeTasks(this.range);
      case 'kept':
        return keptTasks(this.kept.entries, this.kept.columns);
      default:
        return SINGLE;
    }
  }

  /** Nothing is wrong yet: it was only not said. */
  #isListMissing() {
    return this.list ? this.#listText === null : this.mode === 'file' ? this.pattern === '' : this.mode !== 'range' && this.typed === '';
  }

  /** Of the list of tasks; a file is read once. */
  #text() {
    const item = this.items.find(({path}) => path === this.list);
    if (!item) {
      return this.typed;
    }
    if (!item.file) {
      throw new Error(`${item.path} came from job ${this.origin}, so its lines are not known here. Add the file again.`);
    }
    if (item.size > LARGEST_LIST) {
      throw new Error(`${item.path} is too large to be read here. Submit it with the command line.`);
    }
    if (this.#listOf !== item) {
      this.#listOf = item;
      this.#listText = null;
      this.#read(item);
    }
    if (this.#listText instanceof Error) {
      throw this.#listText;
    }
    if (this.#listText === null) {
      throw new Error(`Reading ${item.path} …`);
    }
    return this.#listText;
  }

  async #read(item) {
    let text;
    try {
      text = new TextDecoder('utf-8', {fatal: true}).decode(await item.file.arrayBuffer());
    } catch (failure) {
      text = new Error(failure instanceof TypeError ? `${item.path} is not UTF-8 text; save it as UTF-8.`
        : `${item.path} can’t be read. Remove it and add it again.`);
    }
    if (this.#listOf === item) {
      this.#listText = text;
      this.#learn();
    }
  }

  /** What may be meant by "these files", with how many each means. */
  get patterns() {
    if (this.#patternsOf !== this.items) {
      this.#patternsOf = this.items;
      this.#patterns = patternsFor(this.items);
    }
    return this.#patterns;
  }

  /** Under this name the typed list would be a file. */
  get typedName() {
    return this.mode === 'row' ? 'rows.csv' : 'lines.txt';
  }

  /** Bytes that travel, and those that have arrived. */
  get progress() {
    let [sent, all] = [0, 0];
    for (const item of this.travelling) {
      sent += item.file ? item.sent ?? 0 : item.size;
      all += item.size;
    }
    return {sent, all, files: this.travelling.filter((item) => !item.hash).length};
  }

  get failed() {
    return this.travelling.filter((item) => item.wrong || item.failure);
  }

  get defaultType() {
    if (this.shell) {
      return this.name.trim() || typeOfShellLine(this.command);
    }
    return this.words.length > 0 ? typeOf(this.words) : '';
  }

  #frame() {
    const spec = structuredClone(this.carried);
    const type = this.type.trim() || this.defaultType;
    spec.name = this.name.trim() || type;
    spec.type = type;
    if (this.shell) {
      spec.shell = this.command;
    } else {
      spec.command = this.words;
    }
    for (const [{key, place}, , value] of this.said) {
      if (place === 'outputs') {
        const outputs = value.map((path) => ({path: path.length > 1 ? path.replace(/\/$/, '') : path, optional: key !== 'out'}));
        spec.outputs = [...(spec.outputs ?? []), ...outputs];
      } else if (place === AFTER) {
        put(spec, place, mergeAfter(at(spec, place) ?? [], value, key));
      } else {
        put(spec, place, value);
      }
    }
    const signal = at(spec, 'limits/signal');
    if (signal?.ms) {
      spec.limits = {...spec.limits, signal: signal.name, signalMs: signal.ms};
    }
    if (this.tasks.atMost && !at(spec, 'limits/atMost')) {
      put(spec, 'limits/atMost', this.tasks.atMost);
    }
    if (this.tasks.columns.length > 0) {
      spec.columns = this.tasks.columns;
    }
    if (this.tasks.array) {
      spec.array = this.tasks.array;
    }
    return spec;
  }

  #input = (item) => ({
    path: item.path, hash: item.hash, size: item.size, ...(this.isExecutable(item) ? {executable: true} : {}),
  });

  /** What the server is asked about before it is submitted; null: too little is said yet. */
  question() {
    if (!this.tasks || (this.shell ? this.command.trim() === '' : this.words.length === 0)) {
      return null;
    }
    const spec = this.#frame();
    const inputs = this.shared.filter((item) => item.hash).slice(0, FEW);
    if (inputs.length > 0) {
      spec.inputs = inputs.map(this.#input);
    }
    if (!this.tasks.single && !this.tasks.array) {
      spec.array = {listed: this.tasks.count};
    }
    return spec;
  }

  submission() {
    const spec = this.#frame();
    const {tasks} = this;
    if (this.shared.length > 0) {
      spec.inputs = this.shared.map(this.#input);
    }
    if (tasks.entries) {
      spec.entries = tasks.entries;
    } else if (tasks.files) {
      spec.entries = tasks.files.map((item) => ({value: item.path, files: [this.#input(item)]}));
    } else if (!tasks.single && !tasks.array) {
      spec.entries = Array.from({length: tasks.count}, (_, i) =>
        tasks.columns.length > 0 ? {value: tasks.value(i + 1), cells: tasks.cells(i + 1)} : tasks.value(i + 1));
    }
    return spec;
  }

  /**
   * Hands it in. The same description has the same key, so a second click or a lost answer makes no second job.
   *
   * @returns {{job: number, tasks: number} | null} null: files are missing and on their way again
   */
  async submit(signal) {
    const body = this.submission();
    const text = JSON.stringify(body);
    if (text !== this.#sent) {
      this.#sent = text;
      this.#key = `page-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    }
    for (let tries = 1; ; tries++) {
      try {
        return await (await call('jobs', {method: 'POST', body, headers: {'Idempotency-Key': this.#key}, signal})).json();
      } catch (failure) {
        if (failure.type === 'missing-blobs') {
          this.#sendAgain(new Set(failure.facts.hashes), failure);
          return null;
        }
        if (!(failure instanceof Unreachable) || tries === MOST_TRIES) {
          throw failure;
        }
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    }
  }

  #sendAgain(hashes, failure) {
    const missing = this.travelling.filter((item) => hashes.has(item.hash));
    if (missing.length === 0 || missing.some((item) => !item.file)) {
      throw Object.assign(failure, {field: 'files', remedy: 'The server no longer has some of them: add these again.'});
    }
    missing.forEach((item) => this.uploads.again(item));
  }

  /** Fills it with what another job was; nothing of it is sent again. */
  async copy(id, signal) {
    const patch = await copyOf(id, signal);
    this.uploads.remove(this.items.filter((item) => item.file && !item.hash));
    this.set({...EMPTY, ...patch});
  }
}

// What makes each task of a job: its file, line, row or number. Asked for a page at a time, when somebody looks.

import {api} from '../api.js';

const AT_ONCE = 500;
const MOST_PAGES = 200;
/** What an executor calls a task: its calls, and after them which executor it is, which tells nobody anything. */
const CALLS = /^(calls? \d[\d,-]*) of [0-9a-f]{1,32}$/;

export class TaskEntries {
  #job;
  #spec;
  #told;
  /** Entries by page; a page that is on its way, or can't be had, is empty. */
  #pages = new Map();
  #kind;

  /** @param {{id: number, spec: object}} job @param {() => void} told called when more is known */
  constructor({id, spec}, told) {
    this.#job = id;
    this.#spec = spec;
    this.#told = told;
    this.#kind = spec.array?.first === undefined ? (spec.columns?.length ? 'Row' : 'Entry') : 'Number';
  }

  /** Whether they tell more than the number of the task does. */
  get any() {
    const {array} = this.#spec;
    return Boolean(array) && !(array.first === 1 && (array.step ?? 1) === 1);
  }

  /** What an entry is, as the head of a column. */
  get kind() {
    return this.#kind;
  }

  /** In a line; empty while it is not known. */
  of(task) {
    const {array, columns} = this.#spec;
    if (!this.any) {
      return '';
    }
    if (array.first !== undefined) {
      return String(array.first + (task - 1) * (array.step ?? 1));
    }
    const page = Math.floor((task - 1) / AT_ONCE);
    const known = this.#pages.get(page);
    // The last page of a growing job may have been read before this task came.
    const short = known?.length > 0 && known.length <= (task - 1) % AT_ONCE;
    if (short || (!known && this.#pages.size < MOST_PAGES)) {
      this.#pages.set(page, []);
      this.#fetch(page);
    }
    const entry = this.#pages.get(page)?.[(task - 1) % AT_ONCE];
    if (entry?.cells?.length && columns?.length) {
      return columns.map((column, i) => `${column}=${entry.cells[i]}`).join(', ');
    }
    const value = (typeof entry === 'string' ? entry : entry?.value) ?? '';
    return value.match(CALLS)?.[1].replaceAll('-', '–') ?? value;
  }

  async #fetch(page) {
    try {
      const {entries} = await api.get(`jobs/${this.#job}/entries`, {from: page * AT_ONCE + 1, limit: AT_ONCE});
      this.#pages.set(page, entries);
      if (this.#kind === 'Entry') {
        const [first] = entries;
        this.#kind = CALLS.test(first?.value ?? first) ? 'Calls' : first?.files?.length === 1 ? 'File' : 'Line';
      }
      this.#told();
    } catch {
      // Tasks have their numbers too.
    }
  }
}

// What machines did and do: attempts over time, fetched once and then kept up to date by the feed.

import {api} from '../api.js';

const SECOND = 1000;
const HOUR = 3_600_000;
const MOST_BACK_MS = 24 * HOUR;
const AT_ONCE = 10_000;
/** More than that are neither drawn nor kept: the oldest go. */
const MOST_BARS = 40_000;
const DROPPED_AT_ONCE = 5_000;
const SETTLED_WITHIN_MS = 120_000;
const SETTLED_AT_ONCE = 100;

const LOST = new Set(['lost', 'evicted']);
const NOBODYS_FAULT = new Set(['done', 'stopped', 'returned']);

/** What became of an attempt, as far as people care: running, done, lost, failed, or it was ended by somebody. */
export function fateOf({to, outcome}) {
  if (to === null) {
    return 'running';
  }
  if (LOST.has(outcome)) {
    return 'lost';
  }
  if (!outcome || NOBODYS_FAULT.has(outcome)) {
    return outcome === 'done' ? 'done' : 'ended';
  }
  return 'failed';
}

/** "7.3#2" as {job: 7, task: 3}. */
export function taskOf(attempt) {
  const [job, task] = attempt.split('#')[0].split('.').map(Number);
  return {job, task};
}

function barOf({node, lane, from, to, attempt, outcome, copy}) {
  const bar = {node, lane, from: Date.parse(from), to: to ? Date.parse(to) : null, copy: Boolean(copy), outcome};
  return attempt ? {...bar, attempt, ...taskOf(attempt)} : bar;
}

/** Two attempts of one task are copies of each other. */
const taskName = (attempt) => attempt.split('#')[0];

/** What an attempt is found by: of others only its place is known. */
const nameOf = ({attempt, node, lane, from}) => attempt ?? `${node} ${lane} ${from}`;

/**
 * A bar is {node, lane, from, to, attempt, job, task, outcome, copy}: `to` is null while it lives, and the work of others has
 * neither attempt, job, task nor outcome. Times are in milliseconds.
 */
export class WorkLog {
  #nodes;
  #byNode = new Map();
  #byName = new Map();
  /** Live work of others by the word that the feed has for it. */
  #byKey = new Map();
  /** How many attempts of a task live. */
  #live = new Map();
  /** What the feed said while an answer was on its way, which may be older than that. */
  #meanwhile = null;
  #loading = 0;
  /** How far back somebody wants to see. */
  #wanted = Infinity;
  #reaching = false;
  /** Everything since then is here. */
  from = Date.now();
  /** When machines were there, {node, from, to}; only admins are told. */
  stays = [];

  /** @param {number[]} nodes only these; none: all */
  constructor(nodes = []) {
    this.#nodes = nodes;
  }

  /** @returns {object[]} in the order in which they began */
  of(node) {
    return this.#byNode.get(node) ?? [];
  }

  get all() {
    return this.#byName.values();
  }

  /** @returns {number[]} machines of which something is known */
  get nodes() {
    return [...this.#byNode.keys()];
  }

  runningOn(node) {
    return this.of(node).filter((bar) => bar.to === null);
  }

  /** Begins anew with what happened since then. */
  async load(since, signal) {
    // A second one may begin before the first is done.
    this.#loading++;
    this.#meanwhile ??= [];
    try {
      const answer = await this.#fetch(since, undefined, signal);
      const keys = this.#byKey;
      this.#byNode = new Map();
      this.#byName = new Map();
      this.#byKey = new Map();
      this.#live = new Map();
      this.stays = [];
      this.#take(answer, since);
      keys.forEach((bar, key) => this.#know(key, this.#byName.get(nameOf(bar))));
    } finally {
      if (--this.#loading === 0) {
        const missed = this.#meanwhile;
        this.#meanwhile = null;
        missed.forEach((told) => this.#hear(told));
      }
    }
  }

  /** What was earlier too, as far back as the server tells and this keeps. */
  async reach(since, signal) {
    this.#wanted = Math.min(this.#wanted, since);
    if (this.#reaching) {
      return;
    }
    this.#reaching = true;
    try {
      let until = Infinity;
      while (this.from > this.#first() && this.from < until && this.#byName.size + AT_ONCE <= MOST_BARS) {
        until = this.from;
        const first = this.#first();
        this.#take(await this.#fetch(first, until, signal), first);
      }
    } finally {
      this.#reaching = false;
    }
  }

  #first() {
    return Math.max(this.#wanted, Date.now() - MOST_BACK_MS + SECOND);
  }

  #fetch(since, until, signal) {
    const query = {since: new Date(since).toISOString(), limit: AT_ONCE, nodes: this.#nodes.join(',')};
    return api.get('timeline', until ? {...query, until: new Date(until).toISOString()} : query, signal);
  }

  #take(answer, since) {
    const touched = new Set();
    for (const bar of answer.bars.map(barOf)) {
      if (!this.#byName.has(nameOf(bar))) {
        this.#add(bar);
        touched.add(bar.node);
      }
    }
    touched.forEach((node) => this.of(node).sort((a, b) => a.from - b.from));
    const known = new Set(this.stays.map(nameOf));
    for (const {node, from, to} of answer.stays ?? []) {
      const stay = {node, from: Date.parse(from), to: Date.parse(to)};
      if (!known.has(nameOf(stay))) {
        this.stays.push(stay);
      }
    }
    const last = answer.bars.at(-1)?.to;
    this.from = answer.more && last ? Date.parse(last) : since;
  }

  #add(bar) {
    if (!this.#byNode.has(bar.node)) {
      this.#byNode.set(bar.node, []);
    }
    this.#byNode.get(bar.node).push(bar);
    this.#byName.set(nameOf(bar), bar);
    if (bar.to === null) {
      this.#count(bar, 1);
    }
  }

  #count({attempt}, change) {
    if (attempt) {
      const task = taskName(attempt);
      const now = (this.#live.get(task) ?? 0) + change;
      now > 0 ? this.#live.set(task, now) : this.#live.delete(task);
    }
  }

  #know(key, bar) {
    if (bar?.to === null) {
      bar.key = key;
      this.#byKey.set(key, bar);
    }
  }

  /**
   * Takes what the feed said of attempts.
   *
   * @returns machines of which it is not clear whose end was told; `settle` asks for them
   */
  hear(attempts) {
    const unclear = new Set();
    for (const told of attempts) {
      if (this.#nodes.length === 0 || this.#nodes.includes(told.node)) {
        this.#meanwhile?.push(told);
        if (!this.#hear(told)) {
          unclear.add(told.node);
        }
      }
    }
    this.#forgetOldest();
    return unclear;
  }

  #hear(told) {
    return told.ended ? this.#ended(told) : this.#began(told);
  }

  #began({attempt, key, node, lane, assigned}) {
    const bar = barOf({attempt, node, lane, from: assigned});
    if (!this.#byName.has(nameOf(bar))) {
      bar.copy = Boolean(attempt) && this.#live.has(taskName(attempt));
      this.#add(bar);
    }
    if (key) {
      this.#know(key, this.#byName.get(nameOf(bar)));
    }
    return true;
  }

  #ended({attempt, key, node, ended, outcome}) {
    let bar = attempt ? this.#byName.get(attempt) : this.#byKey.get(key);
    if (!bar && !attempt) {
      const nameless = this.runningOn(node).filter((one) => !one.attempt && !one.key);
      if (nameless.length > 1) {
        return false;
      }
      bar = nameless[0];
    }
    if (bar?.to === null) {
      this.#end(bar, Date.parse(ended), outcome);
    }
    return true;
  }

  #end(bar, to, outcome) {
    bar.to = to;
    bar.outcome = outcome;
    this.#byKey.delete(bar.key);
    this.#count(bar, -1);
  }

  /** Asks which work has ended on these machines. */
  async settle(nodes, signal) {
    const since = new Date(Date.now() - SETTLED_WITHIN_MS).toISOString();
    const asked = [...nodes].slice(0, SETTLED_AT_ONCE).join(',');
    const {bars} = await api.get('timeline', {since, limit: AT_ONCE, nodes: asked}, signal);
    for (const bar of bars.map(barOf)) {
      const known = this.#byName.get(nameOf(bar));
      if (known?.to === null && bar.to !== null) {
        this.#end(known, bar.to, bar.outcome);
      }
    }
  }

  #forgetOldest() {
    if (this.#byName.size <= MOST_BARS) {
      return;
    }
    const ends = [...this.all].filter((bar) => bar.to !== null).map((bar) => bar.to).sort((a, b) => a - b);
    const until = ends[Math.min(ends.length, DROPPED_AT_ONCE) - 1] ?? 0;
    this.from = Math.max(this.from, until);
    for (const [node, bars] of this.#byNode) {
      this.#byNode.set(node, bars.filter((bar) => bar.to === null || bar.to > until));
    }
    for (const [name, bar] of this.#byName) {
      if (bar.to !== null && bar.to <= until) {
        this.#byName.delete(name);
      }
    }
  }
}

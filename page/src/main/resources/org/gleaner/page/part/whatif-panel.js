// When would my jobs be done if the pool were different: what to suppose, how far the server is, and its answer.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement} from '../element.js';
import {aheadOf, counted, number, percent} from '../words.js';
import {sizeOf, sizeText} from './job-words.js';
import {problemBox} from './problem.js';
import {STRATEGIES} from './rule-card.js';
import {filled} from './state.js';
import {answerBox} from './whatif-answer.js';

const CALM_MS = 500;
/** What chooses among the others can't be tried. */
const TRIED = Object.keys(STRATEGIES).filter((name) => name !== 'auto');
const COPIES = ['off', 'plain', 'computed'];
const OBJECTIVES = ['auto', 'makespan', 'flow', 'deadline', 'balanced'];
const MOST_ADDED = 10_000;
const MOST_TASKS = 1_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far back the past is looked at, in days; none: what is to come. */
const SINCE = {'': 'what is to come', 1: 'the last day', 7: 'the last 7 days', 30: 'the last 30 days'};
/** For which there is a task of its type to go by, if its owner names none. */
const SUPPOSED = 'supposed';

/** Which field a refusal is about, by its place in the question. */
const FIELDS = [
  [/^\/add\/\d+\/like/, 'like'],
  [/^\/add/, 'count'],
  [/^\/remove/, 'remove'],
  [/^\/strategy/, 'strategy'],
  [/^\/redundancy/, 'redundancy'],
  [/^\/objective/, 'objective'],
  [/^\/set\/\d+\/memory/, 'memory'],
  [/^\/set\/\d+\/priority/, 'priority'],
  [/^\/set\/\d+\/deadline/, 'deadline'],
  [/^\/set/, 'job'],
  [/^\/jobs\/\d+\/type/, 'type'],
  [/^\/jobs\/\d+\/array/, 'tasks'],
  [/^\/jobs\/\d+\/limits/, 'minutes'],
  [/^\/jobs\/\d+\/needs/, 'cores'],
  [/^\/pastMs/, 'since'],
];

/** `inForce`, `copies` and `objective` are the strategy, the rule for copies and the objective that the server uses now. */
class WhatIfPanel extends PageElement {
  static properties = {inForce: {}, copies: {}, objective: {}, wish: {state: true}, asked: {state: true}, refused: {state: true}};
  #again = calmly(CALM_MS, () => this.#look());

  constructor() {
    super();
    this.wish = {
      count: '', like: '', remove: '', strategy: '', redundancy: '', objective: '', job: '', memory: '', priority: '', deadline: '',
      since: '', tasks: '', type: '', minutes: '', cores: '',
    };
    /** The answer of POST /whatif, and what became of it. */
    this.asked = null;
    this.askedPast = false;
    this.refused = null;
  }

  #question() {
    const {count, like, remove, strategy, redundancy, objective} = this.wish;
    const question = {};
    if (count) {
      question.add = [like.trim() ? {count: Number(count), like: like.trim()} : {count: Number(count)}];
    }
    const gone = remove.split(/[\s,]+/).filter(Boolean);
    if (gone.length) {
      question.remove = gone;
    }
    const all = {...question, ...(strategy && {strategy}), ...(redundancy && {redundancy}), ...(objective && {objective})};
    if (this.wish.since) {
      return {...all, pastMs: Number(this.wish.since) * DAY_MS};
    }
    const set = this.#terms();
    const job = this.#supposed();
    return {...all, ...(set && {set: [set]}), ...(job && {jobs: [job]})};
  }

  /** A job of which no more is known than how much it is; null without one. */
  #supposed() {
    const {tasks, type, minutes, cores} = this.wish;
    const named = type.trim() || SUPPOSED;
    return tasks
      ? {
          name: named,
          type: named,
          command: ['true'],
          array: {first: 1, last: Number(tasks)},
          ...(cores && {needs: {cores: Number(cores)}}),
          ...(minutes && {limits: {expectMs: Math.round(Number(minutes) * MINUTE_MS)}}),
        }
      : null;
  }

  /** Whether nothing would differ. */
  #isEmpty() {
    return Object.keys(this.#question()).every((name) => name === 'pastMs');
  }

  /** What is different of a job; null without one, or if nothing is. */
  #terms() {
    const {job, memory, priority, deadline} = this.wish;
    const terms = {
      ...(memory.trim() && {memoryBytes: sizeOf(sizeText(memory))}),
      ...(priority && {priority: Number(priority)}),
      ...(deadline && {deadline: new Date(deadline).toISOString()}),
    };
    return job && Object.keys(terms).length ? {job: Number(job), ...terms} : null;
  }

  /** What is wrong with the size that was typed; empty: nothing. A size that can't be read is no question yet. */
  #misread() {
    try {
      this.#terms();
      return '';
    } catch ({message}) {
      return message;
    }
  }

  async #ask(event) {
    event.preventDefault();
    this.refused = null;
    this.asked = {state: 'waiting', looked: 0, of: 0};
    this.askedPast = Boolean(this.wish.since);
    try {
      this.asked = await api.post('whatif', this.#question(), this.signal);
      this.#again();
    } catch (problem) {
      this.asked = null;
      this.refused = problem.name === 'AbortError' ? null : problem;
    }
  }

  async #look() {
    const asked = this.asked?.id && this.isConnected && (await this.load((signal) => api.get(`whatif/${this.asked.id}`, {}, signal)));
    if (asked && asked.id === this.asked?.id) {
      this.asked = asked;
      if (this.#isBusy()) {
        this.#again();
      }
    }
  }

  #isBusy() {
    return this.asked?.state === 'waiting' || this.asked?.state === 'running';
  }

  #set(name) {
    return ({target}) => (this.wish = {...this.wish, [name]: target.value});
  }

  #faulty() {
    const place = this.refused?.place ?? '';
    return FIELDS.find(([pattern]) => pattern.test(place))?.[1];
  }

  /** What the server says of a field, beneath it. */
  #fault(name) {
    return this.#faulty() === name ? html`<small class="fault" role="alert">${this.refused.message} ${this.refused.remedy}</small>` : nothing;
  }

  render() {
    return html`<h2>What if …</h2>
      <p class="quiet intro">When would your open jobs be done if the pool were different, or how would the past have gone? Nothing changes for anybody.</p>
      ${this.#form()} ${problemBox(this.problem, () => this.#look())} ${answerBox(this.asked ?? {})}`;
  }

  #form() {
    const {count, like, remove} = this.wish;
    return html`<form class="supposed" @submit=${this.#ask}>
      <div class="fields">
        <label>Look at
          <select name="since" @change=${this.#set('since')}>
            ${Object.entries(SINCE).map(([days, means]) => html`<option value=${days} ?selected=${days === this.wish.since}>${means}</option>`)}
          </select>
          ${this.#fault('since')}
        </label>
        <label>More machines
          <input type="number" name="count" min="1" max=${MOST_ADDED} .value=${count} @input=${this.#set('count')} />
          ${this.#fault('count')}
        </label>
        <label>Like
          <input name="like" autocomplete="off" placeholder="all" .value=${like} @input=${this.#set('like')} />
          <small>An id, a name or a tag</small>
          ${this.#fault('like')}
        </label>
        <label>Without machines
          <input name="remove" autocomplete="off" .value=${remove} @input=${this.#set('remove')} />
          <small>Ids, names or tags</small>
          ${this.#fault('remove')}
        </label>
        ${this.#choice('Strategy', 'strategy', TRIED, this.inForce)} ${this.#choice('Copies', 'redundancy', COPIES, this.copies)}
        ${this.#choice('Objective', 'objective', OBJECTIVES, this.objective)}
      </div>
      ${this.wish.since ? nothing : html`${this.#jobFields()} ${this.#supposedFields()}`}
      ${this.#faulty() ? nothing : problemBox(this.refused)}
      <div class="ask"><button class="primary" ?disabled=${this.#misread() || this.#isEmpty() || this.#isBusy()}>Ask</button>${this.#progress()}</div>
    </form>`;
  }

  #jobFields() {
    const {job, memory, priority, deadline} = this.wish;
    return html`<div class="fields">
      <label>Your job
        <input type="number" name="job" min="1" .value=${job} @input=${this.#set('job')} />
        <small>Its number</small>
        ${this.#fault('job')}
      </label>
      <label>with memory
        <input name="memory" autocomplete="off" placeholder="as it is" ?disabled=${!job} .value=${memory} @input=${this.#set('memory')} />
        <small>For each task, such as 2G</small>
        ${this.#misread() ? html`<small class="fault" role="alert">${this.#misread()}</small>` : this.#fault('memory')}
      </label>
      <label>with priority
        <input type="number" name="priority" min="-1000" max="1000" placeholder="as it is" ?disabled=${!job} .value=${priority} @input=${this.#set('priority')} />
        <small>Higher goes first</small>
        ${this.#fault('priority')}
      </label>
      <label class="due">with deadline
        <input type="datetime-local" name="deadline" ?disabled=${!job} .value=${deadline} @input=${this.#set('deadline')} />
        ${this.#fault('deadline')}
      </label>
    </div>`;
  }

  #supposedFields() {
    const {tasks, type, minutes, cores} = this.wish;
    return html`<div class="fields">
      <label>One more job: number of tasks
        <input type="number" name="tasks" min="1" max=${MOST_TASKS} .value=${tasks} @input=${this.#set('tasks')} />
        ${this.#fault('tasks')}
      </label>
      <label>type
        <input name="type" autocomplete="off" placeholder="a new one" ?disabled=${!tasks} .value=${type} @input=${this.#set('type')} />
        <small>Past runs of this type are used</small>
        ${this.#fault('type')}
      </label>
      <label>minutes per task
        <input type="number" name="minutes" min="0.1" step="any" placeholder="unknown" ?disabled=${!tasks} .value=${minutes} @input=${this.#set('minutes')} />
        <small>If its type is new</small>
        ${this.#fault('minutes')}
      </label>
      <label>cores per task
        <input type="number" name="cores" min="1" placeholder="1" ?disabled=${!tasks} .value=${cores} @input=${this.#set('cores')} />
        ${this.#fault('cores')}
      </label>
    </div>`;
  }

  #choice(label, name, words, now) {
    return html`<label>${label}
      <select name=${name} @change=${this.#set(name)}>
        <option value="">${now} (now)</option>
        ${words.filter((word) => word !== now).map((word) => html`<option ?selected=${word === this.wish[name]}>${word}</option>`)}
      </select>
      ${this.#fault(name)}
    </label>`;
  }

  #progress() {
    if (!this.#isBusy()) {
      return nothing;
    }
    const {state, looked, of, ahead} = this.asked;
    const what = this.askedPast ? 'run' : 'future';
    return state === 'waiting'
      ? html`<span class="quiet" role="status">waits for its turn${aheadOf(ahead)}</span>`
      : html`<span class="bar" role="progressbar" aria-label="Simulated so far" aria-valuemin="0" aria-valuemax=${of} aria-valuenow=${looked}>
            ${filled((100 * looked) / of)}</span>
          <span class="number quiet">${number(looked)} of ${counted(of, what)}, ${percent(looked, of)}</span>`;
  }
}

customElements.define('whatif-panel', WhatIfPanel);

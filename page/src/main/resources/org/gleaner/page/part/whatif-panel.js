// When would my jobs be done if the pool were different: what to suppose, how far the server is, and its answer.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {counted, duration, moment, number, percent} from '../words.js';
import {sizeOf, sizeText} from './job-words.js';
import {problemBox} from './problem.js';
import {STRATEGIES} from './rule-card.js';
import {filled} from './state.js';

const CALM_MS = 500;
const SECOND = 1_000;
/** What chooses among the others can't be tried. */
const TRIED = Object.keys(STRATEGIES).filter((name) => name !== 'auto');
const COPIES = ['off', 'plain', 'computed'];
const OBJECTIVES = ['auto', 'makespan', 'flow', 'deadline', 'balanced'];
const MOST_ADDED = 10_000;

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
];

/** "3 h 10 min sooner". */
function directed(ms) {
  return `${duration(Math.abs(ms))} ${ms < 0 ? 'later' : 'sooner'}`;
}

/** One part in so many of the time that is left is no difference in the middle, and neither at both ends. */
const SLIGHT = 20;
const MODEST = 5;

/** "3 h 10 min sooner (2 h to 4 h)"; what may be either, and is little beside the time that is left, is no difference. */
export function gained({gain, now}, at) {
  if (!gain) {
    return '?';
  }
  const {p10Ms: low, p50Ms: middle, p90Ms: high, sooner, later} = gain;
  if (middle === null || middle === undefined) {
    return sooner > later ? 'done, and never without it' : 'never done';
  }
  const left = Math.max(0, Date.parse(now?.p50) - Date.parse(at)) || 0;
  const slight = low < 0 && high > 0 && Math.abs(middle) < left / SLIGHT;
  if (slight && -low < left / MODEST && high < left / MODEST) {
    return 'no difference';
  }
  const text = slight || Math.abs(middle) < SECOND ? 'no difference' : directed(middle);
  if (typeof low !== 'number' || typeof high !== 'number' || high - low < SECOND) {
    return text;
  }
  if (low >= 0 || high <= 0) {
    const [near, far] = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
    return `${text} (${duration(near)} to ${duration(far)})`;
  }
  return `${text} (${directed(low)} to ${directed(high)})`;
}

/** Whose work, and how much of it that is, if nothing can be said of some. */
function together(whose, {known, of}) {
  return known < of ? `${whose} that can be foreseen (${number(known)} of ${counted(of, 'job')})` : whose;
}

/** Whether a deadline would be met: "unlikely now, likely with the change". */
function met({now, then}) {
  return now === then ? `${then}, with or without the change` : `${now} now, ${then} with the change`;
}

const when = (span) => (span ? (span.p50 ? moment(span.p50) : 'never') : '?');

/** `inForce`, `copies` and `objective` are the strategy, the rule for copies and the objective that the server uses now. */
class WhatIfPanel extends PageElement {
  static properties = {inForce: {}, copies: {}, objective: {}, wish: {state: true}, asked: {state: true}, refused: {state: true}};
  #again = calmly(CALM_MS, () => this.#look());

  constructor() {
    super();
    this.wish = {
      count: '', like: '', remove: '', strategy: '', redundancy: '', objective: '', job: '', memory: '', priority: '', deadline: '',
    };
    /** The answer of POST /whatif, and what became of it. */
    this.asked = null;
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
    const set = this.#terms();
    return {...question, ...(strategy && {strategy}), ...(redundancy && {redundancy}), ...(objective && {objective}), ...(set && {set: [set]})};
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
      <p class="quiet intro">When would your open jobs be done if the pool were different? Nothing changes for anybody.</p>
      ${this.#form()} ${problemBox(this.problem, () => this.#look())} ${this.#answer()}`;
  }

  #form() {
    const {count, like, remove} = this.wish;
    return html`<form class="supposed" @submit=${this.#ask}>
      <div class="fields">
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
      ${this.#jobFields()}
      ${this.#faulty() ? nothing : problemBox(this.refused)}
      <div class="ask"><button class="primary" ?disabled=${this.#misread() || Object.keys(this.#question()).length === 0 || this.#isBusy()}>Ask</button>${this.#progress()}</div>
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
    const {state, looked, of} = this.asked;
    return state === 'waiting'
      ? html`<span class="quiet" role="status">waits for its turn</span>`
      : html`<span class="bar" role="progressbar" aria-label="Futures simulated" aria-valuemin="0" aria-valuemax=${of} aria-valuenow=${looked}>
            ${filled((100 * looked) / of)}</span>
          <span class="number quiet">${number(looked)} of ${counted(of, 'future')}, ${percent(looked, of)}</span>`;
  }

  #answer() {
    const {failure, result} = this.asked ?? {};
    if (failure) {
      return problemBox({title: failure.what, message: failure.why, remedy: failure.remedy});
    }
    if (!result) {
      return nothing;
    }
    const {at, jobs, more, all, owners, cut, futures, note} = result;
    return html`<div class="answer" role="status">
      ${all.gain ? html`<p>${together('All your work', all)}: <b>${gained(all, at)}</b></p>` : nothing}
      ${jobs.length === 0 ? html`<p class="quiet">You have no open jobs. Submit one to see what a change means for it.</p>` : this.#table(jobs, at)}
      ${this.#deadlines(jobs)}
      ${more ? html`<p class="quiet">and ${counted(more, 'older job')}</p>` : nothing}
      ${owners.length
        ? html`<h3>Others</h3>
            <ul class="lines">${owners.map((one) => html`<li>${together(one.owner, one)}: ${gained(one, at)}</li>`)}</ul>`
        : nothing}
      ${note ? html`<p>${note}</p>` : nothing}
      <p class="quiet told">Of ${counted(futures, 'simulated future')}; a gain is the median of them, and 8 of 10 are between those in brackets.
        ${cut ? 'It had to stop there: a question gets 30 s of the server’s processor, and two minutes in all.' : ''}</p>
    </div>`;
  }

  #deadlines(jobs) {
    const due = jobs.filter(({meets}) => meets);
    return due.length
      ? html`<h3>Deadlines</h3>
          <ul class="lines">${due.map(({id, deadline, meets}) => html`<li>Job ${id}, ${moment(deadline)}: <b>${met(meets)}</b></li>`)}</ul>`
      : nothing;
  }

  #table(jobs, at) {
    return html`<div class="wide" tabindex="0" role="region" aria-label="Jobs with and without the change"><table class="plain-table">
      <thead><tr><th>Job</th><th>Name</th><th>Done now</th><th>With the change</th><th>Gain</th></tr></thead>
      <tbody>${jobs.map((one) => html`<tr>
        <td class="number"><a href=${to(`jobs/${one.id}`)}>${one.id}</a></td><td class="path">${one.name}</td>
        <td class="number" data-label="Done now">${when(one.now)}</td><td class="number" data-label="With the change">${when(one.then)}</td>
        <td data-label="Gain">${gained(one, at)}</td>
      </tr>`)}</tbody>
    </table></div>`;
  }
}

customElements.define('whatif-panel', WhatIfPanel);

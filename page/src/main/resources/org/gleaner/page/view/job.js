// One job: how far it is, all its tasks, why it is where it is, what failed, and how it was described.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {ago, counted, duration, ending, number, percent, time} from '../words.js';
import {change, downloadJob, isBraked, jobMenu, RETRY} from '../part/job-actions.js';
import {below, openMenu} from '../part/menu.js';
import {problemBox} from '../part/problem.js';
import {inState, inWords, progressBar, stateMark, STATES, stateWord, total, wanted} from '../part/state.js';
import {toastProblem} from '../part/toast.js';
import {TaskEntries} from '../part/task-entries.js';
import {goesOn} from '../part/forecast.js';
import '../part/future-bars.js';
import '../part/attempt-line.js';
import '../part/rows.js';
import '../part/task-map.js';
import '../part/task-panel.js';
import '../part/why-box.js';

const CALM_MS = 1_000;
const FAILURES_CALM_MS = 4_000;
const AT_ONCE = 500;
const CELLS = 2_000;
const MOST_FAILURES = 10;

/** Where the tasks of a problem come from, and what became of it. */
function aboutProblem({problem, growing, tasks}) {
  const merged = counted(problem.merged, 'result');
  if (problem.answer) {
    const spare = tasks.cancelled ? `; ${counted(tasks.cancelled, 'unit')} no longer needed` : '';
    return `A problem, solved: its host merged ${merged}${growing ? '' : spare}. Download has the answer, too.`;
  }
  return growing && !problem.stopped
    ? `A problem: its host beside the server makes units and merges results, ${number(problem.merged)} so far.`
    : `A problem that was stopped: its host had merged ${merged}.`;
}

class JobView extends PageElement {
  static properties = {
    parameters: {attribute: false},
    query: {attribute: false},
    job: {state: true},
    rows: {state: true},
    row: {state: true},
    map: {state: true},
    failures: {state: true},
  };
  #next = null;
  #entries = null;
  #asked = 0;
  #refresh = calmly(CALM_MS, () => this.#fetch());
  #failuresSoon = calmly(FAILURES_CALM_MS, () => this.#fetchFailures());

  constructor() {
    super();
    this.parameters = {};
    this.query = {};
  }

  get #id() {
    return Number(this.parameters.id);
  }

  get #only() {
    return STATES.includes(this.query.only) ? this.query.only : '';
  }

  willUpdate(changed) {
    const before = changed.get('parameters');
    if (changed.has('parameters') && before?.id !== this.parameters.id) {
      this.job = null;
      this.#entries = null;
      this.rows = null;
      this.row = null;
      this.map = null;
      this.failures = null;
      this.#fetch();
    } else if (changed.has('query') && changed.get('query')?.only !== this.query.only) {
      this.rows = null;
      this.#fetchRows();
    }
    if (changed.has('query')) {
      this.#fetchRow();
    }
  }

  onSnapshot() {
    this.#refresh();
  }

  onChange(news) {
    const own = news.jobs?.find(({id}) => id === this.job?.id);
    if (own && !own.gone) {
      this.job = {...this.job, growing: false, ...own};
    }
    if (this.job && (own || news.more?.includes('jobs'))) {
      this.#refresh();
    }
  }

  async #fetch() {
    const id = this.#id;
    if (!Number.isSafeInteger(id) || id < 1) {
      return;
    }
    const job = await this.load((signal) => api.get(`jobs/${id}`, {}, signal));
    if (!job || id !== this.#id) {
      return;
    }
    this.job = job;
    this.#entries ??= new TaskEntries(job, () => this.requestUpdate());
    document.title = `${job.name} · Gleaner`;
    await Promise.all([this.#fetchRows(), this.#fetchRow(), this.#fetchMap()]);
    this.#failuresSoon();
  }

  async #fetchRows(from = 1) {
    const asked = ++this.#asked;
    const limit = from === 1 ? Math.max(AT_ONCE, Math.min(this.rows?.length ?? 0, 10_000)) : AT_ONCE;
    const page = await this.load((signal) =>
      api.get(`jobs/${this.#id}/tasks`, {from, limit, state: this.#only}, signal),
    );
    if (page && asked === this.#asked) {
      this.rows = from === 1 ? page.tasks : [...this.rows, ...page.tasks];
      this.#next = page.next ?? null;
    }
  }

  /** The chosen task may be on no page that is loaded. */
  async #fetchRow() {
    const task = this.#chosen();
    if (!task) {
      this.row = null;
      return;
    }
    const page = await this.load((signal) => api.get(`jobs/${this.#id}/tasks`, {from: task, limit: 1}, signal));
    if (page && task === this.#chosen()) {
      this.row = page.tasks.find((row) => row.task === task) ?? null;
    }
  }

  /** A job of one task shows it at once. */
  #chosen() {
    const task = Number(this.query.task);
    if (Number.isSafeInteger(task) && task > 0) {
      return task;
    }
    return this.job && total(this.job.tasks) === 1 ? 1 : null;
  }

  async #fetchMap() {
    if (total(this.job.tasks) < 2) {
      return;
    }
    const answer = await this.load((signal) => api.get(`jobs/${this.#id}/map`, {cells: CELLS}, signal));
    this.map = answer ?? this.map;
  }

  async #fetchFailures() {
    const answer = await this.load((signal) =>
      api.get(`jobs/${this.#id}/failures`, {limit: MOST_FAILURES}, signal),
    );
    this.failures = answer ?? this.failures;
  }

  #choose(task) {
    location.hash = to(`jobs/${this.#id}`, {...this.query, task: task ?? undefined});
  }

  #menu(event) {
    openMenu(below(event.currentTarget), 'Job', jobMenu([this.job], {deleted: () => (location.hash = to('jobs'))}));
  }

  render() {
    if (!this.job) {
      return html`<section class="view" aria-label="Job">
        ${this.problem
          ? problemBox(this.problem, () => this.#fetch())
          : html`<p class="quiet">${this.#id ? 'Loading …' : 'The address names no job.'}</p>`}
      </section>`;
    }
    return html`<section class="view job" aria-label="Job">
      ${this.#head()} ${problemBox(this.problem)}
      <div class="columns">
        <div class="column">
          ${this.row
            ? html`<div class="card">
                <task-panel .job=${this.job.id} .row=${this.row} .entry=${this.#entries.of(this.row.task)}
                  ?closable=${total(this.job.tasks) > 1} @close=${() => this.#choose(null)}></task-panel>
              </div>`
            : nothing}
          ${total(this.job.tasks) > 1 ? this.#tasks() : nothing}
          <div class="card"><h2>Attempts over time</h2>
            <attempt-line .job=${this.job.id} @choose=${({detail}) => this.#choose(detail)}></attempt-line></div>
        </div>
        <div class="column side">
          <div class="card"><h2>Why it’s in this state</h2><why-box .job=${this.job.id}></why-box></div>
          ${this.#failures()} ${this.#description()}
        </div>
      </div>
    </section>`;
  }

  #head() {
    const {job} = this;
    const tasks = wanted(job);
    const all = total(tasks);
    return html`<div class="job-head">
        <div>
          <p class="crumbs"><a href=${to('jobs')}>Jobs</a> / ${job.id}</p>
          <h1>${job.name}</h1>
        </div>
        <span class="grow"></span>
        ${job.tasks.done ? html`<button type="button" @click=${() => downloadJob(job)}>Download</button>` : nothing}
        ${job.tasks.paused && !isBraked(job)
          ? html`<button type="button" class="primary" @click=${() => this.#do('resume')}>Resume</button>`
          : nothing}
        ${job.tasks.blocked || isBraked(job)
          ? html`<button type="button" class="primary" @click=${() => this.#do('retry')}>${RETRY}</button>`
          : nothing}
        ${job.problem ? nothing : html`<a class="button" href=${to('submit', {from: job.id})}
          title="Opens Submit, filled with this job; its files are not sent again">Submit again …</a>`}
        <button type="button" aria-haspopup="menu" @click=${this.#menu}>Actions</button>
      </div>
      <div class="card progress-card">
        <div class="facts">
          ${stateWord(job.state)}
          <span class="figures" title=${inWords(tasks)}>
            ${all ? `${number(job.tasks.done ?? 0)} of ${counted(all, 'task')} done, ${percent(tasks.done ?? 0, all)}` : 'No tasks yet'}
          </span>
          <span class="grow"></span>
          <span class="quiet">type ${job.type}</span>
          <span class="quiet">by ${job.owner}</span>
          <span class="quiet" title=${time(job.submitted)}>${ago(job.submitted)}</span>
        </div>
        ${progressBar(tasks)}
        ${goesOn(job.tasks) ? html`<forecast-line .job=${job.id}></forecast-line><future-bars .job=${job.id}></future-bars>` : nothing}
        ${late(job)}
        ${job.problem ? html`<p class="quiet">${aboutProblem(job)}</p>` : nothing}
        ${job.growing && !job.hosted ? html`<p class="quiet">Growing: <code>gleaner add ${job.id} …</code> adds tasks until the job is sealed.</p>` : nothing}
        ${job.note ? html`<p class="note">${job.note}</p>` : nothing}
      </div>`;
  }

  #do(verb) {
    change(verb, [this.job.id]).catch(toastProblem);
  }

  #tasks() {
    return html`<div class="card">
      <h2>Tasks</h2>
      ${this.map
        ? html`<task-map .map=${this.map} .chosen=${this.row?.task ?? 0} .entry=${(task) => this.#entries.of(task)}
            @choose=${({detail}) => this.#choose(detail)}></task-map>`
        : nothing}
      <div class="chips" role="group" aria-label="Only tasks that are">
        ${STATES.filter((state) => this.job.tasks[state] || state === this.#only).map((state) => this.#chip(state))}
      </div>
      ${this.rows?.length ? this.#list() : html`<p class="quiet pad">${this.rows ? 'None.' : 'Loading …'}</p>`}
    </div>`;
  }

  #chip(state) {
    const on = this.#only === state;
    return html`<a class="chip" href=${to(`jobs/${this.job.id}`, {...this.query, only: on ? undefined : state})}
      aria-current=${on ? 'true' : nothing}>${stateMark(state)}${inState(this.job.tasks, state)}</a>`;
  }

  #list() {
    return html`<virtual-rows
      class="tasks ${this.#entries.any ? 'with-entry' : ''}"
      label="Tasks"
      .items=${this.rows}
      .key=${(row) => row.task}
      .chosen=${new Set([this.row?.task])}
      .height=${36}
      .head=${html`<span role="columnheader" class="id">Task</span>
        ${this.#entries.any ? html`<span role="columnheader" class="entry">${this.#entries.kind}</span>` : nothing}
        <span role="columnheader">State</span>
        <span role="columnheader" class="machine">Machine</span><span role="columnheader" class="took">Took</span>
        <span role="columnheader" class="detail">Detail</span>`}
      .row=${(row) => this.#row(row)}
      @near-end=${() => this.#next && this.#more()}
      @open=${({detail}) => this.#choose(detail.item.task)}
      @pick=${({detail}) => this.#choose(detail.item.task)}
    ></virtual-rows>`;
  }

  #more() {
    const from = this.#next;
    this.#next = null;
    this.#fetchRows(from);
  }

  #row(row) {
    const took = row.runMs ?? (row.state === 'running' && row.assigned ? Date.now() - Date.parse(row.assigned) : null);
    const entry = this.#entries.of(row.task);
    return html`<span role="gridcell" class="id">${row.task}</span>
      ${this.#entries.any ? html`<span role="gridcell" class="entry" title=${entry}>${entry}</span>` : nothing}
      <span role="gridcell">${stateWord(row.state)}</span>
      <span role="gridcell" class="machine">${row.node ?? ''}</span>
      <span role="gridcell" class="took">${duration(took)}</span>
      <span role="gridcell" class="detail" title=${row.tail || row.detail || ''}>
        ${row.attempts > 1 ? `${number(row.attempts)} attempts${ending(row) && '; '}` : ''}${ending(row)}
      </span>`;
  }

  #failures() {
    if (!this.failures?.failures?.length) {
      return nothing;
    }
    return html`<div class="card">
      <h2>What failed</h2>
      <ul class="reasons">
        ${this.failures.failures.map(
          (one) => html`<li>
            <p><code>${one.line || one.cause}</code></p>
            <p class="quiet">
              ${one.cause}; ${counted(one.tasks, 'task')}, ${counted(one.attempts, 'attempt')} on
              ${counted(one.nodes, 'machine')};
              <a href=${to(`jobs/${this.job.id}`, {task: one.example})}>look at task ${one.example}</a>${this.#named(one.example)}
            </p>
          </li>`,
        )}
      </ul>
    </div>`;
  }

  #named(task) {
    const entry = this.#entries.of(task);
    return entry ? html` (<span class="entry">${entry}</span>)` : nothing;
  }

  #description() {
    const {spec} = this.job;
    if (!spec) {
      return nothing;
    }
    const command = spec.shell ?? spec.command?.join(' ');
    const lines = [
      ['Inputs', spec.inputs?.map((file) => file.path)],
      ['Outputs', spec.outputs?.map((file) => file.path)],
      ['Waits for', spec.turn?.after?.map((one) => `job ${one.job}`)],
    ].filter(([, list]) => list?.length);
    return html`<div class="card">
      <h2>As it was submitted</h2>
      <pre class="command" tabindex="0" aria-label="Command">${command}</pre>
      <dl>
        ${lines.map(([name, list]) => html`<dt>${name}</dt><dd>${few(list)}</dd>`)}
      </dl>
      <details>
        <summary>All of it</summary>
        <pre class="log" tabindex="0" aria-label="The whole description">${JSON.stringify(spec, null, 2)}</pre>
      </details>
    </div>`;
  }
}

/** By how much it missed its deadline, once it is done. */
function late({state, ended, deadline}) {
  const by = Date.parse(ended) - Date.parse(deadline);
  return state === 'done' && by > 0
    ? html`<p class="late" title=${`Done ${time(ended)}, deadline ${time(deadline)}`}>Finished ${duration(by)} after its deadline</p>`
    : nothing;
}

function few(list) {
  return list.length > 5 ? `${list.slice(0, 5).join(', ')} and ${number(list.length - 5)} more` : list.join(', ');
}

customElements.define('job-view', JobView);

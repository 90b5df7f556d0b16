// The pool at a glance: what is to be done, how fast it goes, what each machine did, and what went wrong.

import {api} from '../api.js';
import {breath, calmly, html, nothing, PageElement, to} from '../element.js';
import {feed} from '../feed.js';
import {session} from '../session.js';
import {ago, compareNames, counted, number, time} from '../words.js';
import {MACHINE_STATES, machineMark} from '../part/machine-state.js';
import {emptyBox, problemBox} from '../part/problem.js';
import {filled, inState, inWords, progressBar, started, stateMark, STATES, total} from '../part/state.js';
import {byMinute} from '../part/throughput.js';
import {fateOf, taskOf, WorkLog} from '../part/work-log.js';
import '../part/future-bars.js';
import '../part/work-strips.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MOST_JOBS = 8;
const MOST_WRONG = 8;
const ASKED_WRONG = 100;
const WRONG_SINCE_MS = 24 * HOUR;
const LISTS_MS = 1 * SECOND;
const WRONG_MS = 3 * SECOND;
const SHOWN_MS = 500;
const SETTLE_MS = 2 * SECOND;
const AGES_MS = 15 * SECOND;

class OverviewView extends PageElement {
  static properties = {
    jobs: {state: true},
    strips: {state: true},
    failures: {state: true},
    columns: {state: true},
    recent: {state: true},
  };
  /** @type {Map<number, object> | null} */
  #machines = null;
  #lost = [];
  #log = new WorkLog();
  #loaded = false;
  #unclear = new Set();
  #jobsSoon = calmly(LISTS_MS, () => this.#fetchJobs());
  #machinesSoon = calmly(LISTS_MS, () => this.#fetchMachines());
  #wrongSoon = calmly(WRONG_MS, () => this.#fetchFailures());
  #workSoon = calmly(LISTS_MS, () => this.#fetchWork());
  #arrangeSoon = calmly(LISTS_MS, () => this.#arrange());
  #showSoon = calmly(SHOWN_MS, () => this.#show());
  #settleSoon = calmly(SETTLE_MS, () => this.#settle());

  constructor() {
    super();
    this.jobs = null;
    /** Machines as the strips want them; null before they are known. */
    this.strips = null;
    this.failures = null;
    this.columns = [];
    this.recent = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.ages = setInterval(() => !document.hidden && this.#show(), AGES_MS);
    this.#fetchAll();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ages);
  }

  onSnapshot() {
    this.#jobsSoon();
    this.#machinesSoon();
    this.#wrongSoon();
    this.#workSoon();
  }

  onChange(change) {
    this.requestUpdate();
    this.#hearJobs(change);
    this.#hearMachines(change);
    if (change.more?.includes('attempts')) {
      this.#workSoon();
    } else if (change.attempts) {
      this.#log.hear(change.attempts).forEach((node) => this.#unclear.add(node));
      if (this.#unclear.size > 0) {
        this.#settleSoon();
      }
      if (change.attempts.some(({ended, outcome}) => outcome && fateOf({to: ended, outcome}) === 'failed')) {
        this.#wrongSoon();
      }
      this.#showSoon();
    }
  }

  #hearJobs(change) {
    const news = new Map((change.jobs ?? []).map((job) => [job.id, job]));
    if (this.jobs === null || (news.size === 0 && !change.more?.includes('jobs'))) {
      return;
    }
    const isNew = [...news.values()].some(({id, gone}) => !gone && !this.jobs.some((job) => job.id === id));
    const isOver = ({id, gone, state}) => gone || ((state === 'done' || state === 'cancelled') && this.jobs.some((job) => job.id === id));
    this.jobs = this.jobs.map((job) => ({...job, ...news.get(job.id)}));
    if (isNew || change.more?.includes('jobs') || [...news.values()].some(isOver)) {
      this.#jobsSoon();
    }
  }

  #hearMachines(change) {
    if (this.#machines === null) {
      return;
    }
    const told = change.machines ?? [];
    if (change.more?.includes('machines') || told.some(({id, gone}) => gone || !this.#machines.has(id))) {
      this.#machinesSoon();
    }
    for (const {id, state} of told) {
      const known = this.#machines.get(id);
      if (known && state && state !== known.state) {
        this.#machines.set(id, {...known, state});
        this.#arrangeSoon();
      }
    }
  }

  #fetchAll() {
    return Promise.all([this.#fetchJobs(), this.#fetchMachines(), this.#fetchFailures(), this.#fetchWork()]);
  }

  async #fetchJobs() {
    const page = await this.load((signal) => api.get('jobs', {select: 'all', limit: MOST_JOBS}, signal));
    this.jobs = page?.jobs ?? this.jobs;
  }

  async #fetchMachines() {
    const answer = await this.load((signal) => api.get('nodes', {}, signal));
    if (answer) {
      await breath();
      const named = answer.nodes.sort((a, b) => compareNames(a.facts.name, b.facts.name) || a.id - b.id);
      this.#machines = new Map(named.map((machine) => [machine.id, machine]));
      this.#arrange();
    }
  }

  async #fetchFailures() {
    const since = new Date(Date.now() - WRONG_SINCE_MS).toISOString();
    const answer = await this.load((signal) => api.get('history', {failed: true, since, limit: ASKED_WRONG}, signal));
    this.failures = answer?.attempts ?? this.failures;
  }

  async #fetchWork() {
    await this.load((signal) => this.#log.load(Math.min(this.#log.from, Date.now() - HOUR), signal));
    this.#loaded = true;
    if (this.#machines !== null) {
      this.#arrange();
    }
    this.#show();
  }

  async #settle() {
    const nodes = this.#unclear;
    this.#unclear = new Set();
    await this.load((signal) => this.#log.settle(nodes, signal));
    this.#show();
  }

  async #reach(since) {
    if (this.#loaded) {
      await this.load((signal) => this.#log.reach(since, signal));
      this.#show();
    }
  }

  #show() {
    this.columns = byMinute(this.#log);
    const since = Date.now() - MINUTE;
    let recent = 0;
    this.#lost = [];
    for (const bar of this.#log.all) {
      const fate = bar.attempt ? fateOf(bar) : '';
      recent += fate === 'done' && bar.to > since ? 1 : 0;
      if (fate === 'lost') {
        this.#lost.push(bar);
      }
    }
    this.recent = recent;
    this.querySelector('work-strips')?.draw();
  }

  /** Those that are there, and those that did something lately. */
  #arrange() {
    const worked = new Set(this.#log.nodes);
    const isAway = ({state}) => state === 'away' || state === 'stopped';
    this.strips = [...(this.#machines?.values() ?? [])]
      .filter((machine) => worked.has(machine.id) || !isAway(machine))
      .map((machine) => ({id: machine.id, name: machine.facts.name, slots: machine.capacity.slots, away: isAway(machine)}));
  }

  render() {
    return html`<section class="view overview" aria-label="Overview">
      <h1 class="hidden">Overview</h1>
      ${problemBox(this.problem, () => this.#fetchAll())}
      <div class="cards">
        ${this.#tasks()}
        <section class="card"><h2>Throughput</h2>
          <throughput-chart .columns=${this.columns} .recent=${this.recent}></throughput-chart>
        </section>
        ${this.#pool()}
      </div>
      ${this.#work()}
      <section class="card"><h2>What comes next</h2><future-bars></future-bars></section>
      <div class="halves">${this.#openJobs()} ${this.#wrong()}</div>
    </section>`;
  }

  #tasks() {
    const {tasks, others} = feed.pool ?? {};
    return html`<section class="card">
      <h2>${session.isAdmin ? 'Tasks of open jobs' : 'Your tasks'}</h2>
      <ul class="counts">
        ${STATES.map((state) => html`<li class=${tasks?.[state] ? '' : 'none'}>
          <a href=${to('jobs', {find: `state:${state}`})}>${stateMark(state)}<span>${state}</span>
            <strong class="number">${tasks ? number(state === 'running' ? started(tasks) : tasks[state] ?? 0) : '…'}</strong></a>
        </li>`)}
      </ul>
      ${tasks?.queued
        ? html`<p class="quiet queued-line"><span class="number">${number(tasks.queued)}</span> more are queued on machines, behind those that run.</p>`
        : nothing}
      ${others
        ? html`<p class="quiet others-line">Others: <span class="number">${inState(others, 'running')},
            ${number(others.ready ?? 0)} ready, ${number((others.waiting ?? 0) + (others.paused ?? 0) + (others.blocked ?? 0))} on hold</span></p>`
        : nothing}
    </section>`;
  }

  #pool() {
    const {nodes = {}, slots = 0, slotsUsed = 0} = feed.pool ?? {};
    const states = MACHINE_STATES.filter((state) => nodes[state]);
    return html`<section class="card">
      <h2>Machines</h2>
      <p class="rate"><strong class="number">${number(slotsUsed)}</strong> of ${counted(slots, 'slot')} in use</p>
      <span class="bar wide-bar" role="img" aria-label=${`${slotsUsed} of ${slots} slots in use`}>
        ${filled(slots ? (100 * slotsUsed) / slots : 0)}
      </span>
      <ul class="counts">
        ${states.map((state) => html`<li><a href=${to('machines', {state})}>${machineMark(state)}<span>${state}</span>
          <strong class="number">${number(nodes[state])}</strong></a></li>`)}
      </ul>
      ${feed.pool && states.length === 0 ? html`<p class="quiet">None yet. <a href=${to('machines')}>Add the first</a></p>` : nothing}
    </section>`;
  }

  #work() {
    if (this.strips?.length === 0) {
      return html`<section class="card">
        ${emptyBox('No machines yet', 'Tasks wait until a machine joins.', html`<a class="button" href=${to('machines')}>Machines</a>`)}
      </section>`;
    }
    return html`<section class="card">
      <h2>What the machines did</h2>
      <work-strips .machines=${this.strips ?? []} .log=${this.#log} ?admin=${session.isAdmin}
        @reach=${({detail}) => this.#reach(detail)}></work-strips>
    </section>`;
  }

  #openJobs() {
    const all = feed.pool?.openJobs ?? this.jobs?.length ?? 0;
    return html`<section class="card">
      <h2>Open jobs</h2>
      ${this.jobs === null ? html`<p class="quiet">Loading …</p>` : nothing}
      ${this.jobs?.length === 0
        ? html`<p class="quiet">None. <a href=${to('submit')}>Submit a job</a> here, or type <code>gleaner submit --array 1-10 --shell 'echo hello $GLEANER_ENTRY'</code>.</p>`
        : nothing}
      <ul class="lines">
        ${this.jobs?.map((job) => html`<li class="job-line">
          <a href=${to(`jobs/${job.id}`)} title=${job.name}>${job.name}</a>
          ${session.isAdmin ? html`<span class="quiet owner">${job.owner}</span>` : nothing}
          ${progressBar(job.tasks)}
          <span class="quiet figures number" title=${inWords(job.tasks)}>${number(job.tasks.done ?? 0)}/${number(total(job.tasks))}</span>
          ${job.state === 'cancelled' ? html`<span class="quiet stopping">cancelled, still being stopped</span>` : nothing}
        </li>`)}
      </ul>
      ${all > MOST_JOBS ? html`<p><a href=${to('jobs', {find: 'all'})}>All ${number(all)} open jobs</a></p>` : nothing}
    </section>`;
  }

  /** Failures with what they printed, and what was lost with its machine, the last first; what a job repeats is one line. */
  #wrongs() {
    const failed = (this.failures ?? []).map(({attempt, name, node, ended, cause, exitCode, line}) => ({
      attempt, name, where: node, at: Date.parse(ended), what: exitCode ? `${cause} (${exitCode})` : cause, line,
    }));
    const nameOf = (node) => this.#machines?.get(node)?.facts.name ?? `machine ${node}`;
    // What the server has told of them already, with its reason, is not told twice.
    const told = new Set(failed.map(({attempt}) => attempt));
    const lost = this.#lost.filter(({attempt}) => !told.has(attempt))
      .map(({attempt, node, to: at, outcome}) => ({attempt, where: nameOf(node), at, what: outcome}));
    const groups = new Map();
    for (const one of [...failed, ...lost].sort((a, b) => b.at - a.at)) {
      const {job, task} = taskOf(one.attempt);
      const key = [job, one.what, one.line].join('\n');
      const group = groups.get(key) ?? groups.set(key, {...one, job, task, tasks: new Set(), times: 0}).get(key);
      group.tasks.add(task);
      group.times++;
    }
    return [...groups.values()].slice(0, MOST_WRONG);
  }

  #wrong() {
    const wrongs = this.#wrongs();
    return html`<section class="card">
      <h2>What went wrong lately</h2>
      ${wrongs.length === 0 ? html`<p class="quiet">${this.failures === null ? 'Loading …' : 'Nothing in the last 24 hours.'}</p>` : nothing}
      <ul class="lines">
        ${wrongs.map(({job, task, tasks, times, name, where, at, what, line}) => html`<li class="wrong-line">
            <a href=${to(`jobs/${job}`, {task})}>${name ?? `Job ${job}`}, ${tasks.size === 1 ? `task ${task}` : counted(tasks.size, 'task')}</a>
            <span>${what} ${times === 1 ? 'on' : `${number(times)} times, last on`} ${where}</span>
            <span class="quiet when" title=${time(at)}>${ago(new Date(at).toISOString())}</span>
            ${line ? html`<code class="line" title=${line}>${line}</code>` : nothing}
          </li>`)}
      </ul>
    </section>`;
  }
}

customElements.define('overview-view', OverviewView);

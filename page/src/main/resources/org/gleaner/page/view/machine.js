// One machine: what it has, runs and did, and how long it is likely to stay.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {session} from '../session.js';
import {ago, counted, duration, number, share, size, time} from '../words.js';
import {machineMenu} from '../part/machine-actions.js';
import {machineWord} from '../part/machine-state.js';
import {below, openMenu} from '../part/menu.js';
import {problemBox} from '../part/problem.js';
import {filled} from '../part/state.js';
import {fateOf, taskOf, WorkLog} from '../part/work-log.js';
import '../part/chart.js';
import '../part/work-strips.js';

const HOUR = 3_600_000;
const CALM_MS = 1_000;
const MOST_WEEKS = 12;

class MachineView extends PageElement {
  static properties = {parameters: {attribute: false}, detail: {state: true}};
  #log = new WorkLog();
  #loaded = false;
  #soon = calmly(CALM_MS, () => this.#fetch());

  constructor() {
    super();
    this.parameters = {};
    this.detail = null;
  }

  /** As in its address: 1, or n1 as the command line calls it. */
  get #id() {
    return Number(this.parameters.id?.replace(/^n/i, ''));
  }

  get #isId() {
    return Number.isSafeInteger(this.#id) && this.#id > 0;
  }

  willUpdate(changed) {
    if (changed.has('parameters') && changed.get('parameters')?.id !== this.parameters.id) {
      this.detail = null;
      this.#log = new WorkLog([this.#id]);
      this.#loaded = false;
      this.#fetch();
      this.#fetchWork();
    }
  }

  onSnapshot() {
    this.#soon();
    this.#fetchWork();
  }

  onChange(change) {
    const own = ({node}) => node === this.#id;
    if (change.more?.includes('attempts')) {
      this.#fetchWork();
    } else if (change.attempts?.some(own)) {
      if (this.#log.hear(change.attempts).size > 0) {
        this.#fetchWork();
      }
      this.querySelector('work-strips')?.draw();
    }
    if (change.attempts?.some(own) || change.machines?.some(({id}) => id === this.#id) || change.more?.includes('machines')) {
      this.#soon();
    }
  }

  async #fetch() {
    const id = this.#id;
    if (!this.#isId) {
      return;
    }
    const detail = await this.load((signal) => api.get(`nodes/${id}`, {}, signal));
    if (id === this.#id) {
      this.detail = detail ?? this.detail;
    }
  }

  async #fetchWork() {
    if (!this.#isId) {
      return;
    }
    const log = this.#log;
    await this.load((signal) => log.load(Math.min(log.from, Date.now() - HOUR), signal));
    this.#loaded = true;
    this.querySelector('work-strips')?.draw();
  }

  async #reach(since) {
    if (this.#loaded) {
      await this.load((signal) => this.#log.reach(since, signal));
      this.querySelector('work-strips')?.draw();
    }
  }

  #actions(event) {
    const forgotten = () => {
      location.hash = to('machines');
    };
    openMenu(below(event.currentTarget), this.detail.node.facts.name, machineMenu(this.detail.node, forgotten));
  }

  render() {
    const node = this.detail?.node;
    return html`<section class="view" aria-label="Machine">
      <p class="crumbs"><a href=${to('machines')}>Machines</a></p>
      ${problemBox(this.problem, () => this.#fetch())}
      ${node ? this.#all(node) : this.problem ? nothing : html`<p class="quiet">${this.#isId ? 'Loading …' : `There is no machine ${this.parameters.id}.`}</p>`}
    </section>`;
  }

  #all(node) {
    const {upMs, runs = [], outcomes = [], refusals = [], weeks = []} = this.detail;
    const strip = [{id: node.id, name: node.facts.name, slots: node.capacity.slots, away: !node.connected}];
    return html`<div class="job-head">
        <h1>${node.facts.name}</h1>
        <span class="grow"></span>
        ${session.isAdmin ? html`<button type="button" aria-haspopup="menu" @click=${this.#actions}>Actions</button>` : nothing}
      </div>
      <div class="facts">
        ${machineWord(node.state, node.suspended)}
        <span class="number">${number(node.slotsUsed)} of ${counted(node.capacity.slots, 'slot')} in use</span>
        <span class="quiet">${node.connected && node.silenceMs !== undefined ? (upMs ? `up for ${duration(upMs)}` : '') : this.#silence(node)}</span>
      </div>
      ${node.duty === 'working' ? nothing : html`<p class="note">${this.#duty(node)}</p>`}
      <section class="card"><h2>What it did</h2>
        <work-strips .machines=${strip} .log=${this.#log} ?admin=${session.isAdmin} @reach=${({detail}) => this.#reach(detail)}></work-strips>
      </section>
      <div class="halves">
        ${this.#stays()} ${this.#about(node)} ${this.#runs(node, runs)} ${this.#outcomes(outcomes, refusals)} ${this.#weeks(weeks)}
      </div>`;
  }

  #silence({silenceMs}) {
    return silenceMs === undefined ? 'not heard from since the server started' : `silent for ${duration(silenceMs)}`;
  }

  #duty({duty, attempts}) {
    const what = duty === 'paused' ? 'An admin paused it: it starts nothing new.' : 'It is being drained: it starts nothing new.';
    return attempts > 0 ? `${what} ${counted(attempts, 'task')} still to finish.` : what;
  }

  #stays() {
    const {usualStayMs, stays, chances = [], stayMs} = this.detail.observed;
    const two = chances.find(({moreMs}) => moreMs === 2 * HOUR);
    const usual = stays > 0 ? `usually stays for ${duration(usualStayMs)}` : 'it has not left yet';
    const words = two ? `${usual}; ${share(two.chance)} likely to stay another 2 h` : usual;
    return html`<section class="card">
      <h2>How long it stays</h2>
      <p class="stays-words">${words[0].toUpperCase()}${words.slice(1)}</p>
      ${chances.length > 0
        ? html`<p class="quiet">It has been here for ${duration(stayMs)}. How likely it is to stay this much longer:</p>
            <page-chart class="curve" .option=${(ink) => this.#curve(chances, ink)}
              label=${chances.map(({moreMs, chance}) => `${share(chance)} for ${duration(moreMs)}`).join(', ')}></page-chart>`
        : html`<p class="quiet">It takes no tasks at the moment, so there is nothing to predict.</p>`}
    </section>`;
  }

  #curve(chances, ink) {
    const axis = {axisLine: {lineStyle: {color: ink.line}}, axisLabel: {color: ink.quiet}, splitLine: {lineStyle: {color: ink.line}}};
    return {
      grid: {left: 44, right: 16, top: 12, bottom: 28},
      xAxis: {...axis, type: 'value', max: 24, interval: 4, axisLabel: {color: ink.quiet, formatter: '{value} h'}},
      yAxis: {...axis, type: 'value', min: 0, max: 100, interval: 25, axisLabel: {color: ink.quiet, formatter: '{value}%'}},
      tooltip: {trigger: 'axis', formatter: ([{value}]) => `${Math.round(value[1])}% likely to stay another ${duration(value[0] * HOUR)}`},
      series: [{
        type: 'line',
        smooth: 0.3,
        smoothMonotone: 'x',
        symbolSize: 6,
        color: ink.accent,
        areaStyle: {opacity: 0.12},
        data: [[0, 100], ...chances.map(({moreMs, chance}) => [moreMs / HOUR, 100 * chance])],
      }],
    };
  }

  #about({facts, capacity, connected, load, running = 0, tasksLoad, othersPrograms}) {
    const {speed, reliability, rated, probation} = this.detail.observed;
    const list = (label, words) => (words?.length ? html`<dt>${label}</dt><dd>${words.join(', ')}</dd>` : nothing);
    return html`<section class="card">
      <h2>About this machine</h2>
      <dl>
        <dt>System</dt><dd>${facts.os} ${facts.arch}, ${counted(facts.cores, 'core')}, agent ${facts.version}</dd>
        <dt>Offers</dt><dd>${counted(capacity.slots, 'slot')}, ${size(capacity.memoryBytes)} of memory</dd>
        <dt>CPU used by tasks</dt><dd class="number">${tasksLoad === undefined ? 'unknown' : `${share(tasksLoad)}, ${counted(running, 'task')} running`}</dd>
        <dt>CPU used by others</dt><dd class="number">${tasksLoad === undefined ? connected ? 'unknown; older agents and machines in use don’t report it' : 'unknown'
          : `${share(load)}${othersPrograms ? `, about ${counted(othersPrograms, 'program')}` : ''}`}</dd>
        <dt>Speed</dt><dd class="number">${speed.toFixed(2)} times the pool’s average</dd>
        <dt>Success</dt><dd class="number">${rated ? `${share((reliability + 1) / 2)} of the last ${counted(rated, 'attempt')}; recent ones count most` : 'nothing has ended here yet'}</dd>
        ${probation ? html`<dt>On probation</dt><dd>everything fails here that other machines do: one task at a time until one is done</dd>` : nothing}
        ${list('Runtimes', facts.runtimes)} ${list('Provides', facts.provides)} ${list('Tags', facts.tags)} ${list('Enforces', facts.enforced)}
        ${list('Only types', facts.types)}
      </dl>
    </section>`;
  }

  #runs({attempts}, runs) {
    const others = attempts - runs.length;
    return html`<section class="card">
      <h2>What it runs</h2>
      ${attempts === 0 ? html`<p class="quiet">Nothing at the moment.</p>` : nothing}
      <ul class="lines">
        ${runs.map(({attempt, owner, type, at, suspended}) => {
          const {job, task} = taskOf(attempt);
          return html`<li class="wrong-line"><a href=${to(`jobs/${job}`, {task})}>Job ${job}, task ${task}</a>
            <span>${type}${session.isAdmin ? ` of ${owner}` : ''}${suspended ? ', on hold while someone uses the machine' : ''}</span>
            <span class="quiet when" title=${time(at)}>${ago(at)}</span></li>`;
        })}
      </ul>
      ${others > 0 ? html`<p class="quiet">${runs.length ? 'And ' : ''}${counted(others, 'task')} of others.</p>` : nothing}
    </section>`;
  }

  #outcomes(outcomes, refusals) {
    const counts = {done: 0, failed: 0, lost: 0, ended: 0};
    outcomes.forEach(({at, outcome}) => counts[fateOf({to: at, outcome})]++);
    const words = Object.entries({done: 'done', failed: 'failed', lost: 'lost', ended: 'ended by somebody'})
      .filter(([fate]) => counts[fate])
      .map(([fate, word]) => `${counts[fate]} ${word}`);
    return html`<section class="card">
      <h2>How attempts ended</h2>
      <p class=${words.length ? 'number' : 'quiet'}>${words.length ? `The last ${outcomes.length}: ${words.join(', ')}` : 'None of yours has ended here since the server started.'}</p>
      <ul class="lines">
        ${[...outcomes].reverse().slice(0, 8).map(({attempt, at, outcome}) => {
          const {job, task} = taskOf(attempt);
          return html`<li class="wrong-line"><a href=${to(`jobs/${job}`, {task})}>Job ${job}, task ${task}</a>
            <span>${outcome}</span><span class="quiet when" title=${time(at)}>${ago(at)}</span></li>`;
        })}
        ${refusals.map(({type, at}) => html`<li class="wrong-line"><span>Could not start ${type}</span><span></span>
          <span class="quiet when" title=${time(at)}>${ago(at)}</span></li>`)}
      </ul>
    </section>`;
  }

  #weeks(weeks) {
    if (weeks.length === 0) {
      return nothing;
    }
    const shown = weeks.slice(-MOST_WEEKS).reverse();
    const most = Math.max(1, ...shown.map(({lastedMs}) => lastedMs));
    return html`<section class="card">
      <h2>Week by week</h2>
      <table class="plain-table weeks">
        <thead><tr><th>Week from</th><th class="right">Stays ended</th><th class="right">Total</th><th></th></tr></thead>
        <tbody>
          ${shown.map(({from, stays, lastedMs}) => html`<tr>
            <td>${from.slice(0, 10)}</td><td class="right">${number(stays)}</td><td class="right">${duration(lastedMs)}</td>
            <td class="length"><span class="bar" aria-hidden="true">${filled((100 * lastedMs) / most)}</span></td>
          </tr>`)}
        </tbody>
      </table>
    </section>`;
  }
}

customElements.define('machine-view', MachineView);

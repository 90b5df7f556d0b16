// One task: what it prints, what it left, and how often it was tried.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {duration, ending, size, time, timeOfDay} from '../words.js';
import {problemBox} from './problem.js';
import {stateWord} from './state.js';
import './task-files.js';
import './task-log.js';

const MOST_ATTEMPTS = 50;
const TABS = {log: 'Log', files: 'Files', attempts: 'Attempts'};

class TaskPanel extends PageElement {
  static properties = {
    job: {type: Number},
    /** A row of GET /jobs/{id}/tasks. */
    row: {attribute: false},
    /** What makes the task: its file, line, row or number; empty if it is not known. */
    entry: {},
    closable: {type: Boolean},
    tab: {state: true},
    attempts: {state: true},
  };

  constructor() {
    super();
    this.tab = 'log';
    this.attempts = null;
  }

  willUpdate(changed) {
    const before = changed.get('row');
    if (changed.has('row') && before?.task !== this.row.task) {
      this.attempts = null;
    }
    const news = before?.state !== this.row.state || before?.attempts !== this.row.attempts;
    if (this.tab === 'attempts' && (changed.has('tab') || (changed.has('row') && news))) {
      this.#fetch();
    }
  }

  /** Attempts come newest first by job, task and number: those of this task are behind the first of the next. */
  async #fetch() {
    const {job, row: {task}} = this;
    const answer = await this.load((signal) =>
      api.get('history', {before: `${job}.${task + 1}#1`, limit: MOST_ATTEMPTS}, signal),
    );
    if (answer && this.row.task === task) {
      this.attempts = answer.attempts.filter((one) => one.attempt.startsWith(`${job}.${task}#`));
    }
  }

  #tabKey(event) {
    const names = Object.keys(TABS);
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step) {
      this.tab = names[(names.indexOf(this.tab) + step + names.length) % names.length];
      this.updateComplete.then(() => this.querySelector('[role=tab][aria-selected=true]').focus());
    }
  }

  render() {
    const {row} = this;
    return html`<div class="panel-head">
        <h2>Task ${this.job}.${row.task}</h2>
        ${this.entry ? html`<span class="entry mono" title=${this.entry}>${this.entry}</span>` : nothing}
        ${stateWord(row.state)}
        ${row.node ? html`<span class="quiet">on ${row.node}</span>` : nothing}
        ${row.runMs !== undefined ? html`<span class="quiet">${duration(row.runMs)}</span>` : nothing}
        <span class="grow"></span>
        ${this.closable
          ? html`<button type="button" class="plain" @click=${() => this.dispatchEvent(new Event('close'))}>Close</button>`
          : nothing}
      </div>
      ${row.detail ? html`<p class="note">${ending(row)}</p>` : nothing}
      <div class="tabs" role="tablist" aria-label="About this task" @keydown=${this.#tabKey}>
        ${Object.entries(TABS).map(
          ([name, label]) =>
            html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="tab-panel"
              aria-selected=${name === this.tab} tabindex=${name === this.tab ? 0 : -1} @click=${() => (this.tab = name)}>
              ${label}
            </button>`,
        )}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby=${`tab-${this.tab}`}>${this.#body()}</div>`;
  }

  #body() {
    const {job, row} = this;
    if (this.tab === 'log') {
      return html`<task-log .job=${job} .task=${row.task} .state=${row.state} .attempts=${row.attempts}></task-log>`;
    }
    if (this.tab === 'files') {
      return html`<task-files .job=${job} .task=${row.task} .state=${row.state}></task-files>`;
    }
    return html`${problemBox(this.problem)} ${this.attempts === null ? nothing : this.#attempts()}`;
  }

  #attempts() {
    if (this.attempts.length === 0) {
      return html`<p class="quiet pad">No machine has tried it yet.</p>`;
    }
    return html`<div class="wide" tabindex="0" role="region" aria-label="Attempts">
      <table class="plain-table">
        <thead>
          <tr><th>Attempt</th><th>Machine</th><th>Began</th><th>Took</th><th>Memory</th><th>Ended</th><th>Why</th></tr>
        </thead>
        <tbody>
          ${this.attempts.map(
            (one) => html`<tr>
              <td>${one.attempt}</td>
              <td>${one.node}</td>
              <td title=${time(one.assigned)}>${timeOfDay(one.assigned)}</td>
              <td>${duration(one.runMs ?? Date.now() - Date.parse(one.assigned))}</td>
              <td>${size(one.peakBytes)}</td>
              <td>${one.cause ?? 'still running'}${one.exitCode ? ` (${one.exitCode})` : ''}</td>
              <td>${one.line ?? ''}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define('task-panel', TaskPanel);

// Who changed what, the newest first. Older lines come when they are asked for.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {number, time, timeOfDay} from '../words.js';
import {emptyBox, problemBox} from './problem.js';

const AT_ONCE = 100;
/** Looking further back is what the files are for. */
const MOST = 5_000;

class AuditTrail extends PageElement {
  static properties = {lines: {state: true}, next: {state: true}, find: {state: true}, busy: {state: true}};

  constructor() {
    super();
    this.find = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  async #fetch(before) {
    this.busy = true;
    const page = await this.load((signal) => api.get('audit', {limit: AT_ONCE, before}, signal));
    if (page) {
      this.lines = before ? [...this.lines, ...page.lines] : page.lines;
      this.next = page.next ?? null;
    }
    this.busy = false;
  }

  #fits({who, on, what, from, token, status, note}) {
    const text = [who, on, what, from, token, status, note].join(' ').toLowerCase();
    return this.find.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }

  render() {
    if (!this.lines) {
      return this.problem ? problemBox(this.problem, () => this.#fetch()) : html`<p class="quiet">Loading …</p>`;
    }
    if (this.lines.length === 0) {
      return emptyBox('Nothing has changed yet', 'Submit a job or change a setting: it is noted here, with who did it.');
    }
    const shown = this.lines.filter((line) => this.#fits(line));
    return html`${problemBox(this.problem)}
      <div class="card">
        <div class="card-head"><h2>Who changed what</h2><span class="grow"></span>
          <input type="search" aria-label="Find in these lines" placeholder="Find in these lines" .value=${this.find}
            @input=${({target}) => (this.find = target.value)} />
          <button type="button" @click=${() => this.#fetch()}>Refresh</button></div>
        <div class="wide tall" tabindex="0" role="region" aria-label="Who changed what">
          <table class="plain-table audit">
            <thead><tr><th>When</th><th>Who</th><th>What</th><th>On</th><th>Answer</th><th>From</th></tr></thead>
            <tbody>${shown.map((line) => AuditTrail.#row(line))}</tbody>
          </table>
        </div>
        ${shown.length === 0 ? html`<p class="quiet pad">None of the ${number(this.lines.length)} lines loaded has these words.</p>` : nothing}
        <p class="others-line quiet">
          ${number(this.lines.length)} lines.
          ${this.next && this.lines.length < MOST
            ? html`<button type="button" class="small" ?disabled=${this.busy} @click=${() => this.#fetch(this.next)}>Show older ones</button>`
            : this.next
              ? 'Older ones are in audit.log, in the server’s directory.'
              : 'Nothing older.'}
        </p>
      </div>`;
  }

  static #row({at, note, who, token, from, what, on, status, request}) {
    if (!what) {
      return html`<tr><td title=${time(at)}>${AuditTrail.#when(at)}</td><td colspan="5"><span class="note">${note}</span></td></tr>`;
    }
    const [method, path] = what.split(' ');
    return html`<tr title=${request ? `Request ${request}` : ''}>
      <td>${AuditTrail.#when(at)}</td>
      <td>${who ?? 'a stranger'}${token ? html` <span class="quiet mono">${token}</span>` : nothing}</td>
      <td class="path"><span class="mono">${method} ${(path ?? '').replace('/api/v1', '')}</span></td>
      <td class="path">${on ?? ''}</td>
      <td>${status < 400 ? html`done` : html`<strong class="refused">refused</strong>`} <span class="quiet">${status}</span></td>
      <td class="quiet">${from ?? ''}</td>
    </tr>`;
  }

  static #when(at) {
    const today = new Date(at).toDateString() === new Date().toDateString();
    return today ? timeOfDay(at) : time(at);
  }
}

customElements.define('audit-trail', AuditTrail);

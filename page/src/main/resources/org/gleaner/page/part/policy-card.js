// What the server tried and chose, where it is to choose; and the objective of one's own jobs.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {ago, duration, moment} from '../words.js';
import {OBJECTIVES} from './rule-card.js';
import {toast} from './toast.js';

const MINUTE_MS = 60_000;
/** Less than this is no number of percent that would tell anybody anything. */
const LEAST = 0.0005;
const {auto, ...own} = OBJECTIVES;
const WANTED = {none: 'same as the pool', ...own};

const label = ({strategy, objective}) => `${strategy} (${objective})`;
/** How far behind the best: nothing where deadlines count, for that is no part of a time. */
function behind({behind: part}, objective) {
  return part < LEAST ? 'best' : objective === 'deadline' ? '' : `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
}

const same = (one, other) => one.strategy === other.strategy && one.objective === other.objective;

/** `policy` is GET /policy. Tells "changed" when the reader wants something else. */
class PolicyCard extends PageElement {
  static properties = {policy: {attribute: false}, fault: {state: true}};

  constructor() {
    super();
    this.policy = null;
    this.fault = null;
  }

  async #want({target}) {
    try {
      await api.put('policy/objective', {objective: target.value});
      this.fault = null;
      toast('It applies from now on.');
    } catch (problem) {
      this.fault = problem;
    }
    this.dispatchEvent(new Event('changed'));
  }

  render() {
    const {strategy, wanted = 'none'} = this.policy;
    return html`<h2>Objective</h2>
      <label class="rule">
        <span>For your own jobs</span>
        <select name="objective" @change=${this.#want}>
          ${Object.entries(WANTED).map(([word, means]) => html`<option value=${word} ?selected=${word === wanted}>${word === 'none' ? '' : `${word}: `}${means}</option>`)}
        </select>
        <small>Applies only to your jobs, and only with the strategies survival and auto.</small>
        ${this.fault ? html`<small class="fault" role="alert">${this.fault.message} ${this.fault.remedy}</small>` : nothing}
      </label>
      ${strategy === 'auto' ? this.#tried() : nothing}`;
  }

  #tried() {
    const {policy, tryout, because} = this.policy;
    if (!tryout) {
      return html`<p class="quiet because">${because}</p>`;
    }
    return html`<p class="because">${because}</p>
      <table class="plain-table tried">
        <thead><tr><th>Tried</th><th class="right">Behind</th><th class="right">All done in</th><th class="right">Average task in</th></tr></thead>
        <tbody>${tryout.tried.map((one) => this.#row(one, same(one, policy)))}</tbody>
      </table>
      <p class="quiet">Tried ${ago(tryout.at)} in simulated futures of this pool; what is in force since ${moment(tryout.changed)} is in bold.</p>`;
  }

  #row(one, chosen) {
    return html`<tr><td>${chosen ? html`<strong>${label(one)}</strong>` : label(one)}</td>
      <td class="right number">${behind(one, this.policy.objective)}</td><td class="right number">${duration(one.makespanMinutes * MINUTE_MS)}</td><td class="right number">${duration(one.flowMinutes * MINUTE_MS)}</td></tr>`;
  }
}

customElements.define('policy-card', PolicyCard);

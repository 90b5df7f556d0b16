// Which task goes where and why, who gets how much of the pool, what tasks take, and what another strategy would do.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {counted, number, share} from '../words.js';
import {problemBox} from '../part/problem.js';
import '../part/forecast-record.js';
import '../part/policy-card.js';
import '../part/rule-card.js';
import '../part/simulate-panel.js';
import '../part/types-card.js';
import '../part/whatif-panel.js';

const CALM_MS = 3_000;

/** One type alone is as much as its owner. */
const hasTypes = ({types, more}) => types.length > 1 || Boolean(more);

class StrategyView extends PageElement {
  static properties = {settings: {state: true}, shares: {state: true}, policy: {state: true}};
  #soon = calmly(CALM_MS, () => this.#fetchShares());

  constructor() {
    super();
    this.settings = null;
    this.shares = null;
    this.policy = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  onSnapshot() {
    this.#soon();
  }

  onChange() {
    this.#soon();
  }

  async #fetch() {
    const answers = await this.load((signal) =>
      Promise.all([api.get('settings/described', {}, signal), api.get('shares', {}, signal), api.get('policy', {}, signal)]),
    );
    if (answers) {
      this.settings = new Map(answers[0].settings.map((one) => [one.name, one]));
      this.shares = answers[1];
      this.policy = answers[2];
    }
  }

  async #fetchShares() {
    if (this.isConnected) {
      this.shares = (await this.load((signal) => api.get('shares', {}, signal))) ?? this.shares;
    }
  }

  render() {
    return html`<section class="view" aria-label="Strategy">
      <h1 class="hidden">Strategy</h1>
      ${problemBox(this.problem, () => this.#fetch())}
      ${this.settings ? this.#all() : this.problem ? nothing : html`<p class="quiet">Loading …</p>`}
    </section>`;
  }

  #all() {
    return html`<div class="halves even">
        <rule-card class="card" .settings=${this.settings} ?admin=${session.isAdmin} @changed=${() => this.#fetch()}></rule-card>
        <div class="pile">
          ${this.#shares()}
          <policy-card class="card" .policy=${this.policy} @changed=${() => this.#fetch()}></policy-card>
        </div>
      </div>
      <types-card class="card"></types-card>
      <forecast-record class="card"></forecast-record>
      <whatif-panel class="card" .inForce=${this.settings.get('strategy').value} .copies=${this.settings.get('redundancy').value}
        .objective=${this.settings.get('objective').value}></whatif-panel>
      <simulate-panel class="card" .inForce=${this.settings.get('strategy').value} .copies=${this.settings.get('redundancy').value}
        ?admin=${session.isAdmin}></simulate-panel>`;
  }

  #shares() {
    const {weighted, owners, others, more} = this.shares;
    const rows = [...owners.map((one) => this.#owner(one)), others ? this.#row(`${counted(others.owners, 'other')}`, others, 'quiet') : nothing];
    return html`<section class="card">
      <h2>Who gets how much</h2>
      ${owners.length === 0 && !others
        ? html`<p class="quiet">Nobody has anything to run. Once two people do, this shows how they share the machines.</p>`
        : html`<table class="plain-table shares">
              <thead><tr><th>Owner and type</th><th class="right">Slots now</th><th class="right">Share</th><th class="right">Used</th><th><span class="hidden">Picture</span></th></tr></thead>
              <tbody>${rows}</tbody>
            </table>
            <p class="quiet told">
              ${weighted
                ? 'Share is what the weights give. Used is the part of all core time since the server started, including what runs now. Whoever has used the least of their share goes next.'
                : 'Fairness is set to “balanced”: the strategy decides whose turn it is, and weights do not count.'}
              ${owners.some(hasTypes) ? 'The figures of a type are parts of its owner’s; a type has no share of its own unless an admin gives it a weight.' : ''}
              ${more ? 'Only the 100 who used most are shown.' : ''}
            </p>`}
    </section>`;
  }

  #owner(one) {
    return html`${this.#row(one.owner, one, 'whose')}
      ${hasTypes(one) ? one.types.map((type) => this.#row(type.type, type, 'of', Boolean(one.weighed))) : nothing}
      ${one.more ? html`<tr class="of"><td colspan="5" class="quiet">and more types</td></tr>` : nothing}`;
  }

  #row(name, {cores, wanted, given}, kind, weighed = true) {
    return html`<tr class=${kind}>
      <td class="path">${name}</td><td class="right number">${number(cores)}</td>
      <td class="right number">${weighed ? share(wanted) : html`<span class="quiet">–</span>`}</td><td class="right number">${share(given)}</td>
      <td class="length"><span class="share-bar" aria-hidden="true">
        <span class="part" .style=${`width:${100 * given}%`}></span>
        ${weighed ? html`<span class="goal" .style=${`left:${100 * wanted}%`}></span>` : nothing}
      </span></td>
    </tr>`;
  }
}

customElements.define('strategy-view', StrategyView);

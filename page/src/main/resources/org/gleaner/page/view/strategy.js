// Which task goes where and why, who gets how much of the pool, and what another strategy would do.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {counted, number} from '../words.js';
import {problemBox} from '../part/problem.js';
import '../part/rule-card.js';
import '../part/simulate-panel.js';

const CALM_MS = 3_000;

const inPercent = (part) => `${Math.round(100 * part)} %`;

class StrategyView extends PageElement {
  static properties = {settings: {state: true}, shares: {state: true}};
  #soon = calmly(CALM_MS, () => this.#fetchShares());

  constructor() {
    super();
    this.settings = null;
    this.shares = null;
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
      Promise.all([api.get('settings/described', {}, signal), api.get('shares', {}, signal)]),
    );
    if (answers) {
      this.settings = new Map(answers[0].settings.map((one) => [one.name, one]));
      this.shares = answers[1];
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
    return html`<div class="halves">
        <rule-card class="card" .settings=${this.settings} ?admin=${session.isAdmin} @changed=${() => this.#fetch()}></rule-card>
        ${this.#shares()}
      </div>
      <simulate-panel class="card" .inForce=${this.settings.get('strategy').value} .copies=${this.settings.get('redundancy').value}
        ?admin=${session.isAdmin}></simulate-panel>`;
  }

  #shares() {
    const {weighted, owners, others, more} = this.shares;
    const rows = [...owners.map((one) => this.#owner(one)), others ? this.#row(`${counted(others.owners, 'other')}`, others, 'quiet') : nothing];
    return html`<section class="card">
      <h2>Who gets how much</h2>
      ${owners.length === 0 && !others
        ? html`<p class="quiet">Nobody has anything to run. As soon as two people have, you see here how the machines are shared.</p>`
        : html`<table class="plain-table shares">
              <thead><tr><th>Owner and type</th><th class="right">Slots now</th><th class="right">Wanted</th><th class="right">Given</th><th><span class="hidden">Picture</span></th></tr></thead>
              <tbody>${rows}</tbody>
            </table>
            <p class="quiet told">
              ${weighted
                ? 'Wanted is the part by weight. Given is core time since the server started, with what runs now; who is furthest below the wanted part is served next.'
                : 'The setting fairness is “balanced”: the strategy decides whose turn it is, and weights do not count.'}
              Parts of a type are of its owner’s part. ${more ? 'Only the 100 who had most are shown.' : ''}
            </p>`}
    </section>`;
  }

  #owner(one) {
    return html`${this.#row(one.owner, one, 'whose')}
      ${one.types.length > 1 || one.more ? one.types.map((type) => this.#row(type.type, type, 'of', Boolean(one.weighed))) : nothing}
      ${one.more ? html`<tr class="of"><td colspan="5" class="quiet">and more types</td></tr>` : nothing}`;
  }

  #row(name, {cores, wanted, given}, kind, weighed = true) {
    return html`<tr class=${kind}>
      <td class="path">${name}</td><td class="right number">${number(cores)}</td>
      <td class="right number">${weighed ? inPercent(wanted) : ''}</td><td class="right number">${inPercent(given)}</td>
      <td class="length"><span class="share-bar" aria-hidden="true">
        <span class="part" .style=${`width:${100 * given}%`}></span>
        ${weighed ? html`<span class="goal" .style=${`left:${100 * wanted}%`}></span>` : nothing}
      </span></td>
    </tr>`;
  }
}

customElements.define('strategy-view', StrategyView);

// Tries strategies on simulated machines: what to try, how far it is, and what came of it.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {ago, aheadOf, counted, duration, number, percent, time} from '../words.js';
import {problemBox} from './problem.js';
import {STRATEGIES} from './rule-card.js';
import {filled} from './state.js';
import {toastProblem} from './toast.js';
import './simulation-result.js';

const CALM_MS = 1_000;
const OWN_TEXT = '(text)';
const HISTORY = '(history)';
const MOST_REPEATS = 50;

const SCENARIOS = {
  heterogeneous: '120 mixed machines, four types of work',
  term: 'machines whose habits change',
  steady: 'machines that never fail',
  alike: 'identical machines, none of which lasts for long tasks',
  arriving: 'work that comes in waves',
  flood: 'one owner sends more than the machines can do',
  split: 'one owner with eleven types, another with one',
  small: 'five machines, to try it out',
};
const EXAMPLE = `<scenario name="lab">
  <clients>
    <client name="desk" cnt="9" power="5000" zerofp1="60" incfp1="40" fail1="3" zerofp2="90" incfp2="60" fail2="2"/>
  </clients>
  <simulation>
    <step cnt="400" jobtype="short" jobduration="5" steps="60"/>
    <step cnt="50" jobtype="long" jobduration="120" steps="1000"/>
  </simulation>
</scenario>`;

const isOver = ({state}) => state !== 'waiting' && state !== 'running';

/** What was tried, in words. */
function nameOf({scenario, historyDays}) {
  return scenario ?? (historyDays ? `the last ${counted(historyDays, 'day')} of this pool` : 'your own scenario');
}

/** `inForce` and `copies` are the strategy and the rule for copies that the server uses now. */
class SimulatePanel extends PageElement {
  static properties = {
    inForce: {}, copies: {}, admin: {type: Boolean}, offered: {state: true}, wish: {state: true}, chosen: {state: true}, refused: {state: true},
  };
  #again = calmly(CALM_MS, () => this.#fetch());

  constructor() {
    super();
    /** The answer of GET /simulations. */
    this.offered = null;
    this.wish = null;
    /** The simulation that is shown, with its result. */
    this.chosen = null;
    this.refused = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  async #fetch() {
    if (!this.isConnected) {
      return;
    }
    const offered = await this.load((signal) => api.get('simulations', {}, signal));
    if (!offered) {
      return;
    }
    this.offered = offered;
    this.wish ??= {
      source: 'small',
      days: '7',
      text: EXAMPLE,
      strategies: new Set(offered.strategies.filter((one) => one === this.inForce || one === 'balanced' || one === 'mixed')),
      copies: this.copies,
      repeats: '3',
      seed: '1',
    };
    const mine = offered.simulations.filter(({owner}) => owner === session.viewer?.name);
    const shown = this.chosen ? offered.simulations.find(({id}) => id === this.chosen.id) : mine[0];
    if (shown && (shown.id !== this.chosen?.id || shown.state !== this.chosen.state)) {
      await this.#show(shown.id);
    } else {
      this.chosen = shown ? {...shown, result: this.chosen?.result} : null;
    }
    if (offered.simulations.some((one) => !isOver(one))) {
      this.#again();
    }
  }

  async #show(id) {
    const shown = await this.load((signal) => api.get(`simulations/${id}`, {}, signal));
    this.chosen = shown ?? null;
  }

  async #run(event) {
    event.preventDefault();
    const {source, days, text, strategies, copies, repeats, seed} = this.wish;
    const body = {strategies: [...strategies], redundancy: [copies], repeats: Number(repeats), seed: Number(seed)};
    if (source === OWN_TEXT) {
      body.text = text;
    } else if (source === HISTORY) {
      body.historyDays = Number(days);
    } else {
      body.scenario = source;
    }
    this.refused = null;
    try {
      this.chosen = await api.post('simulations', body, this.signal);
      await this.#fetch();
    } catch (problem) {
      this.refused = problem.name === 'AbortError' ? null : problem;
    }
  }

  async #act(work) {
    try {
      await work();
    } catch (problem) {
      toastProblem(problem);
    }
    await this.#fetch();
  }

  #stop(id) {
    return this.#act(() => api.post(`simulations/${id}/stop`));
  }

  #forget(id) {
    return this.#act(async () => {
      await api.delete(`simulations/${id}`);
      this.chosen = this.chosen?.id === id ? null : this.chosen;
    });
  }

  render() {
    return html`<h2>Simulate</h2>
      <p class="quiet intro">How would another strategy do? The server tries it in a separate process, on made-up
        machines${this.admin ? ' or on this pool’s own history' : ''}. Nothing changes for anybody.</p>
      ${problemBox(this.problem, () => this.#fetch())}
      ${this.offered ? html`${this.#form()} ${this.#list()} ${this.#shown()}` : this.problem ? nothing : html`<p class="quiet">Loading …</p>`}`;
  }

  #set(name) {
    return ({target}) => (this.wish = {...this.wish, [name]: target.value});
  }

  #toggle(strategy) {
    const strategies = new Set(this.wish.strategies);
    strategies.delete(strategy) || strategies.add(strategy);
    this.wish = {...this.wish, strategies};
  }

  /** What the server says of a field, beneath it. */
  #fault(...places) {
    const place = this.refused?.place?.replace(/^\//, '').replace(/\/.*/, '');
    return places.includes(place)
      ? html`<small class="fault" role="alert">${this.refused.message} ${this.refused.remedy}</small>`
      : nothing;
  }

  #form() {
    const {source, days, text, strategies, copies, repeats, seed} = this.wish;
    const {scenarios, strategies: all, redundancy} = this.offered;
    const known = ['scenario', 'text', 'historyDays', 'strategies', 'redundancy', 'repeats', 'seed'];
    const atField = known.includes(this.refused?.place?.replace(/^\//, '').replace(/\/.*/, ''));
    return html`<form class="wish" @submit=${this.#run}>
      <div class="fields">
        <label class="source">Scenario
          <select name="source" @change=${this.#set('source')}>
            ${scenarios.map((name) => html`<option value=${name} ?selected=${name === source}>${name}${SCENARIOS[name] ? `: ${SCENARIOS[name]}` : ''}</option>`)}
            ${this.admin ? html`<option value=${HISTORY} ?selected=${source === HISTORY}>this pool’s own history</option>` : nothing}
            <option value=${OWN_TEXT} ?selected=${source === OWN_TEXT}>a scenario you write</option>
          </select>
          ${this.#fault('scenario')}
        </label>
        ${source === HISTORY
          ? html`<label>Days back
              <input type="number" name="days" min="1" max="365" required .value=${days} @input=${this.#set('days')} />
              ${this.#fault('historyDays')}
            </label>`
          : nothing}
        <label>Copies
          <select name="copies" @change=${this.#set('copies')}>
            ${redundancy.map((word) => html`<option ?selected=${word === copies}>${word}</option>`)}
          </select>
          ${this.#fault('redundancy')}
        </label>
        <label>Repeats
          <input type="number" name="repeats" min="1" max=${MOST_REPEATS} required .value=${repeats} @input=${this.#set('repeats')} />
          <small>${source === HISTORY ? 'Each run makes different random choices' : 'Each run has different failures; 20 or more make a sound comparison'}</small>
          ${this.#fault('repeats')}
        </label>
        <label>Seed
          <input type="number" name="seed" min="0" max="1000000000" required .value=${seed} @input=${this.#set('seed')} />
          <small>The same seed gives the same result</small>
          ${this.#fault('seed')}
        </label>
      </div>
      ${source === OWN_TEXT
        ? html`<label>Scenario
            <textarea name="text" class="mono" rows="10" spellcheck="false" required .value=${text} @input=${this.#set('text')}></textarea>
            <small>One step is a minute; power is milliseconds for a benchmark that takes 5000 on an average machine.</small>
            ${this.#fault('text')}
          </label>`
        : nothing}
      ${source === HISTORY
        ? html`<p class="note">Machines come and go as recorded, and each slot counts as a machine. Only tasks that were done run again, each for as long as
            it took; those submitted earlier are there from the beginning.</p>`
        : nothing}
      <fieldset class="strategies">
        <legend>Strategies to compare</legend>
        ${all.map((name) => html`<label class="check" title=${STRATEGIES[name] ?? ''}>
          <input type="checkbox" name="strategy" value=${name} .checked=${strategies.has(name)} @change=${() => this.#toggle(name)} />
          ${name}${name === this.inForce ? html`<span class="tag">in force</span>` : nothing}
        </label>`)}
        ${this.#fault('strategies')}
      </fieldset>
      ${atField ? nothing : problemBox(this.refused)}
      <div><button class="primary" ?disabled=${strategies.size === 0}>Run</button></div>
    </form>`;
  }

  #list() {
    const {simulations} = this.offered;
    if (simulations.length === 0) {
      return html`<p class="quiet none-yet">Nothing has been simulated since the server started. Choose a scenario above and press Run.</p>`;
    }
    return html`<h3>Simulations</h3>
      <ul class="lines simulations">${simulations.map((one) => this.#line(one))}</ul>`;
  }

  #line(one) {
    const current = one.id === this.chosen?.id;
    return html`<li class=${current ? 'current' : ''}>
      <button type="button" class="plain name" aria-pressed=${current} @click=${() => this.#show(one.id)}>
        ${nameOf(one)}: ${one.strategies.join(', ')}
      </button>
      <span class="how">${this.#state(one)}</span>
      <span class="quiet when" title=${time(one.asked)}>${one.owner === session.viewer?.name ? '' : `${one.owner}, `}${ago(one.asked)}</span>
      ${isOver(one)
        ? html`<button type="button" class="plain" aria-label=${`Forget ${nameOf(one)}`} @click=${() => this.#forget(one.id)}>Forget</button>`
        : html`<button type="button" @click=${() => this.#stop(one.id)}>Stop</button>`}
    </li>`;
  }

  #state({state, runs, of, began, ended, ahead}) {
    if (state === 'running') {
      return html`<span class="bar" role="progressbar" aria-label="Runs done" aria-valuemin="0" aria-valuemax=${of} aria-valuenow=${runs}>
          ${filled(of ? (100 * runs) / of : 0)}</span>
        <span class="number">${of ? `${number(runs)} of ${counted(of, 'run')}, ${percent(runs, of)}` : 'starts'}</span>`;
    }
    if (state === 'waiting') {
      return `waiting${aheadOf(ahead)}`;
    }
    return state === 'done' ? `done in ${duration(Date.parse(ended) - Date.parse(began))}` : state;
  }

  #shown() {
    const one = this.chosen;
    if (one?.failure) {
      return problemBox({title: one.failure.what, message: one.failure.why, remedy: one.failure.remedy});
    }
    return one?.result ? html`<simulation-result .result=${one.result} name=${nameOf(one)}></simulation-result>` : nothing;
  }
}

customElements.define('simulate-panel', SimulatePanel);

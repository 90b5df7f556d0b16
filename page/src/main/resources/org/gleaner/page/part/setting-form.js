// Settings of the pool as a form: each field by what its value may be. What the server refuses is said at its field.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {counted} from '../words.js';
import {problemBox, wrong} from './problem.js';
import {toast} from './toast.js';

/** In which card a setting is shown; one that has no card here is shown in the last. */
const GROUPS = [
  ['Who gets what', ['strategy', 'objective', 'objectives', 'redundancy', 'fairlevel', 'rnd', 'fairness', 'weights', 'fairness-window', 'licences']],
  ['Forecasts', ['estimator']],
  ['Stop everything', ['halt']],
  ['Limits', ['array-limit', 'most-nodes', 'calls-per-second', 'node-calls-per-second', 'joins-per-minute', 'strangers-per-minute',
    'inline-limit', 'problem-hosts']],
  ['Quotas', ['quota-owner', 'quota-total']],
  ['How long things are kept', ['retention-outputs', 'retention-history', 'retention-stays', 'blob-grace', 'key-time', 'seal-after']],
  ['Messages to others', ['webhooks']],
];
const REST = 'Timing';

/** What people call a setting; its name, which the command line knows, stands beside it. */
const LABELS = {
  strategy: 'Strategy',
  redundancy: 'Copies of running tasks',
  objective: 'Objective',
  objectives: 'Objectives of owners',
  estimator: 'How long tasks take',
  fairlevel: 'Fair level of mixed',
  rnd: 'Random part of uptime',
  fairness: 'Whose turn it is',
  weights: 'Weights',
  'fairness-window': 'Catching up',
  licences: 'Licences',
  halt: 'Stop all work',
  'array-limit': 'Tasks in one job',
  'most-nodes': 'Machines in the pool',
  'calls-per-second': 'Calls of a user',
  'node-calls-per-second': 'Calls of a machine',
  'joins-per-minute': 'Machines joining',
  'strangers-per-minute': 'Calls without a token',
  'inline-limit': 'Small results',
  'problem-hosts': 'Hosts of problems',
  'quota-owner': 'Quota of each user',
  'quota-total': 'Quota of all users',
  'retention-outputs': 'Files of closed jobs',
  'retention-history': 'Closed jobs',
  'retention-stays': 'Stays of machines',
  'blob-grace': 'Files that no job uses',
  'key-time': 'Keys of submissions',
  'seal-after': 'Growing jobs without news',
  webhooks: 'Hosts that may be called',
  'long-call': 'Waiting calls of machines',
  'suspect-after': 'A machine is suspect after',
  'lost-after': 'Work is lost after',
  'kill-grace': 'Time to end before being killed',
  'chunk-time': 'Work handed out at once',
  'chunk-tasks': 'Tasks handed out at once',
  'collect-time': 'Collecting new work',
  'elsewhere-time': 'Waiting for another machine',
  'refusal-time': 'Rest after a refusal',
};

export const STORAGE_GROUPS = ['Quotas', 'How long things are kept'];

function groupOf(name) {
  return GROUPS.find(([, names]) => names.includes(name))?.[0] ?? REST;
}

const startsLarge = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `only` names the cards to show; without it, all but those of `without`. Tells "changed" when something was saved. */
class SettingForm extends PageElement {
  static properties = {
    only: {attribute: false},
    without: {attribute: false},
    settings: {state: true},
    /** What was typed and is not saved, by name. */
    typed: {state: true},
    refused: {state: true},
    busy: {state: true},
  };

  constructor() {
    super();
    this.typed = new Map();
    this.refused = new Map();
    this.without = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  onSnapshot() {
    this.#fetch();
  }

  onChange({settings}) {
    if (settings) {
      this.#fetch();
    }
  }

  async #fetch() {
    const answer = await this.load((signal) => api.get('settings/described', {}, signal));
    if (answer) {
      this.settings = answer.settings;
      this.#settle();
    }
  }

  /** What is as it was typed needs no saving. */
  #settle() {
    for (const {name, value} of this.settings) {
      if (this.typed.get(name) === value) {
        this.typed.delete(name);
        this.refused.delete(name);
      }
    }
    this.typed = new Map(this.typed);
  }

  #type(name, value) {
    this.typed.set(name, value);
    this.refused.delete(name);
    this.#settle();
  }

  async #save(event) {
    event.preventDefault();
    this.busy = true;
    const saved = [];
    this.refused = new Map();
    for (const [name, value] of [...this.typed]) {
      try {
        await api.put('settings', {name, value: value.trim()});
        saved.push(name);
        this.typed.delete(name);
        this.settings = this.settings.map((one) => (one.name === name ? {...one, value: value.trim()} : one));
      } catch (problem) {
        this.refused.set(name, problem);
      }
    }
    this.typed = new Map(this.typed);
    this.busy = false;
    if (saved.length > 0) {
      toast(`${counted(saved.length, 'setting')} saved: ${saved.map((name) => LABELS[name] ?? name).join(', ')}`);
      this.dispatchEvent(new Event('changed'));
    }
    await this.updateComplete;
    this.querySelector('[aria-invalid="true"]')?.focus();
  }

  render() {
    if (!this.settings) {
      return this.problem ? problemBox(this.problem, () => this.#fetch()) : html`<p class="quiet">Loading …</p>`;
    }
    const titles = [...GROUPS.map(([title]) => title), REST];
    const shown = titles.filter((title) => (this.only ? this.only.includes(title) : !this.without.includes(title)));
    return html`<form class="settings" novalidate @submit=${this.#save}>
      ${shown.map((title) => this.#card(title))}
      ${this.typed.size
        ? html`<div class="save-bar" role="region" aria-label="Unsaved changes">
            <span>${counted(this.typed.size, 'change')} not saved</span><span class="grow"></span>
            <button type="button" @click=${this.#undo}>Undo</button>
            <button class="primary" ?disabled=${this.busy}>Save</button>
          </div>`
        : nothing}
    </form>`;
  }

  #undo() {
    this.typed = new Map();
    this.refused = new Map();
  }

  #card(title) {
    const order = GROUPS.find(([group]) => group === title)?.[1] ?? [];
    const own = this.settings
      .filter(({name}) => groupOf(name) === title)
      .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    return own.length ? html`<div class="card"><h2>${title}</h2>${own.map((setting) => this.#field(setting))}</div>` : nothing;
  }

  #field(setting) {
    const {name, value, meaning, unit} = setting;
    const refused = this.refused.get(name);
    const shown = this.typed.get(name) ?? value;
    const about = refused ? `${name}-about ${name}-wrong` : `${name}-about`;
    return html`<div class="setting">
      <div>
        <label for=${`set-${name}`}>${LABELS[name] ?? name}</label> <code class="key-name">${name}</code>${this.typed.has(name) ? html`<span class="tag">changed</span>` : nothing}
        <p class="quiet" id=${`${name}-about`}>${startsLarge(meaning)}.${unit ? ` A number with ${unit}.` : ''}</p>
      </div>
      <div class="control">
        ${this.#input(setting, shown, about, Boolean(refused))}
        ${refused ? wrong(refused, `${name}-wrong`) : nothing}
        ${shown === setting.default
          ? nothing
          : html`<button type="button" class="plain small" aria-label=${`Set ${LABELS[name] ?? name} to its default ${setting.default}`}
              @click=${() => this.#type(name, setting.default)}>Default: ${setting.default}</button>`}
      </div>
    </div>`;
  }

  #input({name, form, words, least, most, unit}, value, about, bad) {
    const id = `set-${name}`;
    const typed = ({target}) => this.#type(name, target.value);
    const invalid = bad ? 'true' : nothing;
    if (form === 'word') {
      return html`<select id=${id} aria-describedby=${about} aria-invalid=${invalid} .value=${value} @change=${typed}>
        ${words.map((word) => html`<option value=${word} ?selected=${word === value}>${word}</option>`)}
      </select>`;
    }
    if (form === 'count' || form === 'fraction') {
      return html`<input id=${id} type="number" inputmode="decimal" min=${least ?? nothing} max=${most ?? nothing}
        step=${form === 'count' ? 1 : 'any'} aria-describedby=${about} aria-invalid=${invalid} .value=${value} @input=${typed} />`;
    }
    return html`<input id=${id} type="text" maxlength="4000" spellcheck="false" autocomplete="off" list=${words?.length ? `${id}-words` : nothing}
        aria-describedby=${about} aria-invalid=${invalid} placeholder=${unit ?? ''} .value=${value} @input=${typed} />
      ${words?.length ? html`<datalist id=${`${id}-words`}>${words.map((word) => html`<option value=${word}></option>`)}</datalist>` : nothing}`;
  }
}

customElements.define('setting-form', SettingForm);

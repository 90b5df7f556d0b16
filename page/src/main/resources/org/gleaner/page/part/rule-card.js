// The rules by which work is shared out: what is in force and what it does. An admin changes them here.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {ask} from './dialog.js';
import {toast} from './toast.js';

/** What each value does, where its name alone does not say it. */
export const STRATEGIES = {
  fifo: 'the oldest job first',
  balanced: 'the type with the fewest running tasks',
  uptime: 'short tasks for machines that will leave soon, long ones for those that stay',
  mixed: 'like balanced while a type falls behind, else like uptime',
  survival: 'what this machine will most likely finish, so that all work ends together',
  quantile: 'the better the machine, the longer the work: suits one large batch',
  auto: 'whichever of them does best in simulated futures of this pool',
};
const COPIES = {
  off: 'a task never runs twice at once',
  plain: 'idle machines always run copies',
  computed: 'idle machines run a copy where it is likely to save time',
};
export const OBJECTIVES = {
  auto: 'flow while jobs keep coming, makespan for one large batch',
  makespan: 'all of them are done as early as possible',
  flow: 'each task is done soon',
  deadline: 'as few as possible miss their deadline',
  balanced: 'something between makespan and flow',
};
const RANDOM = {
  scaled: 'up to a quarter of the smallest gap between the run times of two types',
  paper: 'up to 2 minutes, however long tasks take',
};
const FAIRNESS = {
  weighted: 'whoever has used the least of their share goes next',
  balanced: 'the strategy decides whose turn it is',
};

/** In the order in which they are read: what a value does, and for which values of others it counts. */
const RULES = [
  ['strategy', 'Strategy', STRATEGIES],
  ['objective', 'Objective', OBJECTIVES, ({strategy}) => strategy === 'survival' || strategy === 'auto'],
  ['fairlevel', 'Fair level', (value) => `balances types while one has less than ${value} times as many running tasks as the leading type`, ({strategy}) => strategy === 'mixed'],
  ['rnd', 'Random part', RANDOM, ({strategy}) => strategy === 'uptime' || strategy === 'mixed'],
  ['redundancy', 'Copies', COPIES],
  ['fairness', 'Whose turn', FAIRNESS],
  ['weights', 'Weights', (value) => (value === 'equal' ? 'every owner gets the same share' : 'shares in proportion to these; everyone else has weight 1'), ({fairness}) => fairness === 'weighted'],
  ['fairness-window', 'Catching up', (value) => (value === 'off' ? 'an owner may catch up on everything missed' : `an owner may catch up on at most ${value} of missed time`), ({fairness}) => fairness === 'weighted'],
];

const does = (words, value, meaning) => (typeof words === 'function' ? words(value) : words[value] ?? meaning);
const sentence = (text) => text[0].toUpperCase() + text.slice(1);

/** `settings` are those of GET /settings/described, by name. Tells "changed" when some are others. */
class RuleCard extends PageElement {
  static properties = {settings: {attribute: false}, admin: {type: Boolean}, draft: {state: true}, faults: {state: true}};

  constructor() {
    super();
    /** Values by name while somebody changes them. */
    this.draft = null;
    /** What is wrong with a value, by name. */
    this.faults = {};
  }

  get #values() {
    return this.draft ?? Object.fromEntries(RULES.map(([name]) => [name, this.settings.get(name)?.value]));
  }

  #begin() {
    this.draft = {...this.#values};
    this.faults = {};
  }

  #end() {
    this.draft = null;
    this.faults = {};
  }

  #shown() {
    const values = this.#values;
    return RULES.filter(([name, , , counts]) => this.settings.has(name) && (counts?.(values) ?? true));
  }

  async #review(event) {
    event.preventDefault();
    const changes = this.#shown().filter(([name]) => this.draft[name] !== this.settings.get(name).value);
    if (changes.length === 0) {
      this.#end();
      toast('Nothing has changed.');
      return;
    }
    this.faults = {};
    await ask({
      title: 'Change the rules for everybody?',
      text: 'They apply from now on, to all tasks that have not started.',
      body: html`<table class="plain-table"><thead><tr><th>Setting</th><th>Now</th><th>Then</th></tr></thead>
        <tbody>${changes.map(([name, label]) => html`<tr><td>${label} <code class="key-name">${name}</code></td><td>${this.settings.get(name).value}</td><td><strong>${this.draft[name]}</strong></td></tr>`)}</tbody></table>`,
      action: 'Change',
      does: () => this.#change(changes.map(([name]) => name)),
    });
  }

  /** One after the other: what the server refuses is told at its field, and what came before it stays. */
  async #change(names) {
    for (const name of names) {
      try {
        await api.put('settings', {name, value: this.draft[name]});
      } catch (problem) {
        this.faults = {[name]: problem};
        this.dispatchEvent(new Event('changed'));
        return;
      }
    }
    this.#end();
    toast(names.length === 1 ? 'The rule is in force.' : 'The rules are in force.');
    this.dispatchEvent(new Event('changed'));
  }

  render() {
    return html`<h2>Which task goes where</h2>
      ${this.draft
        ? html`<form @submit=${this.#review}>
            <div class="rules">${this.#shown().map((rule) => this.#field(rule))}</div>
            <div class="buttons">
              <button type="button" @click=${this.#end}>Leave as it is</button>
              <button class="primary">Review the change</button>
            </div>
          </form>`
        : html`<dl class="rules">${this.#shown().map((rule) => this.#rule(rule))}</dl>
            ${this.admin ? html`<button type="button" @click=${this.#begin}>Change</button>` : nothing}`}`;
  }

  #rule([name, label, words]) {
    const {value, meaning} = this.settings.get(name);
    return html`<dt>${label}</dt>
      <dd><strong>${value}</strong> <span class="quiet">${sentence(does(words, value, meaning))}</span></dd>`;
  }

  #field([name, label, words]) {
    const {meaning, words: choices, default: usual} = this.settings.get(name);
    const value = this.draft[name];
    const fault = this.faults[name];
    const set = ({target}) => (this.draft = {...this.draft, [name]: target.value});
    const closed = choices.length > 1;
    return html`<label class="rule">
      <span>${label}</span>
      ${closed
        ? html`<select name=${name} @change=${set}>${choices.map((word) => html`<option ?selected=${word === value}>${word}</option>`)}</select>`
        : html`<input name=${name} .value=${value} @input=${set} autocomplete="off" spellcheck="false" aria-invalid=${fault ? 'true' : nothing} />`}
      <small>${sentence(does(words, value, meaning))}${value === usual ? '' : `. Default: ${usual}`}</small>
      ${fault ? html`<small class="fault" role="alert">${fault.message} ${fault.remedy}</small>` : nothing}
    </label>`;
  }
}

customElements.define('rule-card', RuleCard);

// All machines of the pool: what they do, how busy they are and how long they stay.

import {api} from '../api.js';
import {breath, calmly, html, nothing, PageElement, to} from '../element.js';
import {feed} from '../feed.js';
import {session} from '../session.js';
import {compareNames, counted, duration, number, share} from '../words.js';
import {addMachine, machineMenu} from '../part/machine-actions.js';
import {MACHINE_STATES, machineMark, machineWord} from '../part/machine-state.js';
import {openMenu} from '../part/menu.js';
import {emptyBox, problemBox} from '../part/problem.js';
import {filled} from '../part/state.js';
import {WorkLog} from '../part/work-log.js';
import '../part/rows.js';

const MINUTE = 60_000;
const CALM_MS = 1_000;
const MOST_NAMED = 6;
const NARROW = matchMedia('(max-width: 700px)');

/** Columns with what they are sorted by, numbers the largest first; those that are equal stay in the order of their names. */
const COLUMNS = [
  ['is', 'State', (a, b) => MACHINE_STATES.indexOf(a.state) - MACHINE_STATES.indexOf(b.state)],
  ['name', 'Name', () => 0],
  ['used', 'Slots in use', (a, b) => b.slotsUsed - a.slotsUsed],
  ['runs', 'Runs', (a, b) => b.attempts - a.attempts],
  ['load', 'Load', (a, b) => (b.load ?? 0) - (a.load ?? 0)],
  ['stay', 'Usual stay', (a, b) => (b.usualStayMs ?? 0) - (a.usualStayMs ?? 0)],
  ['chance', 'Stays 2 h', (a, b) => (b.chance2h ?? -1) - (a.chance2h ?? -1)],
];

class MachinesView extends PageElement {
  static properties = {query: {attribute: false}, machines: {state: true}, shown: {state: true}, sort: {state: true}};
  #log = new WorkLog();
  #soon = calmly(CALM_MS, () => this.#fetch());
  #arrangeSoon = calmly(CALM_MS, () => this.#arrange());

  constructor() {
    super();
    this.machines = null;
    this.shown = [];
    this.sort = 'name';
    this.query = {};
  }

  connectedCallback() {
    super.connectedCallback();
    NARROW.addEventListener('change', this.#redraw);
    this.#fetch();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    NARROW.removeEventListener('change', this.#redraw);
  }

  #redraw = () => this.requestUpdate();

  willUpdate(changed) {
    if (changed.has('query') || changed.has('sort')) {
      this.#arrange();
    }
  }

  onSnapshot() {
    this.#soon();
  }

  onChange(change) {
    if (this.machines === null) {
      return;
    }
    if (change.attempts) {
      this.#log.hear(change.attempts);
    }
    const told = change.machines ?? [];
    if (change.more?.length || told.some(({id}) => !this.machines.has(id))) {
      this.#soon();
    }
    for (const news of told) {
      if (news.gone) {
        this.machines.delete(news.id);
      } else if (this.machines.has(news.id)) {
        this.machines.set(news.id, {...this.machines.get(news.id), suspended: false, ...news});
      }
    }
    // Numbers change at once; rows move only now and then, so that nobody clicks on what has just gone.
    if (told.length > 0 || change.attempts) {
      this.shown = this.shown.map((one) => this.machines.get(one.id)).filter(Boolean);
      this.#arrangeSoon();
    }
  }

  async #fetch() {
    const [answer] = (await this.load((signal) =>
      Promise.all([api.get('nodes', {}, signal), this.#log.load(Date.now() - MINUTE, signal)]),
    )) ?? [];
    if (answer) {
      await breath();
      const named = answer.nodes.sort((a, b) => compareNames(a.facts.name, b.facts.name) || a.id - b.id);
      await breath();
      this.machines = new Map(named.map((machine) => [machine.id, machine]));
      this.#arrange();
    }
  }

  #arrange() {
    const words = (this.query.find ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({state, facts}) => {
      if (this.query.state && state !== this.query.state) {
        return false;
      }
      const text = () => [facts.name, facts.os, facts.arch, ...(facts.runtimes ?? []), ...(facts.tags ?? [])].join(' ').toLowerCase();
      return words.length === 0 || words.every((word) => text().includes(word));
    };
    const order = COLUMNS.find(([name]) => name === this.sort)[2];
    this.shown = [...(this.machines?.values() ?? [])].filter(fits).sort(order);
  }

  #go(query) {
    history.replaceState(null, '', to('machines', query));
    this.query = query;
  }

  #open(machine) {
    location.hash = to(`machines/${machine.id}`);
  }

  #menu({item, place}) {
    const open = {label: 'Open', does: () => this.#open(item)};
    openMenu(place, item.facts.name, session.isAdmin ? [open, null, ...machineMenu(item)] : [open]);
  }

  render() {
    return html`<section class="view full" aria-label="Machines">
      <div class="tools">
        <h1>Machines</h1>
        <input type="search" aria-label="Find machines" placeholder="Find by name, system, runtime or tag"
          .value=${this.query.find ?? ''} @input=${({target}) => this.#go({...this.query, find: target.value})} />
        <div class="chips" role="group" aria-label="Only machines that are">${MACHINE_STATES.map((state) => this.#chip(state))}</div>
        <span class="grow"></span>
        ${this.machines?.size ? html`<span class="quiet count">${counted(this.shown.length, 'machine')}</span>` : nothing}
        ${session.isAdmin ? html`<button type="button" class="primary" @click=${() => addMachine()}>Add a machine</button>` : nothing}
      </div>
      ${problemBox(this.problem, () => this.#fetch())} ${this.#list()}
    </section>`;
  }

  #chip(state) {
    const on = this.query.state === state;
    const n = feed.pool?.nodes?.[state] ?? 0;
    if (!n && !on) {
      return nothing;
    }
    return html`<a class="chip" href=${to('machines', {...this.query, state: on ? '' : state})} aria-current=${on ? 'true' : nothing}
      >${machineMark(state)}${state.replace('-', ' ')} <span class="number">${number(n)}</span></a>`;
  }

  #list() {
    if (this.machines === null) {
      return this.problem ? nothing : html`<p class="quiet pad">Loading …</p>`;
    }
    if (this.machines.size === 0) {
      return session.isAdmin
        ? emptyBox('No machine has joined', 'Tasks wait until one does.',
            html`<button type="button" class="primary" @click=${() => addMachine()}>Add a machine</button>`)
        : emptyBox('No machine has joined', html`Tasks wait until one does. The pool’s admin adds machines, here or with
            <code>gleaner join-line</code>.`);
    }
    if (this.shown.length === 0) {
      return emptyBox('No machine fits', 'Search for a part of its name, system, runtime or tag.',
        html`<a class="button" href=${to('machines')}>Show all machines</a>`);
    }
    return html`<virtual-rows class="machines" label="Machines" .items=${this.shown} .key=${(machine) => machine.id}
      .height=${NARROW.matches ? 64 : 40} .head=${this.#head()} .row=${(machine) => this.#row(machine)}
      @open=${({detail}) => this.#open(detail.item)} @pick=${({detail}) => this.#open(detail.item)}
      @menu=${({detail}) => this.#menu(detail)}></virtual-rows>`;
  }

  #head() {
    return html`${COLUMNS.map(([name, label]) => html`<span role="columnheader" class=${name}
        aria-sort=${this.sort === name ? 'other' : 'none'}>
        <button type="button" class="sort" title=${`Sort by ${label.toLowerCase()}`} @click=${() => (this.sort = name)}>
          ${label}${this.sort === name ? ' ↓' : ''}</button>
      </span>`)}
      <span role="columnheader" class="act"><span class="hidden">Actions</span></span>`;
  }

  #row(machine) {
    const {id, facts, capacity, state, slotsUsed, load, usualStayMs, chance2h, suspended} = machine;
    const used = capacity.slots ? (100 * slotsUsed) / capacity.slots : 0;
    return html`<span role="gridcell" class="is">${machineWord(state, suspended)}</span>
      <span role="gridcell" class="name"><a href=${to(`machines/${id}`)} tabindex="-1" title=${facts.name}>${facts.name}</a></span>
      <span role="gridcell" class="used">
        <span class="bar" aria-hidden="true">${filled(used)}</span>
        <span class="figures">${number(slotsUsed)}/${number(capacity.slots)}</span>
      </span>
      <span role="gridcell" class="runs number">${this.#runs(machine)}</span>
      <span role="gridcell" class="load number">${load === undefined ? '' : share(load)}</span>
      <span role="gridcell" class="stay">${duration(usualStayMs) || 'not known'}</span>
      <span role="gridcell" class="chance">${chance2h === undefined ? '' : share(chance2h)}</span>
      <span role="gridcell" class="act">
        <button type="button" class="plain" tabindex="-1" aria-haspopup="menu" aria-label=${`Actions for ${facts.name}`}>⋯</button>
      </span>`;
  }

  /** Own tasks by number; of others only how many. */
  #runs({id, attempts}) {
    const own = this.#log.runningOn(id).filter((bar) => bar.attempt);
    const names = own.slice(0, MOST_NAMED).map(({job, task}) => `${job}.${task}`);
    const rest = attempts - names.length;
    if (rest > 0) {
      names.push(session.isAdmin || own.length > MOST_NAMED ? `${number(rest)} more` : `${number(rest)} of others`);
    }
    return names.join(', ');
  }
}

customElements.define('machines-view', MachinesView);

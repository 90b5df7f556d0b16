// Describing a job and handing it in: files, tasks, command, what it needs; what that makes, and where it could run.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {session} from '../session.js';
import {compareNames, counted, size} from '../words.js';
import {forgetDraft, recallDraft, rememberDraft} from '../part/draft-memory.js';
import {JobDraft} from '../part/job-draft.js';
import {AFTER, FIELDS, NEEDS, OPTIONS, OUTPUTS} from '../part/job-fields.js';
import {problemBox} from '../part/problem.js';
import {fieldOf, fieldsOf, problemOf, wrongLine} from '../part/submit-field.js';
import {FilesCard} from '../part/submit-files.js';
import {previewCard, sameJobCard} from '../part/submit-preview.js';
import {commandCard, tasksCard} from '../part/submit-tasks.js';
import {toast} from '../part/toast.js';

const ASK_MS = 400;
const POOL_MS = 5_000;
const REMEMBER_MS = 300;
const MOST_CHIPS = 12;
const FEW_NAMES = 5;
/** Machines whose abilities count, though they may start nothing now. */
const THERE = new Set(['connected', 'suspect', 'disk-full', 'paused', 'draining', 'drained']);

/** It stays while somebody looks at other views, and so do its uploads; it belongs to one person. */
const draft = new JobDraft();
let owner = null;
session.addEventListener('changed', () => {
  if (session.viewer && session.viewer.name !== owner) {
    if (owner !== null) {
      draft.reset();
    }
    owner = session.viewer.name;
  }
});
owner = session.viewer?.name ?? null;

const said = recallDraft(owner);
said ? draft.set(said) : forgetDraft();
const remember = () => session.token !== null && rememberDraft(draft, owner);
draft.addEventListener('changed', calmly(REMEMBER_MS, remember));
addEventListener('pagehide', remember);

addEventListener('beforeunload', (event) => draft.uploads.busy && event.preventDefault());

class SubmitView extends PageElement {
  static properties = {query: {attribute: false}, matched: {state: true}, pool: {state: true}, starting: {state: true}};
  #files = new FilesCard(draft, () => this.requestUpdate());
  #ask = calmly(ASK_MS, () => this.#fetchMatch());
  #poolSoon = calmly(POOL_MS, () => this.#fetchPool());
  #asked = 0;
  #copied = null;
  #moreOpen = false;

  constructor() {
    super();
    this.query = {};
    this.matched = null;
    this.pool = null;
    this.starting = false;
  }

  connectedCallback() {
    super.connectedCallback();
    draft.addEventListener('changed', this.#changed);
    draft.addEventListener('progress', this.#progressed);
    this.#files.connect();
    this.#fetchPool();
    this.#ask();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    draft.removeEventListener('changed', this.#changed);
    draft.removeEventListener('progress', this.#progressed);
    this.#files.disconnect();
    this.starting = false;
  }

  #changed = ({detail}) => {
    this.starting &&= !detail.said;
    this.requestUpdate();
    this.#ask();
  };

  #progressed = () => {
    this.requestUpdate();
    if (this.starting) {
      this.#handIn();
    }
  };

  willUpdate(changed) {
    if (changed.has('query') && this.query.from && this.query.from !== this.#copied) {
      this.#copied = this.query.from;
      this.#copy(this.query.from);
    }
  }

  async #copy(from) {
    this.uncopied = null;
    try {
      await draft.copy(Number(from), this.signal);
      // Going back to this view later finds the draft as it was left.
      history.replaceState(null, '', to('submit'));
    } catch (failure) {
      this.uncopied = failure.name === 'AbortError' ? null : failure;
      this.requestUpdate();
    }
  }

  onSnapshot() {
    this.#poolSoon();
    this.#ask();
  }

  onChange({machines, more}) {
    if (machines || more?.includes('machines')) {
      this.#poolSoon();
    }
  }

  async #fetchPool() {
    const [answer, described] = (await this.load((signal) =>
      Promise.all([api.get('nodes', {}, signal), api.get('settings/described', {}, signal)]),
    )) ?? [];
    this.pool = answer ? offersOf(answer.nodes) : this.pool;
    draft.mostTasks = Number(described?.settings.find(({name}) => name === 'array-limit')?.value ?? draft.mostTasks);
    this.#ask();
  }

  async #fetchMatch() {
    const question = draft.question();
    const asked = ++this.#asked;
    if (question === null) {
      this.matched = null;
      return;
    }
    try {
      const matched = await api.post('jobs/match', question, this.signal);
      if (asked === this.#asked) {
        this.matched = matched;
      }
    } catch (failure) {
      if (asked === this.#asked && failure.place) {
        this.matched = null;
        this.#refuse(failure);
      }
    }
  }

  /** What the server has against it stands at the field that it is about. */
  #refuse(failure) {
    const field = failure.field ?? fieldAt(failure.place ?? '');
    draft.refused = field ? [{field, what: failure.message, next: failure.remedy}] : [];
    this.failure = field ? null : failure;
    this.requestUpdate();
  }

  async #start() {
    draft.pressed = true;
    this.failure = null;
    this.requestUpdate();
    if (this.#obstacle()) {
      await this.updateComplete;
      this.querySelector('[aria-invalid="true"], .wrong:not([hidden]) button')?.focus();
      return;
    }
    if (!this.starting) {
      this.starting = true;
      this.#handIn();
    }
  }

  #obstacle() {
    return draft.problems.length + draft.refused.length + draft.failed.length > 0;
  }

  #handing = false;

  /** Once all files have arrived. */
  async #handIn() {
    if (this.#obstacle()) {
      this.starting = false;
      return;
    }
    if (this.#handing || draft.progress.files > 0) {
      return;
    }
    this.#handing = true;
    try {
      const made = await draft.submit(this.signal);
      if (made) {
        draft.reset();
        toast(`Job ${made.job} has ${counted(made.tasks, 'task')}`);
        location.hash = to(`jobs/${made.job}`);
      }
    } catch (failure) {
      if (failure.name !== 'AbortError') {
        this.starting = false;
        this.#refuse(failure);
      }
    } finally {
      this.#handing = false;
    }
  }

  render() {
    return html`<section class="view submit" aria-label="Submit">
      <div class="job-head"><h1>Submit a job</h1><span class="grow"></span>
        ${draft.items.length > 0 || draft.command ? html`<button type="button" class="plain" @click=${() => draft.reset()}>Start over</button>` : nothing}
      </div>
      ${problemBox(this.uncopied ?? this.problem)}
      ${draft.origin ? html`<p class="quiet">Filled in from <a href=${to(`jobs/${draft.origin}`)}>job ${draft.origin}</a>; its files are already on the
        server.${carriedWords(draft.carried)}</p>` : nothing}
      ${draft.missing.length ? html`<p class="note">The page was reloaded. What you typed is still here; add the files again: ${few(draft.missing)}.</p>` : nothing}
      <div class="columns">
        <div class="column">
          ${this.#files.render()} ${tasksCard(draft)} ${commandCard(draft)} ${this.#outputs()} ${this.#needs()} ${this.#more()}
        </div>
        <div class="column side">
          ${previewCard(draft, this.matched)} ${this.#go()} ${sameJobCard(draft)}
        </div>
      </div>
    </section>`;
  }

  #outputs() {
    return html`<section class="card" aria-label="Results">
      <h2>4. Results</h2>
      <div class="fields outputs">${OUTPUTS.map((field) => fieldOf(draft, field))}</div>
      <p class="quiet note-line">What tasks print is always kept.</p>
    </section>`;
  }

  #needs() {
    return html`<section class="card" aria-label="Machines">
      <h2>5. Machines</h2>
      ${fieldsOf(draft, NEEDS, this.pool)}
    </section>`;
  }

  #more() {
    this.#moreOpen ||= OPTIONS.some(([, fields]) => fields.some(({key}) => draft.options[key] || problemOf(draft, key)));
    return html`<section class="card" aria-label="More options">
      <details .open=${this.#moreOpen} @toggle=${({target}) => (this.#moreOpen = target.open)}>
        <summary>More options</summary>
        <div class="option-groups">
          <div class="fields">
            ${this.#text('name', 'Name', `what to call the job; ${draft.type.trim() || draft.defaultType || 'its type'} if empty`)}
            ${this.#text('type', 'Type', `the kind of work it is; ${draft.defaultType || 'named after the command'} if empty`)}
          </div>
          ${OPTIONS.map(([title, fields]) => html`<fieldset><legend>${title}</legend>
            ${fieldsOf(draft, fields, this.pool)}</fieldset>`)}
          <label class="check"><input type="checkbox" .checked=${Boolean(draft.options['no-check'])}
            @change=${({target}) => draft.option('no-check', target.checked)} />
            Skip the checks for common mistakes, such as missing files</label>
        </div>
      </details>
    </section>`;
  }

  #text(key, label, hint) {
    return html`<div class="field">
      <label for=${`f-${key}`}>${label}</label>
      <input id=${`f-${key}`} .value=${draft[key]} @input=${({target}) => draft.set({[key]: target.value})} autocomplete="off"
        aria-describedby=${`wrong-${key}`} aria-invalid=${problemOf(draft, key) ? 'true' : 'false'} />
      <small class="quiet">${hint}</small>
      ${wrongLine(draft, key)}
    </div>`;
  }

  #go() {
    const {sent, all, files} = draft.progress;
    const wrong = draft.pressed && this.#obstacle();
    return html`<div class="card go">
      ${problemBox(this.failure)}
      <button type="button" class="primary" ?disabled=${this.starting} @click=${() => this.#start()}>
        ${this.starting ? (files > 0 ? 'Sending files …' : 'Starting …') : 'Start'}</button>
      <p class="quiet" role="status">
        ${wrong ? 'Fix the marked field first.'
          : this.starting && files > 0 ? `The job starts by itself once all files are sent: ${size(sent)} of ${size(all)}.`
            : 'You can close the page once the job has started.'}
        ${this.starting ? html`<button type="button" class="plain" @click=${() => (this.starting = false)}>Not yet</button>` : nothing}
      </p>
    </div>`;
  }
}

const few = (names) => (names.length > FEW_NAMES ? `${names.slice(0, FEW_NAMES).join(', ')} and ${names.length - FEW_NAMES} more` : names.join(', '));

/** The field of a place in the description, such as /needs/cores; empty: none. */
function fieldAt(place) {
  const path = place.replace(/^\/?/, '').replaceAll('.', '/');
  const [, output] = /^outputs\/(\d+)/.exec(path) ?? [];
  const declared = draft.said.find(([{key}]) => key === 'out')?.[1].length ?? 0;
  if (output !== undefined && Number(output) >= declared) {
    return 'out-optional';
  }
  const [, waited] = /^turn\/after\/(\d+)/.exec(path) ?? [];
  if (waited !== undefined) {
    const job = draft.question()?.turn?.after?.[waited]?.job;
    return draft.said.find(([field, , all]) => field.place === AFTER && all.some((one) => one.job === job))?.[0].key ?? 'after';
  }
  const found = FIELDS.find((field) => path === field.place || path.startsWith(`${field.place}/`));
  const parts = {command: 'command', shell: 'command', inputs: 'files', entries: 'tasks', array: 'tasks', columns: 'tasks', name: 'name', type: 'type'};
  return found?.key ?? parts[path.split('/')[0]] ?? '';
}

/** What comes from the other job and has no field here. */
function carriedWords(carried) {
  const parts = [
    carried.workplace?.archives && counted(carried.workplace.archives.length, 'archive'),
    carried.turn?.after && `waiting for ${carried.turn.after.map(({job}) => `job ${job}`).join(', ')}`,
  ].filter(Boolean);
  return parts.length > 0 ? ` It also keeps: ${parts.join('; ')}.` : '';
}

/** What the machines of the pool have, for each field that asks for something of it. */
function offersOf(all) {
  const nodes = all.filter(({state}) => THERE.has(state));
  const tally = (of) => {
    const counts = new Map();
    nodes.forEach((node) => new Set(of(node)).forEach((one) => counts.set(one, (counts.get(one) ?? 0) + 1)));
    return [...counts].sort((a, b) => b[1] - a[1] || compareNames(a[0], b[0]));
  };
  const chips = (counted) => counted.slice(0, MOST_CHIPS).map(([word, n]) => [word, `on ${n}`]);
  const largest = (of) => nodes.reduce((most, node) => Math.max(most, of(node) ?? 0), 0);
  const memory = largest((node) => node.capacity.memoryBytes);
  const cores = largest((node) => node.capacity.slots);
  const disk = largest((node) => node.capacity.diskBytes);
  const name = (text) => text.replace(/[:=].*$/, '');
  return {
    os: {choices: tally(({facts}) => [facts.os])},
    arch: {choices: tally(({facts}) => [facts.arch])},
    cores: {note: cores ? `The largest machine gives ${counted(cores, 'core')}.` : ''},
    memory: {note: memory ? `The largest machine gives ${size(memory)}.` : ''},
    disk: {note: disk ? `The largest machine gives ${size(disk)}.` : ''},
    needs: {chips: chips(tally(({facts}) => (facts.runtimes ?? []).map(name)))},
    tag: {chips: chips(tally(({facts}) => facts.tags ?? []))},
    on: {chips: nodes.length <= MOST_CHIPS ? nodes.map(({facts}) => [facts.name, '']) : []},
    use: {chips: tally(({facts}) => (facts.provides ?? []).map(name)).map(([one, n]) => [`${one}=1`, `on ${n}`])},
  };
}

customElements.define('submit-view', SubmitView);

// All jobs that the viewer may see, newest first, found and changed here.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {session} from '../session.js';
import {ago, counted, number, time} from '../words.js';
import {doubt, goesOn, inFull, shortly} from '../part/forecast.js';
import {jobMenu} from '../part/job-actions.js';
import {below, openMenu} from '../part/menu.js';
import {emptyBox, problemBox} from '../part/problem.js';
import {inWords, progressBar, stateMark, STATES, stateWord, total, wanted} from '../part/state.js';
import '../part/rows.js';

const AT_ONCE = 200;
const CALM_MS = 500;
const TYPING_MS = 250;
const AGES_MS = 15_000;
const GUESSES_MS = 30_000;
const SELECTOR = /^(\d+(\.\d+(-\d+)?)?|last|all|(name|type|state):.+)$/;
const NARROW = matchMedia('(max-width: 700px)');

class JobsView extends PageElement {
  static properties = {
    query: {attribute: false},
    jobs: {state: true},
    whole: {state: true},
    chosen: {state: true},
    loading: {state: true},
  };
  #next = null;
  #asked = 0;
  #typing = null;
  #anchor = null;
  #refresh = calmly(CALM_MS, () => this.#fetchAgain());

  constructor() {
    super();
    this.jobs = null;
    this.whole = null;
    this.chosen = new Set();
    this.query = {};
  }

  connectedCallback() {
    super.connectedCallback();
    NARROW.addEventListener('change', this.redraw);
    this.ages = setInterval(this.redraw, AGES_MS);
    this.guesses = setInterval(() => this.#guessAgain(), GUESSES_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    NARROW.removeEventListener('change', this.redraw);
    clearInterval(this.ages);
    clearInterval(this.guesses);
  }

  redraw = () => this.requestUpdate();

  willUpdate(changed) {
    if (changed.has('query') && (this.#asked === 0 || changed.get('query')?.find !== this.query.find)) {
      this.jobs = null;
      this.chosen = new Set();
      this.#fetch(null);
    }
  }

  get find() {
    return this.query.find ?? '';
  }

  onSnapshot() {
    this.#fetchAgain();
  }

  onChange(change) {
    if (this.jobs === null) {
      return;
    }
    const news = new Map((change.jobs ?? []).map((job) => [job.id, job]));
    let strangers = change.more?.includes('jobs');
    for (const id of news.keys()) {
      strangers ||= !news.get(id).gone && !this.jobs.some((job) => job.id === id);
    }
    if (news.size > 0) {
      this.jobs = this.jobs
        .filter((job) => !news.get(job.id)?.gone)
        .map((job) => (news.has(job.id) ? {...job, growing: false, ...news.get(job.id)} : job));
    }
    // A new job, or one that a filter may now let in or keep out.
    if (strangers || (news.size > 0 && this.find.startsWith('state:'))) {
      this.#refresh();
    }
  }

  #question() {
    if (this.find === '') {
      return {};
    }
    return SELECTOR.test(this.find) ? {select: this.find} : {search: this.find};
  }

  /** @param {string | null} from where the next page begins; null: the first */
  async #fetch(from) {
    const asked = ++this.#asked;
    this.loading = true;
    const page = await this.load((signal) =>
      api.get('jobs', {...this.#question(), limit: AT_ONCE, count: from === null, from: from ?? ''}, signal),
    );
    if (asked !== this.#asked) {
      return;
    }
    this.loading = false;
    if (page) {
      const before = from === null ? [] : this.jobs;
      const known = new Set(before.map((job) => job.id));
      this.jobs = [...before, ...page.jobs.filter((job) => !known.has(job.id))];
      this.whole = page.total ?? this.whole;
      this.#next = page.more ? page.next : null;
    }
  }

  /** The first page again, in place of those it repeats; what was loaded below stays. */
  async #fetchAgain() {
    if (this.jobs === null || this.jobs.length <= AT_ONCE) {
      await this.#fetch(null);
      return;
    }
    const asked = this.#asked;
    const page = await this.load((signal) =>
      api.get('jobs', {...this.#question(), limit: AT_ONCE, count: true}, signal),
    );
    if (page && asked === this.#asked) {
      const oldest = page.jobs.at(-1)?.id ?? 0;
      this.jobs = [...page.jobs, ...this.jobs.filter((job) => job.id < oldest)];
      this.whole = page.total ?? this.whole;
    }
  }

  /** When jobs will be done changes although nothing happens to them. */
  #guessAgain() {
    if (this.jobs?.some(({tasks}) => goesOn(tasks))) {
      this.#refresh();
    }
  }

  #more() {
    if (this.#next !== null && !this.loading) {
      this.#fetch(this.#next);
    }
  }

  #search(text) {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      history.replaceState(null, '', to('jobs', {find: text.trim()}));
      this.query = {...this.query, find: text.trim() || undefined};
    }, TYPING_MS);
  }

  #pick({item, index, event}) {
    const chosen = new Set(event.ctrlKey || event.metaKey || event.key === ' ' || this.#isBox(event) ? this.chosen : []);
    if (event.shiftKey && this.#anchor !== null) {
      const [a, b] = [this.#anchor, index].sort((x, y) => x - y);
      this.jobs.slice(a, b + 1).forEach((job) => chosen.add(job.id));
    } else {
      this.#anchor = index;
      if (this.chosen.has(item.id) && chosen.size === this.chosen.size) {
        chosen.delete(item.id);
      } else {
        chosen.add(item.id);
      }
    }
    this.chosen = chosen;
  }

  #isBox(event) {
    return event.target?.closest?.('.box') !== null;
  }

  #chooseAll() {
    this.chosen = this.chosen.size ? new Set() : new Set(this.jobs.map((job) => job.id));
  }

  #open(job) {
    location.hash = to(`jobs/${job.id}`);
  }

  /** For all that are chosen if this is one of them, else for this alone. */
  #menu({item, place}) {
    const jobs = this.chosen.has(item.id) ? this.jobs.filter((job) => this.chosen.has(job.id)) : [item];
    openMenu(place, 'Jobs', jobMenu(jobs, {open: () => this.#open(item), deleted: () => this.#deleted()}));
  }

  #deleted() {
    this.chosen = new Set();
    this.#fetchAgain();
  }

  render() {
    return html`<section class="view full" aria-label="Jobs">
      <div class="tools">
        <h1>Jobs</h1>
        <input
          type="search"
          aria-label="Find jobs"
          placeholder="Find by name, number, type:… or state:…"
          .value=${this.find}
          @input=${(event) => this.#search(event.target.value)}
        />
        <div class="chips" role="group" aria-label="Only jobs with tasks that are">
          ${STATES.map((state) => this.#chip(state))}
        </div>
        <span class="grow"></span>
        ${this.#summary()}
      </div>
      ${problemBox(this.problem, () => this.#fetchAgain())} ${this.#list()}
    </section>`;
  }

  #chip(state) {
    const on = this.find === `state:${state}`;
    return html`<a
      class="chip"
      href=${to('jobs', {find: on ? '' : `state:${state}`})}
      aria-current=${on ? 'true' : nothing}
      >${stateMark(state)}${state}</a
    >`;
  }

  #summary() {
    if (this.chosen.size > 0) {
      return html`<span class="chosen-count">${number(this.chosen.size)} chosen</span>
        <button type="button" aria-haspopup="menu" @click=${this.#actions}>Actions</button>
        <button type="button" class="plain" @click=${() => (this.chosen = new Set())}>Clear</button>`;
    }
    return this.jobs?.length ? html`<span class="quiet count">${counted(this.whole ?? this.jobs.length, 'job')}</span>` : nothing;
  }

  #actions(event) {
    const jobs = this.jobs.filter((job) => this.chosen.has(job.id));
    openMenu(below(event.currentTarget), 'Jobs', jobMenu(jobs, {deleted: () => this.#deleted()}));
  }

  #list() {
    if (this.jobs === null) {
      return this.problem ? nothing : html`<p class="quiet pad">Loading …</p>`;
    }
    if (this.jobs.length === 0) {
      return this.find
        ? emptyBox('No job fits', 'Search for part of a name, a number, type:… or state:…',
            html`<a class="button" href=${to('jobs')}>Show all jobs</a>`)
        : emptyBox('No jobs yet', html`Submit one here, or with a command line such as
            <code>gleaner submit --array 1-10 --shell 'echo hello $GLEANER_ENTRY'</code>. It appears here by itself.`,
            html`<a class="button" href=${to('submit')}>Submit a job</a>`);
    }
    return html`<virtual-rows
      class="jobs ${session.isAdmin ? 'with-owner' : ''}"
      label="Jobs"
      .items=${this.jobs}
      .chosen=${this.chosen}
      .key=${(job) => job.id}
      .height=${NARROW.matches ? 64 : 40}
      .head=${this.#head()}
      .row=${(job) => this.#row(job)}
      @near-end=${() => this.#more()}
      @open=${({detail}) => this.#open(detail.item)}
      @pick=${({detail}) => this.#pick(detail)}
      @menu=${({detail}) => this.#menu(detail)}
    ></virtual-rows>`;
  }

  #head() {
    return html`<span role="columnheader" class="box">
        <input type="checkbox" tabindex="-1" aria-label="Choose all that are listed" .checked=${this.chosen.size > 0}
          @click=${() => this.#chooseAll()} />
      </span>
      <span role="columnheader" class="id">Job</span>
      <span role="columnheader" class="name">Name</span>
      ${session.isAdmin ? html`<span role="columnheader" class="owner">Owner</span>` : nothing}
      <span role="columnheader" class="is">State</span>
      <span role="columnheader" class="progress">Progress</span>
      <span role="columnheader" class="eta" title="Until it is done, as far as that can be said">Time left</span>
      <span role="columnheader" class="when">Submitted</span>
      <span role="columnheader" class="act"><span class="hidden">Actions</span></span>`;
  }

  #timeLeft(job) {
    if (!goesOn(job.tasks)) {
      return html`<span role="gridcell" class="eta"></span>`;
    }
    const late = doubt(job);
    return html`<span role="gridcell" class=${late ? 'eta late' : 'eta'} title=${[late, inFull(job.forecast)].filter(Boolean).join('; ')}
      >${shortly(job.forecast)}${late ? html` (late${late.startsWith('May') ? '?' : ''})<span class="hidden">. ${late}</span>` : nothing}</span
    >`;
  }

  #row(job) {
    const tasks = wanted(job);
    return html`<span role="gridcell" class="box">
        <input type="checkbox" tabindex="-1" aria-label=${`Choose job ${job.id}`} .checked=${this.chosen.has(job.id)} />
      </span>
      <span role="gridcell" class="id">${job.id}</span>
      <span role="gridcell" class="name"
        ><a href=${to(`jobs/${job.id}`)} tabindex="-1" title=${job.name}>${job.name}</a></span
      >
      ${session.isAdmin ? html`<span role="gridcell" class="owner">${job.owner}</span>` : nothing}
      <span role="gridcell" class="is">${stateWord(job.state)}</span>
      <span role="gridcell" class="progress" title=${inWords(tasks)}>
        ${progressBar(tasks)}
        <span class="figures">${number(tasks.done ?? 0)}/${number(total(tasks))}</span>
      </span>
      ${this.#timeLeft(job)}
      <span role="gridcell" class="when" title=${time(job.submitted)}>${ago(job.submitted)}</span>
      <span role="gridcell" class="act">
        <button type="button" class="plain" tabindex="-1" aria-haspopup="menu" aria-label=${`Actions for job ${job.id}`}>
          ⋯
        </button>
      </span>`;
  }
}

customElements.define('jobs-view', JobsView);

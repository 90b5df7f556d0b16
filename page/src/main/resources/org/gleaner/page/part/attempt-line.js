// The attempts of one job over time: a row for each place on a machine, a bar for each attempt, and the same as a table.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {compareNames, counted, duration, number, plain, time, timeOfDay} from '../words.js';
import {colours} from './colours.js';
import {problemBox} from './problem.js';
import {fateOf, taskOf} from './work-log.js';
import {hatch} from './strip-picture.js';

const CALM_MS = 5_000;
/** Many pages are many calls. */
const CALMER_MS = 30_000;
const AT_ONCE = 1_000;
const MOST = 5_000;
const MOST_LISTED = 200;
const AXIS = 20;
const LANE = 14;
const THINNEST = 3;
const MOST_HIGH = 4_000;
const ZOOM = 2;
const SHORTEST_MS = 1_000;
const NARROW = matchMedia('(max-width: 700px)');
const FATES = {done: 'done', failed: 'failed', lost: 'lost', running: 'running', ended: 'stopped'};

/** `job` is its number. Tells "choose" with the number of a task. */
class AttemptLine extends PageElement {
  static properties = {
    job: {type: Number},
    attempts: {state: true},
    more: {state: true},
    chosen: {state: true},
    /** What is shown of the time, as two parts of the whole: 0 to 1. */
    window: {state: true},
  };
  #rows = [];
  #lane = LANE;
  #pages = 1;
  #frame = 0;
  #often = calmly(CALM_MS, () => this.#fetch());
  #seldom = calmly(CALMER_MS, () => this.#fetch());
  #resized = new ResizeObserver(() => this.#draw());
  #draws = () => this.#draw();

  constructor() {
    super();
    this.attempts = null;
    this.window = [0, 1];
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('themechange', this.#draws);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.#draws);
    this.#resized.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('themechange', this.#draws);
    matchMedia('(prefers-color-scheme: dark)').removeEventListener('change', this.#draws);
    this.#resized.disconnect();
  }

  willUpdate(changed) {
    if (changed.has('job')) {
      this.attempts = null;
      this.chosen = null;
      this.window = [0, 1];
      this.#pages = 1;
      this.#fetch();
    }
  }

  updated() {
    this.#draw();
  }

  onSnapshot() {
    this.#soon();
  }

  #soon() {
    this.#pages > 1 ? this.#seldom() : this.#often();
  }

  onChange({attempts, more}) {
    if (more?.includes('attempts') || attempts?.some(({attempt}) => attempt && taskOf(attempt).job === this.job)) {
      this.#soon();
    }
  }

  /** Attempts come newest first by job, task and number: those of this job are behind the first of the next job. */
  async #fetch() {
    const {job} = this;
    const found = [];
    let before = `${job + 1}.1#1`;
    let more = true;
    for (let page = 0; more && page < this.#pages; page++) {
      const answer = await this.load((signal) => api.get('history', {before, limit: AT_ONCE}, signal));
      if (!answer || job !== this.job) {
        return;
      }
      const own = answer.attempts.filter((one) => taskOf(one.attempt).job === job);
      found.push(...own);
      more = answer.more && own.length === answer.attempts.length;
      before = own.at(-1)?.attempt;
    }
    this.more = more;
    this.#arrange(found);
  }

  /** Each machine has as many rows as it had attempts at once. */
  #arrange(found) {
    const bars = found.map((one) => {
      const assigned = Date.parse(one.assigned);
      const end = one.ended ? Date.parse(one.ended) : null;
      // Short tasks are handed out many at once, and wait on the machine for their turn. Of a lost one nobody knows how long it ran.
      const from = end !== null && one.runMs > 0 ? Math.max(assigned, end - one.runMs) : assigned;
      const bar = {...one, ...taskOf(one.attempt), from, to: end, outcome: one.cause};
      return {...bar, fate: fateOf(bar)};
    });
    bars.sort((a, b) => a.from - b.from);
    const machines = new Map();
    for (const bar of bars) {
      const rows = machines.get(bar.nodeId) ?? machines.set(bar.nodeId, []).get(bar.nodeId);
      let row = rows.find((one) => one.until <= bar.from);
      if (!row) {
        row = {name: bar.node, first: rows.length === 0, bars: [], until: 0};
        rows.push(row);
      }
      row.bars.push(bar);
      row.until = bar.to ?? Infinity;
    }
    this.#rows = [...machines.values()].sort((a, b) => compareNames(a[0].name, b[0].name)).flat();
    this.#rows.forEach((row, y) => row.bars.forEach((bar) => (bar.row = y)));
    this.attempts = bars;
    this.chosen = bars.find(({attempt}) => attempt === this.chosen?.attempt) ?? null;
  }

  /** The time that is shown, in milliseconds. */
  get #span() {
    const first = this.attempts[0].from;
    const last = Math.max(first + SHORTEST_MS, ...this.#rows.map(({bars}) => bars.at(-1).to ?? Date.now()));
    const [from, until] = this.window;
    return {from: first + from * (last - first), until: first + until * (last - first), whole: last - first};
  }

  get #names() {
    return NARROW.matches ? 72 : 120;
  }

  #draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const canvas = this.querySelector('canvas');
      if (canvas && this.isConnected && this.attempts?.length) {
        this.#paint(canvas, canvas.parentElement.clientWidth);
      }
    });
  }

  #paint(canvas, width) {
    this.#lane = Math.max(THINNEST, Math.min(LANE, Math.floor(MOST_HIGH / this.#rows.length)));
    const height = AXIS + this.#rows.length * this.#lane + 4;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext('2d');
    pen.scale(scale, scale);
    const ink = colours(['text', 'quiet', 'line', 'surface', 'accent', 'danger', 'warn', 'state-done', 'state-cancelled']);
    ink.hatch = hatch(pen, ink.surface, scale, false);
    pen.font = `12px ${getComputedStyle(this).fontFamily}`;
    pen.textBaseline = 'middle';
    const {from, until} = this.#span;
    const x = (at) => this.#names + ((at - from) / (until - from)) * (width - this.#names - 1);
    this.#rows.forEach((row, y) => {
      const top = AXIS + y * this.#lane;
      if (row.first) {
        pen.fillStyle = ink.line;
        pen.fillRect(0, top - 1, width, 1);
        pen.fillStyle = ink.quiet;
        this.#lane >= 10 && pen.fillText(plain(row.name), 0, top + this.#lane / 2, this.#names - 8);
      }
      for (const bar of row.bars) {
        const left = Math.max(this.#names, x(bar.from));
        const right = Math.min(width, x(bar.to ?? Date.now()));
        if (right >= this.#names && left <= width && right >= left) {
          this.#paintBar(pen, ink, bar, left, top + 1, Math.max(2, right - left - 1), this.#lane - 3);
        }
      }
    });
    pen.fillStyle = ink.quiet;
    const words = until - from > 86_400_000 ? time : timeOfDay;
    pen.textAlign = 'left';
    pen.fillText(words(from), this.#names, AXIS / 2);
    pen.textAlign = 'right';
    pen.fillText(words(until), width - 2, AXIS / 2);
  }

  /** Full, hatched, hollow or with an edge: told apart without their colours too. */
  #paintBar(pen, ink, bar, x, y, width, height) {
    const colour = {done: ink['state-done'], running: ink.accent, failed: ink.danger, lost: ink.warn}[bar.fate] ?? ink['state-cancelled'];
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    if (bar.fate === 'ended') {
      pen.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1);
    } else {
      pen.fillRect(x, y, width, height);
    }
    if (bar.fate === 'lost') {
      pen.fillStyle = ink.hatch;
      pen.fillRect(x, y, width, height);
    }
    if (bar.fate === 'failed' && width > 8) {
      pen.fillStyle = ink.surface;
      pen.fillRect(x + width - 5, y, 2, height);
    }
    if (bar === this.chosen) {
      pen.strokeStyle = ink.text;
      pen.lineWidth = 2;
      pen.strokeRect(x - 1, y - 1, width + 2, height + 2);
    }
  }

  #at({offsetX, offsetY, currentTarget}) {
    const row = this.#rows[Math.floor((offsetY - AXIS) / this.#lane)];
    const {from, until} = this.#span;
    const scale = (until - from) / (currentTarget.clientWidth - this.#names - 1);
    const at = from + (offsetX - this.#names) * scale;
    const slack = 3 * scale;
    return row?.bars.findLast((bar) => bar.from - slack <= at && (bar.to ?? Date.now()) + slack >= at) ?? null;
  }

  #open() {
    if (this.chosen) {
      this.dispatchEvent(new CustomEvent('choose', {detail: this.chosen.task}));
    }
  }

  #key(event) {
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1}[event.key];
    if (step && event.shiftKey) {
      this.#move(step * 0.25);
    } else if (step) {
      const at = this.attempts.indexOf(this.chosen);
      this.#choose(this.attempts[at < 0 ? this.attempts.length - 1 : Math.max(0, Math.min(this.attempts.length - 1, at + step))]);
    } else if (event.key === 'Enter') {
      this.#open();
    } else if (event.key === '+' || event.key === '=') {
      this.#zoom(1 / ZOOM);
    } else if (event.key === '-') {
      this.#zoom(ZOOM);
    } else {
      return;
    }
    event.preventDefault();
  }

  #choose(bar) {
    this.chosen = bar;
    const {from, until, whole} = this.#span;
    if (bar.from < from || bar.from > until) {
      this.#move((bar.from - (from + until) / 2) / whole / (this.window[1] - this.window[0]));
    }
    const scroll = this.querySelector('.attempts');
    const top = AXIS + bar.row * this.#lane;
    if (top < scroll.scrollTop || top + this.#lane > scroll.scrollTop + scroll.clientHeight) {
      scroll.scrollTop = top - scroll.clientHeight / 2;
    }
  }

  /** By a part of what is shown. */
  #move(share) {
    const [from, until] = this.window;
    const by = Math.max(-from, Math.min(1 - until, share * (until - from)));
    this.window = [from + by, until + by];
  }

  #zoom(factor) {
    const {from, until, whole} = this.#span;
    const around = this.chosen ? (this.chosen.from - (from - this.window[0] * whole)) / whole : (this.window[0] + this.window[1]) / 2;
    const wide = Math.max(Math.min(1, SHORTEST_MS / whole), Math.min(1, ((until - from) / whole) * factor));
    const left = Math.max(0, Math.min(1 - wide, around - wide / 2));
    this.window = [left, left + wide];
  }

  #inWords({task, attempt, node, fate, cause, exitCode, from, to: end, line}) {
    const lasted = duration((end ?? Date.now()) - from);
    const outcome = fate === 'running' ? `running for ${lasted}` : `${cause}${exitCode ? ` (${exitCode})` : ''} after ${lasted}`;
    return `Task ${task}, attempt ${attempt.split('#')[1]} on ${node}: ${outcome}, from ${timeOfDay(from)}${line ? `. ${line}` : ''}`;
  }

  render() {
    if (!this.attempts) {
      return this.problem ? problemBox(this.problem, () => this.#fetch()) : html`<p class="quiet">Loading …</p>`;
    }
    if (this.attempts.length === 0) {
      return html`<p class="quiet">No machine has tried a task yet. “Why it’s in this state” says what it waits for.</p>`;
    }
    return html`${problemBox(this.problem)} ${this.#tools()}
      <div class="attempts">
        <canvas tabindex="0" role="application" @keydown=${this.#key}
          aria-label="Attempts over time. Arrow keys choose one, Enter opens its task, plus and minus zoom. The table below has the same."
          @pointermove=${(event) => (this.chosen = this.#at(event))}
          @click=${(event) => {
            this.chosen = this.#at(event);
            this.#open();
          }}></canvas>
      </div>
      <p class="quiet told" aria-live="polite">${this.chosen ? this.#inWords(this.chosen) : this.#hint()}</p>
      ${this.#table()}`;
  }

  #hint() {
    return `${counted(this.attempts.length, 'attempt')}. Point at one, or press the arrow keys, to see what it was; a click opens its task.`;
  }

  #tools() {
    const there = new Set(this.attempts.map(({fate}) => fate));
    const first = this.attempts.reduce((least, {task}) => Math.min(least, task), Infinity);
    const zoomed = this.window[1] - this.window[0] < 1;
    return html`<div class="strips-tools">
      <div class="keys">${Object.entries(FATES).filter(([fate]) => there.has(fate)).map(([fate, word]) => html`<span class="key">
        <span class="swatch fate-${fate}" aria-hidden="true"></span>${word}</span>`)}</div>
      <span class="grow"></span>
      ${this.more && this.attempts.length < MOST
        ? html`<button type="button" class="chip" @click=${this.#further}>Add tasks before ${number(first)}</button>`
        : this.more ? html`<span class="quiet">Tasks before ${number(first)} are left out.</span>` : nothing}
      ${zoomed ? html`<button type="button" class="chip" @click=${() => (this.window = [0, 1])}>Whole time</button>` : nothing}
      <button type="button" class="chip" aria-label="Zoom in" @click=${() => this.#zoom(1 / ZOOM)}>+</button>
      <button type="button" class="chip" aria-label="Zoom out" ?disabled=${!zoomed} @click=${() => this.#zoom(ZOOM)}>−</button>
    </div>`;
  }

  #further() {
    this.#pages++;
    this.#fetch();
  }

  #table() {
    const last = this.attempts.slice(-MOST_LISTED).reverse();
    return html`<details>
      <summary>As a table${this.attempts.length > last.length ? `, the last ${number(last.length)}` : ''}</summary>
      <div class="wide" tabindex="0" role="region" aria-label="Attempts over time"><table class="plain-table">
        <thead><tr><th>Task</th><th>Attempt</th><th>Machine</th><th>Began</th><th>Took</th><th>Ended</th><th>Reason</th></tr></thead>
        <tbody>${last.map((one) => html`<tr>
            <td><a href=${to(`jobs/${one.job}`, {task: one.task})}>${one.task}</a></td>
            <td>${one.attempt.split('#')[1]}</td><td>${one.node}</td>
            <td title=${time(one.from)}>${timeOfDay(one.from)}</td>
            <td>${duration((one.to ?? Date.now()) - one.from)}</td>
            <td>${one.cause ?? 'still running'}${one.exitCode ? ` (${one.exitCode})` : ''}</td><td class="path">${one.line ?? ''}</td>
          </tr>`)}</tbody>
      </table></div>
    </details>`;
  }
}

customElements.define('attempt-line', AttemptLine);

// What a task prints: live while it runs, then what is kept of it. Searched here.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {counted, size} from '../words.js';
import {fromBase64} from './bytes.js';
import {problemBox} from './problem.js';

const MOST_SHOWN = 256 * 1024;
const MOST_LINES = 5_000;
const LOOK_EVERY_MS = 1_000;
const NOT_FOUND = 404;
const GONE = 410;
const STREAMS = {stdout: 'Output', stderr: 'Errors'};

class TaskLog extends PageElement {
  static properties = {
    job: {type: Number},
    task: {type: Number},
    /** What it prints is other text once it runs, is over, or is tried again. */
    state: {},
    attempts: {type: Number},
    stream: {state: true},
    find: {state: true},
    texts: {state: true},
  };
  #turn = 0;
  #follow = true;

  constructor() {
    super();
    this.stream = 'stdout';
    this.find = '';
    this.texts = null;
  }

  willUpdate(changed) {
    if (changed.has('job') || changed.has('task')) {
      this.texts = null;
      this.stream = 'stdout';
      this.#follow = true;
    }
    if (['job', 'task', 'state', 'attempts'].some((name) => changed.has(name))) {
      this.#begin(++this.#turn);
    }
  }

  get running() {
    return this.state === 'running';
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#turn++;
  }

  updated() {
    const box = this.querySelector('pre');
    if (box && this.#follow) {
      box.scrollTop = box.scrollHeight;
    }
  }

  get #path() {
    return `jobs/${this.job}/tasks/${this.task}`;
  }

  async #begin(turn) {
    if (this.running) {
      await this.#watch(turn);
    }
    if (turn === this.#turn) {
      await this.#kept(turn);
    }
  }

  /** Until it no longer runs, or somebody looks at something else. */
  async #watch(turn) {
    let at = {};
    const decoders = {};
    while (turn === this.#turn) {
      const answer = await this.load((signal) => api.get(`${this.#path}/live`, at, signal));
      if (turn !== this.#turn || (answer && !answer.running)) {
        return;
      }
      if (answer) {
        if (answer.attempt !== at.attempt) {
          this.texts = {stdout: '', stderr: ''};
          at = {attempt: answer.attempt, stdout: 0, stderr: 0};
          decoders.stdout = new TextDecoder();
          decoders.stderr = new TextDecoder();
        }
        for (const name of Object.keys(STREAMS)) {
          const bytes = fromBase64(answer[name]?.data ?? '');
          if (bytes.length > 0) {
            const text = this.texts[name] + decoders[name].decode(bytes, {stream: true});
            this.texts = {...this.texts, [name]: text.slice(-MOST_SHOWN)};
            at[name] = answer[name].offset + bytes.length;
          }
        }
      }
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    }
  }

  async #kept(turn) {
    const texts = await this.load(async (signal) => ({
      stdout: await this.#tail('stdout', signal),
      stderr: await this.#tail('stderr', signal),
    }));
    if (texts && turn === this.#turn) {
      this.texts = texts;
      if (!texts.stdout && texts.stderr) {
        this.stream = 'stderr';
      }
    }
  }

  /** A task that was never tried has printed nothing yet. */
  async #tail(name, signal) {
    try {
      return new TextDecoder().decode(await api.bytes(`${this.#path}/${name}`, {tail: MOST_SHOWN}, signal));
    } catch (failure) {
      if (failure.status === NOT_FOUND) {
        return '';
      }
      if (failure.status === GONE) {
        failure.remedy ||= 'Run the job again to get it back.';
      }
      throw failure;
    }
  }

  render() {
    const text = this.texts?.[this.stream] ?? '';
    const found = this.#found(text);
    return html`<div class="log-tools">
        <div class="tabs" role="group" aria-label="Stream">
          ${Object.entries(STREAMS).map(
            ([name, label]) =>
              html`<button type="button" aria-pressed=${name === this.stream} @click=${() => (this.stream = name)}>
                ${label}${this.texts === null || this.texts[name] ? nothing : html` <span class="quiet">(none)</span>`}
              </button>`,
          )}
        </div>
        <input type="search" aria-label="Find in the log" placeholder="Find in the log" .value=${this.find}
          @input=${(event) => (this.find = event.target.value)} />
        <span class="quiet" role="status">${this.find ? counted(found.length, 'line') : nothing}</span>
        <span class="grow"></span>
        ${this.running ? html`<span class="live">live</span>` : nothing}
      </div>
      ${problemBox(this.problem)}
      ${this.texts === null
        ? html`<p class="quiet pad">Loading …</p>`
        : html`<pre class="log" tabindex="0" aria-label="Log" @scroll=${this.#scrolled}>${this.#body(text, found)}</pre>`}`;
  }

  #scrolled(event) {
    const box = event.target;
    this.#follow = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
  }

  #found(text) {
    if (!this.find) {
      return [];
    }
    const wanted = this.find.toLowerCase();
    return text.split('\n').filter((line) => line.toLowerCase().includes(wanted));
  }

  #body(text, found) {
    if (text === '') {
      return html`<span class="quiet">${this.running ? 'Nothing printed yet.' : 'Nothing was printed.'}</span>`;
    }
    if (this.find) {
      return found.slice(-MOST_LINES).map((line) => html`${this.#marked(line)}\n`);
    }
    return text.length >= MOST_SHOWN ? html`<span class="quiet">… the last ${size(MOST_SHOWN)}</span>\n${text}` : text;
  }

  #marked(line) {
    const wanted = this.find.toLowerCase();
    const parts = [];
    let from = 0;
    for (let at = line.toLowerCase().indexOf(wanted); at >= 0; at = line.toLowerCase().indexOf(wanted, from)) {
      parts.push(line.slice(from, at), html`<mark>${line.slice(at, at + wanted.length)}</mark>`);
      from = at + wanted.length;
    }
    return [...parts, line.slice(from)];
  }
}

customElements.define('task-log', TaskLog);

// Why a job is where it is, in plain words, with a button for what helps.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, to} from '../element.js';
import {duration, moment} from '../words.js';
import {change, RETRY} from './job-actions.js';
import {problemBox} from './problem.js';
import {toastProblem} from './toast.js';

const CALM_MS = 2_000;

/** A growing job with nothing to do: no machine and no rule would help it. */
const AWAITS_MORE = 'awaits-more';

/** A problem that is over: only the program that submitted it can do so again. */
const PROBLEM_OVER = ['host-stopped', 'not-needed'];

/** What one press can do about a cause or, if it is none of these, a kind of reason. */
const REMEDIES = {
  paused: ['Resume it', 'resume'],
  braked: [RETRY, 'retry'],
  blocked: [RETRY, 'retry'],
  [AWAITS_MORE]: ['Seal it: no more tasks', 'seal'],
  'too-large': [],
  'input-lost': [],
  'files-not-there': [],
};
const UNBLOCK = ['Unblock it', 'unblock'];
/** Kinds that may need another job: one with another command, other files or other needs. */
const SUBMIT_AGAIN = ['blocked', 'fits-no-node', 'refused-by-nodes', 'cancelled'];

/** Tasks that have come to their end, or to none before somebody acts. */
const OVER = ['done', 'cancelled'];
const STUCK = ['paused', 'blocked', 'halted'];

/** "With 2G of memory per task instead of 8G it would probably be done by 15:10, 2 h sooner." */
function advised(advice) {
  switch (advice.state) {
    case 'looking':
      return 'The server tries what would help …';
    case 'later':
      return 'The server is busy with other questions. Ask again in a minute.';
    case 'none':
      return 'Nothing that the server tried would let it start or be done much sooner.';
    default:
      return `${advice.with} it would probably ${gains(advice)}.`;
  }
}

/** "start by 14:10, 20 min sooner, and be done by 15:10, 2 h sooner". */
function gains({start, then, gainMs}) {
  const starts = start ? `start${sooner(start.then, start.gainMs)}` : '';
  if (!then) {
    return `${starts}; its finish would hardly change`;
  }
  return `${starts ? `${starts}, and ` : ''}be done${sooner(then, gainMs)}`;
}

const sooner = ({p50}, gainMs) => `${p50 ? ` by ${moment(p50)}` : ''}${gainMs ? `, ${duration(gainMs)} sooner` : ' at all'}`;

class WhyBox extends PageElement {
  static properties = {job: {type: Number}, reasons: {state: true}, advice: {state: true}};
  #refresh = calmly(CALM_MS, () => this.#fetch());

  willUpdate(changed) {
    if (changed.has('job')) {
      this.reasons = null;
      this.advice = null;
      this.#fetch();
    }
  }

  onSnapshot() {
    this.#refresh();
  }

  onChange(change) {
    if (change.jobs?.some(({id}) => id === this.job) || change.machines?.length || change.more?.length) {
      this.#refresh();
    }
  }

  async #fetch() {
    const answer = await this.load((signal) => api.get(`jobs/${this.job}/why`, {}, signal));
    if (answer) {
      this.reasons = answer.reasons ?? [];
    }
  }

  async #help(verb) {
    await change(verb, [this.job]).catch(toastProblem);
    this.#fetch();
  }

  /** It takes the server some seconds, so it is not asked unless somebody wants to know. */
  async #advise() {
    const {job} = this;
    this.advice = {state: 'looking'};
    try {
      const advice = await api.get(`jobs/${job}/advice`, {}, this.signal);
      this.advice = job === this.job ? advice : this.advice;
    } catch (problem) {
      this.advice = null;
      toastProblem(problem);
    }
  }

  render() {
    return html`${problemBox(this.problem)}
      <ul class="reasons">
        ${this.#told().map((reason) => this.#one(reason))}
      </ul>
      ${this.#goesOn() ? this.#helpful() : nothing}`;
  }

  /** Whether it will be done by itself, sooner or later. */
  #goesOn() {
    const kinds = (this.reasons ?? []).filter(({cause}) => cause !== AWAITS_MORE).map(({kind}) => kind);
    return kinds.some((kind) => !OVER.includes(kind)) && !kinds.some((kind) => STUCK.includes(kind));
  }

  #helpful() {
    const {advice} = this;
    if (!advice) {
      return html`<div class="remedies"><button type="button" @click=${() => this.#advise()}>What would help?</button></div>`;
    }
    return html`<p class="advice" role="status">${advised(advice)}</p>`;
  }

  /** That some tasks are done explains nothing while others are not. */
  #told() {
    const all = this.reasons ?? [];
    return all.some(({kind}) => kind !== 'done') ? all.filter(({kind}) => kind !== 'done') : all;
  }

  #one(reason) {
    const {kind, cause} = reason;
    const [first, ...rest] = reason.detail.split('\n');
    // Blocked by hand, it needs no other job.
    const byHand = kind === 'blocked' && cause === 'blocked';
    // The program that made the call is told, and nobody would be told what another run finds.
    const ofProgram = reason.facts?.retry === 'program';
    const [label, verb] = byHand ? UNBLOCK : ofProgram ? [] : REMEDIES[cause] ?? REMEDIES[kind] ?? [];
    const again = (SUBMIT_AGAIN.includes(kind) && !byHand && !ofProgram && !PROBLEM_OVER.includes(cause)) || cause === 'braked';
    return html`<li>
      <p>${upper(first)}</p>
      ${rest.length > 0 ? html`<details><summary>Where in its code</summary><pre class="command">${rest.join('\n')}</pre></details>` : nothing}
      ${reason.more ? html`<p class="quiet">${upper(reason.more)}</p>` : nothing}
      ${reason.remedy ? html`<p class="quiet">${reason.remedy}</p>` : nothing}
      ${verb || again
        ? html`<div class="remedies">
            ${verb ? html`<button type="button" @click=${() => this.#help(verb)}>${label}</button>` : nothing}
            ${again ? html`<a class="button" href=${to('submit', {from: reason.job})}>Submit again with changes …</a>` : nothing}
          </div>`
        : nothing}
    </li>`;
  }
}

customElements.define('why-box', WhyBox);

function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// When a job will be done, and how certain that is.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, repeatedly} from '../element.js';
import {duration, moment, timeOfDay} from '../words.js';

const CALM_MS = 3_000;
const AGAIN_MS = 15_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** What is over by then is told to the second. */
const SOON = 10 * MINUTE;

/** Whether something of the job can still happen by itself. */
export function goesOn({waiting = 0, ready = 0, running = 0}) {
  return waiting + ready + running > 0;
}

/** "2 h 10 min", coarsely: nobody needs the seconds of a guess. */
function left(instant, now) {
  const ms = Date.parse(instant) - now;
  return ms > 2 * MINUTE ? duration(ms - (ms % MINUTE)) : duration(Math.max(SECOND, ms - (ms % SECOND)));
}

/** "~2 h 10 min"; "?" if nothing can be said. */
export function shortly(span, now = Date.now()) {
  if (!span?.p50) {
    return '?';
  }
  return Date.parse(span.p50) > now ? `~${left(span.p50, now)}` : 'now';
}

const isSoon = ({p50, p90}, now) => Math.abs(Date.parse(p90 ?? p50) - now) < SOON;

/** A time of the span as it is told: "14:20", "Tue 14:20", or "14:20:35" if all of it is over within minutes. */
export function exactly(instant, span, now = Date.now(), other = now) {
  return isSoon(span, now) ? timeOfDay(instant) : moment(instant, other);
}

/** "13:40 to 16:05". */
export function range(span, now = Date.now()) {
  const {p10, p50, p90} = span;
  const late = p90 ? exactly(p90, span, now, p50) : 'more than a year';
  return `${p10 ? exactly(p10, span, now, p50) : '…'} to ${late}`;
}

/** For people who point at it. */
export function inFull(span) {
  return span?.p50 ? `about ${exactly(span.p50, span)}; 8 of 10 jobs are done: ${range(span)}` : '';
}

const DOUBTS = {perhaps: 'May miss its deadline', unlikely: 'Will probably miss its deadline', hopeless: 'Can’t meet its deadline any more'};

/** How the server's forecast stands to the deadline; the same rule as `Meets` of the server. */
function meets(deadline, {p10, p50, p90}) {
  const misses = (done) => !done || Date.parse(done) > Date.parse(deadline);
  if (Date.parse(deadline) <= Date.now() || ((!p10 || p10 !== p90) && misses(p10))) {
    return 'hopeless';
  }
  return misses(p50) ? 'unlikely' : misses(p90) ? 'perhaps' : 'likely';
}

/** Of a job in a list: what its owner should know of its deadline; empty if it looks well or there is none. */
export function doubt({deadline, hopeless, forecast}) {
  if (!deadline || !(forecast || hopeless)) {
    return '';
  }
  const found = DOUBTS[forecast ? meets(deadline, forecast) : 'hopeless'];
  return found ? `${found}, ${moment(deadline)}` : '';
}

class ForecastLine extends PageElement {
  static properties = {job: {type: Number}, told: {state: true}};
  #refresh = calmly(CALM_MS, () => this.#fetch());

  constructor() {
    super();
    repeatedly(this, AGAIN_MS, () => this.#refresh());
  }

  willUpdate(changed) {
    if (changed.has('job')) {
      this.told = null;
      this.#fetch();
    }
  }

  onSnapshot() {
    this.#refresh();
  }

  onChange(news) {
    if (news.jobs?.some(({id}) => id === this.job)) {
      this.#refresh();
    }
  }

  async #fetch() {
    const {job} = this;
    const told = job && (await this.load((signal) => api.get(`jobs/${job}/forecast`, {}, signal)));
    if (told && job === this.job) {
      this.told = told;
      if (told.reason === 'soon') {
        this.#refresh();
      }
    }
  }

  render() {
    const {told} = this;
    if (!told || told.reason === 'closed') {
      return nothing;
    }
    const {start, finish, deadline, meets: met} = told;
    const note = ForecastLine.#note(told);
    return html`<p class="forecast">
      ${start?.p50 ? this.#time('Starts', start) : nothing} ${finish?.p50 ? this.#time('Done', finish) : nothing}
      ${deadline
        ? html`<span class=${DOUBTS[met] ? 'late' : 'quiet'}>${DOUBTS[met] ?? 'Deadline'}, ${moment(deadline)}</span>`
        : nothing}
      ${note ? html`<span class="quiet">${note}</span>` : nothing}
    </p>`;
  }

  /** The server does not know in which zone the reader is. */
  static #note({begin, after, note}) {
    if (begin) {
      return `Won't start before ${moment(begin)}.`;
    }
    return after?.at ? `Probably won't start before ${moment(after.at)}, because it waits for job ${after.job}.` : note;
  }

  #time(what, span) {
    const now = Date.now();
    const overdue = span.p90 && Date.parse(span.p90) < now ? 'later than expected' : 'any moment';
    const soon = Date.parse(span.p50) > now ? `in ${left(span.p50, now)}` : overdue;
    const sure = this.told.futures > 1 ? `${range(span)}` : 'a first guess';
    return html`<span title=${inFull(span)}
      >${what} about <b>${exactly(span.p50, span, now)}</b>, ${soon} <span class="quiet">(${sure})</span></span
    >`;
  }
}

customElements.define('forecast-line', ForecastLine);

// What is to come of open jobs, on one time line that begins now: when each starts and is done, and how certain that is.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, repeatedly, svg, to} from '../element.js';
import {feed} from '../feed.js';
import {session} from '../session.js';
import {duration, number} from '../words.js';
import {exactly, range} from './forecast.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CALM_MS = 3 * SECOND;
const AGAIN_MS = 15 * SECOND;
/** As many as the server tells at once, and in all: it begins with the newest, and those that end first may be the oldest. */
const AT_ONCE = 1000;
const MOST = 2000;
const ROWS = 12;
/** What ends so many times sooner than the rest would be a hair's breadth on an even scale. */
const UNEVEN = 15;
const MOST_BENT = 2000;
const TICKS = [
  SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 60 * DAY, 120 * DAY, 240 * DAY,
];
/** Ticks closer than this, in parts of the whole, would be printed over each other. */
const APART = 0.13;
const LAST = 0.94;

/** From times to places between 0 and 1: near times get more room if some end much sooner than others. */
export function scaleOf(ends) {
  const longest = Math.max(MINUTE, ...ends);
  const soonest = Math.min(longest, ...ends.filter((ms) => ms > 0));
  const spread = longest / Math.max(SECOND, soonest);
  const bend = spread > UNEVEN ? Math.min(spread, MOST_BENT) : 0;
  const place = (ms) => {
    const part = Math.min(1, Math.max(0, ms / longest));
    return bend ? Math.log1p(bend * part) / Math.log1p(bend) : part;
  };
  const ticks = [];
  for (const ms of TICKS) {
    if (ms < longest && place(ms) - (ticks.at(-1)?.at ?? 0) >= APART && place(ms) <= LAST) {
      ticks.push({ms, at: place(ms)});
    }
  }
  return {place, ticks};
}

const at = (instant, now, otherwise) => (instant ? Date.parse(instant) - now : otherwise);

/** The times of a forecast from now on, in milliseconds; null if nothing can be said. What is further than a year has no end. */
function timesOf({started, start, finish}, now) {
  if (!finish?.p50) {
    return null;
  }
  const done = at(finish.p50, now);
  const late = at(finish.p90, now, Infinity);
  const begins = started ? 0 : at(start?.p50, now, 0);
  return {early: started ? 0 : at(start?.p10, now, begins), begins, soon: at(finish.p10, now, done), done, late};
}

function words(job, now) {
  const {finish, started, start, note, futures} = job;
  if (!finish?.p50) {
    return note || 'No forecast yet.';
  }
  const sure = futures > 1 ? ` (${range(finish)})` : ', a first guess';
  const begins = started || !start?.p50 ? '' : `starts about ${exactly(start.p50, start, now)}, `;
  return `${begins}done about ${exactly(finish.p50, finish, now)}${sure}`;
}

const percent = (part) => `${(100 * part).toFixed(2)}%`;

/** The forecasts of all open jobs, as far as the page shows them. */
async function everyOpenJob(signal) {
  const jobs = [];
  let answer = null;
  do {
    answer = await api.get('forecasts', {limit: AT_ONCE, ...(answer && {from: answer.next})}, signal);
    jobs.push(...answer.jobs);
  } while (answer.next && jobs.length < MOST);
  return {...answer, jobs};
}

class FutureBars extends PageElement {
  /** `job`: only this one, without a list around it. */
  static properties = {job: {type: Number}, told: {state: true}};
  #refresh = calmly(CALM_MS, () => this.#fetch());

  constructor() {
    super();
    this.told = null;
    repeatedly(this, AGAIN_MS, () => this.#refresh());
  }

  willUpdate(changed) {
    if (changed.has('job')) {
      this.told = null;
    }
    if (changed.has('job') || !this.hasUpdated) {
      this.#fetch();
    }
  }

  onSnapshot() {
    this.#refresh();
  }

  onChange(news) {
    if (news.more?.includes('jobs') || news.jobs?.some(({id}) => !this.job || id === this.job)) {
      this.#refresh();
    }
  }

  async #fetch() {
    const {job} = this;
    const answer = await this.load((signal) => (job ? api.get(`jobs/${job}/forecast`, {}, signal) : everyOpenJob(signal)));
    if (answer && job === this.job) {
      this.told = {
        jobs: (answer.jobs ?? [answer]).filter(({reason}) => reason !== 'closed'),
        more: Boolean(answer.more),
        ahead: answer.now ? Date.parse(answer.now) - Date.now() : 0,
      };
    }
  }

  render() {
    if (this.told === null) {
      return this.job ? nothing : html`<p class="quiet">${this.problem ? 'Not known at the moment.' : 'Loading …'}</p>`;
    }
    const now = Date.now() + this.told.ahead;
    const all = this.told.jobs.map((job) => ({job, times: timesOf(job, now)}));
    if (this.job) {
      return all[0]?.times ? this.#picture(all, now) : nothing;
    }
    if (all.length === 0) {
      return html`<p class="quiet">No open jobs. <a href=${to('submit')}>Submit a job</a>, and this shows when it will start and be done.</p>`;
    }
    const known = all.filter(({times}) => times).sort((a, b) => a.times.done - b.times.done || a.job.id - b.job.id);
    const shown = [...known, ...all.filter(({times}) => !times)].slice(0, ROWS);
    const open = Math.max(all.length, feed.pool?.openJobs ?? 0);
    return html`${this.#picture(shown, now)}
      ${open > shown.length
        ? html`<p class="quiet others"><a href=${to('jobs', {find: 'all'})}>${number(open - shown.length)} more open ${open - shown.length === 1 ? 'job' : 'jobs'}</a>${
            this.told.more ? `; those above are of the newest ${number(MOST)}` : ''}</p>`
        : nothing}`;
  }

  #picture(rows, now) {
    const ends = rows.flatMap(({times}) => (times ? [times.done, Number.isFinite(times.late) ? times.late : 2 * times.done] : []));
    const scale = ends.length ? scaleOf(ends) : null;
    return html`<div class="futures ${this.job ? 'alone' : ''}">
        ${scale ? html`<div class="future axis" aria-hidden="true"><span></span>${this.#axis(scale)}<span></span></div>` : nothing}
        ${rows.map((row) => this.#row(row, scale, now))}
      </div>
      ${scale && !this.job
        ? html`<p class="keys"><span class="key"><i class="swatch future-sure"></i>runs</span>
            <span class="key"><i class="swatch future-done"></i>80 % chance to finish in this range; the line is the median</span>
            <span class="key"><i class="swatch future-start"></i>may start</span></p>`
        : nothing}`;
  }

  #axis({ticks}) {
    return html`<svg class="ticks" height="16">
      <text x="0" y="12">now</text>
      ${ticks.map(({ms, at: x}) => svg`<text x=${percent(x)} y="12" text-anchor="middle">${duration(ms).replace('.0 ', ' ')}</text>`)}
    </svg>`;
  }

  #row({job, times}, scale, now) {
    const said = words(job, now);
    const when = times ? exactly(job.finish.p50, job.finish, now) : '';
    const whose = session.isAdmin && job.owner ? ` (${job.owner})` : '';
    const inside = html`<span class="name"><span class="number quiet">${job.id}</span> ${job.name}${whose ? html`<span class="quiet">${whose}</span>` : nothing}</span>
      ${times && scale ? this.#bar(times, scale) : html`<span class="quiet why">${said}</span>`}
      <span class="when number">${when}</span>`;
    return this.job
      ? html`<div class="future" role="img" aria-label=${said} title=${said}>${inside}</div>`
      : html`<a class="future" href=${to(`jobs/${job.id}`)} title=${`Job ${job.id}: ${said}`} aria-label=${`Job ${job.id}, ${job.name}${whose}: ${said}`}>${inside}</a>`;
  }

  #bar({early, begins, soon, done, late}, {place, ticks}) {
    const piece = (kind, from, until, y, height) => {
      const [left, right] = [place(from), place(until)];
      return right > left
        ? svg`<rect class=${kind} x=${percent(left)} width=${percent(right - left)} y=${y} height=${height}></rect>`
        : nothing;
    };
    return html`<svg class="bars" height="20" aria-hidden="true">
      ${ticks.map(({at: x}) => svg`<line class="grid" x1=${percent(x)} x2=${percent(x)} y1="0" y2="20"></line>`)}
      ${piece('future-start', early, begins, 8, 4)}
      ${piece('future-sure', begins, Math.max(begins, soon), 5, 10)}
      ${piece('future-likely', Math.max(begins, soon), done, 5, 10)}
      ${piece('future-maybe', Math.max(begins, done), late, 5, 10)}
      <line class="middle" x1=${percent(place(done))} x2=${percent(place(done))} y1="2" y2="18"></line>
    </svg>`;
  }
}

customElements.define('future-bars', FutureBars);

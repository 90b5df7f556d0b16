// How good the forecasts were: what was said against what came true.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement, svg} from '../element.js';
import {session} from '../session.js';
import {counted, number, share, time} from '../words.js';

const CALM_MS = 30_000;
const SIDE = 200;
const EDGE = 38;
/** Of fewer nobody can tell whether ranges are right. */
const FEW = 20;
const GOAL = 0.8;
const CLOSE = 0.05;
const ASKED = {first: 'At first', early: 'Early', middle: 'In the middle', late: 'Late', all: 'All'};

const x = (part) => EDGE + part * SIDE;
const y = (part) => SIDE + 8 - part * SIDE;

/** From a factor of some on, percents say nothing. */
const off = (error) => (error < 2 ? share(error) : `${(error + 1).toFixed(1)} times`);

class ForecastRecord extends PageElement {
  static properties = {known: {state: true}};
  #soon = calmly(CALM_MS, () => this.#fetch());

  constructor() {
    super();
    this.known = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  onSnapshot() {
    this.#soon();
  }

  onChange({jobs}) {
    if (jobs?.some(({state}) => state === 'done')) {
      this.#soon();
    }
  }

  async #fetch() {
    this.known = (await this.load((signal) => api.get('forecasts/record', {}, signal))) ?? this.known;
  }

  render() {
    return html`<h2>How good the forecasts were</h2>${this.known ? this.#all() : html`<p class="quiet">${this.problem ? 'Not known at the moment.' : 'Loading …'}</p>`}`;
  }

  #all() {
    const {scored, open} = this.known;
    if (scored === 0) {
      return html`<p class="quiet">No job with a forecast is done yet. Forecasts for open jobs are kept, and compared here with when the jobs finished.
        ${open ? `${counted(open, 'forecast')} of open jobs ${open === 1 ? 'waits' : 'wait'} for that.` : 'Submit a job of a type that has run before to get the first one.'}</p>`;
    }
    return html`<div class="record"><figure>${this.#picture()}</figure><div>${this.#words()}${this.#table()}</div></div>`;
  }

  #words() {
    const {scored, since, stages, widths} = this.known;
    const {inside, ratio} = stages.find(({when}) => when === 'all');
    const verdict = scored < FEW ? '. Too few to judge yet.'
      : Math.abs(inside - GOAL) <= CLOSE ? '; this is close enough.'
      : inside < GOAL ? '. Ranges were too narrow; they are being widened.' : '. Ranges were too wide; they are being narrowed.';
    const learnt = widths.filter(({known}) => known > 0).flatMap(({below, above}) => [below, above]);
    const factor = (value) => value.toFixed(1);
    const bias = ratio > 1.1 ? `Jobs typically took ${share(ratio - 1)} longer than forecast. `
      : ratio < 0.9 ? `Jobs typically took ${share(1 - ratio)} less than forecast. ` : '';
    return html`<p class="told"><strong class="number">${share(inside)}</strong> of ${counted(scored, 'forecast')}
      ${session.isAdmin ? 'of all jobs' : 'of your jobs'} since ${time(since)} held: the job was done within the range. The goal is ${share(GOAL)}${verdict}</p>
      <p class="quiet told">${bias}${learnt.length
        ? `Ranges are currently scaled by a factor of ${factor(Math.min(...learnt))} to ${factor(Math.max(...learnt))}, depending on how far ahead the forecast looks.` : ''}</p>`;
  }

  #table() {
    return html`<table class="plain-table">
      <thead><tr><th>When asked</th><th class="right">Forecasts</th><th class="right">In range</th><th class="right less">Sooner</th><th class="right less">Later</th><th class="right" title="in the middle: half of them were off by less">Off by</th></tr></thead>
      <tbody>${this.known.stages.map(({when, count, inside, below, above, error}) => html`<tr>
        <td>${ASKED[when] ?? when}</td><td class="right number">${number(count)}</td><td class="right number">${share(inside)}</td>
        <td class="right number less">${share(below)}</td><td class="right number less">${share(above)}</td><td class="right number">${off(error)}</td></tr>`)}
      </tbody></table>`;
  }

  /** On the diagonal all is as it was said; below it jobs took longer. */
  #picture() {
    const points = this.known.chances;
    const line = [{said: 0, seen: 0}, ...points, {said: 1, seen: 1}].map(({said, seen}) => `${x(said)},${y(seen)}`).join(' ');
    const label = `Of what was said with a chance of ${points.map(({said, seen}) => `${share(said)}, ${share(seen)}`).join('; of ')} came true.`;
    return html`<svg class="reliability" viewBox=${`0 0 ${SIDE + EDGE + 20} ${SIDE + 44}`} role="img" aria-label=${label}>
      <rect class="frame" x=${EDGE} y="8" width=${SIDE} height=${SIDE}></rect>
      ${[0.5].map((part) => svg`<path class="grid" d=${`M${x(part)} 8V${SIDE + 8}M${EDGE} ${y(part)}H${SIDE + EDGE}`}></path>`)}
      <path class="ideal" d=${`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`}></path>
      <polyline class="seen" points=${line}></polyline>
      ${points.map(({said, seen}) => svg`<circle class="seen" cx=${x(said)} cy=${y(seen)} r="4">
        <title>${`Predicted ${share(said)}, observed ${share(seen)}`}</title></circle>`)}
      ${[0, 0.5, 1].map((part) => svg`<text x=${x(part)} y=${SIDE + 23} text-anchor="middle">${share(part)}</text>
        <text x=${EDGE - 4} y=${y(part) + 4} text-anchor="end">${share(part)}</text>`)}
      <text x=${x(0.5)} y=${SIDE + 39} text-anchor="middle">predicted chance</text>
      <text x=${EDGE + 6} y="22">how often it came true</text>
    </svg>`;
  }
}

customElements.define('forecast-record', ForecastRecord);

// How long tasks of each type take and what they use, in all and on each class of machine.

import {api} from '../api.js';
import {calmly, html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {compareNames, counted, duration, number, size} from '../words.js';

const CALM_MS = 10_000;
const MOST_SHOWN = 20;
/** Run times are kept in steps that begin there; how far below it they are only the means tell. */
const SHORTEST_MS = 1_000;
const UNKNOWN = '–';

/** "3 min ± 20 s": the mean and the standard deviation. */
function figure(known, text) {
  if (!known) {
    return UNKNOWN;
  }
  return known.count > 1 ? `${text(known.mean)} ± ${text(known.sd)}` : text(known.mean);
}

const cores = (part) => part.toFixed(2);
const quantile = (ms) => (ms === undefined ? UNKNOWN : ms <= SHORTEST_MS ? '≤ 1 s' : duration(ms));

/** Speed to a factor of two, as its owner would say it: "1/2". */
const speed = (factor) => (factor >= 1 ? `${Math.round(factor)}` : `1/${Math.round(1 / factor)}`);

/** The types of the reader, of an admin all: those that took most of the pool first. */
class TypesCard extends PageElement {
  static properties = {known: {state: true}, all: {state: true}};
  #soon = calmly(CALM_MS, () => this.#fetch());

  constructor() {
    super();
    this.known = null;
    this.all = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  onSnapshot() {
    this.#soon();
  }

  onChange({jobs}) {
    if (jobs?.length) {
      this.#soon();
    }
  }

  async #fetch() {
    this.known = (await this.load((signal) => api.get('types', {}, signal))) ?? this.known;
  }

  render() {
    return html`<h2>What tasks take</h2>${this.known ? this.#table() : html`<p class="quiet">${this.problem ? 'Not known at the moment.' : 'Loading …'}</p>`}`;
  }

  #table() {
    const types = this.known.types
      .filter(({done}) => done > 0)
      .sort((a, b) => (b.coreMs ?? 0) - (a.coreMs ?? 0) || compareNames(a.type, b.type));
    if (types.length === 0) {
      return html`<p class="quiet">No task has been done yet. How long tasks of each type take, and what they use, appears here once some are done.</p>`;
    }
    const shown = this.all ? types : types.slice(0, MOST_SHOWN);
    return html`<div class="wide" tabindex="0" role="region" aria-label="Types of tasks"><table class="plain-table">
        <thead><tr><th>Type</th><th>Machines</th><th class="right">Runs</th><th class="right">Mean run time</th><th class="right">10th percentile</th>
          <th class="right">90th percentile</th><th class="right">Mean cores used</th><th class="right">Mean memory</th></tr></thead>
        <tbody>${shown.map((one) => [this.#type(one), ...(one.classes ?? []).map((where) => this.#class(where))])}</tbody>
      </table></div>
      ${shown.length < types.length
        ? html`<p class="told"><button type="button" @click=${() => (this.all = true)}>Show ${counted(types.length - shown.length, 'more type')}</button></p>`
        : nothing}
      <p class="quiet told">Sorted by total time used. ± is the standard deviation; percentiles are those of run times at mean speed; the speed of machines (×) is relative to the pool’s mean.</p>`;
  }

  #type({owner, type, done, tenthMs, nineTenthsMs, use}) {
    return html`<tr class="whose">
      <td class="path">${type}${session.isAdmin ? html` <span class="quiet">${owner}</span>` : nothing}</td>
      <td class="quiet less">all</td>
      <td class="right number" data-label="Runs">${number(done)}</td>
      <td class="right number" data-label="Mean run time">${figure(use?.runMs, duration)}</td>
      <td class="right number" data-label="10th percentile">${quantile(tenthMs)}</td>
      <td class="right number" data-label="90th percentile">${quantile(nineTenthsMs)}</td>
      <td class="right number" data-label="Mean cores used">${use?.cpuShare ? cores(use.cpuShare.mean) : UNKNOWN}</td>
      <td class="right number" data-label="Mean memory">${use?.memoryBytes ? size(use.memoryBytes.mean) : UNKNOWN}</td>
    </tr>`;
  }

  #class({os, arch, speed: factor, runMs, cpuShare, memoryBytes}) {
    return html`<tr class="of">
      <td class="less"></td>
      <td>${os} ${arch}, × ${speed(factor)}</td>
      <td class="right number" data-label="Runs">${number(runMs?.count ?? 0)}</td>
      <td class="right number" data-label="Mean run time">${figure(runMs, duration)}</td>
      <td class="less"></td>
      <td class="less"></td>
      <td class="right number" data-label="Mean cores used">${figure(cpuShare, cores)}</td>
      <td class="right number" data-label="Mean memory">${figure(memoryBytes, size)}</td>
    </tr>`;
  }
}

customElements.define('types-card', TypesCard);

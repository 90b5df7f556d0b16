// How many tasks got done, minute by minute: columns of the last hour, and the rate now.

import {html, nothing, PageElement, svg} from '../element.js';
import {counted, number, timeOfDay} from '../words.js';
import {fateOf} from './work-log.js';

const MINUTE = 60_000;
const COLUMNS = 60;
const HIGH = 72;
const WIDE = 10;
/** From the bottom up. */
const KINDS = ['done', 'failed', 'lost', 'others'];

/** Ended attempts by minute, oldest first: {at, done, failed, lost, others, known}. */
export function byMinute(log, now = Date.now()) {
  const last = Math.floor(now / MINUTE);
  const columns = Array.from({length: COLUMNS}, (_, i) => {
    const at = (last - COLUMNS + 1 + i) * MINUTE;
    return {at, done: 0, failed: 0, lost: 0, others: 0, known: at + MINUTE > log.from};
  });
  for (const bar of log.all) {
    const column = bar.to === null ? undefined : columns[Math.floor(bar.to / MINUTE) - last + COLUMNS - 1];
    if (column) {
      const kind = bar.attempt ? fateOf(bar) : 'others';
      if (kind in column) {
        column[kind]++;
      }
    }
  }
  return columns;
}

function inWords({at, done, failed, lost, others}) {
  const parts = [`${number(done)} done`];
  failed && parts.push(`${number(failed)} failed`);
  lost && parts.push(`${number(lost)} lost`);
  others && parts.push(`${number(others)} of others`);
  return `${timeOfDay(at).slice(0, 5)}: ${parts.join(', ')}`;
}

/** `columns` are those of byMinute, `recent` how many were done in the last sixty seconds. */
class ThroughputChart extends PageElement {
  static properties = {columns: {attribute: false}, recent: {type: Number}, told: {state: true}};

  render() {
    const columns = this.columns ?? [];
    const most = Math.max(4, ...columns.map((column) => KINDS.reduce((sum, kind) => sum + column[kind], 0)));
    const done = columns.reduce((sum, column) => sum + column.done, 0);
    const minutes = columns.filter((column) => column.known).length;
    return html`<p class="rate">
        <strong class="number">${number(this.recent ?? 0)}</strong> done in the last minute
        ${minutes > 1 ? html`<span class="quiet">· ${number(done)} in ${minutes === COLUMNS ? 'the last hour' : counted(minutes, 'minute')}</span>` : nothing}
      </p>
      <svg class="columns-chart" viewBox=${`0 0 ${COLUMNS * WIDE} ${HIGH}`} preserveAspectRatio="none" role="img"
        aria-label=${`Tasks done in each of the last ${COLUMNS} minutes; at most ${most}. ${number(done)} in all.`}
        @mouseleave=${() => (this.told = '')}>
        ${columns.map((column, i) => this.#column(column, i, most))}
      </svg>
      <p class="quiet told">${this.told || html`<span>${columns.length ? timeOfDay(columns[0].at).slice(0, 5) : ''}</span><span>now</span>`}</p>`;
  }

  #column(column, i, most) {
    let top = HIGH;
    return svg`<g @mouseenter=${() => (this.told = inWords(column))}>
      <rect class=${column.known ? 'hit' : 'hit unknown'} x=${i * WIDE} y="0" width=${WIDE} height=${HIGH}></rect>
      ${KINDS.map((kind) => {
        const high = (column[kind] / most) * (HIGH - 2);
        top -= high;
        return high ? svg`<rect class="kind-${kind}" x=${i * WIDE + 1} y=${top} width=${WIDE - 2} height=${high}></rect>` : nothing;
      })}
    </g>`;
  }
}

customElements.define('throughput-chart', ThroughputChart);

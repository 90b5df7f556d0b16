// What came of a simulation: how each type got done under each strategy, and the figures.

import {html, nothing, PageElement} from '../element.js';
import {counted, duration, number} from '../words.js';
import {colours} from './colours.js';
import './chart.js';

const MINUTE = 60_000;
/** As many as can be told apart; from the fifth on lines are dashed. */
const INKS = ['curve-1', 'curve-2', 'curve-3', 'curve-4'];
/** A run that takes far longer than the shortest is cut off on the right, or the others would be too small to see. */
const LONGEST = 3;
const UNITS = [[1, 'min'], [60, 'h'], [1440, 'd']];

const inPercent = (part) => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)}%`;

/** The last that has about ten of it, so that labels are short. */
function unitFor(minutes) {
  return UNITS.findLast(([size]) => minutes >= 4 * size) ?? UNITS[0];
}

/** `result` is that of GET /simulations/{id}; `name` says on what it was tried. */
class SimulationResult extends PageElement {
  static properties = {result: {attribute: false}, name: {}};

  /** Names of the types in the order of their colours. */
  get #types() {
    return [...new Set(this.result.results.flatMap(({curves}) => curves.map(({type}) => type)))];
  }

  get #end() {
    const ends = this.result.results.map(({curves}) => Math.max(1, ...curves.map(({minutes}) => minutes.at(-1) ?? 0)));
    return Math.min(Math.max(...ends), LONGEST * Math.min(...ends));
  }

  #label({strategy, redundancy}) {
    return new Set(this.result.results.map((one) => one.redundancy)).size > 1 ? `${strategy}, copies ${redundancy}` : strategy;
  }

  render() {
    const {results, seeds, from_seed: seed} = this.result;
    return html`<h3>Done over time, on ${this.name}${seeds > 1 ? `: the first of ${number(seeds)} runs` : ''}</h3>
      <p class="keys curve-keys">
        ${this.#types.map((type, i) => html`<span class="key"><span class="curve-key key-${i % INKS.length} ${i < INKS.length ? '' : 'dashed'}"></span>${type}</span>`)}
        <span class="key"><span class="curve-key bound"></span>clairvoyant: with all failures known in advance</span>
      </p>
      <div class="charts">${results.map((one) => this.#chart(one))}</div>
      <h3>Figures</h3>
      <div class="wide" tabindex="0" role="region" aria-label="Figures">${this.#table(results)}</div>
      <p class="quiet told">
        ${seeds > 1 ? `Each figure is the mean of ${counted(seeds, 'run')}, from seed ${seed} on; the curves above are of the first.` : `One run, with seed ${seed}.`}
        ${seeds < 20 ? 'With fewer than 20 repeats, small differences mean nothing.' : nothing}
        ${this.#soonest(results) ? '“Soonest” is one that beats each of the others by more than chance explains (95%).' : nothing}
      </p>
      ${results[0].types.length > 1 ? this.#finishes(results) : nothing}`;
  }

  #chart(one) {
    const told = one.curves.map(({type, minutes, done, tasks}) => `${type}: ${number(done.at(-1) ?? 0)} of ${number(tasks)} done after ${duration(MINUTE * (minutes.at(-1) ?? 0))}`);
    return html`<figure>
      <figcaption><strong>${this.#label(one)}</strong> <span class="quiet">${this.result.seeds > 1 ? 'first run: ' : ''}all done after ${duration(MINUTE * Math.max(0, ...one.curves.map(({minutes}) => minutes.at(-1) ?? 0)))}</span></figcaption>
      <page-chart .option=${(ink) => this.#option(one, ink)} label=${`${this.#label(one)}. ${told.join('. ')}`}></page-chart>
    </figure>`;
  }

  #option({curves}, ink) {
    const inks = colours(INKS);
    const types = this.#types;
    const [size, unit] = unitFor(this.#end);
    const axis = {axisLine: {lineStyle: {color: ink.line}}, splitLine: {lineStyle: {color: ink.line}}};
    const bound = this.result.clairvoyant_first / size;
    return {
      grid: {left: 48, right: 20, top: 12, bottom: 28},
      xAxis: {...axis, type: 'value', min: 0, max: Number((this.#end / size).toPrecision(3)), axisLabel: {color: ink.quiet, formatter: `{value} ${unit}`, hideOverlap: true}},
      yAxis: {...axis, type: 'value', min: 0, max: 100, interval: 25, axisLabel: {color: ink.quiet, formatter: '{value}%'}},
      tooltip: {
        trigger: 'axis',
        formatter: (points) => [duration(points[0].value[0] * size * MINUTE), ...points.map(({seriesName, value}) => `${seriesName}: ${Math.round(value[1])}%`)].join('\n'),
      },
      series: curves.map(({type, tasks, minutes, done}) => {
        const at = types.indexOf(type);
        const first = type === curves[0].type;
        return {
          type: 'line',
          name: type,
          symbol: 'none',
          color: inks[INKS[at % INKS.length]],
          lineStyle: {width: 2, type: at < INKS.length ? 'solid' : 'dashed'},
          data: [[0, 0], ...minutes.map((minute, i) => [minute / size, (100 * done[i]) / tasks])],
          markLine: first ? {symbol: 'none', silent: true, label: {show: false}, lineStyle: {color: ink.quiet, type: 'dotted'}, data: [{xAxis: bound}]} : undefined,
        };
      }),
    };
  }

  #table(results) {
    const ends = results.map(({makespan_mean: makespan}) => duration(MINUTE * makespan));
    const soonest = this.#soonest(results);
    return html`<table class="plain-table figures-table">
      <thead><tr>
        <th>Strategy</th>
        <th class="right">All done after${this.result.seeds > 1 ? ' (mean)' : ''}</th>
        <th class="right" title="Mean ratio, seed by seed, and the range that contains the true ratio with a confidence of 95%">Against the first</th>
        <th class="right" title="How many times as long as with all failures known in advance">÷ clairvoyant</th>
        <th class="right" title="Of all work done, what died with a machine">Lost</th>
        <th class="right" title="Of all work done, copies that another one overtook">Copies</th>
        <th class="right" title="From the arrival of a task to its result, on average">A task takes</th>
        <th class="right" title="Runs that were given up">Unfinished</th>
      </tr></thead>
      <tbody>
        ${results.map((one, i) => html`<tr class=${one === soonest ? 'best' : ''}>
          <td>${this.#label(one)}${one === soonest
            ? html`<span class="tag" title="Done before each of the others, by more than chance explains">soonest</span>` : nothing}</td>
          <td class="right">${ends[i]}</td>
          <td class="right">${i === 0 ? '' : this.#ratio(one, results[0])}</td>
          <td class="right">${one.ratio_to_clairvoyant.toFixed(2)}</td>
          <td class="right">${inPercent(one.lost_fraction)}</td>
          <td class="right">${inPercent(one.redundant_fraction)}</td>
          <td class="right">${duration(MINUTE * one.flow_mean)}</td>
          <td class="right">${one.unfinished ? `${number(one.unfinished)} of ${number(this.result.seeds)}` : ''}</td>
        </tr>`)}
      </tbody>
    </table>`;
  }

  /** The one that beats each of the others by more than chance explains; often there is none. */
  #soonest(results) {
    const beats = (one, other) => this.#pair(one, other)?.makespan_high < 1 || this.#pair(other, one)?.makespan_low > 1;
    return results.length > 1 ? results.find((one) => results.every((other) => other === one || beats(one, other))) : undefined;
  }

  /** How one compares with another, seed by seed. */
  #pair({strategy, redundancy}, to) {
    return this.result.pairs.find((one) => one.strategy === strategy && one.redundancy === redundancy
      && one.to_strategy === to.strategy && one.to_redundancy === to.redundancy);
  }

  #ratio(one, first) {
    const pair = this.#pair(one, first);
    if (!pair) {
      return '';
    }
    const range = pair.makespan_low === null || pair.makespan_low === undefined ? '' : ` (${pair.makespan_low.toFixed(2)} to ${pair.makespan_high.toFixed(2)})`;
    return `× ${pair.makespan_ratio.toFixed(2)}${range}`;
  }

  #finishes(results) {
    const types = results[0].types.map(({type}) => type);
    const finish = (one, type) => one.types.find((part) => part.type === type)?.finish_mean;
    return html`<h3>When each type is done</h3>
      <div class="wide" tabindex="0" role="region" aria-label="When each type is done"><table class="plain-table">
        <thead><tr><th>Type</th><th class="right">Tasks</th>${results.map((one) => html`<th class="right">${this.#label(one)}</th>`)}</tr></thead>
        <tbody>${types.map((type, i) => html`<tr><td class="path">${type}</td><td class="right">${number(Math.round(results[0].types[i].tasks))}</td>
          ${results.map((one) => html`<td class="right">${duration(MINUTE * finish(one, type))}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

customElements.define('simulation-result', SimulationResult);

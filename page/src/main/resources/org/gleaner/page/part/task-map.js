// All tasks of a job at a glance: one cell each, or each cell a range of them.

import {html, PageElement} from '../element.js';
import {counted, number} from '../words.js';
import {colours} from './colours.js';
import {STATES, total} from './state.js';

const LARGEST = 16;
const SMALLEST = 4;
const HIGHEST = 220;
const MOST_CELLS = 4_000;
/** Below this a shape inside a cell could not be seen. */
const SHAPED = 9;

/** What a cell of several tasks looks like: like what should be noticed first. */
const LOUDEST = ['blocked', 'running', 'paused', 'ready', 'waiting', 'cancelled', 'done'];

/** A million tasks in a few runs are still too many cells. */
function cellsOf(runs) {
  const perCell = Math.ceil(runs.reduce((sum, [, n]) => sum + n, 0) / MOST_CELLS);
  const cells = [];
  let room = 0;
  for (const [state, n] of runs) {
    for (let left = n; left > 0; ) {
      if (room === 0) {
        cells.push({});
        room = perCell;
      }
      const part = Math.min(left, room);
      cells.at(-1)[state] = (cells.at(-1)[state] ?? 0) + part;
      left -= part;
      room -= part;
    }
  }
  return cells;
}

/** `map` is the answer to GET /jobs/{id}/map. Tells "choose" with the number of a task. */
class TaskMap extends PageElement {
  static properties = {map: {attribute: false}, chosen: {type: Number}, entry: {attribute: false}, at: {state: true}};
  #cells = [];
  #columns = 1;
  #side = LARGEST;
  #resized = new ResizeObserver(() => this.#draw());
  #draws = () => this.#draw();

  connectedCallback() {
    super.connectedCallback();
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', this.#draws);
    addEventListener('themechange', this.#draws);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.dark.removeEventListener('change', this.#draws);
    removeEventListener('themechange', this.#draws);
  }

  firstUpdated() {
    this.#resized.observe(this);
  }

  willUpdate(changed) {
    if (changed.has('map')) {
      this.#cells = this.#read(this.map);
    }
  }

  updated() {
    this.#draw();
  }

  /** @returns {{from: number, to: number, state: string, counts: object}[]} */
  #read(map) {
    let from = 1;
    return (map?.cells ?? cellsOf(map?.runs ?? [])).map((counts) => {
      const first = from;
      from += total(counts);
      return {from: first, to: from - 1, state: LOUDEST.find((state) => counts[state]) ?? 'waiting', counts};
    });
  }

  #draw() {
    const canvas = this.querySelector('canvas');
    const width = this.clientWidth;
    if (!canvas || width === 0 || this.#cells.length === 0) {
      return;
    }
    const n = this.#cells.length;
    let side = LARGEST;
    while (side > SMALLEST && Math.ceil(n / Math.floor(width / side)) * side > HIGHEST) {
      side--;
    }
    this.#side = side;
    this.#columns = Math.max(1, Math.floor(width / side));
    const height = Math.ceil(n / this.#columns) * side;
    const scale = devicePixelRatio;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext('2d');
    pen.scale(scale, scale);
    const found = colours(STATES.map((state) => `state-${state}`));
    const gap = side >= 6 ? 2 : 1;
    this.#cells.forEach((cell, i) => {
      const x = (i % this.#columns) * side;
      const y = Math.floor(i / this.#columns) * side;
      this.#paint(pen, cell, x, y, side - gap, found[`state-${cell.state}`]);
    });
  }

  /** Full, empty, or with a sign: told apart without their colours too. */
  #paint(pen, {state, from, to}, x, y, side, colour) {
    const hollow = state === 'ready' || state === 'waiting' || state === 'cancelled';
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.globalAlpha = state === 'waiting' ? 0.6 : 1;
    if (hollow) {
      pen.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
    } else {
      pen.fillRect(x, y, side, side);
    }
    if (side >= SHAPED && (state === 'blocked' || state === 'cancelled' || state === 'running' || state === 'paused')) {
      pen.strokeStyle = hollow ? colour : getComputedStyle(this).backgroundColor;
      pen.lineWidth = 1.5;
      pen.beginPath();
      const a = 3;
      const b = side - 3;
      if (state === 'blocked' || state === 'cancelled') {
        pen.moveTo(x + a, y + b);
        pen.lineTo(x + b, y + a);
      }
      if (state === 'blocked') {
        pen.moveTo(x + a, y + a);
        pen.lineTo(x + b, y + b);
      }
      if (state === 'running') {
        pen.arc(x + side / 2, y + side / 2, 1.5, 0, 7);
      }
      if (state === 'paused') {
        pen.moveTo(x + side / 2, y + a);
        pen.lineTo(x + side / 2, y + b);
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
    if (this.chosen >= from && this.chosen <= to) {
      pen.strokeStyle = getComputedStyle(this).color;
      pen.lineWidth = 2;
      pen.strokeRect(x, y, side, side);
    }
  }

  #at(event) {
    const x = Math.floor(event.offsetX / this.#side);
    const y = Math.floor(event.offsetY / this.#side);
    return x < this.#columns ? this.#cells[y * this.#columns + x] : undefined;
  }

  /** What the pointer is at, in words. */
  get #told() {
    const cell = this.at;
    if (!cell) {
      return '';
    }
    if (cell.from === cell.to) {
      const entry = this.entry?.(cell.from);
      return `Task ${number(cell.from)}${entry ? ` (${entry})` : ''}: ${cell.state}`;
    }
    const counts = STATES.filter((state) => cell.counts[state]).map((s) => `${number(cell.counts[s])} ${s}`);
    return `Tasks ${number(cell.from)} to ${number(cell.to)}: ${counts.join(', ')}`;
  }

  #click(event) {
    const cell = this.#at(event);
    if (cell) {
      this.dispatchEvent(new CustomEvent('choose', {detail: cell.from}));
    }
  }

  render() {
    const several = this.#cells.length > 0 && this.#cells[0].to > this.#cells[0].from;
    return html`<canvas
        role="img"
        aria-label="A map of all tasks; the list below has the same"
        @mousemove=${(event) => (this.at = this.#at(event))}
        @mouseleave=${() => (this.at = null)}
        @click=${this.#click}
      ></canvas>
      <p class="quiet told">
        ${this.#told || (several ? `Each cell is ${counted(this.#cells[0].to, 'task')}` : 'Each cell is a task')}
      </p>`;
  }
}

customElements.define('task-map', TaskMap);

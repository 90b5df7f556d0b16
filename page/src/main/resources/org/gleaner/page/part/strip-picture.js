// The picture of what machines did, a strip each, on a canvas: where a time and a machine are in it, and how bars are painted.

import {plain, timeOfDay} from '../words.js';
import {colours} from './colours.js';
import {fateOf} from './work-log.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TICKS = [10_000, 30_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR];
const TICK_EVERY_PX = 90;
export const AXIS = 22;
const MOST_HIGH = 420;
const GOLDEN_ANGLE = 137.508;
export const DARK = matchMedia('(prefers-color-scheme: dark)');
const NARROW = matchMedia('(max-width: 700px)');

/** Neighbours in number are far apart in colour. */
function jobColour(job, dark) {
  return `hsl(${(job * GOLDEN_ANGLE) % 360} 40% ${dark ? 60 : 50}%)`;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : DARK.matches;
}

/** Slanting lines to lay over a colour. */
export function hatch(pen, colour, scale, falling) {
  const side = 6 * scale;
  const tile = new OffscreenCanvas(side, side);
  const ink = tile.getContext('2d');
  ink.strokeStyle = colour;
  ink.lineWidth = 1.6 * scale;
  for (const shift of [-side, 0, side]) {
    ink.moveTo(falling ? shift : shift + side, 0);
    ink.lineTo(falling ? shift + side : shift, side);
  }
  ink.stroke();
  const pattern = pen.createPattern(tile, 'repeat');
  pattern.setTransform(new DOMMatrix().scale(1 / scale));
  return pattern;
}

/** What the element `strips` shows; it holds the canvas and says which time, machines and work are in sight. */
export class StripPicture {
  #strips;
  #sight = {names: 0, wide: 0, from: 0, span: 1};
  row = 26;

  constructor(strips) {
    this.#strips = strips;
  }

  get scroll() {
    return this.#strips.querySelector('.strips');
  }

  get canvas() {
    return this.#strips.querySelector('canvas');
  }

  get names() {
    return NARROW.matches ? 72 : 132;
  }

  get end() {
    return this.#strips.until ?? Date.now();
  }

  /** Of what was painted last: thousands of bars, so nothing is looked up here. */
  x(time) {
    const {names, wide, from, span} = this.#sight;
    return names + ((time - from) / span) * wide;
  }

  time(x) {
    return this.end - this.#strips.span + ((x - this.names) / (this.canvas.clientWidth - this.names)) * this.#strips.span;
  }

  paint() {
    const canvas = this.canvas;
    const lanes = this.#strips.machines.reduce((most, machine) => Math.max(most, machine.slots), 1);
    this.row = lanes <= 4 ? 26 : lanes <= 8 ? 38 : 54;
    const height = Math.min(MOST_HIGH, AXIS + this.#strips.machines.length * this.row);
    this.#strips.querySelector('.strips-all').style.height = `${AXIS + this.#strips.machines.length * this.row}px`;
    this.scroll.style.height = `${height}px`;
    const width = this.scroll.clientWidth;
    const scale = devicePixelRatio;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const {names, end} = this;
    const {span} = this.#strips;
    this.#sight = {names, wide: width - names, from: end - span, span};
    const pen = canvas.getContext('2d');
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    const ink = {...colours(['text', 'quiet', 'line', 'line-strong', 'surface', 'danger', 'ground', 'accent']), dark: isDark()};
    ink.lost = hatch(pen, ink.surface, scale, false);
    ink.copy = hatch(pen, ink.surface, scale, true);
    ink.away = hatch(pen, ink.line, scale, false);
    pen.font = `12px ${getComputedStyle(this.#strips).fontFamily}`;
    pen.textBaseline = 'middle';
    const first = Math.floor(this.scroll.scrollTop / this.row);
    const last = Math.min(this.#strips.machines.length, Math.ceil((this.scroll.scrollTop + height) / this.row));
    for (let i = first; i < last; i++) {
      this.#paintMachine(pen, ink, this.#strips.machines[i], AXIS + i * this.row - this.scroll.scrollTop, width);
    }
    this.#paintAxis(pen, ink, width, height);
  }

  #paintAxis(pen, ink, width, height) {
    pen.fillStyle = ink.surface;
    pen.fillRect(0, 0, width, AXIS);
    const every = TICKS.find((tick) => (tick / this.#strips.span) * (width - this.names) >= TICK_EVERY_PX) ?? TICKS.at(-1);
    // Ticks at round times of the reader's clock, not of Greenwich's.
    const zone = new Date(this.end).getTimezoneOffset() * MINUTE;
    pen.fillStyle = ink.quiet;
    pen.textAlign = 'center';
    for (let t = Math.ceil((this.end - this.#strips.span - zone) / every) * every + zone; t <= this.end; t += every) {
      const x = Math.round(this.x(t)) + 0.5;
      if (x > this.names + 24 && x < width - 24) {
        const text = timeOfDay(t);
        pen.fillText(every < MINUTE ? text : text.slice(0, 5), x, AXIS / 2);
      }
      pen.fillRect(x, AXIS - 3, 1, 3);
    }
    pen.textAlign = 'left';
    pen.fillStyle = ink.line;
    pen.fillRect(0, AXIS - 1, width, 1);
    const known = Math.max(0, this.x(this.#strips.log.from) - this.names);
    if (known > 0) {
      pen.globalAlpha = 0.6;
      pen.fillStyle = ink.ground;
      pen.fillRect(this.names, AXIS, known, height - AXIS);
      pen.globalAlpha = 1;
    }
  }

  #paintMachine(pen, ink, machine, top, width) {
    const end = this.end;
    const begin = end - this.#strips.span;
    pen.fillStyle = ink.line;
    pen.fillRect(0, top + this.row - 1, width, 1);
    pen.save();
    pen.beginPath();
    pen.rect(this.#sight.names, top, this.#sight.wide, this.row);
    pen.clip();
    if (this.#strips.admin) {
      this.#paintAbsence(pen, ink, machine, top);
    }
    const bars = this.#strips.log.of(machine.id);
    const lanes = Math.max(machine.slots, 1);
    const high = (this.row - 7) / lanes;
    const right = new Array(lanes).fill(-1);
    const now = Date.now();
    for (const bar of bars) {
      if (bar.from > end || (bar.to ?? end) < begin) {
        continue;
      }
      const lane = bar.lane % lanes;
      const x = Math.max(this.#sight.names - 2, this.x(bar.from));
      const till = Math.min(width, this.x(bar.to ?? now));
      // Where many end within a pixel, one stands for all of them.
      if (till <= right[lane] && bar !== this.#strips.chosen) {
        continue;
      }
      right[lane] = Math.max(Math.ceil(x), till);
      this.#paintBar(pen, ink, bar, x, top + 3 + lane * high, Math.max(1, till - x - 0.5), Math.max(1, high - (high > 4 ? 1 : 0)));
    }
    pen.restore();
    pen.fillStyle = ink.text;
    pen.fillText(this.#fitted(pen, machine.name), 0, top + this.row / 2);
  }

  #fitted(pen, name) {
    let text = plain(name);
    while (text.length > 2 && pen.measureText(text).width > this.names - 8) {
      text = `${text.slice(0, -2)}…`;
    }
    return text;
  }

  #paintBar(pen, ink, bar, x, y, width, height) {
    const fate = fateOf(bar);
    pen.fillStyle = bar.attempt ? jobColour(bar.job, ink.dark) : ink['line-strong'];
    pen.globalAlpha = bar.attempt ? 1 : 0.35;
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = 1;
    if (bar.attempt && (fate === 'lost' || bar.copy)) {
      pen.fillStyle = fate === 'lost' ? ink.lost : ink.copy;
      pen.fillRect(x, y, width, height);
    }
    if (bar.attempt && fate === 'failed') {
      pen.fillStyle = ink.danger;
      pen.fillRect(x + Math.max(0, width - 4), y - 1, Math.min(4, width), height + 2);
    }
    if (bar === this.#strips.chosen) {
      pen.strokeStyle = ink.text;
      pen.lineWidth = 2;
      pen.strokeRect(x - 1, y - 1, width + 2, height + 2);
    }
  }

  /** Between two stays it was not there; before the first and after the last that is known nobody can tell. */
  #paintAbsence(pen, ink, machine, top) {
    const stays = this.#strips.log.stays.filter((stay) => stay.node === machine.id).sort((a, b) => a.from - b.from);
    stays.forEach((stay, i) => {
      const next = stays[i + 1]?.from ?? (machine.away ? this.end : stay.to);
      const x = this.x(stay.to);
      pen.fillStyle = ink.away;
      pen.fillRect(x, top, Math.max(0, this.x(next) - x), this.row - 1);
    });
  }

  machineAt(y) {
    return y < AXIS ? undefined : this.#strips.machines[Math.floor((y - AXIS + this.scroll.scrollTop) / this.row)];
  }

  barAt(x, y) {
    const machine = this.machineAt(y);
    if (!machine || x < this.names) {
      return null;
    }
    const time = this.time(x);
    const slack = (2 * this.#strips.span) / this.canvas.clientWidth;
    const lanes = Math.max(machine.slots, 1);
    const within = (y - AXIS + this.scroll.scrollTop) % this.row;
    const lane = Math.min(lanes - 1, Math.max(0, Math.floor((within - 3) / ((this.row - 7) / lanes))));
    const hit = (bar) => bar.from - slack <= time && (bar.to ?? Date.now()) + slack >= time;
    const bars = this.#strips.log.of(machine.id).filter(hit);
    return bars.findLast((bar) => bar.lane % lanes === lane) ?? null;
  }
}

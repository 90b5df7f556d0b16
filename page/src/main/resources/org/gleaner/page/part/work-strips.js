// A strip for each machine of what it did: one bar per attempt, on a canvas. Zoom and pan with the mouse, fingers or keys.

import {html, nothing, PageElement, to} from '../element.js';
import {duration, timeOfDay} from '../words.js';
import {colours} from './colours.js';
import {fateOf} from './work-log.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SHORTEST = MINUTE;
const LONGEST = 24 * HOUR;
const SPANS = [[15 * MINUTE, '15 min'], [HOUR, '1 h'], [4 * HOUR, '4 h'], [24 * HOUR, '24 h']];
const TICKS = [10_000, 30_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR];
const TICK_EVERY_PX = 90;
const AXIS = 22;
const MOST_HIGH = 420;
const ZOOM = 1.5;
const STEP = 0.2;
const CLICK_PX = 4;
const GOLDEN_ANGLE = 137.508;
const DARK = matchMedia('(prefers-color-scheme: dark)');
const NARROW = matchMedia('(max-width: 700px)');

/** Neighbours in number are far apart in colour. */
export function jobColour(job, dark) {
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

/**
 * `machines` are {id, name, slots}, `log` a WorkLog; `draw()` is to be called when it has heard something. Tells "reach" with the
 * time that came into sight, when the log does not go back so far.
 */
class WorkStrips extends PageElement {
  static properties = {
    machines: {attribute: false},
    log: {attribute: false},
    admin: {type: Boolean},
    span: {state: true},
    until: {state: true},
    chosen: {state: true},
  };
  #row = 26;
  #frame = 0;
  #asked = Infinity;
  #drag = null;
  #tick = null;
  #resized = new ResizeObserver(() => this.draw());
  #draws = () => this.draw();

  constructor() {
    super();
    this.machines = [];
    this.span = HOUR;
    /** The right edge; null: now, always. */
    this.until = null;
    this.chosen = null;
  }

  connectedCallback() {
    super.connectedCallback();
    DARK.addEventListener('change', this.#draws);
    addEventListener('themechange', this.#draws);
    this.#tick = setInterval(() => this.until === null && !document.hidden && this.draw(), SECOND);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    DARK.removeEventListener('change', this.#draws);
    removeEventListener('themechange', this.#draws);
    clearInterval(this.#tick);
    this.#resized.disconnect();
  }

  firstUpdated() {
    this.#resized.observe(this.#scroll);
    // Not by an attribute: a listener that may keep the page from zooming has to say so.
    this.#canvas.addEventListener('wheel', (event) => this.#wheel(event), {passive: false});
  }

  willUpdate(changed) {
    if (changed.has('log')) {
      this.#asked = Infinity;
    }
  }

  updated() {
    this.draw();
  }

  get #scroll() {
    return this.querySelector('.strips');
  }

  get #canvas() {
    return this.querySelector('canvas');
  }

  get #names() {
    return NARROW.matches ? 72 : 132;
  }

  get #to() {
    return this.until ?? Date.now();
  }

  #x(time) {
    return this.#names + ((time - this.#to + this.span) / this.span) * (this.#canvas.clientWidth - this.#names);
  }

  #time(x) {
    return this.#to - this.span + ((x - this.#names) / (this.#canvas.clientWidth - this.#names)) * this.span;
  }

  /** Soon, and once, however often it is asked for. */
  draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.isConnected && this.#canvas && this.log) {
        this.#paint();
      }
    });
  }

  #paint() {
    const canvas = this.#canvas;
    const lanes = this.machines.reduce((most, machine) => Math.max(most, machine.slots), 1);
    this.#row = lanes <= 4 ? 26 : lanes <= 8 ? 38 : 54;
    const height = Math.min(MOST_HIGH, AXIS + this.machines.length * this.#row);
    this.querySelector('.strips-all').style.height = `${AXIS + this.machines.length * this.#row}px`;
    this.#scroll.style.height = `${height}px`;
    const width = this.#scroll.clientWidth;
    const scale = devicePixelRatio;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    const ink = {...colours(['text', 'quiet', 'line', 'line-strong', 'surface', 'danger', 'ground', 'accent']), dark: isDark()};
    ink.lost = hatch(pen, ink.surface, scale, false);
    ink.copy = hatch(pen, ink.surface, scale, true);
    ink.away = hatch(pen, ink.line, scale, false);
    pen.font = `12px ${getComputedStyle(this).fontFamily}`;
    pen.textBaseline = 'middle';
    const first = Math.floor(this.#scroll.scrollTop / this.#row);
    const last = Math.min(this.machines.length, Math.ceil((this.#scroll.scrollTop + height) / this.#row));
    for (let i = first; i < last; i++) {
      this.#paintMachine(pen, ink, this.machines[i], AXIS + i * this.#row - this.#scroll.scrollTop, width);
    }
    this.#paintAxis(pen, ink, width, height);
    const wanted = this.#to - this.span;
    if (this.log.from > wanted && wanted < this.#asked - SECOND) {
      // Once: the server may not know so much.
      this.#asked = wanted;
      this.dispatchEvent(new CustomEvent('reach', {detail: wanted}));
    }
  }

  #paintAxis(pen, ink, width, height) {
    pen.fillStyle = ink.surface;
    pen.fillRect(0, 0, width, AXIS);
    const every = TICKS.find((tick) => (tick / this.span) * (width - this.#names) >= TICK_EVERY_PX) ?? TICKS.at(-1);
    // Ticks at round times of the reader's clock, not of Greenwich's.
    const zone = new Date(this.#to).getTimezoneOffset() * MINUTE;
    pen.fillStyle = ink.quiet;
    pen.textAlign = 'center';
    for (let t = Math.ceil((this.#to - this.span - zone) / every) * every + zone; t <= this.#to; t += every) {
      const x = Math.round(this.#x(t)) + 0.5;
      if (x > this.#names + 24 && x < width - 24) {
        const text = timeOfDay(t);
        pen.fillText(every < MINUTE ? text : text.slice(0, 5), x, AXIS / 2);
      }
      pen.fillRect(x, AXIS - 3, 1, 3);
    }
    pen.textAlign = 'left';
    pen.fillStyle = ink.line;
    pen.fillRect(0, AXIS - 1, width, 1);
    const known = Math.max(0, this.#x(this.log.from) - this.#names);
    if (known > 0) {
      pen.globalAlpha = 0.6;
      pen.fillStyle = ink.ground;
      pen.fillRect(this.#names, AXIS, known, height - AXIS);
      pen.globalAlpha = 1;
    }
  }

  #paintMachine(pen, ink, machine, top, width) {
    const end = this.#to;
    const begin = end - this.span;
    pen.fillStyle = ink.line;
    pen.fillRect(0, top + this.#row - 1, width, 1);
    pen.save();
    pen.beginPath();
    pen.rect(this.#names, top, width - this.#names, this.#row);
    pen.clip();
    if (this.admin) {
      this.#paintAbsence(pen, ink, machine, top);
    }
    const bars = this.log.of(machine.id);
    const lanes = Math.max(machine.slots, 1);
    const high = (this.#row - 7) / lanes;
    const right = new Array(lanes).fill(-1);
    for (const bar of bars) {
      if (bar.from > end || (bar.to ?? end) < begin) {
        continue;
      }
      const lane = bar.lane % lanes;
      const x = Math.max(this.#names - 2, this.#x(bar.from));
      const till = Math.min(width, this.#x(bar.to ?? Date.now()));
      // Where many end within a pixel, one stands for all of them.
      if (till <= right[lane] && bar !== this.chosen) {
        continue;
      }
      right[lane] = Math.max(Math.ceil(x), till);
      this.#paintBar(pen, ink, bar, x, top + 3 + lane * high, Math.max(1, till - x - 0.5), Math.max(1, high - (high > 4 ? 1 : 0)));
    }
    pen.restore();
    pen.fillStyle = ink.text;
    pen.fillText(this.#fitted(pen, machine.name), 0, top + this.#row / 2);
  }

  #fitted(pen, name) {
    let text = name;
    while (text.length > 2 && pen.measureText(text).width > this.#names - 8) {
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
    if (bar === this.chosen) {
      pen.strokeStyle = ink.text;
      pen.lineWidth = 2;
      pen.strokeRect(x - 1, y - 1, width + 2, height + 2);
    }
  }

  /** Between two stays it was not there; before the first and after the last that is known nobody can tell. */
  #paintAbsence(pen, ink, machine, top) {
    const stays = this.log.stays.filter((stay) => stay.node === machine.id).sort((a, b) => a.from - b.from);
    stays.forEach((stay, i) => {
      const next = stays[i + 1]?.from ?? (machine.away ? this.#to : stay.to);
      const x = this.#x(stay.to);
      pen.fillStyle = ink.away;
      pen.fillRect(x, top, Math.max(0, this.#x(next) - x), this.#row - 1);
    });
  }

  #machineAt(y) {
    return y < AXIS ? undefined : this.machines[Math.floor((y - AXIS + this.#scroll.scrollTop) / this.#row)];
  }

  #barAt(x, y) {
    const machine = this.#machineAt(y);
    if (!machine || x < this.#names) {
      return null;
    }
    const time = this.#time(x);
    const slack = (2 * this.span) / this.#canvas.clientWidth;
    const lanes = Math.max(machine.slots, 1);
    const within = (y - AXIS + this.#scroll.scrollTop) % this.#row;
    const lane = Math.min(lanes - 1, Math.max(0, Math.floor((within - 3) / ((this.#row - 7) / lanes))));
    const hit = (bar) => bar.from - slack <= time && (bar.to ?? Date.now()) + slack >= time;
    const bars = this.log.of(machine.id).filter(hit);
    return bars.findLast((bar) => bar.lane % lanes === lane) ?? null;
  }

  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, this.#time(event.offsetX));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      event.preventDefault();
      this.#pan((event.deltaX || event.deltaY) / this.#canvas.clientWidth);
    }
  }

  /** The time that is under the pointer stays there. */
  #zoom(factor, around = this.#to) {
    const span = Math.min(LONGEST, Math.max(SHORTEST, this.span * factor));
    if (this.until !== null || around < this.#to) {
      this.#moveTo(around + ((this.#to - around) * span) / this.span);
    }
    this.span = span;
  }

  #pan(share) {
    this.#moveTo(this.#to + share * this.span);
  }

  #moveTo(until) {
    const now = Date.now();
    this.until = until >= now ? null : Math.max(now - LONGEST + SHORTEST, until);
  }

  #down(event) {
    this.#drag = {x: event.offsetX, until: this.#to, moved: false};
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (this.#drag) {
      const by = event.offsetX - this.#drag.x;
      this.#drag.moved ||= Math.abs(by) > CLICK_PX;
      if (this.#drag.moved) {
        this.#moveTo(this.#drag.until - (by / (this.#canvas.clientWidth - this.#names)) * this.span);
      }
      return;
    }
    const machine = event.offsetX < this.#names && this.#machineAt(event.offsetY);
    const bar = this.#barAt(event.offsetX, event.offsetY);
    this.#canvas.style.cursor = machine || bar?.attempt ? 'pointer' : 'grab';
    if (bar !== this.chosen) {
      this.chosen = bar;
    }
  }

  #up(event) {
    const moved = this.#drag?.moved;
    this.#drag = null;
    if (moved || event.type === 'pointercancel') {
      return;
    }
    if (event.offsetX < this.#names) {
      const machine = this.#machineAt(event.offsetY);
      if (machine) {
        location.hash = to(`machines/${machine.id}`);
      }
      return;
    }
    this.chosen = this.#barAt(event.offsetX, event.offsetY);
    this.#open();
  }

  #open() {
    if (this.chosen?.attempt) {
      location.hash = to(`jobs/${this.chosen.job}`, {task: this.chosen.task});
    }
  }

  #key(event) {
    const {key, shiftKey} = event;
    if (key === '+' || key === '=') {
      this.#zoom(1 / ZOOM, this.chosen?.from);
    } else if (key === '-') {
      this.#zoom(ZOOM, this.chosen?.from);
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const step = key === 'ArrowLeft' ? -1 : 1;
      shiftKey ? this.#pan(step * STEP) : this.#chooseBeside(step);
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      this.#chooseOther(key === 'ArrowUp' ? -1 : 1);
    } else if (key === 'End' || key === '0') {
      this.until = null;
    } else if (key === 'Enter') {
      this.#open();
    } else if (key === 'Escape') {
      this.chosen = null;
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The next or the one before on the same machine. */
  #chooseBeside(step) {
    if (!this.chosen) {
      this.#chooseOther(1);
      return;
    }
    const bars = this.log.of(this.chosen.node);
    this.#choose(bars[bars.indexOf(this.chosen) + step]);
  }

  /** The one nearest in time on the next machine that did anything. */
  #chooseOther(step) {
    const time = this.chosen?.from ?? this.#to;
    let i = this.chosen ? this.machines.findIndex(({id}) => id === this.chosen.node) : -1;
    for (i += step; i >= 0 && i < this.machines.length; i += step) {
      const bars = this.log.of(this.machines[i].id);
      if (bars.length > 0) {
        this.#choose(bars.findLast((bar) => bar.from <= time) ?? bars[0]);
        return;
      }
    }
  }

  #choose(bar) {
    if (!bar) {
      return;
    }
    this.chosen = bar;
    const middle = (bar.from + (bar.to ?? Date.now())) / 2;
    if (middle < this.#to - this.span || middle > this.#to) {
      this.#moveTo(middle + this.span / 2);
    }
    const top = this.machines.findIndex(({id}) => id === bar.node) * this.#row;
    const scroll = this.#scroll;
    if (top < scroll.scrollTop || top + this.#row + AXIS > scroll.scrollTop + scroll.clientHeight) {
      scroll.scrollTop = top - scroll.clientHeight / 2;
    }
  }

  #told() {
    const bar = this.chosen;
    if (!bar) {
      return 'Point at a bar, or press the arrow keys, to see what it was. + and − zoom, Shift with an arrow moves, End shows now.';
    }
    const lasted = duration((bar.to ?? Date.now()) - bar.from);
    const when = `${timeOfDay(bar.from)}${bar.to === null ? '' : ` to ${timeOfDay(bar.to)}`}`;
    const where = this.machines.find(({id}) => id === bar.node)?.name ?? `machine ${bar.node}`;
    if (!bar.attempt) {
      return `Work of others on ${where}, ${lasted}, ${when}`;
    }
    const fate = bar.to === null ? 'running for' : `${bar.outcome ?? 'ended'} after`;
    return `Job ${bar.job}, task ${bar.task}${bar.copy ? ' (a copy)' : ''} on ${where}: ${fate} ${lasted}, ${when}`;
  }

  render() {
    return html`<div class="strips-tools">
        <div class="chips" role="group" aria-label="How much time is shown">
          ${SPANS.map(([span, label]) => html`<button type="button" class="chip" aria-pressed=${span === this.span}
            @click=${() => (this.span = span)}>${label}</button>`)}
        </div>
        <button type="button" class="chip" aria-label="Zoom in" @click=${() => this.#zoom(1 / ZOOM)}>+</button>
        <button type="button" class="chip" aria-label="Zoom out" @click=${() => this.#zoom(ZOOM)}>−</button>
        ${this.until === null ? nothing : html`<button type="button" class="chip" @click=${() => (this.until = null)}>Back to now</button>`}
        <span class="grow"></span>
        ${this.#legend()}
      </div>
      <div class="strips" @scroll=${() => this.draw()}>
        <div class="strips-all">
          <canvas
            tabindex="0"
            role="application"
            aria-label="What each machine did. Arrow keys choose an attempt, Enter opens its task, plus and minus zoom."
            @keydown=${this.#key}
            @pointerdown=${this.#down}
            @pointermove=${this.#move}
            @pointerup=${this.#up}
            @pointercancel=${this.#up}
            @pointerleave=${() => !this.#drag && (this.chosen = null)}
          ></canvas>
        </div>
      </div>
      <p class="quiet told" aria-live="polite">${this.#told()}</p>`;
  }

  #legend() {
    const key = (kind, word) => html`<span class="key"><span class="swatch ${kind}" aria-hidden="true"></span>${word}</span>`;
    return html`<div class="keys">
      ${key('own', 'a colour per job')} ${this.admin ? nothing : key('others', 'others')} ${key('failed', 'failed')}
      ${key('lost', 'lost')} ${key('copy', 'copy')} ${this.admin ? key('away', 'not there') : nothing}
    </div>`;
  }
}

customElements.define('work-strips', WorkStrips);

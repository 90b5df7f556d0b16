// A strip for each machine of what it did: one bar per attempt, on a canvas. Zoom and pan with the mouse, fingers or keys.

import {html, nothing, PageElement, to} from '../element.js';
import {duration, timeOfDay} from '../words.js';
import {AXIS, DARK, StripPicture} from './strip-picture.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SHORTEST = MINUTE;
const LONGEST = 24 * HOUR;
const SPANS = [[15 * MINUTE, '15 min'], [HOUR, '1 h'], [4 * HOUR, '4 h'], [24 * HOUR, '24 h']];
const ZOOM = 1.5;
const STEP = 0.2;
const CLICK_PX = 4;

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
  #picture = new StripPicture(this);
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
    this.#resized.observe(this.#picture.scroll);
    // Not by an attribute: a listener that may keep the page from zooming has to say so.
    this.#picture.canvas.addEventListener('wheel', (event) => this.#wheel(event), {passive: false});
  }

  willUpdate(changed) {
    if (changed.has('log')) {
      this.#asked = Infinity;
    }
  }

  updated() {
    this.draw();
  }

  /** Soon, and once, however often it is asked for. */
  draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.isConnected && this.#picture.canvas && this.log) {
        this.#picture.paint();
        this.#reach();
      }
    });
  }

  /** What came into sight may have to be asked for. */
  #reach() {
    const wanted = this.#picture.end - this.span;
    if (this.log.from > wanted && wanted < this.#asked - SECOND) {
      // Once: the server may not know so much.
      this.#asked = wanted;
      this.dispatchEvent(new CustomEvent('reach', {detail: wanted}));
    }
  }

  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, this.#picture.time(event.offsetX));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      event.preventDefault();
      this.#pan((event.deltaX || event.deltaY) / this.#picture.canvas.clientWidth);
    }
  }

  /** The time that is under the pointer stays there. */
  #zoom(factor, around = this.#picture.end) {
    const span = Math.min(LONGEST, Math.max(SHORTEST, this.span * factor));
    if (this.until !== null || around < this.#picture.end) {
      this.#moveTo(around + ((this.#picture.end - around) * span) / this.span);
    }
    this.span = span;
  }

  #pan(share) {
    this.#moveTo(this.#picture.end + share * this.span);
  }

  #moveTo(until) {
    const now = Date.now();
    this.until = until >= now ? null : Math.max(now - LONGEST + SHORTEST, until);
  }

  #down(event) {
    this.#drag = {x: event.offsetX, until: this.#picture.end, moved: false};
    this.#picture.canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (this.#drag) {
      const by = event.offsetX - this.#drag.x;
      this.#drag.moved ||= Math.abs(by) > CLICK_PX;
      if (this.#drag.moved) {
        this.#moveTo(this.#drag.until - (by / (this.#picture.canvas.clientWidth - this.#picture.names)) * this.span);
      }
      return;
    }
    const machine = event.offsetX < this.#picture.names && this.#picture.machineAt(event.offsetY);
    const bar = this.#picture.barAt(event.offsetX, event.offsetY);
    this.#picture.canvas.style.cursor = machine || bar?.attempt ? 'pointer' : 'grab';
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
    if (event.offsetX < this.#picture.names) {
      const machine = this.#picture.machineAt(event.offsetY);
      if (machine) {
        location.hash = to(`machines/${machine.id}`);
      }
      return;
    }
    this.chosen = this.#picture.barAt(event.offsetX, event.offsetY);
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
    const time = this.chosen?.from ?? this.#picture.end;
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
    if (middle < this.#picture.end - this.span || middle > this.#picture.end) {
      this.#moveTo(middle + this.span / 2);
    }
    const top = this.machines.findIndex(({id}) => id === bar.node) * this.#picture.row;
    const scroll = this.#picture.scroll;
    if (top < scroll.scrollTop || top + this.#picture.row + AXIS > scroll.scrollTop + scroll.clientHeight) {
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

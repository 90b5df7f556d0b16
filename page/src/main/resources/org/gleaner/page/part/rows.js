// A long list of which only what is in sight is in the page: a hundred thousand rows scroll like thirty.

import {html, nothing, PageElement} from '../element.js';

const AROUND = 12;

/**
 * `items` are shown by `row(item, index)`, each `height` pixels high and named by `key(item)`. `head` is the header row.
 * Tells "near-end" when the last rows come into sight, and, with {item, index} in `detail`, "open" (Enter, double click), "pick"
 * (click, Space; how is in `detail.event`) and "menu" (right click, Shift+F10, the menu key; `detail.place` is where).
 */
class VirtualRows extends PageElement {
  static properties = {
    items: {attribute: false},
    row: {attribute: false},
    head: {attribute: false},
    key: {attribute: false},
    height: {type: Number},
    label: {},
    chosen: {attribute: false},
    active: {state: true},
    from: {state: true},
    to: {state: true},
  };

  constructor() {
    super();
    this.items = [];
    this.chosen = new Set();
    this.height = 40;
    this.active = null;
    this.from = 0;
    this.to = 40;
    this.resized = new ResizeObserver(() => this.#look());
  }

  firstUpdated() {
    this.resized.observe(this.#box());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  updated(changed) {
    if (changed.has('items') || changed.has('height')) {
      this.#look();
    }
  }

  #box() {
    return this.querySelector('.scroll');
  }

  #look() {
    const box = this.#box();
    if (!box) {
      return;
    }
    this.from = Math.max(0, Math.floor(box.scrollTop / this.height) - AROUND);
    this.to = Math.min(this.items.length, Math.ceil((box.scrollTop + box.clientHeight) / this.height) + AROUND);
    if (this.to >= this.items.length && this.items.length > 0) {
      this.dispatchEvent(new CustomEvent('near-end'));
    }
  }

  #activeIndex() {
    return this.items.findIndex((item) => this.key(item) === this.active);
  }

  #activate(index) {
    const at = Math.max(0, Math.min(this.items.length - 1, index));
    if (this.items.length === 0) {
      return;
    }
    this.active = this.key(this.items[at]);
    const box = this.#box();
    const headed = this.querySelector('.row.head')?.offsetHeight ?? 0;
    const top = at * this.height;
    if (top < box.scrollTop) {
      box.scrollTop = top;
    } else if (top + this.height + headed > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + this.height + headed - box.clientHeight;
    }
  }

  #keyDown(event) {
    if (event.target !== event.currentTarget) {
      return;
    }
    const at = this.#activeIndex();
    const page = Math.max(1, Math.floor(this.#box().clientHeight / this.height) - 2);
    const move = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: this.items.length - 1,
    }[event.key];
    if (move !== undefined) {
      this.#activate(move);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      this.#menuAt(at, null);
    } else if (event.key === 'Enter') {
      this.#tell('open', at);
    } else if (event.key === ' ') {
      this.#tell('pick', at, {event});
    } else {
      return;
    }
    event.preventDefault();
  }

  #menuAt(at, place) {
    if (at >= 0) {
      const box = (this.querySelector('.row.active') ?? this.#box()).getBoundingClientRect();
      this.#tell('menu', at, {place: place ?? {x: box.left + 48, y: box.bottom - 4}});
    }
  }

  #tell(name, index, more = {}) {
    const item = this.items[index];
    if (item !== undefined) {
      this.dispatchEvent(new CustomEvent(name, {detail: {item, index, ...more}}));
    }
  }

  #click(event, index) {
    if (event.target.closest('a')) {
      return;
    }
    this.#activate(index);
    if (event.target.closest('button')) {
      const box = event.target.closest('button').getBoundingClientRect();
      this.#tell('menu', index, {place: {x: box.left, y: box.bottom}});
    } else {
      this.#tell('pick', index, {event});
    }
  }

  #contextMenu(event, index) {
    event.preventDefault();
    this.#activate(index);
    // The menu key makes this event too, with no place of its own.
    this.#menuAt(index, event.clientX || event.clientY ? {x: event.clientX, y: event.clientY} : null);
  }

  render() {
    const shown = this.items.slice(this.from, this.to);
    const activeShown = shown.some((item) => this.key(item) === this.active);
    return html`<div
      class="scroll"
      role="grid"
      tabindex="0"
      aria-label=${this.label}
      aria-rowcount=${this.items.length + 1}
      aria-multiselectable="true"
      aria-activedescendant=${activeShown ? `row-${this.active}` : nothing}
      @scroll=${() => this.#look()}
      @keydown=${this.#keyDown}
      @focus=${() => this.active === null && this.#activate(0)}
    >
      <div class="row head" role="row" aria-rowindex="1">${this.head}</div>
      <div class="all" role="rowgroup" .style=${`height:${this.items.length * this.height}px`}>
        <div class="shown" role="presentation" .style=${`transform:translateY(${this.from * this.height}px)`}>
          ${shown.map((item, i) => this.#one(item, this.from + i))}
        </div>
      </div>
    </div>`;
  }

  #one(item, index) {
    const key = this.key(item);
    const classes = `row${key === this.active ? ' active' : ''}${this.chosen.has(key) ? ' chosen' : ''}`;
    return html`<div
      class=${classes}
      id=${`row-${key}`}
      role="row"
      aria-rowindex=${index + 2}
      aria-selected=${this.chosen.has(key) ? 'true' : 'false'}
      .style=${`height:${this.height}px`}
      @click=${(event) => this.#click(event, index)}
      @dblclick=${() => this.#tell('open', index)}
      @contextmenu=${(event) => this.#contextMenu(event, index)}
    >
      ${this.row(item, index)}
    </div>`;
  }
}

customElements.define('virtual-rows', VirtualRows);

// What every view and part of the page is made of.

import {html as litHtml, LitElement} from 'lit';
import {feed} from './feed.js';
import {plain} from './words.js';

export {svg, nothing} from 'lit';

/** By template: where its values are read by people, as text or as a label. */
const READ = new WeakMap();

function readIn(strings) {
  let text = '';
  return strings.map((piece) => {
    text += piece;
    return text.lastIndexOf('>') >= text.lastIndexOf('<') || /\s(title|alt|placeholder|aria-label)=["']?$/.test(text);
  });
}

const shown = (value) => (typeof value === 'string' ? plain(value) : Array.isArray(value) ? value.map(shown) : value);

/** Lit's, for people: see `plain`. What stands in a field, an address or a property stays as it is. */
export function html(strings, ...values) {
  if (!READ.has(strings)) {
    READ.set(strings, readIn(strings));
  }
  const read = READ.get(strings);
  return litHtml(strings, ...values.map((value, i) => (read[i] ? shown(value) : value)));
}

/**
 * An element without a shadow, so that one stylesheet dresses all. One that has `onSnapshot`, `onChange` or `onState` hears the
 * feed while it is on the page. `load` runs something that may take a while and keeps what went wrong in `problem`.
 */
export class PageElement extends LitElement {
  #listening = [];
  #abort = new AbortController();
  #problem = null;

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#abort = new AbortController();
    for (const [kind, method] of [['snapshot', 'onSnapshot'], ['change', 'onChange'], ['state', 'onState']]) {
      if (this[method]) {
        const listener = ({detail}) => this[method](detail);
        feed.addEventListener(kind, listener);
        this.#listening.push([kind, listener]);
      }
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#abort.abort();
    for (const [kind, listener] of this.#listening) {
      feed.removeEventListener(kind, listener);
    }
    this.#listening = [];
  }

  /** Ends when the element leaves the page. */
  get signal() {
    return this.#abort.signal;
  }

  get problem() {
    return this.#problem;
  }

  /** @returns what the work returns; undefined if it failed */
  async load(work) {
    const signal = this.signal;
    try {
      const result = await work(signal);
      this.#problem = null;
      return result;
    } catch (failure) {
      if (!signal.aborted) {
        this.#problem = failure;
      }
      return undefined;
    } finally {
      this.requestUpdate();
    }
  }
}

/** Does something every so many milliseconds while the element is on the page. */
export function repeatedly(element, ms, work) {
  let timer = null;
  element.addController({
    hostConnected: () => (timer = setInterval(work, ms)),
    hostDisconnected: () => clearInterval(timer),
  });
}

/** The same function, at most once in so many milliseconds, and not while nobody sees the page; the last call counts. */
export function calmly(ms, work) {
  let waiting = false;
  let last = 0;
  const run = () => {
    if (document.hidden) {
      document.addEventListener('visibilitychange', run, {once: true});
      return;
    }
    waiting = false;
    last = Date.now();
    work();
  };
  return () => {
    if (!waiting) {
      waiting = true;
      setTimeout(run, Math.max(0, last + ms - Date.now()));
    }
  };
}

/** Lets the page answer to keys and clicks before long work goes on. */
export function breath() {
  return new Promise((done) => setTimeout(done));
}

/** The address of a view: to('jobs/7', {task: 3}) is "#/jobs/7?task=3". */
export function to(path, query = {}) {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return `#/${path}${set.length ? `?${new URLSearchParams(set)}` : ''}`;
}

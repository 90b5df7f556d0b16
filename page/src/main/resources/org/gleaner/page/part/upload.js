// Sends files to the server, piece by piece, and goes on where it stopped. Files are never read as a whole.

import {api, call, Problem, Unreachable} from '../api.js';
import {feed} from '../feed.js';

/** Browsers have six connections for a server; others need some too. */
const AT_ONCE = 4;
const FIRST_PIECE = 256 << 10;
const LARGEST_PIECE = 32 << 20;
/** A piece shall take about so long: progress is seen, and little is lost with a connection. */
const PIECE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const TELL_MS = 100;
const MOST_TRIES = 5_000;
const BUSY = new Set([408, 409, 429, 502, 503, 504]);

/** What the browser knows of a file without reading it; another content has another time. */
const identity = ({name, size, lastModified}, path) => JSON.stringify([path, name, size, lastModified]);

/** Until then, or until the server is back. */
function pause(ms, signal) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      feed.removeEventListener('state', onState);
      signal.removeEventListener('abort', end);
      done();
    };
    const onState = () => feed.live && end();
    const timer = setTimeout(end, ms);
    feed.addEventListener('state', onState);
    signal.addEventListener('abort', end);
  });
}

/**
 * Uploads of one draft. An item is `{path, size, file}`; it gets `sent` (bytes), `hash` once it is whole, `waiting` while the
 * server does not answer, and `failure` if it can't be sent. Tells "progress".
 */
export class Uploads extends EventTarget {
  #queue = [];
  #running = new Map();
  /** Hashes of what this tab has sent. */
  #known = new Map();
  #piece = FIRST_PIECE;
  #telling = null;

  /** @param {object[]} items new ones */
  add(items) {
    for (const item of items) {
      item.sent = 0;
      item.failure = null;
      item.hash = this.#known.get(identity(item.file, item.path)) ?? null;
      if (item.hash === null) {
        this.#queue.push(item);
      } else {
        item.sent = item.size;
      }
    }
    this.#next();
  }

  /** What the server no longer has is sent again. */
  again(item) {
    this.#known.delete(identity(item.file, item.path));
    item.upload = null;
    this.add([item]);
  }

  /** Nobody wants it any more. */
  remove(items) {
    const gone = new Set(items);
    this.#queue = this.#queue.filter((item) => !gone.has(item));
    for (const item of items) {
      this.#running.get(item)?.abort();
      if (item.upload && !item.hash) {
        api.delete(`uploads/${item.upload}`).catch(() => {
          // The server forgets it by itself after a day.
        });
      }
    }
    this.#tell();
  }

  get busy() {
    return this.#running.size > 0 || this.#queue.length > 0;
  }

  /** Ten times a second is enough for eyes, however many files there are. */
  #tell() {
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      this.dispatchEvent(new Event('progress'));
    }, TELL_MS);
  }

  #next() {
    while (this.#running.size < AT_ONCE && this.#queue.length > 0) {
      const item = this.#queue.shift();
      const abort = new AbortController();
      this.#running.set(item, abort);
      this.#send(item, abort.signal).finally(() => {
        this.#running.delete(item);
        this.#next();
        this.#tell();
      });
    }
  }

  async #send(item, signal) {
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        item.hash = await this.#pieces(item, signal);
        item.sent = item.size;
        item.waiting = false;
        this.#known.set(identity(item.file, item.path), item.hash);
        return;
      } catch (failure) {
        if (signal.aborted) {
          return;
        }
        const final = await this.#finalOf(failure, item);
        if (final || tries === MOST_TRIES) {
          item.failure = final ?? failure;
          return;
        }
        item.waiting = failure instanceof Unreachable;
        this.#piece = FIRST_PIECE;
        this.#tell();
        await pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(tries, 6)), signal);
      }
    }
  }

  /** Why it is of no use to try again; null: it is. */
  async #finalOf(failure, item) {
    if (failure instanceof Problem) {
      if (failure.type === 'unknown-upload') {
        item.upload = null;
        item.sent = 0;
        return null;
      }
      return BUSY.has(failure.status) ? null : failure;
    }
    try {
      // The browser does not say whether the server or the disk failed it.
      await item.file.slice(item.sent, item.sent + 1).arrayBuffer();
      return failure instanceof Unreachable ? null : failure;
    } catch {
      return {
        title: 'It can’t be read',
        message: 'The file was changed, moved or deleted after you added it.',
        remedy: 'Remove it here and add it again.',
      };
    }
  }

  /** @returns the hash */
  async #pieces(item, signal) {
    let state = item.upload
      ? await api.get(`uploads/${item.upload}`, {}, signal)
      : await (await call('uploads', {method: 'POST', query: {size: String(item.size)}, signal})).json();
    item.upload = state.upload;
    item.waiting = false;
    while (!state.hash) {
      item.sent = state.received;
      this.#tell();
      const began = performance.now();
      const raw = item.file.slice(state.received, state.received + this.#piece);
      const query = {offset: String(state.received)};
      state = await (await call(`uploads/${item.upload}`, {method: 'PUT', query, raw, signal})).json();
      this.#learn(performance.now() - began, raw.size);
    }
    return state.hash;
  }

  #learn(ms, size) {
    if (size === this.#piece || ms > PIECE_MS) {
      const wanted = ms < PIECE_MS / 2 ? this.#piece * 2 : ms > 2 * PIECE_MS ? this.#piece / 2 : this.#piece;
      this.#piece = Math.max(FIRST_PIECE, Math.min(LARGEST_PIECE, wanted));
    }
  }
}

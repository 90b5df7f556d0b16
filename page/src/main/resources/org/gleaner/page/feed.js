// What this tab hears of the change feed.

import {FeedSource} from './feed-source.js';
import {session} from './session.js';

const HERE_EVERY_MS = 20_000;
const DOUBT_EVERY_MS = 5_000;
/** Long enough for a server that starts again, and for the pauses of whoever calls it. */
const DOUBT_AFTER_MS = 12_000;

/**
 * Tells "snapshot" and "change" with what the server sent as `detail`, and "state" when it becomes live or no longer is.
 * After a snapshot lists have to be fetched anew: what happened in between is not told.
 */
class Feed extends EventTarget {
  live = false;
  /** Since when it is live, or is not. */
  since = Date.now();
  /** The newest totals: tasks, others, openJobs, nodes, slots, slotsUsed; null before the first. */
  pool = null;
  #port = null;
  #source = null;
  /** Whether the worker was not even answered. */
  #cut = false;
  /** Without the worker, for as long as the tab is open. */
  #alone = false;
  #token = null;
  /** Grows with each session: what the worker still says of an earlier one is not for this. */
  #turn = 0;

  constructor() {
    super();
    session.addEventListener('changed', () => this.#follow(session.token));
    addEventListener('pagehide', () => this.#port?.postMessage({bye: true}));
    addEventListener('pageshow', (event) => event.persisted && this.#restart());
    addEventListener('online', () => this.#here());
    document.addEventListener('visibilitychange', () => this.#here());
    setInterval(() => this.#here(), HERE_EVERY_MS);
    setInterval(() => this.#doubt(), DOUBT_EVERY_MS);
    this.#follow(session.token);
  }

  #follow(token) {
    if (token === this.#token) {
      return;
    }
    this.#port?.postMessage({bye: true});
    this.#source?.stop();
    this.#source = null;
    this.#token = token;
    this.#turn++;
    this.pool = null;
    this.#become(false, Date.now());
    if (token !== null) {
      this.#begin(token);
    }
  }

  #begin(token) {
    if (this.#alone || typeof SharedWorker === 'undefined') {
      const source = new FeedSource(token, (message) => source === this.#source && this.#hear(message));
      this.#source = source.start();
      return;
    }
    if (!this.#port) {
      const worker = new SharedWorker(new URL('./feed-worker.js', import.meta.url), {type: 'module', name: 'gleaner'});
      // A worker whose script did not arrive never says anything.
      worker.onerror = () => (this.#cut = true);
      this.#port = worker.port;
      this.#port.onmessage = ({data}) => data.turn === this.#turn && this.#hear(data);
    }
    this.#port.postMessage({token, turn: this.#turn});
  }

  /**
   * Where the page reaches the server and the worker does not, this tab listens for itself from now on: who trusts a certificate
   * that the browser does not know has allowed it for the page alone.
   */
  async #doubt() {
    const turn = this.#turn;
    const isLost = () => turn === this.#turn && !this.live && this.#cut && this.#token !== null;
    if (this.#alone || !this.#port || !isLost() || Date.now() - this.since < DOUBT_AFTER_MS) {
      return;
    }
    const answers = await fetch('/health', {cache: 'no-store', credentials: 'omit'}).then((answer) => answer.ok, () => false);
    if (answers && isLost()) {
      this.#alone = true;
      this.#port.postMessage({bye: true});
      this.#turn++;
      this.#begin(this.#token);
    }
  }

  #restart() {
    if (this.#token !== null && this.#port && !this.#alone) {
      this.#port.postMessage({token: this.#token, turn: this.#turn});
    }
  }

  #here() {
    if (this.#token !== null && !this.#alone) {
      this.#port?.postMessage({here: this.#token, turn: this.#turn});
    }
    this.#source?.wake();
  }

  #hear(message) {
    if (this.#token === null) {
      return;
    }
    switch (message.kind) {
      case 'state':
        this.#cut = message.cut;
        this.#become(message.live, message.since);
        break;
      case 'refused':
        session.end('Your session is over: the token has expired or was revoked.');
        break;
      case 'snapshot':
        this.pool = message.data;
        this.#tell('snapshot', message.data);
        break;
      default: {
        const {jobs, machines, attempts, settings, more, ...totals} = message.data;
        this.pool = {...this.pool, ...totals};
        this.#tell('change', message.data);
      }
    }
  }

  #become(live, since) {
    if (live !== this.live || since !== this.since) {
      this.live = live;
      this.since = since;
      this.#tell('state', null);
    }
  }

  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, {detail}));
  }
}

export const feed = new Feed();

// Reads the server's change feed, for as long as somebody wants it. Runs in the worker that all tabs share, or in the
// tab itself where there are no such workers. A browser's EventSource could not send the token, so this is a fetch.

const FEED = '/api/v1/events';
const UNAUTHENTICATED = 401;
/** The server says something every 15 s; a computer that slept, or a dead connection, says nothing. */
const LONGEST_SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Cuts a stream of server-sent events into {event, data}. */
export class EventReader {
  #text = '';

  /** @returns {{event: string, data: string}[]} */
  take(chunk) {
    this.#text += chunk;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop();
    return blocks.map(EventReader.#parse).filter((block) => block.data !== '');
  }

  static #parse(block) {
    let event = 'message';
    const data = [];
    for (const line of block.split('\n')) {
      if (line.startsWith('event:')) {
        event = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).trim());
      }
    }
    return {event, data: data.join('\n')};
  }
}

/**
 * Tells `hear` of {kind: 'snapshot' | 'change', data}, {kind: 'state', live, since, cut} and, at the end, {kind: 'refused'}.
 * `cut` says that the server was not even reached. What it keeps is totals only, so that a tab which comes later begins with them.
 */
export class FeedSource {
  #token;
  #hear;
  #stopped = false;
  #abort = null;
  #heard = 0;
  #pause = FIRST_PAUSE_MS;
  pool = null;
  state = {kind: 'state', live: false, since: Date.now(), cut: false};

  constructor(token, hear) {
    this.#token = token;
    this.#hear = hear;
  }

  start() {
    this.#run();
    return this;
  }

  stop() {
    this.#stopped = true;
    this.#abort?.abort();
  }

  /** Gives up a connection that has been silent for too long; to be called too when the computer may have slept. */
  wake() {
    if (Date.now() - this.#heard > LONGEST_SILENCE_MS) {
      this.#abort?.abort();
    }
  }

  async #run() {
    while (!this.#stopped) {
      let cut = false;
      try {
        await this.#connect();
      } catch {
        // Told below, and tried again: whatever it was, it is over when a connection stands.
        cut = true;
      }
      if (this.#stopped) {
        return;
      }
      this.#become(false, cut);
      await new Promise((done) => setTimeout(done, this.#pause * (0.75 + Math.random() / 2)));
      this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
    }
  }

  async #connect() {
    this.#abort = new AbortController();
    const from = this.pool?.run ? `?run=${encodeURIComponent(this.pool.run)}&from=${this.pool.number}` : '';
    this.#heard = Date.now();
    const watch = setInterval(() => this.wake(), LONGEST_SILENCE_MS / 4);
    try {
      const response = await fetch(FEED + from, {
        headers: {Authorization: `Bearer ${this.#token}`, Accept: 'text/event-stream'},
        signal: this.#abort.signal,
        credentials: 'omit',
        cache: 'no-store',
      });
      if (response.status === UNAUTHENTICATED) {
        this.#stopped = true;
        this.#hear({kind: 'refused'});
        return;
      }
      if (response.ok) {
        await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
      }
    } finally {
      clearInterval(watch);
    }
  }

  async #read(reader) {
    const events = new EventReader();
    for (;;) {
      const {done, value} = await reader.read();
      if (done) {
        return;
      }
      this.#heard = Date.now();
      this.#pause = FIRST_PAUSE_MS;
      for (const {event, data} of events.take(value)) {
        this.#take(event, JSON.parse(data));
      }
      this.#become(true);
    }
  }

  #take(kind, data) {
    if (kind === 'snapshot') {
      this.pool = data;
    } else if (kind === 'change') {
      const {jobs, machines, attempts, settings, more, ...totals} = data;
      this.pool = {...this.pool, ...totals};
    } else {
      return;
    }
    this.#hear({kind, data});
  }

  #become(live, cut = false) {
    if (live !== this.state.live || cut !== this.state.cut) {
      const since = live === this.state.live ? this.state.since : Date.now();
      this.state = {kind: 'state', live, since, cut};
      this.#hear(this.state);
    }
  }
}

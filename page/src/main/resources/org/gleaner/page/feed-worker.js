// One feed for all tabs of a browser: HTTP/1.1 allows six connections to a server, and each tab would hold one.
// Tabs that use another token have a feed of their own.

import {FeedSource} from './feed-source.js';

/** A tab that is gone does not say so if it crashed; one in the background speaks once a minute. */
const LONGEST_SILENCE_MS = 180_000;

/** For each tab when it spoke last, and the number of the session that it follows, by which it knows what is for it. */
/** @type {Map<string, {source: FeedSource, ports: Map<MessagePort, {last: number, turn: number}>}>} */
const feeds = new Map();

addEventListener('connect', ({ports: [port]}) => {
  port.onmessage = ({data}) => {
    if (data.bye) {
      leave(port);
    } else if (data.here) {
      here(data.here, data.turn, port);
    } else {
      join(data.token, data.turn, port);
    }
  };
});

function join(token, turn, port) {
  leave(port);
  let feed = feeds.get(token);
  if (!feed) {
    const ports = new Map();
    const source = new FeedSource(token, (message) => {
      for (const [one, {turn: follows}] of ports) {
        one.postMessage({...message, turn: follows});
      }
      if (message.kind === 'refused') {
        feeds.delete(token);
      }
    });
    feed = {source: source.start(), ports};
    feeds.set(token, feed);
  }
  feed.ports.set(port, {last: Date.now(), turn});
  if (feed.source.pool) {
    port.postMessage({kind: 'snapshot', data: feed.source.pool, turn});
  }
  port.postMessage({...feed.source.state, turn});
}

function leave(port) {
  for (const [token, feed] of feeds) {
    if (feed.ports.delete(port) && feed.ports.size === 0) {
      feed.source.stop();
      feeds.delete(token);
    }
  }
}

/** A tab that slept for long was taken for gone, and joins again. */
function here(token, turn, port) {
  const feed = feeds.get(token);
  if (feed?.ports.has(port)) {
    feed.ports.set(port, {last: Date.now(), turn});
    feed.source.wake();
  } else {
    join(token, turn, port);
  }
  for (const {ports} of feeds.values()) {
    for (const [other, {last}] of ports) {
      if (Date.now() - last > LONGEST_SILENCE_MS) {
        leave(other);
      }
    }
  }
}

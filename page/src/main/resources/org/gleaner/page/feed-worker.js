// One feed for all tabs of a browser: HTTP/1.1 allows six connections to a server, and each tab would hold one.
// Tabs that use another token have a feed of their own.

import {FeedSource} from './feed-source.js';

/** A tab that is gone does not say so if it crashed; one in the background speaks once a minute. */
const LONGEST_SILENCE_MS = 180_000;

/** @type {Map<string, {source: FeedSource, ports: Map<MessagePort, number>}>} */
const feeds = new Map();

addEventListener('connect', ({ports: [port]}) => {
  port.onmessage = ({data}) => {
    if (data.token) {
      join(data.token, port);
    } else if (data.bye) {
      leave(port);
    } else {
      here(port);
    }
  };
});

function join(token, port) {
  leave(port);
  let feed = feeds.get(token);
  if (!feed) {
    const ports = new Map();
    const source = new FeedSource(token, (message) => {
      for (const one of ports.keys()) {
        one.postMessage(message);
      }
      if (message.kind === 'refused') {
        feeds.delete(token);
      }
    });
    feed = {source: source.start(), ports};
    feeds.set(token, feed);
  }
  feed.ports.set(port, Date.now());
  if (feed.source.pool) {
    port.postMessage({kind: 'snapshot', data: feed.source.pool});
  }
  port.postMessage(feed.source.state);
}

function leave(port) {
  for (const [token, feed] of feeds) {
    if (feed.ports.delete(port) && feed.ports.size === 0) {
      feed.source.stop();
      feeds.delete(token);
    }
  }
}

function here(port) {
  for (const feed of feeds.values()) {
    if (feed.ports.has(port)) {
      feed.ports.set(port, Date.now());
      feed.source.wake();
    }
    for (const [other, last] of feed.ports) {
      if (Date.now() - last > LONGEST_SILENCE_MS) {
        leave(other);
      }
    }
  }
}

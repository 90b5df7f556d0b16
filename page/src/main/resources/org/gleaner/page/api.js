// Calls of the server's HTTP interface. A refusal becomes a Problem that says what happened, where, and what to do.

import {session} from './session.js';

const API = '/api/v1';
const UNAUTHENTICATED = 401;
const LONGEST_WAIT_MS = 10_000;
const MOST_TRIES = 3;

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? `The server answered ${status}.`);
    this.status = status;
    this.type = (body.type ?? '').replace('urn:gleaner:problem:', '');
    this.title = body.title ?? 'The request failed';
    this.remedy = body.remedy ?? '';
    /** The field or parameter that caused it. */
    this.place = body.path ?? '';
    this.facts = body;
  }
}

/** The server can't be reached at all. */
export class Unreachable extends Error {
  constructor() {
    super('The server does not answer.');
    this.title = 'No connection';
    this.remedy = 'The page tries again by itself. If that takes long, check that the server is running.';
  }
}

function address(path, query) {
  const url = new URL(path.startsWith('/') ? path : `${API}/${path}`, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '' && value !== false) {
      url.searchParams.set(name, value);
    }
  }
  return url;
}

async function problemOf(response) {
  try {
    return new Problem(response.status, await response.json());
  } catch {
    return new Problem(response.status, {});
  }
}

/**
 * One call. Whoever is told to wait waits; a read that found nobody is not repeated, its caller knows better when.
 *
 * @param {{method?: string, query?: object, body?: object, raw?: Blob, headers?: object, signal?: AbortSignal,
 *     token?: string}} how `raw` is sent as it is
 */
export async function call(path, how = {}) {
  const token = how.token ?? session.token;
  const headers = {...how.headers};
  if (token) {
    headers.Authorization = `Bearer ${token}`;
  }
  if (how.body !== undefined || how.raw !== undefined) {
    headers['Content-Type'] = how.raw ? 'application/octet-stream' : 'application/json';
  }
  for (let tries = 1; ; tries++) {
    let response;
    try {
      response = await fetch(address(path, how.query), {
        method: how.method ?? 'GET',
        headers,
        body: how.body === undefined ? how.raw : JSON.stringify(how.body),
        signal: how.signal,
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
      });
    } catch (failure) {
      if (failure.name === 'AbortError') {
        throw failure;
      }
      throw new Unreachable();
    }
    if (response.ok) {
      return response;
    }
    const wait = 1000 * Number(response.headers.get('Retry-After') ?? Number.NaN);
    if (tries < MOST_TRIES && wait <= LONGEST_WAIT_MS) {
      await new Promise((done) => setTimeout(done, wait));
      continue;
    }
    const problem = await problemOf(response);
    if (response.status === UNAUTHENTICATED && token && token === session.token) {
      session.end('Your session is over: the token has expired or was revoked.');
    }
    throw problem;
  }
}

async function json(path, how) {
  const response = await call(path, how);
  return response.status === 204 ? null : response.json();
}

export const api = {
  get: (path, query, signal) => json(path, {query, signal}),
  post: (path, body = {}, signal) => json(path, {method: 'POST', body, signal}),
  put: (path, body, signal) => json(path, {method: 'PUT', body, signal}),
  delete: (path, query, signal) => json(path, {method: 'DELETE', query, signal}),
  bytes: async (path, query, signal) => new Uint8Array(await (await call(path, {query, signal})).arrayBuffer()),
  /** Who holds this token. */
  viewerOf: (token) => json('me', {token}),
  /** The token behind a word of `gleaner open`, which works once. */
  redeem: (word) => json(`links/${encodeURIComponent(word)}`, {method: 'POST', body: {}}),
};

/** Lets the browser fetch something to a file: a link carries no token, so the server gives a ticket for it. */
export async function download(path) {
  const {url} = await api.post('tickets', {path});
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

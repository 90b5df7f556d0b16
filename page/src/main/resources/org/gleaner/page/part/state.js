// States of tasks and jobs: each has a shape and a word, and its colour only repeats them.

import {html, nothing, svg} from '../element.js';
import {counted, number} from '../words.js';

/** In the order in which bars and legends show them. */
export const STATES = ['done', 'running', 'ready', 'waiting', 'paused', 'blocked', 'cancelled'];

const SHAPES = {
  done: svg`<path d="M3 8.5l3.2 3.2L13 5" />`,
  running: svg`<path class="full" d="M4.5 3l8 5-8 5z" />`,
  ready: svg`<circle cx="8" cy="8" r="4.5" />`,
  waiting: svg`<circle cx="8" cy="8" r="4.5" stroke-dasharray="2.2 2.5" />`,
  paused: svg`<path d="M5.5 3.5v9M10.5 3.5v9" />`,
  blocked: svg`<path d="M4 4l8 8M12 4l-8 8" />`,
  cancelled: svg`<circle cx="8" cy="8" r="5" /><path d="M4.5 11.5l7-7" />`,
};

export function stateMark(state) {
  const shape = SHAPES[state] ?? SHAPES.ready;
  return html`<svg class="mark state-${state}" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`;
}

export function stateWord(state) {
  return html`<span class="state">${stateMark(state)}<span>${state}</span></span>`;
}

export function total(tasks) {
  return STATES.reduce((sum, state) => sum + (tasks?.[state] ?? 0), 0);
}

/** How many run: a machine that has more of them than it runs at once keeps the others for later. */
export const started = (tasks) => Math.max(0, (tasks?.running ?? 0) - (tasks?.queued ?? 0));

/** How many are in a state; of those that run, which also wait on machines. */
export function inState(tasks, state) {
  return state === 'running' && tasks?.queued
    ? `${number(started(tasks))} running, ${number(tasks.queued)} queued on machines`
    : `${number(tasks?.[state] ?? 0)} ${state}`;
}

/** The tasks that somebody wants: of a solved problem not those that were cancelled. */
export function wanted({tasks, solved}) {
  return solved ? {...tasks, cancelled: 0} : tasks;
}

/** "70 of 500 done, 8 running, 2 blocked". */
export function inWords(tasks) {
  const rest = STATES.filter((state) => state !== 'done' && tasks?.[state]);
  const words = [`${number(tasks?.done ?? 0)} of ${counted(total(tasks), 'task')} done`];
  return [...words, ...rest.map((state) => inState(tasks, state))].join(', ');
}

/** What a bar is filled with, up to so many per cent: a little has a least width, nothing has none. */
export function filled(percent, kind = 'state-running') {
  return percent > 0 ? html`<span class="piece ${kind}" .style=${`width:${Math.min(100, percent)}%`}></span>` : nothing;
}

/** A bar with one piece per state. */
export function progressBar(tasks) {
  const all = total(tasks);
  return html`<span class="bar" role="img" aria-label=${inWords(tasks)} title=${inWords(tasks)}>
    ${STATES.map((state) => {
      const n = state === 'running' ? started(tasks) : tasks?.[state] ?? 0;
      return n && state !== 'ready' && state !== 'waiting'
        ? filled((100 * n) / all, `state-${state}`)
        : nothing;
    })}
  </span>`;
}

// States of machines: each has a shape and a word, and its colour only repeats them.

import {html, svg} from '../element.js';

/** The best first. */
export const MACHINE_STATES = ['connected', 'suspect', 'disk-full', 'paused', 'draining', 'drained', 'stopped', 'away'];

const SHAPES = {
  connected: svg`<circle class="full" cx="8" cy="8" r="5" />`,
  suspect: svg`<circle cx="8" cy="8" r="4.5" stroke-dasharray="3 2.6" />`,
  'disk-full': svg`<path d="M8 2.5l6 11H2zM8 7v3M8 12v.01" />`,
  paused: svg`<path d="M5.5 3.5v9M10.5 3.5v9" />`,
  draining: svg`<path d="M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3.5 13.5h9" />`,
  drained: svg`<path d="M3.5 13.5h9M4 4h8" />`,
  stopped: svg`<rect x="4" y="4" width="8" height="8" />`,
  away: svg`<circle cx="8" cy="8" r="4.5" />`,
};

export function machineMark(state) {
  return html`<svg class="mark machine-${state}" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[state] ?? SHAPES.away}</svg>`;
}

export function machineWord(state, suspended = false) {
  return html`<span class="state">${machineMark(state)}<span>${state.replace('-', ' ')}${suspended ? ', in use' : ''}</span></span>`;
}

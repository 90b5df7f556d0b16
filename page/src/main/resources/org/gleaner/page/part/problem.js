// What went wrong, in three lines: what happened, why, what to do next.

import {html, nothing} from '../element.js';

export function problemBox(problem, again) {
  if (!problem) {
    return nothing;
  }
  return html`<div class="problem" role="alert">
    <strong>${problem.title ?? 'Something went wrong'}</strong>
    <p>${problem.message}</p>
    ${problem.remedy ? html`<p class="quiet">${problem.remedy}</p>` : nothing}
    ${again ? html`<button type="button" @click=${again}>Try again</button>` : nothing}
  </div>`;
}

/** The name of the field that caused it; empty if none did. */
export function fieldOf(problem) {
  return (problem?.place ?? '').replace(/^\W*/, '');
}

/** Below a field: why its value was refused, if it was. */
export function fieldProblem(problem, name) {
  return fieldOf(problem) === name ? wrong(problem, `${name}-wrong`) : nothing;
}

/** At a field the reason is enough: what was done, and to which field, everybody sees. */
export function wrong(problem, id) {
  const why = problem.facts?.why;
  const text = why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : `${problem.message} ${problem.remedy ?? ''}`;
  return html`<small class="wrong" role="alert" id=${id}>${text}</small>`;
}

/** What a view shows instead of nothing: what is missing, and what to do about it. */
export function emptyBox(title, text, action = nothing) {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${action}</div>`;
}

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

/** What a view shows instead of nothing: what is missing, and what to do about it. */
export function emptyBox(title, text, action = nothing) {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${action}</div>`;
}

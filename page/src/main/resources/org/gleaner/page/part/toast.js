// A line at the bottom that says what was done, and goes away by itself.

import {html, PageElement} from '../element.js';

const SHOWN_MS = 6_000;

class ToastLine extends PageElement {
  static properties = {lines: {state: true}};

  constructor() {
    super();
    this.lines = [];
  }

  say(text, bad) {
    const line = {text, bad};
    this.lines = [...this.lines.slice(-2), line];
    setTimeout(() => {
      this.lines = this.lines.filter((other) => other !== line);
    }, SHOWN_MS);
  }

  render() {
    return html`<div class="toasts" role="status" aria-live="polite">
      ${this.lines.map(({text, bad}) => html`<p class=${bad ? 'bad' : ''}>${text}</p>`)}
    </div>`;
  }
}

customElements.define('toast-line', ToastLine);

export function toast(text, bad = false) {
  document.querySelector('toast-line')?.say(text, bad);
}

/** Says why something failed; what failed because its view was left is no news. */
export function toastProblem(problem) {
  if (problem.name !== 'AbortError') {
    toast(problem.remedy ? `${problem.message} ${problem.remedy}` : problem.message, true);
  }
}

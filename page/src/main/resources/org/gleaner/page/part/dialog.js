// Asks something in a window of its own. The browser keeps the focus inside and closes it with Esc, unless a secret would be lost.

import {html, nothing, PageElement} from '../element.js';
import {fieldOf, problemBox} from './problem.js';

class AskDialog extends PageElement {
  static properties = {question: {state: true}, failure: {state: true}, busy: {state: true}, warned: {state: true}};
  #done = null;
  #copied = false;

  /**
   * @param {{title: string, text?: string, body?: unknown, fields?: string[], action: string, danger?: boolean, secret?: string,
   *     does?: (form: FormData) => Promise<unknown>}} question `does` may throw, and the window stays open and says why:
   *     `body` does, a function of what went wrong, if one of its `fields` is to blame. `secret` names what is shown here and
   *     never again
   * @returns whether it was done
   */
  ask(question) {
    this.question = question;
    this.failure = null;
    this.busy = false;
    this.warned = false;
    this.#copied = false;
    return new Promise((done) => {
      this.#done = done;
      this.updateComplete.then(() => this.querySelector('dialog').showModal());
    });
  }

  #close(result) {
    this.#done?.(result);
    this.#done = null;
    this.querySelector('dialog')?.close();
    this.question = null;
  }

  /** The browser says so a little later, when the next question may already be asked. */
  #closed({target}) {
    if (target.open || !this.#done) {
      return;
    }
    if (this.#holds) {
      this.warned = true;
      target.showModal();
    } else {
      this.#close(false);
    }
  }

  /** Whether closing it would lose what nobody has copied. */
  get #holds() {
    return Boolean(this.question?.secret) && !this.#copied;
  }

  /** A second Esc would close it whatever the first was answered, so the key itself is caught. */
  #key(event) {
    if (event.key === 'Escape' && this.#holds) {
      event.preventDefault();
      this.warned = true;
    }
  }

  #taken({target}) {
    if (target.closest?.('[data-secret]')) {
      this.#copied = true;
      this.warned = false;
    }
  }

  async #submit(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    this.busy = true;
    try {
      await this.question.does?.(form);
      this.#close(true);
    } catch (failure) {
      this.failure = failure;
    }
    this.busy = false;
  }

  render() {
    const asked = this.question;
    return html`<dialog aria-labelledby="asked" @close=${this.#closed} @keydown=${this.#key} @copied=${this.#taken} @copy=${this.#taken}>
      ${asked
        ? html`<form @submit=${this.#submit}>
            <h2 id="asked">${asked.title}</h2>
            ${asked.text ? html`<p>${asked.text}</p>` : nothing}
            ${typeof asked.body === 'function' ? asked.body(this.failure) : asked.body ?? nothing}
            ${asked.fields?.includes(fieldOf(this.failure)) ? nothing : problemBox(this.failure)}
            ${this.warned
              ? html`<p class="note" role="alert">You have not copied ${asked.secret}, and it is never shown again.
                  <button type="button" class="small" @click=${() => this.#close(true)}>Close without it</button></p>`
              : nothing}
            <div class="buttons">
              ${asked.does
                ? html`<button type="button" @click=${() => this.#close(false)}>${asked.danger ? 'Keep' : 'Cancel'}</button>`
                : nothing}
              <button class=${asked.danger ? 'danger' : 'primary'} ?disabled=${this.busy}>${asked.action}</button>
            </div>
          </form>`
        : nothing}
    </dialog>`;
  }
}

customElements.define('ask-dialog', AskDialog);

export function ask(question) {
  return document.querySelector('ask-dialog').ask(question);
}

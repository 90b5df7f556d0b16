// A menu that opens at the pointer or beside what has the focus: right click, Shift+F10, the menu key, or a button.

import {html, nothing, PageElement} from '../element.js';

class PopMenu extends PageElement {
  static properties = {items: {state: true}, title: {state: true}};
  #back = null;

  constructor() {
    super();
    this.items = null;
    addEventListener('pointerdown', (event) => this.items && !this.contains(event.target) && this.close());
    addEventListener('resize', () => this.close());
    addEventListener('hashchange', () => this.close());
  }

  /** @param {{label: string, does: () => void, danger?: boolean, off?: boolean | string}[]} items null: a line between; off: why */
  async open({x, y}, title, items) {
    this.#back = document.activeElement;
    this.title = title;
    this.items = items;
    await this.updateComplete;
    const menu = this.firstElementChild;
    const room = 8;
    menu.style.left = `${Math.max(room, Math.min(x, innerWidth - menu.offsetWidth - room))}px`;
    menu.style.top = `${Math.max(room, Math.min(y, innerHeight - menu.offsetHeight - room))}px`;
    this.#buttons()[0]?.focus();
  }

  close() {
    if (this.items) {
      this.items = null;
      this.#back?.focus();
    }
  }

  #buttons() {
    return [...this.querySelectorAll('button:not(:disabled)')];
  }

  #key(event) {
    const buttons = this.#buttons();
    const at = buttons.indexOf(document.activeElement);
    const next = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (next !== undefined) {
      buttons[next]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      this.close();
    } else if (event.key.length === 1 && event.key !== ' ') {
      const begins = (button) => button.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase());
      [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)].find(begins)?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(item) {
    this.close();
    item.does();
  }

  render() {
    if (!this.items) {
      return nothing;
    }
    return html`<div class="menu" role="menu" aria-label=${this.title} @keydown=${this.#key}>
      ${this.items.map((item) =>
        item === null
          ? html`<hr role="separator" />`
          : html`<button
              type="button"
              role="menuitem"
              tabindex="-1"
              class=${item.danger ? 'danger' : ''}
              ?disabled=${item.off}
              title=${typeof item.off === 'string' ? item.off : nothing}
              @click=${() => this.#choose(item)}
            >
              ${item.label}
            </button>`,
      )}
    </div>`;
  }
}

customElements.define('pop-menu', PopMenu);

export function openMenu(place, title, items) {
  return document.querySelector('pop-menu').open(place, title, items);
}

/** Below an element, for menus that no pointer opened. */
export function below(element) {
  const box = element.getBoundingClientRect();
  return {x: box.left + 12, y: Math.min(box.bottom, innerHeight) - 4};
}

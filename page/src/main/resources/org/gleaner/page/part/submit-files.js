// The files of a draft: what was dropped or picked, how far it is sent, and which tasks get it.

import {html, nothing} from '../element.js';
import {counted, number, percent, size} from '../words.js';
import {droppedFiles, pickedFiles} from './file-drop.js';
import {filled} from './state.js';
import {wrongLine} from './submit-field.js';
import {toast} from './toast.js';

const MOST_SHOWN = 200;
const DRAGS = ['dragenter', 'dragover', 'dragleave', 'drop'];

/** Folders that were dropped are one line, until somebody looks into them. */
function groupsOf(items) {
  const groups = new Map();
  for (const item of items) {
    const slash = item.path.indexOf('/');
    const name = slash < 0 ? item.path : item.path.slice(0, slash + 1);
    if (!groups.has(name)) {
      groups.set(name, []);
    }
    groups.get(name).push(item);
  }
  return [...groups];
}

export class FilesCard {
  #open = new Set();
  #grouped = {items: null, groups: []};

  constructor(draft, update) {
    this.draft = draft;
    this.update = update;
    this.over = false;
  }

  /** The whole window takes files: a browser that is not asked to leave them would show them instead of the page. */
  connect() {
    for (const kind of DRAGS) {
      addEventListener(kind, this.#drag);
    }
  }

  disconnect() {
    for (const kind of DRAGS) {
      removeEventListener(kind, this.#drag);
    }
  }

  #drag = (event) => {
    if (!event.dataTransfer?.types.includes('Files')) {
      return;
    }
    event.preventDefault();
    const over = event.type !== 'drop' && (event.type !== 'dragleave' || event.relatedTarget !== null);
    if (over !== this.over) {
      this.over = over;
      this.update();
    }
    if (event.type === 'drop') {
      this.#drop(event);
    }
  };

  async #drop(event) {
    const {found, unread} = await droppedFiles(event.dataTransfer);
    this.draft.add(found);
    if (unread.length > 0) {
      toast(`Could not read ${unread.slice(0, 3).join(', ')}${unread.length > 3 ? ' and others' : ''}`, true);
    }
  }

  #picked({target}) {
    this.draft.add(pickedFiles(target));
    // The same file may be picked again after it was removed.
    target.value = '';
  }

  render() {
    const {draft} = this;
    const {items} = draft;
    if (this.#grouped.items !== items) {
      this.#grouped = {items, groups: groupsOf(items)};
    }
    return html`<section class="card" aria-label="Files">
      <h2>1. Program and files</h2>
      <div class="drop ${this.over ? 'over' : ''} ${items.length > 0 ? 'small' : ''}">
        <p>Drag files and folders here${items.length === 0 ? ': your program and what it reads' : ''}</p>
        <div class="pickers">
          ${this.#picker('Choose files', false)} ${this.#picker('Choose a folder', true)}
        </div>
      </div>
      ${items.length > 0 ? this.#list() : nothing} ${wrongLine(draft, 'files')}
    </section>`;
  }

  /** The browser's own control, which also a keyboard opens, behind the look of a button. */
  #picker(label, folder) {
    return html`<label class="button picker">${label}<input type="file" multiple ?webkitdirectory=${folder} class="hidden"
      @change=${(event) => this.#picked(event)} /></label>`;
  }

  #list() {
    const {draft} = this;
    const {sent, all, files} = draft.progress;
    const waiting = draft.items.some((item) => item.waiting);
    return html`<table class="plain-table files">
        <thead><tr><th>File</th><th class="right">Size</th><th class="goes">Goes to</th><th>Program</th><th><span class="hidden">Progress</span></th>
          <th><span class="hidden">Remove</span></th></tr></thead>
        <tbody>
          ${this.#grouped.groups.slice(0, MOST_SHOWN).map(([name, inside]) => this.#group(name, inside))}
        </tbody>
      </table>
      ${this.#grouped.groups.length > MOST_SHOWN
        ? html`<p class="quiet">and ${number(this.#grouped.groups.length - MOST_SHOWN)} more</p>` : nothing}
      <p class="told" role="status">
        ${counted(draft.items.length, 'file')}, ${size(draft.items.reduce((sum, item) => sum + item.size, 0))}.
        ${files === 0 ? 'All are on the server.'
          : waiting ? 'The server does not answer; sending goes on by itself when it is back.'
            : html`Sending: ${size(sent)} of ${size(all)}, ${percent(sent, all) || '0%'}.`}
        ${draft.items.some((item) => item.failure && item.file)
          ? html`<button type="button" class="plain" @click=${() => draft.sendFailed()}>Send again what failed</button>` : nothing}
        <button type="button" class="plain" @click=${() => draft.remove(draft.items)}>Remove all</button>
      </p>`;
  }

  #group(name, inside) {
    if (!name.endsWith('/')) {
      return this.#row(inside[0], name);
    }
    const open = this.#open.has(name);
    const toggle = () => {
      this.#open[open ? 'delete' : 'add'](name);
      this.update();
    };
    const bytes = inside.reduce((sum, item) => sum + item.size, 0);
    return html`<tr>
        <td class="path"><button type="button" class="plain folder" aria-expanded=${open ? 'true' : 'false'} @click=${toggle}
          >${open ? '▾' : '▸'} ${name}</button> <span class="quiet">${counted(inside.length, 'file')}</span></td>
        <td class="right">${size(bytes)}</td>
        <td class="goes">${this.#role(inside)}</td>
        <td></td>
        <td>${this.#progress(inside, bytes)}</td>
        <td class="right">${this.#remove(name, inside)}</td>
      </tr>
      ${open ? inside.slice(0, MOST_SHOWN).map((item) => this.#row(item, item.path, 'inside')) : nothing}
      ${open && inside.length > MOST_SHOWN
        ? html`<tr><td colspan="6" class="quiet inside">and ${number(inside.length - MOST_SHOWN)} more</td></tr>` : nothing}`;
  }

  #row(item, name, where = '') {
    const {draft} = this;
    const mark = ({target}) => {
      item.executable = target.checked;
      draft.set({items: draft.items});
    };
    return html`<tr>
      <td class="path ${where}">${name}
        ${item.wrong || item.failure ? html`<p class="wrong">${item.wrong || `${item.failure.message} ${item.failure.remedy ?? ''}`}
          ${item.failure && item.file ? html`<button type="button" @click=${() => draft.uploads.again(item)}>Try again</button>` : nothing}</p>` : nothing}
      </td>
      <td class="right">${size(item.size)}</td>
      <td class="goes">${this.#role([item])}</td>
      <td><input type="checkbox" .checked=${Boolean(draft.isExecutable(item))} @change=${mark} aria-label=${`${name} is a program`} /></td>
      <td>${this.#progress([item], item.size)}</td>
      <td class="right">${this.#remove(name, [item])}</td>
    </tr>`;
  }

  #role(items) {
    const {draft} = this;
    const own = items.filter((item) => draft.own.has(item)).length;
    if (own > 0) {
      return own === items.length ? 'one task each' : 'some to one task each, the rest to every task';
    }
    return items.some((item) => !draft.isListOnly(item)) ? 'every task' : 'the list of tasks';
  }

  #progress(items, bytes) {
    if (items.every((item) => item.hash)) {
      return html`<span class="quiet">${items.every((item) => !item.file) ? 'there already' : 'sent'}</span>`;
    }
    const sent = items.reduce((sum, item) => sum + (item.sent ?? 0), 0);
    const share = bytes ? Math.floor((100 * sent) / bytes) : 0;
    return html`<span class="bar" role="progressbar" aria-label="Sent" aria-valuenow=${share} aria-valuemin="0" aria-valuemax="100"
      >${filled(share)}</span>`;
  }

  #remove(name, items) {
    return html`<button type="button" class="plain" aria-label=${`Remove ${name}`} @click=${() => this.draft.remove(items)}>✕</button>`;
  }
}

// The files a task left: looked at here as text, table or picture, or saved.

import {api, download} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {size} from '../words.js';
import {fromBase64, pictureType, saveAs, tableOf, textOf} from './bytes.js';
import {problemBox} from './problem.js';
import {toastProblem} from './toast.js';

const LARGEST_SHOWN = 4 << 20;
const LARGEST_SAVED = 64 << 20;
const MOST_TEXT = 200_000;
const PRINTED = ['stdout', 'stderr'];

class TaskFiles extends PageElement {
  static properties = {
    job: {type: Number},
    task: {type: Number},
    state: {},
    files: {state: true},
    partial: {state: true},
    shown: {state: true},
  };
  #picture = null;

  constructor() {
    super();
    this.files = null;
  }

  willUpdate(changed) {
    if (changed.has('job') || changed.has('task') || changed.has('state')) {
      this.#fetch();
    }
    if (changed.has('job') || changed.has('task')) {
      this.#show(null);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#show(null);
  }

  async #fetch() {
    const {job, task} = this;
    this.partial = this.state === 'running';
    const answer = await this.load((signal) =>
      this.partial
        ? api.get(`jobs/${job}/outputs`, {partial: true, from: task, limit: 1}, signal)
        : api.get(`jobs/${job}/tasks/${task}/outputs`, {}, signal),
    );
    if (answer && this.job === job && this.task === task) {
      this.files = (answer.outputs ?? []).filter((file) => file.task === task && !PRINTED.includes(file.path));
    }
  }

  #bytes(file, signal) {
    return file.inline === undefined ? api.bytes(`blobs/${file.hash}`, {}, signal) : fromBase64(file.inline);
  }

  #show(shown) {
    if (this.#picture) {
      URL.revokeObjectURL(this.#picture);
      this.#picture = null;
    }
    this.shown = shown;
  }

  async #look(file) {
    if (this.shown?.file === file) {
      this.#show(null);
      return;
    }
    const bytes = await this.load((signal) => this.#bytes(file, signal));
    if (!bytes) {
      return;
    }
    const type = pictureType(bytes);
    this.#show({file, text: type ? null : textOf(bytes), type});
    if (type) {
      this.#picture = URL.createObjectURL(new Blob([bytes], {type}));
    }
  }

  async #save(file) {
    try {
      if (file.size <= LARGEST_SAVED) {
        saveAs(file.path, await this.#bytes(file, this.signal));
      } else {
        await download(`/api/v1/blobs/${file.hash}`);
      }
    } catch (failure) {
      toastProblem(failure);
    }
  }

  render() {
    return html`${problemBox(this.problem)} ${this.files === null ? nothing : this.#list()}`;
  }

  #list() {
    if (this.files.length === 0) {
      return html`<p class="quiet pad">
        ${this.partial
          ? 'Files appear here when the task is done, or while it runs if the job was submitted with --partial.'
          : 'This task left no files. Name them with --out FILE when you submit.'}
      </p>`;
    }
    return html`${this.partial ? html`<p class="note">Written so far; not a result yet.</p>` : nothing}
      <table class="plain-table">
        <thead><tr><th>File</th><th class="right">Size</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${this.files.map((file) => this.#row(file))}</tbody>
      </table>`;
  }

  #row(file) {
    const open = this.shown?.file === file;
    return html`<tr>
        <td class="path">${file.path}</td>
        <td class="right">${size(file.size)}</td>
        <td class="right">
          <button type="button" class="plain" ?disabled=${file.size > LARGEST_SHOWN} aria-expanded=${open}
            title=${file.size > LARGEST_SHOWN ? 'Too large to show; save it' : nothing} @click=${() => this.#look(file)}>
            ${open ? 'Hide' : 'Show'}
          </button>
          <button type="button" class="plain" @click=${() => this.#save(file)}>Save</button>
        </td>
      </tr>
      ${open ? html`<tr><td colspan="3">${this.#preview(this.shown)}</td></tr>` : nothing}`;
  }

  #preview({file, text, type}) {
    if (type) {
      return html`<img class="preview" src=${this.#picture} alt=${file.path} />`;
    }
    if (text === null) {
      return html`<p class="quiet">Neither text nor a picture; save it to look at it.</p>`;
    }
    const rows = tableOf(file.path, text);
    if (rows) {
      return html`<div class="preview" tabindex="0" role="region" aria-label=${file.path}>
        <table class="plain-table">
          <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
        </table>
      </div>`;
    }
    return html`<pre class="log preview" tabindex="0" aria-label=${file.path}>${text.slice(0, MOST_TEXT)}</pre>`;
  }
}

customElements.define('task-files', TaskFiles);

// What the server keeps: how much, of whom, and what can go.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {counted, number, percent, size} from '../words.js';
import {ask} from './dialog.js';
import {problemBox} from './problem.js';
import {filled} from './state.js';
import {toast} from './toast.js';

const FEW = 100;
const SMALL = 'Small results, up to the setting inline-limit, are kept in the database and not counted.';
const UNNAMED = 'they count until a job names them, or until they are removed after the time in the setting blob-grace.';
const bytesOf = ({inputBytes, outputBytes, uploadBytes}) => inputBytes + outputBytes + uploadBytes;

/** A bar of how much of a limit is used, and the same in words. */
function used(bytes, limit) {
  if (!limit) {
    return html`<span>${size(bytes)}</span>`;
  }
  const share = Math.min(100, (100 * bytes) / limit);
  return html`<span class="bar" aria-hidden="true">${filled(share, share > 90 ? 'state-blocked' : 'state-running')}</span>
    <span>${size(bytes)} of ${size(limit)}, ${percent(bytes, limit)}</span>`;
}

class StorageUse extends PageElement {
  static properties = {report: {state: true}, all: {state: true}};

  connectedCallback() {
    super.connectedCallback();
    this.refresh();
  }

  async refresh() {
    this.report = (await this.load((signal) => api.get('storage', {}, signal))) ?? this.report;
  }

  async #sweep() {
    let swept = null;
    await ask({
      title: 'Sweep now?',
      text: 'This removes files that no job uses any more and whatever is older than the settings below allow. The server also does it by itself, once a minute.',
      body: html`<label class="check"><input type="checkbox" name="all" /> Also remove files that were uploaded just now and belong to no job
        yet. Anyone about to submit with them has to upload them again.</label>`,
      action: 'Sweep',
      does: async (form) => {
        swept = await api.post('storage/sweep', form.has('all') ? {grace: '0s'} : {});
      },
    });
    if (swept) {
      toast(StorageUse.#inWords(swept), swept.held);
      this.refresh();
    }
  }

  static #inWords({removed, bytes, jobs, more, held}) {
    if (held) {
      return 'Nothing was removed for its age: the server’s clock may be wrong.';
    }
    const what = removed || jobs ? `Removed ${counted(removed, 'file')} (${size(bytes)}) and cleared out ${counted(jobs, 'old job')}` : 'There was nothing to remove';
    return more ? `${what}. There is more: sweep again.` : what;
  }

  render() {
    const {report} = this;
    if (!report) {
      return this.problem ? problemBox(this.problem, () => this.refresh()) : html`<p class="quiet">Loading …</p>`;
    }
    return html`${problemBox(this.problem)}${session.isAdmin ? this.#whole(report) : this.#own(report)}`;
  }

  #own({quotas, owners}) {
    const own = owners[0] ?? {jobs: 0, inputBytes: 0, outputBytes: 0, uploadBytes: 0};
    return html`<div class="card">
      <h2>Your files</h2>
      <div class="use">${used(bytesOf(own), quotas.owner)}</div>
      <p class="quiet">
        ${size(own.inputBytes)} of inputs and ${size(own.outputBytes)} of results, of ${counted(own.jobs, 'job')}.
        ${own.uploadBytes ? `${size(own.uploadBytes)} of uploads belong to no job yet; ${UNNAMED}` : nothing}
        ${quotas.owner
          ? 'Once the quota is used up, new jobs with files are refused; delete jobs whose results you have saved.'
          : 'You have no quota.'}
        ${SMALL}
      </p>
    </div>`;
  }

  #whole({database, blobs, disk, quotas, owners}) {
    const named = owners.reduce((sum, one) => sum + bytesOf(one) - one.uploadBytes, 0);
    const kept = named + blobs.uploadBytes;
    const sorted = [...owners].sort((a, b) => bytesOf(b) - bytesOf(a));
    const shown = this.all ? sorted : sorted.slice(0, FEW);
    return html`<div class="card">
        <div class="card-head"><h2>Storage</h2><span class="grow"></span>
          <button type="button" @click=${this.#sweep}>Sweep …</button></div>
        <dl class="storage-facts">
          <dt>Disk</dt><dd class="use">${used(disk.total - disk.free, disk.total)}<span class="quiet">${size(disk.free)} free</span></dd>
          <dt>Files</dt><dd>${counted(blobs.count, 'file')}, ${size(blobs.bytes)}</dd>
          ${blobs.uploadBytes ? html`<dt>Uploads of users and machines that belong to no job yet</dt><dd>${size(blobs.uploadBytes)}</dd>` : nothing}
          <dt>Database</dt><dd>${database.kind}, ${size(database.bytes)}</dd>
          ${quotas.total ? html`<dt>Quota of all users</dt><dd class="use">${used(kept, quotas.total)}</dd>` : nothing}
        </dl>
      </div>
      <div class="card">
        <h2>Files by user</h2>
        ${shown.length
          ? html`<div class="wide" tabindex="0" role="region" aria-label="Files by user"><table class="plain-table">
              <thead><tr><th>User</th><th class="right">Jobs</th><th class="right">Inputs</th><th class="right">Results</th><th class="right">Uploads</th><th>Total</th></tr></thead>
              <tbody>${shown.map((one) => html`<tr><td>${one.owner}</td><td class="right">${number(one.jobs)}</td>
                <td class="right">${size(one.inputBytes)}</td><td class="right">${size(one.outputBytes)}</td>
                <td class="right">${size(one.uploadBytes)}</td>
                <td><div class="use">${used(bytesOf(one), quotas.owner)}</div></td></tr>`)}</tbody>
            </table></div>`
          : html`<p class="quiet">No job has files yet.</p>`}
        <p class="quiet told">Uploads belong to no job of their user yet; ${UNNAMED} ${SMALL}</p>
        ${sorted.length > shown.length
          ? html`<button type="button" @click=${() => (this.all = true)}>Show all ${number(sorted.length)} users</button>`
          : nothing}
      </div>`;
  }
}

customElements.define('storage-use', StorageUse);

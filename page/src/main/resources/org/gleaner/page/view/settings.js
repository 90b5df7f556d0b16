// For an admin: people, settings, storage, who changed what, and which server this is. For everybody else: their account.

import {api} from '../api.js';
import {html, nothing, PageElement, to} from '../element.js';
import {session} from '../session.js';
import {ago, time} from '../words.js';
import {copyable} from '../part/copyable.js';
import {problemBox} from '../part/problem.js';
import {STORAGE_GROUPS} from '../part/setting-form.js';
import {makeToken} from '../part/tokens.js';
import '../part/audit-trail.js';
import '../part/people.js';
import '../part/storage-use.js';

const PARTS = {people: 'People', pool: 'Pool', storage: 'Storage', audit: 'Audit', about: 'About'};

class SettingsView extends PageElement {
  static properties = {query: {attribute: false}, tokens: {state: true}, health: {state: true}, lines: {state: true}};

  constructor() {
    super();
    this.query = {};
  }

  connectedCallback() {
    super.connectedCallback();
    if (!session.isAdmin) {
      this.#fetchTokens();
    }
    this.#fetchHealth();
  }

  async #fetchTokens() {
    this.tokens = (await this.load((signal) => api.get('tokens', {}, signal)))?.tokens ?? this.tokens;
  }

  async #fetchHealth() {
    const found = await this.load((signal) => Promise.all([api.get('/health', {}, signal), api.get('join-lines', {}, signal)]));
    [this.health, this.lines] = found ?? [this.health, this.lines];
  }

  get #part() {
    return this.query.part in PARTS ? this.query.part : 'people';
  }

  render() {
    return session.isAdmin ? this.#settings() : this.#account();
  }

  #settings() {
    const part = this.#part;
    return html`<section class="view settings-view" aria-label="Settings">
      <h1 class="hidden">Settings</h1>
      <nav class="tabs" aria-label="Settings">
        ${Object.entries(PARTS).map(([name, label]) => html`<a href=${to('settings', {part: name})}
          aria-current=${name === part ? 'page' : nothing}>${label}</a>`)}
      </nav>
      ${this.#shown(part)}
    </section>`;
  }

  #shown(part) {
    switch (part) {
      case 'people':
        return html`<people-part></people-part>`;
      case 'pool':
        return html`<setting-form .without=${STORAGE_GROUPS}></setting-form>`;
      case 'storage':
        return html`<storage-use></storage-use>
          <setting-form .only=${STORAGE_GROUPS} @changed=${() => this.querySelector('storage-use').refresh()}></setting-form>`;
      case 'audit':
        return html`<audit-trail></audit-trail>`;
      default:
        return this.#about();
    }
  }

  #account() {
    const {viewer} = session;
    return html`<section class="view settings-view" aria-label="Your account">
      <div><h1>Your account</h1><p class="quiet">You are ${viewer?.name}. ${this.#session()}</p></div>
      ${problemBox(this.problem, () => this.#fetchTokens())}
      <storage-use></storage-use>
      <div class="card">
        <div class="card-head"><h2>Your tokens</h2><span class="grow"></span>
          <button type="button" class="primary" @click=${this.#newToken}>New token</button></div>
        <p class="quiet">Give each computer or script its own, so that you can end one without the others.</p>
        ${this.tokens ? html`<token-list label="Your tokens" .tokens=${this.tokens} @changed=${() => this.#fetchTokens()}></token-list>` : nothing}
      </div>
      ${this.#about()}
    </section>`;
  }

  #session() {
    const {expires} = session.viewer ?? {};
    return expires ? `This session ends ${time(expires)}.` : '';
  }

  async #newToken() {
    const {expires} = session.viewer;
    const made = await makeToken({
      title: 'A new token',
      text: `It may do what you may do.${expires ? ` It ends ${time(expires)} at the latest, when the one you are logged in with does.` : ''}`,
      roles: ['user'],
    });
    if (made) {
      this.#fetchTokens();
    }
  }

  #about() {
    const {health} = this;
    return html`<div class="card">
      <h2>This server</h2>
      ${health || !session.isAdmin ? nothing : problemBox(this.problem, () => this.#fetchHealth())}
      ${health?.warnings?.map((warning) => html`<div class="note"><strong>${warning.what}</strong><p>${warning.remedy}</p></div>`)}
      <dl>
        <dt>Version</dt><dd>${health ? `Gleaner ${health.version}` : '…'}</dd>
        <dt>Address</dt><dd>${location.origin}</dd>
        ${health ? html`<dt>Clock</dt><dd>${time(health.time)}${this.#clock(health.time)}</dd>` : nothing}
        <dt>API</dt><dd><a href="/openapi.json" target="_blank" rel="noopener">API description (OpenAPI)</a></dd>
      </dl>
      ${this.lines ? copyable('Install the command line', this.lines.cli) : nothing}
    </div>`;
  }

  /** Only if somebody should look after it. */
  #clock(told) {
    const apart = Math.abs(Date.now() - Date.parse(told));
    return apart > 120_000 ? `, ${ago(new Date(Date.now() - apart).toISOString()).replace(' ago', '')} off from this computer’s` : '';
  }
}

customElements.define('settings-view', SettingsView);

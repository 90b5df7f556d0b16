// For an admin: who may use the pool, and all tokens.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {compareNames, counted, number, size} from '../words.js';
import {ask} from './dialog.js';
import {emptyBox, problemBox} from './problem.js';
import {toast} from './toast.js';
import {day, makeToken} from './tokens.js';

const FEW = 200;

class PeoplePart extends PageElement {
  static properties = {users: {state: true}, tokens: {state: true}, use: {state: true}, all: {state: true}};

  connectedCallback() {
    super.connectedCallback();
    this.#fetch();
  }

  async #fetch() {
    const found = await this.load((signal) =>
      Promise.all([api.get('users', {}, signal), api.get('tokens', {}, signal), api.get('storage', {}, signal)]),
    );
    if (found) {
      const [{users}, {tokens}, {owners}] = found;
      this.users = users.sort((a, b) => compareNames(a.name, b.name));
      this.tokens = tokens;
      this.use = new Map(owners.map((one) => [one.owner, one]));
    }
  }

  #made(done) {
    return done.then((made) => made && this.#fetch());
  }

  #addUser() {
    this.#made(makeToken({
      title: 'Add a user',
      text: 'Each user logs in with a token. Send it to them privately.',
      person: {},
      roles: ['user', 'admin'],
    }));
  }

  #addToken({name, admin}) {
    this.#made(makeToken({
      title: `A token for ${name}`,
      text: `One more token for ${name}, for example for another computer. The others stay valid.`,
      person: {name},
      roles: admin ? ['user', 'admin'] : ['user'],
    }));
  }

  async #remove({name, openJobs}) {
    const done = await ask({
      title: `Remove ${name}?`,
      text: `All tokens of ${name} are revoked. Their results and the history of their jobs stay until deleted or too old.`,
      body: openJobs
        ? html`<label class="check"><input type="checkbox" name="cancel" /> Also cancel ${counted(openJobs, 'open job')}</label>`
        : nothing,
      action: 'Remove',
      danger: true,
      does: (form) => api.delete(`users/${encodeURIComponent(name)}`, {jobs: form.has('cancel') ? 'cancel' : undefined}),
    });
    if (done) {
      toast(`${name} is removed`);
      this.#fetch();
    }
  }

  render() {
    if (!this.users) {
      return this.problem ? problemBox(this.problem, () => this.#fetch()) : html`<p class="quiet">Loading …</p>`;
    }
    return html`${problemBox(this.problem)}
      <div class="card">
        <div class="card-head"><h2>Users</h2><span class="grow"></span>
          <button type="button" class="primary" @click=${this.#addUser}>Add a user</button></div>
        ${this.users.length ? this.#users() : emptyBox('There are no users', 'Add one, and you get a token for them to log in with.')}
      </div>
      <div class="card">
        <h2>Tokens</h2>
        <p class="quiet told">Tokens of users and admins, and those that let machines join. Each machine also has a token of its own, which is revoked when the machine is forgotten.</p>
        <token-list label="Tokens" .tokens=${this.#shown()} @changed=${() => this.#fetch()}></token-list>
        ${this.tokens.length > FEW && !this.all
          ? html`<button type="button" @click=${() => (this.all = true)}>Show all ${number(this.tokens.length)} tokens</button>`
          : nothing}
      </div>`;
  }

  #shown() {
    return this.all ? this.tokens : this.tokens.slice(0, FEW);
  }

  #users() {
    return html`<div class="wide" tabindex="0" role="region" aria-label="Users">
      <table class="plain-table">
        <thead><tr><th>User</th><th class="right less">Tokens</th><th class="right less">Open jobs</th><th class="right">Files kept</th>
          <th class="less">Last seen</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>
          ${this.users.map((user) => {
            const {name, admin, tokens, openJobs, usedDay} = user;
            const kept = this.use.get(name);
            return html`<tr>
              <td>${name}${admin ? html` <span class="tag">admin</span>` : nothing}</td>
              <td class="right less">${number(tokens ?? 0)}</td>
              <td class="right less">${number(openJobs ?? 0)}</td>
              <td class="right">${kept ? size(kept.inputBytes + kept.outputBytes + kept.uploadBytes) : '0 bytes'}</td>
              <td class="less">${usedDay ? day(usedDay) : 'never'}</td>
              <td class="right">
                <button type="button" class="small" aria-label=${`New token for ${name}`} @click=${() => this.#addToken(user)}>New token</button>
                <button type="button" class="small" ?disabled=${name === session.viewer?.name} aria-label=${`Remove ${name}`}
                  @click=${() => this.#remove(user)}>Remove</button>
              </td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define('people-part', PeoplePart);

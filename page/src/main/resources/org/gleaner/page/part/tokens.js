// Tokens: who has which, how one is made and ended. A secret is shown once, when it is made.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {ago, compareNames, time} from '../words.js';
import {copyable} from './copyable.js';
import {ask} from './dialog.js';
import {fieldOf, fieldProblem} from './problem.js';
import {toast} from './toast.js';

const DAY_MS = 86_400_000;
const LIFETIMES = [['', 'Never'], [DAY_MS, 'After a day'], [30 * DAY_MS, 'After 30 days'], [365 * DAY_MS, 'After a year']];
const ROLES = {user: 'User', admin: 'Admin'};

/** @param {(id: string, wrong: unknown) => unknown} control what is typed into, or chosen from */
function field(failure, name, label, control, hint) {
  const bad = fieldOf(failure) === name;
  return html`<div class="field">
    <label for=${`token-${name}`}>${label}</label>
    ${control(`token-${name}`, bad ? 'true' : nothing, bad ? `${name}-wrong` : nothing)}
    ${hint ? html`<small class="quiet">${hint}</small>` : nothing} ${fieldProblem(failure, name)}
  </div>`;
}

const choice = (name, options) => (id, bad, about) => html`<select id=${id} name=${name} aria-invalid=${bad} aria-describedby=${about}>
  ${options.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>`;

function fields(failure, {person, roles}) {
  return html`<div class="fields">
      ${person
        ? field(failure, 'owner', 'User', (id, bad, about) => html`<input id=${id} name="owner" required autofocus maxlength="64"
            autocomplete="off" spellcheck="false" .defaultValue=${person.name ?? ''} ?readonly=${Boolean(person.name)}
            aria-invalid=${bad} aria-describedby=${about} />`)
        : nothing}
      ${roles.length > 1
        ? field(failure, 'role', 'Role', choice('role', roles.map((role) => [role, ROLES[role]])), 'An admin sees and changes everything.')
        : nothing}
      ${field(failure, 'name', 'What it is for', (id, bad, about) => html`<input id=${id} name="name" maxlength="100" autocomplete="off"
        placeholder="laptop" aria-invalid=${bad} aria-describedby=${about} />`)}
      ${field(failure, 'lifetimeMs', 'Ends', choice('lifetimeMs', LIFETIMES))}
    </div>
    ${failure?.type === 'name-in-use'
      ? html`<label class="check"><input type="checkbox" name="takeOver" /> Give these jobs to whoever gets the token</label>`
      : nothing}`;
}

/**
 * @param {{title: string, text: string, person?: {name?: string}, roles: string[]}} what `person`: the token is for somebody else,
 *     whose name is asked for unless it is given
 * @returns whether one was made
 */
export async function makeToken(what) {
  let issued = null;
  await ask({
    title: what.title,
    text: what.text,
    body: (failure) => fields(failure, what),
    fields: ['owner', 'role', 'name', 'lifetimeMs'],
    action: 'Make the token',
    does: async (form) => {
      const body = {role: form.get('role') ?? what.roles[0], name: form.get('name').trim()};
      if (what.person) {
        body.owner = form.get('owner').trim();
      }
      if (form.get('lifetimeMs')) {
        body.lifetimeMs = Number(form.get('lifetimeMs'));
      }
      if (form.get('takeOver')) {
        body.takeOver = true;
      }
      issued = await api.post('tokens', body);
    },
  });
  if (issued) {
    const {owner, role} = issued;
    await ask({
      title: 'The new token',
      text: 'Copy it now: the server keeps no copy, and it is never shown again. Whoever has it can do what its role allows.',
      body: html`${copyable(owner ? `For ${owner}, role ${role}` : `Role ${role}`, issued.token, true)}
        ${role === 'join' ? nothing : html`<p class="quiet">Type it at the log-in of this page, or: <code>gleaner login ${location.origin}</code></p>`}`,
      action: 'Done',
      secret: 'the token',
    });
  }
  return issued !== null;
}

/** `tokens` as GET /tokens lists them. Tells "changed" when one was revoked. */
class TokenList extends PageElement {
  static properties = {tokens: {attribute: false}, label: {type: String}};

  #revoke(token) {
    const own = token.id === session.viewer?.token;
    ask({
      title: `Revoke token ${token.id}${token.owner ? ` of ${token.owner}` : ''}?`,
      text: own
        ? 'You are logged in with it: this page logs you out at once.'
        : 'Whoever uses it is refused from now on. Jobs and machines stay.',
      action: 'Revoke it',
      danger: true,
      does: () => api.delete(`tokens/${token.hash}`),
    }).then((done) => {
      if (done) {
        toast(`Token ${token.id} is revoked`);
        this.dispatchEvent(new Event('changed'));
      }
    });
  }

  render() {
    const all = this.tokens.some((token) => token.owner !== session.viewer?.name);
    const sorted = [...this.tokens].sort((a, b) => compareNames(a.owner ?? '', b.owner ?? '') || compareNames(a.created ?? '', b.created ?? ''));
    return html`<div class="wide" tabindex="0" role="region" aria-label=${this.label}>
      <table class="plain-table">
        <thead><tr>
          <th>Token</th>${all ? html`<th>Whose</th>` : nothing}<th class="less">What for</th><th class="less">Role</th><th class="less">Made</th><th class="less">Last used</th><th>Ends</th>
          <th><span class="hidden">Actions</span></th>
        </tr></thead>
        <tbody>
          ${sorted.map((token) => html`<tr>
              <td class="mono">${token.id}${token.id === session.viewer?.token ? html`<span class="tag">this session</span>` : nothing}
                <div class="more quiet">${token.name ?? ''}</div></td>
              ${all ? html`<td>${token.owner ?? 'machines'}</td>` : nothing}
              <td class="less">${token.name ?? ''}</td>
              <td class="less">${token.role}</td>
              <td class="less" title=${time(token.created)}>${ago(token.created)}</td>
              <td class="less">${token.usedDay ? day(token.usedDay) : 'never'}</td>
              <td class="ends">${token.expires ? time(token.expires) : 'never'}</td>
              <td class="right"><button type="button" class="small" aria-label=${`Revoke token ${token.id}`}
                @click=${() => this.#revoke(token)}>Revoke</button></td>
            </tr>`)}
        </tbody>
      </table>
    </div>`;
  }
}

/** Only the day is known. */
export function day(instant) {
  const days = Math.floor((Date.now() - Date.parse(instant)) / DAY_MS);
  return days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

customElements.define('token-list', TokenList);

// Where somebody without a session lands: what a token is, where to get one, and what went wrong with the last.

import {api} from '../api.js';
import {html, nothing, PageElement} from '../element.js';
import {session} from '../session.js';
import {problemBox} from '../part/problem.js';

const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;

class LoginView extends PageElement {
  static properties = {busy: {state: true}, failure: {state: true}};

  #told = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener('changed', this.#told);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    session.removeEventListener('changed', this.#told);
  }

  async #submit(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const token = form.get('token').trim();
    this.busy = true;
    try {
      session.begin(token, await api.viewerOf(token), form.has('keep'));
    } catch (failure) {
      this.failure = LoginView.#inWords(failure);
      this.querySelector('input').focus();
    }
    this.busy = false;
  }

  static #inWords(failure) {
    if (failure.status === UNAUTHENTICATED) {
      return {
        title: 'The server did not accept this token',
        message: 'It is mistyped, expired, revoked, or for another server.',
        remedy: 'Check it, or ask the pool’s admin for a new one.',
      };
    }
    if (failure.status === FORBIDDEN) {
      return {
        title: 'This token is not for people',
        message: 'It lets machines join or work.',
        remedy: 'Log in with a user or admin token.',
      };
    }
    return failure;
  }

  render() {
    return html`<main class="login">
      <form @submit=${this.#submit}>
        <h1><span class="grain" aria-hidden="true"></span>Gleaner</h1>
        ${session.ended && !this.failure ? html`<p class="problem" role="alert">${session.ended}</p>` : nothing}
        ${problemBox(this.failure)}
        <label>
          Your token
          <input name="token" type="password" required autofocus autocomplete="current-password" spellcheck="false"
            placeholder="glnr_user_…" maxlength="200" />
        </label>
        <label class="check"><input name="keep" type="checkbox" /> Keep me logged in on this computer</label>
        <button class="primary" ?disabled=${this.busy}>Log in</button>
        <div class="quiet">
          <p>No token? If the command line is logged in on this computer, type <code>gleaner open</code>: it opens this page, already
            logged in. Otherwise ask the pool’s admin for a token.</p>
          <p>Admins find theirs on the server, in the file <code>admin.token</code> of its data directory: <code>~/.gleaner/server</code>,
            or <code>/var/lib/gleaner</code> if it is installed as a service.</p>
        </div>
      </form>
    </main>`;
  }
}

customElements.define('login-view', LoginView);

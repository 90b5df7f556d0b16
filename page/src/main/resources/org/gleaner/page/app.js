// The frame: who is here, where they are, and whether what they see is live.

import {api} from './api.js';
import {html, nothing, PageElement, to} from './element.js';
import {feed} from './feed.js';
import {session} from './session.js';
import {find, titleOf, VIEWS} from './views.js';
import {ago, time} from './words.js';
import {forgetDraft} from './part/draft-memory.js';
import {below, openMenu} from './part/menu.js';
import {problemBox} from './part/problem.js';
import {toast} from './part/toast.js';
import './part/dialog.js';
import './view/login.js';

const LINK = /^#\/link\/([A-Za-z0-9_-]+)$/;
const THEMES = {system: 'Like the system', light: 'Light', dark: 'Dark'};
const PAGE_TOKEN = 'page';
const SECOND = 1000;

class GleanerApp extends PageElement {
  static properties = {place: {state: true}, version: {state: true}, lost: {state: true}, redeeming: {state: true}};
  #current = null;
  #token = session.token;

  constructor() {
    super();
    /** Undefined until it is known where this is; null: nowhere. */
    this.place = undefined;
    this.redeeming = false;
    this.version = '';
    /** Why the view could not be loaded. */
    this.lost = null;
    addEventListener('hashchange', () => this.#go());
    session.addEventListener('changed', () => this.#changed());
    // "12 s ago" grows while nothing else changes.
    setInterval(() => feed.live || this.requestUpdate(), SECOND);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#greet();
    this.#go();
  }

  onState() {
    this.requestUpdate();
    if (feed.live) {
      this.#greet();
    }
  }

  async #greet() {
    try {
      this.version = (await api.get('/health')).version;
    } catch {
      // The header says that there is no connection.
    }
  }

  /** What one person saw goes with the session: the next one may not see it. */
  #changed() {
    if (session.token !== this.#token) {
      this.#token = session.token;
      this.shown = null;
      if (session.token === null) {
        forgetDraft();
      }
    }
    this.#go();
  }

  async #go() {
    const link = LINK.exec(location.hash);
    if (link) {
      await this.#redeem(link[1]);
      return;
    }
    if (session.token !== null && session.viewer === null) {
      await this.#recognize();
      return;
    }
    const place = session.token === null ? undefined : find(location.hash);
    if (place) {
      try {
        await place.view.load();
        this.lost = null;
        dispatchEvent(new Event('viewcame'));
      } catch {
        this.lost = {
          title: 'This view could not be loaded',
          message: 'The server does not answer, or was updated since this page was opened.',
          remedy: 'The page reloads by itself once the server answers.',
        };
        dispatchEvent(new Event('viewlost'));
      }
    }
    this.place = place;
    document.title = place?.view.title ? `${titleOf(place.view, session.isAdmin)} · Gleaner` : 'Gleaner';
    this.requestUpdate();
  }

  async #redeem(word) {
    // First this: whoever looks at the address later finds no word, and going back does not use it again.
    history.replaceState(null, '', to(''));
    this.redeeming = true;
    try {
      const {token} = await api.redeem(word);
      session.begin(token, await api.viewerOf(token), false);
    } catch (failure) {
      session.refuse(`${failure.message} ${failure.remedy ?? ''}`);
    } finally {
      this.redeeming = false;
    }
  }

  async #recognize() {
    const token = session.token;
    const viewer = await this.load(() => api.viewerOf(token));
    if (viewer && session.token === token) {
      session.know(viewer);
    } else if (session.token === token && this.problem) {
      setTimeout(() => this.#go(), 2 * SECOND);
    }
  }

  async #logOut() {
    const {viewer, token} = session;
    if (viewer?.tokenName === PAGE_TOKEN) {
      // Made for this page alone, so it has no further use.
      await api.delete(`tokens/${viewer.token}`).catch(() => {});
    }
    if (session.token === token) {
      history.replaceState(null, '', to(''));
      session.end();
    }
  }

  #userMenu(event) {
    const {viewer} = session;
    const chosen = document.documentElement.dataset.theme ?? 'system';
    openMenu(below(event.currentTarget), 'You', [
      ...Object.entries(THEMES).map(([theme, label]) => ({
        label: `${theme === chosen ? '● ' : '○ '}${label}`,
        does: () => this.#dress(theme),
      })),
      null,
      {label: 'API description', does: () => open('/openapi.json', '_blank', 'noopener')},
      null,
      {
        label: viewer?.expires ? `Log out (ends by itself ${time(viewer.expires)})` : 'Log out',
        does: () => this.#logOut(),
      },
    ]);
  }

  #dress(theme) {
    if (theme === 'system') {
      localStorage.removeItem('gleaner.theme');
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem('gleaner.theme', theme);
      document.documentElement.dataset.theme = theme;
    }
    dispatchEvent(new Event('themechange'));
    toast(`Colours: ${THEMES[theme].toLowerCase()}`);
  }

  render() {
    // The first moment without a connection is that of opening the page.
    const stale = session.token !== null && !feed.live && Date.now() - feed.since > SECOND;
    document.documentElement.classList.toggle('stale', stale);
    if (session.token === null && this.redeeming) {
      return html`<main class="login"><p role="status">Logging in …</p></main>`;
    }
    if (session.token === null) {
      return html`<login-view></login-view><toast-line></toast-line>`;
    }
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>
      <header class="top">
        <a class="brand" href=${to('')}><span class="grain" aria-hidden="true"></span>Gleaner</a>
        <nav aria-label="Views">
          ${VIEWS.filter((view) => view.title && (!view.admin || session.isAdmin)).map((view) => this.#link(view))}
        </nav>
        <span class="grow"></span>
        ${this.#connection()}
        <button type="button" class="user" aria-haspopup="menu" @click=${this.#userMenu}>
          ${session.viewer?.name ?? '…'}${session.isAdmin ? html` <span class="tag">admin</span>` : nothing}
        </button>
      </header>
      <main id="main" tabindex="-1">${this.#content()}</main>
      <pop-menu></pop-menu>
      <ask-dialog></ask-dialog>
      <toast-line></toast-line>
    `;
  }

  /** On a narrow screen not all links fit; that of the view one looks at always does. */
  updated() {
    const here = this.querySelector('.top nav [aria-current]');
    if (here && here !== this.#current) {
      here.scrollIntoView({block: 'nearest', inline: 'center'});
    }
    this.#current = here;
  }

  #skip(event) {
    event.preventDefault();
    this.querySelector('main').focus();
  }

  #link(view) {
    const here = this.place?.view.path.split('/')[0] === view.path;
    return html`<a href=${to(view.path)} aria-current=${here ? 'page' : nothing}>${titleOf(view, session.isAdmin)}</a>`;
  }

  #connection() {
    if (feed.live) {
      return html`<span class="live" role="status" title=${`Gleaner ${this.version}`}>live</span>`;
    }
    const since = new Date(feed.since).toISOString();
    return html`<span class="live off" role="status" title="What you see may be old">
      ${feed.pool === null ? 'connecting' : `reconnecting, lost ${ago(since)}`}
    </span>`;
  }

  #content() {
    if (session.viewer === null) {
      return problemBox(this.problem);
    }
    if (this.lost) {
      return problemBox(this.lost, () => location.reload());
    }
    if (this.place === undefined) {
      return nothing;
    }
    if (this.place === null) {
      return problemBox({
        title: 'There is no such view',
        message: 'This address does not lead to a view.',
        remedy: 'Choose a view above.',
      });
    }
    return html`${this.#view(this.place)}`;
  }

  /** One element for each view; it stays while only what it shows changes. */
  #view({view, parameters, query}) {
    if (this.shown?.localName !== view.tag) {
      this.shown = document.createElement(view.tag);
    }
    this.shown.parameters = parameters;
    this.shown.query = query;
    return this.shown;
  }
}

customElements.define('gleaner-app', GleanerApp);

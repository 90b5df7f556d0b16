// Whose token this tab uses, and where it is kept: for the tab, or, if asked, on this computer.

const KEY = 'gleaner.token';

/** Tells "changed" when somebody logs in or out, here or in another tab of this computer. */
class Session extends EventTarget {
  #token = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  /** {name, role, token, tokenName, expires} of GET /me. */
  viewer = null;
  /** Why the last session ended or could not begin, for the one who logs in. */
  ended = '';

  constructor() {
    super();
    addEventListener('storage', (event) => {
      if (event.storageArea === localStorage && event.key === KEY && !sessionStorage.getItem(KEY)) {
        this.#token = event.newValue;
        this.viewer = null;
        this.#tell();
      }
    });
  }

  get token() {
    return this.#token;
  }

  get isAdmin() {
    return this.viewer?.role === 'admin';
  }

  begin(token, viewer, keep) {
    this.#token = token;
    this.viewer = viewer;
    this.ended = '';
    (keep ? localStorage : sessionStorage).setItem(KEY, token);
    this.#tell();
  }

  know(viewer) {
    this.viewer = viewer;
    this.#tell();
  }

  /** @param {string} why empty if its owner wanted it */
  end(why = '') {
    if (this.#token === null) {
      return;
    }
    // Another tab's session may be kept beside that of this one.
    (sessionStorage.getItem(KEY) === null ? localStorage : sessionStorage).removeItem(KEY);
    this.#token = null;
    this.viewer = null;
    this.refuse(why);
  }

  /** Says why there is none. */
  refuse(why) {
    this.ended = why;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('changed'));
  }
}

export const session = new Session();

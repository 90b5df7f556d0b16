// A file that did not arrive would leave an empty page or half of one, as when a laptop changes its network meanwhile: says so and,
// once the server answers, asks for all of them again. It stands in the document itself, so that it is there if anything is.
(() => {
  const TRIES = 'gleaner.tries';
  const SECOND = 1000;
  const LONGEST = 30 * SECOND;
  /** Without its styles the page is ugly, and still of more use than one that reloads for ever. */
  const MOST_FOR_STYLE = 5;
  /** What is missing, while we wait for it. */
  let missing = null;
  let timer = null;

  function again(what) {
    const tries = Number(sessionStorage.getItem(TRIES) ?? 0);
    if (missing !== null || (what === 'style' && tries >= MOST_FOR_STYLE)) {
      return;
    }
    missing = what;
    sessionStorage.setItem(TRIES, tries + 1);
    timer = setTimeout(() => reload(what), Math.min(LONGEST, SECOND * 2 ** tries));
  }

  async function reload(what) {
    const answers = await fetch('/health', {cache: 'no-store', credentials: 'omit'}).then(() => true, () => false);
    if (missing === what) {
      missing = null;
      answers ? location.reload() : again(what);
    }
  }

  addEventListener(
    'error',
    ({target}) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') {
        document.body.textContent = 'The page could not be loaded. Trying again …';
        again('program');
      } else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
        again('style');
      }
    },
    true,
  );
  // Views come when somebody wants to see them.
  addEventListener('viewlost', () => again('view'));
  addEventListener('viewcame', () => {
    if (missing === 'view') {
      clearTimeout(timer);
      missing = null;
    }
    if (missing === null) {
      sessionStorage.removeItem(TRIES);
    }
  });
})();

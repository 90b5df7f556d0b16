// A script that did not arrive would leave an empty page: says so, and asks for all of them again.
(() => {
  const TRIES = 'gleaner.tries';
  const SECOND = 1000;
  const LONGEST = 30 * SECOND;

  const isScript = ({target}) => target instanceof HTMLScriptElement && target.type === 'module';
  addEventListener(
    'error',
    (event) => {
      if (isScript(event)) {
        const tries = Number(sessionStorage.getItem(TRIES) ?? 0);
        sessionStorage.setItem(TRIES, tries + 1);
        document.body.textContent = 'The page could not be loaded. Trying again …';
        setTimeout(() => location.reload(), Math.min(LONGEST, SECOND * 2 ** tries));
      }
    },
    true,
  );
  addEventListener('load', (event) => isScript(event) && sessionStorage.removeItem(TRIES), true);
})();

// Before anything is painted, so that nobody who chose the dark is dazzled first.
(() => {
  const chosen = localStorage.getItem('gleaner.theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
})();

// Fetches the page again every few seconds and changes what differs. A reload would take the focus from whoever uses the keyboard.

const EVERY_MS = 5_000;
const away = document.getElementById('away');

function replace(part, fresh) {
  if (part.outerHTML === fresh.outerHTML) {
    return;
  }
  const held = part.contains(document.activeElement) ? document.activeElement.textContent : null;
  part.className = fresh.className;
  part.replaceChildren(...fresh.childNodes);
  if (held !== null) {
    [...part.querySelectorAll('button')].find((button) => button.textContent === held)?.focus();
  }
}

async function look() {
  if (document.hidden) {
    return;
  }
  try {
    const answer = await fetch(location.href, {cache: 'no-store'});
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of answer.ok ? document.querySelectorAll('[data-live]') : []) {
      const other = fresh.getElementById(part.id);
      if (other) {
        replace(part, other);
      }
    }
    away.hidden = answer.ok;
  } catch {
    away.hidden = false;
  }
}

setInterval(look, EVERY_MS);
document.addEventListener('visibilitychange', look);

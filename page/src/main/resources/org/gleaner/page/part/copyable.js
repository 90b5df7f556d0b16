// Text to take elsewhere, with a button that copies it.

import {html} from '../element.js';
import {toast} from './toast.js';

async function copy(event) {
  const shown = event.currentTarget.parentElement.querySelector('code');
  getSelection().selectAllChildren(shown);
  try {
    // Plain HTTP gives pages no clipboard, only the older way, which copies what is selected.
    await (navigator.clipboard ? navigator.clipboard.writeText(shown.textContent) : document.execCommand('copy') || Promise.reject());
    toast('Copied');
    shown.dispatchEvent(new Event('copied', {bubbles: true}));
  } catch {
    toast('The browser does not let the page copy. The text is selected: copy it yourself.', true);
  }
}

/** One that is `secret` is shown once: the dialog around it does not close by accident before it was copied. */
export const copyable = (label, text, secret = false) => html`<div ?data-secret=${secret}>
  <h3>${label}</h3>
  <div class="join-line"><code>${text}</code><button type="button" @click=${copy}>Copy</button></div>
</div>`;

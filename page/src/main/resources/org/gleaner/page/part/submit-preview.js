// What a draft would make: its tasks, the machines that could take them, and the same job for a command line.

import {html, nothing} from '../element.js';
import {counted, number} from '../words.js';
import {commandLineOf, jobFileOf, notesOf} from './job-texts.js';
import {expand, joinWords} from './job-words.js';
import {saveAs} from './bytes.js';
import {toast} from './toast.js';

const FIRST = 3;

export function previewCard(draft, matched) {
  const {tasks} = draft;
  return html`<section class="card preview-card" aria-label="Preview">
    <h2>What this makes</h2>
    ${tasks ? html`<p class="made" aria-live="polite">${counted(tasks.count, 'task')}</p>` : html`<p class="quiet">No tasks yet.</p>`}
    ${tasks && (draft.shell ? draft.command.trim() : draft.words.length) ? commands(draft) : nothing}
    ${matched ? machines(matched) : html`<p class="quiet">${missing(draft)}</p>`}
  </section>`;
}

/** Why nobody can tell yet where it could run. */
function missing(draft) {
  if (!draft.tasks) {
    return 'Complete “Tasks” to see which machines could run it.';
  }
  const hasCommand = draft.shell ? draft.command.trim() !== '' : draft.words.length > 0;
  return hasCommand ? 'Looking for machines that could run it …' : 'Type a command to see which machines could run it.';
}

function commands(draft) {
  const {tasks} = draft;
  const ordinals = [...new Set([...Array(Math.min(FIRST, tasks.count)).keys()].map((i) => i + 1).concat(tasks.count))];
  const line = (ordinal) => {
    const task = {ordinal, value: tasks.value(ordinal), cells: tasks.cells(ordinal), columns: tasks.columns};
    return draft.shell
      ? `${draft.command}${tasks.single ? '' : `   # GLEANER_ENTRY=${joinWords([task.value])}`}`
      : joinWords(draft.words.map((word) => expand(word, task)));
  };
  return html`<ol class="commands">
    ${ordinals.map((ordinal) => html`<li value=${ordinal}><code>${line(ordinal)}</code></li>`)}
  </ol>`;
}

function machines({nodes, fitting, atOnce, misfits, changes, objection, away, unknown}) {
  if (nodes === 0) {
    return html`<p class="note">No machine is connected, so it would wait.${away ? ` ${counted(away, 'machine')} could run it when they are back.` : ''}</p>`;
  }
  const machine = fitting === 0 ? 'machine' : 'more machine';
  return html`
    <p class=${fitting === 0 ? 'note' : ''}>
      <strong>${number(fitting)} of ${counted(nodes, 'machine')}</strong> can run ${fitting === 0 ? 'it, so it would wait.'
        : html`it, ${counted(atOnce, 'task')} at once if all were free.`}
    </p>
    ${misfits.length + changes.length > 0 ? html`<ul class="misfits">
      ${misfits.map((one) => html`<li>${counted(one.nodes, 'machine')}: ${one.detail}</li>`)}
      ${changes.map((one) => html`<li class="change">${counted(one.nodes, machine)} could: ${one.detail}</li>`)}
    </ul>` : nothing}
    ${away ? html`<p class="quiet">${counted(away, machine)} could run it and ${away === 1 ? 'is' : 'are'} not connected now.</p>` : nothing}
    ${unknown?.length ? html`<p class="note">No machine has the name or tag ${unknown.join(', ')}.</p>` : nothing}
    ${objection ? html`<p class="note">The server would refuse it: ${objection}</p>` : nothing}`;
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    // Without TLS browsers have no clipboard for pages.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    toast(done ? `${what} copied` : 'The browser did not copy it; select it and press Ctrl+C', !done);
  }
}

const piece = (label, text) => html`<div class="same">
  <div class="same-head"><h3>${label}</h3><span class="grow"></span>
    <button type="button" class="plain" aria-label=${`Copy: ${label}`} @click=${() => copy(text, label)}>Copy</button></div>
  <pre class="command" tabindex="0" aria-label=${label}>${text}</pre>
</div>`;

export function sameJobCard(draft) {
  if (!draft.tasks || (draft.shell ? draft.command.trim() === '' : draft.words.length === 0)) {
    return nothing;
  }
  if (draft.mode === 'kept' || Object.keys(draft.carried).length > 0) {
    return html`<section class="card" aria-label="The same job elsewhere"><h2>The same job elsewhere</h2>
      <p class="quiet">Parts of it come from job ${draft.origin} as they are, so there is no command line for it.</p></section>`;
  }
  return html`<section class="card" aria-label="The same job elsewhere">
    <details>
      <summary>The same job for the command line</summary>
      ${piece('Command line', commandLineOf(draft))} ${piece('job.toml', jobFileOf(draft))}
      <ul class="quiet notes">${notesOf(draft).map((note) => html`<li>${note}</li>`)}</ul>
      ${(draft.mode === 'line' || draft.mode === 'row') && !draft.list
        ? html`<button type="button" @click=${() => saveAs(draft.typedName, new TextEncoder().encode(`${draft.typed}\n`))}>Save ${draft.typedName}</button>`
        : nothing}
    </details>
  </section>`;
}

// The command of a draft and what makes its tasks.

import {html, nothing} from '../element.js';
import {counted, number} from '../words.js';
import {isWrong, wrongLine} from './submit-field.js';

const MODES = [
  ['one', 'One task', 'The command runs once.'],
  ['file', 'One for each file', 'Each task gets one of your files; {} is its name.'],
  ['line', 'One for each line', 'Each task gets a line of a text; {} is the line.'],
  ['row', 'One for each row', 'Each task gets a row of a CSV table; {column} is a cell.'],
  ['range', 'One for each number', 'Each task gets a number; {} is the number.'],
];

const PLACEHOLDERS = {
  file: ['{}', '{/}', '{.}', '{/.}', '{#}'],
  line: ['{}', '{#}'],
  range: ['{}', '{#}'],
  kept: ['{}', '{#}'],
};

const MEANINGS = {
  '{}': 'the entry', '{/}': 'without folders', '{.}': 'without extension', '{/.}': 'without both', '{#}': 'the task’s number',
};
/** What {} is. */
const ENTRIES = {file: 'the file', line: 'the line', range: 'the number'};

export function tasksCard(draft) {
  const modes = draft.kept ? [...MODES, ['kept', `As in job ${draft.origin}`, 'The same entries, with the same files.']] : MODES;
  const [, , about] = modes.find(([mode]) => mode === draft.mode);
  return html`<section class="card" aria-label="Tasks">
    <h2>2. Tasks</h2>
    <div class="tabs" role="group" aria-label="What makes the tasks">
      ${modes.map(([mode, label]) => html`<button type="button" aria-pressed=${draft.mode === mode ? 'true' : 'false'}
        @click=${() => choose(draft, mode)}>${label}</button>`)}
    </div>
    <p class="quiet told">${about}</p>
    ${listOf(draft)} ${wrongLine(draft, 'tasks')}
  </section>`;
}

function choose(draft, mode) {
  const suffix = mode === 'row' ? /\.(csv|tsv)$/i : /\.(txt|list|lst)$/i;
  // One of a folder is rather an input.
  const text = draft.items.find(({path, file}) => file && suffix.test(path) && !path.includes('/'));
  const isList = mode === 'line' || mode === 'row';
  draft.set({
    mode,
    pattern: mode === 'file' && !draft.pattern ? draft.patterns[0]?.[0] ?? '' : draft.pattern,
    list: isList && !draft.typed ? text?.path ?? '' : isList ? draft.list : '',
  });
}

function listOf(draft) {
  switch (draft.mode) {
    case 'file':
      return html`<div class="field">
        <label for="f-pattern">Which files</label>
        <input id="f-pattern" class="mono" .value=${draft.pattern} @input=${({target}) => draft.set({pattern: target.value})}
          autocomplete="off" spellcheck="false"  aria-describedby="wrong-tasks" aria-invalid=${isWrong(draft, 'tasks')} />
        <small class="quiet">a pattern as in a shell: *.csv, data/*, data/**/*.in</small>
        <div class="chips" role="group" aria-label="Patterns for your files">
          ${draft.patterns.map(([pattern, n]) => html`<button type="button" class="chip"
            aria-pressed=${draft.pattern === pattern ? 'true' : 'false'} @click=${() => draft.set({pattern})}>
            <span class="mono">${pattern}</span> <span class="quiet">${counted(n, 'file')}</span></button>`)}
        </div>
      </div>`;
    case 'range':
      return html`<div class="field">
        <label for="f-range">Numbers</label>
        <input id="f-range" class="mono short" .value=${draft.range} @input=${({target}) => draft.set({range: target.value})}
          autocomplete="off" aria-describedby="wrong-tasks" aria-invalid=${isWrong(draft, 'tasks')} />
        <small class="quiet">1-1000, or 0-90:10 for every tenth; %5 at the end runs at most 5 at once</small>
      </div>`;
    case 'line':
    case 'row':
      return lines(draft);
    default:
      return nothing;
  }
}

function lines(draft) {
  const row = draft.mode === 'row';
  return html`<div class="field">
    <label for="f-list">From</label>
    <select id="f-list" class="short" aria-describedby="wrong-tasks" aria-invalid=${draft.list ? isWrong(draft, 'tasks') : 'false'}
      @change=${({target}) => draft.set({list: target.value})}>
      <option value="" ?selected=${draft.list === ''}>typed here</option>
      ${draft.items.filter(({file}) => file).slice(0, 1000).map(({path}) =>
        html`<option value=${path} ?selected=${draft.list === path}>${path}</option>`)}
    </select>
    <small class="quiet">${row ? 'CSV in UTF-8; the first line names the columns' : 'text in UTF-8; empty lines are skipped'}</small>
    ${draft.list
      ? html`<label class="check"><input type="checkbox" .checked=${draft.sendList}
          @change=${({target}) => draft.set({sendList: target.checked})} />Send it to every task too</label>`
      : html`<textarea class="mono" rows="5" spellcheck="false" .value=${draft.typed} aria-label=${row ? 'Rows' : 'Lines'}
          placeholder=${row ? 'run,alpha\nr1,0.5\nr2,0.7' : 'one line for each task'}
          @input=${({target}) => draft.set({typed: target.value})}
          aria-describedby="wrong-tasks" aria-invalid=${isWrong(draft, 'tasks')}></textarea>`}
    ${row ? html`<label class="check" for="f-delimiter">Cells are separated by
        <select id="f-delimiter" @change=${({target}) => draft.set({delimiter: target.value})}>
          ${[['', 'detect it'], [',', 'commas'], [';', 'semicolons'], ['\t', 'tabs'], ['|', 'bars']].map(
            ([value, label]) => html`<option value=${value} ?selected=${draft.delimiter === value}>${label}</option>`)}
        </select></label>` : nothing}
  </div>`;
}

export function commandCard(draft) {
  const holders = draft.mode === 'row' ? (draft.tasks?.columns ?? []).map((column) => `{${column}}`) : PLACEHOLDERS[draft.mode] ?? [];
  const fixes = {
    shell: {label: 'Let a shell run it', does: () => draft.set({shell: true})},
    dot: {label: `Write ./${draft.words[0]}`, does: () => draft.set({command: draft.command.replace(/^\s*/, './')})},
  };
  return html`<section class="card" aria-label="Command">
    <h2>3. Command</h2>
    <div class="field">
      <label for="f-command">What each task runs</label>
      <textarea id="f-command" class="mono" rows="2" spellcheck="false" autocomplete="off" placeholder=${draft.mode === 'one' ? 'python3 sim.py' : 'python3 sim.py {}'}
        .value=${draft.command} @input=${({target}) => draft.set({command: target.value})}
        aria-describedby="wrong-command" aria-invalid=${isWrong(draft, 'command')}></textarea>
      <small class="quiet">each task runs in its own directory, which holds its files</small>
      ${draft.shell
        ? html`<p class="quiet note-line">A shell runs it. The entry of a task is in <code>"$GLEANER_ENTRY"</code>${draft.mode === 'row'
            ? html`, cells in <code>"$GLEANER_ROW_column"</code>` : nothing}; {} is not replaced.</p>`
        : holders.length > 0 ? html`<div class="chips" role="group" aria-label="Insert into the command">
            ${holders.slice(0, 12).map((one) => html`<button type="button" class="chip" title="Insert into the command"
              @click=${() => insert(draft, one)}><span class="mono">${one}</span> <span class="quiet">${(one === '{}' && ENTRIES[draft.mode]) || (MEANINGS[one] ?? '')}</span></button>`)}
            ${holders.length > 12 ? html`<span class="quiet">and ${number(holders.length - 12)} more</span>` : nothing}
          </div>` : nothing}
      ${wrongLine(draft, 'command', fixes)}
      <label class="check"><input type="checkbox" .checked=${draft.shell} @change=${({target}) => draft.set({shell: target.checked})} />
        Let a shell run it: pipes, &gt; and $VARIABLES work</label>
    </div>
  </section>`;
}

/** Where the cursor is; otherwise at the end. */
function insert(draft, text) {
  const area = document.getElementById('f-command');
  const place = area.selectionStart ?? draft.command.length;
  draft.set({command: draft.command.slice(0, place) + text + draft.command.slice(area.selectionEnd ?? place)});
  area.focus();
  requestAnimationFrame(() => area.setSelectionRange(place + text.length, place + text.length));
}

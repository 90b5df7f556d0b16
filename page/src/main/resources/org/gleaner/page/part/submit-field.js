// One thing that is said about a job: its label, what it means, and what is wrong with it, right there.

import {html, nothing} from '../element.js';

/** What is wrong with a field; what is only missing is said when somebody wants to start. */
export function problemOf(draft, key) {
  const all = [...draft.refused, ...draft.problems];
  return all.find((one) => one.field === key && (!one.missing || draft.pressed));
}

/** The line below a field; `fixes` are what one press can do about it. */
export function wrongLine(draft, key, fixes = {}) {
  const problem = problemOf(draft, key);
  const fix = fixes[problem?.fix];
  return html`<p class="wrong" id=${`wrong-${key}`} ?hidden=${!problem} aria-live="polite">
    ${problem ? html`${problem.what} ${problem.next ?? ''}` : nothing}
    ${fix ? html`<button type="button" @click=${fix.does}>${fix.label}</button>` : nothing}
  </p>`;
}

/** Attributes of a control are written where it stands; these two are asked for there. */
export const isWrong = (draft, key) => (problemOf(draft, key) ? 'true' : 'false');

const control = (draft, field, extra) => {
  const {key} = field;
  const value = draft.options[key] ?? '';
  const says = ({target}) => draft.option(key, target.value);
  if (field.control === 'choice') {
    const known = extra?.choices ?? [];
    return html`<select id=${`f-${key}`} aria-describedby=${`wrong-${key}`} aria-invalid=${isWrong(draft, key)} @change=${says}>
      <option value="" ?selected=${value === ''}>any</option>
      ${known.map(([one, n]) => html`<option value=${one} ?selected=${value === one}>${one} (${n})</option>`)}
      ${value && !known.some(([one]) => one === value) ? html`<option value=${value} selected>${value}</option>` : nothing}
    </select>`;
  }
  if (field.control === 'lines') {
    return html`<textarea id=${`f-${key}`} class="mono" rows="3" spellcheck="false" .value=${value} @input=${says}
      aria-describedby=${`wrong-${key}`} aria-invalid=${isWrong(draft, key)}></textarea>`;
  }
  return html`<input id=${`f-${key}`} .value=${value} @input=${says} autocomplete="off" spellcheck="false"
    type=${field.control === 'datetime-local' ? 'datetime-local' : 'text'}
    inputmode=${field.control === 'number' ? 'numeric' : nothing}
    aria-describedby=${`wrong-${key}`} aria-invalid=${isWrong(draft, key)} />`;
};

/**
 * @param {{choices?: [string, number][], chips?: [string, string][]}} extra chips are words that a press adds or takes away,
 *     each with what it says about the pool
 */
export function fieldOf(draft, field, extra) {
  const {key, kind, label, hint} = field;
  if (kind.flag) {
    return html`<div class="field">
      <label class="check"><input type="checkbox" .checked=${Boolean(draft.options[key])}
        @change=${({target}) => draft.option(key, target.checked)} />${label}</label>
      ${wrongLine(draft, key)}
    </div>`;
  }
  return html`<div class="field ${field.wide ? 'wide-field' : ''}">
    <label for=${`f-${key}`}>${label}</label>
    ${control(draft, field, extra)}
    <small class="quiet">${hint}${extra?.note ? `. ${extra.note}` : ''}</small>
    ${extra?.chips?.length ? html`<div class="chips" role="group" aria-label=${`${label} in the pool`}>
      ${extra.chips.map(([word, about]) => chip(draft, field, word, about))}</div>` : nothing}
    ${wrongLine(draft, key)}
  </div>`;
}

/** Fields in columns, then what is only ticked. */
export function fieldsOf(draft, fields, extras) {
  const flags = fields.filter(({kind}) => kind.flag);
  return html`<div class="fields">${fields.filter(({kind}) => !kind.flag).map((field) => fieldOf(draft, field, extras?.[field.key]))}</div>
    ${flags.length > 0 ? html`<div class="flags">${flags.map((field) => fieldOf(draft, field))}</div>` : nothing}`;
}

const nameOf = (word) => word.replace(/[:=][0-9.]+$/, '');

function chip(draft, {key, kind}, word, about) {
  const words = kind.tidy(draft.options[key] ?? '');
  const isSame = (one) => one === word || nameOf(one) === nameOf(word);
  const on = words.some(isSame);
  const toggle = () => draft.option(key, (on ? words.filter((one) => !isSame(one)) : [...words, word]).join(' '));
  return html`<button type="button" class="chip" aria-pressed=${on ? 'true' : 'false'} @click=${toggle}>${word}
    ${about ? html`<span class="quiet">${about}</span>` : nothing}</button>`;
}

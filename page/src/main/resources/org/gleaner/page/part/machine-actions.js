// What an admin can do to a machine, and how another one is added.

import {api} from '../api.js';
import {html, nothing} from '../element.js';
import {copyable} from './copyable.js';
import {ask} from './dialog.js';
import {toast, toastProblem} from './toast.js';

const DAY_MS = 86_400_000;

const DONE = {paused: 'paused: it starts nothing new', working: 'works again', draining: 'drains: it finishes what it runs'};

const setDuty = (machine, duty) => api.put(`nodes/${machine.id}/duty`, {duty});

async function change(machine, duty) {
  try {
    await setDuty(machine, duty);
    toast(`${machine.facts.name} ${DONE[duty]}`);
  } catch (problem) {
    toastProblem(problem);
  }
}

function forget(machine, after) {
  return ask({
    title: `Forget ${machine.facts.name}?`,
    text: 'Its token is revoked, and what is known about its stays is removed. To come back, it has to join again.',
    action: 'Forget it',
    danger: true,
    does: () => setDuty(machine, 'forgotten'),
  }).then((done) => done && after?.());
}

/** What an admin wants of a machine, from the word that tells where it stands; the feed tells no more. */
const DUTIES = {paused: 'paused', draining: 'draining', drained: 'draining'};
const THERE = ['connected', 'suspect', 'disk-full'];

/** The lines of a menu; what would do nothing, or may not be done now, can't be chosen. */
export function machineMenu(machine, forgotten) {
  const duty = DUTIES[machine.state] ?? 'working';
  return [
    {label: 'Pause', does: () => change(machine, 'paused'), off: duty === 'paused'},
    {label: 'Resume', does: () => change(machine, 'working'), off: duty === 'working'},
    {label: 'Drain', does: () => change(machine, 'draining'), off: duty === 'draining'},
    null,
    {label: 'Forget …', does: () => forget(machine, forgotten), danger: true, off: THERE.includes(machine.state)},
  ];
}

const LOOPBACK = /\bhttps?:\/\/(localhost|127\.[0-9.]+|\[::1\])[:/]/;

/** A server that listens on its own computer alone can't be joined from elsewhere. */
const onlyHere = () => html`<p class="note">This server listens on its own computer only, so these lines work nowhere else. For other
  machines, restart it with <code>gleaner server --listen 0.0.0.0 --tls</code>, or with <code>--public-url URL</code> if it is behind
  a proxy.</p>`;

/** Asks first: a token that nobody uses is one too many. */
export async function addMachine() {
  const lines = await api.get('join-lines').catch(toastProblem);
  if (!lines) {
    return;
  }
  let issued = null;
  const made = await ask({
    title: 'Add a machine',
    text: 'A machine joins with a token. The new one is valid for a day, for as many machines as you like, and is shown only once.',
    action: 'Make a join token',
    does: async () => {
      issued = await api.post('tokens', {role: 'join', name: 'page', lifetimeMs: DAY_MS});
    },
  });
  if (made && issued) {
    await ask({
      title: 'Add a machine',
      text: 'Run one of these lines on the machine, which needs Java 17 or later. It asks for the token and installs the agent as a service that starts with the machine. The machine then appears in the list by itself.',
      body: html`${LOOPBACK.test(lines.curl) ? onlyHere() : nothing}
        ${copyable('The token, shown only now', issued.token, true)} ${copyable('Linux, macOS', lines.curl)}
        ${copyable('Linux without curl', lines.wget)} ${copyable('Windows (PowerShell)', lines.powershell)}`,
      action: 'Done',
      secret: 'the token',
    });
  }
}

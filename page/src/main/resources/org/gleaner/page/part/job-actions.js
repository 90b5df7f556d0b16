// What can be done to jobs, wherever they are shown.

import {api, download} from '../api.js';
import {html, nothing} from '../element.js';
import {counted, moment} from '../words.js';
import {ask} from './dialog.js';
import {goesOn} from './forecast.js';
import {fieldOf, fieldProblem} from './problem.js';
import {toast, toastProblem} from './toast.js';

const MOST_AT_ONCE = 1000;
const MINUTE_MS = 60_000;
const MOST_LOOKED_AT = 20;

/** In words, when it was done to so many tasks. */
const DONE = {
  cancel: 'cancelled', pause: 'paused', resume: 'resumed', block: 'blocked', unblock: 'unblocked', retry: 'retried',
};

/** No more tasks come to them. */
async function seal(ids) {
  for (const id of ids) {
    await api.post(`jobs/${id}/seal`);
  }
  toast(`${counted(ids.length, 'job')} sealed: no more tasks can be added`);
}

/** Changes whole jobs, a thousand at a time; says what became of it. */
export async function change(verb, ids) {
  if (verb === 'seal') {
    await seal(ids);
    return;
  }
  let changed = 0;
  let why = '';
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const {jobs} = await api.post(`jobs/${verb}`, {ids: ids.slice(from, from + MOST_AT_ONCE)});
    for (const job of jobs) {
      changed += job.changed;
      why ||= job.why ?? '';
    }
  }
  if (verb === 'delete') {
    toast(`${counted(ids.length, 'job')} deleted`);
  } else {
    toast(changed ? `${counted(changed, 'task')} ${DONE[verb]}` : `Nothing was ${DONE[verb]}${why ? `: ${why}` : ''}`);
  }
}

const run = (verb, ids) => change(verb, ids).catch(toastProblem);

const named = (jobs) => (jobs.length === 1 ? `job ${jobs[0].id} (${jobs[0].name})` : counted(jobs.length, 'job'));

function cancel(jobs) {
  return ask({
    title: `Cancel ${named(jobs)}?`,
    text: 'Running tasks are stopped, and waiting ones never start. Results of finished tasks stay.',
    action: 'Cancel it',
    danger: true,
    does: () => change('cancel', jobs.map((job) => job.id)),
  });
}

function remove(jobs, after) {
  return ask({
    title: `Delete ${named(jobs)}?`,
    text: 'The job and its results are gone for good.',
    action: 'Delete it',
    danger: true,
    does: () => change('delete', jobs.map((job) => job.id)),
  }).then((done) => done && after?.());
}

/** What `gleaner set` changes, and where it stands in a description; what is left empty stays. */
const TERMS = [
  ['priority', 'Priority', 'higher goes first among your jobs; -1000 to 1000', -1000, 1000, ({turn}) => turn?.priority ?? 0],
  ['weight', 'Weight', 'how much of your share it gets; 1 to 1000', 1, 1000, ({turn}) => turn?.weight ?? 1],
  ['atMost', 'At most at once', 'tasks at the same time; 0: no limit', 0, 2147483647, ({limits}) => limits?.atMost ?? 0],
  ['maxFailures', 'Failures allowed', 'attempts of a task that may fail before it is blocked', 1, 2147483647, ({limits}) => limits?.maxFailures],
  ['maxLost', 'Losses allowed', 'attempts of a task that may be lost with their machine', 1, 2147483647, ({limits}) => limits?.maxLost],
  ['stopAfter', 'Pause the job after', 'so many failed tasks; 0: never', 0, 2147483647, ({limits}) => limits?.stopAfter ?? 0],
  ['copies', 'Copies', 'of one task at the same time; 1: never a second', 1, 20, ({limits}) => limits?.copies],
  ['minutes', 'Time limit', 'minutes an attempt that starts from now on may take; 0: no limit', 0, 35_000_000, ({limits}) => (limits?.timeMs ?? 0) / MINUTE_MS],
];

const localTime = (instant) => {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
};

/** When they shall be done: said, or taken back. */
function deadlineField(failure, now) {
  const id = 'set-deadline';
  const bad = fieldOf(failure) === 'deadline';
  return html`<label>
      Deadline<input id=${id} name="deadline" type="datetime-local" min=${localTime(Date.now())} aria-invalid=${bad}
        aria-describedby=${bad ? 'deadline-wrong' : `${id}-hint`} />
      <small id=${`${id}-hint`}>${now.deadline || 'when you want it done; it goes first when time runs short'}</small>
      ${fieldProblem(failure, 'deadline')}
    </label>
    ${now.deadline ? html`<label class="check"><input type="checkbox" name="noDeadline" /> No deadline</label>` : nothing}`;
}

/** What they have now, by name; "varies" where they differ. Of many, only the first are looked at. */
async function present(jobs) {
  const specs = await Promise.all(jobs.slice(0, MOST_LOOKED_AT).map(async ({id}) => (await api.get(`jobs/${id}`)).spec));
  const deadlines = new Set(specs.map(({turn}) => turn?.deadline ?? ''));
  const deadline = deadlines.size === 1 && jobs.length <= MOST_LOOKED_AT ? [...deadlines][0] && `set to ${moment([...deadlines][0])}` : 'varies';
  const terms = Object.fromEntries(TERMS.map(([name, , , , , of]) => {
    const values = new Set(specs.map(of));
    return [name, values.size === 1 && jobs.length <= MOST_LOOKED_AT ? String([...values][0] ?? '') : 'varies'];
  }));
  return {...terms, deadline};
}

async function set(jobs) {
  const now = await present(jobs).catch(toastProblem);
  if (!now) {
    return;
  }
  await ask({
    title: `Change settings of ${named(jobs)}`,
    text: 'Grey is what is set now. What you leave empty stays as it is.',
    fields: ['deadline'],
    body: (failure) => html`<div class="fields">
      ${TERMS.map(
        ([name, label, hint, least, most]) => html`<label>
          ${label}<input name=${name} type="number" min=${least} max=${most} step=${name === 'minutes' ? 'any' : 1} placeholder=${now[name]} />
          <small>${hint}</small>
        </label>`,
      )}
      ${deadlineField(failure, now)}
    </div>`,
    action: 'Change',
    does: async (form) => {
      const terms = {};
      for (const [name] of TERMS) {
        const value = form.get(name);
        if (value !== '') {
          terms[name === 'minutes' ? 'timeMs' : name] = name === 'minutes' ? Math.round(value * MINUTE_MS) : Number(value);
        }
      }
      if (form.get('noDeadline')) {
        terms.deadline = 'none';
      } else if (form.get('deadline')) {
        terms.deadline = new Date(form.get('deadline')).toISOString();
      }
      if (Object.keys(terms).length > 0) {
        for (const job of jobs) {
          await api.post(`jobs/${job.id}/set`, terms);
        }
        toast(`Changed ${named(jobs)}`);
      }
    },
  });
}

export function downloadJob(job) {
  return download(`/api/v1/jobs/${job.id}/archive?format=zip`).catch(toastProblem);
}

/** Whether it paused itself: a retry lets all of it go on, a resume only what is paused. */
export const isBraked = ({note, tasks}) => Boolean(note && tasks?.paused);

/** The same wherever it is offered. */
export const RETRY = 'Retry failed';

const some = (jobs, ...states) => jobs.some((job) => states.some((state) => job.tasks?.[state]));

/** Why a retry would do nothing. */
function unretriable(jobs) {
  if (jobs.every((job) => (job.problem || job.solved) && !job.growing)) {
    return 'A problem that is over can only be submitted again by its program';
  }
  return !some(jobs, 'blocked', 'cancelled') && !jobs.some(isBraked) && 'No task is blocked or cancelled';
}

/** Why they can't be deleted: what is paused or blocked can, for nothing of it runs by itself. The server's rule (`VerbEffects`). */
function undeletable(jobs) {
  const busy = jobs.filter(({tasks}) => goesOn(tasks));
  const which = jobs.length === 1 ? 'It still has' : `${counted(busy.length, 'job')} still ${busy.length === 1 ? 'has' : 'have'}`;
  return busy.length > 0 && `${which} tasks to run; cancel first`;
}

/** The lines of a menu for these jobs; what would do nothing can't be chosen, and says why. */
export function jobMenu(jobs, {open, deleted} = {}) {
  const ids = jobs.map((job) => job.id);
  // The units of a problem come from its host, and nobody would merge what they find once it is over.
  const growing = jobs.filter((job) => job.growing && !job.hosted).map((job) => job.id);
  const isOpen = jobs.some((job) => job.growing) || some(jobs, 'running', 'ready', 'waiting', 'paused', 'blocked');
  const closed = !isOpen && 'No task is open any more';
  return [
    ...(open && jobs.length === 1 ? [{label: 'Open', does: open}, null] : []),
    {label: 'Pause', does: () => run('pause', ids), off: !some(jobs, 'running', 'ready', 'waiting') && 'No task is running, ready or waiting'},
    {label: 'Resume', does: () => run('resume', ids), off: !some(jobs, 'paused') && 'No task is paused'},
    {label: 'Block', does: () => run('block', ids), off: !some(jobs, 'ready', 'waiting', 'paused', 'running') && 'No task is left to block'},
    {label: 'Unblock', does: () => run('unblock', ids), off: !some(jobs, 'blocked') && 'No task is blocked'},
    {label: RETRY, does: () => run('retry', ids), off: unretriable(jobs)},
    ...(growing.length > 0 ? [{label: 'Seal: no more tasks', does: () => run('seal', growing)}] : []),
    {label: 'Change settings …', does: () => set(jobs), off: closed},
    null,
    {
      label: 'Download results',
      does: () => downloadJob(jobs[0]),
      off: jobs.length === 1 ? !some(jobs, 'done') && 'No task is done yet' : 'Results are downloaded one job at a time',
    },
    null,
    {label: 'Cancel …', does: () => cancel(jobs), danger: true, off: closed},
    {label: 'Delete …', does: () => remove(jobs, deleted), danger: true, off: undeletable(jobs)},
  ];
}

// The answer to "what if": when each job would be done with the change and without, or how long tasks took in the past.

import {html, nothing, to} from '../element.js';
import {counted, duration, moment, number} from '../words.js';
import {problemBox} from './problem.js';

const SECOND = 1_000;

/** "3 h 10 min sooner". */
function directed(ms) {
  return `${duration(Math.abs(ms))} ${ms < 0 ? 'later' : 'sooner'}`;
}

/** One part in so many of the time that is left is no difference in the middle, and neither at both ends. */
const SLIGHT = 20;
const MODEST = 5;

/** "3 h 10 min sooner (2 h to 4 h)"; what may be either, and is little beside the time that is left, is no difference. */
function gained({gain, now}, at) {
  if (!gain) {
    return '?';
  }
  const {p10Ms: low, p50Ms: middle, p90Ms: high, sooner, later} = gain;
  if (middle === null || middle === undefined) {
    return sooner > later ? 'done, and never without it' : 'never done';
  }
  const left = Math.max(0, Date.parse(now?.p50) - Date.parse(at)) || 0;
  const slight = low < 0 && high > 0 && Math.abs(middle) < left / SLIGHT;
  if (slight && -low < left / MODEST && high < left / MODEST) {
    return 'no difference';
  }
  const text = slight || Math.abs(middle) < SECOND ? 'no difference' : directed(middle);
  return `${text}${between(low, high)}`;
}

/** " (2 h to 4 h)"; empty if both are the same. */
function between(low, high) {
  if (typeof low !== 'number' || typeof high !== 'number' || high - low < SECOND) {
    return '';
  }
  if (low >= 0 || high <= 0) {
    const [near, far] = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
    return ` (${duration(near)} to ${duration(far)})`;
  }
  return ` (${directed(low)} to ${directed(high)})`;
}

/** Whose work, and how much of it that is, if nothing can be said of some. */
function together(whose, {known, of}) {
  return known < of ? `${whose} with a forecast (${number(known)} of ${counted(of, 'job')})` : whose;
}

/** Whether a deadline would be met: "unlikely now, likely with the change". */
function met({now, then}) {
  return now === then ? `${then}, with or without the change` : `${now} now, ${then} with the change`;
}

const when = (span) => (span ? (span.p50 ? moment(span.p50) : 'never') : '?');

/** What came of a question, as GET /whatif/{id} tells it; nothing yet, or nothing at all: nothing. */
export function answerBox({failure, result, past}) {
  if (failure) {
    return problemBox({title: failure.what, message: failure.why, remedy: failure.remedy});
  }
  return result ? ofFuture(result) : past ? ofPast(past) : nothing;
}

function ofFuture({at, jobs, more, all, added, owners, cut, futures, note}) {
  return html`<div class="answer" role="status">
    ${added.map((one) => newJob(one))}
    ${all.gain ? html`<p>${together('All your jobs', all)}: <b>${gained(all, at)}</b></p>` : nothing}
    ${jobs.length > 0
      ? ofJobs(jobs, at)
      : added.length > 0 ? nothing : html`<p class="quiet">You have no open jobs. Submit one, or suppose one, to see what a change means for it.</p>`}
    ${deadlines(jobs)}
    ${more ? html`<p class="quiet">and ${counted(more, 'older job')}</p>` : nothing}
    ${owners.length
      ? html`<h3>Others</h3>
          <ul class="lines">${owners.map((one) => html`<li>${together(one.owner, one)}: ${gained(one, at)}</li>`)}</ul>`
      : nothing}
    ${note ? html`<p>${note}</p>` : nothing}
    <p class="quiet told">Of ${counted(futures, 'simulated future')}; a gain is the median of them, and 8 of 10 are between those in brackets.
      ${cut ? 'It had to stop there: a question gets 30 s of the server’s processor, and two minutes in all.' : ''}</p>
  </div>`;
}

function newJob({start, finish, known}) {
  const done = finish?.p50 ? html`start <b>${when(start)}</b> and be done <b>${when(finish)}</b>` : html`<b>never be done</b>`;
  return html`<p>The new job would ${finish ? done : 'be done at a time that cannot be forecast'}.
    ${known ? nothing : html`<span class="quiet">Nothing of its type has run yet, so its tasks count like usual ones here.</span>`}</p>`;
}

function deadlines(jobs) {
  const due = jobs.filter(({meets}) => meets);
  return due.length
    ? html`<h3>Deadlines</h3>
        <ul class="lines">${due.map(({id, deadline, meets}) => html`<li>Job ${id}, ${moment(deadline)}: <b>${met(meets)}</b></li>`)}</ul>`
    : nothing;
}

function ofJobs(jobs, at) {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Jobs with and without the change"><table class="plain-table">
    <thead><tr><th>Job</th><th>Name</th><th>Done now</th><th>With the change</th><th>Gain</th></tr></thead>
    <tbody>${jobs.map((one) => html`<tr>
      <td class="number"><a href=${to(`jobs/${one.id}`)}>${one.id}</a></td><td class="path">${one.name}</td>
      <td class="number" data-label="Done now">${when(one.now)}</td><td class="number" data-label="With the change">${when(one.then)}</td>
      <td data-label="Gain">${gained(one, at)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}

/** "6 h sooner (5 h to 7 h)": what takes the one time instead of the other, and the least and the most of all runs. */
function difference(now, then, range) {
  if (typeof now !== 'number' || typeof then !== 'number') {
    return typeof then === 'number' ? 'done, and never without it' : 'never done';
  }
  const text = Math.abs(now - then) < SECOND ? 'no difference' : directed(now - then);
  return `${text}${between(range?.lowMs, range?.highMs)}`;
}

function ofPast({since, runs, owners}) {
  if (owners.length === 0) {
    return html`<div class="answer" role="status"><p class="quiet">None of your tasks has finished since ${moment(since)}. Look further back.</p></div>`;
  }
  return html`<div class="answer" role="status">
    <div class="wide" tabindex="0" role="region" aria-label="Owners with and without the change"><table class="plain-table">
      <thead><tr><th>Owner</th><th class="right">Tasks</th><th>A task took</th><th>With the change</th><th>Gain</th><th>Last task</th></tr></thead>
      <tbody>${owners.map(({owner, tasks, now, then, gain, lastGain}) => html`<tr>
        <td class="path">${owner}</td><td class="right number" data-label="Tasks">${number(tasks)}</td>
        <td class="number" data-label="A task took">${duration(now.meanMs)}</td><td class="number" data-label="With the change">${duration(then.meanMs)}</td>
        <td data-label="Gain">${difference(now.meanMs, then.meanMs, gain)}</td>
        <td data-label="Last task">${difference(now.lastMs, then.lastMs, lastGain)}</td>
      </tr>`)}</tbody>
    </table></div>
    <p class="quiet told">Since ${moment(since)}, from submission until done, on average; both with and without the change are simulated. In brackets: the smallest
      and the largest gain in any of ${counted(runs, 'run')}. All runs use the recorded machines and work.</p>
  </div>`;
}

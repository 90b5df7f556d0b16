// What can be said about a job besides its command, files and tasks: one line each, with the key of the command line and of a
// job file, the place in the description that the server gets, and how a text becomes a value and back.

import {joinWords, sizeOf, sizeOfBytes, sizeText, spanOf, spanOfMs, spanText, splitWords} from './job-words.js';

const LARGEST = 2_147_483_647;
const SIGNALS = ['TERM', 'INT', 'HUP', 'USR1', 'USR2'];
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const whole = (least, most) => ({
  tidy: (text) => text.trim(),
  read(text) {
    const value = Number(text);
    if (!/^-?[0-9]{1,10}$/.test(text) || value < least || value > most) {
      throw new Error(`'${text}' is not a whole number from ${least} to ${most}.`);
    }
    return value;
  },
  write: String,
});

const SIZE = {tidy: sizeText, read: sizeOf, write: sizeOfBytes};
const SPAN = {tidy: spanText, read: spanOf, write: spanOfMs};
const TEXT = {tidy: (text) => text.trim(), read: (text) => text, write: String};

/** Several labels with blanks or commas between. */
const LABELS = {
  many: true,
  tidy: (text) => text.trim().split(/[\s,]+/).filter(Boolean),
  read(labels) {
    const odd = labels.find((label) => !/^[\w.+=/:-]+$/.test(label));
    if (odd !== undefined) {
      throw new Error(`'${odd}' has other letters than A-Z, digits and . _ - + = /.`);
    }
    return labels;
  },
  write: (labels) => labels.join(' '),
};

const RUNTIMES = {...LABELS, tidy: (text) => LABELS.tidy(text.replace(/\s*(>=|==|:)\s*/g, ':'))};

const USES = {
  ...LABELS,
  read(uses) {
    const odd = uses.find((use) => !/^[a-z][a-z0-9_]{0,31}=[1-9][0-9]{0,6}$/.test(use));
    if (odd !== undefined) {
      throw new Error(`'${odd}' is not a name and a number such as gpu=1.`);
    }
    return uses;
  },
};

/** Where all fields that name other jobs leave them. */
export const AFTER = 'turn/after';
const JOB = '[1-9][0-9]{0,15}';

/** Jobs to wait for, `how` being what is said of each; `owns` tells those of a description that this field shows. */
const jobs = (how = {}) => ({
  ...LABELS,
  read(numbers) {
    const odd = numbers.find((job) => !new RegExp(`^${JOB}$`).test(job));
    if (odd !== undefined) {
      throw new Error(`'${odd}' is not the number of a job.`);
    }
    return numbers.map((job) => ({job: Number(job), ...how}));
  },
  write: (after) => after.map(({job}) => job).join(' '),
  owns: ({job, ...rest}) => JSON.stringify(rest) === JSON.stringify(how),
});

/** File names as in a shell: blanks separate, quotes protect. */
const NAMES = {
  many: true,
  tidy: (text) => splitWords(text.replace(/,(\s|$)/g, '$1')),
  read: (names) => names,
  write: joinWords,
};

/** Outputs of other jobs: JOB for all, JOB:FILE, or JOB:FILE=NAME. */
const TAKEN = {
  ...NAMES,
  read: (texts) => texts.map((text) => {
    const [, job, path, to] = new RegExp(`^(${JOB})(?::([^=]+)(?:=(.+))?)?$`).exec(text) ?? [];
    if (!job) {
      throw new Error(`'${text}' is not JOB:FILE, such as 7:out.csv or 7:out.csv=part.csv.`);
    }
    return {job: Number(job), files: [{...(path ? {path: path.replace(/(.)\/$/, '$1')} : {}), ...(to ? {to} : {})}]};
  }),
  write: (after) => joinWords(after.flatMap(({job, files}) =>
    files.map(({path, to}) => `${job}${path ? `:${path}` : ''}${to ? `=${to}` : ''}`))),
  owns: ({job, files, ...rest}) => Boolean(files?.length) && Object.keys(rest).length === 0,
};

/** Files are taken of a job that is already waited for, if it is; the command line does the same. */
export function mergeAfter(known, more, key) {
  const all = [...known];
  for (const one of more) {
    const same = key === 'in-from' ? all.findIndex(({job, tasks, when}) => job === one.job && !tasks && (when ?? 'done') === 'done') : -1;
    if (same >= 0) {
      all[same] = {...all[same], files: [...(all[same].files ?? []), ...one.files]};
    } else {
      all.push(one);
    }
  }
  return all;
}

const SIGNAL = {
  tidy(text) {
    const [name, ...span] = text.replace(/\s+/g, '').split('@');
    return [name.toUpperCase(), ...span.map(spanText)].join('@');
  },
  read(text) {
    const [, name, span] = /^(?:SIG)?([A-Z0-9]+)@(.+)$/.exec(text) ?? [];
    if (!name || !SIGNALS.includes(name)) {
      throw new Error(`'${text}' is not a signal and a time, such as TERM@60s. Signals are ${SIGNALS.join(', ')}.`);
    }
    return {name, ms: spanOf(span)};
  },
  write: ({name, ms}) => `${name}@${spanOfMs(ms)}`,
};

const VARIABLES = {
  many: true,
  tidy: (text) => text.split('\n').map((line) => line.trim()).filter(Boolean),
  read(lines) {
    // Without what every object inherits: a variable may be called constructor.
    const variables = Object.create(null);
    for (const line of lines) {
      const [name, ...rest] = line.split('=');
      if (rest.length === 0 || !VARIABLE.test(name) || name.startsWith('GLEANER_')) {
        throw new Error(`'${line}' is not NAME=value; names are letters, digits and _.`);
      }
      if (name in variables) {
        throw new Error(`The variable ${name} is given twice.`);
      }
      variables[name] = rest.join('=');
    }
    return variables;
  },
  write: (variables) => Object.entries(variables).map(([name, value]) => `${name}=${value}`).join('\n'),
};

const FRACTION = {
  tidy: (text) => text.trim().replace(',', '.'),
  read(text) {
    if (!/^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text) || Number(text) < 0.01 || Number(text) > 100) {
      throw new Error(`'${text}' is not a number such as 0.5; 1 is the pool’s average.`);
    }
    return Number(text);
  },
  write: String,
};

/** By this computer's clock. */
const MOMENT = {
  tidy: (text) => text.trim(),
  read(text) {
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) {
      throw new Error(`'${text}' is not a date with a time.`);
    }
    return moment.toISOString();
  },
  write(instant) {
    const moment = new Date(instant);
    return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  },
};

/** One that is still to come. */
const COMING = {
  ...MOMENT,
  read(text) {
    const moment = MOMENT.read(text);
    if (Date.parse(moment) <= Date.now()) {
      throw new Error('That is already past.');
    }
    return moment;
  },
};

const ADDRESS = {
  ...TEXT,
  read(text) {
    if (!/^https?:\/\/\S+$/i.test(text)) {
      throw new Error(`'${text}' is not an address such as https://host/path.`);
    }
    return text;
  },
};

const SWITCH = {flag: true, tidy: Boolean, read: Boolean, write: Boolean};

const field = (key, place, kind, label, hint, more = {}) => ({key, place, kind, label, hint, ...more});

/** Said of the machine that a task needs. */
export const NEEDS = [
  field('cores', 'needs/cores', whole(1, LARGEST), 'Cores', 'for each task; 1 if empty', {control: 'number', otherwise: 1}),
  field('memory', 'needs/memoryBytes', SIZE, 'Memory', 'for each task, such as 2G; neither reserved nor limited if empty'),
  field('os', 'needs/os', TEXT, 'System', 'that the program was built for', {control: 'choice'}),
  field('arch', 'needs/arch', TEXT, 'Processor', 'that the program was built for', {control: 'choice'}),
  field('needs', 'needs/runtimes', RUNTIMES, 'Installed', 'in this version or later, such as python:3.9', {wide: true}),
  field('tag', 'needs/tags', LABELS, 'Tags', 'only machines that have all of these', {wide: true}),
];

/** Seldom said. */
export const OPTIONS = [
  ['Limits', [
    field('time', 'limits/timeMs', SPAN, 'Time limit', 'for one attempt, such as 10m or 2h; none if empty'),
    field('signal', 'limits/signal', SIGNAL, 'Signal before it', 'so that a task can save its work, such as TERM@60s; none if empty'),
    field('expect', 'limits/expectMs', SPAN, 'Expected run time', 'your guess for one task, such as 20m; used until one is done'),
    field('max-failures', 'limits/maxFailures', whole(1, LARGEST), 'Failures allowed', 'of a task before it is blocked; 3 if empty', {control: 'number', otherwise: 3}),
    field('max-lost', 'limits/maxLost', whole(1, LARGEST), 'Lost machines allowed', 'of a task before it is blocked; 20 if empty', {control: 'number', otherwise: 20}),
    field('stop-after', 'limits/stopAfter', whole(1, LARGEST), 'Pause the job after', 'so many blocked tasks; empty: never', {control: 'number', otherwise: 0}),
    field('at-most', 'limits/atMost', whole(1, LARGEST), 'At most at once', 'tasks at the same time; no limit if empty', {control: 'number', otherwise: 0}),
    field('copies', 'limits/copies', whole(1, 20), 'Copies', 'of one task at a time (default 20); use 1 if it has side effects', {control: 'number', otherwise: 20}),
    field('canary', 'limits/canary', SWITCH, 'One task first', 'the others start when it is done'),
    field('retry-limits', 'limits/retryLimits', SWITCH, 'Also retry what ran out of time or memory', ''),
  ]],
  ['When', [
    field('priority', 'turn/priority', whole(-1000, 1000), 'Priority', 'among your jobs, higher first; 0 if empty', {control: 'number', otherwise: 0}),
    field('weight', 'turn/weight', whole(1, 1000), 'Weight', 'how much of your share it gets; 1 if empty', {control: 'number', otherwise: 1}),
    field('after', AFTER, jobs(), 'After jobs', 'numbers of jobs that must be done first'),
    field('after-each', AFTER, jobs({each: true}), 'Task by task after', 'each task waits for the task of the same number in these jobs'),
    field('after-any', AFTER, jobs({when: 'any'}), 'After jobs, even failed', 'start when these are done, cancelled or have failed'),
    field('after-failed', AFTER, jobs({when: 'failed'}), 'If jobs fail', 'start only when one of these has failed for good'),
    field('begin', 'turn/begin', MOMENT, 'Not before', 'by this computer’s clock; at once if empty', {control: 'datetime-local'}),
    field('deadline', 'turn/deadline', COMING, 'Deadline', 'when you want it done; it goes first when time runs short', {control: 'datetime-local'}),
    field('hold', 'turn/paused', SWITCH, 'Submit it paused', ''),
  ]],
  ['Machines', [
    field('disk', 'needs/diskBytes', SIZE, 'Disk space', 'for each task, such as 5G; not reserved if empty'),
    field('use', 'needs/uses', USES, 'Uses', 'GPUs or licences, such as gpu=1'),
    field('on', 'needs/on', LABELS, 'Only on', 'machines of one of these names or tags'),
    field('not-on', 'needs/notOn', LABELS, 'Not on', 'machines of these names or tags'),
    field('min-speed', 'needs/minSpeed', FRACTION, 'Minimum speed', 'such as 0.5; 1 is the pool’s average'),
    field('exclusive', 'needs/exclusive', SWITCH, 'Run alone on its machine', ''),
    field('sandbox', 'needs/sandbox', SWITCH, 'Only machines that confine tasks', ''),
    field('network', 'workplace/network', SWITCH, 'Sandboxed tasks may use the network', ''),
  ]],
  ['Environment', [
    field('in-from', AFTER, TAKEN, 'Outputs of other jobs', 'each task gets them as inputs: 7:out.csv, 7:out.csv=part.csv, or 7 for all', {wide: true}),
    field('env', 'workplace/variables', VARIABLES, 'Variables', 'NAME=value, one per line', {control: 'lines'}),
    field('setup', 'workplace/setup', TEXT, 'Set-up', 'a shell command, run once per machine before the first task'),
    field('cwd', 'workplace/directory', TEXT, 'Directory', 'on machines that offer it; a fresh one if empty'),
    field('partial', 'partialMs', SPAN, 'Unfinished outputs', 'how often they are fetched, such as 60s; empty: never'),
    field('resume-partial', 'resumePartial', SWITCH, 'A new attempt starts from the outputs of the last one', ''),
    field('notify', 'webhook', ADDRESS, 'Call when it ends', 'an address, if the pool’s admin allows its host'),
  ]],
];

/** Files that come back; the list of the description holds both. */
export const OUTPUTS = [
  field('out', 'outputs', NAMES, 'Files to bring back', 'that every task writes, such as result.csv or {}.out; a directory works too'),
  field('out-optional', 'outputs', NAMES, 'Optional files', 'that only some tasks write'),
];

export const FIELDS = [...OUTPUTS, ...NEEDS, ...OPTIONS.flatMap(([, fields]) => fields)];

/** @returns {[object, unknown, unknown][]} fields that say something, with their tidy text or texts, and their values */
export function readFields(options, onProblem) {
  const said = [];
  for (const one of FIELDS) {
    try {
      const tidy = one.kind.tidy(options[one.key] ?? '');
      if (one.kind.many ? tidy.length > 0 : tidy) {
        said.push([one, tidy, one.kind.read(tidy)]);
      }
    } catch (failure) {
      onProblem({field: one.key, what: failure.message});
    }
  }
  return said;
}

/** Lays a value where its place says: put({}, 'needs/cores', 2). */
export function put(spec, place, value) {
  const [outer, inner] = place.split('/');
  if (inner === undefined) {
    spec[outer] = value;
  } else {
    spec[outer] = {...spec[outer], [inner]: value};
  }
}

export function at(spec, place) {
  return place.split('/').reduce((inside, name) => inside?.[name], spec);
}

/** Takes what is there away; whatever is left afterwards no field shows. */
export function take(spec, place) {
  const [outer, inner] = place.split('/');
  const value = at(spec, place);
  if (inner === undefined) {
    delete spec[outer];
  } else if (spec[outer]) {
    delete spec[outer][inner];
    if (Object.keys(spec[outer]).length === 0) {
      delete spec[outer];
    }
  }
  return value;
}

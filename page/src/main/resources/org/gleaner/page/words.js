// Numbers, times and sizes in words. Times are in the reader's zone.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SIZES = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

const numbers = new Intl.NumberFormat('en');
const clock = new Intl.DateTimeFormat('en', {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'});
const minutes = new Intl.DateTimeFormat('en', {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const weekday = new Intl.DateTimeFormat('en', {weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});

/** For sorting names as people do: pc-9 before pc-10. */
export const compareNames = new Intl.Collator('en', {numeric: true}).compare;

export function number(n) {
  return numbers.format(n);
}

/** counted(3, 'task') is "3 tasks". */
export function counted(n, thing) {
  return `${number(n)} ${thing}${n === 1 ? '' : 's'}`;
}

/** The end of a sentence about a simulation that waits, of which one runs at a time. */
export function aheadOf(ahead) {
  return ahead ? `: one runs at a time, and ${number(ahead)} ${ahead === 1 ? 'goes' : 'go'} first` : '';
}

/** Two units at most: "2 h 5 min". */
export function duration(ms) {
  if (ms === undefined || ms === null || Number.isNaN(ms)) {
    return '';
  }
  if (ms < SECOND) {
    return `${Math.max(0, Math.round(ms))} ms`;
  }
  if (ms < MINUTE) {
    return `${ms < 10 * SECOND ? (ms / SECOND).toFixed(1) : Math.floor(ms / SECOND)} s`;
  }
  if (ms < HOUR) {
    return two(ms, MINUTE, 'min', SECOND, 's');
  }
  return ms < DAY ? two(ms, HOUR, 'h', MINUTE, 'min') : two(ms, DAY, 'd', HOUR, 'h');
}

function two(ms, large, largeName, small, smallName) {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest ? ` ${rest} ${smallName}` : ''}`;
}

export function size(bytes) {
  if (bytes === undefined || bytes === null) {
    return '';
  }
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < SIZES.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const name = unit === 0 && bytes === 1 ? 'byte' : SIZES[unit];
  return `${Number(value.toFixed(digits))} ${name}`;
}

/** How long ago, coarsely: it is read at a glance and updated now and then. */
export function ago(instant, now = Date.now()) {
  if (!instant) {
    return '';
  }
  const ms = now - Date.parse(instant);
  if (ms < 10 * SECOND) {
    return 'just now';
  }
  if (ms < MINUTE) {
    return `${Math.floor(ms / SECOND)} s ago`;
  }
  if (ms < HOUR) {
    return `${Math.floor(ms / MINUTE)} min ago`;
  }
  return ms < DAY ? `${Math.floor(ms / HOUR)} h ago` : `${Math.floor(ms / DAY)} d ago`;
}

/** "2026-11-20", the day on which it is for the reader. */
export function date(instant) {
  const day = new Date(instant);
  const two = (n) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** "2026-11-20 14:20", as the command line writes it; alone where the day is not clear from what is around it. */
export function time(instant) {
  return instant ? `${date(instant)} ${minutes.format(new Date(instant))}` : '';
}

const dayOf = (instant) => new Date(instant).toDateString();

/** "14:20" if it is on the day of the other one, else "Tue 14:20", or with its date if that is a week away. */
export function moment(instant, other = Date.now()) {
  if (dayOf(instant) === dayOf(other)) {
    return minutes.format(new Date(instant));
  }
  return Math.abs(Date.parse(instant) - Date.now()) < 6 * DAY ? weekday.format(new Date(instant)) : time(instant);
}

export function timeOfDay(instant) {
  return instant ? clock.format(new Date(instant)) : '';
}

/** percent(1, 8) is "12%": never rounded up, so that 100% means all. */
export function percent(part, whole) {
  return whole ? `${Math.floor((100 * part) / whole)}%` : '';
}

/** share(0.125) is "13%". */
export function share(part) {
  return `${Math.round(100 * part)}%`;
}

/** How an attempt ended and the last line it wrote, from a row of tasks: what `gleaner status --tasks` shows (`TaskTable`). */
export function ending({detail = '', tail = ''}) {
  return [detail, tail.trim().split('\n').at(-1).trim()].filter(Boolean).join(': ');
}

const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of others as the page shows it: marks that turn what follows around, so that exe.fdp reads pdf.exe, are written out. Every
 * text in a template comes through here (element.js); what is drawn on a canvas has to ask for it.
 */
export function plain(text) {
  return text.replace(TURNING, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

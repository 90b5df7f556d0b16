// A job's texts as the command line understands them: words, placeholders, spans, sizes, the type of a command.

const UNITS = 'KMGT';
const KILO = 1024;
const SMALL = 100_000;
const LEAST_SIZE = 1 << 20;
const LONGEST_TYPE = 200;
const SPANS = {ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000};

/** Programs whose first argument that is no option is what really runs. */
export const LAUNCHERS = new Set(
  ('sh bash dash zsh ksh python python2 python3 perl ruby node Rscript julia octave php lua env nice time timeout nohup'
    + ' stdbuf java mono dotnet wine').split(' '),
);
/** Options behind which code follows, not a script. */
const CODE = new Set(['-c', '-e']);
/** Of a shell's language: a command follows. */
const KEYWORDS = new Set('if then elif else while until do ! { exec command builtin eval'.split(' '));
/** Of a shell's language: the whole command only prepares others, or asks. */
const NO_PROGRAMS = new Set(
  ('for case select function in done fi esac } cd pushd popd set unset export readonly local declare typeset umask ulimit'
    + ' trap shift shopt alias . source test [ [[ ]] : true wait read getopts exit return break continue').split(' '),
);

/** Splits a line as a shell does: blanks separate, quotes and backslashes protect, # begins a comment. */
export function splitWords(line) {
  const words = [];
  let word = '';
  let begun = false;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote) {
      if (c === quote) {
        quote = '';
      } else if (c === '\\' && quote === '"' && '"\\$`'.includes(line[i + 1] ?? ' ')) {
        word += line[++i];
      } else {
        word += c;
      }
    } else if (/\s/.test(c)) {
      if (begun) {
        words.push(word);
      }
      word = '';
      begun = false;
    } else if (c === '#' && !begun) {
      break;
    } else {
      begun = true;
      if (c === "'" || c === '"') {
        quote = c;
      } else if (c === '\\' && i + 1 < line.length) {
        word += line[++i];
      } else {
        word += c;
      }
    }
  }
  if (quote) {
    throw new Error(`A quote (${quote}) is not closed.`);
  }
  return begun ? [...words, word] : words;
}

/** A word as a shell takes it unchanged. */
export function quoteWord(word) {
  return /^[A-Za-z0-9_./:=@%+,{}-]+$/.test(word) && !/\{[^}]*[,.]{1,2}[^}]*\}/.test(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Words as a line that {@link splitWords} takes apart again. */
export const joinWords = (words) => words.map(quoteWord).join(' ');

/** Replaces {} {.} {/} {/.} {#} and {column} by what they are for one task. */
export function expand(template, task) {
  const values = new Map([
    ['', task.value],
    ['.', withoutSuffix(task.value)],
    ['/', baseName(task.value)],
    ['/.', withoutSuffix(baseName(task.value))],
    ['#', String(task.ordinal)],
  ]);
  const value = (name) => values.get(name) ?? task.cells?.[task.columns?.indexOf(name) ?? -1];
  let text = '';
  let at = 0;
  for (;;) {
    const open = template.indexOf('{', at);
    const close = open < 0 ? -1 : template.indexOf('}', open);
    if (close < 0) {
      return text + template.slice(at);
    }
    const replaced = value(template.slice(open + 1, close));
    text += template.slice(at, open) + (replaced ?? '{');
    at = replaced === undefined ? open + 1 : close + 1;
  }
}

export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

function withoutSuffix(path) {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}

/** The type of a job that names none: the base name of its command; behind an interpreter, that of the script. */
export function typeOf(words) {
  let at = 0;
  let name = programName(words[0]);
  while (LAUNCHERS.has(name)) {
    const next = scriptAt(words, at + 1);
    if (next < 0) {
      break;
    }
    at = next;
    name = programName(words[at]);
  }
  return [...name].slice(0, LONGEST_TYPE).join('');
}

/** Where the script stands that a launcher runs; -1: nowhere. */
export function scriptAt(words, from) {
  for (let i = from; i < words.length; i++) {
    const word = words[i];
    if (CODE.has(word)) {
      return -1;
    }
    const assignment = word.indexOf('=') > 0 && !word.includes('/');
    const amount = /^[0-9.]+[smhd]?$/.test(word);
    if (word && !word.startsWith('-') && !word.startsWith('{') && !assignment && !amount) {
      return i;
    }
  }
  return -1;
}

function programName(word) {
  const name = baseName(word.endsWith('/') ? word.slice(0, -1) : word);
  return name.trim() === '' || /[\x00-\x1f\x7f-\x9f]/.test(name) ? 'command' : name;
}

/** The same for the first program of a line for a shell; without one it is "shell". */
export function typeOfShellLine(line) {
  for (const words of shellCommands(line)) {
    const at = words.findIndex((word) => !KEYWORDS.has(word) && !/^[A-Za-z_]\w*\+?=/.test(word) && !/^[<>]/.test(word));
    const first = at < 0 ? '' : words[at];
    if (first && !NO_PROGRAMS.has(first) && !first.includes('$')) {
      return typeOf(words.slice(at));
    }
  }
  return 'shell';
}

/** The words of each simple command of a line, roughly: enough to see what it starts. */
function shellCommands(line) {
  const commands = [];
  let words = [];
  let word = '';
  let depth = 0;
  let quote = '';
  for (let i = 0; i <= line.length; i++) {
    const c = line[i] ?? '\n';
    let inside = i < line.length && (quote !== '' || depth > 0);
    if (quote) {
      quote = c === quote ? '' : quote;
    } else if (`'"\``.includes(c)) {
      quote = c;
    } else if (c === '(' && (depth > 0 || word.endsWith('$'))) {
      depth++;
      inside = true;
    } else if (c === ')' && depth > 0) {
      depth--;
    }
    const ends = !inside && ';|&()\n'.includes(c);
    if (!inside && (ends || /\s/.test(c) || c === '<' || c === '>')) {
      if (word) {
        words.push(word);
      }
      word = c === '<' || c === '>' ? c : '';
    } else if (c !== "'" && c !== '"') {
      word += c;
    }
    if (ends) {
      commands.push(words);
      words = [];
    }
  }
  return commands;
}

/** "10 min" as the command line writes it: 10m. */
export function spanText(text) {
  return text.replace(/\s+/g, '').toLowerCase().replace(/min$/, 'm');
}

/** Milliseconds of 500ms, 20s, 10m, 2h or 7d. */
export function spanOf(text) {
  const [, amount, unit] = /^([0-9]{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  if (!unit) {
    throw new Error(`'${text}' is not a time: write for example 20s, 10m, 2h or 7d.`);
  }
  return Number(amount) * SPANS[unit];
}

export function spanOfMs(ms) {
  const unit = ['d', 'h', 'm', 's', 'ms'].find((one) => ms % SPANS[one] === 0);
  return `${ms / SPANS[unit]}${unit}`;
}

/** "2 gb" as the command line writes it: 2GB. */
export function sizeText(text) {
  return text.replace(/\s+/g, '').toUpperCase().replace('IB', 'iB');
}

/** Bytes of 512M, 2G or 1.5GiB; the units are powers of 1024. */
export function sizeOf(text) {
  const [, amount, unit] = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)([KMGT]?)(?:i?B)?$/.exec(text) ?? [];
  if (amount === undefined) {
    throw new Error(`'${text}' is not a size: write for example 512M or 2G.`);
  }
  const bytes = Math.trunc(Number(amount) * (unit ? KILO ** (UNITS.indexOf(unit) + 1) : 1));
  if (bytes > 0 && bytes < SMALL && /^[0-9]+$/.test(text)) {
    throw new Error(`'${text}' would be bytes: write ${text}M (megabytes) or ${text}G (gigabytes).`);
  }
  if (bytes < LEAST_SIZE) {
    throw new Error(`'${text}' is less than any program needs: write for example 512M or 2G.`);
  }
  return bytes;
}

export function sizeOfBytes(bytes) {
  let unit = 3;
  while (unit >= 0 && bytes % KILO ** (unit + 1) !== 0) {
    unit--;
  }
  return unit < 0 ? String(bytes) : `${bytes / KILO ** (unit + 1)}${UNITS[unit]}`;
}

/** The one of these that was probably meant; undefined: none is near. */
export function nearest(word, known) {
  const distance = (a, b) => {
    let row = Array.from({length: b.length + 1}, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      }
      row = next;
    }
    return row.at(-1);
  };
  const near = known.map((one) => [distance(word, one), one]).sort(([a], [b]) => a - b)[0];
  return near && near[0] <= Math.max(1, word.length / 3) ? near[1] : undefined;
}

/** A short text that matches a simple regular expression: literals, classes, groups, alternatives and quantifiers. */

/** Maximum length of the text. */
const maxLength = 200;

/** Generates a text; undefined for patterns beyond the simple syntax. The caller must verify that it matches. */
export function samplePattern(pattern: string): string | undefined {
  const reader = { text: pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''), at: 0, depth: 0 };
  const made = readChoice(reader);
  return made === undefined || reader.at < reader.text.length || made.length > maxLength ? undefined : made;
}

interface Reader {
  text: string;
  at: number;
  depth: number;
}

/** Uses the first branch and skips the others. */
function readChoice(reader: Reader): string | undefined {
  const first = readSequence(reader);
  while (first !== undefined && reader.text[reader.at] === '|') {
    reader.at += 1;
    if (readSequence(reader) === undefined) return undefined;
  }
  return first;
}

function readSequence(reader: Reader): string | undefined {
  let made = '';
  while (reader.at < reader.text.length && !/[|)]/.test(reader.text[reader.at] ?? '')) {
    const one = readAtom(reader);
    if (one === undefined || made.length > maxLength) return undefined;
    made += one.repeat(readCount(reader));
  }
  return made;
}

function readAtom(reader: Reader): string | undefined {
  const sign = reader.text[reader.at] ?? '';
  reader.at += 1;
  if (sign === '(') return readGroup(reader);
  if (sign === '[') return readClass(reader);
  if (sign === '\\') return readEscape(reader);
  if (sign === '.') return 'a';
  return /[*+?{}^$\])]/.test(sign) ? undefined : sign;
}

function readGroup(reader: Reader): string | undefined {
  const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(reader.text.slice(reader.at));
  if (opening !== null) reader.at += opening[0].length;
  else if (reader.text[reader.at] === '?') return undefined;
  reader.depth += 1;
  const made = reader.depth > 20 ? undefined : readChoice(reader);
  reader.depth -= 1;
  if (made === undefined || reader.text[reader.at] !== ')') return undefined;
  reader.at += 1;
  return made;
}

function readClass(reader: Reader): string | undefined {
  const end = /^(?:\\.|[^\]\\])+(?=\])/.exec(reader.text.slice(reader.at))?.[0];
  if (end === undefined) return undefined;
  reader.at += end.length + 1;
  if (end.startsWith('^')) return ['a', '0', '-', '~'].find((sign) => !end.includes(sign) && !/\\/.test(end));
  return end.startsWith('\\') ? (classes[end[1] ?? ''] ?? end[1]) : end[0];
}

const classes: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };

function readEscape(reader: Reader): string | undefined {
  const sign = reader.text[reader.at] ?? '';
  reader.at += 1;
  if (/[bBkpPux1-9]/.test(sign) || sign === '') return undefined;
  return classes[sign] ?? { t: '\t', n: '\n', r: '\r' }[sign] ?? sign;
}

function readCount(reader: Reader): number {
  const found = /^(?:[*+?]|\{(\d{1,3})(?:,\d*)?\})\??/.exec(reader.text.slice(reader.at));
  if (found === null) return 1;
  reader.at += found[0].length;
  if (found[1] !== undefined) return Number(found[1]);
  return found[0].startsWith('+') ? 1 : 0;
}

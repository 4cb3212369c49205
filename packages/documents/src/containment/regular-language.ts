/**
 * Regular languages with intersection and complement, by derivatives (Brzozowski 1964): decides whether a text matches
 * some patterns and none of others, and finds the shortest one. The number of states is limited.
 */

/** Inclusive ranges of code points, sorted. */
export type Ranges = readonly (readonly [low: number, high: number])[];

/** A language; `key` identifies it up to simple rewriting. */
export interface Language {
  kind: 'none' | 'empty' | 'set' | 'cat' | 'alt' | 'and' | 'not' | 'repeat';
  key: string;
  nullable: boolean;
  ranges?: Ranges;
  parts?: readonly Language[];
  min?: number;
  max?: number;
}

/** Marks of the beginning and the end of a text, which anchors match. */
export const startMark = 0x11_0000;
export const endMark = 0x11_0001;
const highest = 0x10_ffff;

/** Nothing, and the empty text. */
export const none: Language = { kind: 'none', key: '∅', nullable: false };
export const empty: Language = { kind: 'empty', key: 'ε', nullable: true };

/** One character of a set. */
export function oneOf(ranges: Ranges): Language {
  if (ranges.length === 0) return none;
  const key = `[${ranges.map(([low, high]) => `${low.toString(36)}-${high.toString(36)}`).join()}]`;
  return { kind: 'set', key, nullable: false, ranges };
}

/** All code points except these. */
export function invert(ranges: Ranges): Ranges {
  const found: [number, number][] = [];
  let next = 0;
  for (const [low, high] of [...ranges].sort(([one], [other]) => one - other)) {
    if (low > next) found.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= highest) found.push([next, highest]);
  return found;
}

/** Any character and both marks. */
const anything = oneOf([[0, endMark]]);

/** One language after another. */
export function concat(parts: readonly Language[]): Language {
  const flat = parts
    .flatMap((part) => (part.kind === 'cat' ? (part.parts ?? []) : [part]))
    .filter(({ kind }) => kind !== 'empty');
  if (flat.some(({ kind }) => kind === 'none')) return none;
  if (flat.length < 2) return flat[0] ?? empty;
  const nullable = flat.every((part) => part.nullable);
  return { kind: 'cat', key: `(${flat.map(({ key }) => key).join('')})`, nullable, parts: flat };
}

/** Either of some languages. */
export function either(parts: readonly Language[]): Language {
  const flat = parts
    .flatMap((part) => (part.kind === 'alt' ? (part.parts ?? []) : [part]))
    .filter(({ kind }) => kind !== 'none');
  const distinct = distinctOf(flat);
  if (distinct.length < 2) return distinct[0] ?? none;
  const nullable = distinct.some((part) => part.nullable);
  return { kind: 'alt', key: `(${distinct.map(({ key }) => key).join('|')})`, nullable, parts: distinct };
}

/** All of some languages. */
export function both(parts: readonly Language[]): Language {
  const distinct = distinctOf(parts.flatMap((part) => (part.kind === 'and' ? (part.parts ?? []) : [part])));
  if (distinct.some(({ kind }) => kind === 'none')) return none;
  if (distinct.length === 1) return distinct[0] ?? none;
  const nullable = distinct.every((part) => part.nullable);
  return { kind: 'and', key: `(${distinct.map(({ key }) => key).join('&')})`, nullable, parts: distinct };
}

/** Every text that a language does not have. */
export function complement(part: Language): Language {
  if (part.kind === 'not') return part.parts?.[0] ?? none;
  return { kind: 'not', key: `¬${part.key}`, nullable: !part.nullable, parts: [part] };
}

/** A language repeated. */
export function repeat(part: Language, min: number, max: number): Language {
  if (max === 0 || part.kind === 'empty') return empty;
  if (part.kind === 'none') return min === 0 ? empty : none;
  if (min === 1 && max === 1) return part;
  return {
    kind: 'repeat',
    key: `${part.key}{${min},${max}}`,
    nullable: min === 0 || part.nullable,
    parts: [part],
    min,
    max,
  };
}

function distinctOf(parts: readonly Language[]): Language[] {
  const known = new Map(parts.map((part) => [part.key, part]));
  return [...known.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The texts that contain a match, between the marks. */
export function containing(part: Language): Language {
  const around = repeat(anything, 0, Number.POSITIVE_INFINITY);
  return concat([around, part, around]);
}

/** Exactly one text, between the marks. */
export function exactly(text: string): Language {
  const letters = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  return concat([startMark, ...letters, endMark].map((point) => oneOf([[point, point]])));
}

function derive(language: Language, point: number): Language {
  const { kind, parts = [], min = 0, max = 0 } = language;
  const [first = none] = parts;
  switch (kind) {
    case 'none':
    case 'empty':
      return none;
    case 'set':
      return (language.ranges ?? []).some(([low, high]) => low <= point && point <= high) ? empty : none;
    case 'alt':
      return either(parts.map((part) => derive(part, point)));
    case 'and':
      return both(parts.map((part) => derive(part, point)));
    case 'not':
      return complement(derive(first, point));
    case 'repeat':
      return concat([derive(first, point), repeat(first, Math.max(0, min - 1), max - 1)]);
    default: {
      const found: Language[] = [];
      for (const [at, part] of parts.entries()) {
        found.push(concat([derive(part, point), ...parts.slice(at + 1)]));
        if (!part.nullable) break;
      }
      return either(found);
    }
  }
}

/** Lengths of a text, in code points. */
export interface Lengths {
  min: number;
  max: number;
}

/** Most states that one search visits, and the most characters of their names. */
const limits = { states: 1_500, key: 4_000 };

/** Characters of a state's name that are derived for one step. */
const charactersPerStep = 100;

/**
 * The shortest text of a language in these lengths; `none` when there is no such text, undefined when the search takes
 * too many states or steps.
 */
export function findText(
  language: Language,
  { min, max }: Lengths,
  steps: { left: number },
): { text: string } | 'none' | undefined {
  const points = representatives(language);
  const start = derive(language, startMark);
  const queue: { state: Language; text: string; length: number }[] = [{ state: start, text: '', length: 0 }];
  const seen = new Set([`${start.key} 0`]);
  for (let at = 0; at < queue.length; at += 1) {
    const { state, text, length } = queue[at] as (typeof queue)[number];
    if (length >= min && derive(state, endMark).nullable) return { text };
    if (length >= max) continue;
    steps.left -= (points.length * (state.key.length + 20)) / charactersPerStep;
    if (steps.left < 0) return undefined;
    for (const point of points) {
      const next = derive(state, point);
      if (next.kind === 'none') continue;
      // The first visit is the shortest, so longer ones matter only until the least length is reached.
      const key = `${next.key} ${Math.min(length + 1, min)}`;
      if (seen.has(key)) continue;
      if (seen.size > limits.states || next.key.length > limits.key) return undefined;
      seen.add(key);
      queue.push({ state: next, text: text + String.fromCodePoint(point), length: length + 1 });
    }
  }
  return 'none';
}

/** One character for each set of characters that the language does not distinguish, readable ones first. */
function representatives(language: Language): number[] {
  const borders = new Set<number>([0]);
  const rest = [language];
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    for (const [low, high] of part.ranges ?? []) {
      borders.add(low);
      borders.add(high + 1);
    }
    rest.push(...(part.parts ?? []));
  }
  const sorted = [...borders].filter((point) => point <= highest).sort((one, other) => one - other);
  const points = sorted.map((low, at) => readable(low, (sorted[at + 1] ?? highest + 1) - 1));
  return points.filter((point) => point < 0xd800 || point > 0xdfff).sort((one, other) => rank(one) - rank(other));
}

/** Characters that are easy to read, by preference. */
const preferred = [...'a0A-_ .x'].map((letter) => letter.codePointAt(0) ?? 0);

function readable(low: number, high: number): number {
  const found = preferred.find((point) => low <= point && point <= high);
  if (found !== undefined) return found;
  if (low < 0x21 && high >= 0x21) return 0x21;
  return low >= 0xd800 && low <= 0xdfff && high > 0xdfff ? 0xe000 : low;
}

function rank(point: number): number {
  const at = preferred.indexOf(point);
  if (at >= 0) return at;
  return point > 0x20 && point < 0x7f ? 100 + point : 1_000 + point;
}

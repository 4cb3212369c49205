/** The values in an instruction: days, numbers, sums of money, durations, codes, addresses, names, quoted texts. */
import type { Moment, Today } from './moments.js';
import { readMoment, unitDays } from './moments.js';
import { readNumber } from './numbers.js';
import type { Token } from './tokens.js';
import { plainNumber } from './tokens.js';

/** A value by its kind. */
export type MentionValue =
  | { kind: 'moment'; moment: Moment }
  | { kind: 'number'; value: number }
  | { kind: 'money'; value: number; currency: string | undefined }
  | { kind: 'span'; value: number; unit: SpanUnit }
  | { kind: TextKind; text: string };

/** Values that are taken as they are written; an acronym is a short word in capitals, such as `MAD`. */
export type TextKind = 'code' | 'email' | 'link' | 'quoted' | 'name' | 'postcode' | 'phone' | 'handle' | 'acronym';

type SpanUnit = 'day' | 'week' | 'month' | 'year' | 'hour' | 'minute' | 'second';

/** A value with its tokens: from `start` up to, but not including, `end`. */
export type Mention = MentionValue & { start: number; end: number };

const currencies: Readonly<Record<string, string>> = {
  '£': 'GBP',
  $: 'USD',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  gbp: 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  chf: 'CHF',
  francs: 'CHF',
  jpy: 'JPY',
  yen: 'JPY',
};
const spanUnits: Readonly<Record<string, SpanUnit>> = {
  day: 'day',
  days: 'day',
  night: 'day',
  nights: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  hour: 'hour',
  hours: 'hour',
  minute: 'minute',
  minutes: 'minute',
  mins: 'minute',
  min: 'minute',
  second: 'second',
  seconds: 'second',
  year: 'year',
  years: 'year',
};
const betweenNumberAndUnit: ReadonlySet<string> = new Set([
  'more',
  'further',
  'extra',
  'additional',
  'whole',
  'full',
  'other',
]);
/** Capitalized words that are not names. */
const neverNames: ReadonlySet<string> = new Set(['i', "i'm", "i'd", "i'll", "i've", 'please']);

/** Maximum number of values taken from one instruction. */
const maxMentions = 40;

/** Every value of an instruction, in order, without overlaps. */
export function findMentions(tokens: readonly Token[], today: Today): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length && mentions.length < maxMentions; ) {
    const found = mentionAt(tokens, at, today);
    if (found === undefined) at += 1;
    else {
      mentions.push({ ...found.value, start: at, end: at + found.length });
      at += found.length;
    }
  }
  return mentions;
}

interface Found {
  value: MentionValue;
  length: number;
}

function mentionAt(tokens: readonly Token[], at: number, today: Today): Found | undefined {
  return (
    readPlain(tokens[at]) ??
    readPostcode(tokens, at) ??
    readLongSpan(tokens, at) ??
    readSharedMonth(tokens, at, today) ??
    readDayOrTime(tokens, at, today) ??
    readQuantity(tokens, at) ??
    readCode(tokens[at]) ??
    readName(tokens, at) ??
    readAcronym(tokens[at])
  );
}

function readPlain(token: Token | undefined): Found | undefined {
  if (token === undefined) return undefined;
  const { kind, text } = token;
  if (kind === 'email' || kind === 'link' || kind === 'quoted' || kind === 'phone' || kind === 'handle')
    return { value: { kind, text }, length: 1 };
  if (kind !== 'money') return undefined;
  return { value: { kind: 'money', value: plainNumber(text), currency: currencies[text.slice(0, 1)] }, length: 1 };
}

/** Two codes in a row such as `LS1 4AP`. */
function readPostcode(tokens: readonly Token[], at: number): Found | undefined {
  const [first, second] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (!/^[A-Z]{1,2}\d[A-Z\d]?$/i.test(first) || !/^\d[A-Z]{2}$/i.test(second)) return undefined;
  return { value: { kind: 'postcode', text: `${first} ${second}` }, length: 2 };
}

function readCode(token: Token | undefined): Found | undefined {
  return token?.kind === 'code' ? { value: { kind: 'code', text: token.text }, length: 1 } : undefined;
}

/** "in 3 days" is a day and not a duration, so the word before it decides. */
function readSpan(tokens: readonly Token[], at: number): Found | undefined {
  if (tokens[at - 1]?.lower === 'in') return undefined;
  const article = ['a', 'an', 'one'].includes(tokens[at]?.lower ?? '');
  const number = article ? { value: 1, length: 1 } : readNumber(tokens, at);
  if (number === undefined) return undefined;
  const between = betweenNumberAndUnit.has(tokens[at + number.length]?.lower ?? '') ? 1 : 0;
  const word = tokens[at + number.length + between]?.lower ?? '';
  const unit = Object.hasOwn(spanUnits, word) ? spanUnits[word] : undefined;
  if (unit === undefined) return undefined;
  return { value: { kind: 'span', value: number.value, unit }, length: number.length + between + 1 };
}

/** "1 hour and 20 minutes", "an hour and a half", "half an hour". */
function readLongSpan(tokens: readonly Token[], at: number): Found | undefined {
  const word = (offset: number) => tokens[at + offset]?.lower ?? '';
  if (word(0) === 'half' && word(1) === 'an' && word(2) === 'hour')
    return { value: { kind: 'span', value: 30, unit: 'minute' }, length: 3 };
  const first = readSpan(tokens, at);
  if (first?.value.kind !== 'span') return first;
  const { value, unit } = first.value;
  const joined = word(first.length) === 'and' ? 1 : 0;
  const after = first.length + joined;
  if (joined === 1 && word(after) === 'a' && word(after + 1) === 'half') {
    const whole = unit === 'hour' ? { value: 60 * value + 30, unit: 'minute' as const } : { value: value + 0.5, unit };
    return { value: { kind: 'span', ...whole }, length: after + 2 };
  }
  const second = readSpan(tokens, at + after);
  if (second?.value.kind !== 'span') return first;
  const added = spanIn(second.value.unit, first.value);
  if (added === undefined || second.value.unit === unit) return first;
  const sum = { value: added + second.value.value, unit: second.value.unit };
  return { value: { kind: 'span', ...sum }, length: after + second.length };
}

/** "3 to 9 August": the first day has the month of the second. */
function readSharedMonth(tokens: readonly Token[], at: number, today: Today): Found | undefined {
  const token = tokens[at];
  if (token?.kind !== 'number' && token?.kind !== 'ordinal') return undefined;
  if (!['to', 'until', 'till', 'and', '-'].includes(tokens[at + 1]?.lower ?? '')) return undefined;
  const end = readMoment(tokens, at + 2, today)?.moment.day;
  const date = Number.parseInt(token.text, 10);
  const numbered = tokens[at + 2]?.kind === 'number' || tokens[at + 2]?.kind === 'ordinal';
  if (end === undefined || !numbered || date < 1 || date >= Number(end.slice(8))) return undefined;
  const day = `${end.slice(0, 8)}${String(date).padStart(2, '0')}`;
  return { value: { kind: 'moment', moment: { day, yearless: true } }, length: 1 };
}

function readAcronym(token: Token | undefined): Found | undefined {
  if (token?.kind !== 'word' || !/^\p{Lu}{2,6}$/u.test(token.text)) return undefined;
  return { value: { kind: 'acronym', text: token.text }, length: 1 };
}

function readDayOrTime(tokens: readonly Token[], at: number, today: Today): Found | undefined {
  const said = readMoment(tokens, at, today);
  return said === undefined ? undefined : { value: { kind: 'moment', moment: said.moment }, length: said.length };
}

function readQuantity(tokens: readonly Token[], at: number): Found | undefined {
  const number = readNumber(tokens, at);
  if (number === undefined) return undefined;
  const next = tokens[at + number.length]?.lower ?? '';
  if (Object.hasOwn(currencies, next)) {
    return { value: { kind: 'money', value: number.value, currency: currencies[next] }, length: number.length + 1 };
  }
  return { value: { kind: 'number', value: number.value }, length: number.length };
}

/** Consecutive capitalized words, except the first word of the instruction. */
function readName(tokens: readonly Token[], at: number): Found | undefined {
  let end = at;
  while (isNamePart(tokens[end])) end += 1;
  const parts = tokens.slice(at, end);
  if (parts.length === 0 || at === 0 || tokens[at - 1]?.lower === '.') return undefined;
  return { value: { kind: 'name', text: parts.map(({ text }) => text).join(' ') }, length: parts.length };
}

function isNamePart(token: Token | undefined): boolean {
  if (token?.kind !== 'word' || neverNames.has(token.lower)) return false;
  return /^\p{Lu}/u.test(token.text) && !/^\p{Lu}{2,}$/u.test(token.text);
}

/** A duration in the unit that a parameter uses; undefined when the units are incompatible. */
export function spanIn(unit: string, { value, unit: said }: { value: number; unit: string }): number | undefined {
  const days = unitDays(said);
  if (unit === 'day' && days !== undefined) return value * days;
  if (unit === 'minute' && said === 'hour') return value * 60;
  if (unit === 'second' && said === 'minute') return value * 60;
  if (unit === 'second' && said === 'hour') return value * 3_600;
  if (unit === 'hour' && said === 'minute') return value % 60 === 0 ? value / 60 : undefined;
  if (unit === 'month' && said === 'year') return value * 12;
  if (unit === 'week' && said === 'day') return value % 7 === 0 ? value / 7 : undefined;
  return unit === said ? value : undefined;
}

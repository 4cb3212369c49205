/**
 * Days and times in natural language: "next Tuesday at 7pm", "the day after tomorrow", "2 December", "in three weeks".
 * Nothing is invented: "at 7" stays ambiguous between morning and evening until a word decides.
 */
import { readNumber } from './numbers.js';
import type { Token } from './tokens.js';

/** A day, a time, or both. */
export interface Moment {
  /** `YYYY-MM-DD`; absent when only a time was given. */
  day?: string;
  /** `HH:MM`, 24 hours; absent when no time was given, or when morning or evening is ambiguous. */
  time?: string;
  /** An hour given without morning or evening. */
  openHour?: number;
  /** True when the year was not given and the next such day is assumed. */
  yearless?: boolean;
  /** A complete moment with its own offset, as written. */
  exact?: string;
}

/** A moment with its tokens. */
export interface SaidMoment {
  moment: Moment;
  length: number;
}

/** The current day in the user's time zone: `YYYY-MM-DD`. */
export type Today = string;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const dayParts: Readonly<Record<string, 'morning' | 'evening'>> = {
  morning: 'morning',
  breakfast: 'morning',
  dawn: 'morning',
  afternoon: 'evening',
  evening: 'evening',
  night: 'evening',
  tonight: 'evening',
  dinner: 'evening',
  supper: 'evening',
  lunch: 'evening',
};
const dayMs = 86_400_000;

/** The moment that starts at this index: a day, a time, or both in either order. */
export function readMoment(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  const first = readDay(tokens, at, today) ?? readTime(tokens, at);
  if (first === undefined) return undefined;
  const after = at + first.length;
  const second =
    first.moment.day === undefined
      ? readDay(tokens, skip(tokens, after), today)
      : readTime(tokens, skip(tokens, after));
  const joined = second === undefined ? first : join(first, second, skip(tokens, after) - after);
  return settleHour(tokens, at, joined);
}

function join(first: SaidMoment, second: SaidMoment, between: number): SaidMoment {
  return { moment: { ...first.moment, ...second.moment }, length: first.length + between + second.length };
}

/** Skips words that may occur between a day and its time. */
function skip(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.lower;
  return word === ',' || word === 'on' ? at + 1 : at;
}

/** "7 in the evening", "tonight at 7": the part of the day resolves an ambiguous hour. */
function settleHour(tokens: readonly Token[], at: number, said: SaidMoment): SaidMoment {
  const { openHour, ...rest } = said.moment;
  if (openHour === undefined) return said;
  const following = tokens.slice(at + said.length, at + said.length + 3).map(({ lower }) => lower);
  const within = tokens.slice(Math.max(0, at - 3), at + said.length).map(({ lower }) => lower);
  const length = following.findIndex((word) => Object.hasOwn(dayParts, word)) + 1;
  const word =
    length > 0 && (following[0] === 'in' || following[0] === 'at')
      ? following[length - 1]
      : within.find((each) => Object.hasOwn(dayParts, each));
  if (word === undefined) return said;
  const hour = dayParts[word] === 'evening' ? (openHour % 12) + 12 : openHour % 12;
  return { moment: { ...rest, time: clock(hour, 0) }, length: said.length + (following.includes(word) ? length : 0) };
}

function readDay(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === 'date') return readWritten(token.text);
  return (
    readNear(tokens, at, today) ??
    readWeekday(tokens, at, today) ??
    readDistance(tokens, at, today) ??
    readCalendarDay(tokens, at, today)
  );
}

function readWritten(text: string): SaidMoment | undefined {
  const [day = '', time] = text.split('T');
  if (!isDay(day)) return undefined;
  return {
    moment:
      time === undefined ? { day } : { day, time: time.slice(0, 5), ...(/[Z+-]/.test(time) ? { exact: text } : {}) },
    length: 1,
  };
}

function readNear(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  const words = [0, 1, 2, 3].map((offset) => tokens[at + offset]?.lower);
  const start = words[0] === 'the' ? 1 : 0;
  if (words[start] === 'day' && words[start + 1] === 'after' && words[start + 2] === 'tomorrow') {
    return { moment: { day: shift(today, 2) }, length: start + 3 };
  }
  if (words[0] === 'tomorrow') return { moment: { day: shift(today, 1) }, length: 1 };
  if (words[0] === 'today' || words[0] === 'tonight') return { moment: { day: today }, length: 1 };
  if (words[0] === 'yesterday') return { moment: { day: shift(today, -1) }, length: 1 };
  return undefined;
}

/** "Friday" and "this Friday" mean the coming one; "next Friday" is that of the next week (weeks start on Monday). */
function readWeekday(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  const first = tokens[at]?.lower ?? '';
  const qualified = first === 'next' || first === 'this' || first === 'coming';
  const wanted = weekdays.indexOf(tokens[qualified ? at + 1 : at]?.lower ?? '');
  if (wanted === -1) return undefined;
  const now = weekdayOf(today);
  const ahead = first === 'next' ? 7 - ((now + 6) % 7) + ((wanted + 6) % 7) : (wanted - now + 7) % 7 || 7;
  return { moment: { day: shift(today, ahead) }, length: qualified ? 2 : 1 };
}

/** "in three days", "in a week". */
function readDistance(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  if (tokens[at]?.lower !== 'in') return undefined;
  const article = ['a', 'an'].includes(tokens[at + 1]?.lower ?? '');
  const number = article ? { value: 1, length: 1 } : readNumber(tokens, at + 1);
  const days = number === undefined ? undefined : unitDays(tokens[at + 1 + number.length]?.lower ?? '');
  if (number === undefined || days === undefined) return undefined;
  return { moment: { day: shift(today, number.value * days) }, length: number.length + 2 };
}

/** Days of a unit of time: "weeks" → 7; undefined for other units. */
export function unitDays(word: string): number | undefined {
  return { day: 1, days: 1, night: 1, nights: 1, week: 7, weeks: 7, fortnight: 14 }[word];
}

/** "2 December", "December 2nd", "the 3rd of May 2027". */
function readCalendarDay(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  const start = tokens[at]?.lower === 'the' ? at + 1 : at;
  const monthFirst = months.indexOf(tokens[start]?.lower ?? '');
  const dayAt = monthFirst === -1 ? start : start + 1;
  const date = dayNumber(tokens[dayAt]);
  if (date === undefined) return undefined;
  const ofAt = tokens[dayAt + 1]?.lower === 'of' ? dayAt + 2 : dayAt + 1;
  const month = monthFirst === -1 ? months.indexOf(tokens[ofAt]?.lower ?? '') : monthFirst;
  if (month === -1) return readBareOrdinal(tokens, at, today);
  const end = monthFirst === -1 ? ofAt + 1 : dayAt + 1;
  const year = /^\d{4}$/.test(tokens[end]?.text ?? '') ? Number(tokens[end]?.text) : undefined;
  const day = year === undefined ? nextDay(month, date, today) : written(year, month, date);
  if (!isDay(day)) return undefined;
  return {
    moment: { day, ...(year === undefined ? { yearless: true } : {}) },
    length: end - at + (year === undefined ? 0 : 1),
  };
}

/** "the 20th": the next such day; not "the 2nd floor". */
function readBareOrdinal(tokens: readonly Token[], at: number, today: Today): SaidMoment | undefined {
  const [article, ordinal, next] = tokens.slice(at, at + 3);
  if (article?.lower !== 'the' || ordinal?.kind !== 'ordinal') return undefined;
  const ends =
    next === undefined ||
    next.kind === 'mark' ||
    /^(?:at|in|for|with|to|and|from|by|or|until|please)$/.test(next.lower);
  const date = dayNumber(ordinal);
  if (!ends || date === undefined) return undefined;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const coming = [0, 1, 2].map((ahead) => written(year + Math.floor((month + ahead) / 12), (month + ahead) % 12, date));
  const day = coming.find((each) => isDay(each) && each >= today);
  return day === undefined ? undefined : { moment: { day }, length: 2 };
}

function dayNumber(token: Token | undefined): number | undefined {
  if (token?.kind !== 'number' && token?.kind !== 'ordinal') return undefined;
  const value = Number.parseInt(token.text, 10);
  return value >= 1 && value <= 31 ? value : undefined;
}

function nextDay(month: number, date: number, today: Today): string {
  const year = Number(today.slice(0, 4));
  const here = written(year, month, date);
  return here >= today ? here : written(year + 1, month, date);
}

/** The same day of the previous year. */
export function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
}

/** "at 7", "at noon", "7pm", "19:30". */
function readTime(tokens: readonly Token[], at: number): SaidMoment | undefined {
  const led = ['at', 'by', 'around'].includes(tokens[at]?.lower ?? '');
  const token = tokens[led ? at + 1 : at];
  const length = led ? 2 : 1;
  if (token === undefined) return undefined;
  if (token.lower === 'noon' || token.lower === 'midday') return { moment: { time: '12:00' }, length };
  if (token.lower === 'midnight') return { moment: { time: '00:00' }, length };
  if (token.kind === 'time') return readClock(token.lower, length);
  // "by ten days" and "around 20 people" are counts; only "at" introduces a bare hour.
  if (tokens[at]?.lower !== 'at') return undefined;
  const hour = token.kind === 'number' ? Number(token.text) : readNumber(tokens, at + 1)?.value;
  if (hour === undefined || !Number.isInteger(hour) || hour < 1 || hour > 23) return undefined;
  const oclock = tokens[at + 2]?.lower === "o'clock" ? 1 : 0;
  return hour > 12
    ? { moment: { time: clock(hour, 0) }, length: 2 + oclock }
    : { moment: { openHour: hour }, length: 2 + oclock };
}

function readClock(text: string, length: number): SaidMoment | undefined {
  const [, hours = '', minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))?\s?([ap])?/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || hour > (half === undefined ? 23 : 12)) return undefined;
  if (half === undefined) return { moment: { time: clock(hour, minute) }, length };
  return { moment: { time: clock((hour % 12) + (half === 'p' ? 12 : 0), minute) }, length };
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function written(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

function isDay(day: string): boolean {
  const parsed = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

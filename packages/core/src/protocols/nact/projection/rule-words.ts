/** Rules of a JSON Schema in words, for descriptions: N-ACT has no members for most of them. */
import { findOtherRule, shorten } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';

const maxValueLength = 120;

const phrases: Readonly<Record<string, (value: string) => string>> = {
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  pattern: (value) => `matching ${value}`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  minProperties: (value) => `at least ${value} members`,
  maxProperties: (value) => `at most ${value} members`,
  uniqueItems: () => 'no item twice',
};

/** Examples of the formats that the gateway checks. */
const formats: Readonly<Record<string, string>> = {
  date: 'date such as 2026-01-31',
  'date-time': 'date-time such as 2026-01-31T09:30:00Z',
};

/** The rules of a schema other than the known keywords, one phrase for each. */
export function ruleWords(schema: JsonObject, known: readonly string[]): string[] {
  const said: string[] = [];
  for (let rest = schema; ; ) {
    const keyword = findOtherRule(rest, known);
    if (keyword === undefined) return said;
    const { [keyword]: value, ...others } = rest;
    rest = others;
    if (isIdle(keyword, value)) continue;
    const phrase = phrases[keyword];
    const text = shorten(typeof value === 'string' ? value : JSON.stringify(value), maxValueLength);
    said.push(phrase === undefined ? `${keyword}: ${text}` : phrase(text));
  }
}

/** The format of a text in words; undefined without one. */
export function formatWords({ format }: JsonObject): string | undefined {
  if (typeof format !== 'string' || !/^[\w-]{1,40}$/.test(format)) return undefined;
  return Object.hasOwn(formats, format) ? formats[format] : format;
}

/** Keywords whose value restricts nothing. */
function isIdle(keyword: string, value: JsonValue | undefined): boolean {
  if (value === false) return keyword === 'uniqueItems' || keyword.startsWith('exclusive');
  return value === 0 && (keyword === 'minLength' || keyword === 'minItems' || keyword === 'minProperties');
}

/** What each keyword takes, as the 2020-12 meta-schema says; the answer is the phrase after "must be". */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { KeywordForm } from './keywords.js';

/** Says what the value ought to be; undefined when it is that. Forms that hold subschemas look at the outside only. */
export function expectedInstead(form: KeywordForm, value: JsonValue): string | undefined {
  return expectations[form](value);
}

type Expectation = (value: JsonValue) => string | undefined;

function unless(holds: boolean, phrase: string): string | undefined {
  return holds ? undefined : phrase;
}

const isText: Expectation = (value) => unless(typeof value === 'string', 'a string');
const isObject: Expectation = (value) => unless(isJsonObject(value), 'an object');

const expectations: Readonly<Record<KeywordForm, Expectation>> = {
  // A subschema says for itself what is wrong with it.
  schema: () => undefined,
  items: () => undefined,
  anything: () => undefined,
  // Whether a name is a type at all is a finding of its own.
  type: (value) => (Array.isArray(value) ? uniqueList(value, 'types') : undefined),
  schemas: (value) => unless(Array.isArray(value) && value.length > 0, 'an array of schemas, not empty'),
  'schema-map': isObject,
  'pattern-map': isObject,
  dependencies: isObject,
  enum: (value) => unless(Array.isArray(value), 'an array'),
  array: (value) => unless(Array.isArray(value), 'an array'),
  pattern: isText,
  string: isText,
  identifier: isText,
  reference: isText,
  dialect: isText,
  anchor: (value) =>
    unless(
      typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
      'a name of letters, digits, "-", "_" and "."',
    ),
  boolean: (value) => unless(typeof value === 'boolean', 'true or false'),
  number: (value) => unless(typeof value === 'number', 'a number'),
  bound: (value) => unless(typeof value === 'number', 'a number'),
  positive: (value) => unless(typeof value === 'number' && value > 0, 'a number above 0'),
  count: (value) => unless(Number.isInteger(value) && Number(value) >= 0, 'a whole number, 0 or more'),
  strings: listOfStrings,
  'string-lists': (value) =>
    unless(
      isJsonObject(value) && Object.values(value).every((list) => listOfStrings(list) === undefined),
      'an object of arrays of strings',
    ),
};

/** The phrase for what is not an array of different strings. */
export function listOfStrings(value: JsonValue): string | undefined {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) return 'an array of strings';
  return unless(new Set(value).size === value.length, 'an array of strings without repetition');
}

function uniqueList(value: JsonValue[], what: string): string | undefined {
  if (value.length === 0) return `an array of ${what}, not empty`;
  return unless(new Set(value).size === value.length, `an array of ${what} without repetition`);
}

/** The value that each keyword requires according to the 2020-12 meta-schema, as the phrase after "must be". */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { KeywordForm } from './keywords.js';

/**
 * The expected value as a phrase; undefined when the value is valid. For forms that contain subschemas, only the outer
 * value is checked.
 */
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
  // A subschema reports its own problems.
  schema: () => undefined,
  items: () => undefined,
  anything: () => undefined,
  // An unknown type name is a separate finding.
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

/** The phrase for a value that is not an array of unique strings. */
export function listOfStrings(value: JsonValue): string | undefined {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) return 'an array of strings';
  return unless(new Set(value).size === value.length, 'an array of strings without repetition');
}

function uniqueList(value: JsonValue[], what: string): string | undefined {
  if (value.length === 0) return `an array of ${what}, not empty`;
  return unless(new Set(value).size === value.length, `an array of ${what} without repetition`);
}

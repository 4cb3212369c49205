/** Rules of a JSON Schema in words, for model APIs that do not accept their keywords. */
import type { JsonValue } from '../json.js';
import { isJsonObject } from '../json.js';

/** Maximum length of a value that is quoted. */
const longestQuote = 200;

/** Maximum number of values that are listed. */
const mostListed = 40;

/** The value as JSON, shortened. */
export function quote(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote - 1)}…`;
}

/** Values separated by commas, shortened. */
export function listValues(values: readonly JsonValue[]): string {
  const more = values.length > mostListed ? ` and ${values.length - mostListed} more` : '';
  return `${values.slice(0, mostListed).map(quote).join(', ')}${more}`;
}

/** Names in backticks, joined by `and`. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ');
}

const sentences: Readonly<Record<string, (value: JsonValue) => string | undefined>> = {
  enum: (value) => (Array.isArray(value) ? `One of: ${listValues(value)}.` : undefined),
  const: (value) => `Always ${quote(value)}.`,
  format: (value) => `Format: ${quote(value)}.`,
  pattern: (value) => `Pattern: ${quote(value)}`,
  minLength: (value) => `At least ${quote(value)} characters.`,
  maxLength: (value) => `At most ${quote(value)} characters.`,
  minItems: (value) => `At least ${quote(value)} items.`,
  maxItems: (value) => `At most ${quote(value)} items.`,
  uniqueItems: (value) => (value === true ? 'No duplicates.' : undefined),
  minimum: (value) => `At least ${quote(value)}.`,
  maximum: (value) => `At most ${quote(value)}.`,
  exclusiveMinimum: (value) => `Greater than ${quote(value)}.`,
  exclusiveMaximum: (value) => `Less than ${quote(value)}.`,
  multipleOf: (value) => `A multiple of ${quote(value)}.`,
  minProperties: (value) => `At least ${quote(value)} members.`,
  maxProperties: (value) => `At most ${quote(value)} members.`,
  default: (value) => `Default: ${quote(value)}.`,
  not: (value) => `Not allowed: ${quote(value)}.`,
  if: (value) => `Condition: ${quote(value)}`,
  // biome-ignore lint/suspicious/noThenProperty: the keyword has this name
  then: (value) => `if it holds: ${quote(value)}`,
  else: (value) => `otherwise: ${quote(value)}.`,
  contains: (value) => `Contains an item of the form ${quote(value)}.`,
  prefixItems: (value) => `The first items have the forms ${quote(value)}.`,
  propertyNames: (value) => `Member names have the form ${quote(value)}.`,
  patternProperties: (value) => `Members by the pattern of their names: ${quote(value)}.`,
  additionalProperties: (value) => (value === false ? 'No other members.' : `Other members: ${quote(value)}.`),
  dependentRequired: (value) =>
    isJsonObject(value)
      ? Object.entries(value)
          .flatMap(([name, needs]) =>
            Array.isArray(needs) ? [`\`${name}\` requires ${joinNames(needs.map(String))}.`] : [],
          )
          .join(' ')
      : undefined,
  anyOf: (value) => `Also at least one of: ${quote(value)}.`,
  oneOf: (value) => `Also exactly one of: ${quote(value)}.`,
  required: (value) => (Array.isArray(value) ? `Requires ${joinNames(value.map(String))}.` : undefined),
  dependentSchemas: (value) => `Members that depend on others: ${quote(value)}.`,
};

/** A rule as a sentence; undefined for a keyword that restricts nothing. */
export function describeRule(keyword: string, value: JsonValue): string | undefined {
  return Object.hasOwn(sentences, keyword) ? sentences[keyword]?.(value) : undefined;
}

/** A text with sentences after it. */
export function addSentences(text: string, sentencesAfter: readonly string[]): string {
  if (sentencesAfter.length === 0) return text;
  const start = text === '' || /[.!?:)…]$/.test(text) ? text : `${text}.`;
  return [start, ...sentencesAfter].filter((each) => each !== '').join(' ');
}

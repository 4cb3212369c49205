/** Plain words for what the official schemas demand of a value. */
import type { JsonValue } from '@dragoman/model';

const typePhrases: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

const patternPhrases: ReadonlyMap<string, string> = new Map([
  ['^/', 'must begin with "/"'],
  ['^\\/', 'must begin with "/"'],
  ['^[^{}/ :\\\\]+(?::\\d+)?$', 'must be a host name with an optional port, without a scheme or a path'],
  ['^[a-zA-Z0-9\\.\\-_]+$', 'may have only letters, digits, ".", "-" and "_"'],
  ['^[a-zA-Z0-9._-]+$', 'may have only letters, digits, ".", "-" and "_"'],
  ['^[^{}]+$', 'must not have braces'],
  ['^[^#]*$', 'must not have a fragment'],
  ["^[0-9A-Za-z!#$%&'*+.^_`|~-]+$", 'must be a token of HTTP: no spaces, no separators'],
  ['^[Bb][Ee][Aa][Rr][Ee][Rr]$', 'must be "bearer"'],
]);

const formatPhrases: Readonly<Record<string, string>> = {
  uri: 'must be a URL',
  'uri-reference': 'must be a URL',
  email: 'must be an email address',
  regex: 'must be a regular expression',
  'media-range': 'must be a media type',
};

/** "must be a string or a number". */
export function typePhrase(types: readonly string[]): string {
  return `must be ${types.map((type) => typePhrases[type] ?? type).join(' or ')}`;
}

/** What a pattern demands. */
export function patternPhrase(pattern: string): string {
  return patternPhrases.get(pattern) ?? `must match ${pattern}`;
}

/** What a format demands. */
export function formatPhrase(format: string): string {
  return formatPhrases[format] ?? `must be a ${format}`;
}

/** A plain value as it is; an object or list by its kind, since its texts change without making a difference. */
export function quoteValue(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** "must be one of "header", "query", not "cookie"". */
export function enumPhrase(allowed: readonly JsonValue[], value: JsonValue): string {
  const list = [...new Set(allowed.map((each) => JSON.stringify(each)))];
  const choice = list.length === 1 ? `must be ${list[0]}` : `must be one of ${list.join(', ')}`;
  const given = quoteValue(value);
  return given.length > 60 ? choice : `${choice}, not ${given}`;
}

/** "cannot be used together: "schema", "content"". */
export function togetherPhrase(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 1 ? `must not have ${quoted[0]}` : `must not have ${quoted.join(' and ')} together`;
}

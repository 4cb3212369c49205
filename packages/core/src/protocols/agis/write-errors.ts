/** Converts errors of an operation to named conditions (§7): unique, specific names in snake_case. */

import { agisExtra, defined, genericErrors, ownMembers } from '@dragoman/agis';
import type { JsonValue, Operation } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { draftErrors } from './drafting/draft-errors.js';
import { nounOf } from './drafting/draft-text.js';

/** Default names by status. */
const statusNames: Readonly<Record<number, string>> = {
  400: 'request_invalid',
  401: 'credential_missing',
  403: 'not_allowed',
  404: 'not_found',
  405: 'call_not_supported',
  409: 'conflict',
  410: 'gone',
  412: 'changed_meanwhile',
  413: 'too_large',
  422: 'request_not_processable',
  429: 'too_many_requests',
};

/** The errors with their original and new names. */
export interface WrittenErrors {
  errors: JsonValue[];
  renamed: { from: string; to: string }[];
  /** True when the description names none, and those that it implies were drafted. */
  drafted: boolean;
}

/** Writes the errors of an endpoint; errors imported from AGIS are unchanged. */
export function writeErrors(operation: Operation, path: string): WrittenErrors {
  const { errors, extra, verb } = operation;
  const kept = agisExtra(extra).errors;
  if (Array.isArray(kept)) return { errors: kept, renamed: [], drafted: false };
  if (errors.length === 0 && verb === undefined) {
    const drafts = draftErrors(operation, path);
    return { errors: drafts, renamed: [], drafted: drafts.length > 0 };
  }
  const taken = new Set<string>();
  const renamed: WrittenErrors['renamed'] = [];
  const written = errors.flatMap(({ code, description, status }): JsonValue[] => {
    const name = verb === undefined ? specificName(code, status, path) : code;
    if (taken.has(name)) return [];
    taken.add(name);
    if (name !== code) renamed.push({ from: code, to: name });
    if (description === undefined && status === undefined) return [name];
    return [defined({ name, description, [ownMembers.status]: status })];
  });
  return { errors: written, renamed, drafted: false };
}

/** `404` or `error` becomes `reservation_not_found`; a specific name is kept. */
function specificName(code: string, status: number | undefined, path: string): string {
  const plain = toSnakeCase(code, 'error');
  const number = status ?? Number(/^(?:error_|http_|status_)?([45]\d\d)$/.exec(plain)?.[1]);
  const isBare = genericErrors.has(plain) || /^(?:error_|http_|status_)?\d{3}$/.test(plain);
  if (!isBare) return plain;
  const noun = toSnakeCase(nounOf(path), 'request');
  const known = statusNames[number];
  if (known !== undefined) return `${noun}_${known}`;
  return number >= 500 ? `${noun}_service_unavailable` : `${noun}_request_refused`;
}

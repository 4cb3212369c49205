/** Validates that a response is an object with the required members. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { Incoming } from './transport.js';

/** Required members. */
export type NeededMembers = Readonly<Record<string, 'string' | 'list'>>;

/** The body, when it is an object with these members; `what` names it in the error. */
export function objectWith<T>({ body, status }: Incoming, what: string, needed: NeededMembers): T {
  const has = ([name, kind]: [string, 'string' | 'list']) =>
    isJsonObject(body) && (kind === 'list' ? Array.isArray(body[name]) : typeof body[name] === 'string');
  if (Object.entries(needed).every(has) && isJsonObject(body)) return body as unknown as T;
  const members = Object.keys(needed).join(', ');
  throw clientError('INVALID_RESPONSE', {
    message: `The response is not a ${what}: it must be an object${members === '' ? '' : ` with ${members}`}.`,
    status,
  });
}

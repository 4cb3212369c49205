/** What an answer must be before anybody works with it: an object that has the members which are relied on. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { Incoming } from './transport.js';

/** Members that are relied on. */
export type NeededMembers = Readonly<Record<string, 'string' | 'list'>>;

/** The body, when it is an object with these members; `what` names it in the refusal. */
export function objectWith<T>({ body, status }: Incoming, what: string, needed: NeededMembers): T {
  const has = ([name, kind]: [string, 'string' | 'list']) =>
    isJsonObject(body) && (kind === 'list' ? Array.isArray(body[name]) : typeof body[name] === 'string');
  if (Object.entries(needed).every(has) && isJsonObject(body)) return body as unknown as T;
  const members = Object.keys(needed).join(', ');
  throw clientError('INVALID_RESPONSE', {
    message: `The answer is no ${what}: it must be an object${members === '' ? '' : ` with ${members}`}.`,
    status,
  });
}

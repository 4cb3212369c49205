/**
 * Identifies the caller from a request's headers. An invalid credential is rejected, never ignored (aidip.md GAP-22).
 */
import { Failure } from '@dragoman/model';
import type { Awaitable } from '../documents/awaitable.js';
import type { Authenticator, CredentialMemory } from './authenticator.js';
import type { Caller } from './caller.js';
import { anonymous, local } from './caller.js';

/** Maximum length of a credential, in characters. */
const maxCredentialLength = 16_384;

/** Dependencies of authentication. */
export interface AuthenticatePorts {
  /** Asked in order; the first one that recognizes the kind of credential decides. */
  authenticators: readonly Authenticator[];
  /** True while this server is open: a caller without a credential is then `local`. */
  isOpen: () => Awaitable<boolean>;
}

/** Headers with credentials; fixed headers always have the same values. */
export type CredentialHeaders = Pick<Headers, 'get'> & { readonly isFixed?: boolean };

/** Identifies the caller; throws `INVALID_CREDENTIAL` for an invalid credential. */
export type Authenticate = (headers: CredentialHeaders) => Awaitable<Caller>;

/** Creates the function that identifies callers. */
export function createAuthenticate({ authenticators, isOpen }: AuthenticatePorts): Authenticate {
  const withoutCredential = (open: boolean) => (open ? local : anonymous);
  const ask = (seen: Seen, from: number): Awaitable<Caller> => {
    const authenticator = authenticators[from];
    if (authenticator === undefined) throw new Failure('INVALID_CREDENTIAL');
    const caller = authenticator.authenticate(seen.credential, seen.memory);
    if (caller instanceof Promise) return caller.then((known) => known ?? ask(seen, from + 1));
    return caller ?? ask(seen, from + 1);
  };
  const remembered = new WeakMap<object, Seen>();
  return (headers) => {
    const known = remembered.get(headers);
    if (known !== undefined) return ask(known, 0);
    const seen = readSeen(headers);
    if (seen !== undefined) {
      // Requests on one connection have the same headers, so the result for their credential is kept with them.
      if (headers.isFixed === true) remembered.set(headers, seen);
      return ask(seen, 0);
    }
    const open = isOpen();
    return open instanceof Promise ? open.then(withoutCredential) : withoutCredential(open);
  };
}

interface Seen {
  credential: string;
  memory: CredentialMemory;
}

function readSeen(headers: CredentialHeaders): Seen | undefined {
  const credential = readCredential(headers);
  return credential === undefined ? undefined : { credential, memory: {} };
}

/** The credential of a request from `Authorization: Bearer` or `X-API-Key`; two different ones are rejected. */
export function readCredential(headers: Pick<Headers, 'get'>): string | undefined {
  const authorization = headers.get('authorization');
  const key = headers.get('x-api-key')?.trim();
  const bearer = authorization === null ? undefined : readBearer(authorization);
  if (bearer !== undefined && key !== undefined && bearer !== key) {
    throw new Failure('INVALID_CREDENTIAL', {
      message: 'Authorization and X-API-Key carry different credentials; send only one.',
    });
  }
  const credential = bearer ?? key;
  if (credential === '' || (credential?.length ?? 0) > maxCredentialLength) throw new Failure('INVALID_CREDENTIAL');
  return credential;
}

function readBearer(authorization: string): string {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token !== undefined) return token;
  throw new Failure('INVALID_CREDENTIAL', {
    message: 'The Authorization header cannot be parsed; send "Authorization: Bearer" and one key or token.',
  });
}

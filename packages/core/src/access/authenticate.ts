/**
 * From a request's headers to its caller. A credential that is not good is refused, never treated as none
 * (aidip.md GAP-22).
 */
import { Failure } from '@dragoman/model';
import type { Awaitable } from '../documents/awaitable.js';
import type { Authenticator, CredentialMemory } from './authenticator.js';
import type { Caller } from './caller.js';
import { anonymous, local } from './caller.js';

/** Longest credential looked at, in characters. */
const longestCredential = 16_384;

/** What recognising callers needs. */
export interface AuthenticatePorts {
  /** Asked in order; the first that knows the kind of credential decides. */
  authenticators: readonly Authenticator[];
  /** True while this server is open: then a caller without a credential is `local`. */
  isOpen: () => Awaitable<boolean>;
}

/** Headers that are looked at; those that are fixed say the same whenever they are asked. */
export type CredentialHeaders = Pick<Headers, 'get'> & { readonly isFixed?: boolean };

/** Tells who is calling; throws `INVALID_CREDENTIAL` for a credential that is not good. */
export type Authenticate = (headers: CredentialHeaders) => Awaitable<Caller>;

/** Makes the function that tells who is calling. */
export function createAuthenticate({ authenticators, isOpen }: AuthenticatePorts): Authenticate {
  const stranger = (open: boolean) => (open ? local : anonymous);
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
    const seen = look(headers);
    if (seen !== undefined) {
      // The same headers come again over one connection; what is known of their credential goes with them.
      if (headers.isFixed === true) remembered.set(headers, seen);
      return ask(seen, 0);
    }
    const open = isOpen();
    return open instanceof Promise ? open.then(stranger) : stranger(open);
  };
}

interface Seen {
  credential: string;
  memory: CredentialMemory;
}

function look(headers: CredentialHeaders): Seen | undefined {
  const credential = readCredential(headers);
  return credential === undefined ? undefined : { credential, memory: {} };
}

/** The one credential of a request from `Authorization: Bearer` or `X-API-Key`; two different ones are refused. */
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
  if (credential === '' || (credential?.length ?? 0) > longestCredential) throw new Failure('INVALID_CREDENTIAL');
  return credential;
}

function readBearer(authorization: string): string {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token !== undefined) return token;
  throw new Failure('INVALID_CREDENTIAL', {
    message: 'The Authorization header cannot be read; send "Authorization: Bearer" and one key or token.',
  });
}

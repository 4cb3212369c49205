/** Authenticates callers by API key, and records the last use of a key. */
import { Failure } from '@dragoman/model';
import type { Clock } from '../documents/host.js';
import { timestamp } from '../documents/host.js';
import type { Authenticator, CredentialMemory } from './authenticator.js';
import type { Caller } from './caller.js';
import type { KeyParts, KeyValidity } from './keys.js';
import { isUsableKey, looksLikeKey, matchesSecret, parseKey } from './keys.js';

/** The members of a stored key that authentication needs. */
export interface KeyIdentity extends KeyValidity {
  id: string;
  subject: string;
  hash: string;
  scopes: readonly string[];
  lastUsedAt?: string;
}

/** Finds keys. */
export interface KeyFinder {
  find(id: string): Promise<KeyIdentity | undefined>;
  /** A cached key, if there is a cache. */
  cached?(id: string): KeyIdentity | undefined;
  /** Records the last use. */
  touch(id: string, at: string): Promise<void>;
}

/** Dependencies of key authentication. */
export interface KeyAuthenticatorPorts {
  keys: KeyFinder;
  clock: Clock;
  /** Called when the last use could not be recorded; the call continues. */
  onError: (error: unknown) => void;
}

/** Minimum time between two records of use, in milliseconds. */
const noteEvery = 60_000;

/** Maximum number of keys whose last record is remembered. */
const maxNoted = 10_000;

/** Creates the authenticator for API keys. */
export function createKeyAuthenticator({ keys, clock, onError }: KeyAuthenticatorPorts): Authenticator {
  const noted = new Map<string, number>();
  const note = (key: KeyIdentity) => {
    const now = clock.now();
    const last = noted.get(key.id) ?? (key.lastUsedAt === undefined ? undefined : Date.parse(key.lastUsedAt));
    if (last !== undefined && now - last < noteEvery) return;
    if (noted.size >= maxNoted) noted.clear();
    noted.set(key.id, now);
    keys.touch(key.id, timestamp(clock)).catch(onError);
  };
  const accept = (key: KeyIdentity): Caller => {
    if (!isUsableKey(key, clock.now())) throw new Failure('INVALID_CREDENTIAL');
    note(key);
    return { kind: 'key', subject: key.subject, scopes: key.scopes };
  };
  const recognize = ({ id, secret }: KeyParts, key: KeyIdentity | undefined, memory?: CredentialMemory): Caller => {
    const matches = matchesSecret(secret, key?.hash);
    if (key === undefined || !matches) throw new Failure('INVALID_CREDENTIAL');
    if (memory !== undefined) memory.key = { id, hash: key.hash };
    return accept(key);
  };
  /** The remembered key of a credential, while it is cached and unchanged. */
  const recall = ({ id, hash }: { id: string; hash: string }): KeyIdentity | undefined => {
    const cached = keys.cached?.(id);
    return cached?.hash === hash ? cached : undefined;
  };
  return {
    authenticate(credential, memory) {
      const known = memory?.key === undefined ? undefined : recall(memory.key);
      if (known !== undefined) return accept(known);
      if (!looksLikeKey(credential)) return undefined;
      const parts = parseKey(credential);
      if (parts === undefined) throw new Failure('INVALID_CREDENTIAL');
      const cached = keys.cached?.(parts.id);
      return cached === undefined
        ? keys.find(parts.id).then((key) => recognize(parts, key, memory))
        : recognize(parts, cached, memory);
    },
  };
}

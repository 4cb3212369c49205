/** Recognises callers by API key, and notes now and then that a key was used. */
import { Failure } from '@dragoman/model';
import type { Clock } from '../documents/host.js';
import { timestamp } from '../documents/host.js';
import type { Authenticator, CredentialMemory } from './authenticator.js';
import type { Caller } from './caller.js';
import type { KeyParts, KeyValidity } from './keys.js';
import { isUsableKey, looksLikeKey, matchesSecret, parseKey } from './keys.js';

/** A stored key, as far as recognising its holder needs it. */
export interface HeldKey extends KeyValidity {
  id: string;
  subject: string;
  hash: string;
  scopes: readonly string[];
  lastUsedAt?: string;
}

/** Where keys are found. */
export interface KeyFinder {
  find(id: string): Promise<HeldKey | undefined>;
  /** A key that is at hand, where keys are kept so. */
  held?(id: string): HeldKey | undefined;
  /** Notes the last use. */
  touch(id: string, at: string): Promise<void>;
}

/** What recognising keys needs. */
export interface KeyAuthenticatorPorts {
  keys: KeyFinder;
  clock: Clock;
  /** Told when the last use could not be noted; the call goes on. */
  onError: (error: unknown) => void;
}

/** A use is noted at most this often, in milliseconds. */
const noteEvery = 60_000;

/** Most keys whose last note is remembered. */
const mostNoted = 10_000;

/** Recognises callers by their API key. */
export function createKeyAuthenticator({ keys, clock, onError }: KeyAuthenticatorPorts): Authenticator {
  const noted = new Map<string, number>();
  const note = (key: HeldKey) => {
    const now = clock.now();
    const last = noted.get(key.id) ?? (key.lastUsedAt === undefined ? undefined : Date.parse(key.lastUsedAt));
    if (last !== undefined && now - last < noteEvery) return;
    if (noted.size >= mostNoted) noted.clear();
    noted.set(key.id, now);
    keys.touch(key.id, timestamp(clock)).catch(onError);
  };
  const welcome = (key: HeldKey): Caller => {
    if (!isUsableKey(key, clock.now())) throw new Failure('INVALID_CREDENTIAL');
    note(key);
    return { kind: 'key', subject: key.subject, scopes: key.scopes };
  };
  const recognise = ({ id, secret }: KeyParts, key: HeldKey | undefined, memory?: CredentialMemory): Caller => {
    const matches = matchesSecret(secret, key?.hash);
    if (key === undefined || !matches) throw new Failure('INVALID_CREDENTIAL');
    if (memory !== undefined) memory.key = { id, hash: key.hash };
    return welcome(key);
  };
  /** The key that a credential was found to be, while it is at hand and still the same. */
  const recall = ({ id, hash }: { id: string; hash: string }): HeldKey | undefined => {
    const held = keys.held?.(id);
    return held?.hash === hash ? held : undefined;
  };
  return {
    authenticate(credential, memory) {
      const known = memory?.key === undefined ? undefined : recall(memory.key);
      if (known !== undefined) return welcome(known);
      if (!looksLikeKey(credential)) return undefined;
      const parts = parseKey(credential);
      if (parts === undefined) throw new Failure('INVALID_CREDENTIAL');
      const held = keys.held?.(parts.id);
      return held === undefined
        ? keys.find(parts.id).then((key) => recognise(parts, key, memory))
        : recognise(parts, held, memory);
    },
  };
}

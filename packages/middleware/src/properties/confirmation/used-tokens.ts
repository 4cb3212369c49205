/** Tokens that have been used, in a store, so that every process knows them. */
import { hash } from 'node:crypto';
import type { Clock } from '@dragoman/core/http';
import type { PropertyStore } from '../../stores/index.js';

/** Remembers used tokens until they have expired. */
export interface UsedTokens {
  /** Whether the token was unused, or used by the same call before: one with the same idempotency key. */
  use(token: string, idempotencyKey: string): Promise<'first' | 'repeat' | 'used'>;
  /** Makes a token usable again, after a request that was not executed. */
  release(token: string): Promise<void>;
}

/** Creates the memory; tokens live for `seconds`. */
export function createUsedTokens(store: PropertyStore, clock: Clock, seconds: number): UsedTokens {
  const placeOf = (token: string) => JSON.stringify(['confirmation', token]);
  return {
    async use(token, idempotencyKey) {
      const now = clock.now();
      const mark = idempotencyKey === '' ? '' : hash('sha256', idempotencyKey);
      const expiresAt = now + seconds * 1000;
      const row = { state: 'used', holder: '', mark, startedAt: now, heldUntil: expiresAt, expiresAt };
      const other = await store.insert(placeOf(token), row, { now });
      if (other === undefined) return 'first';
      return mark !== '' && other.mark === mark ? 'repeat' : 'used';
    },
    release: (token) => store.remove(placeOf(token), {}),
  };
}

/**
 * Acquired tokens: cached until they expire, renewed a while before, and requested once however many calls wait for
 * the same one. They are kept in memory only.
 */

import { createHash } from 'node:crypto';
import type { Clock } from '@dragoman/core/http';
import { createBoundedCache } from '@dragoman/model';
import type { TokenSecret } from '../credential-content.js';
import type { IssuedToken } from './token-endpoint.js';

/** Parameters of a token request. */
export interface TokenPlan {
  secret: TokenSecret;
  /** Token of the caller, for secrets that need one. */
  callerToken?: string;
}

/** Requests a token. */
export type ObtainToken = (plan: TokenPlan) => Promise<IssuedToken>;

/** Provides tokens. */
export interface TokenSource {
  get(plan: TokenPlan): Promise<string>;
  /**
   * A token other than `refused`, which the service rejected; undefined when that one is new, because then the token
   * is not the reason.
   */
  renew(plan: TokenPlan, refused: string): Promise<string | undefined>;
}

/** Dependencies of the source. */
export interface TokenSourcePorts {
  obtain: ObtainToken;
  /** The clock of durations. */
  steady: Clock;
  /** Maximum number of cached tokens. */
  most?: number;
}

interface Held {
  token?: string;
  /** Milliseconds of the steady clock. */
  issuedAt: number;
  renewAt: number;
  endsAt: number;
  asking: Promise<string> | undefined;
  failed?: { until: number; error: unknown };
}

/** Safety margin before the end of a token: the request takes time to arrive. */
const marginMs = 10_000;
/** Minimum time between two requests to the server, after a refusal and after a token. */
const pauseMs = 5000;

/** Creates the source. */
export function createTokenSource({ obtain, steady, most = 10_000 }: TokenSourcePorts): TokenSource {
  const cache = createBoundedCache<string, Held>({ entries: most });
  const find = (plan: TokenPlan): Held => {
    const key = keyOf(plan);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made: Held = { issuedAt: 0, renewAt: 0, endsAt: 0, asking: undefined };
    cache.set(key, made);
    return made;
  };
  const ask = (plan: TokenPlan, place: Held): Promise<string> => {
    if (place.failed !== undefined && steady.now() < place.failed.until) return Promise.reject(place.failed.error);
    place.asking ??= obtain(plan)
      .then((issued) => keep(place, issued, steady.now()))
      .catch((error: unknown) => {
        place.failed = { until: steady.now() + pauseMs, error };
        throw error;
      })
      .finally(() => {
        place.asking = undefined;
      });
    return place.asking;
  };
  return {
    async get(plan) {
      const place = find(plan);
      const now = steady.now();
      if (place.token === undefined || now >= place.endsAt) return ask(plan, place);
      // No call waits for an early renewal; if it fails, the old token still has its margin.
      if (now >= place.renewAt) ask(plan, place).catch(() => undefined);
      return place.token;
    },
    async renew(plan, refused) {
      const place = find(plan);
      if (place.token !== undefined && place.token !== refused) return place.token;
      const isNew = place.token === refused && steady.now() - place.issuedAt < pauseMs;
      return isNew && place.asking === undefined ? undefined : ask(plan, place);
    },
  };
}

function keep(place: Held, { token, expiresIn }: IssuedToken, now: number): string {
  const life = expiresIn * 1000;
  place.token = token;
  place.issuedAt = now;
  place.endsAt = now + Math.max(0, life - marginMs);
  place.renewAt = now + Math.min(life * 0.8, Math.max(0, life - marginMs));
  delete place.failed;
  return token;
}

/** Two plans share a token only when they are identical; the key is a hash and reveals nothing of them. */
function keyOf(plan: TokenPlan): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64');
}

/** The state of a key in one word, and the order of keys. */
import type { ApiKey } from '@dragoman/sdk';
import type { BadgeTone } from '../../components/badge.js';

/** State of a key. */
export interface KeyState {
  word: 'active' | 'expires soon' | 'replaced' | 'expired' | 'revoked';
  tone: BadgeTone;
  meaning: string;
}

/** Milliseconds before its expiry in which a key expires soon. */
const soonMs = 7 * 86_400_000;

/** The state of a key at a time. */
export function keyState(key: ApiKey, now: number = Date.now()): KeyState {
  if (key.revoked_at !== undefined) return { word: 'revoked', tone: 'neutral', meaning: 'It is rejected.' };
  const left = key.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - now;
  if (!key.usable || left <= 0) return { word: 'expired', tone: 'neutral', meaning: 'It is rejected.' };
  if (key.replaced_by !== undefined) {
    return { word: 'replaced', tone: 'warn', meaning: 'It works until it expires; another key replaces it.' };
  }
  if (left < soonMs) return { word: 'expires soon', tone: 'warn', meaning: 'It expires within a week. Rotate it.' };
  return { word: 'active', tone: 'good', meaning: 'It works.' };
}

/** Keys that work first, then the newest. */
export function byKeyState(a: ApiKey, b: ApiKey): number {
  return Number(b.usable) - Number(a.usable) || b.created_at.localeCompare(a.created_at);
}

/** True when a text occurs in the name, id, identity or scopes of a key. */
export function matchesKey({ name, id, subject, scopes }: ApiKey, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [name, id, subject, ...scopes].some((each) => each.toLowerCase().includes(wanted));
}

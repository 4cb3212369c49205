/** Writes an entry as a card of 0.3 without members of 1.0, for clients that accept nothing else; signed as 0.3 defines. */
import type { Entry, JsonObject } from '@dragoman/model';
import { olderSignedForm } from './card-shape.js';
import { signCard } from './signature.js';
import type { WriteCardOptions } from './write.js';
import { olderSecurity, writeCard } from './write.js';

/** The card of 0.3. */
export function writeOlderCard(entry: Entry, { origin, secured, key }: WriteCardOptions): JsonObject {
  const { supportedInterfaces: _, ...shared } = writeCard(entry, { origin, secured: false }).card;
  const card = { ...shared, ...(secured ? olderSecurity : {}) };
  return key === undefined ? card : signCard(card, key, olderSignedForm);
}

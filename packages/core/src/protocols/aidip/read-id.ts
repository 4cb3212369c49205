/** Reads `id` (-01 §3.1): it is used in URLs as one path segment, so it must survive encoding. */
import { childPointer } from '@dragoman/documents';
import type { Place } from './findings.js';
import { member } from './findings.js';
import { documentLimits, reservedIds } from './wire.js';

/** The id as given; undefined when it is absent or a problem was reported. */
export function readId(place: Place): string | undefined {
  const { object, findings } = place;
  const at = childPointer(place.pointer, 'id');
  const id = member(object, 'id');
  if (id === undefined) return undefined;
  if (typeof id !== 'string') findings.report('aidip/wrong-type', at, { expected: 'a string' });
  else if (id === '') findings.report('aidip/empty', at);
  else if (new TextEncoder().encode(id).byteLength > documentLimits.idBytes) {
    findings.report('aidip/too-long', at, { limit: documentLimits.idBytes, unit: 'bytes' });
  } else if (isReserved(id)) findings.report('aidip/reserved-id', at);
  else {
    const problem = unsafe(id);
    if (problem === undefined) return id;
    findings.report('aidip/unsafe-id', at, { problem });
  }
  return undefined;
}

/** True for an id that would hide a route of the registry, in any spelling. */
export function isReserved(id: string): boolean {
  return reservedIds.includes(id.toLowerCase());
}

function unsafe(id: string): string | undefined {
  // URL parsers remove these segments, also percent-encoded, and would reach another URL.
  if (/^(\.|%2e){1,2}$/i.test(id)) return 'must not be a dot segment';
  if (id !== id.trim()) return 'must not begin or end with a blank';
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(id)) return 'must not have control characters';
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(id))
    return 'must not have characters that change direction';
  return undefined;
}

/** Stable identifiers derived from names, so that reading the same document twice gives the same ids. */
import { createHash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562 §5.8) over SHA-256 of the parts; the same parts always give the same UUID. */
export function nameUuid(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

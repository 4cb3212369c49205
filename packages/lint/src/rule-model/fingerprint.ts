/** Identifies a finding across runs, so that reports can be compared. */
import { sha256Hex } from '@dragoman/core/descriptions';

/** The first 32 hexadecimal digits of the SHA-256 of the parts, joined by line breaks. */
export function fingerprintOf(...parts: readonly string[]): string {
  return sha256Hex(parts.join('\n')).slice(0, 32);
}

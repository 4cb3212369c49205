/** Identifies a finding across runs, so that reports can be compared. Runs in a browser, unlike `node:crypto`. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The first 32 hexadecimal digits of the SHA-256 of the parts, joined by line breaks. */
export function fingerprintOf(...parts: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(parts.join('\n')))).slice(0, 32);
}

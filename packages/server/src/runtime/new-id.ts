/** Entry ids that the registry assigns: UUIDv7 (RFC 9562 §5.7), so that they sort by creation time. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@dragoman/core/http';

/** Creates an id generator. */
export function createNewId(clock: Clock): () => string {
  return () => {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(clock.now(), 0, 6);
    bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}

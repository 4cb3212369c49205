/** The key of a row whose id is untrusted input. */
import { createHash } from 'node:crypto';
import { toColumn } from '../column-text.js';

/** SHA-256 of the stored form of the id, so that ids of any length fit into an index. */
export function rowKey(id: string): Buffer {
  return createHash('sha256').update(toColumn(id)).digest();
}

/** The key of a row whose id comes from strangers. */
import { createHash } from 'node:crypto';
import { toColumn } from '../column-text.js';

/** SHA-256 of the id in the form that its column keeps, so that ids of any length fit into an index. */
export function rowKey(id: string): Buffer {
  return createHash('sha256').update(toColumn(id)).digest();
}

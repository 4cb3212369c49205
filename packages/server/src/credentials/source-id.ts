/** Ids of sources, and the names under which their credentials are stored. */
import { createHash } from 'node:crypto';

/** The id of an owner's source: each address is followed once per owner. */
export function sourceId(owner: string, url: string): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url]))
    .digest('base64url')
    .slice(0, 22);
}

/** Holder of a source's credential; no service can have such an id, since control characters are rejected there. */
export function sourceHolder(id: string): string {
  return `\u0000source ${id}`;
}

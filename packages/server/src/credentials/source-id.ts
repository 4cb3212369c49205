/** How sources are told apart, and under which name their credentials are kept. */
import { createHash } from 'node:crypto';

/** The id of an owner's source: the same address is followed once for one owner, however often it is asked for. */
export function sourceId(owner: string, url: string): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url]))
    .digest('base64url')
    .slice(0, 22);
}

/** Holder of a source's credential; no agent can have such an id, since control characters are refused there. */
export function sourceHolder(id: string): string {
  return `\u0000source ${id}`;
}

/** Walks through the pages of a list: by the `Link` header where there is one, by `skip` where only a count is. */

import { addressBelow } from './address.js';
import type { AgentSummary } from './agent-document.js';
import { clientError } from './dragoman-error.js';
import { readHits } from './read-hits.js';
import type { Incoming, Outgoing, Transport } from './transport.js';

/** Makes the request for the page that starts after so many items. */
export type PageRequest = (skip: number) => Outgoing;

/** All agents of a list, page after page, each page fetched when it is needed. */
export async function* walkPages(transport: Transport, request: PageRequest): AsyncGenerator<AgentSummary, void> {
  const seen = new Set<string>();
  let outgoing = request(0);
  let given = 0;
  for (;;) {
    const answer = await transport.send(outgoing);
    const { hits, count } = readHits(answer);
    yield* hits;
    given += hits.length;
    const next = nextPage(transport, outgoing, answer);
    if (next !== undefined) {
      if (seen.has(next.href))
        throw clientError('INVALID_RESPONSE', { message: 'The pages of the list go in a circle.' });
      seen.add(next.href);
      outgoing = { ...outgoing, to: next };
    } else if (hits.length > 0 && count !== undefined && given < count && !(outgoing.to instanceof URL)) {
      outgoing = request(given);
    } else return;
  }
}

function nextPage(transport: Transport, outgoing: Outgoing, answer: Incoming): URL | undefined {
  const reference = nextLink(answer.headers.get('link'));
  if (reference === undefined) return undefined;
  const from = outgoing.to instanceof URL ? outgoing.to : addressBelow(transport.base, outgoing.to, outgoing.query);
  return transport.ownAddress(reference, from);
}

/** Target of the link with the relation `next` (RFC 8288); undefined when there is none. */
export function nextLink(header: string | null): string | undefined {
  if (header === null || header.length > 65_536) return undefined;
  for (const [, target, parameters = ''] of header.matchAll(
    /<([^<>]*)>((?:\s*;\s*[^;,<>"=]+(?:="[^"]*"|=[^;,"]*)?)*)/g,
  )) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^;,\s"]+))/i.exec(parameters);
    const words = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    if (words.includes('next')) return target;
  }
  return undefined;
}

/** Walks the pages of a list: by the `Link` header if present, else by `skip` and the count. */

import { addressBelow } from './address.js';
import { clientError } from './dragoman-error.js';
import type { Incoming, Outgoing, Transport } from './transport.js';

/** Creates the request for the page after so many items. */
export type PageRequest = (skip: number) => Outgoing;

/** One page. */
export interface PageContent<Item> {
  items: Item[];
  /** Number of all items; absent when the server does not report it. */
  count?: number;
}

/** All items of a list; each page is fetched when it is needed. */
export async function* walkPages<Item>(
  transport: Transport,
  request: PageRequest,
  read: (answer: Incoming) => PageContent<Item>,
): AsyncGenerator<Item, void> {
  const seen = new Set<string>();
  let outgoing = request(0);
  let given = 0;
  for (;;) {
    const answer = await transport.send(outgoing);
    const { items, count } = read(answer);
    yield* items;
    given += items.length;
    const next = nextPage(transport, outgoing, answer);
    if (next !== undefined) {
      if (seen.has(next.href)) throw clientError('INVALID_RESPONSE', { message: 'The pages form a cycle.' });
      seen.add(next.href);
      outgoing = { ...outgoing, to: next };
    } else if (items.length > 0 && count !== undefined && given < count && !(outgoing.to instanceof URL)) {
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

/** Maximum length of a parsed `Link` header. */
const longestHeader = 16_384;

/** Target of the link to the next page; undefined when there is none. */
export function nextLink(header: string | null): string | undefined {
  return linkTo(header, 'next');
}

/** Target of the first link with a relation (RFC 8288); undefined when there is none. */
export function linkTo(header: string | null, wanted: string): string | undefined {
  if (header === null || header.length > longestHeader) return undefined;
  const tokens = header.match(/<[^>]*>|"[^"]*"|[,;=]|[^\s<>",;=]+/g) ?? [];
  let target: string | undefined;
  let relation: string | undefined;
  for (const [index, token] of [...tokens, ','].entries()) {
    if (token.startsWith('<')) target ??= token.slice(1, -1);
    const isRelation = token.toLowerCase() === 'rel' && tokens[index - 1] === ';' && tokens[index + 1] === '=';
    if (isRelation) relation ??= tokens[index + 2]?.replaceAll('"', '');
    if (token !== ',') continue;
    if (target !== undefined && relation?.toLowerCase().split(/\s+/).includes(wanted)) return target;
    target = undefined;
    relation = undefined;
  }
  return undefined;
}

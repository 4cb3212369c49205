/**
 * Imports several descriptions in one call, given as documents or as addresses: one result per item, in order, isolated
 * from each other. Memory holds at most as many fetched documents as are processed concurrently.
 */

import { parseAgis } from '@dragoman/agis';
import { parseDescription } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import type { Curation } from '../documents/curation.js';
import type { DocumentHost } from '../documents/host.js';
import { timestamp } from '../documents/host.js';
import { mapBounded } from '../documents/map-bounded.js';
import { type CompleteDocument, readAs } from '../documents/reader.js';
import type { PublishPorts } from './publish.js';
import type { CardResult, CardsRequest, Claims, ReadCard } from './publish-cards.js';
import { createClaims, readCards } from './publish-cards.js';

/** One item to import: a document, or its address. */
export type ImportItem = ({ document: JsonValue } | { url: string }) & {
  /** The selection of its operations. */
  curation?: Curation;
};

/** Dependencies of importing. */
export interface ImportPorts extends PublishPorts {
  host: DocumentHost;
  /** Fetches the parts of a document that are elsewhere. */
  complete?: CompleteDocument;
}

/** The caller, the reading options and the limits of one call. */
export interface ImportOptions extends Omit<CardsRequest, 'claims' | 'crawled' | 'context'> {
  context: Omit<CardsRequest['context'], 'uri'>;
  /** Maximum number of items and cards of one call. */
  maxCards: number;
  /** Number of items processed concurrently. */
  concurrency: number;
  /** Aborts when the caller disconnects; items not started by then are skipped. */
  signal?: AbortSignal;
}

/** The result of one item, or of one card of an item with several. */
export interface ImportResult extends CardResult {
  /** Index of the item in the call, from 0. */
  index: number;
}

interface Run {
  ports: ImportPorts;
  options: ImportOptions;
  claims: Claims;
  /** Resolves when every item before the next one has claimed its ids. */
  turn: Promise<void>;
}

/** Imports every item; throws only when the call exceeds its limits, never for a single item. */
export async function importDocuments(
  ports: ImportPorts,
  items: readonly ImportItem[],
  options: ImportOptions,
): Promise<ImportResult[]> {
  if (items.length > options.maxCards) {
    throw new Failure('INVALID_INPUT', { message: `One call accepts at most ${options.maxCards} items.` });
  }
  const run: Run = { ports, options, claims: createClaims(options.maxCards), turn: Promise.resolve() };
  const results = await mapBounded(items, options.concurrency, async (item, index) =>
    (await importItem(run, item)).map((result) => ({ index, ...result })),
  );
  return results.flat();
}

/** Fetches run in parallel, but ids are claimed in the order of the items, so that the first one always wins. */
async function importItem(run: Run, item: ImportItem): Promise<CardResult[]> {
  const before = run.turn;
  let pass: () => void = () => undefined;
  run.turn = new Promise((resolve) => {
    pass = resolve;
  });
  let cards: ReadCard[];
  try {
    const document = await obtain(run, item);
    await before;
    cards = await readItem(run, item, document);
  } catch (error) {
    const failure = toFailure(error);
    await before;
    return [{ outcome: 'failed', warnings: 0, failure }];
  } finally {
    pass();
  }
  const results: CardResult[] = [];
  for (const card of cards) results.push(await card(run.ports));
  return results;
}

function readItem(run: Run, item: ImportItem, document: JsonValue): Promise<ReadCard[]> {
  const { context: common, ...options } = run.options;
  const context = item.curation === undefined ? common : { ...common, curation: item.curation };
  return readCards(document, timestamp(run.ports.clock), {
    ...options,
    reader: readAs(item.curation?.id, options.reader),
    context: 'url' in item ? { ...context, uri: item.url } : context,
    claims: run.claims,
  });
}

async function obtain(run: Run, item: ImportItem): Promise<JsonValue> {
  const { signal, traceId } = run.options;
  if (signal?.aborted === true)
    throw new Failure('UNAVAILABLE', { message: 'The call was canceled before this item.' });
  if ('document' in item) return item.document;
  const fetched = await run.ports.host.fetch(item.url, { traceId, ...(signal === undefined ? {} : { signal }) });
  if (fetched.outcome === 'unchanged') throw new Failure('UPSTREAM_ERROR');
  const document = parseFetched(fetched.bytes, fetched.mediaType);
  const { complete } = run.ports;
  if (complete === undefined) return document;
  return complete(document, { uri: item.url, traceId, ...(signal === undefined ? {} : { signal }) });
}

/** AGIS has its own notation in addition to JSON and YAML. */
function parseAgisText(bytes: Uint8Array): JsonValue {
  const { value, diagnostics } = parseAgis(bytes);
  if (value !== undefined) return value.document;
  throw new Failure('INVALID_INPUT', {
    message: diagnostics[0]?.message ?? 'The text is not an AGIS document.',
    fieldErrors: diagnostics.slice(0, 20).map(({ code, message, location }) => ({
      field: '',
      pointer: location.pointer,
      code,
      detail: message,
    })),
  });
}

/** Parses an external document; its errors are reported as upstream errors, not as errors of the caller. */
export function parseFetched(bytes: Uint8Array, mediaType = ''): JsonValue {
  try {
    return mediaType === 'application/agis' ? parseAgisText(bytes) : parseDescription(bytes);
  } catch (error) {
    const { message, fieldErrors } = toFailure(error);
    throw new Failure('UPSTREAM_ERROR', {
      message: `The document at the address cannot be accepted. ${message}`,
      fieldErrors,
      cause: error,
    });
  }
}

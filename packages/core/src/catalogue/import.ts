/**
 * Imports several descriptions in one call, given as documents or as addresses: one result per item, in order, isolated
 * from each other. Memory holds at most as many fetched documents as are processed concurrently.
 */

import type { PlainFailure } from '@dragoman/model';
import { Failure, fromPlainFailure, toFailure } from '@dragoman/model';
import type { Curation } from '../documents/curation.js';
import type { CardsRead } from '../documents/description-reading.js';
import { timestamp } from '../documents/host.js';
import { mapBounded } from '../documents/map-bounded.js';
import type { ReadContext } from '../documents/reader.js';
import type { PublishPorts } from './publish.js';
import type { CardResult, CardsRequest, Claims, ReadCard } from './publish-cards.js';
import { claimCards, createClaims } from './publish-cards.js';
import type { ReadFetchedPorts } from './read-fetched.js';
import { readFetched } from './read-fetched.js';

/** One item to import: the descriptions of a document, the failure of reading it, or its address. */
export type ImportItem =
  | { read: CardsRead }
  | { failure: PlainFailure }
  | {
      url: string;
      /** The selection of its operations. */
      curation?: Curation;
    };

/** Dependencies of importing. */
export interface ImportPorts extends PublishPorts, ReadFetchedPorts {}

/** The caller, the reading options and the limits of one call. */
export interface ImportOptions extends Omit<CardsRequest, 'claims' | 'crawled'> {
  context: Omit<ReadContext, 'uri' | 'at'>;
  /** Maximum number of items and cards of one call. */
  maxCards: number;
  /** Number of items processed concurrently. */
  concurrency: number;
  /** Aborts when the caller disconnects; items not started by then are skipped. */
  signal?: AbortSignal;
  /** W3C header of the position in the trace. */
  traceparent?: string;
  /** Called for each item that was read, and for each that was stored or failed. */
  onItem?: (stage: ImportStage) => void;
}

/** How far one item has come. */
export type ImportStage = 'read' | 'stored' | 'failed';

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
    const read = await obtain(run, item);
    await before;
    cards = claimCards(read, { ...run.options, claims: run.claims });
    run.options.onItem?.('read');
  } catch (error) {
    const failure = toFailure(error);
    await before;
    run.options.onItem?.('failed');
    return [{ outcome: 'failed', warnings: 0, failure }];
  } finally {
    pass();
  }
  const results: CardResult[] = [];
  for (const card of cards) results.push(await card(run.ports));
  run.options.onItem?.(results.some(({ outcome }) => outcome !== 'failed') ? 'stored' : 'failed');
  return results;
}

async function obtain(run: Run, item: ImportItem): Promise<CardsRead> {
  const { signal, traceId, traceparent, caller, context, maxCards } = run.options;
  if (signal?.aborted === true)
    throw new Failure('UNAVAILABLE', { message: 'The call was canceled before this item.' });
  if ('read' in item) return item.read;
  if ('failure' in item) throw fromPlainFailure(item.failure);
  const { url: uri, curation } = item;
  const tracing = { traceId, ...(traceparent === undefined ? {} : { traceparent }) };
  const fetched = await run.ports.host.fetch(uri, { ...tracing, ...(signal === undefined ? {} : { signal }) });
  if (fetched.outcome === 'unchanged') throw new Failure('UPSTREAM_ERROR');
  const { bytes, mediaType } = fetched;
  const at = timestamp(run.ports.clock);
  const options = {
    context: { ...context, uri, at, ...(curation === undefined ? {} : { curation }) },
    maxCards,
    ...(curation?.id === undefined ? {} : { id: curation.id }),
  };
  const whom = { caller: caller.subject, ...tracing, ...(signal === undefined ? {} : { signal }) };
  return readFetched(run.ports, { uri, bytes, mediaType }, options, whom);
}

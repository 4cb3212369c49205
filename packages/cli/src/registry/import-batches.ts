/** Sends many items in batches of limited size, and maps the results back to the origin of each item. */
import type { Client, DragomanError, ImportItem, ImportOptions, ImportResult } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';

/** An item with its origin. */
export interface OriginatedItem {
  origin: string;
  item: ImportItem;
  /** Length as JSON, in characters. */
  length: number;
}

/** The result of an item, with its origin. */
export interface ItemResult extends Omit<ImportResult, 'index' | 'status' | 'error'> {
  origin: string;
  status?: number;
  error?: { code: string; message: string; field_errors?: readonly { field: string; detail: string }[] };
  /** Last lines on standard error of a server that could not be used. */
  stderr?: readonly string[];
}

/** The results of one batch. */
export interface BatchResult {
  results: ItemResult[];
  /** Operations of the registry whose vectors are still being computed, if the registry reports it. */
  vectorsWaiting?: number;
}

/** Maximum number of items per batch, and of characters of JSON. */
const mostItems = 200;
const mostCharacters = 2_000_000;

/** Imports all items; yields results batch by batch, in order. */
export async function* importBatches(
  client: Client,
  items: readonly OriginatedItem[],
  options: ImportOptions,
): AsyncGenerator<BatchResult, void> {
  let done = false;
  for (const batch of batchesOf(items)) {
    try {
      yield* importBatch(client, batch, options);
      done = true;
    } catch (error) {
      // A failing first batch means that the registry cannot be used; a later one must not hide finished work.
      if (!done || !isDragomanError(error)) throw error;
      yield { results: failed(batch, error) };
    }
  }
}

/** One document can make the registry reject a whole batch; then the others are sent without it. */
async function* importBatch(
  client: Client,
  batch: readonly OriginatedItem[],
  options: ImportOptions,
): AsyncGenerator<BatchResult, void> {
  try {
    const items = batch.map(({ item }) => item);
    const { results, vectorsWaiting } = await client.imports.create(items, options);
    yield {
      results: results.map(({ index, ...result }) => ({
        origin: originOf(batch[index], result.card),
        ...wantedId(batch[index]),
        ...result,
      })),
      ...(vectorsWaiting === undefined ? {} : { vectorsWaiting }),
    };
  } catch (error) {
    if (!isDragomanError(error) || (error.status !== 400 && error.status !== 413)) throw error;
    if (batch.length === 1) {
      yield { results: failed(batch, error) };
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    yield* importBatch(client, batch.slice(0, middle), options);
    yield* importBatch(client, batch.slice(middle), options);
  }
}

function failed(batch: readonly OriginatedItem[], { code, message, fieldErrors }: DragomanError): ItemResult[] {
  return batch.map((item) => ({
    origin: item.origin,
    ...wantedId(item),
    outcome: 'failed',
    error: { code, message, ...(fieldErrors.length === 0 ? {} : { field_errors: fieldErrors }) },
  }));
}

/** The id that the service would have, for items that fail. */
function wantedId(item: OriginatedItem | undefined): { id?: string } {
  const id = item?.item.curation?.id;
  return id === undefined ? {} : { id };
}

function originOf(item: OriginatedItem | undefined, card: number | undefined): string {
  return `${item?.origin ?? 'unknown'}${card === undefined ? '' : `#${card}`}`;
}

function* batchesOf(items: readonly OriginatedItem[]): Generator<OriginatedItem[]> {
  let batch: OriginatedItem[] = [];
  let size = 0;
  for (const item of items) {
    const { length } = item;
    if (batch.length > 0 && (batch.length >= mostItems || size + length > mostCharacters)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * One look at one source: conditional fetch, publish what changed, note what was found. Nothing is ever deleted
 * here: a card that is gone shows in the source's state, its entries stay (AIDIP-CARD-05).
 */
import { createHash } from 'node:crypto';
import type {
  CardResult,
  CompleteDocument,
  DocumentHost,
  EntryCheck,
  Fetched,
  PublishPorts,
  ReadContext,
  Reader,
  SourceRecord,
  SuccessionCheck,
} from '@dragoman/core';
import { createClaims, parseFetched, publishCards, timestamp } from '@dragoman/core';
import type { Failure, JsonValue } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import { nextDue } from './schedule.js';

/** What looking at a source needs of the world. */
export interface CrawlPorts extends PublishPorts {
  host: DocumentHost;
  /** Reads a description of any protocol. */
  reader: Reader;
  checks?: readonly EntryCheck[];
  /** Asked when an entry is to be replaced. */
  successions?: readonly SuccessionCheck[];
  /** Brings in what belongs to a fetched document but stands elsewhere. */
  complete?: CompleteDocument;
  context: Pick<ReadContext, 'strict' | 'ownOrigins'>;
  /** 0 ≤ n < 1. */
  random: () => number;
  /** 32 hexadecimal digits. */
  newTraceId: () => string;
  /** Told of faults of our own, which the source's record does not show. */
  report?: (cause: unknown) => void;
}

/** Most cards that one source may hold. */
const mostCards = 1_000;

/** Looks at the source and returns its record as it was written back; throws only when the store does. */
export async function crawlSource(
  ports: CrawlPorts,
  source: SourceRecord,
  { signal, traceId = ports.newTraceId() }: { signal?: AbortSignal; traceId?: string } = {},
): Promise<SourceRecord> {
  const looked = await look(ports, source, traceId, signal);
  if (signal?.aborted === true) return source;
  await ports.store.sources.settle(looked);
  return looked;
}

async function look(
  ports: CrawlPorts,
  source: SourceRecord,
  traceId: string,
  signal?: AbortSignal,
): Promise<SourceRecord> {
  try {
    const { etag, lastModified, url } = source;
    const fetched = await ports.host.fetch(url, {
      traceId,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (fetched.outcome === 'unchanged') return succeeded(ports, source, 'unchanged');
    const document = parseFetched(fetched.bytes, fetched.mediaType);
    const at = { uri: url, traceId, ...(signal === undefined ? {} : { signal }) };
    const whole = (await ports.complete?.(document, at)) ?? document;
    const results = await publishDocument(ports, source, whole, traceId);
    return settleResults(ports, source, fetched, results);
  } catch (error) {
    return failed(ports, source, toFailure(error));
  }
}

/** The crawl acts for the owner of the source, and with no right beyond writing. */
function publishDocument(
  ports: CrawlPorts,
  source: SourceRecord,
  document: JsonValue,
  traceId: string,
): Promise<CardResult[]> {
  const { reader, checks, successions } = ports;
  return publishCards(ports, document, {
    caller: { kind: 'key', subject: source.owner, scopes: ['registry:write'] },
    traceId,
    reader,
    context: { ...ports.context, uri: source.url },
    claims: createClaims(mostCards),
    crawled: true,
    idFor: (place) => cardId(source.id, place),
    ...(checks === undefined ? {} : { checks }),
    ...(successions === undefined ? {} : { successions }),
  });
}

/** A card without an id keeps the same one in every round: a UUID made from the source and its place there. */
function cardId(sourceId: string, place: number): string {
  const bytes = createHash('sha256').update(`${sourceId}#${place}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function settleResults(
  ports: CrawlPorts,
  source: SourceRecord,
  fetched: Extract<Fetched, { outcome: 'fetched' }>,
  results: readonly CardResult[],
): SourceRecord {
  const good = results.flatMap(({ outcome, id }) => (outcome === 'failed' || id === undefined ? [] : [id]));
  const entryIds = [...new Set([...source.entryIds, ...good])].slice(-mostCards);
  const bad = results.find(({ outcome }) => outcome === 'failed');
  if (bad?.failure !== undefined) {
    const place = bad.card === undefined ? '' : `Card ${bad.card}: `;
    return { ...failed(ports, withoutValidators(source), bad.failure, place), entryIds };
  }
  const changed = results.some(({ outcome }) => outcome !== 'unchanged');
  const { etag, lastModified } = fetched;
  return {
    ...succeeded(ports, withoutValidators(source), changed ? 'changed' : 'unchanged'),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    entryIds,
  };
}

function succeeded(ports: CrawlPorts, source: SourceRecord, lastOutcome: 'changed' | 'unchanged'): SourceRecord {
  const { lastError: _, ...kept } = source;
  const settled = { ...kept, failures: 0, lastOutcome, lastFetchedAt: timestamp(ports.clock) };
  return { ...settled, dueAt: nextDue(settled, ports.clock, ports.random) };
}

/** While something is wrong with a document its validators are forgotten, or the next 304 would hide the fault. */
function withoutValidators(source: SourceRecord): SourceRecord {
  const { etag: _etag, lastModified: _lastModified, ...kept } = source;
  return kept;
}

/** A fault of our own, such as a store that does not answer, is not counted against the source. */
function failed(ports: CrawlPorts, source: SourceRecord, failure: Failure, place = ''): SourceRecord {
  const { fieldErrors, code } = failure;
  if (code === 'INTERNAL') ports.report?.(failure.cause);
  const ours = code === 'INTERNAL' || code === 'UNAVAILABLE';
  const first = fieldErrors[0] === undefined ? '' : ` (${fieldErrors[0].field}: ${fieldErrors[0].detail})`;
  const settled = {
    ...source,
    failures: ours ? source.failures : source.failures + 1,
    lastOutcome: code,
    lastError: `${place}${code === 'INTERNAL' ? failure.row.message : failure.message}${first}`.slice(0, 500),
    lastFetchedAt: timestamp(ports.clock),
  };
  return { ...settled, dueAt: nextDue(settled, ports.clock, ports.random, failure.retryAfter) };
}

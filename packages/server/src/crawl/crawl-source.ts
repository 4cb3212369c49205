/**
 * One poll of one source: conditional fetch, publish changes, record the result. Polling never deletes: a missing
 * card shows in the source's state, its entries stay (AIDIP-CARD-05).
 */
import { createHash } from 'node:crypto';
import type { CardRead, CardsRead, DescriptionReading, ReadContext } from '@dragoman/core/conversion';
import type { CardResult, CompareOperations, PublishPorts, SourceRecord, SuccessionCheck } from '@dragoman/core/engine';
import { createClaims, local, publishCards, readFetched } from '@dragoman/core/engine';
import type { Clock, DocumentHost, FetchCredential, FetchValidators } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { Acceptance } from './held-change.js';
import { acceptedBy, heldOf, markOf } from './held-change.js';
import { findingsOf, pollOf } from './poll-report.js';
import { nextDue } from './schedule.js';

/** Dependencies of a poll. */
export interface CrawlPorts extends PublishPorts {
  host: DocumentHost;
  /** Clock by which sources are due, where it is another one than `clock`. */
  due?: Clock;
  /** Reads descriptions of any protocol. */
  reading: DescriptionReading;
  /** Compares versions of operations for the report. */
  compareOperations: CompareOperations;
  /** Asked when an entry is to be replaced. */
  successions?: readonly SuccessionCheck[];
  /** The credential for the origin of a source. */
  credentialFor?: (source: Pick<SourceRecord, 'id' | 'url'>) => Promise<FetchCredential | undefined>;
  context: Pick<ReadContext, 'strict' | 'ownOrigins' | 'cards'>;
  /** 0 ≤ n < 1. */
  random: () => number;
  /** 32 hexadecimal digits. */
  newTraceId: () => string;
  /** Called with internal errors, which the source's record does not show. */
  report?: (cause: unknown) => void;
  /** Called with the record of each source that was checked. */
  onChecked?: (source: SourceRecord) => void;
}

/** Maximum number of cards of one source. */
const maxCards = 1_000;

/** Polls the source and returns its record as written back; throws only when the store does. */
export async function crawlSource(
  ports: CrawlPorts,
  source: SourceRecord,
  { traceId = ports.newTraceId(), ...asked }: Partial<PollContext> = {},
): Promise<SourceRecord> {
  const { signal } = asked;
  const began = ports.clock.now();
  const { record, results, accepted } = await look(ports, source, { traceId, ...asked });
  if (signal?.aborted === true) return source;
  const latencyMs = Math.max(0, ports.clock.now() - began);
  const looked = { ...record, lastLatencyMs: latencyMs };
  const poll = await pollOf(source, looked, { results, latencyMs, compare: ports.compareOperations });
  await ports.store.sources.settle(looked, poll, accepted?.audit);
  ports.onChecked?.(looked);
  return looked;
}

/** Trace and abort signal of a poll. */
interface PollContext {
  traceId: string;
  signal?: AbortSignal;
  /** The accepted changes. */
  acceptance?: Acceptance;
}

interface Polled {
  record: SourceRecord;
  results: readonly CardResult[];
  /** The acceptance that the poll applied; absent when the description was another. */
  accepted?: Acceptance;
}

async function look(ports: CrawlPorts, source: SourceRecord, { acceptance, ...context }: PollContext): Promise<Polled> {
  try {
    const { etag, lastModified, url } = source;
    const host = await openHost(ports, source);
    const fetched = await host.fetch(url, {
      ...context,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    });
    if (fetched.outcome === 'unchanged') return { record: succeeded(ports, source, 'unchanged'), results: [] };
    const read = await readSource({ ...ports, host }, source, fetched, context);
    const mark = markOf(fetched.bytes);
    const accepted = acceptance?.mark === mark ? acceptance : undefined;
    const taken = accepted === undefined ? ports : acceptedBy(ports);
    const all = await publishDocument(taken, source, withSource(source, read), context.traceId);
    const held = heldOf(source, all, { mark, at: timestamp(ports.clock) });
    const results = held === undefined ? all : all.filter(({ outcome }) => outcome !== 'failed');
    const findings = findingsOf(source, results, read.findings);
    // The tag of a first page, or of a summary, does not cover the rest of the document.
    const validators = held !== undefined || read.wasPartial ? {} : fetched;
    const { held: _, ...settled } = settleResults(ports, source, validators, results);
    const record = { ...settled, findings, ...(held === undefined ? {} : { held, lastOutcome: 'held' }) };
    return { record, results, ...(accepted === undefined ? {} : { accepted }) };
  } catch (error) {
    return { record: failed(ports, source, toFailure(error)), results: [] };
  }
}

/** The host with the credential of the source, which only its origin receives. */
async function openHost(ports: CrawlPorts, source: SourceRecord): Promise<DocumentHost> {
  const credential = await ports.credentialFor?.(source);
  if (credential === undefined) return ports.host;
  const { origin } = new URL(source.url);
  return {
    fetch: (uri, request = {}) =>
      ports.host.fetch(uri, URL.canParse(uri) && new URL(uri).origin === origin ? { ...request, credential } : request),
  };
}

/** Reads the document of a source, and the documents that it refers to, through its own host. */
function readSource(
  ports: CrawlPorts,
  { url: uri, agentId, name, owner }: SourceRecord,
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
  context: Omit<PollContext, 'acceptance'>,
) {
  const options = {
    context: { ...ports.context, uri, at: timestamp(ports.clock) },
    maxCards,
    ...(agentId === undefined ? {} : { singleId: agentId }),
    ...(name === undefined ? {} : { name }),
  };
  return readFetched(ports, { uri, bytes, mediaType }, options, { ...context, caller: owner });
}

/** The crawl acts for the owner of the source, with only the permission to write. */
function publishDocument(
  ports: CrawlPorts,
  source: SourceRecord,
  read: CardsRead,
  traceId: string,
): Promise<CardResult[]> {
  const { successions } = ports;
  return publishCards(ports, read, {
    caller: {
      kind: source.owner === local.subject ? 'local' : 'key',
      subject: source.owner,
      scopes: ['registry:write'],
    },
    traceId,
    claims: createClaims(maxCards),
    crawled: true,
    idFor: (place) => cardId(source.id, place),
    ...(successions === undefined ? {} : { successions }),
  });
}

/**
 * Adds the visibility of the source. A description without an id is identified by its source, so that it stays the
 * same service when its vendor renames or moves it.
 */
function withSource({ visibility, agentId, entryIds }: SourceRecord, { cards, isArray }: CardsRead): CardsRead {
  const place = (card: CardRead): CardRead => {
    if ('failure' in card || card.value === undefined) return card;
    const isUnnamed = !isArray && agentId === undefined && !card.namesId;
    const [id] = isUnnamed && entryIds.length === 1 ? entryIds : [];
    const known = { ...(id === undefined ? {} : { id }), ...(visibility === undefined ? {} : { visibility }) };
    return { ...card, value: { ...card.value, ...known } };
  };
  return { cards: cards.map(place), isArray };
}

/** A card without an id keeps the same id in every round: a UUID derived from the source and its position there. */
function cardId(sourceId: string, place: number): string {
  const bytes = createHash('sha256').update(`${sourceId}#${place}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function settleResults(
  ports: CrawlPorts,
  source: SourceRecord,
  { etag, lastModified }: FetchValidators,
  results: readonly CardResult[],
): SourceRecord {
  const good = results.flatMap(({ outcome, id }) => (outcome === 'failed' || id === undefined ? [] : [id]));
  const entryIds = [...new Set([...source.entryIds, ...good])].slice(-maxCards);
  const bad = results.find(({ outcome }) => outcome === 'failed');
  if (bad?.failure !== undefined) {
    const place = bad.card === undefined ? '' : `Card ${bad.card}: `;
    return { ...failed(ports, withoutValidators(source), bad.failure, place), entryIds };
  }
  const changed = results.some(({ outcome }) => outcome !== 'unchanged');
  return {
    ...succeeded(ports, withoutValidators(source), changed ? 'changed' : 'unchanged'),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    entryIds,
  };
}

function succeeded(ports: CrawlPorts, source: SourceRecord, lastOutcome: 'changed' | 'unchanged'): SourceRecord {
  const { lastError: _, ...kept } = source;
  const now = timestamp(ports.clock);
  const settled = { ...kept, failures: 0, lastOutcome, lastFetchedAt: now, lastSuccessAt: now };
  return { ...settled, dueAt: nextDue(settled, ports.clock, ports.random) };
}

/** While a document has problems its validators are dropped, or the next 304 would hide the problem. */
function withoutValidators(source: SourceRecord): SourceRecord {
  const { etag: _etag, lastModified: _lastModified, ...kept } = source;
  return kept;
}

/** An internal error, such as an unresponsive store, does not count against the source. */
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

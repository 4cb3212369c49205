/**
 * Reads a fetched document together with the documents that it refers to: the reader names the missing addresses, and
 * they are fetched here, each once, through the guarded host.
 */
import { Failure, toFailure, toPlainFailure } from '@dragoman/model';
import type {
  DescriptionReading,
  FetchedDocument,
  LoadedDocument,
  ReadFor,
  ReadOptions,
  ReadOutcome,
} from '../documents/description-reading.js';
import type { DocumentHost } from '../documents/host.js';
import { mapBounded } from '../documents/map-bounded.js';

/** Dependencies of reading. */
export interface ReadFetchedPorts {
  host: DocumentHost;
  reading: DescriptionReading;
}

/** Whom the document is read for, and in which trace. */
export interface FetchingFor extends ReadFor {
  traceId: string;
  /** W3C header of the position in the trace. */
  traceparent?: string;
}

/** Limits for the documents that one document leads to, as pages or references. */
const limits = { documents: 1000, bytes: 67_108_864, concurrency: 4 } as const;

/** Reads the document; throws when it, or a part that it cannot do without, cannot be read. */
export async function readFetched(
  ports: ReadFetchedPorts,
  document: FetchedDocument,
  options: ReadOptions,
  whom: FetchingFor,
): Promise<ReadOutcome & { kind: 'read' }> {
  const { read, references } = ports.reading;
  const loaded = new Map<string, LoadedDocument>();
  for (;;) {
    const source = { kind: 'fetched', document, references, loaded: [...loaded.values()] } as const;
    const outcome = await read({ ...options, source }, whom);
    if (outcome.kind === 'read') return outcome;
    const fresh = outcome.addresses.filter((address) => !loaded.has(address));
    if (fresh.length === 0) throw new Error('the reader asked twice for the same document');
    await load(ports, fresh, loaded, whom);
  }
}

/** Loads the documents and, level by level, those that they refer to. */
async function load(
  ports: ReadFetchedPorts,
  addresses: readonly string[],
  loaded: Map<string, LoadedDocument>,
  whom: FetchingFor,
): Promise<void> {
  let level = [...new Set(addresses)];
  let bytes = 0;
  while (level.length > 0) {
    const found = await mapBounded(level, limits.concurrency, async (uri) => {
      const room = loaded.size < limits.documents && bytes <= limits.bytes;
      const document: LoadedDocument = room ? await fetchOne(ports.host, uri, whom) : tooMany(uri);
      loaded.set(uri, document);
      if ('failure' in document) return [];
      bytes += document.bytes.byteLength;
      return ports.reading.findReferences(document, whom);
    });
    level = [...new Set(found.flat())].filter((uri) => !loaded.has(uri));
  }
}

async function fetchOne(host: DocumentHost, uri: string, whom: FetchingFor): Promise<LoadedDocument> {
  const { signal, traceId, traceparent } = whom;
  const tracing = { traceId, ...(traceparent === undefined ? {} : { traceparent }) };
  try {
    const fetched = await host.fetch(uri, { ...tracing, ...(signal === undefined ? {} : { signal }) });
    if (fetched.outcome !== 'fetched') throw new Failure('UPSTREAM_ERROR');
    return { uri, bytes: fetched.bytes, mediaType: fetched.mediaType };
  } catch (error) {
    return { uri, failure: toPlainFailure(toFailure(error)) };
  }
}

function tooMany(uri: string): LoadedDocument {
  const message = `The document leads to more than ${limits.documents} documents or ${limits.bytes} bytes.`;
  return { uri, failure: toPlainFailure(new Failure('UPSTREAM_ERROR', { message })) };
}

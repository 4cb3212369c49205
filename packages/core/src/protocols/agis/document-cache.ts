/** Cache of AGIS documents: an entry is written once per state and kept while it is in use. */
import type { Entry } from '@dragoman/model';
import { createBoundedCache, Failure } from '@dragoman/model';
import type { StoredEntry } from '../../catalogue/store.js';
import type { Awaitable } from '../../documents/awaitable.js';
import { createRunOnce } from '../../documents/run-once.js';
import { pathTo } from '../../transport/links.js';
import type { EndpointTable } from './match-endpoint.js';
import { createEndpointTable } from './match-endpoint.js';
import type { AgisPorts } from './ports.js';
import type { WrittenAgis } from './write.js';
import { writeAgis } from './write.js';

/** A written document with its endpoint table. */
export interface CachedDocument extends WrittenAgis {
  table: EndpointTable;
  namespace: string | undefined;
}

/** Returns the documents of entries. */
export interface DocumentCache {
  /**
   * The document of an entry, which must not be modified. `NOT_FOUND` when no operation of the entry can be written
   * in AGIS.
   */
  documentOf(stored: StoredEntry): Awaitable<CachedDocument>;
}

/** Maximum number of cached documents, and of their endpoints. */
const cacheLimits = { documents: 500, endpoints: 50_000 };

/** Creates the cache for the documents of this server. */
export function createDocumentCache(
  ports: Pick<AgisPorts, 'origin' | 'validator' | 'writeAgisDocument'>,
): DocumentCache {
  const documents = createBoundedCache<string, { seq: number; document: CachedDocument }>({
    entries: cacheLimits.documents,
    weight: cacheLimits.endpoints,
    weigh: ({ document }) => document.endpoints.length,
  });
  const share = createRunOnce<CachedDocument>();
  return {
    documentOf(stored) {
      const { entry, seq } = stored;
      const known = documents.get(entry.id);
      if (known?.seq === seq) return requireConforming(known.document);
      const written = share(JSON.stringify([entry.id, seq]), async () => {
        const document = await writeDocument(entry, ports);
        documents.set(entry.id, { seq, document });
        return document;
      });
      return written.then(requireConforming);
    },
  };
}

function requireConforming(document: CachedDocument): CachedDocument {
  if (document.report.conforms) return document;
  throw new Failure('NOT_FOUND', {
    message: 'No operation of this agent can be described in AGIS, so it has no document.',
  });
}

async function writeDocument(
  entry: Entry,
  { origin, validator, writeAgisDocument }: Pick<AgisPorts, 'origin' | 'validator' | 'writeAgisDocument'>,
): Promise<CachedDocument> {
  const path = pathTo('/agents', entry.id);
  const addresses = { agtp: `agtp://${new URL(origin).host}${path}`, httpBase: `${origin}${path}/agis` };
  const written =
    writeAgisDocument === undefined
      ? writeAgis(entry, { ...addresses, validator: validator() })
      : await writeAgisDocument(entry, addresses);
  const { vocabulary } = written.document as { vocabulary?: { namespace?: unknown } };
  const namespace = typeof vocabulary?.namespace === 'string' ? vocabulary.namespace : undefined;
  return { ...written, table: createEndpointTable(written.endpoints), namespace };
}

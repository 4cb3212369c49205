/** Cache of AGIS documents: an entry is written once per state and kept while it is in use. */
import { createBoundedCache, Failure } from '@dragoman/model';
import type { StoredEntry } from '../../catalogue/store.js';
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
  documentOf(stored: StoredEntry): CachedDocument;
}

/** Maximum number of cached documents, and of their endpoints. */
const cacheLimits = { documents: 500, endpoints: 50_000 };

/** Creates the cache for the documents of this server. */
export function createDocumentCache({ origin, validator }: Pick<AgisPorts, 'origin' | 'validator'>): DocumentCache {
  const documents = createBoundedCache<string, { seq: number; shelved: CachedDocument }>({
    entries: cacheLimits.documents,
    weight: cacheLimits.endpoints,
    weigh: ({ shelved }) => shelved.endpoints.length,
  });
  const find = (stored: StoredEntry): CachedDocument => {
    const known = documents.get(stored.entry.id);
    if (known?.seq === stored.seq) return known.shelved;
    const shelved = writeDocument(stored, { origin, validator });
    documents.set(stored.entry.id, { seq: stored.seq, shelved });
    return shelved;
  };
  return {
    documentOf(stored) {
      const shelved = find(stored);
      if (shelved.report.conforms) return shelved;
      throw new Failure('NOT_FOUND', {
        message: 'No operation of this agent can be described in AGIS, so it has no document.',
      });
    },
  };
}

function writeDocument(
  { entry }: StoredEntry,
  { origin, validator }: Pick<AgisPorts, 'origin' | 'validator'>,
): CachedDocument {
  const path = pathTo('/agents', entry.id);
  const written = writeAgis(entry, {
    agtp: `agtp://${new URL(origin).host}${path}`,
    httpBase: `${origin}${path}/agis`,
    validator: validator(),
  });
  const { vocabulary } = written.document as { vocabulary?: { namespace?: unknown } };
  const namespace = typeof vocabulary?.namespace === 'string' ? vocabulary.namespace : undefined;
  return { ...written, table: createEndpointTable(written.endpoints), namespace };
}

/** Documents at hand: an entry is written as AGIS once per state, and kept while it is asked for. */
import { createBoundedCache, Failure } from '@dragoman/model';
import type { StoredEntry } from '../../catalogue/store.js';
import { pathTo } from '../../transport/links.js';
import type { EndpointTable } from './match-endpoint.js';
import { createEndpointTable } from './match-endpoint.js';
import type { AgisPorts } from './ports.js';
import type { WrittenAgis } from './write.js';
import { writeAgis } from './write.js';

/** A written document with its endpoints at hand. */
export interface ShelvedDocument extends WrittenAgis {
  table: EndpointTable;
  namespace: string | undefined;
}

/** Gives the documents of entries. */
export interface DocumentShelf {
  /** The document of an entry; nobody may change what it gives. `NOT_FOUND` when nothing of the entry can be said in AGIS. */
  documentOf(stored: StoredEntry): ShelvedDocument;
}

/** Documents that are kept, and how many endpoints they may have together. */
const held = { documents: 500, endpoints: 50_000 };

/** Makes a shelf for the documents of this server. */
export function createDocumentShelf({ origin, validator }: Pick<AgisPorts, 'origin' | 'validator'>): DocumentShelf {
  const documents = createBoundedCache<string, { seq: number; shelved: ShelvedDocument }>({
    entries: held.documents,
    weight: held.endpoints,
    weigh: ({ shelved }) => shelved.endpoints.length,
  });
  const find = (stored: StoredEntry): ShelvedDocument => {
    const known = documents.get(stored.entry.id);
    if (known?.seq === stored.seq) return known.shelved;
    const shelved = shelve(stored, { origin, validator });
    documents.set(stored.entry.id, { seq: stored.seq, shelved });
    return shelved;
  };
  return {
    documentOf(stored) {
      const shelved = find(stored);
      if (shelved.report.conforms) return shelved;
      throw new Failure('NOT_FOUND', {
        message: 'No operation of this agent can be described in AGIS, so there is no document of it.',
      });
    },
  };
}

function shelve(
  { entry }: StoredEntry,
  { origin, validator }: Pick<AgisPorts, 'origin' | 'validator'>,
): ShelvedDocument {
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

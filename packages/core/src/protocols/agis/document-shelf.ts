/** Documents at hand: an entry is written as AGIS once per state, and kept while it is asked for. */
import { Failure } from '@dragoman/model';
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
  const documents = new Map<string, { seq: number; shelved: ShelvedDocument }>();
  let endpoints = 0;
  const forget = (id: string) => {
    endpoints -= documents.get(id)?.shelved.endpoints.length ?? 0;
    documents.delete(id);
  };
  return {
    documentOf(stored) {
      const { id } = stored.entry;
      const known = documents.get(id);
      forget(id);
      const shelved = known?.seq === stored.seq ? known.shelved : shelve(stored, { origin, validator });
      documents.set(id, { seq: stored.seq, shelved });
      endpoints += shelved.endpoints.length;
      for (const [oldest] of documents) {
        if (oldest === id || (documents.size <= held.documents && endpoints <= held.endpoints)) break;
        forget(oldest);
      }
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

/** Cache of OpenAPI documents: an entry is written once per state, and its text is cached while it is requested. */
import type { Entry } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import type { StoredEntry } from '../../catalogue/store.js';
import type { Awaitable } from '../../documents/awaitable.js';
import { createRunOnce } from '../../documents/run-once.js';
import { writeOpenApi } from './write.js';

/** Provides the texts of entries. */
export interface DocumentCache {
  /** The document of an entry as callable through the gateway, as JSON. */
  textOf(stored: StoredEntry): Promise<string>;
}

/** Limits of the cache. */
export interface DocumentCacheLimits {
  documents: number;
  /** Of all texts together. */
  characters: number;
}

const usualLimits: DocumentCacheLimits = { documents: 500, characters: 32 * 1024 * 1024 };

/**
 * Writes the document of an entry as JSON; a large one may be written on another thread. Without an origin, it is the
 * service's own interface, laid out for people.
 */
export type WriteOpenApiText = (entry: Entry, origin: string | undefined) => Awaitable<string>;

/** Creates a cache for the documents of this server; the least recently used one is evicted. */
export function createDocumentCache(
  { origin, writeText = writeOpenApiText }: { origin: string; writeText?: WriteOpenApiText | undefined },
  limits: DocumentCacheLimits = usualLimits,
): DocumentCache {
  const texts = createBoundedCache<string, { seq: number; text: string }>({
    entries: limits.documents,
    weight: limits.characters,
    weigh: ({ text }) => text.length,
  });
  const share = createRunOnce<string>();
  return {
    async textOf({ entry, seq }) {
      const known = texts.get(entry.id);
      if (known?.seq === seq) return known.text;
      return share(JSON.stringify([entry.id, seq]), async () => {
        const text = await writeText(entry, origin);
        texts.set(entry.id, { seq, text });
        return text;
      });
    },
  };
}

/** Writes the document of an entry as JSON: as callable at a gateway, or the service's own interface. */
export function writeOpenApiText(entry: Entry, origin: string | undefined): string {
  if (origin === undefined) return JSON.stringify(writeOpenApi(entry, { face: 'own' }).value, null, 2);
  return JSON.stringify(writeOpenApi(entry, { face: 'gateway', origin }).value);
}

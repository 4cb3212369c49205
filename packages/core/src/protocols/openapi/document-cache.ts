/** Cache of OpenAPI documents: an entry is written once per state, and its text is cached while it is requested. */
import { createBoundedCache } from '@dragoman/model';
import type { StoredEntry } from '../../catalogue/store.js';
import { writeOpenApi } from './write.js';

/** Provides the texts of entries. */
export interface DocumentCache {
  /** The document of an entry as callable through the gateway, as JSON. */
  textOf(stored: StoredEntry): string;
}

/** Limits of the cache. */
export interface DocumentCacheLimits {
  documents: number;
  /** Of all texts together. */
  characters: number;
}

const usualLimits: DocumentCacheLimits = { documents: 500, characters: 32 * 1024 * 1024 };

/** Creates a cache for the documents of this server; the least recently used one is evicted. */
export function createDocumentCache(origin: string, limits: DocumentCacheLimits = usualLimits): DocumentCache {
  const texts = createBoundedCache<string, { seq: number; text: string }>({
    entries: limits.documents,
    weight: limits.characters,
    weigh: ({ text }) => text.length,
  });
  return {
    textOf(stored) {
      const { id } = stored.entry;
      const known = texts.get(id);
      if (known?.seq === stored.seq) return known.text;
      const text = write(stored, origin);
      texts.set(id, { seq: stored.seq, text });
      return text;
    },
  };
}

function write({ entry }: StoredEntry, origin: string): string {
  return JSON.stringify(writeOpenApi(entry, { face: 'gateway', origin }).value);
}

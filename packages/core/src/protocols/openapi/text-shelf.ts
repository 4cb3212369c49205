/** Documents at hand: an entry is written as OpenAPI once per state, and its text kept while it is asked for. */
import { createBoundedCache } from '@dragoman/model';
import type { StoredEntry } from '../../catalogue/store.js';
import { writeOpenApi } from './write.js';

/** Gives the texts of entries. */
export interface TextShelf {
  /** The document of an entry as it is called through the gateway, as JSON. */
  textOf(stored: StoredEntry): string;
}

/** How much is kept. */
export interface ShelfLimits {
  documents: number;
  /** Of all texts together. */
  characters: number;
}

const usualLimits: ShelfLimits = { documents: 500, characters: 32 * 1024 * 1024 };

/** Makes a shelf for the documents of this server; the one that was asked for longest ago makes room. */
export function createTextShelf(origin: string, limits: ShelfLimits = usualLimits): TextShelf {
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

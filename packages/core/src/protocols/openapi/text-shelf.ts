/** Documents at hand: an entry is written as OpenAPI once per state, and its text kept while it is asked for. */
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
  const texts = new Map<string, { seq: number; text: string }>();
  let characters = 0;
  const forget = (id: string) => {
    characters -= texts.get(id)?.text.length ?? 0;
    texts.delete(id);
  };
  return {
    textOf(stored) {
      const { id } = stored.entry;
      const known = texts.get(id);
      forget(id);
      const text = known?.seq === stored.seq ? known.text : write(stored, origin);
      texts.set(id, { seq: stored.seq, text });
      characters += text.length;
      for (const [oldest] of texts) {
        if (texts.size <= limits.documents && characters <= limits.characters) break;
        forget(oldest);
      }
      return text;
    },
  };
}

function write({ entry }: StoredEntry, origin: string): string {
  return JSON.stringify(writeOpenApi(entry, { face: 'gateway', origin }).value);
}

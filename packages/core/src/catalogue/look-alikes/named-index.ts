/** An index of entries that keeps the names of the catalogue beside it: whatever reaches the one reaches the other. */
import type { EntryIndex } from '../index-port.js';
import type { NameIndex } from './name-index.js';

/** The same index, with the names kept current; everything else is answered by the index itself. */
export function withNames<I extends EntryIndex>(index: I, names: NameIndex): I {
  const changes: Pick<EntryIndex, 'put' | 'remove'> = {
    put(stored) {
      names.put(stored);
      index.put(stored);
    },
    remove(id) {
      names.remove(id);
      index.remove(id);
    },
  };
  return Object.assign(Object.create(index) as I, changes);
}

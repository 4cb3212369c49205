/** An index of entries that also maintains the names of the catalogue: every change is applied to both. */
import { createBacklog, type ScheduleIdle } from '../backlog.js';
import type { EntryIndex } from '../index-port.js';
import type { MemoryNames, NameIndex } from './name-index.js';

/** The same index with the names kept current; everything else is answered by the index itself. */
export function withNames<I extends EntryIndex>(index: I, names: Pick<NameIndex, 'put' | 'remove'>): I {
  const changes: Pick<EntryIndex, 'put' | 'remove'> = {
    put(stored) {
      names.put(stored);
      return index.put(stored);
    },
    remove(id) {
      names.remove(id);
      return index.remove(id);
    },
  };
  return Object.assign(Object.create(index) as I, changes);
}

/** Names that are created on first use, and updated when the process is idle or on the next query. */
export function whenIdle(create: () => MemoryNames, spare: ScheduleIdle): MemoryNames {
  let created: MemoryNames | undefined;
  const names = () => {
    created ??= create();
    return created;
  };
  const backlog = createBacklog((stored) => {
    names().put(stored);
    return undefined;
  }, spare);
  const current = () => {
    backlog.catchUp();
    return names();
  };
  return {
    put: backlog.put,
    remove(id) {
      backlog.drop(id);
      names().remove(id);
    },
    alike: (skeleton) => current().alike(skeleton),
    near: (skeleton) => current().near(skeleton),
    called: (word) => current().called(word),
    named: (skeleton) => current().named(skeleton),
    saying: (text) => current().saying(text),
    entry: (id) => current().entry(id),
    around: () => current(),
    add: (named) => current().add(named),
    save: () => current().save(),
  };
}

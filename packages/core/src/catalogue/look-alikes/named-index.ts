/** An index of entries that also maintains the names of the catalogue: every change is applied to both. */
import { createBacklog, type ScheduleIdle } from '../backlog.js';
import type { EntryIndex } from '../index-port.js';
import type { NameIndex } from './name-index.js';

/** The same index with the names kept current; everything else is answered by the index itself. */
export function withNames<I extends EntryIndex>(index: I, names: Pick<NameIndex, 'put' | 'remove'>): I {
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

/** The same names, processed when the process is idle or on the next query. */
export function whenIdle(names: NameIndex, spare: ScheduleIdle): NameIndex {
  const backlog = createBacklog(names.put, spare);
  const caughtUp =
    <A extends unknown[], T>(ask: (...given: A) => T) =>
    (...given: A): T => {
      backlog.catchUp();
      return ask(...given);
    };
  return {
    put: backlog.put,
    remove(id) {
      backlog.drop(id);
      names.remove(id);
    },
    alike: caughtUp(names.alike),
    near: caughtUp(names.near),
    called: caughtUp(names.called),
    named: caughtUp(names.named),
    saying: caughtUp(names.saying),
    entry: caughtUp(names.entry),
  };
}

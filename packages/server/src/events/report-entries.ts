/** Changes of the catalogue as events: whatever the index learns, of this process, of others and of other nodes. */
import type { AppliedChange, EntryAccess, EntryIndex, StoredEntry } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { PublishEvent } from './event-sender.js';

/** Called with each entry that the index has applied, and its access before. */
export type EntryListener = (stored: StoredEntry, before: EntryAccess | undefined) => void;

/** The same index, which also calls the listener once `isOn` is true. */
export function withEntryListener<I extends EntryIndex>(index: I, listener: EntryListener, isOn: () => boolean): I {
  const put = (stored: StoredEntry) => {
    const report = (applied: AppliedChange | undefined) => {
      const isNews = stored.deletedAt === undefined || applied?.before !== undefined;
      if (applied !== undefined && isNews && isOn()) listener(stored, applied.before);
      return applied;
    };
    const applied = index.put(stored);
    return applied instanceof Promise ? applied.then(report) : report(applied);
  };
  return Object.assign(Object.create(index) as I, { put });
}

/** Creates the listener that publishes the changes; every worker notices each of them. */
export function createEntryReport(publish: PublishEvent, clock: Clock): EntryListener {
  return ({ entry, seq, deletedAt }, before) => {
    const isRemoved = deletedAt !== undefined;
    publish({
      event: {
        type: isRemoved ? 'entry.removed' : before === undefined ? 'entry.added' : 'entry.changed',
        at: timestamp(clock),
        service: entry.id,
        ...(isRemoved ? {} : { name: entry.name.slice(0, 200), operations: entry.operations.length }),
      },
      audience: {
        kind: 'entry',
        ...(before === undefined ? {} : { before: accessOf(before) }),
        ...(isRemoved ? {} : { after: accessOf(entry) }),
      },
      key: `entry ${seq} ${entry.id}`,
    });
  };
}

function accessOf({ visibility, owner, grants }: EntryAccess): EntryAccess {
  return { visibility, owner, grants };
}

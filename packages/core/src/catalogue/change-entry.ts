/** One change of one entry: decided inside the store's transaction, recorded, and known to the index at once. */
import type { Entry } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { timestamp } from '../documents/host.js';
import type { ChangeRequest, PublishPorts } from './publish.js';
import { requireVisible } from './publish.js';
import type { Decide, StoredEntry } from './store.js';

/** What a change left behind. */
export interface ChangedEntry {
  stored: StoredEntry;
  /** False when it was decided to leave the entry as it is. */
  changed: boolean;
}

/** Applies a decision on the entry of this id, whatever its state. */
export async function applyChange(
  ports: PublishPorts,
  id: string,
  { caller, traceId }: ChangeRequest,
  decide: Decide,
): Promise<ChangedEntry> {
  const context = { actor: caller.subject, traceId, at: timestamp(ports.clock) };
  const { stored, action } = await ports.store.entries.change(id, decide, context);
  if (stored === undefined) throw new Error('a decided change left nothing behind');
  ports.index.put(stored);
  return { stored, changed: action !== undefined };
}

/** Puts another content in the place of a live entry that the caller may see; the same object leaves it as it is. */
export function changeEntry(
  ports: PublishPorts,
  id: string,
  request: ChangeRequest,
  change: (live: StoredEntry) => Entry,
): Promise<ChangedEntry> {
  return applyChange(ports, id, request, (current) => {
    const live = requireVisible(id, current?.deletedAt === undefined ? current : undefined, request.caller);
    // Who may not change it learns that, and not whether somebody else has.
    const entry = change(live);
    if (request.precondition !== undefined && !request.precondition(live)) throw new Failure('PRECONDITION_FAILED');
    return entry === live.entry ? undefined : { action: 'entry.update', entry };
  });
}

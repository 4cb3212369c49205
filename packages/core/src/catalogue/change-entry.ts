/** One change of one entry: decided inside the store's transaction, recorded, and added to the index at once. */
import type { Entry } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { timestamp } from '../documents/host.js';
import type { ChangeRequest, PublishPorts } from './publish.js';
import { requireVisible } from './publish.js';
import type { Decide, StoredEntry } from './store.js';

/** The result of a change. */
export interface ChangedEntry {
  stored: StoredEntry;
  /** False when the decision was to leave the entry unchanged. */
  changed: boolean;
}

/** Applies a decision to the entry with this id, whatever its state. */
export async function applyChange(
  ports: PublishPorts,
  id: string,
  { caller, traceId }: ChangeRequest,
  decide: Decide,
): Promise<ChangedEntry> {
  const context = { actor: caller.subject, traceId, at: timestamp(ports.clock) };
  const { stored, action } = await ports.store.entries.change(id, decide, context);
  if (stored === undefined) throw new Error('a decided change wrote nothing');
  await ports.index.put(stored);
  return { stored, changed: action !== undefined };
}

/** Replaces the content of a live entry that the caller may see; returning the same object leaves it unchanged. */
export function changeEntry(
  ports: PublishPorts,
  id: string,
  request: ChangeRequest,
  change: (live: StoredEntry) => Entry,
  /** Further facts for the audit record, as JSON text. */
  detail?: string,
): Promise<ChangedEntry> {
  return applyChange(ports, id, request, (current) => {
    const live = requireVisible(id, current?.deletedAt === undefined ? current : undefined, request.caller);
    // A caller that may not change the entry gets that failure, and not whether it has changed meanwhile.
    const entry = change(live);
    if (request.precondition !== undefined && !request.precondition(live)) throw new Failure('PRECONDITION_FAILED');
    if (entry === live.entry) return undefined;
    return { action: 'entry.update', entry, ...(detail === undefined ? {} : { detail }) };
  });
}

/** Deletion leaves a tombstone; restoration brings the last content back. Both are changes like any other. */
import { Failure } from '@dragoman/model';
import { canChange, canSee } from '../access/caller.js';
import { timestamp } from '../documents/host.js';
import type { ChangeRequest, PublishPorts } from './publish.js';
import { noSuchEntry, notYours, requireVisible } from './publish.js';
import type { Decide, StoredEntry } from './store.js';

/** Deletes an entry softly; it is gone from every answer and can be restored. */
export function withdraw(ports: PublishPorts, id: string, request: ChangeRequest): Promise<StoredEntry> {
  return apply(ports, id, request, (current) => {
    const live = requireVisible(id, current?.deletedAt === undefined ? current : undefined, request.caller);
    if (!canChange(request.caller, live.entry)) throw notYours();
    if (request.precondition !== undefined && !request.precondition(live)) throw new Failure('PRECONDITION_FAILED');
    return { action: 'entry.delete', entry: live.entry };
  });
}

/** Restores a deleted entry; of a live one it says `CONFLICT`. */
export function restore(ports: PublishPorts, id: string, request: ChangeRequest): Promise<StoredEntry> {
  return apply(ports, id, request, (current) => {
    if (current === undefined || !canSee(request.caller, current.entry)) throw noSuchEntry(id);
    if (!canChange(request.caller, current.entry)) {
      throw current.deletedAt === undefined ? notYours() : noSuchEntry(id);
    }
    if (current.deletedAt === undefined) {
      throw new Failure('CONFLICT', { message: 'The agent is not deleted, so there is nothing to restore.' });
    }
    return { action: 'entry.restore', entry: current.entry };
  });
}

async function apply(ports: PublishPorts, id: string, request: ChangeRequest, decide: Decide): Promise<StoredEntry> {
  const { stored } = await ports.store.entries.change(id, decide, {
    actor: request.caller.subject,
    traceId: request.traceId,
    at: timestamp(ports.clock),
  });
  if (stored === undefined) throw new Error('a decided change left nothing behind');
  ports.index.put(stored);
  return stored;
}

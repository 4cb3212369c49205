/** Deletion leaves a tombstone; restoration returns the last content. Both are ordinary changes. */
import { Failure } from '@dragoman/model';
import { canChange, canSee } from '../access/caller.js';
import { applyChange } from './change-entry.js';
import type { ChangeRequest, PublishPorts } from './publish.js';
import { noSuchEntry, notYours, requireVisible } from './publish.js';
import type { StoredEntry } from './store.js';

/** Soft-deletes an entry; it disappears from every response and can be restored. */
export async function withdraw(ports: PublishPorts, id: string, request: ChangeRequest): Promise<StoredEntry> {
  const { stored } = await applyChange(ports, id, request, (current) => {
    const live = requireVisible(id, current?.deletedAt === undefined ? current : undefined, request.caller);
    if (!canChange(request.caller, live.entry)) throw notYours();
    if (request.precondition !== undefined && !request.precondition(live)) throw new Failure('PRECONDITION_FAILED');
    return { action: 'entry.delete', entry: live.entry };
  });
  return stored;
}

/** Restores a deleted entry; throws `CONFLICT` for a live one. */
export async function restore(ports: PublishPorts, id: string, request: ChangeRequest): Promise<StoredEntry> {
  const { stored } = await applyChange(ports, id, request, (current) => {
    if (current === undefined || !canSee(request.caller, current.entry)) throw noSuchEntry(id);
    if (!canChange(request.caller, current.entry)) {
      throw current.deletedAt === undefined ? notYours() : noSuchEntry(id);
    }
    if (current.deletedAt === undefined) {
      throw new Failure('CONFLICT', { message: 'The service is not deleted, so there is nothing to restore.' });
    }
    return { action: 'entry.restore', entry: current.entry };
  });
  return stored;
}

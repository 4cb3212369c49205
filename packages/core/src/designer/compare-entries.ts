/** Compares two states of a provider's description, operation by operation, and classifies the effect on callers. */
import type { ChangeEffect, Entry, Operation, SignatureChange } from '@dragoman/model';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import type { CompareOperations } from './version-comparing.js';

/** One operation that was added, removed or changed. */
export interface OperationChange {
  kind: 'operation_added' | 'operation_removed' | 'operation_changed';
  operation: string;
  /** Version of the operation after the change, or before it was removed. */
  version: number;
  /** Effect on callers; absent when only the version number differs. */
  effect?: ChangeEffect;
  changes: SignatureChange[];
}

/** Two states of an entry; the older one is absent for a new entry. */
export interface EntryPair {
  before?: Entry | undefined;
  after: Entry;
}

/** Every operation that differs between two states of an entry, in the order of the newer one. */
export async function compareEntries(
  { before, after }: EntryPair,
  compare: CompareOperations,
  caller: string,
): Promise<OperationChange[]> {
  const older = new Map((before?.operations ?? []).map((operation) => [operation.id, operation]));
  const newer = new Set(after.operations.map(({ id }) => id));
  const removed = (before?.operations ?? []).filter(({ id }) => !newer.has(id));
  const [wasOwner, isOwner] = [ownerOf(before ?? after), ownerOf(after)];
  const sameOwner = JSON.stringify(wasOwner) === JSON.stringify(isOwner);
  const yieldWhenDue = createYieldWhenDue();
  const found: OperationChange[] = [];
  for (const operation of after.operations) {
    await yieldWhenDue();
    const was = older.get(operation.id);
    if (was === undefined) found.push(plain('operation_added', operation));
    else if (!sameOwner || JSON.stringify(was) !== JSON.stringify(operation)) {
      const pair = { before: { owner: wasOwner, operation: was }, after: { owner: isOwner, operation } };
      const difference = await compare(pair, caller);
      const numbered = was.version !== operation.version;
      if (difference.changes.length > 0 || numbered)
        found.push({ ...plain('operation_changed', operation), ...difference });
    }
  }
  return [...found, ...removed.map((operation) => plain('operation_removed', operation))];
}

function plain(kind: OperationChange['kind'], { name, version }: Operation): OperationChange {
  return { kind, operation: name, version, changes: [] };
}

function ownerOf({ description, tags }: Entry): Pick<Entry, 'description' | 'tags'> {
  return { description, tags };
}

/** Compares two states of a provider's description, operation by operation, and classifies the effect on callers. */
import type { ChangeEffect, Entry, Operation, SignatureChange } from '@dragoman/model';
import { vendorOf } from '../protocols/nact/tool-history.js';
import { signatureOf, writeTool } from '../protocols/nact/write.js';
import type { ComparedVersion } from './compare-versions.js';
import { compareVersions } from './compare-versions.js';

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

/** Every operation that differs between two states of an entry, in the order of the newer one. */
export function compareEntries(before: Entry | undefined, after: Entry): OperationChange[] {
  const older = new Map((before?.operations ?? []).map((operation) => [operation.id, operation]));
  const newer = new Set(after.operations.map(({ id }) => id));
  const removed = (before?.operations ?? []).filter(({ id }) => !newer.has(id));
  return [
    ...after.operations.flatMap((operation) => {
      const was = older.get(operation.id);
      if (was === undefined || before === undefined) return [plain('operation_added', operation)];
      return compareOperation({ entry: before, operation: was }, { entry: after, operation });
    }),
    ...removed.map((operation) => plain('operation_removed', operation)),
  ];
}

interface Placed {
  entry: Entry;
  operation: Operation;
}

function plain(kind: OperationChange['kind'], { name, version }: Operation): OperationChange {
  return { kind, operation: name, version, changes: [] };
}

function compareOperation(was: Placed, is: Placed): OperationChange[] {
  const [before, after] = [toVersion(was), toVersion(is)];
  const changed = plain('operation_changed', is.operation);
  const difference = compareVersions(before, after);
  const numbered = was.operation.version !== is.operation.version;
  if (difference.changes.length === 0 && !numbered) return [];
  return [{ ...changed, ...difference }];
}

/** The operation as a tool with a fixed identity, so that only its contract and its texts can differ. */
function toVersion({ entry, operation }: Placed): ComparedVersion {
  const identity = { toolId: operation.id, name: operation.name, version: 1, currentVersion: 1 };
  const { input } = operation;
  return { signature: signatureOf(writeTool(entry, operation), identity), input, ...vendorOf(operation) };
}

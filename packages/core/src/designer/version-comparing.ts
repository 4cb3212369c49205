/**
 * Comparisons of versions as functions of plain data, so that large ones can run on a worker thread: at the limits of
 * schemas, one takes a second.
 */
import type { FailureCode, Operation } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import { vendorOf } from '../protocols/nact/tool-history.js';
import type { ToolOwner } from '../protocols/nact/write.js';
import { signatureOf, writeTool } from '../protocols/nact/write.js';
import type { ComparedVersion, VersionDifference } from './compare-versions.js';
import { compareVersions } from './compare-versions.js';

/** The older and the newer one. */
export interface VersionPair<T> {
  before: T;
  after: T;
}

/** An operation with what it inherits from its service. */
export interface OwnedOperation {
  owner: ToolOwner;
  operation: Operation;
}

/** Compares two versions of a tool for a caller. */
export type CompareTools = (pair: VersionPair<ComparedVersion>, caller: string) => Promise<VersionDifference>;

/** Compares two versions of an operation for a caller. */
export type CompareOperations = (pair: VersionPair<OwnedOperation>, caller: string) => Promise<VersionDifference>;

/** Compares two versions of a tool on this thread. */
export function compareToolPair({ before, after }: VersionPair<ComparedVersion>): VersionDifference {
  return compareVersions(before, after);
}

/** Compares two versions of an operation on this thread. */
export function compareOperationPair({ before, after }: VersionPair<OwnedOperation>): VersionDifference {
  return compareVersions(toVersion(before), toVersion(after));
}

/** The operation as a tool with a fixed identity, so that only its contract and its texts can differ. */
function toVersion({ owner, operation }: OwnedOperation): ComparedVersion {
  const identity = { toolId: operation.id, name: operation.name, version: 1, currentVersion: 1 };
  const { input, output } = operation;
  const signature = signatureOf(writeTool(owner, operation), identity);
  return { signature, input, ...(output === undefined ? {} : { output }), ...vendorOf(operation) };
}

/** The difference of two versions whose comparison failed with one of these codes; other failures are thrown again. */
export function differenceOfFailure(
  thrown: unknown,
  codes: readonly FailureCode[] = ['DOCUMENT_TOO_COMPLEX'],
): VersionDifference {
  if (!isFailure(thrown) || !codes.includes(thrown.code)) throw thrown;
  const message = 'The two versions could not be compared; review the new one.';
  return { changes: [{ subject: 'tool', kind: 'tool_replaced', effect: 'breaking', message }], effect: 'breaking' };
}

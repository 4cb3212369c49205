/**
 * Adds a negotiated endpoint permanently to the published document: one more operation and an increased version
 * (AGIS-NEG-07).
 */
import { agisExtra, extraMember } from '@dragoman/agis';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import { canChange } from '../../../access/caller.js';
import type { EntryIndex } from '../../../catalogue/index-port.js';
import type { Store, StoredEntry } from '../../../catalogue/store.js';
import type { Clock } from '../../../documents/host.js';
import { timestamp } from '../../../documents/host.js';
import { repairOperation } from '../../../gateway/repair/repair-operation.js';
import { operationOf } from './session-endpoints.js';
import type { Negotiation } from './session-state.js';

/** Adds an endpoint permanently. */
export type KeepEndpoint = (
  change: { stored: StoredEntry; caller: Caller; traceId: string },
  negotiation: Pick<Negotiation, 'endpoint' | 'dataClass'>,
) => Promise<StoredEntry>;

/** Creates the function; the index is updated at once. */
export function createKeepEndpoint({
  store,
  index,
  clock,
}: {
  store: Pick<Store, 'entries'>;
  index: EntryIndex;
  clock: Clock;
}): KeepEndpoint {
  return async ({ stored: { entry }, caller, traceId }, negotiation) => {
    const operation = operationOf(entry.id, negotiation);
    const changed = await store.entries.change(
      entry.id,
      (current) => {
        if (current === undefined || current.deletedAt !== undefined) throw new Failure('NOT_FOUND');
        if (!canChange(caller, current.entry)) throw new Failure('FORBIDDEN');
        requireFree(current.entry, operation);
        return { action: 'entry.update', entry: withOperation(current.entry, operation) };
      },
      { actor: caller.subject, at: timestamp(clock), traceId },
    );
    if (changed.stored === undefined) throw new Failure('NOT_FOUND');
    await index.put(changed.stored);
    return changed.stored;
  };
}

/** Rejects an endpoint whose verb and path, or whose name, the document already has. */
export function requireFree(entry: Entry, operation: Operation): void {
  const taken = entry.operations.some(
    ({ verb, path, name }) => (verb === operation.verb && path === operation.path) || name === operation.name,
  );
  if (!taken) return;
  throw new Failure('CONFLICT', {
    message: `The document already has ${operation.verb ?? ''} ${operation.path ?? ''}.`,
  });
}

function withOperation(entry: Entry, operation: Operation): Entry {
  const added = repairOperation(operation, entry.repairs);
  const version = raise(entry.version);
  return {
    ...entry,
    operations: [...entry.operations, added],
    version,
    derived: entry.derived.filter((member) => member !== '/version'),
    extra: withVocabularyVersion(entry.extra, version),
  };
}

/** A document that also has its version in `vocabulary` keeps both equal (agis.md R20). */
function withVocabularyVersion(extra: JsonObject, version: string): JsonObject {
  const own = agisExtra(extra);
  const { vocabulary } = own;
  if (!isJsonObject(vocabulary) || vocabulary.version === undefined) return extra;
  return { ...extra, [extraMember]: { ...own, vocabulary: { ...vocabulary, version } } };
}

/** `2.4.0` → `2.5.0`: an addition without other changes. */
function raise(version = '1.0.0'): string {
  const [, major, minor] = /^(\d+)\.(\d+)(?:\.\d+)?$/.exec(version) ?? [];
  return major === undefined ? `${version}.1` : `${major}.${Number(minor) + 1}.0`;
}

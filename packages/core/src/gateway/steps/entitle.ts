/**
 * Resolves the target of a call and decides whether this caller may call it. An entry that the caller may not see is
 * reported as not found; a visible one that it may not call is forbidden (aidip.md GATE-09, GAP-16).
 */
import type { Entry, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import { hasScope } from '../../access/caller.js';
import { createCachedEntryReader } from '../../catalogue/cached-entries.js';
import type { Store, StoredEntry } from '../../catalogue/store.js';
import type { Awaitable } from '../../documents/awaitable.js';
import type { Call, GatewayStep, Outcome, Target, TargetedCall, Unpacked } from '../call.js';
import { chooseOperation } from '../choose-operation.js';
import type { GatewayPorts } from '../ports.js';

/** Number of cached entries, so that a call need not read the store. */
const cacheLimits = { entries: 2000, characters: 32_000_000 };

/** Maximum number of stored versions of an entry searched for an older operation, and how many at once. */
const maxVersionsSearched = 500;
const versionsAtOnce = 50;

/** Creates the step. */
export function createEntitle(
  ports: Pick<GatewayPorts, 'store' | 'index' | 'settings' | 'mayInvoke'>,
): GatewayStep<Call, TargetedCall> {
  const { store, settings, mayInvoke } = ports;
  const read = createCachedEntryReader(ports, cacheLimits);
  const aimAt = (call: Call, next: NextStep, stored: StoredEntry): Promise<Outcome> => {
    if (call.caller.kind !== 'anonymous' && !hasScope(call.caller, 'agents:invoke')) throw lacksScope();
    if (call.unpack !== undefined) applyUnpacked(call, call.unpack(stored.entry));
    const current = call.offered ?? operationOf(stored.entry, call);
    const pass = (operation: Operation) => {
      mayInvoke?.(call.caller, stored.entry, operation, call.input);
      requireActive(stored.entry);
      aim(call, { stored, operation });
      return next(call);
    };
    const operation = atVersion(store, stored.entry, current, call.operationVersion);
    return operation instanceof Promise ? operation.then(pass) : pass(operation);
  };
  return (call, next) => {
    requireCredential(call.caller, settings.anonymous);
    const stored = call.found?.entry.id === call.agentId ? call.found : read(call.agentId, call.caller);
    return stored instanceof Promise ? stored.then((found) => aimAt(call, next, found)) : aimAt(call, next, stored);
  };
}

/** Replaces what the interface read before it knew the entry with what it has read now. */
function applyUnpacked(call: Call, { operationName, input, wantsStream }: Unpacked): void {
  if (operationName !== undefined) call.operationName = operationName;
  else if (call.operationName !== undefined) delete call.operationName;
  call.input = input;
  call.wantsStream = wantsStream;
}

/** From here on the call has the type that all later steps take. */
function aim(call: Call, target: Target): asserts call is TargetedCall {
  call.target = target;
}

/** An id that the entry no longer has is never replaced by an operation of the same name. */
function operationOf(entry: Entry, { operationId, operationName }: Call): Operation {
  if (operationId === undefined) return chooseOperation(entry, operationName);
  const operation = entry.operations.find(({ id }) => id === operationId);
  if (operation !== undefined) return operation;
  throw new Failure('GONE', { message: 'The service no longer offers this operation.' });
}

type NextStep = (call: TargetedCall) => Promise<Outcome>;

function requireActive({ status }: Entry): void {
  if (status !== 'inactive') return;
  throw new Failure('UNAVAILABLE', { message: 'The service is registered as inactive and does not accept calls.' });
}

function requireCredential(caller: Caller, anonymousAllowed: boolean): void {
  if (caller.kind !== 'anonymous' || anonymousAllowed) return;
  throw new Failure('UNAUTHENTICATED', {
    message: "Calling a service needs a credential with the scope 'agents:invoke'.",
  });
}

function lacksScope(): Failure {
  return new Failure('FORBIDDEN', {
    message: "Your credential lacks the scope 'agents:invoke', which is required to call a service.",
  });
}

function atVersion(store: Store, entry: Entry, current: Operation, version?: number): Awaitable<Operation> {
  return version === undefined || version === current.version ? current : findOlder(store, entry, current, version);
}

/** An older version of the operation, from the entry's stored versions, newest first. */
export async function findOlder(store: Store, entry: Entry, current: Operation, version: number): Promise<Operation> {
  let before: number | undefined;
  for (let seen = 0; seen < maxVersionsSearched; seen += versionsAtOnce) {
    const kept = await store.entries.versions(entry.id, versionsAtOnce, before);
    for (const older of kept) {
      const found = older.entry.operations.find(({ id, version: of }) => id === current.id && of === version);
      if (found !== undefined) return found;
    }
    before = kept.at(-1)?.revision;
    if (kept.length < versionsAtOnce) break;
  }
  throw new Failure('NOT_FOUND', {
    message: `The operation '${current.name}' has no version ${version}; the current one is ${current.version}.`,
  });
}

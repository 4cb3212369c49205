/**
 * Finds what a call is aimed at and decides whether this caller may call it. What a caller may not know of is not
 * found; what it knows of but may not call is forbidden (aidip.md GATE-09, GAP-16).
 */
import type { Entry, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import { hasScope } from '../../access/caller.js';
import { createReadHeld } from '../../catalogue/held-entries.js';
import type { Store } from '../../catalogue/store.js';
import type { GatewayStep } from '../call.js';
import { chooseOperation } from '../choose-operation.js';
import type { GatewayPorts } from '../ports.js';

/** Entries kept at hand, so that a call need not ask the store. */
const held = { entries: 2000, characters: 32_000_000 };

/** Most kept versions of an entry that are looked through for an older operation, and how many at once. */
const versionsLookedAt = 500;
const versionsAtOnce = 50;

/** Makes the step. */
export function createEntitle(ports: Pick<GatewayPorts, 'store' | 'index' | 'settings' | 'mayInvoke'>): GatewayStep {
  const { store, settings, mayInvoke } = ports;
  const read = createReadHeld(ports, held);
  return async (call, next) => {
    requireKnown(call.caller, settings.anonymous);
    const stored = await read(call.agentId, call.caller);
    if (call.caller.kind !== 'anonymous' && !hasScope(call.caller, 'agents:invoke')) throw lacksScope();
    if (call.unpack !== undefined) Object.assign(call, { operationName: undefined }, call.unpack(stored.entry));
    const current = chooseOperation(stored.entry, call.operationName);
    const operation = await atVersion(store, stored.entry, current, call.operationVersion);
    mayInvoke?.(call.caller, stored.entry, operation);
    if (stored.entry.status === 'inactive') {
      throw new Failure('UNAVAILABLE', { message: 'The agent is registered as inactive and takes no calls now.' });
    }
    call.target = { stored, operation };
    return next(call);
  };
}

function requireKnown(caller: Caller, anonymousAllowed: boolean): void {
  if (caller.kind !== 'anonymous' || anonymousAllowed) return;
  throw new Failure('UNAUTHENTICATED', {
    message: "Calling an agent needs a credential with the scope 'agents:invoke'.",
  });
}

function lacksScope(): Failure {
  return new Failure('FORBIDDEN', {
    message: "Your credential lacks the scope 'agents:invoke', which calling an agent needs.",
  });
}

/** An older version of the operation is found in the entry's kept versions, newest first. */
async function atVersion(store: Store, entry: Entry, current: Operation, version?: number): Promise<Operation> {
  if (version === undefined || version === current.version) return current;
  let before: number | undefined;
  for (let seen = 0; seen < versionsLookedAt; seen += versionsAtOnce) {
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

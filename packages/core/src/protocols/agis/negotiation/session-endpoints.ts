/** The endpoints that a session has opened, as callable operations; they expire with the session. */

import { extraMember, textOf } from '@dragoman/agis';
import { canonicalJson } from '@dragoman/documents';
import type { Binding, JsonObject, Operation } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { DesignStore } from '../../../catalogue/designs.js';
import type { SessionStore } from '../../../catalogue/sessions.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Clock } from '../../../documents/host.js';
import { timestamp } from '../../../documents/host.js';
import { nameUuid } from '../../../documents/name-uuid.js';
import type { RouteContext } from '../../../transport/route.js';
import { readOperation } from '../read-operation.js';
import type { PlannedEndpoint } from '../write-endpoint.js';
import { classesOf, isAuthorized } from './authorize.js';
import { readBinding } from './class-registry.js';
import { classFunction } from './class-rows.js';
import type { Negotiation } from './session-state.js';
import { openedEndpoints, readState, sessionIdOf } from './session-state.js';

/** Header with the session of a call. */
export const sessionHeader = 'Session-ID';

/**
 * Finds the endpoints that a caller's session has opened at a service and that the caller may still use; empty
 * without a session.
 */
export type SessionEndpoints = (context: RouteContext, stored: StoredEntry) => Promise<PlannedEndpoint[]>;

/** Dependencies of the lookup. */
export interface SessionEndpointPorts {
  sessions: SessionStore;
  designs: Pick<DesignStore, 'read'>;
  /** The clock of the expiry of sessions. */
  steady: Clock;
}

/** Creates the lookup. */
export function createSessionEndpoints({ sessions, designs, steady }: SessionEndpointPorts): SessionEndpoints {
  return async ({ request, caller }, stored) => {
    const { entry } = stored;
    const name = request.headers.get(sessionHeader);
    if (name === null || name === '') return [];
    const session = await sessions.read(sessionIdOf(caller.subject, entry.id, name), timestamp(steady));
    const opened = openedEndpoints(readState(session?.document));
    const held = await Promise.all(opened.map(({ dataClass }) => mayHave(designs, stored, caller, dataClass)));
    return opened
      .filter((_, at) => held[at])
      .map((each) => {
        const operation = operationOf(entry.id, each);
        return { method: operation.verb ?? '', path: operation.path ?? '', operation, renames: new Map() };
      });
  };
}

/** A revoked grant, or a class that was removed from the manifest, closes the endpoints that it opened. */
async function mayHave(
  designs: SessionEndpointPorts['designs'],
  stored: StoredEntry,
  caller: Caller,
  dataClass: string,
): Promise<boolean> {
  const offered = classesOf(stored.entry.dataManifest).find(({ class: name }) => name === dataClass);
  if (offered === undefined) return false;
  return isAuthorized(caller, stored, offered, await readBinding(designs, stored.entry.id, dataClass));
}

/** The operation of a negotiated endpoint: handled in this process, from the source of its class. */
export function operationOf(
  entryId: string,
  { endpoint, dataClass }: Pick<Negotiation, 'endpoint' | 'dataClass'>,
): Operation {
  const binding: Binding = { kind: 'local', name: classFunction };
  const reading = { identity: entryId, binding, taken: new Set<string>(), bundle: (schema: JsonObject) => schema };
  const operation = readOperation(endpoint, reading);
  const kept = operation.extra[extraMember];
  return {
    ...operation,
    // Equal endpoints share compiled schemas; any difference creates another operation.
    id: nameUuid('agis-negotiated', entryId, canonicalJson(endpoint)),
    impact: 'informational',
    idempotent: true,
    summary: operation.summary ?? textOf(endpoint.path) ?? '',
    extra: {
      ...operation.extra,
      [extraMember]: {
        ...(typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? kept : {}),
        data_class: dataClass,
      },
    },
  };
}

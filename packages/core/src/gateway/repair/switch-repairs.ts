/** Switches repairs of an entry on or off: a change like any other, with its version and its record. */
import type { Entry, RepairSwitches } from '@dragoman/model';
import { Failure, repairNames } from '@dragoman/model';
import { canChange } from '../../access/caller.js';
import type { ChangeRequest, PublishPorts, RepairPort } from '../../catalogue/publish.js';
import { keepIdentity, notYours, operationsByName, requireVisible } from '../../catalogue/publish.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { timestamp } from '../../documents/host.js';
import { repairOperation, repairOperations, upstreamEntry } from './repair-operation.js';

/** What publishing needs of repairs. */
export const repairPort: RepairPort = { put: repairOperations, takeOut: upstreamEntry };

/** Who switches what; a repair that is not named is as the table has it. */
export interface SwitchRequest extends ChangeRequest {
  switches: RepairSwitches;
}

/** What switching left behind. */
export interface Switched {
  stored: StoredEntry;
  changed: boolean;
}

/** Switches; operations whose tools look different then count a version up. Owners and administrators alone may. */
export async function switchRepairs(ports: PublishPorts, id: string, request: SwitchRequest): Promise<Switched> {
  const { caller, traceId, precondition, switches } = request;
  const { stored, action } = await ports.store.entries.change(
    id,
    (current) => {
      const live = requireVisible(id, current?.deletedAt === undefined ? current : undefined, caller);
      if (!canChange(caller, live.entry)) throw notYours();
      if (precondition !== undefined && !precondition(live)) throw new Failure('PRECONDITION_FAILED');
      const entry = switchEntry(live.entry, switches);
      return entry === live.entry ? undefined : { action: 'entry.update', entry };
    },
    { actor: caller.subject, traceId, at: timestamp(ports.clock) },
  );
  if (stored === undefined) throw new Error('a change of repairs left nothing behind');
  ports.index.put(stored);
  return { stored, changed: action !== undefined };
}

/** The entry with these choices and no others; the same object when they are its own already. */
function switchEntry(entry: Entry, switches: RepairSwitches): Entry {
  if (repairNames.every((name) => entry.repairs?.[name] === switches[name])) return entry;
  const before = operationsByName(entry);
  const operations = entry.operations.map((operation) =>
    keepIdentity(repairOperation(operation, switches), before.get(operation.name)),
  );
  const { repairs: _, ...rest } = entry;
  return { ...rest, ...(Object.keys(switches).length === 0 ? {} : { repairs: switches }), operations };
}

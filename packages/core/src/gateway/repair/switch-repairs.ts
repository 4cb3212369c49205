/** Switches repairs of an entry on or off: an ordinary change with a version and a record. */
import type { Entry, RepairSwitches } from '@dragoman/model';
import { repairNames } from '@dragoman/model';
import { canChange } from '../../access/caller.js';
import type { ChangedEntry } from '../../catalogue/change-entry.js';
import { changeEntry } from '../../catalogue/change-entry.js';
import type { ChangeRequest, PublishPorts, RepairPort } from '../../catalogue/publish.js';
import { keepIdentity, notYours, operationsByName } from '../../catalogue/publish.js';
import { repairOperation, repairOperations, upstreamEntry } from './repair-operation.js';

/** What publishing needs of repairs. */
export const repairPort: RepairPort = { put: repairOperations, takeOut: upstreamEntry };

/** The caller and the choices; a repair that is not named has its default. */
export interface SwitchRequest extends ChangeRequest {
  switches: RepairSwitches;
}

/** Switches repairs; operations whose tools change get a new version. Only owners and administrators may. */
export function switchRepairs(ports: PublishPorts, id: string, request: SwitchRequest): Promise<ChangedEntry> {
  return changeEntry(ports, id, request, ({ entry }) => {
    if (!canChange(request.caller, entry)) throw notYours();
    return switchEntry(entry, request.switches);
  });
}

/** The entry with exactly these choices; the same object when they are unchanged. */
function switchEntry(entry: Entry, switches: RepairSwitches): Entry {
  if (repairNames.every((name) => entry.repairs?.[name] === switches[name])) return entry;
  const before = operationsByName(entry);
  const operations = entry.operations.map((operation) =>
    keepIdentity(repairOperation(operation, switches), before.get(operation.name)),
  );
  const { repairs: _, ...rest } = entry;
  return { ...rest, ...(Object.keys(switches).length === 0 ? {} : { repairs: switches }), operations };
}

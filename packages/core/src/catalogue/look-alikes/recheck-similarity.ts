/**
 * Compares a stored entry by meaning when that was not possible at its registration: findings are added to the entry,
 * and block it if the operator chose so, as they would have then.
 */
import type { Clock } from '../../documents/host.js';
import { timestamp } from '../../documents/host.js';
import type { EntryIndex } from '../index-port.js';
import type { EntryStore, StoredEntry } from '../store.js';
import type { FindNearMeaning, LookAlikePolicy, NearMeaning } from './find-look-alikes.js';
import { reviewAgain } from './find-look-alikes.js';
import type { NameIndex } from './name-index.js';

/** Dependencies of the second check. */
export interface RecheckSimilarityPorts {
  store: { entries: Pick<EntryStore, 'read' | 'readMany' | 'change'> };
  index: Pick<EntryIndex, 'put'>;
  clock: Clock;
  nearMeaning: FindNearMeaning;
  names: NameIndex;
  policy: LookAlikePolicy;
  newTraceId: () => string;
}

/** Actor in the audit record of automatic findings. */
const actor = 'registry';

/** Checks the entry with this id again; false when meanings still cannot be compared. */
export async function recheckSimilarity(ports: RecheckSimilarityPorts, id: string): Promise<boolean> {
  const { entries } = ports.store;
  const checked = await entries.read(id);
  if (checked === undefined || checked.deletedAt !== undefined) return true;
  const near = await ports.nearMeaning(checked.entry);
  if (near === undefined) return false;
  const former = await onlyEarlier(ports, checked, near);
  if (former.length === 0) return true;
  const names = await ports.names.around(checked.entry);
  const decide = (current: StoredEntry | undefined) => {
    // A change in the meantime has its own check.
    if (current === undefined || current.seq !== checked.seq) return undefined;
    const entry = reviewAgain({ ...ports, names }, current.entry, former);
    return entry === undefined ? undefined : { action: 'entry.update' as const, entry };
  };
  const context = { actor, traceId: ports.newTraceId(), at: timestamp(ports.clock) };
  const { stored, action } = await entries.change(id, decide, context);
  if (stored !== undefined && action !== undefined) await ports.index.put(stored);
  return true;
}

/** Only the later entry is marked as similar to the earlier one: only entries that existed before it count. */
async function onlyEarlier(
  { store }: RecheckSimilarityPorts,
  checked: StoredEntry,
  near: readonly NearMeaning[],
): Promise<NearMeaning[]> {
  const { createdAt: at } = checked;
  const others = await store.entries.readMany([...new Set(near.map(({ agent }) => agent))]);
  const wasThere = ({ createdAt, seq }: StoredEntry) => createdAt < at || (createdAt === at && seq < checked.seq);
  const former = new Set(others.filter(wasThere).map(({ entry }) => entry.id));
  return near.filter(({ agent }) => former.has(agent));
}

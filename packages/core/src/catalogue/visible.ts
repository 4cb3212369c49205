/** Answers from the index alone whether a caller may see an entry; hidden and unknown ids look the same. */
import type { Caller } from '../access/caller.js';
import { canSee } from '../access/caller.js';
import type { EntryIndex } from './index-port.js';

/** True for a known entry that the caller may see. */
export async function isVisible(
  { index }: { index: Pick<EntryIndex, 'access'> },
  id: string,
  caller: Caller,
): Promise<boolean> {
  const access = await index.access(id);
  return access !== undefined && canSee(caller, access);
}

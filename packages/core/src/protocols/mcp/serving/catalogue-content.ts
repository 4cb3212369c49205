/** The prompts and resources of every service that a caller may see, for the root of the whole catalogue. */
import { createBoundedCache, isFailure } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { BrowsePorts } from '../../../catalogue/browse.js';
import { createCachedEntries, createCachedEntryReader } from '../../../catalogue/cached-entries.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { RootContent } from './root-content.js';
import { joinedContent } from './root-content.js';

/** Maximum number of services whose content is listed; that of others is read by its URI, or at their own endpoints. */
const maxServices = 200;

/** Limits of the caches: services, and lists of callers. */
const entryCacheLimits = { entries: 500, characters: 32_000_000 };
const maxCallers = 100;

/** Creates the reader of that content; lists are computed once per caller and state of the catalogue. */
export function createCatalogueContent(ports: BrowsePorts): (caller: Caller) => Awaitable<RootContent> {
  const { index } = ports;
  const many = createCachedEntries(ports, entryCacheLimits);
  const one = createCachedEntryReader(ports, entryCacheLimits);
  const known = createBoundedCache<string, RootContent>({ entries: maxCallers });
  const make = async (caller: Caller): Promise<RootContent> => {
    const conditions = [{ field: 'service_content', values: ['prompts', 'resources'], mode: 'any' as const }];
    const { hits, count } = await index.find({ conditions, order: 'name', top: maxServices, skip: 0 }, caller);
    const services = await many.readMany(hits.map(({ id }) => id));
    const left = count - hits.length;
    const note = `These are the prompts and resources of ${hits.length} services; ${left} more have some, at their own endpoints /agents/{id}/mcp.`;
    const read = (id: string) => readVisible(one, id, caller);
    return joinedContent({ services, read, ...(left <= 0 ? {} : { note }) });
  };
  return (caller) => {
    const key = JSON.stringify([index.changes, caller.kind, caller.subject, caller.scopes]);
    const found = known.get(key);
    if (found !== undefined) return found;
    return make(caller).then((content) => {
      known.set(key, content);
      return content;
    });
  };
}

/** The service, or undefined when it is unknown or hidden. */
async function readVisible(
  read: ReturnType<typeof createCachedEntryReader>,
  id: string,
  caller: Caller,
): Promise<StoredEntry | undefined> {
  try {
    return await read(id, caller);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

/** All services that the caller may see: they appear page after page, and follow what happens on the server. */
import type { ServiceState } from '@dragoman/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../../session/console-context.js';
import { useLiveEvents } from '../../session/use-live-events.js';
import { mergeRows } from './service-rows.js';

const queryKey = ['agents', 'services'] as const;

/** Held services are inactive, and must be seen. */
const statuses = ['active', 'deprecated', 'inactive'] as const;

/** Services of the first page, which is shown at once; later ones are shown in larger steps. */
const firstPage = 200;
const step = 5000;

/** The rows so far, and whether more are coming. */
export function useServices() {
  const client = useClient();
  const queries = useQueryClient();
  useLiveRows();
  return useQuery({
    queryKey,
    // Comparing every member of thousands of rows with the earlier ones would block the page for half a second.
    structuralSharing: false,
    async queryFn({ signal }) {
      const rows: ServiceState[] = [];
      const isFirst = queries.getQueryData(queryKey) === undefined;
      for await (const service of client.agents.listServices({ statuses, signal })) {
        rows.push(service);
        // Each step sorts and filters again.
        if (isFirst && (rows.length === firstPage || rows.length % step === 0))
          queries.setQueryData(queryKey, [...rows]);
      }
      return rows;
    },
  });
}

/** Milliseconds in which several changes lead to one reading. */
const gatherMs = 1000;

/** The same for calls: the server adds them to its counts every ten seconds. */
const countMs = 11_000;

/** Services that are read again one by one; after more changes than this, the whole list is. */
const maxRead = 100;

/** Reads the services again that events name. */
function useLiveRows(): void {
  const client = useClient();
  const queries = useQueryClient();
  const wasReady = useRef(false);
  const reload = () => queries.invalidateQueries({ queryKey });
  const read = async (ids: readonly string[]) => {
    if (ids.length > maxRead) return reload();
    const found = await client.agents.readServices(ids).catch(() => undefined);
    // After a failure the rows stay as they are; the next event reads them again.
    if (found === undefined) return;
    queries.setQueryData<ServiceState[]>(queryKey, (rows) => rows && mergeRows(rows, ids, found));
  };
  const [readSoon, readLater] = [useGathered(gatherMs, read), useGathered(countMs, read)];
  useLiveEvents(['catalogue', 'calls', 'sources'], (event) => {
    const rows = queries.getQueryData<ServiceState[]>(queryKey) ?? [];
    if (event.type === 'ready') {
      // Changes between the first reading and the first event are found by reading a short list again.
      if (!event.resumed && (wasReady.current || rows.length <= firstPage)) void reload();
      wasReady.current = true;
    } else if (event.type === 'reload') void reload();
    else if (event.type === 'call.finished') readLater([event.service]);
    else if (event.type === 'calls.omitted') readLater(event.groups.map(({ service }) => service));
    else if (event.type === 'source.checked') {
      readSoon(rows.filter(({ source }) => source?.id === event.source).map(({ id }) => id));
    } else if ('service' in event) readSoon([event.service]);
  });
}

/** Collects ids, and passes them on together. */
function useGathered(ms: number, onIds: (ids: readonly string[]) => unknown): (ids: readonly string[]) => void {
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (ids) => {
    for (const id of ids) waiting.current.add(id);
    if (waiting.current.size === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const gathered = [...waiting.current];
      waiting.current.clear();
      onIds(gathered);
    }, ms);
  };
}

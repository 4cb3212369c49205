/** Operations by position: the page in view is loaded when scrolling rests, wherever in the list it is. */
import type { OperationPage, OperationQuery, OperationSummary } from '@dragoman/sdk';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDelayed } from '../../components/use-delayed.js';
import type { RowSource } from '../../components/virtual-table.js';
import { useClient } from '../../session/console-context.js';
import { useLiveEvents } from '../../session/use-live-events.js';

const resource = ['operations'] as const;

/** Operations per page. */
const top = 200;

/** Milliseconds without scrolling after which pages are requested. */
const restMs = 80;

/** Milliseconds in which several changes of the catalogue lead to one reading. */
const gatherMs = 2000;

/** The operations that match, and functions for the table. */
export function useOperations(query: OperationQuery) {
  const client = useClient();
  const queries = useQueryClient();
  useLiveOperations();
  /** The first and the last page in view. */
  const [pages, setPages] = useState<readonly [first: number, last: number]>([0, 0]);
  const [from, to] = useDelayed(pages, restMs);
  const first = useQuery({
    queryKey: [...resource, query],
    queryFn: ({ signal }) => client.agents.findOperations(query, { top, facets: true, pageCursors: true, signal }),
    placeholderData: keepPreviousData,
  });
  const cursors = first.data?.page_cursors ?? [];
  const keyOf = (page: number) => [...resource, query, cursors[page - 1]];
  const wanted: number[] = [];
  for (let page = Math.max(1, from); page <= to; page += 1) {
    if (cursors[page - 1] !== undefined) wanted.push(page);
  }
  useQueries({
    queries: wanted.map((page) => ({
      queryKey: keyOf(page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.agents.findOperations(query, { top, cursor: cursors[page - 1] ?? '', signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const length = Math.min(first.data?.count ?? 0, (cursors.length + 1) * top);
  const rows: RowSource<OperationSummary> = {
    length,
    at(index) {
      const page = Math.floor(index / top);
      const found = page === 0 ? first.data : queries.getQueryData<OperationPage>(keyOf(page));
      return found?.operations[index % top];
    },
  };
  const onRange = (start: number, end: number) => {
    const [one, other] = [Math.floor(start / top), Math.floor(end / top)];
    setPages((before) => (before[0] === one && before[1] === other ? before : [one, other]));
  };
  return { first, rows, onRange };
}

/** Reads the operations again after changes of the catalogue. */
function useLiveOperations(): void {
  const queries = useQueryClient();
  const waiting = useRef(false);
  useLiveEvents(['catalogue'], (event) => {
    if (event.type === 'ready' || waiting.current) return;
    waiting.current = true;
    setTimeout(() => {
      waiting.current = false;
      void queries.invalidateQueries({ queryKey: resource });
    }, gatherMs);
  });
}

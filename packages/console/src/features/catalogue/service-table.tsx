/** The services as a table with filters. */
import type { ServiceState } from '@dragoman/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { useMediaQuery } from '../../components/use-media-query.js';
import { listOf, textOf, useSearchState } from '../../components/use-search-state.js';
import { VirtualTable } from '../../components/virtual-table.js';
import { serviceTarget } from '../links.js';
import { columnsFor } from './service-columns.js';
import { countFacets, filterRows, serviceFacets, sortColumn, sortRows } from './service-rows.js';
import { NothingMatches, TableFrame } from './table-frame.js';

/** The table. */
export function ServiceTable({ rows }: { rows: readonly ServiceState[] }) {
  const [search, change] = useSearchState();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(max-width: 1199px)');
  const text = useDeferredValue(textOf(search.text));
  const choices = Object.fromEntries(serviceFacets.map((id) => [id, listOf(search[id])]));
  const column = sortColumn(textOf(search.sort));
  const descending = textOf(search.order) === 'desc';
  const facets = useMemo(() => countFacets(rows), [rows]);
  const sorted = useMemo(() => sortRows(rows, column, descending), [rows, column, descending]);
  const shown = filterRows(sorted, text, choices);
  return (
    <TableFrame
      facets={facets}
      choices={choices}
      search={{ label: 'Search services', placeholder: 'Name, id or description' }}
      status={
        shown.length === rows.length
          ? ''
          : `${shown.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')}`
      }
    >
      <VirtualTable
        label="Services"
        lines={2}
        dense
        rows={shown}
        columns={columnsFor(rows, isNarrow)}
        rowKey={(row) => row.id}
        onOpen={(row) => void navigate(serviceTarget(row.id))}
        sorting={{ column, descending }}
        onSort={(next) => change({ sort: next.column, order: next.descending ? 'desc' : undefined })}
        empty={<NothingMatches what="service" choices={choices} />}
      />
    </TableFrame>
  );
}

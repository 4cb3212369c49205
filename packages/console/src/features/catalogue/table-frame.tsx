/** What both tables of the catalogue share: filters, the search box, the choice between them, and nothing found. */
import { FilterX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.js';
import type { Choices, Facet } from '../../components/facets.js';
import { SearchField } from '../../components/field.js';
import { Segmented } from '../../components/segmented.js';
import { EmptyState } from '../../components/states.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { FacetList, FacetSheet } from './facet-list.js';

/** Which table. */
export type CatalogueView = 'services' | 'operations';

const views = [
  { value: 'services', label: 'Services' },
  { value: 'operations', label: 'Operations' },
] as const;

/** The table that the address names. */
export function viewOf(search: Readonly<Record<string, unknown>>): CatalogueView {
  return search.view === 'operations' ? 'operations' : 'services';
}

/** Props of the frame. */
export interface TableFrameProps {
  facets: readonly Facet[];
  choices: Choices;
  search: { label: string; placeholder: string };
  /** How many rows are shown. */
  status: string;
  children: ReactNode;
}

/** The frame. */
export function TableFrame({ facets, choices, search, status, children }: TableFrameProps) {
  const [state, change] = useSearchState();
  const filters = { facets, choices, onChange: change };
  const switchTo = (view: CatalogueView) => {
    const none = Object.fromEntries(Object.keys(choices).map((id) => [id, undefined]));
    change({ ...none, view: view === 'services' ? undefined : view, sort: undefined, order: undefined });
  };
  return (
    <div className="flex min-h-0 flex-1 border-t border-line">
      <FacetList {...filters} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2">
          <Segmented label="Rows" value={viewOf(state)} options={views} onChange={switchTo} />
          <SearchField
            label={search.label}
            value={textOf(state.text)}
            onChange={(value) => change({ text: value })}
            placeholder={search.placeholder}
            className="order-last basis-full sm:order-none sm:max-w-sm sm:flex-1 sm:basis-40"
          />
          <FacetSheet {...filters} />
          <span role="status" className="ml-auto shrink-0 text-sm text-muted tabular-nums empty:hidden">
            {status}
          </span>
        </div>
        <div className="min-h-0 flex-1">{children}</div>
      </div>
    </div>
  );
}

/** No row matches the filters. */
export function NothingMatches({ what, choices }: { what: string; choices: Choices }) {
  const [, change] = useSearchState();
  const none = Object.fromEntries(Object.keys(choices).map((id) => [id, undefined]));
  return (
    <EmptyState
      icon={FilterX}
      title={`No ${what} matches`}
      actions={<Button onClick={() => change({ ...none, text: undefined })}>Clear search and filters</Button>}
    />
  );
}

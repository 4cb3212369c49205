/** The filters of the list; each is kept in the address. */
import { X } from 'lucide-react';
import { Button } from '../../components/button.js';
import { FilterSelect, FilterText } from '../../components/filter-field.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import type { SearchState } from '../../components/use-search-state.js';
import { type CallFilter, countConditions, outcomes } from './call-filter.js';

/** Props of the bar. */
export interface FilterBarProps {
  filter: CallFilter;
  onChange: (change: SearchState) => void;
}

/** The bar; on a narrow screen it opens on demand. */
export function FilterBar(props: FilterBarProps) {
  const count = countConditions(props.filter);
  if (!useIsNarrow()) return <Filters {...props} />;
  return (
    <details open={count > 0} className="px-page pb-3">
      <summary className="h-6 cursor-pointer text-sm font-medium text-muted">
        {count === 0 ? 'Filter' : `Filter: ${count}`}
      </summary>
      <Filters {...props} />
    </details>
  );
}

function Filters({ filter, onChange }: FilterBarProps) {
  return (
    <search
      aria-label="Filter calls"
      className="grid grid-cols-2 items-end gap-2 pt-1 md:grid-cols-[repeat(5,minmax(0,1fr))_auto] md:px-page md:pt-0 md:pb-3"
    >
      <FilterText label="Service" value={filter.service} onChange={(service) => onChange({ service })} isSearch />
      <FilterText label="Caller" value={filter.caller} onChange={(caller) => onChange({ caller })} />
      <FilterSelect
        label="Outcome"
        value={filter.outcome}
        options={outcomes}
        onChange={(outcome) => onChange({ outcome })}
      />
      <FilterText label="Code" value={filter.code} onChange={(code) => onChange({ code })} />
      <FilterText label="Trace id" value={filter.traceId} onChange={(trace) => onChange({ trace })} />
      <Button
        tone="quiet"
        icon={X}
        disabled={countConditions(filter) === 0}
        onClick={() => onChange({ service: '', caller: '', outcome: '', code: '', trace: '' })}
      >
        Clear
      </Button>
    </search>
  );
}

/** The operations of a service by tag, with a filter; only the visible rows exist, so that thousands are fast. */
import type { OperationSummary } from '@dragoman/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent } from 'react';
import { useDeferredValue, useEffect, useId, useMemo, useRef } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { classNames } from '../../components/class-names.js';
import { SearchField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { filterOperations, groupOperations, type OperationRow } from './group-operations.js';

/** Props of the list. */
export interface OperationListProps {
  /** Those that have arrived. */
  operations: readonly OperationSummary[];
  total: number;
  /** Name of the operation that is open. */
  selected: string | undefined;
  filter: string;
  onFilter: (text: string) => void;
  onSelect: (operation: string) => void;
}

const heights = { tag: 34, operation: 46 };

/** The list; its parent sets the height. */
export function OperationList(props: OperationListProps) {
  const { operations, total, selected, filter, onFilter, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterOperations(operations, wanted), [operations, wanted]);
  const rows = useMemo(() => groupOperations(found), [found]);
  const at = rows.findIndex((row) => row.kind === 'operation' && row.operation.operation === selected);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'operation'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
  });
  const shown = useShownOperation(selected, operations.length >= total, () => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'center' });
    return at >= 0;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextOperation(rows, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    shown.current = next.operation.operation;
    onSelect(next.operation.operation);
    virtualizer.scrollToIndex(rows.indexOf(next));
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line p-3">
        <SearchField
          label="Filter operations"
          placeholder={`Filter ${countWords(total, total)}`}
          value={filter}
          onChange={onFilter}
        />
      </div>
      {rows.length === 0 && <p className="px-3 py-8 text-center text-muted">No operation matches the filter.</p>}
      <div
        ref={scroller}
        hidden={rows.length === 0}
        role="listbox"
        aria-label="Operations"
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const style = { height: size, transform: `translateY(${start}px)` };
            return row.kind === 'tag' ? (
              <TagRow key={row.key} row={row} style={style} />
            ) : (
              <OperationOption
                key={row.key}
                id={`${id}-${index}`}
                operation={row.operation}
                isSelected={index === at}
                style={style}
                onSelect={(name) => {
                  shown.current = name;
                  onSelect(name);
                }}
              />
            );
          })}
        </div>
      </div>
      <p role="status" className="border-t border-line px-3 py-1.5 text-sm text-faint tabular-nums">
        {countWords(found.length, total)}
      </p>
    </div>
  );
}

/** Shows an operation that a link opened, until all rows are there; later the person scrolls. */
function useShownOperation(selected: string | undefined, isComplete: boolean, scroll: () => boolean) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current !== selected && scroll() && isComplete) shown.current = selected;
  });
  return shown;
}

function countWords(found: number, total: number): string {
  const all = total === 1 ? '1 operation' : `${total.toLocaleString('en')} operations`;
  return found === total ? all : `${found.toLocaleString('en')} of ${all}`;
}

function nextOperation(rows: readonly OperationRow[], at: number, key: string) {
  const isOperation = (row: OperationRow): row is OperationRow & { kind: 'operation' } => row.kind === 'operation';
  if (key === 'ArrowDown') return rows.slice(at + 1).find(isOperation);
  if (key === 'ArrowUp') return at < 0 ? undefined : rows.slice(0, at).findLast(isOperation);
  if (key === 'Home') return rows.find(isOperation);
  return key === 'End' ? rows.findLast(isOperation) : undefined;
}

interface RowStyle {
  height: number;
  transform: string;
}

function TagRow({ row, style }: { row: OperationRow & { kind: 'tag' }; style: RowStyle }) {
  return (
    <div aria-hidden className="absolute inset-x-0 top-0 flex items-end gap-2 px-3 pb-1.5" style={style}>
      <ThirdPartyText text={row.tag} limit={80} truncate className="min-w-0 text-sm font-semibold text-muted" />
      <span className="text-xs text-faint tabular-nums">{row.count}</span>
    </div>
  );
}

interface OperationOptionProps {
  id: string;
  operation: OperationSummary;
  isSelected: boolean;
  style: RowStyle;
  onSelect: (operation: string) => void;
}

function OperationOption({ id, operation, isSelected, style, onSelect }: OperationOptionProps) {
  const { operation: name, summary, impact, deprecated } = operation;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      onClick={() => onSelect(name)}
      className={classNames(
        'absolute inset-x-1.5 top-0 flex cursor-pointer flex-col justify-center rounded-md px-2',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
      style={style}
    >
      <div className="flex items-center gap-2">
        <ThirdPartyText text={summary || name} limit={120} truncate className="min-w-0 flex-1 font-medium" />
        {deprecated === true && <Badge>deprecated</Badge>}
        {impact !== undefined && impact !== 'informational' && <ImpactBadge impact={impact} />}
      </div>
      <ThirdPartyText text={name} limit={120} truncate className="font-mono text-xs text-faint" />
    </div>
  );
}

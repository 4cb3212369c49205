/** The operations of a previewed service by tag, with a box for each and for each tag. */
import { useMemo, useState } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { classNames } from '../../components/class-names.js';
import { SearchField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Column } from '../../components/virtual-table.js';
import { VirtualTable } from '../../components/virtual-table.js';
import { visibleText } from '../../components/visible-text.js';
import type { PickerRow, PreviewedOperation } from './selection.js';
import { change, stateOf, toRows } from './selection.js';

/** Props of the picker. */
export interface OperationPickerProps {
  operations: readonly PreviewedOperation[];
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** The picker. */
export function OperationPicker({ operations, leftOut, onChange }: OperationPickerProps) {
  const [filter, setFilter] = useState('');
  const rows = useMemo(() => toRows(operations, filter), [operations, filter]);
  const shown = useMemo(() => rows.flatMap((row) => (row.kind === 'operation' ? [row.operation] : [])), [rows]);
  const columns: Column<PickerRow>[] = [
    {
      id: 'operation',
      header: 'Operation',
      width: 'minmax(12rem, 1.2fr)',
      cell: (row) => <PickerBox row={row} leftOut={leftOut} onChange={onChange} />,
    },
    { id: 'summary', header: 'Summary', width: 'minmax(10rem, 2fr)', wideOnly: true, cell: summaryOf },
    { id: 'impact', header: 'Impact', width: '7rem', wideOnly: true, cell: impactOf },
    { id: 'tokens', header: 'Tokens', width: '4.5rem', align: 'end', cell: tokensOf },
  ];
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2">
        <Box
          plain
          label={filter === '' ? 'All operations' : 'All that match'}
          state={stateOf(shown, leftOut)}
          onChange={(chosen) => onChange(change(leftOut, shown, chosen))}
        />
        <SearchField
          label="Filter operations"
          value={filter}
          onChange={setFilter}
          className="min-w-0 flex-1 basis-40"
        />
      </div>
      <div className="h-96">
        <VirtualTable
          label="Operations"
          rows={rows}
          columns={columns}
          rowKey={(row) => (row.kind === 'tag' ? `# ${row.tag}` : row.operation.name)}
          empty={<p className="px-3 py-6 text-center text-muted">No operation matches the filter.</p>}
        />
      </div>
    </div>
  );
}

function PickerBox({ row, leftOut, onChange }: Omit<OperationPickerProps, 'operations'> & { row: PickerRow }) {
  const operations = row.kind === 'tag' ? row.operations : [row.operation];
  const name = row.kind === 'tag' ? row.tag || 'without a tag' : row.operation.name;
  return (
    <Box
      label={visibleText(name)}
      strong={row.kind === 'tag'}
      {...(row.kind === 'tag' ? { count: operations.length } : {})}
      state={stateOf(operations, leftOut)}
      onChange={(chosen) => onChange(change(leftOut, operations, chosen))}
    />
  );
}

interface BoxProps {
  label: string;
  state: 'all' | 'some' | 'none';
  strong?: boolean;
  /** True for our own words instead of a name. */
  plain?: boolean;
  count?: number;
  onChange: (chosen: boolean) => void;
}

function Box({ label, state, strong = false, plain = false, count, onChange }: BoxProps) {
  const look = strong ? 'font-semibold' : plain ? '' : 'font-mono text-sm';
  return (
    <label className="flex min-w-0 items-center gap-2">
      <input
        type="checkbox"
        checked={state === 'all'}
        ref={(box) => {
          if (box !== null) box.indeterminate = state === 'some';
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-3.5 shrink-0 accent-accent-fill"
      />
      <span dir="auto" title={label} className={classNames('truncate', look)}>
        {label}
      </span>
      {count !== undefined && <span className="text-sm text-faint tabular-nums">{count.toLocaleString('en')}</span>}
    </label>
  );
}

function summaryOf(row: PickerRow) {
  return row.kind === 'tag' ? null : <ThirdPartyText text={row.operation.summary} truncate className="text-muted" />;
}

function impactOf(row: PickerRow) {
  if (row.kind === 'tag') return null;
  const { impact, derived, deprecated } = row.operation;
  return (
    <span className="flex gap-1">
      {impact !== undefined && (
        <ImpactBadge
          impact={impact}
          {...(derived.includes('impact') ? { reason: 'Derived: the description does not state it.' } : {})}
        />
      )}
      {deprecated === true && <Badge tone="warn">old</Badge>}
    </span>
  );
}

function tokensOf(row: PickerRow) {
  const tokens = row.kind === 'tag' ? row.operations.reduce((sum, each) => sum + each.tokens, 0) : row.operation.tokens;
  return <span className={row.kind === 'tag' ? 'font-medium' : 'text-muted'}>{tokens.toLocaleString('en')}</span>;
}

/** A table that renders only the visible rows, so that 100,000 rows scroll smoothly. Arrow keys move, Enter opens. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { memo, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.js';
import { useIsNarrow } from './use-media-query.js';

/** One column. */
export interface Column<Row> {
  id: string;
  header: string;
  /** A track of CSS grid, such as `minmax(12rem, 2fr)` or `6rem`. */
  width: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** True: left out on a narrow screen. */
  wideOnly?: boolean;
  /** True: the header is a button that sorts by this column. */
  sortable?: boolean;
}

/** The order of the rows. */
export interface Sorting {
  column: string;
  descending: boolean;
}

/** Rows by position; a row that is not loaded yet is undefined. Arrays are row sources. */
export interface RowSource<Row> {
  readonly length: number;
  at(index: number): Row | undefined;
}

/** Props of the table. */
export interface VirtualTableProps<Row> {
  label: string;
  rows: RowSource<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Called on Enter and on a click on a row. */
  onOpen?: (row: Row) => void;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Number of all rows when not all are loaded. */
  total?: number;
  /** Called when the last rows come into view. */
  onEnd?: () => void;
  /** Called with the first and the last row in view. */
  onRange?: (first: number, last: number) => void;
  /** Lines of text in a row; one by default. */
  lines?: 1 | 2;
  /** True: columns are closer together, for tables with many of them. */
  dense?: boolean;
  /** Shown below the header when there are no rows. */
  empty?: ReactNode;
}

/** Pixels per row by density and lines; with one line they must be the same as the token `--row`. */
const rowHeights = { comfortable: { 1: 36, 2: 52 }, compact: { 1: 28, 2: 44 } };

/** A virtualized table; its parent sets the height. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rows, rowKey, label, empty, onEnd, onRange, lines = 1 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const narrow = useIsNarrow();
  const columns = useMemo(
    () => (narrow ? props.columns.filter((column) => column.wideOnly !== true) : props.columns),
    [narrow, props.columns],
  );
  const density = document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable';
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[density][lines],
    overscan: 6,
    onChange: (instance) => {
      const shown = instance.getVirtualItems();
      const [first, last] = [shown[0], shown.at(-1)];
      if (first === undefined || last === undefined) return;
      if (last.index >= rows.length - 20) onEnd?.();
      onRange?.(first.index, last.index);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveTo(event.key, active, rows.length);
    const row = active < 0 ? undefined : rows.at(active);
    if (event.key === 'Enter' && row !== undefined && event.target === scroller.current) {
      // Otherwise the same key press would also activate what gets the focus next.
      event.preventDefault();
      props.onOpen?.(row);
    }
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    virtualizer.scrollToIndex(next);
  };
  const onClick = ({ target }: MouseEvent) => {
    const row = rowAt(rows, target);
    if (row !== undefined) props.onOpen?.(row);
  };
  const template = columns.map(({ width }) => width).join(' ');
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={(props.total ?? rows.length) + 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="h-full min-h-0 overflow-auto focus-visible:-outline-offset-2"
    >
      <HeaderRow {...props} columns={columns} template={template} />
      {rows.length === 0 && empty !== undefined && <EmptyRow>{empty}</EmptyRow>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table handles Enter for its active row */}
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }} onClick={onClick}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = rows.at(index);
          return (
            <TableRow
              key={row === undefined ? index : rowKey(row)}
              row={row}
              columns={columns}
              template={template}
              index={index}
              start={start}
              size={size}
              isActive={index === active}
              isLink={props.onOpen !== undefined}
              dense={props.dense === true}
            />
          );
        })}
      </div>
    </div>
  );
}

function EmptyRow({ children }: { children: ReactNode }) {
  return (
    <div role="rowgroup">
      <div role="row">
        <div role="cell">{children}</div>
      </div>
    </div>
  );
}

/** The row of a clicked element. */
function rowAt<Row>(rows: VirtualTableProps<Row>['rows'], target: EventTarget): Row | undefined {
  const clicked = target instanceof Element ? target.closest('[aria-rowindex]') : null;
  return clicked === null ? undefined : rows.at(Number(clicked.ariaRowIndex) - 2);
}

function moveTo(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return Math.min(active + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(active - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

type HeaderRowProps<Row> = Pick<VirtualTableProps<Row>, 'sorting' | 'onSort' | 'dense'> & {
  columns: readonly Column<Row>[];
  template: string;
};

function HeaderRow<Row>({ columns, template, sorting, onSort, dense = false }: HeaderRowProps<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-raised">
      <div
        role="row"
        aria-rowindex={1}
        className={classNames('grid px-3', dense ? 'gap-x-3' : 'gap-x-4')}
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column) => {
          const sorted = sorting?.column === column.id ? (sorting.descending ? 'descending' : 'ascending') : undefined;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={sorted}
              className={classNames(
                'flex h-8 min-w-0 items-center text-sm font-medium whitespace-nowrap text-muted',
                column.align && 'justify-end',
              )}
            >
              {column.sortable === true && onSort !== undefined ? (
                <button
                  type="button"
                  className="-mx-1 flex items-center gap-1 rounded px-1 hover:text-text"
                  onClick={() => onSort({ column: column.id, descending: sorted === 'ascending' })}
                >
                  {column.header}
                  {sorted === 'ascending' && <ArrowUp aria-hidden className="size-3" />}
                  {sorted === 'descending' && <ArrowDown aria-hidden className="size-3" />}
                </button>
              ) : (
                column.header
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface TableRowProps<Row> {
  row: Row | undefined;
  columns: readonly Column<Row>[];
  template: string;
  index: number;
  /** Pixels from the first row, and of this row. */
  start: number;
  size: number;
  isActive: boolean;
  /** True: a click opens the row. */
  isLink: boolean;
  dense: boolean;
}

/** One row; while scrolling, those that stay in view are not rendered again. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, template, index, start, size, isActive, isLink, dense } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      className={classNames(
        'absolute inset-x-0 top-0 grid items-center border-b border-line px-3 contain-layout',
        dense ? 'gap-x-3' : 'gap-x-4',
        isActive ? 'bg-selected' : 'hover:bg-hover',
        isLink && 'cursor-pointer',
      )}
      style={{ gridTemplateColumns: template, height: size, transform: `translateY(${start}px)` }}
    >
      {columns.map((column) => (
        <div key={column.id} role="cell" className={classNames('min-w-0', column.align && 'text-right tabular-nums')}>
          {row === undefined ? <div className="h-2.5 rounded bg-hover" /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

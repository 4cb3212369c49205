/** The operations of all services as a table with filters. */
import type { OperationFacet, OperationPage, OperationQuery, OperationSummary } from '@dragoman/sdk';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { Badge, ImpactBadge, ProtocolBadge } from '../../components/badge.js';
import type { Choices, Facet } from '../../components/facets.js';
import { countChoices } from '../../components/facets.js';
import { RowLink } from '../../components/row-link.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useDelayed } from '../../components/use-delayed.js';
import { useMediaQuery } from '../../components/use-media-query.js';
import { listOf, textOf, useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { explainError } from '../../session/explain-error.js';
import { hrefOf, operationTarget } from '../links.js';
import { NothingMatches, TableFrame } from './table-frame.js';
import { useOperations } from './use-operations.js';

/** Milliseconds without a key after which a text is searched. */
const pauseMs = 180;

/** Tags shown in a row. */
const shownTags = 2;

function NameLink({ agent_id, operation }: OperationSummary) {
  return (
    <RowLink href={hrefOf(operationTarget(agent_id, operation))}>
      <ThirdPartyText text={operation} limit={160} truncate className="font-mono text-sm font-medium" />
    </RowLink>
  );
}

function NameCell(row: OperationSummary) {
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-1.5">
        <NameLink {...row} />
        {row.deprecated === true && <Badge tone="warn">deprecated</Badge>}
      </div>
      <ThirdPartyText text={row.summary} limit={240} truncate className="text-sm text-muted" />
    </div>
  );
}

function Impact({ impact, impact_derived }: OperationSummary) {
  if (impact === undefined) return null;
  return (
    <ImpactBadge
      impact={impact}
      {...(impact_derived === true ? { reason: 'The description does not state it; it was derived' } : {})}
    />
  );
}

function Tags({ tags }: OperationSummary) {
  return (
    <span className="flex gap-1 overflow-hidden">
      {tags.slice(0, shownTags).map((tag) => (
        <Badge key={tag} className="min-w-0 shrink">
          <ThirdPartyText text={tag} limit={24} truncate />
        </Badge>
      ))}
      {tags.length > shownTags && <Badge>+{tags.length - shownTags}</Badge>}
    </span>
  );
}

const columns: readonly Column<OperationSummary>[] = [
  { id: 'operation', header: 'Operation', width: 'minmax(14rem, 2.2fr)', cell: NameCell },
  {
    id: 'service',
    header: 'Service',
    width: 'minmax(8rem, 1fr)',
    cell: ({ agent_name }) => <ThirdPartyText text={agent_name} limit={160} truncate className="text-muted" />,
  },
  { id: 'impact', header: 'Impact', width: '6.75rem', cell: Impact },
  { id: 'tags', header: 'Tags', width: 'minmax(6rem, 0.9fr)', cell: Tags },
  {
    id: 'protocol',
    header: 'Protocol',
    width: '4.5rem',
    cell: ({ protocol }) => <ProtocolBadge protocol={protocol} />,
  },
];

const scoreColumn: Column<OperationSummary> = {
  id: 'score',
  header: 'Score',
  width: '3.5rem',
  align: 'end',
  cell: ({ score }) => score?.toFixed(2) ?? '',
};

const narrowColumns: readonly Column<OperationSummary>[] = [
  {
    id: 'operation',
    header: 'Operation',
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <div className="min-w-0 flex-1">
            <NameLink {...row} />
          </div>
          <Impact {...row} />
        </div>
        <ThirdPartyText text={row.agent_name} limit={160} truncate className="text-sm text-muted" />
      </div>
    ),
  },
];

const facetLabels = { agent: 'Service', tag: 'Tag', impact: 'Impact' } as const;

/** The facets that the server has counted. */
function facetsOf({ facets }: Pick<OperationPage, 'facets'>): Facet[] {
  if (facets === undefined) return [];
  const toValue = ({ value, count, name }: OperationFacet) => ({
    value,
    count,
    ...(name === undefined ? {} : { label: name }),
  });
  return (['impact', 'agent', 'tag'] as const).map((id) => ({
    id,
    label: facetLabels[id],
    values: facets[id].map(toValue),
  }));
}

function toQuery(text: string, { agent = [], tag = [], impact = [] }: Choices): OperationQuery {
  return {
    ...(text === '' ? {} : { text }),
    agents: agent,
    tags: tag,
    impacts: impact as NonNullable<OperationQuery['impacts']>,
    statuses: ['active', 'deprecated', 'inactive'],
  };
}

/** The table; `empty` is shown when there is no operation at all. */
export function OperationTable({ empty }: { empty: ReactNode }) {
  const [search] = useSearchState();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(max-width: 1023px)');
  const text = useDelayed(textOf(search.text).trim(), pauseMs);
  const choices: Choices = { agent: listOf(search.agent), tag: listOf(search.tag), impact: listOf(search.impact) };
  const { first, rows, onRange } = useOperations(toQuery(text, choices));
  const facets = useMemo(() => facetsOf(first.data ?? {}), [first.data]);
  if (first.isPending) return <LoadingRows rows={12} />;
  if (first.isError) return <ErrorState error={explainError(first.error)} onRetry={() => void first.refetch()} />;
  if (first.data.count === 0 && text === '' && countChoices(choices) === 0) return empty;
  const wide = text === '' ? columns : [...columns, scoreColumn];
  return (
    <TableFrame
      facets={facets}
      choices={choices}
      search={{ label: 'Search operations', placeholder: 'A task or a name' }}
      status={statusText(first.data.count, rows.length, text)}
    >
      <VirtualTable
        key={JSON.stringify([text, choices])}
        label="Operations"
        lines={2}
        rows={rows}
        columns={isNarrow ? narrowColumns : wide}
        rowKey={(row) => `${row.agent_id} ${row.operation_id}`}
        onOpen={(row) => void navigate(operationTarget(row.agent_id, row.operation))}
        onRange={onRange}
        empty={<NothingMatches what="operation" choices={choices} />}
      />
    </TableFrame>
  );
}

function statusText(count: number, shown: number, text: string): string {
  const counted = `${count.toLocaleString('en')} ${count === 1 ? 'operation' : 'operations'}`;
  if (text !== '') return `Best ${counted}`;
  return shown < count ? `First ${shown.toLocaleString('en')} of ${counted}` : counted;
}

/** The columns of the table of services. */
import type { ServiceRemark, ServiceState } from '@dragoman/sdk';
import { serviceRemarks } from '@dragoman/sdk';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BadgeTone } from '../../components/badge.js';
import { Badge, ProtocolBadge } from '../../components/badge.js';
import { classNames } from '../../components/class-names.js';
import { protocolName } from '../../components/protocol-name.js';
import { relativeTime } from '../../components/relative-time.js';
import { RowLink } from '../../components/row-link.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Column } from '../../components/virtual-table.js';
import { hrefOf, serviceTarget } from '../links.js';
import { credentialName, hostOf } from './service-rows.js';

const remarkTones: Readonly<Record<ServiceRemark['severity'], BadgeTone>> = {
  bad: 'bad',
  warn: 'warn',
  info: 'neutral',
};

function NameLink({ id, name }: ServiceState) {
  return (
    <RowLink href={hrefOf(serviceTarget(id))}>
      <ThirdPartyText text={name} limit={200} truncate className="font-medium" />
    </RowLink>
  );
}

function NameCell(row: ServiceState) {
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-1.5">
        <NameLink {...row} />
        {row.visibility === 'private' && <Lock aria-hidden className="size-3 shrink-0 text-faint" />}
        {row.held ? <Badge tone="bad">held</Badge> : row.status !== 'active' && <Badge tone="warn">{row.status}</Badge>}
      </div>
      <ThirdPartyText text={row.id} limit={120} truncate className="font-mono text-sm text-muted" />
    </div>
  );
}

/** What a cell shows when the caller may not know. */
function Unknown() {
  return (
    <span title="Only its owner and administrators see this" className="text-faint">
      –<span className="sr-only">Only its owner and administrators see this</span>
    </span>
  );
}

function count(value: number | undefined, tone = ''): ReactNode {
  if (value === undefined) return <Unknown />;
  return <span className={value === 0 ? 'text-faint' : tone}>{value.toLocaleString('en')}</span>;
}

const credentialNotes: Readonly<Partial<Record<ServiceState['credential'], string>>> = {
  missing: 'Calls fail until a credential is stored',
  required: 'You have stored none; its owner may have',
};

function Credential({ credential }: ServiceState) {
  const title = credentialNotes[credential] ?? '';
  if (credential === 'missing') {
    return (
      <Badge tone="warn" title={title}>
        missing
      </Badge>
    );
  }
  return (
    <span title={title} className={classNames(credential === 'not_required' && 'text-faint')}>
      {credentialName(credential)}
    </span>
  );
}

function Breaker({ breaker }: ServiceState) {
  if (breaker === undefined) return <Unknown />;
  if (breaker === 'closed') return <span className="text-faint">closed</span>;
  return (
    <Badge tone="bad" title="The circuit breaker is open: calls are rejected for a while, because too many have failed">
      {breaker}
    </Badge>
  );
}

/** Where the description comes from, and when it was last checked. */
function SourceCell({ source, usage, read_at }: ServiceState) {
  if (source === undefined && usage === undefined) return <Unknown />;
  const failing = (source?.failures ?? 0) > 0;
  return (
    <div className="min-w-0">
      {source === undefined ? (
        <span className="text-muted">uploaded</span>
      ) : (
        <ThirdPartyText text={hostOf({ endpoint: source.url }) || source.url} limit={120} truncate />
      )}
      <div className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        {source?.held === true && <Badge tone="warn">change waits</Badge>}
        {failing && (
          <Badge tone="bad" title={source?.outcome ?? ''}>
            fails
          </Badge>
        )}
        <time dateTime={source?.checked_at ?? read_at} className="truncate">
          {relativeTime(source?.checked_at ?? read_at)}
        </time>
      </div>
    </div>
  );
}

/** Columns that only owners and administrators see. */
const ownColumns: readonly string[] = ['calls', 'errors', 'breaker', 'checked'];

const columns: readonly Column<ServiceState>[] = [
  { id: 'name', header: 'Service', width: 'minmax(10rem, 2fr)', sortable: true, cell: NameCell },
  {
    id: 'protocol',
    header: 'Protocol',
    width: '4.25rem',
    sortable: true,
    cell: ({ protocol }) => <ProtocolBadge protocol={protocol} />,
  },
  {
    id: 'operations',
    header: 'Operations',
    width: '4.75rem',
    align: 'end',
    sortable: true,
    cell: ({ operations }) => count(operations),
  },
  {
    id: 'calls',
    header: 'Calls 24 h',
    width: '4.5rem',
    align: 'end',
    sortable: true,
    cell: ({ usage }) => count(usage?.calls),
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '3.25rem',
    align: 'end',
    sortable: true,
    cell: ({ usage }) => count(usage?.errors, 'font-medium text-bad'),
  },
  { id: 'breaker', header: 'Breaker', width: '4rem', cell: (row) => <Breaker {...row} /> },
  { id: 'credential', header: 'Credential', width: '5rem', cell: (row) => <Credential {...row} /> },
  {
    id: 'visibility',
    header: 'Visibility',
    width: '3.75rem',
    cell: ({ visibility }) => <span className={classNames(visibility === 'public' && 'text-faint')}>{visibility}</span>,
  },
  {
    id: 'checked',
    header: 'Source, last check',
    width: 'minmax(7.5rem, 1fr)',
    sortable: true,
    cell: (row) => <SourceCell {...row} />,
  },
  {
    id: 'findings',
    header: 'Findings',
    width: '4rem',
    align: 'end',
    sortable: true,
    cell: ({ findings }) => count(findings, 'font-medium text-warn'),
  },
];

/** One column on a narrow screen: the name, what it is, and what needs attention. */
function NarrowCell(row: ServiceState) {
  const remarks = serviceRemarks(row);
  const [first] = remarks;
  const facts = [
    protocolName(row.protocol),
    `${row.operations.toLocaleString('en')} ${row.operations === 1 ? 'operation' : 'operations'}`,
    ...(row.usage === undefined || row.usage.calls === 0 ? [] : [`${row.usage.calls.toLocaleString('en')} calls`]),
  ];
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        <div className="min-w-0 flex-1">
          <NameLink {...row} />
        </div>
        {first !== undefined && <Badge tone={remarkTones[first.severity]}>{first.text}</Badge>}
        {remarks.length > 1 && (
          <Badge
            title={remarks
              .slice(1)
              .map(({ text }) => text)
              .join(', ')}
          >
            +{remarks.length - 1}
          </Badge>
        )}
      </div>
      <p className="truncate text-sm text-muted">{facts.join(' · ')}</p>
    </div>
  );
}

const narrowColumns: readonly Column<ServiceState>[] = [
  { id: 'name', header: 'Service', width: 'minmax(0, 1fr)', sortable: true, cell: NarrowCell },
];

/** The columns that fit, and of which the caller sees a value. */
export function columnsFor(rows: readonly ServiceState[], isNarrow: boolean): readonly Column<ServiceState>[] {
  if (isNarrow) return narrowColumns;
  if (rows.some(({ usage }) => usage !== undefined)) return columns;
  return columns.filter(({ id }) => !ownColumns.includes(id));
}

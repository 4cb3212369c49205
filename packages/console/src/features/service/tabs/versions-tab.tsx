/** Stored versions of a service, and what differs between two of them. */
import type { AgentVersion } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { Differences } from '../../../components/differences.js';
import { SelectField } from '../../../components/field.js';
import { Panel } from '../../../components/page.js';
import { dateText } from '../../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows, LoadingState, NoPermission } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { textOf, useSearchState } from '../../../components/use-search-state.js';
import { compareValues } from '../../../schema/compare-values.js';
import { type ExactValue, writeJson } from '../../../schema/json-text.js';
import { useClient, useHasScope } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';

const limit = 200;

/** The tab. */
export function VersionsTab({ id }: { id: string }) {
  const client = useClient();
  const mayRead = useHasScope('registry:read');
  const versions = useQuery({
    queryKey: ['agents', id, 'versions'],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const found: AgentVersion[] = [];
      for await (const version of client.agents.versions(id, { signal })) found.push(version);
      return found;
    },
  });
  const [search, setSearch] = useSearchState();
  if (!mayRead) return <NoPermission scope="registry:read" />;
  if (versions.isPending) return <LoadingRows rows={4} />;
  if (versions.isError) {
    return <ErrorState error={explainError(versions.error)} onRetry={() => void versions.refetch()} />;
  }
  const [newest, previous] = versions.data;
  if (newest === undefined) {
    return (
      <EmptyState icon={History} title="No stored versions">
        Every change of the service is kept from now on.
      </EmptyState>
    );
  }
  const to = Number(textOf(search.to)) || newest.revision;
  const from = Number(textOf(search.from)) || (previous?.revision ?? newest.revision);
  const options = versions.data.map(({ revision, at }) => ({
    value: String(revision),
    label: `${revision}, ${dateText(at)}`,
  }));
  return (
    <>
      <Panel title="Versions" description={`${versions.data.length} stored, newest first`} padded={false}>
        <VersionList versions={versions.data} />
      </Panel>
      {versions.data.length > 1 && (
        <Panel title="Differences">
          <div className="mb-2 grid gap-3 sm:grid-cols-2">
            <SelectField
              label="From"
              value={String(from)}
              options={options}
              onChange={(event) => setSearch({ from: event.target.value })}
            />
            <SelectField
              label="To"
              value={String(to)}
              options={options}
              onChange={(event) => setSearch({ to: event.target.value })}
            />
          </div>
          <VersionDifferences id={id} from={from} to={to} />
        </Panel>
      )}
    </>
  );
}

function VersionList({ versions }: { versions: readonly AgentVersion[] }) {
  return (
    <ul className="divide-y divide-line">
      {versions.map(({ revision, action, actor, at }) => (
        <li key={revision} className="grid grid-cols-[2rem_minmax(0,1fr)_max-content] items-baseline gap-x-4 px-4 py-2">
          <span className="font-medium tabular-nums">{revision}</span>
          <span className="min-w-0">
            <span className="font-mono text-sm">{action}</span>{' '}
            <span className="text-muted">
              by <ThirdPartyText text={actor} limit={80} />
            </span>
          </span>
          <time dateTime={at} className="text-sm text-muted tabular-nums">
            {dateText(at)}
          </time>
        </li>
      ))}
    </ul>
  );
}

function VersionDifferences({ id, from, to }: { id: string; from: number; to: number }) {
  const client = useClient();
  const pair = useQuery({
    queryKey: ['agents', id, 'versions', from, to],
    enabled: from !== to,
    queryFn: ({ signal }) =>
      Promise.all([from, to].map(async (each) => (await client.agents.readVersion(id, each, { signal })).agent)),
  });
  const differences = useMemo(() => {
    const [before, after] = (pair.data ?? []) as unknown as ExactValue[];
    return before === undefined || after === undefined ? undefined : compareValues(before, after, limit);
  }, [pair.data]);
  if (from === to) return <p className="text-muted">Choose two versions.</p>;
  if (pair.isError) return <ErrorState error={explainError(pair.error)} onRetry={() => void pair.refetch()} />;
  if (differences === undefined) return <LoadingState label="Comparing" />;
  if (differences.length === 0) return <p className="text-muted">The two versions are the same.</p>;
  return (
    <>
      <Differences
        label="Differences"
        rows={differences.map(({ pointer, before, after }) => ({
          place: pointer,
          ...(before === undefined ? {} : { before: writeJson(before) }),
          ...(after === undefined ? {} : { after: writeJson(after) }),
        }))}
      />
      {differences.length === limit && <p className="pt-2 text-muted">Only the first {limit} differences are shown.</p>}
    </>
  );
}

/** Limits: which callers are near their rate limits, and who holds most of what callers share. */
import type { StatusRate, StatusShare } from '@dragoman/sdk';
import { RotateCw } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { explainError } from '../../session/explain-error.js';
import { bytesText, Meter } from './meter.js';
import { TabBody } from './tab-frame.js';
import { useServerStatus } from './use-server-status.js';

/** The tab. */
export function LimitsTab() {
  const status = useServerStatus();
  if (status.isPending) return <LoadingRows />;
  if (status.isError) return <ErrorState error={explainError(status.error)} onRetry={() => void status.refetch()} />;
  return (
    <TabBody>
      <Panel
        title="Rate limits"
        description="Callers nearest to their limits. A caller at 100 % gets 429."
        padded={false}
        actions={
          <Button icon={RotateCw} busy={status.isFetching} onClick={() => void status.refetch()}>
            Refresh
          </Button>
        }
      >
        <Rates rates={status.data.rates} />
      </Panel>
      <Panel
        title="Shared resources"
        description="Resources that callers share in each worker, and who uses most of each."
        padded={false}
      >
        <Shares shares={status.data.shares} />
      </Panel>
    </TabBody>
  );
}

function Rates({ rates }: { rates: readonly StatusRate[] }) {
  if (rates.length === 0) return <p className="p-4 text-muted">No caller has used its rate limits recently.</p>;
  return (
    <ul className="divide-y divide-line">
      {rates.map(({ caller, budget, used_percent: percent }) => (
        <li key={`${budget} ${caller}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <ThirdPartyText text={caller} limit={120} truncate className="min-w-0 flex-1 basis-40 font-medium" />
          <Badge title="Kind of requests that are counted together">{visibleText(budget, 40)}</Badge>
          <Meter
            label={`Rate limit ${visibleText(budget, 40)} of ${visibleText(caller, 60)}`}
            percent={percent}
            text={`${Math.round(percent).toLocaleString('en')} %`}
          />
        </li>
      ))}
    </ul>
  );
}

const resourceNames: Readonly<Record<StatusShare['resource'], string>> = {
  connections: 'Connections',
  body_bytes: 'Request bodies',
  requests: 'Requests',
  streams: 'Event streams',
};

function Shares({ shares }: { shares: readonly StatusShare[] }) {
  if (shares.length === 0) return <p className="p-4 text-muted">This server does not count shared resources.</p>;
  const hasWorkers = new Set(shares.map(({ worker }) => worker)).size > 1;
  return (
    <ul className="divide-y divide-line">
      {shares.map((share) => (
        <ShareRow key={`${share.worker} ${share.resource}`} share={share} withWorker={hasWorkers} />
      ))}
    </ul>
  );
}

function ShareRow({ share, withWorker }: { share: StatusShare; withWorker: boolean }) {
  const { resource, worker, capacity, in_use: used, callers, top } = share;
  const figure = (value: number) => (resource === 'body_bytes' ? bytesText(value) : value.toLocaleString('en'));
  const name = `${resourceNames[resource] ?? resource}${withWorker ? `, worker ${worker}` : ''}`;
  return (
    <li className="flex flex-col gap-1 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex-1 basis-40 font-medium">{name}</span>
        <span className="text-sm text-muted tabular-nums">
          {callers === 1 ? 'one caller' : `${callers.toLocaleString('en')} callers`}
        </span>
        <Meter
          label={name}
          percent={capacity === 0 ? 0 : (used / capacity) * 100}
          text={`${figure(used)} of ${figure(capacity)}`}
        />
      </div>
      {top.length > 0 && (
        <ol className="flex flex-wrap gap-x-4 text-sm text-muted">
          {top.map(({ caller, held }) => (
            <li key={caller} className="flex max-w-full min-w-0 items-baseline gap-1.5">
              <ThirdPartyText text={caller} limit={80} truncate className="min-w-0" />
              <span className="shrink-0 tabular-nums">{figure(held)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** Readiness: the state of the server by part. */
import type { ServerStatus, StatusPart } from '@dragoman/sdk';
import type { LucideIcon } from 'lucide-react';
import { Cpu, Database, HardDrive, ListTree, Network, RefreshCw, RotateCw, Server, Sparkles, Zap } from 'lucide-react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/page.js';
import { relativeTime } from '../../components/relative-time.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { explainError } from '../../session/explain-error.js';
import { Meter } from './meter.js';
import { TabBody } from './tab-frame.js';
import { useServerStatus } from './use-server-status.js';

const tones: Readonly<Record<StatusPart['state'], BadgeTone>> = { ready: 'good', degraded: 'warn', failed: 'bad' };

const sentences: Readonly<Record<StatusPart['state'], string>> = {
  ready: 'Every part is ready',
  degraded: 'It works, and needs attention',
  failed: 'A part has failed',
};

const parts: Readonly<Record<StatusPart['part'], { name: string; icon: LucideIcon }>> = {
  store: { name: 'Store', icon: Database },
  disk: { name: 'Disk', icon: HardDrive },
  index: { name: 'Index', icon: ListTree },
  vectors: { name: 'Vectors', icon: Sparkles },
  nodes: { name: 'Nodes', icon: Network },
  workers: { name: 'Workers', icon: Cpu },
  redis: { name: 'Redis', icon: Zap },
  sources: { name: 'Sources', icon: RefreshCw },
  servers: { name: 'Stdio servers', icon: Server },
};

/** The tab. */
export function ReadinessTab() {
  const status = useServerStatus();
  if (status.isPending) return <LoadingRows />;
  if (status.isError) return <ErrorState error={explainError(status.error)} onRetry={() => void status.refetch()} />;
  return (
    <TabBody>
      <StatusPanel status={status.data} isBusy={status.isFetching} onRefresh={() => void status.refetch()} />
    </TabBody>
  );
}

interface StatusPanelProps {
  status: ServerStatus;
  isBusy: boolean;
  onRefresh: () => void;
}

function StatusPanel({ status, isBusy, onRefresh }: StatusPanelProps) {
  return (
    <Panel
      title={sentences[status.state] ?? status.state}
      description={
        <>
          Version {status.version}, started <span title={status.started_at}>{relativeTime(status.started_at)}</span>
        </>
      }
      padded={false}
      actions={
        <Button icon={RotateCw} busy={isBusy} onClick={onRefresh}>
          Refresh
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {status.parts.map((part) => (
          <PartRow key={part.part} part={part} />
        ))}
      </ul>
    </Panel>
  );
}

function PartRow({ part }: { part: StatusPart }) {
  const { name, icon: Icon } = parts[part.part] ?? { name: part.part, icon: Cpu };
  const { free_bytes: free, total_bytes: total } = part;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <span className="flex w-24 items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 text-muted" />
        {name}
      </span>
      <span className="w-20">
        <Badge tone={tones[part.state] ?? 'neutral'}>{part.state}</Badge>
      </span>
      <ThirdPartyText text={part.detail} limit={500} className="min-w-0 flex-1 basis-60 text-muted" />
      {free !== undefined && total !== undefined && total > 0 && (
        <Meter
          label="Disk in use"
          percent={((total - free) / total) * 100}
          text={`${Math.round(((total - free) / total) * 100)} % in use`}
        />
      )}
    </li>
  );
}

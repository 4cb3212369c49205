/** The page of a service: its operations in three columns, and what else the server knows about it. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Badge } from '../../components/badge.js';
import { CopyAs } from '../../components/copy-button.js';
import { DetailHeader } from '../../components/detail-header.js';
import { PageHeader } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { listContent, readContent } from './content/content-items.js';
import { OperationsTab } from './operations-tab.js';

const ActivityTab = lazy(async () => ({ default: (await import('./tabs/activity-tab.js')).ActivityTab }));
const ContentTab = lazy(async () => ({ default: (await import('./content/content-tab.js')).ContentTab }));
const CredentialsTab = lazy(async () => ({ default: (await import('./tabs/credentials-tab.js')).CredentialsTab }));
const EndpointsTab = lazy(async () => ({ default: (await import('./tabs/endpoints-tab.js')).EndpointsTab }));
const FindingsTab = lazy(async () => ({ default: (await import('./tabs/findings-tab.js')).FindingsTab }));
const ProfileTab = lazy(async () => ({ default: (await import('./tabs/profile-tab.js')).ProfileTab }));
const WebhooksTab = lazy(async () => ({ default: (await import('./tabs/webhooks-tab.js')).WebhooksTab }));
const VersionsTab = lazy(async () => ({ default: (await import('./tabs/versions-tab.js')).VersionsTab }));

const texts = ['name', 'description', 'version', 'endpoint', 'authentication', 'status', 'visibility', 'publisher'];
const fields = [...texts, 'prompts', 'resources', 'resource_templates'];

/** The page. */
export default function ServicePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const client = useClient();
  const service = useQuery({
    queryKey: ['agents', id, 'summary'],
    queryFn: async ({ signal }) => {
      const reading = await client.agents.read(id, { fields, signal });
      return reading.outcome === 'read' ? reading.agent : undefined;
    },
  });
  const [search, setSearch] = useSearchState();
  const operation = textOf(search.operation);
  if (service.isError) {
    return (
      <>
        <PageHeader title="Service" />
        <ErrorState error={explainError(service.error)} onRetry={() => void service.refetch()} />
      </>
    );
  }
  if (service.isPending || service.data === undefined) {
    return (
      <>
        <PageHeader title="Service" />
        <LoadingRows />
      </>
    );
  }
  const { data } = service;
  const content = readContent(data);
  const scrolled = (content: React.ReactNode) => (
    <div className="h-full overflow-y-auto px-page py-gap">
      <div className="flex max-w-5xl flex-col gap-gap">
        <Suspense fallback={<LoadingRows rows={4} />}>{content}</Suspense>
      </div>
    </div>
  );
  const tabs = [
    { id: 'operations', label: 'Operations', content: <OperationsTab key={id} id={id} /> },
    ...(listContent(content).length === 0
      ? []
      : [
          {
            id: 'content',
            label: 'Content',
            content: (
              <Suspense fallback={<LoadingRows rows={4} />}>
                <ContentTab key={id} id={id} content={content} />
              </Suspense>
            ),
          },
        ]),
    { id: 'versions', label: 'Versions', content: scrolled(<VersionsTab id={id} />) },
    { id: 'profile', label: 'Profile', content: scrolled(<ProfileTab id={id} />) },
    { id: 'findings', label: 'Findings', content: scrolled(<FindingsTab id={id} />) },
    { id: 'credentials', label: 'Credentials', content: scrolled(<CredentialsTab id={id} />) },
    { id: 'webhooks', label: 'Webhooks', content: scrolled(<WebhooksTab id={id} />) },
    { id: 'activity', label: 'Activity', content: scrolled(<ActivityTab id={id} />) },
    { id: 'endpoints', label: 'Endpoints', content: scrolled(<EndpointsTab id={id} />) },
  ];
  const tab = tabs.some((each) => each.id === search.tab) ? textOf(search.tab) : 'operations';
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ServiceHeader service={data} operation={operation} />
      <Tabs
        fill
        label="Parts of the service"
        tabs={tabs}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'operations' ? undefined : next })}
      />
    </div>
  );
}

type Service = { id: string; name: string; description?: string } & Readonly<Record<string, unknown>>;

function ServiceHeader({ service, operation }: { service: Service; operation: string }) {
  const { baseUrl } = useClient();
  const { id, name, description, version, status, visibility, endpoint } = service;
  const words = operation === '' ? ['show', id] : ['show', id, operation];
  const path = `agents/${encodeURIComponent(id)}${operation === '' ? '' : `/operations/${encodeURIComponent(operation)}`}`;
  return (
    <DetailHeader
      parent={{ to: '/catalogue', label: 'Catalogue' }}
      title={name}
      badges={
        <>
          {typeof version === 'string' && <Badge>{version.slice(0, 30)}</Badge>}
          {status !== undefined && status !== 'active' && <Badge tone="warn">{String(status).slice(0, 30)}</Badge>}
          {visibility === 'private' && <Badge tone="note">private</Badge>}
        </>
      }
      code={id}
      codeLabel="Copy id of the service"
      more={
        typeof endpoint === 'string' && (
          <ThirdPartyText text={endpoint} limit={120} className="font-mono max-md:hidden" />
        )
      }
      actions={<CopyAs command={commandLine(baseUrl, words)} curl={curlCommand(baseUrl, { path })} />}
    >
      {description !== undefined && (
        <p className="line-clamp-2 max-w-3xl text-sm text-muted max-md:hidden">
          <ThirdPartyText text={description} limit={240} plain />
        </p>
      )}
    </DetailHeader>
  );
}

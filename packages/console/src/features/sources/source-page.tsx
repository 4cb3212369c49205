/** The page of one source: what waits for a decision, its health, and what changed check by check. */
import type { Source } from '@dragoman/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../../components/button.js';
import { CopyAs, CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { Facts, PageBody, PageHeader, Panel } from '../../components/page.js';
import { intervalText, relativeTime } from '../../components/relative-time.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { serviceTarget } from '../links.js';
import { ChangeTimeline } from './change-timeline.js';
import { HeldChangesPanel } from './held-changes.js';
import { SourceState } from './source-state.js';
import { useLiveSources, useSource, useSourceActions } from './use-sources.js';

/** The page. */
export default function SourcePage() {
  const { sourceId = '' } = useParams({ strict: false }) as { sourceId?: string };
  const source = useSource(sourceId);
  useLiveSources();
  return (
    <>
      <PageHeader
        title={
          source.data === undefined ? (
            'Source'
          ) : (
            <ThirdPartyText text={source.data.name ?? source.data.url} limit={120} />
          )
        }
        description={source.data && <SourceUrl url={source.data.url} />}
        actions={<SourceButtons id={sourceId} source={source.data} />}
      />
      <PageBody>
        {source.isPending && <LoadingRows rows={6} />}
        {source.isError && <ErrorState error={explainError(source.error)} onRetry={() => void source.refetch()} />}
        {source.data !== undefined && <SourceView source={source.data} />}
      </PageBody>
    </>
  );
}

function SourceUrl({ url }: { url: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <ThirdPartyText text={url} limit={500} className="min-w-0 font-mono text-sm" />
      <CopyButton compact text={url} label="Copy URL" />
    </span>
  );
}

function SourceButtons({ id, source }: { id: string; source: Source | undefined }) {
  const client = useClient();
  const { access } = useSession();
  const { check } = useSourceActions(id);
  const [removing, setRemoving] = useState(false);
  const path = `/sources/${encodeURIComponent(id)}`;
  return (
    <>
      <Link to="/sources" className={buttonClasses('quiet')}>
        <ArrowLeft aria-hidden className="size-3.5" />
        Sources
      </Link>
      <CopyAs
        command={() => commandLine(client.baseUrl, ['sources', 'show', id])}
        curl={() => curlCommand(client.baseUrl, { path, keyed: access !== 'open' })}
      />
      {source !== undefined && (
        <>
          <Button icon={Trash2} tone="danger" onClick={() => setRemoving(true)}>
            Remove
          </Button>
          <Button icon={RotateCw} tone="primary" busy={check.isPending} onClick={() => check.mutate()}>
            Check now
          </Button>
        </>
      )}
      {removing && source !== undefined && <RemoveDialog source={source} onClose={() => setRemoving(false)} />}
    </>
  );
}

function RemoveDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { remove } = useSourceActions(source.id);
  const navigate = useNavigate();
  const onRemove = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose();
        void navigate({ to: '/sources' });
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove the source?"
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger" busy={remove.isPending} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      The URL is no longer fetched.{' '}
      {source.agent_ids.length === 0
        ? 'It has no services.'
        : `Its ${source.agent_ids.length === 1 ? 'service stays' : `${source.agent_ids.length} services stay`} registered.`}
    </Dialog>
  );
}

function SourceView({ source }: { source: Source }) {
  return (
    <>
      {source.held !== undefined && <HeldChangesPanel id={source.id} held={source.held} />}
      <div className="grid items-start gap-gap lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-gap">
          <Health source={source} />
          <Services ids={source.agent_ids} />
          <Findings findings={source.findings ?? []} />
        </div>
        <ChangeTimeline id={source.id} />
      </div>
    </>
  );
}

function Health({ source }: { source: Source }) {
  const { last_error: error, failures } = source;
  const time = (at: string | undefined) => <span title={at}>{relativeTime(at)}</span>;
  return (
    <Panel title="Health" actions={<SourceState source={source} />}>
      {error !== undefined && failures > 0 && (
        <div className="mb-3 rounded-md bg-bad-soft px-3 py-2">
          <p className="text-sm font-medium text-bad">
            {failures === 1 ? 'The last check failed' : `The last ${failures.toLocaleString('en')} checks failed`}
          </p>
          <ThirdPartyText text={error} limit={600} />
        </div>
      )}
      <Facts
        facts={[
          ['Last check', time(source.last_fetched_at)],
          ['Outcome', visibleText(source.last_outcome ?? 'none yet', 60)],
          ['Last success', time(source.last_success_at)],
          ['Next check', time(source.due_at)],
          ['Checked', intervalText(source.interval_seconds)],
          ...(source.latency_ms === undefined
            ? []
            : [['Took', `${source.latency_ms.toLocaleString('en')} ms`] as const]),
          ['Owner', <ThirdPartyText key="owner" text={source.owner} limit={120} />],
          [
            'Credential',
            source.credential === undefined
              ? 'none'
              : visibleText(`${source.credential.kind}: ${source.credential.name}`, 120),
          ],
          [
            'Id',
            <code key="id" className="font-mono text-sm text-anywhere">
              {source.id}
            </code>,
          ],
        ]}
      />
    </Panel>
  );
}

/** Services named at most. */
const maxServices = 50;

function Services({ ids }: { ids: readonly string[] }) {
  return (
    <Panel title={ids.length === 1 ? '1 service' : `${ids.length.toLocaleString('en')} services`}>
      {ids.length === 0 && <p className="text-muted">None yet. Services appear after the first successful check.</p>}
      <ul className="flex flex-col gap-1">
        {ids.slice(0, maxServices).map((id) => (
          <li key={id} className="flex min-w-0">
            <Link {...serviceTarget(id)} className="min-w-0 text-accent hover:underline">
              <ThirdPartyText text={id} limit={120} truncate />
            </Link>
          </li>
        ))}
      </ul>
      {ids.length > maxServices && (
        <p className="mt-1 text-muted">and {(ids.length - maxServices).toLocaleString('en')} more</p>
      )}
    </Panel>
  );
}

function Findings({ findings }: { findings: readonly { code: string; message: string }[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel title="Findings">
      <ul className="flex flex-col gap-2">
        {findings.slice(0, maxServices).map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <ThirdPartyText text={message} limit={300} />
            <code className="block font-mono text-sm text-faint">{visibleText(code, 80)}</code>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

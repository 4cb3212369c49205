/** Stored versions of a toolset, what each changed, and a way back. */
import type { StoredToolset, ToolsetVersion } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Panel } from '../../components/page.js';
import { relativeTime } from '../../components/relative-time.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { FailedAlert } from '../../session/failed-alert.js';
import { ScopedButton } from '../../session/scoped-button.js';

/** Versions that are read. */
const mostVersions = 100;

/** The tab. */
export function HistoryTab({ stored }: { stored: StoredToolset }) {
  const client = useClient();
  const [chosen, setChosen] = useState<number>();
  const { id, version: current } = stored.toolset;
  const versions = useQuery({
    queryKey: ['toolsets', id, 'versions'],
    queryFn: async ({ signal }) => {
      const list: ToolsetVersion[] = [];
      for await (const version of client.toolsets.versions(id, { signal })) {
        list.push(version);
        if (list.length >= mostVersions) break;
      }
      return list;
    },
  });
  if (versions.isPending) return <LoadingRows rows={4} />;
  if (versions.isError)
    return <ErrorState error={explainError(versions.error)} onRetry={() => void versions.refetch()} />;
  return (
    <Panel title="History" description="Every stored version, newest first." padded={false}>
      <ol className="divide-y divide-line">
        {versions.data.map(({ version, actor, at, changes }) => (
          <li key={version} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
            <span className="w-20 shrink-0 font-medium tabular-nums">Version {version}</span>
            <div className="min-w-0 flex-1 basis-60">
              <p className="text-sm text-muted">
                <ThirdPartyText text={actor} limit={80} />, {relativeTime(at)}
              </p>
              <ul className="text-sm">
                {changes.slice(0, 20).map(({ message }) => (
                  <li key={message}>
                    <ThirdPartyText text={message} limit={300} />
                  </li>
                ))}
              </ul>
            </div>
            {version !== current && (
              <ScopedButton scope="registry:write" onClick={() => setChosen(version)}>
                Restore version {version}
              </ScopedButton>
            )}
          </li>
        ))}
      </ol>
      {chosen !== undefined && (
        <RestoreDialog stored={stored} version={chosen} versions={versions.data} onClose={() => setChosen(undefined)} />
      )}
    </Panel>
  );
}

interface RestoreDialogProps {
  stored: StoredToolset;
  version: number;
  versions: readonly ToolsetVersion[];
  onClose: () => void;
}

function RestoreDialog({ stored: { toolset, etag }, version, versions, onClose }: RestoreDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { id } = toolset;
  const restore = useMutation({
    mutationFn: () => client.toolsets.rollBack(id, version, etag === undefined ? {} : { ifMatch: etag }),
    onSuccess(stored) {
      queries.setQueryData(['toolsets', id], stored);
      toasts.show(`Version ${version} was restored as version ${stored.toolset.version}.`, 'good');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['toolsets', id] }),
  });
  const undone = versions.filter((each) => each.version > version).flatMap(({ changes }) => changes);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Restore version ${version}`}
      description="It becomes a new version; nothing of the history is lost."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        </>
      }
    >
      <p className="font-medium">Changes that are taken back</p>
      <ul className="list-disc pl-5 text-sm">
        {undone.slice(0, 50).map(({ message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several versions may have the same message
          <li key={at}>
            <ThirdPartyText text={message} limit={300} />
          </li>
        ))}
      </ul>
      <FailedAlert error={restore.error} />
    </Dialog>
  );
}

/** Stored versions of a toolset, what each changed, and a way back. */
import type { StoredToolset, ToolsetVersion } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Panel } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { takeVersions, VersionList } from '../../components/version-list.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { FailedAlert } from '../../session/failed-alert.js';
import { ScopedButton } from '../../session/scoped-button.js';

/** The tab. */
export function HistoryTab({ stored }: { stored: StoredToolset }) {
  const client = useClient();
  const [chosen, setChosen] = useState<number>();
  const { id } = stored.toolset;
  const versions = useQuery({
    queryKey: ['toolsets', id, 'versions'],
    queryFn: ({ signal }) => takeVersions(client.toolsets.versions(id, { signal })),
  });
  if (versions.isPending) return <LoadingRows rows={4} />;
  if (versions.isError)
    return <ErrorState error={explainError(versions.error)} onRetry={() => void versions.refetch()} />;
  return (
    <Panel title="History" description="Every stored version, newest first." padded={false}>
      <VersionList
        versions={versions.data}
        details={({ changes }) =>
          changes.length > 0 && (
            <ul className="text-sm">
              {changes.slice(0, 20).map(({ message }) => (
                <li key={message}>
                  <ThirdPartyText text={message} limit={300} />
                </li>
              ))}
              {changes.length > 20 && <li className="text-muted">and {changes.length - 20} more</li>}
            </ul>
          )
        }
        action={({ version }) => (
          <ScopedButton scope="registry:write" onClick={() => setChosen(version)}>
            Restore version {version}
          </ScopedButton>
        )}
      />
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
      description="It becomes a new version; the history is kept."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        </>
      }
    >
      <p className="font-medium">Changes that are undone</p>
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

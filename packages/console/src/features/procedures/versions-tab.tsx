/** Stored versions, what changed between one and the current one, and a way back through the editor. */
import type { ProcedureView } from '@dragoman/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { takeVersions, VersionList } from '../../components/version-list.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import type { EditedProcedure } from './use-procedure.js';

/** The tab. */
export function VersionsTab({ procedure, edited }: { procedure: ProcedureView; edited: EditedProcedure }) {
  const client = useClient();
  const [chosen, setChosen] = useState<number>();
  const { id, version: current } = procedure;
  const versions = useQuery({
    queryKey: ['procedures', id, 'versions', current],
    queryFn: ({ signal }) => takeVersions(client.procedures.versions(id, { signal })),
  });
  if (versions.isPending) return <LoadingRows rows={4} />;
  if (versions.isError)
    return <ErrorState error={explainError(versions.error)} onRetry={() => void versions.refetch()} />;
  return (
    <VersionList
      versions={versions.data}
      details={({ version }) =>
        chosen === version && <VersionDifference id={id} from={version} to={current} edited={edited} />
      }
      action={({ version }) => (
        <Button aria-expanded={chosen === version} onClick={() => setChosen(chosen === version ? undefined : version)}>
          Compare with version {current}
        </Button>
      )}
    />
  );
}

interface VersionDifferenceProps {
  id: string;
  from: number;
  to: number;
  edited: EditedProcedure;
}

function VersionDifference({ id, from, to, edited }: VersionDifferenceProps) {
  const client = useClient();
  const toasts = useToasts();
  const diff = useQuery({
    queryKey: ['procedures', id, 'diff', from, to],
    queryFn: ({ signal }) => client.procedures.diff(id, { from, to, signal }),
  });
  const restore = useMutation({
    mutationFn: () => client.procedures.readVersion(id, from),
    onSuccess({ text }) {
      edited.change({ ...edited.draft, text });
      toasts.show(`The text of version ${from} is in the editor. Save it to restore it.`, 'good');
    },
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
  });
  if (diff.isPending) return <LoadingRows rows={2} />;
  if (diff.isError) return <ErrorState error={explainError(diff.error)} onRetry={() => void diff.refetch()} />;
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={`Changes since version ${from}`} className="font-mono text-sm">
        {diff.data.length === 0 && <li className="text-muted">Nothing differs.</li>}
        {diff.data.slice(0, 500).map(({ kind, line, text, message }) => (
          <li
            key={`${kind} ${line ?? message}`}
            className={
              text === undefined
                ? 'text-muted'
                : kind === 'line_added'
                  ? 'bg-good-soft px-2 text-good'
                  : 'bg-bad-soft px-2 text-bad'
            }
          >
            {text !== undefined && <span className="sr-only">{kind === 'line_added' ? 'added: ' : 'removed: '}</span>}
            {text !== undefined && <span aria-hidden>{kind === 'line_added' ? '+ ' : '− '}</span>}
            <ThirdPartyText text={text ?? message} limit={400} />
          </li>
        ))}
      </ul>
      <Button className="self-start" busy={restore.isPending} onClick={() => restore.mutate()}>
        Put version {from} into the editor
      </Button>
    </div>
  );
}

/** Saves a draft after showing what changes; a change by somebody else is merged, or compared side by side, never overwritten unseen. */
import type { ProcedureView } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Differences } from '../../components/differences.js';
import { LoadingState } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { changedMembers, type Draft, mergeDrafts, toDraft } from './draft.js';
import type { EditedProcedure } from './use-procedure.js';

const MergeEditor = lazy(() => import('../../components/merge-editor.js'));

/** Props of the dialog. */
export interface SavePanelProps {
  procedure: ProcedureView;
  edited: EditedProcedure;
  onClose: () => void;
}

/** The dialog. */
export function SavePanel({ procedure, edited, onClose }: SavePanelProps) {
  const [theirs, setTheirs] = useState<Draft>();
  const { save, merge } = useSaving({ procedure, edited, onClose }, setTheirs);
  const { base, draft, replaceText } = edited;
  const isConflict = isDragomanError(save.error) && save.error.status === 412;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title="Save the procedure"
      description={
        draft.state === 'ready' ? 'Executors start with it at once. Every version is kept.' : 'Every version is kept.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isConflict ? (
            <Button tone="primary" busy={merge.isPending} onClick={() => merge.mutate()}>
              Merge the changes
            </Button>
          ) : (
            <Button tone="primary" busy={save.isPending} onClick={() => save.mutate()}>
              Save
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {isConflict && (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
            Somebody else has changed this procedure since you began. Merge both changes, look at the result, and save
            it.
          </p>
        )}
        {save.isError && !isConflict && <Failed error={save.error} />}
        {merge.isError && <Failed error={merge.error} />}
        {theirs === undefined ? (
          <Differences label="Differences" rows={changedMembers(base.draft, draft)} />
        ) : (
          <>
            <p>
              Both of you changed the same lines. The left side is what is stored; the right side is yours, and is what
              you save. Take over what you want to keep.
            </p>
            <Suspense fallback={<LoadingState />}>
              <MergeEditor label="Merge of both texts" theirs={theirs.text} ours={draft.text} onChange={replaceText} />
            </Suspense>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Failed({ error }: { error: unknown }) {
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <ThirdPartyText text={explainError(error).detail} limit={600} />
    </p>
  );
}

function useSaving({ procedure, edited, onClose }: SavePanelProps, onTheirs: (theirs: Draft) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { id, visibility, grants } = procedure;
  const { base, draft, restart } = edited;
  const save = useMutation({
    mutationFn: () =>
      client.procedures.replace(
        id,
        { ...draft, visibility, ...(grants === undefined ? {} : { grants }) },
        { ifVersion: base.version },
      ),
    onSuccess(saved) {
      restart({ version: saved.version, draft: toDraft(saved) });
      queries.setQueryData(['procedures', id], saved);
      void queries.invalidateQueries({ queryKey: ['procedures', 'list'] });
      void queries.invalidateQueries({ queryKey: ['inbox'] });
      toasts.show(`Saved as version ${saved.version}.`, 'good');
      onClose();
    },
  });
  const merge = useMutation({
    mutationFn: () => client.procedures.read(id),
    onSuccess(current) {
      const theirs = toDraft(current);
      const { draft: merged, both } = mergeDrafts(base.draft, draft, theirs);
      queries.setQueryData(['procedures', id], current);
      restart({ version: current.version, draft: theirs }, merged);
      if (both.includes('text')) onTheirs(theirs);
      save.reset();
      toasts.show(both.length === 0 ? 'Both changes were merged.' : `Both of you changed ${both.join(', ')}.`);
    },
  });
  return { save, merge };
}

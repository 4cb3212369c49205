/** Saves a draft after showing what changes; a change by somebody else is merged, or compared side by side, never overwritten unseen. */
import type { ProcedureView } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LoadingState } from '../../components/states.js';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { SaveChangesDialog } from '../../session/save-changes-dialog.js';
import { useMergeChoices } from '../../session/use-merge-choices.js';
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
export function SavePanel({ procedure: { id, visibility, grants }, edited, onClose }: SavePanelProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { base, draft, change, restart } = edited;
  const [theirs, setTheirs] = useState<Draft>();
  const { merged, begin } = useMergeChoices(draft, change);
  const save = useMutation({
    mutationFn: () =>
      client.procedures.replace(
        id,
        { ...draft, visibility, ...(grants === undefined ? {} : { grants }) },
        { ifVersion: Number(base.etag) },
      ),
    onSuccess(saved) {
      restart({ etag: String(saved.version), draft: toDraft(saved) });
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
      const stored = toDraft(current);
      const { draft: both, conflicts, isTextConflict } = mergeDrafts(base.draft, draft, stored);
      queries.setQueryData(['procedures', id], current);
      restart({ etag: String(current.version), draft: stored }, both);
      setTheirs(isTextConflict ? stored : undefined);
      save.reset();
      begin(conflicts);
    },
  });
  const isConflict = isDragomanError(save.error) && save.error.status === 412;
  return (
    <SaveChangesDialog
      title="Save the procedure"
      description={
        draft.state === 'ready' ? 'Executors start with it at once. Every version is kept.' : 'Every version is kept.'
      }
      verb="Save"
      {...(theirs === undefined ? { rows: changedMembers(base.draft, draft) } : {})}
      merged={merged}
      isConflict={isConflict}
      error={save.error ?? merge.error}
      isBusy={save.isPending || merge.isPending}
      onSave={() => save.mutate()}
      onMerge={() => merge.mutate()}
      onClose={onClose}
    >
      {theirs !== undefined && (
        <>
          <p>
            Both of you changed the same lines. The left side is what is stored; the right side is yours, and is what
            you save. Apply the changes that you want to keep.
          </p>
          <Suspense fallback={<LoadingState />}>
            <MergeEditor
              label="Merge of both texts"
              theirs={theirs.text}
              ours={draft.text}
              onChange={(text) => change({ ...draft, text }, 'text')}
            />
          </Suspense>
        </>
      )}
    </SaveChangesDialog>
  );
}

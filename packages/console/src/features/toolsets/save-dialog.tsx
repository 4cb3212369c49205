/** Saves a draft after showing what changes; a change by somebody else is merged, never overwritten unseen. */
import type { StoredToolset } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../components/toast.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { useClient } from '../../session/console-context.js';
import { SaveChangesDialog } from '../../session/save-changes-dialog.js';
import { useMergeChoices } from '../../session/use-merge-choices.js';
import { type Draft, draftDifferences, toDraft, toRequest } from './draft.js';
import { mergeDrafts } from './merge-drafts.js';

/** Props of the dialog. */
export interface SaveDialogProps {
  stored: StoredToolset;
  edited: EditedDraft<Draft>;
  onClose: () => void;
}

/** The dialog. */
export function SaveDialog({ stored: { toolset }, edited, onClose }: SaveDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { id } = toolset;
  const { base, draft, change, restart } = edited;
  const { merged, begin } = useMergeChoices(draft, change);
  const save = useMutation({
    mutationFn: () =>
      client.toolsets.replace(id, toRequest(draft, toolset), base.etag === undefined ? {} : { ifMatch: base.etag }),
    onSuccess(saved) {
      restart({ draft: toDraft(saved.toolset), etag: saved.etag });
      queries.setQueryData(['toolsets', id], saved);
      for (const part of [['list'], [id, 'updates'], [id, 'versions'], [id, 'export']]) {
        void queries.invalidateQueries({ queryKey: ['toolsets', ...part] });
      }
      toasts.show('The toolset was saved.', 'good');
      onClose();
    },
  });
  const merge = useMutation({
    mutationFn: () => client.toolsets.read(id),
    onSuccess(current) {
      const theirs = toDraft(current.toolset);
      const { draft: both, conflicts } = mergeDrafts(base.draft, draft, theirs);
      queries.setQueryData(['toolsets', id], current);
      restart({ draft: theirs, etag: current.etag }, both);
      save.reset();
      begin(conflicts);
    },
  });
  return (
    <SaveChangesDialog
      title="Save the toolset"
      description="Clients of the toolset see the new tools at once. Every version is kept, and History restores it."
      verb="Save"
      rows={draftDifferences(base.draft, draft)}
      merged={merged}
      isConflict={isDragomanError(save.error) && save.error.status === 412}
      error={save.error ?? merge.error}
      isBusy={save.isPending || merge.isPending}
      onSave={() => save.mutate()}
      onMerge={() => merge.mutate()}
      onClose={onClose}
    />
  );
}

/** Saves a draft after showing what changes; a change by somebody else is merged, never overwritten unseen. */
import type { StoredToolset } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Differences } from '../../components/differences.js';
import { useToasts } from '../../components/toast.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { useClient } from '../../session/console-context.js';
import { FailedAlert } from '../../session/failed-alert.js';
import { type Draft, draftDifferences, toDraft, toRequest } from './draft.js';
import { mergeDrafts } from './merge-drafts.js';

/** Props of the dialog. */
export interface SaveDialogProps {
  stored: StoredToolset;
  edited: EditedDraft<Draft>;
  onClose: () => void;
}

/** The dialog. */
export function SaveDialog({ stored, edited, onClose }: SaveDialogProps) {
  const { base, draft } = edited;
  const { save, merge } = useSaving({ stored, edited, onClose });
  const isConflict = isDragomanError(save.error) && save.error.status === 412;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title="Save the toolset"
      description="Clients of the toolset see the new tools at once. Every version is kept, and History restores it."
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
            Somebody else has changed this toolset since you began. Merge both changes, look at the result, and save it.
          </p>
        )}
        {!isConflict && <FailedAlert error={save.error} />}
        <FailedAlert error={merge.error} />
        <Differences label="Differences" rows={draftDifferences(base.draft, draft)} />
      </div>
    </Dialog>
  );
}

function useSaving({ stored: { toolset }, edited, onClose }: SaveDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { id } = toolset;
  const { base, draft, restart } = edited;
  const save = useMutation({
    mutationFn: () =>
      client.toolsets.replace(id, toRequest(draft, toolset), base.etag === undefined ? {} : { ifMatch: base.etag }),
    onSuccess(saved) {
      restart({ draft: toDraft(saved.toolset), etag: saved.etag });
      queries.setQueryData(['toolsets', id], saved);
      void queries.invalidateQueries({ queryKey: ['toolsets', 'list'] });
      void queries.invalidateQueries({ queryKey: ['toolsets', id, 'updates'] });
      void queries.invalidateQueries({ queryKey: ['toolsets', id, 'versions'] });
      toasts.show('The toolset was saved.', 'good');
      onClose();
    },
  });
  const merge = useMutation({
    mutationFn: () => client.toolsets.read(id),
    onSuccess(current) {
      const theirs = toDraft(current.toolset);
      const { draft: merged, both } = mergeDrafts(base.draft, draft, theirs);
      queries.setQueryData(['toolsets', id], current);
      restart({ draft: theirs, etag: current.etag }, merged);
      save.reset();
      toasts.show(
        both.length === 0
          ? 'Both changes were merged.'
          : `Merged. Both of you changed ${both.join(', ').slice(0, 200)}; your version was taken.`,
      );
    },
  });
  return { save, merge };
}

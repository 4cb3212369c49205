/** Saves a team after showing what changes; a change by somebody else is merged, never overwritten unseen. */
import { editYaml, stringifyYaml } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../components/toast.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { editsBetween } from '../../schema/edits-between.js';
import { mergeJson } from '../../schema/merge-json.js';
import { useClient } from '../../session/console-context.js';
import { SaveChangesDialog } from '../../session/save-changes-dialog.js';
import { type DraftTeam, readTeam, toRequest, writeTeam } from './team-document.js';

/** Props of the dialog. */
export interface TeamSaveDialogProps {
  id: string;
  team: DraftTeam;
  edited: EditedDraft<string>;
  onClose: () => void;
}

const documentOf = (text: string): JsonValue => {
  const read = readTeam(text);
  return 'team' in read ? read.team.document : {};
};

/** The dialog. */
export function TeamSaveDialog({ id, team, edited, onClose }: TeamSaveDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { base, draft, restart } = edited;
  const save = useMutation({
    mutationFn: () => client.teams.replace(id, toRequest(team), { ifVersion: Number(base.etag) }),
    onSuccess({ version }) {
      restart({ draft, etag: String(version) });
      void queries.invalidateQueries({ queryKey: ['teams'] });
      toasts.show('The team was saved.', 'good');
      onClose();
    },
  });
  const merge = useMutation({
    mutationFn: () => client.teams.read(id),
    onSuccess(current) {
      const theirs = writeTeam(current);
      const ours = documentOf(draft);
      const { value = {}, both } = mergeJson(documentOf(base.draft), ours, documentOf(theirs));
      const text = editYaml(draft, editsBetween(ours, value)) ?? stringifyYaml(value, { lineWidth: 120 });
      restart({ draft: theirs, etag: String(current.version) }, text);
      save.reset();
      toasts.show(
        both.length === 0
          ? 'Both changes were merged.'
          : `Merged. Both of you changed ${both.join(', ').slice(0, 200)}; your version was taken.`,
      );
    },
  });
  return (
    <SaveChangesDialog
      title="Save the team"
      description="It becomes a new version. Comments stay in the draft of this browser only."
      verb="Save"
      before={documentOf(base.draft)}
      after={documentOf(draft)}
      isConflict={isDragomanError(save.error) && save.error.status === 412}
      error={save.error ?? merge.error}
      isBusy={save.isPending || merge.isPending}
      onSave={() => save.mutate()}
      onMerge={() => merge.mutate()}
      onClose={onClose}
    />
  );
}

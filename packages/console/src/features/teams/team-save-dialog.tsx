/** Saves a team after showing what changes; a change by somebody else is merged, never overwritten unseen. */
import { editYaml, stringifyYaml } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../components/toast.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { editsBetween } from '../../schema/edits-between.js';
import { type JsonConflict, mergeJson, setAtPath } from '../../schema/merge-json.js';
import { useClient } from '../../session/console-context.js';
import { SaveChangesDialog } from '../../session/save-changes-dialog.js';
import { type DraftConflict, useMergeChoices } from '../../session/use-merge-choices.js';
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

/** The text with another document; comments are kept. */
function rewrite(text: string, value: JsonValue): string {
  return editYaml(text, editsBetween(documentOf(text), value)) ?? stringifyYaml(value, { lineWidth: 120 });
}

function toConflict({ place, path, ours, theirs }: JsonConflict): DraftConflict<string> {
  const show = (value: JsonValue | undefined) => (typeof value === 'string' ? value : JSON.stringify(value));
  return {
    place,
    ours: show(ours),
    theirs: show(theirs),
    take: (text, side) => rewrite(text, setAtPath(documentOf(text), path, side === 'ours' ? ours : theirs)),
  };
}

/** The dialog. */
export function TeamSaveDialog({ id, team, edited, onClose }: TeamSaveDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { base, draft, change, restart } = edited;
  const { merged, begin } = useMergeChoices(draft, change);
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
      const { value = {}, conflicts } = mergeJson(documentOf(base.draft), ours, documentOf(theirs));
      restart({ draft: theirs, etag: String(current.version) }, rewrite(draft, value));
      save.reset();
      begin(conflicts.map(toConflict));
    },
  });
  return (
    <SaveChangesDialog
      title="Save the team"
      description="It becomes a new version. Comments stay in the draft of this browser only."
      verb="Save"
      before={documentOf(base.draft)}
      after={documentOf(draft)}
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

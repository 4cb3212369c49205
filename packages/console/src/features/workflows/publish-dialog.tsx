/** Publishes a workflow as one tool after showing what is stored; a change by somebody else is merged, never overwritten unseen. */
import { parseArazzo, writeYaml } from '@dragoman/core/descriptions';
import { editYaml } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Facts } from '../../components/page.js';
import { LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { editsBetween } from '../../schema/edits-between.js';
import { mergeJson } from '../../schema/merge-json.js';
import { useClient } from '../../session/console-context.js';
import { SaveChangesDialog } from '../../session/save-changes-dialog.js';
import { objectOf } from './raw-document.js';

/** Props of the dialog. */
export interface PublishDialogProps {
  id: string;
  edited: EditedDraft<string>;
  onClose: () => void;
}

const documentOf = (text: string): JsonValue => parseArazzo(text).document ?? {};

/** The dialog. */
export function PublishDialog({ id, edited, onClose }: PublishDialogProps) {
  const client = useClient();
  const { base, draft } = edited;
  const { publish, merge } = usePublishing({ id, edited, onClose });
  const isConflict = isDragomanError(publish.error) && publish.error.status === 412;
  const foreseen = useQuery({
    queryKey: ['workflows', id, 'foreseen', draft],
    retry: false,
    queryFn: async ({ signal }) => {
      const items = [{ document: withId(documentOf(draft), id) as AgentDocument }];
      const { results } = await client.imports.create(items, { dryRun: true, report: true, signal });
      return results[0];
    },
  });
  const { preview, error } = foreseen.data ?? {};
  return (
    <SaveChangesDialog
      title="Publish the workflow"
      description="It becomes one service with one tool for each workflow. Comments stay in the draft of this browser only."
      verb="Publish"
      {...(base.etag === undefined ? {} : { before: documentOf(base.draft) })}
      after={documentOf(draft)}
      isConflict={isConflict}
      error={publish.error ?? merge.error ?? foreseen.error}
      isBusy={publish.isPending || merge.isPending}
      disabled={preview === undefined}
      onSave={() => publish.mutate()}
      onMerge={() => merge.mutate()}
      onClose={onClose}
    >
      {error !== undefined && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          <ThirdPartyText
            text={[error.message, ...(error.field_errors ?? []).map(({ field, detail }) => `${field} ${detail}`)].join(
              ' ',
            )}
            limit={600}
          />
        </p>
      )}
      {foreseen.isPending && <LoadingRows rows={3} />}
      {preview !== undefined && (
        <Facts
          facts={[
            ['Service', <ThirdPartyText key="id" text={preview.id} limit={120} className="font-mono" />],
            [
              'Tools',
              <ThirdPartyText
                key="tools"
                text={preview.operations.map(({ name }) => name).join(', ')}
                limit={300}
                className="font-mono"
              />,
            ],
            ['Visible to', preview.visibility === 'private' ? 'its owner' : 'everyone'],
            ['Size', `about ${preview.tokens.toLocaleString('en')} tokens for a model`],
          ]}
        />
      )}
    </SaveChangesDialog>
  );
}

function usePublishing({ id, edited, onClose }: PublishDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { base, draft, restart } = edited;
  const publish = useMutation({
    async mutationFn() {
      const document = withId(documentOf(draft), id);
      await client.agents.replaceArazzo(id, document, base.etag === undefined ? {} : { ifMatch: base.etag });
      return client.agents.readArazzo(id);
    },
    onSuccess({ etag }) {
      restart({ draft, etag });
      void queries.invalidateQueries({ queryKey: ['workflows'] });
      toasts.show('The workflow was published.', 'good');
      onClose();
    },
  });
  const merge = useMutation({
    mutationFn: () => client.agents.readArazzo(id),
    onSuccess({ document: theirs, etag }) {
      const ours = documentOf(draft);
      const { value, both } = mergeJson(documentOf(base.draft), ours, theirs);
      const text = editYaml(draft, editsBetween(ours, value ?? {})) ?? writeYaml(value as JsonObject);
      restart({ draft: writeYaml(theirs), etag }, text);
      publish.reset();
      toasts.show(
        both.length === 0
          ? 'Both changes were merged.'
          : `Merged. Both of you changed ${both.join(', ').slice(0, 200)}; your version was taken.`,
      );
    },
  });
  return { publish, merge };
}

/** The document is published under the id of its draft, whatever it says. */
function withId(document: JsonValue, id: string): JsonObject {
  return isJsonObject(document) ? { ...document, 'x-agent': { ...objectOf(document, 'x-agent'), id } } : {};
}

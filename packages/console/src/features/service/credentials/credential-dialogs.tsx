/** Dialogs that add, replace and remove a credential, each with a preview of what changes. */
import type { AgentCredential, CredentialEffect } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.js';
import { CopyAs } from '../../../components/copy-button.js';
import { Dialog } from '../../../components/dialog.js';
import { LoadingRows } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useToasts } from '../../../components/toast.js';
import { visibleText } from '../../../components/visible-text.js';
import { useClient } from '../../../session/console-context.js';
import { commandLine } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';
import type { CredentialDraft } from './credential-draft.js';
import { isComplete } from './credential-draft.js';
import { EffectView } from './credential-effect.js';
import { CredentialFields } from './credential-fields.js';
import { toRequest, toWords } from './credential-request.js';

/** Mutations with a secret are forgotten at once, so that the page does not keep it. */
const forgotten = { gcTime: 0 };

/** Props of the dialog that stores a credential. */
export interface StoreCredentialProps {
  /** Id of the service. */
  service: string;
  /** What is entered already. */
  start: CredentialDraft;
  /** The credential that is replaced. */
  replaced?: AgentCredential;
  onClose: () => void;
}

/** The dialog that adds or replaces a credential. */
export function StoreCredential({ service, start, replaced, onClose }: StoreCredentialProps) {
  const { baseUrl } = useClient();
  const form = useId();
  const [draft, setDraft] = useState(start);
  const { preview, store } = useStoring(service, replaced, onClose);
  const effect = preview.data;
  const change = (next: Partial<CredentialDraft>) => {
    preview.reset();
    setDraft({ ...draft, ...next });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete(draft)) return;
    if (effect === undefined) preview.mutate(draft);
    else store.mutate(draft);
  };
  const failed = preview.error ?? store.error;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title={replaced === undefined ? 'Add a credential' : `Replace ${visibleText(replaced.name, 60)}`}
      description={
        replaced === undefined
          ? 'The gateway sends it with calls of this service, and only to its current addresses.'
          : 'The next call uses the new secret. The old one is deleted.'
      }
      actions={
        <>
          <CopyAs command={() => commandLine(baseUrl, toWords(service, draft, replaced?.id))} />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            type="submit"
            form={form}
            busy={preview.isPending || store.isPending}
            disabled={!isComplete(draft)}
          >
            {effect === undefined ? 'Preview' : replaced === undefined ? 'Store' : 'Replace'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <CredentialFields draft={draft} onChange={change} />
        <div aria-live="polite">
          {effect !== undefined && <EffectView effect={effect} />}
          {failed !== null && <Problem error={failed} />}
        </div>
      </form>
    </Dialog>
  );
}

function useStoring(service: string, replaced: AgentCredential | undefined, onStored: () => void) {
  const client = useClient();
  const toasts = useToasts();
  const refresh = useRefresh(service);
  const preview = useMutation({
    ...forgotten,
    mutationFn: (draft: CredentialDraft): Promise<CredentialEffect> =>
      client.credentials.preview(service, {
        request: toRequest(draft),
        ...(replaced === undefined ? {} : { id: replaced.id }),
      }),
  });
  const store = useMutation({
    ...forgotten,
    mutationFn: (draft: CredentialDraft) =>
      replaced === undefined
        ? client.credentials.add(service, toRequest(draft))
        : client.credentials.replace(service, replaced.id, toRequest(draft)),
    async onSuccess() {
      toasts.show(replaced === undefined ? 'The credential was stored.' : 'The credential was replaced.');
      onStored();
      await refresh();
    },
  });
  return { preview, store };
}

/** Reads again what depends on credentials: the tab, the inbox, the states of the catalogue. */
function useRefresh(service: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['agents', service, 'credentials'] }),
      queries.invalidateQueries({ queryKey: ['inbox'] }),
    ]);
}

/** Props of the dialog that removes a credential. */
export interface RemoveCredentialProps {
  service: string;
  credential: AgentCredential;
  onClose: () => void;
}

/** The dialog that removes a credential. */
export function RemoveCredential({ service, credential, onClose }: RemoveCredentialProps) {
  const client = useClient();
  const toasts = useToasts();
  const refresh = useRefresh(service);
  const { id, name } = credential;
  const effect = useQuery({
    // Not below the list of credentials, which is read again after the removal.
    queryKey: ['credential-removal', service, id],
    queryFn: ({ signal }) => client.credentials.preview(service, { id }, { signal }),
    staleTime: 0,
  });
  const removal = useMutation({
    mutationFn: () => client.credentials.remove(service, id),
    async onSuccess() {
      toasts.show('The credential was removed.');
      onClose();
      await refresh();
    },
  });
  const failed = removal.error ?? effect.error;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={`Remove ${visibleText(name, 60)}?`}
      description="Its secret is deleted. This cannot be undone."
      actions={
        <>
          <CopyAs command={() => commandLine(client.baseUrl, ['credentials', 'remove', service, id])} />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="danger"
            busy={removal.isPending}
            disabled={effect.data === undefined}
            onClick={() => removal.mutate()}
          >
            Remove
          </Button>
        </>
      }
    >
      {effect.isPending && <LoadingRows rows={2} />}
      {effect.data !== undefined && <EffectView effect={effect.data} />}
      {failed !== null && <Problem error={failed} />}
    </Dialog>
  );
}

function Problem({ error }: { error: unknown }) {
  const { title, detail } = explainError(error);
  return (
    <p role="alert" className="mt-3 text-bad">
      {title}: <ThirdPartyText text={detail} limit={500} />
    </p>
  );
}

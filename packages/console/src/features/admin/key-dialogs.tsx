/** Dialogs that create, show, rotate and revoke keys. */
import type { ApiKey, IssuedApiKey } from '@dragoman/sdk';
import { useId, useState } from 'react';
import { Button } from '../../components/button.js';
import { Snippet } from '../../components/code-view.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { SelectField } from '../../components/field.js';
import {
  isKeyDraftComplete,
  type KeyDraft,
  KeyFields,
  keyRequestOf,
  newKeyDraft,
} from '../../components/key-fields.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { curlCommand, storeCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { useCreateKey, useRevokeKey, useRotateKey } from './use-keys.js';

interface IssuingProps {
  onIssued: (issued: IssuedApiKey) => void;
  onClose: () => void;
}

/** The dialog that creates a key. */
export function CreateKey({ onIssued, onClose }: IssuingProps) {
  const form = useId();
  const isOpen = useSession().access === 'open';
  const [draft, setDraft] = useState<KeyDraft>(isOpen ? { ...newKeyDraft, scopes: ['admin'] } : newKeyDraft);
  const creation = useCreateKey((issued) => {
    onIssued(issued);
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Create a key"
      description="One key per program or person, so that each can be revoked on its own."
      actions={
        <>
          <CopyCreation draft={draft} />
          <Button
            tone="primary"
            type="submit"
            form={form}
            busy={creation.isPending}
            disabled={!isKeyDraftComplete(draft)}
          >
            Create
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate(draft);
        }}
      >
        <KeyFields draft={draft} onChange={setDraft} withAdmin placeholder="Build job" />
        {isOpen && <OpenModeNote isAdmin={draft.scopes.includes('admin')} />}
        {creation.isError && <Problem error={creation.error} />}
      </form>
    </Dialog>
  );
}

function CopyCreation({ draft }: { draft: KeyDraft }) {
  const client = useClient();
  const { access } = useSession();
  const { name, scopes, expiresAt } = keyRequestOf(draft);
  const expiry = draft.days === 'never' ? [] : ['--expires', `${draft.days}d`];
  const body = { name, scopes, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
  return (
    <CopyAs
      command={() => storeCommand(['keys', 'create', name, ...scopes.flatMap((each) => ['--scope', each]), ...expiry])}
      curl={() => curlCommand(client.baseUrl, { method: 'POST', path: '/keys', body, keyed: access !== 'open' })}
    />
  );
}

function OpenModeNote({ isAdmin }: { isAdmin: boolean }) {
  return (
    <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
      This server is open. The first key ends that: every caller then needs a key.{' '}
      {isAdmin
        ? 'This console logs in with the new key.'
        : 'Without the scope admin, only commands on the machine of the server can create further keys.'}
    </p>
  );
}

/** The dialog that shows a new key, which cannot be read again. */
export function ShownKey({ issued, onClose }: { issued: IssuedApiKey; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title={<>Key for {visibleText(issued.name, 60)}</>}
      description="Copy it now: it is shown only once."
      actions={
        <Button tone="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Snippet label="key" text={issued.key} wrap />
        <Snippet label="variable" text={`export DRAGOMAN_KEY=${issued.key}`} wrap />
      </div>
    </Dialog>
  );
}

const overlaps = [
  { value: '3600', label: 'one hour', word: '1h' },
  { value: '86400', label: 'one day', word: '1d' },
  { value: '604800', label: 'one week', word: '7d' },
];

/** The dialog that replaces a key. */
export function RotateKey({ apiKey, onIssued, onClose }: IssuingProps & { apiKey: ApiKey }) {
  const client = useClient();
  const { access } = useSession();
  const [overlap, setOverlap] = useState('86400');
  const rotation = useRotateKey(apiKey.id, (issued) => {
    onIssued(issued);
    onClose();
  });
  const word = overlaps.find(({ value }) => value === overlap)?.word ?? '1h';
  const body = { overlap_seconds: Number(overlap) };
  const path = `/keys/${encodeURIComponent(apiKey.id)}/rotate`;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={`Rotate ${visibleText(apiKey.name, 60)}?`}
      description="A new key for the same identity and scopes. The old one works during the overlap, so that nothing stops."
      actions={
        <>
          <CopyAs
            command={() => storeCommand(['keys', 'rotate', apiKey.id, '--overlap', word])}
            curl={() => curlCommand(client.baseUrl, { method: 'POST', path, body, keyed: access !== 'open' })}
          />
          <Button tone="primary" busy={rotation.isPending} onClick={() => rotation.mutate(Number(overlap))}>
            Rotate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label="Overlap"
          value={overlap}
          options={overlaps}
          onChange={(event) => setOverlap(event.target.value)}
          help="If the key has leaked, revoke it instead."
        />
        {rotation.isError && <Problem error={rotation.error} />}
      </div>
    </Dialog>
  );
}

/** The dialog that revokes a key. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useClient();
  const { access } = useSession();
  const revocation = useRevokeKey(apiKey.id);
  const path = `/keys/${encodeURIComponent(apiKey.id)}`;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={`Revoke ${visibleText(apiKey.name, 60)}?`}
      description="Programs that use this key lose access at once. This cannot be undone."
      actions={
        <>
          <CopyAs
            command={() => storeCommand(['keys', 'revoke', apiKey.id])}
            curl={() => curlCommand(client.baseUrl, { method: 'DELETE', path, keyed: access !== 'open' })}
          />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="danger"
            busy={revocation.isPending}
            onClick={() => revocation.mutate(undefined, { onSettled: onClose })}
          >
            Revoke
          </Button>
        </>
      }
    >
      <p className="text-muted">
        To replace it without an interruption, rotate it. Its records in the audit log stay, and so does its entry in
        the list.
      </p>
    </Dialog>
  );
}

function Problem({ error }: { error: unknown }) {
  return (
    <p role="alert" className="text-bad">
      <ThirdPartyText text={explainError(error).detail} limit={500} />
    </p>
  );
}

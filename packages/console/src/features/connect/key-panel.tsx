/** Creates a key for the client, shown once. */
import type { IssuedApiKey } from '@dragoman/sdk';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Snippet } from '../../components/code-view.js';
import { isKeyDraftComplete, KeyFields, keyRequestOf, newKeyDraft } from '../../components/key-fields.js';
import { Panel } from '../../components/page.js';
import { useClient, useHasScope, useSession } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';

/** Props of the panel. */
export interface KeyPanelProps {
  /** The key that was created here last. */
  created: IssuedApiKey | undefined;
  onCreated: (created: IssuedApiKey | undefined) => void;
}

/** The panel. */
export function KeyPanel({ created, onCreated }: KeyPanelProps) {
  const client = useClient();
  const { access } = useSession();
  const mayCreate = useHasScope('admin');
  const [draft, setDraft] = useState(newKeyDraft);
  const creation = useMutation({
    mutationFn: () => client.keys.create(keyRequestOf(draft)),
    onSuccess: onCreated,
  });
  if (created !== undefined) return <CreatedKey created={created} onAgain={() => onCreated(undefined)} />;
  return (
    <Panel
      title="Key"
      description={
        access === 'open'
          ? 'This server is open: no key is needed. The first key ends that, and this console will ask for a key too.'
          : 'One key per client, so that each can be revoked on its own.'
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate();
        }}
      >
        <KeyFields draft={draft} onChange={setDraft} placeholder="Claude on my laptop" />
        {creation.isError && (
          <p role="alert" className="text-bad">
            {explainError(creation.error).detail}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            tone="primary"
            type="submit"
            icon={KeyRound}
            busy={creation.isPending}
            disabled={!mayCreate || !isKeyDraftComplete(draft)}
            title={mayCreate ? undefined : 'You lack the scope admin'}
          >
            Create key
          </Button>
          {!mayCreate && (
            <span className="text-sm text-muted">
              Needs the scope <code className="font-mono text-text">admin</code>.
            </span>
          )}
        </div>
      </form>
    </Panel>
  );
}

function CreatedKey({ created, onAgain }: { created: IssuedApiKey; onAgain: () => void }) {
  return (
    <Panel title="Key" description="Copy it now: it is shown only once.">
      <div className="flex flex-col gap-3">
        <Snippet label="key" text={created.key} wrap />
        <Snippet label="variable" text={`export DRAGOMAN_KEY=${created.key}`} wrap />
        <div>
          <Button onClick={onAgain}>Create another</Button>
        </div>
      </div>
    </Panel>
  );
}

/** Credentials that the gateway sends to the service: what it accepts, and what is stored. Secrets cannot be read. */
import type { AcceptedCredential, AgentCredential } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/badge.js';
import { CopyAs } from '../../../components/copy-button.js';
import { Panel } from '../../../components/page.js';
import { dateText } from '../../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { visibleText } from '../../../components/visible-text.js';
import { useClient, useHasScope, useSession } from '../../../session/console-context.js';
import { commandLine, curlCommand } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';
import { RemoveCredential, StoreCredential } from '../credentials/credential-dialogs.js';
import { type CredentialDraft, draftFor, draftOf } from '../credentials/credential-draft.js';
import { LoginButton } from '../credentials/login-button.js';

type Layer =
  | { kind: 'store'; start: CredentialDraft; replaced?: AgentCredential }
  | { kind: 'remove'; credential: AgentCredential };

/** The tab. */
export function CredentialsTab({ id }: { id: string }) {
  const client = useClient();
  const { access } = useSession();
  const mayRead = useHasScope('registry:read');
  const [layer, setLayer] = useState<Layer>();
  const stored = useQuery({
    queryKey: ['agents', id, 'credentials'],
    enabled: mayRead,
    queryFn: ({ signal }) => client.credentials.read(id, { signal }),
  });
  if (!mayRead) return <NoPermission scope="registry:read" />;
  if (stored.isPending) return <LoadingRows rows={3} />;
  if (stored.isError) {
    return <ErrorState error={explainError(stored.error)} onRetry={() => void stored.refetch()} />;
  }
  const { credentials, accepted } = stored.data;
  const add = (demand?: AcceptedCredential) => setLayer({ kind: 'store', start: draftFor(demand) });
  const path = `agents/${encodeURIComponent(id)}/credentials`;
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <CopyAs
          command={() => commandLine(client.baseUrl, ['credentials', 'list', id])}
          curl={() => curlCommand(client.baseUrl, { path, keyed: access !== 'open' })}
        />
        <LoginButton service={id} audience="me">
          Log in
        </LoginButton>
        <ScopedButton scope="registry:write" tone="primary" icon={Plus} onClick={() => add()}>
          Add a credential
        </ScopedButton>
      </div>
      {accepted.length > 0 && <Accepted accepted={accepted} onAdd={add} />}
      {credentials.length === 0 ? (
        <EmptyState icon={KeyRound} title="No stored credentials">
          {accepted.length === 0
            ? 'The description of the service requires none. Calls are sent without a credential, unless the caller sends a token for the service.'
            : 'Callers must send a token for the service with each call, or the call fails.'}
        </EmptyState>
      ) : (
        <Stored service={id} credentials={credentials} onOpen={setLayer} />
      )}
      {layer?.kind === 'store' && <StoreCredential service={id} {...layer} onClose={() => setLayer(undefined)} />}
      {layer?.kind === 'remove' && <RemoveCredential service={id} {...layer} onClose={() => setLayer(undefined)} />}
    </>
  );
}

interface AcceptedProps {
  accepted: readonly AcceptedCredential[];
  onAdd: (demand: AcceptedCredential) => void;
}

function Accepted({ accepted, onAdd }: AcceptedProps) {
  return (
    <Panel title="Accepted by the service" description="As its description says, for your calls." padded={false}>
      <ul className="divide-y divide-line">
        {accepted.map((demand) => (
          <AcceptedRow key={`${demand.type} ${demand.in} ${demand.name}`} demand={demand} onAdd={() => onAdd(demand)} />
        ))}
      </ul>
    </Panel>
  );
}

function AcceptedRow({ demand, onAdd }: { demand: AcceptedCredential; onAdd: () => void }) {
  const { type, in: place, name, operations, missing } = demand;
  const where = place === undefined || name === undefined ? '' : `${place} ${name}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-baseline gap-x-3 gap-y-1">
        <ThirdPartyText text={type} limit={100} className="font-medium" />
        {where !== '' && <ThirdPartyText text={where} limit={120} className="font-mono text-sm" />}
        <span className="text-sm text-muted">{operations === 1 ? '1 operation' : `${operations} operations`}</span>
      </div>
      {missing === 0 ? (
        <Badge tone="good">stored</Badge>
      ) : (
        <Badge tone="warn">{missing === operations ? 'missing' : `missing for ${missing}`}</Badge>
      )}
      {missing > 0 && (
        <ScopedButton
          scope="registry:write"
          icon={Plus}
          onClick={onAdd}
          aria-label={`Add ${visibleText(type, 40)} ${visibleText(where, 80)}`.trim()}
        >
          Add
        </ScopedButton>
      )}
    </li>
  );
}

interface StoredProps {
  service: string;
  credentials: readonly AgentCredential[];
  onOpen: (layer: Layer) => void;
}

function Stored({ service, credentials, onOpen }: StoredProps) {
  return (
    <Panel title="Stored" description="Secrets can be replaced, never read." padded={false}>
      <ul className="divide-y divide-line">
        {credentials.map((credential) => (
          <StoredRow key={credential.id} service={service} credential={credential} onOpen={onOpen} />
        ))}
      </ul>
    </Panel>
  );
}

function StoredRow({
  service,
  credential,
  onOpen,
}: Omit<StoredProps, 'credentials'> & { credential: AgentCredential }) {
  const { caller } = useSession();
  const { name, kind, for: audience, subject, last_used_at: used, updated_at: changed } = credential;
  // A replacement for "me" would belong to whoever replaces it.
  const isForeign = audience === 'subject' && subject !== caller.subject;
  const shown = visibleText(name, 60);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <ThirdPartyText text={name} limit={100} className="font-medium" />
          <Badge>{kind}</Badge>
        </p>
        <p className="text-sm text-muted tabular-nums">
          For {audience === 'everyone' ? 'everyone' : <ThirdPartyText text={subject ?? 'you'} limit={80} />}, changed{' '}
          {dateText(changed)}, {used === undefined ? 'never used' : `last used ${dateText(used)}`}
        </p>
      </div>
      {kind === 'oauth2_login' ? (
        !isForeign && (
          <LoginButton service={service} audience={audience === 'everyone' ? 'everyone' : 'me'}>
            Log in again
          </LoginButton>
        )
      ) : (
        <ScopedButton
          scope="registry:write"
          icon={RefreshCw}
          aria-label={`Replace ${shown}`}
          {...(isForeign ? { disabled: true, title: 'Only the caller it belongs to can replace it' } : {})}
          onClick={() => onOpen({ kind: 'store', start: draftOf(credential), replaced: credential })}
        >
          Replace
        </ScopedButton>
      )}
      <ScopedButton
        scope="registry:write"
        tone="danger"
        icon={Trash2}
        aria-label={`Remove ${shown}`}
        onClick={() => onOpen({ kind: 'remove', credential })}
      >
        Remove
      </ScopedButton>
    </li>
  );
}

/** One item of an import before it is stored: what was recognized, what can be changed, and which operations are chosen. */
import type { ImportPreview, ImportResult } from '@dragoman/sdk';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Badge, ProtocolBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/copy-button.js';
import { CheckboxField, SelectField, TextField } from '../../components/field.js';
import { Facts, Panel } from '../../components/page.js';
import { Tabs } from '../../components/tabs.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Draft, Edit } from './draft.js';
import { onlyPreview, suggestId } from './draft.js';
import { Findings } from './findings.js';
import { OperationPicker } from './operation-picker.js';
import { countChosen } from './selection.js';

/** Props of the card. */
export interface PreviewCardProps {
  draft: Draft;
  onEdit: (change: Partial<Edit>) => void;
  command: string;
}

/** The card of one item. */
export function PreviewCard({ draft, onEdit, command }: PreviewCardProps) {
  const preview = onlyPreview(draft);
  const failed = draft.results.filter(({ error }) => error !== undefined);
  return (
    <Panel
      padded={false}
      title={<ThirdPartyText text={preview?.name ?? draft.label} limit={120} />}
      actions={
        <div className="flex items-center gap-2">
          {preview !== undefined && <ProtocolBadge protocol={preview.protocol} />}
          {draft.results.length === 1 && draft.results[0]?.outcome === 'updated' && (
            <Badge tone="warn" title="A service with this id exists; the import replaces it.">
              replaces
            </Badge>
          )}
          <CopyButton compact text={command} label="Copy as command" />
        </div>
      }
    >
      {failed.map((result, at) => (
        <Failed key={`${result.card ?? at}`} result={result} label={draft.label} />
      ))}
      {preview !== undefined && <Service preview={preview} draft={draft} onEdit={onEdit} />}
      {preview === undefined && draft.results.some((result) => result.preview !== undefined) && (
        <SeveralServices draft={draft} onEdit={onEdit} />
      )}
    </Panel>
  );
}

/** Why a document cannot be imported: all problems at once. */
export function Failed({ result: { error }, label }: { result: ImportResult; label: string }) {
  if (error === undefined) return null;
  return (
    <div role="alert" className="flex gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium text-anywhere">
          <ThirdPartyText text={error.message} />
        </p>
        <ul className="flex flex-col gap-0.5 text-muted">
          {(error.field_errors ?? []).slice(0, 20).map((fault, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: faults of one answer have no other identity
            <li key={at} className="text-anywhere">
              <span className="font-mono text-sm">{fault.field}</span> <ThirdPartyText text={fault.detail} />
            </li>
          ))}
        </ul>
        <p className="font-mono text-xs text-faint">
          {error.code} · <ThirdPartyText text={label} limit={120} />
        </p>
      </div>
    </div>
  );
}

type ServiceProps = Omit<PreviewCardProps, 'command'> & { preview: ImportPreview };

function Service({ preview, draft, onEdit }: ServiceProps) {
  const [tab, setTab] = useState('operations');
  const { leftOut } = draft.edit;
  const findings = draft.results[0]?.findings ?? [];
  return (
    <div className="grid lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Fields preview={preview} draft={draft} onEdit={onEdit} />
      <div className="min-w-0">
        <Tabs
          label="Preview"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'operations',
              label: 'Operations',
              count: preview.operations.length,
              content: (
                <div className="-mt-gap">
                  <OperationPicker
                    operations={preview.operations}
                    leftOut={leftOut}
                    onChange={(next) => onEdit({ leftOut: next })}
                  />
                </div>
              ),
            },
            {
              id: 'findings',
              label: 'Findings',
              count: findings.length,
              content: (
                <div className="px-4 pb-4">
                  {findings.length === 0 ? (
                    <p className="text-muted">Nothing was left out, renamed or derived.</p>
                  ) : (
                    <Findings findings={findings} />
                  )}
                </div>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}

/** What can be changed, and what is counted. */
function Fields({ preview, draft: { edit }, onEdit }: ServiceProps) {
  const chosen = countChosen(preview.operations, edit.leftOut);
  const suggested = suggestId(preview);
  const several = preview.servers.length > 1;
  return (
    <div className="flex flex-col gap-4 border-b border-line p-4 lg:border-r lg:border-b-0">
      {preview.description !== '' && (
        <p className="text-muted">
          <ThirdPartyText text={preview.description} />
        </p>
      )}
      <TextField
        label="Id"
        mono
        value={edit.id}
        onChange={(event) => onEdit({ id: event.target.value })}
        help="The name of the service in commands and addresses."
      />
      {suggested !== undefined && edit.id !== suggested && (
        <Button className="-mt-2 self-start" onClick={() => onEdit({ id: suggested })}>
          Use {suggested}
        </Button>
      )}
      {preview.protocol === 'openapi' || preview.protocol === 'agis' ? (
        <TextField
          label="Calls go to"
          mono
          value={edit.server}
          placeholder={several ? 'as described' : 'https://api.example'}
          {...(several ? { help: `Now ${preview.servers.length} addresses: ${preview.servers.join(', ')}` } : {})}
          onChange={(event) => onEdit({ server: event.target.value })}
        />
      ) : null}
      <SelectField
        label="Visible to"
        value={edit.visibility}
        options={[
          { value: 'private', label: 'me and administrators' },
          { value: 'public', label: 'everyone who may use the server' },
        ]}
        onChange={(event) => onEdit({ visibility: event.target.value === 'public' ? 'public' : 'private' })}
      />
      <Facts
        facts={[
          ['Credential', preview.credential.type === 'none' ? 'not required' : preview.credential.type],
          [
            'Operations',
            `${chosen.operations.toLocaleString('en')} of ${preview.operations.length.toLocaleString('en')}`,
          ],
          ['As tools', `about ${chosen.tokens.toLocaleString('en')} tokens`],
        ]}
      />
    </div>
  );
}

function SeveralServices({ draft: { results, edit }, onEdit }: Omit<PreviewCardProps, 'command'>) {
  const previews = results.flatMap(({ preview }) => preview ?? []);
  return (
    <div className="flex flex-col gap-3 p-4">
      <CheckboxField
        label={`Import all ${previews.length} services`}
        checked={edit.wanted}
        onChange={(event) => onEdit({ wanted: event.target.checked })}
      />
      <ul className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {previews.map((preview) => (
          <li key={preview.id} className="flex items-center gap-2">
            <ThirdPartyText text={preview.name} truncate className="min-w-0 flex-1" />
            <span className="text-sm text-muted tabular-nums">{preview.operations.length} operations</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

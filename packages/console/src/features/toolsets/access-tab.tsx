/** Who may use a toolset: its owner, everyone, or the callers and scopes that are granted it. Saved with the draft. */
import type { Toolset } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, buttonClasses, IconButton } from '../../components/button.js';
import { SelectField, TextField } from '../../components/field.js';
import { Facts, Panel } from '../../components/page.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { EditedDraft } from '../../components/use-draft.js';
import { visibleText } from '../../components/visible-text.js';
import { connectTarget } from '../links.js';
import type { Draft } from './draft.js';

/** The tab. */
export function AccessTab({ toolset, edited }: { toolset: Toolset; edited: EditedDraft<Draft> }) {
  const { draft, change } = edited;
  const { visibility, grants = [] } = draft;
  const isHidden = draft.grants === undefined;
  return (
    <>
      <Panel title="Visibility">
        <div className="flex flex-col gap-4">
          <Facts facts={[['Owner', <ThirdPartyText key="owner" text={toolset.owner} limit={120} />]]} />
          <SelectField
            label="Visible to"
            className="max-w-60"
            value={visibility}
            options={[
              { value: 'private', label: 'its owner and those below' },
              { value: 'public', label: 'everyone' },
            ]}
            help="Everyone who can see the toolset can list its tools. A call still needs the permissions that its service requires."
            onChange={(event) => change({ ...draft, visibility: event.target.value as Draft['visibility'] })}
          />
        </div>
      </Panel>
      <Panel
        title="Who else may use it"
        description={
          visibility === 'public' ? 'Everyone may use it; these grants apply when it is private again.' : undefined
        }
        actions={
          <Link {...connectTarget(toolset.id)} className={buttonClasses('secondary')}>
            Create a key
          </Link>
        }
      >
        <div className="flex flex-col gap-4">
          {isHidden && <p className="text-muted">Only its owner and administrators see who else may use it.</p>}
          {!isHidden && grants.length === 0 && <p className="text-muted">Nobody else.</p>}
          {grants.length > 0 && (
            <ul aria-label="Grants" className="divide-y divide-line rounded-md border border-line">
              {grants.map((grant) => (
                <li key={grant} className="flex items-center gap-3 py-1 pr-1 pl-3">
                  <span className="min-w-0 flex-1 text-anywhere">{describeGrant(grant)}</span>
                  <IconButton
                    icon={X}
                    label={`Remove ${visibleText(grant, 80)}`}
                    onClick={() => change({ ...draft, grants: grants.filter((each) => each !== grant) })}
                  />
                </li>
              ))}
            </ul>
          )}
          {!isHidden && <NewGrant taken={grants} onAdd={(grant) => change({ ...draft, grants: [...grants, grant] })} />}
        </div>
      </Panel>
    </>
  );
}

function describeGrant(grant: string) {
  const [kind, rest] = [grant.slice(0, grant.indexOf(':')), grant.slice(grant.indexOf(':') + 1)];
  return (
    <>
      <span className="text-muted">{kind === 'scope' ? 'Callers with the scope ' : 'Caller '}</span>
      <ThirdPartyText text={rest} limit={200} className="font-mono text-sm" />
    </>
  );
}

function NewGrant({ taken, onAdd }: { taken: readonly string[]; onAdd: (grant: string) => void }) {
  const [kind, setKind] = useState('caller');
  const [name, setName] = useState('');
  const grant = `${kind}:${name.trim()}`;
  const isTaken = taken.includes(grant);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isTaken) return;
    onAdd(grant);
    setName('');
  };
  return (
    <form onSubmit={submit} className="grid items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_max-content]">
      <SelectField
        label="Grant it to"
        value={kind}
        options={[
          { value: 'caller', label: 'a caller' },
          { value: 'scope', label: 'callers with a scope' },
        ]}
        onChange={(event) => setKind(event.target.value)}
      />
      <TextField
        mono
        label={kind === 'caller' ? 'Subject' : 'Scope'}
        help={kind === 'caller' ? 'The subject of its key or login, as Admin shows it.' : 'Such as team:harbor.'}
        error={isTaken ? 'It has access already.' : undefined}
        value={name}
        maxLength={480}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon={Plus} disabled={name.trim() === '' || isTaken} className="sm:mt-6">
        Add
      </Button>
    </form>
  );
}

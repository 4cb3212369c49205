/** The fields of a new API key: name, expiry, scopes. */
import { CheckboxField, SelectField, TextField } from './field.js';

/** What the person has entered. */
export interface KeyDraft {
  name: string;
  scopes: readonly string[];
  /** Days until it expires, or `never`. */
  days: string;
}

/** A draft with the scopes of a program that uses the server. */
export const newKeyDraft: KeyDraft = { name: '', scopes: ['registry:read', 'agents:invoke'], days: '90' };

const scopeChoices = [
  { scope: 'registry:read', help: 'Find services and read their descriptions.' },
  { scope: 'agents:invoke', help: 'Call services.' },
  { scope: 'registry:write', help: 'Add and change its own services.' },
  { scope: 'operate', help: 'Read the state, the settings, the log and the audit log of the server.' },
  { scope: 'approvals:decide', help: 'Approve and decline calls of others; the inbox needs registry:read as well.' },
] as const;

const adminChoice = { scope: 'admin', help: 'Everything, including keys, settings and the audit log.' } as const;

const expiries = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never' },
];

const dayMs = 86_400_000;

/** True when a key can be created from the draft. */
export function isKeyDraftComplete({ name, scopes }: KeyDraft): boolean {
  return name.trim() !== '' && scopes.length > 0;
}

/** The key to create. */
export function keyRequestOf({ name, scopes, days }: KeyDraft, now: number = Date.now()) {
  const expiry = days === 'never' ? {} : { expiresAt: new Date(now + Number(days) * dayMs).toISOString() };
  return { name: name.trim(), scopes, ...expiry };
}

/** Props of the fields. */
export interface KeyFieldsProps {
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  /** True: the scope `admin` can be chosen. */
  withAdmin?: boolean;
  placeholder: string;
}

/** The fields. */
export function KeyFields({ draft, onChange, withAdmin = false, placeholder }: KeyFieldsProps) {
  const { name, scopes, days } = draft;
  const toggle = (scope: string) =>
    onChange({
      ...draft,
      scopes: scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope],
    });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={100}
          placeholder={placeholder}
          value={name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
        <SelectField
          label="Expires after"
          value={days}
          onChange={(event) => onChange({ ...draft, days: event.target.value })}
          options={expiries}
        />
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">Scopes</legend>
        {[...scopeChoices, ...(withAdmin ? [adminChoice] : [])].map(({ scope, help }) => (
          <CheckboxField
            key={scope}
            label={scope}
            help={help}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** The fields of a credential, by its kind. */
import { SelectField, TextAreaField, TextField } from '../../../components/field.js';
import type { CredentialDraft, CredentialKind } from './credential-draft.js';
import { kindOptions, secretNames } from './credential-draft.js';

/** Props of the fields. */
export interface CredentialFieldsProps {
  draft: CredentialDraft;
  onChange: (change: Partial<CredentialDraft>) => void;
}

const audiences = [
  { value: 'everyone', label: 'the calls of everyone' },
  { value: 'me', label: 'only my calls' },
];

const places = [
  { value: 'header', label: 'a header' },
  { value: 'query', label: 'a query parameter' },
  { value: 'cookie', label: 'a cookie' },
] as const;

const fieldNames = { header: 'Header', query: 'Parameter', cookie: 'Cookie' } as const;

/** The fields. */
export function CredentialFields({ draft, onChange }: CredentialFieldsProps) {
  const { kind } = draft;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          value={kind}
          options={kindOptions}
          onChange={(event) => onChange({ kind: event.target.value as CredentialKind })}
        />
        <SelectField
          label="Used for"
          value={draft.audience}
          options={audiences}
          onChange={(event) => onChange({ audience: event.target.value === 'me' ? 'me' : 'everyone' })}
          help="Only the owner of the service can store one for everyone. Your own takes precedence."
        />
      </div>
      {kind === 'api_key' && <PlaceFields draft={draft} onChange={onChange} />}
      {(kind === 'oauth2_client' || kind === 'token_exchange') && <ClientFields draft={draft} onChange={onChange} />}
      {kind === 'mtls' && (
        <TextAreaField
          label="Certificate"
          mono
          value={draft.certificate}
          placeholder="-----BEGIN CERTIFICATE-----"
          spellCheck={false}
          onChange={(event) => onChange({ certificate: event.target.value })}
        />
      )}
      <SecretField draft={draft} onChange={onChange} />
      <TextField
        label="Name (optional)"
        value={draft.name}
        maxLength={100}
        placeholder="Subscription of the harbor office"
        onChange={(event) => onChange({ name: event.target.value })}
      />
    </>
  );
}

function PlaceFields({ draft, onChange }: CredentialFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Sent in"
        value={draft.place}
        options={places}
        onChange={(event) =>
          onChange({ place: places.find(({ value }) => value === event.target.value)?.value ?? 'header' })
        }
      />
      <TextField
        label={fieldNames[draft.place]}
        mono
        spellCheck={false}
        value={draft.field}
        onChange={(event) => onChange({ field: event.target.value })}
      />
    </div>
  );
}

function ClientFields({ draft, onChange }: CredentialFieldsProps) {
  const text = (label: string, name: 'tokenUrl' | 'clientId' | 'scope' | 'audienceClaim' | 'resource') => (
    <TextField
      label={label}
      mono
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {text('Token endpoint', 'tokenUrl')}
      {text(draft.kind === 'token_exchange' ? 'Client id (optional)' : 'Client id', 'clientId')}
      {text('Scopes (optional)', 'scope')}
      {text('Audience (optional)', 'audienceClaim')}
      {text('Resource (optional)', 'resource')}
      <SelectField
        label="The client authenticates"
        value={draft.clientAuth}
        options={[
          { value: 'basic', label: 'with HTTP Basic' },
          { value: 'form', label: 'in the form' },
        ]}
        onChange={(event) => onChange({ clientAuth: event.target.value === 'form' ? 'form' : 'basic' })}
      />
    </div>
  );
}

const once = 'Stored encrypted. It cannot be read again, here or anywhere else.';

/** The secret is masked, and the browser is asked neither to complete nor to keep it. */
function SecretField({ draft: { kind, secret, field }, onChange }: CredentialFieldsProps) {
  const label = secretNames[kind];
  const common = { value: secret, spellCheck: false, autoComplete: 'off' };
  if (kind === 'mtls') {
    return (
      <TextAreaField
        {...common}
        label={label}
        help={once}
        mono
        className="[-webkit-text-security:disc]"
        placeholder="-----BEGIN PRIVATE KEY-----"
        onChange={(event) => onChange({ secret: event.target.value })}
      />
    );
  }
  const isBasic = kind === 'api_key' && field.trim().toLowerCase() === 'authorization';
  return (
    <TextField
      {...common}
      label={kind === 'token_exchange' ? `${label} (with a client id)` : label}
      help={isBasic ? `The whole value, such as "Basic" and user:password in Base64. ${once}` : once}
      type="password"
      autoComplete="new-password"
      mono
      onChange={(event) => onChange({ secret: event.target.value })}
    />
  );
}

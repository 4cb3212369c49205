/** The fields of a credential, by its kind. */
import { SelectField, TextAreaField, TextField } from '../../../components/field.js';
import { SecretArea } from '../../../components/secret-area.js';
import type { CredentialDraft, CredentialKind } from './credential-draft.js';
import { isPrivateKey, kindOptions, requestsTokens, secretName } from './credential-draft.js';
import { AssertionField, ClientFields, ProviderFields } from './token-fields.js';

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

const keyStart = '-----BEGIN PRIVATE KEY-----';

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
      {requestsTokens(kind) && <ClientFields draft={draft} onChange={onChange} />}
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
      {kind === 'jwt_bearer' && <AssertionField draft={draft} onChange={onChange} />}
      {kind === 'enterprise' && <ProviderFields draft={draft} onChange={onChange} />}
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

const once = 'Stored encrypted. It cannot be read again, here or anywhere else.';

/** The secret is masked, and the browser is asked neither to complete nor to keep it. */
function SecretField({ draft, onChange }: CredentialFieldsProps) {
  const { kind, secret, field } = draft;
  const label = secretName(draft);
  if (isPrivateKey(draft)) {
    return (
      <SecretArea
        label={label}
        help={once}
        value={secret}
        placeholder={keyStart}
        onChange={(value) => onChange({ secret: value })}
      />
    );
  }
  const isBasic = kind === 'api_key' && field.trim().toLowerCase() === 'authorization';
  const isOptional = requestsTokens(kind) && kind !== 'oauth2_client';
  return (
    <TextField
      label={isOptional ? `${label} (with a client id)` : label}
      help={isBasic ? `The whole value, such as "Basic" and user:password in Base64. ${once}` : once}
      value={secret}
      spellCheck={false}
      type="password"
      autoComplete="new-password"
      mono
      onChange={(event) => onChange({ secret: event.target.value })}
    />
  );
}

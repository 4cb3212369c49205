/** The fields of the kinds that request tokens: the client, its key, an assertion, and the identity provider. */
import { CheckboxField, SelectField, TextField } from '../../../components/field.js';
import { SecretArea } from '../../../components/secret-area.js';
import type { ClientAuth, CredentialDraft } from './credential-draft.js';

interface TokenFieldsProps {
  draft: CredentialDraft;
  onChange: (change: Partial<CredentialDraft>) => void;
}

const methods: readonly { value: ClientAuth; label: string }[] = [
  { value: 'announced', label: 'as the authorization server announces' },
  { value: 'basic', label: 'with a secret, HTTP Basic' },
  { value: 'form', label: 'with a secret, in the form' },
  { value: 'private_key_jwt', label: 'with its private key (private_key_jwt)' },
];

const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'PS256'];

const tokenTypes = [
  { value: '', label: 'an ID token' },
  { value: 'urn:ietf:params:oauth:token-type:refresh_token', label: 'a refresh token' },
  { value: 'urn:ietf:params:oauth:token-type:access_token', label: 'an access token' },
];

type TextName =
  | 'tokenUrl'
  | 'issuer'
  | 'clientId'
  | 'keyId'
  | 'scope'
  | 'audienceClaim'
  | 'resource'
  | 'idpTokenUrl'
  | 'idpClientId';

interface LineProps extends TokenFieldsProps {
  label: string;
  name: TextName;
  help?: string | undefined;
}

function Line({ draft, onChange, label, name, help }: LineProps) {
  return (
    <TextField
      label={label}
      help={help}
      mono
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}

/** The client at the token endpoint of the service. */
export function ClientFields(props: TokenFieldsProps) {
  const { draft, onChange } = props;
  const isExchange = draft.kind === 'token_exchange';
  const needsClient = draft.kind === 'oauth2_client' || draft.clientAuth === 'private_key_jwt';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Line
        {...props}
        label={isExchange ? 'Token endpoint' : 'Token endpoint (optional)'}
        name="tokenUrl"
        help={isExchange ? undefined : 'Empty: found at the authorization server that the service names.'}
      />
      {!isExchange && (
        <Line {...props} label="Issuer (optional)" name="issuer" help="If the service names none, or several." />
      )}
      <Line {...props} label={needsClient ? 'Client id' : 'Client id (optional)'} name="clientId" />
      <SelectField
        label="The client authenticates"
        value={draft.clientAuth}
        options={methods}
        onChange={(event) => onChange({ clientAuth: event.target.value as ClientAuth })}
      />
      {draft.clientAuth === 'private_key_jwt' && <KeyFields {...props} />}
      <Line {...props} label="Scopes (optional)" name="scope" />
      <Line {...props} label="Audience (optional)" name="audienceClaim" />
      <Line {...props} label="Resource (optional)" name="resource" />
      <CheckboxField
        label="Bind tokens to a key (DPoP)"
        help="A stolen token is then useless. Always done if the service requires it."
        checked={draft.dpop}
        onChange={(event) => onChange({ dpop: event.target.checked })}
        className="self-center"
      />
    </div>
  );
}

function KeyFields(props: TokenFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <Line {...props} label="Key id (optional)" name="keyId" help="The id of the key at the authorization server." />
      <SelectField
        label="Algorithm"
        value={draft.algorithm}
        options={[
          { value: '', label: 'the usual one of the key' },
          ...algorithms.map((value) => ({ value, label: value })),
        ]}
        onChange={(event) => onChange({ algorithm: event.target.value })}
      />
    </>
  );
}

/** The assertion that a token is requested with. */
export function AssertionField({ draft, onChange }: TokenFieldsProps) {
  return (
    <SecretArea
      label="Assertion (optional)"
      help="A signed JSON Web Token of another issuer. Empty: the identity of the workload that the server runs as (secrets.workloadTokenFile)."
      value={draft.assertion}
      onChange={(assertion) => onChange({ assertion })}
    />
  );
}

/** The identity provider of the organization, which vouches for people. */
export function ProviderFields(props: TokenFieldsProps) {
  const { draft, onChange } = props;
  return (
    <fieldset className="flex flex-col gap-4 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">Identity provider</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Line {...props} label="Its token endpoint" name="idpTokenUrl" />
        <Line {...props} label="Client id there (optional)" name="idpClientId" />
        <TextField
          label="Client secret there (optional)"
          type="password"
          autoComplete="new-password"
          mono
          value={draft.idpSecret}
          onChange={(event) => onChange({ idpSecret: event.target.value })}
        />
        <SelectField
          label="The token of a person is"
          value={draft.subjectType}
          options={tokenTypes}
          onChange={(event) => onChange({ subjectType: event.target.value })}
        />
      </div>
      <SecretArea
        label="Token of a person (optional)"
        help="Empty: the access token of each caller, where secrets.exchangeAt allows it. With a token, every call is made as that person."
        value={draft.subjectToken}
        onChange={(subjectToken) => onChange({ subjectToken })}
      />
    </fieldset>
  );
}

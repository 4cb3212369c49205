/** Parses the request bodies of the credential routes; reports all problems at once and never includes the secret. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { CredentialRequest } from '../credentials/credential-administration.js';
import type { CredentialSecret } from '../credentials/credential-content.js';
import { isDroppedHeader } from '../upstream/response-headers.js';

/** Kinds that a request can store; tokens of a login come from an authorization server. */
type Kind = Exclude<CredentialSecret['kind'], 'oauth2_login'>;

/** Rule for one member of a secret: maximum length, pattern and default. */
interface MemberRule {
  required?: boolean;
  maxLength: number;
  pattern: RegExp;
  expected: string;
  fallback?: string;
}

const line = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const one = (maxLength: number, extra: Partial<MemberRule> = {}): MemberRule => ({
  maxLength,
  pattern: line,
  expected: 'a string of printable ASCII characters',
  ...extra,
});
const choice = (values: readonly string[], fallback: string): MemberRule => ({
  maxLength: 20,
  pattern: new RegExp(`^(?:${values.join('|')})$`),
  expected: values.join(' or '),
  fallback,
});
const pem = (label: string): MemberRule => ({
  required: true,
  maxLength: 32_768,
  pattern: new RegExp(`^\\s*-----BEGIN ${label}-----[\\s\\S]+-----END ${label}-----\\s*$`),
  expected: 'a PEM string',
});
const required = { required: true } as const;
const client = {
  token_url: one(2048, { ...required, pattern: /^https?:\/\/[^\s@]+$/, expected: 'an https URL without credentials' }),
  client_auth: choice(['basic', 'form'], 'basic'),
  scope: one(1024),
  audience: one(1024),
  resource: one(2048),
};

/** Members of the secret of each kind. */
const rules: Readonly<Record<Kind, Readonly<Record<string, MemberRule>>>> = {
  api_key: {
    value: one(8192, required),
    in: choice(['header', 'query', 'cookie'], 'header'),
    name: one(128, {
      pattern: /^[\w!#$%&'*+.^`|~[\]-]+$/,
      expected: 'a header, parameter or cookie name',
      fallback: 'X-API-Key',
    }),
  },
  bearer: { token: one(16_384, { ...required, pattern: /^[\x21-\x7e]+$/ }) },
  oauth2_client: { ...client, client_id: one(1024, required), client_secret: one(8192, required) },
  token_exchange: {
    ...client,
    client_id: one(1024),
    client_secret: one(8192),
    actor_token: one(16_384),
    actor_token_type: one(256),
    requested_token_type: one(256),
  },
  mtls: { certificate: pem('CERTIFICATE'), private_key: pem('(?:EC |RSA )?PRIVATE KEY') },
};

/** All credential kinds. */
export const credentialKinds = Object.keys(rules) as Kind[];

/** Headers that the upstream client sets and that cannot carry a credential. */
const reserved = new Set(['accept-encoding', 'content-digest', 'content-length', 'content-type', 'expect', 'host']);
for (const name of ['signature', 'signature-input', 'traceparent', 'user-agent']) reserved.add(name);

type Report = (field: string, detail: string) => void;

/** Parses a credential to store. */
export function readCredentialRequest(body: JsonValue): CredentialRequest {
  if (!isJsonObject(body)) throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  const fieldErrors: FieldError[] = [];
  const report: Report = (field, detail) => {
    fieldErrors.push({ field, pointer: `/${field.replaceAll('.', '/')}`, code: 'invalid', detail });
  };
  requireKnown(body, ['name', 'for', 'kind', 'secret'], '', report);
  const request = read(body, report);
  if (fieldErrors.length > 0 || request === undefined) {
    throw new Failure('INVALID_INPUT', { fieldErrors: fieldErrors.slice(0, 100) });
  }
  return request;
}

function read(body: JsonObject, report: Report): CredentialRequest | undefined {
  const { name, kind, secret, for: audience = 'everyone' } = body;
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= 100 && !/\p{Cc}/u.test(name);
  if (!isName) report('name', 'must be a string of 1 to 100 characters');
  if (audience !== 'me' && audience !== 'everyone') report('for', 'must be me or everyone');
  const known = credentialKinds.find((each) => each === kind);
  if (known === undefined) {
    report('kind', `must be one of ${credentialKinds.join(', ')}`);
    return undefined;
  }
  if (!isJsonObject(secret)) {
    report('secret', `must be an object with ${Object.keys(rules[known]).join(', ')}`);
    return undefined;
  }
  const content = readSecret(known, secret, report);
  if (content === undefined || !isName) return undefined;
  return { name, audience: audience === 'me' ? 'me' : 'everyone', secret: content };
}

function readSecret(kind: Kind, given: JsonObject, report: Report): CredentialSecret | undefined {
  requireKnown(given, Object.keys(rules[kind]), 'secret.', report);
  const values: Record<string, string> = {};
  let sound = true;
  for (const [member, rule] of Object.entries(rules[kind])) {
    const value = given[member] ?? rule.fallback;
    if (value === undefined) {
      if (rule.required !== true) continue;
    } else if (typeof value === 'string' && value.length <= rule.maxLength && rule.pattern.test(value)) {
      values[camel(member)] = value;
      continue;
    }
    sound = false;
    report(
      `secret.${member}`,
      value === undefined ? 'is missing' : `must be ${rule.expected}, up to ${rule.maxLength} characters`,
    );
  }
  if (!sound) return undefined;
  const secret = { kind, ...values } as unknown as CredentialSecret;
  return isConsistent(secret, report) ? secret : undefined;
}

/** Checks rules that involve several members. */
function isConsistent(secret: CredentialSecret, report: Report): boolean {
  if (secret.kind === 'api_key' && secret.in === 'header') {
    const name = secret.name.toLowerCase();
    if (!reserved.has(name) && !isDroppedHeader(name) && !/[[\]]/.test(name)) return true;
    report('secret.name', 'must not be a header that the gateway sets itself');
    return false;
  }
  if (secret.kind === 'api_key' && secret.in === 'cookie') return isCookie(secret, report);
  if (secret.kind === 'token_exchange' && (secret.clientId === undefined) !== (secret.clientSecret === undefined)) {
    report('secret.client_secret', 'must be set together with client_id');
    return false;
  }
  if (secret.kind !== 'mtls' || isPair(secret)) return true;
  report('secret.private_key', 'must be the unencrypted private key of the certificate');
  return false;
}

/** Name and value as RFC 6265 §4.1.1 allows them, since one cookie must not become two. */
function isCookie({ name, value }: { name: string; value: string }, report: Report): boolean {
  if (/[[\]]/.test(name)) report('secret.name', 'must be a cookie name, without brackets');
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value))
    report('secret.value', 'must have no spaces, quotes, commas, semicolons or backslashes in a cookie');
  return !/[[\]]/.test(name) && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value);
}

function isPair({ certificate, privateKey }: { certificate: string; privateKey: string }): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}

function requireKnown(object: JsonObject, known: readonly string[], place: string, report: Report): void {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) report(`${place}${name.slice(0, 80)}`, `is unknown; allowed are ${known.join(', ')}`);
  }
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Parses the request bodies of the credential routes; reports all problems at once and never includes the secret. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { CredentialRequest } from '../credentials/credential-administration.js';
import type { RequestedSecret, TokenClientSecret } from '../credentials/credential-content.js';
import { newProofKey } from '../credentials/grants/possession.js';
import { algorithmOf, signingAlgorithms } from '../credentials/grants/sign-jwt.js';
import { isDroppedHeader } from '../upstream/response-headers.js';

/** Kinds that a request can store; tokens of a login come from an authorization server. */
type Kind = RequestedSecret['kind'];

/** Rule for one member of a secret: maximum length, pattern and default. */
interface MemberRule {
  required?: boolean;
  maxLength: number;
  pattern: RegExp;
  expected: string;
  fallback?: string;
  /** True for a member that is true or false instead of a string. */
  isFlag?: true;
}

const line = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const one = (maxLength: number, extra: Partial<MemberRule> = {}): MemberRule => ({
  maxLength,
  pattern: line,
  expected: 'a string of printable ASCII characters',
  ...extra,
});
const choice = (values: readonly string[], fallback?: string): MemberRule => ({
  maxLength: 20,
  pattern: new RegExp(`^(?:${values.join('|')})$`),
  expected: values.join(' or '),
  ...(fallback === undefined ? {} : { fallback }),
});
const pem = (label: string): MemberRule => ({
  maxLength: 32_768,
  pattern: new RegExp(`^\\s*-----BEGIN ${label}-----[\\s\\S]+-----END ${label}-----\\s*$`),
  expected: 'a PEM string',
});
const required = { required: true } as const;
const privateKey = pem('(?:EC |RSA )?PRIVATE KEY');
const address = { pattern: /^https?:\/\/[^\s@]+$/, expected: 'an https URL without credentials' } as const;
const jwt = { pattern: /^[\w-]+\.[\w-]+\.[\w-]*$/, expected: 'a JSON Web Token' } as const;
const client = {
  token_url: one(2048, address),
  issuer: one(2048, address),
  client_id: one(1024),
  client_secret: one(8192),
  client_auth: choice(['basic', 'form', 'private_key_jwt']),
  private_key: privateKey,
  key_id: one(256),
  signing_algorithm: choice(signingAlgorithms),
  dpop: { maxLength: 5, pattern: /^true$|^false$/, expected: 'true or false', isFlag: true } satisfies MemberRule,
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
  oauth2_client: { ...client, client_id: one(1024, required) },
  jwt_bearer: { ...client, assertion: one(16_384, jwt) },
  enterprise: {
    ...client,
    idp_token_url: one(2048, { ...required, ...address }),
    idp_client_id: one(1024),
    idp_client_secret: one(8192),
    subject_token: one(16_384),
    subject_token_type: one(256),
  },
  token_exchange: {
    ...client,
    token_url: one(2048, { ...required, ...address }),
    actor_token: one(16_384),
    actor_token_type: one(256),
    requested_token_type: one(256),
  },
  mtls: { certificate: { ...pem('CERTIFICATE'), ...required }, private_key: { ...privateKey, ...required } },
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

function readSecret(kind: Kind, given: JsonObject, report: Report): RequestedSecret | undefined {
  requireKnown(given, Object.keys(rules[kind]), 'secret.', report);
  const values: Record<string, string> = {};
  let sound = true;
  for (const [member, rule] of Object.entries(rules[kind])) {
    const found = given[member] ?? rule.fallback;
    const value = rule.isFlag === true && typeof found === 'boolean' ? String(found) : found;
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
  const { dpop, ...texts } = values;
  const bound = dpop === 'true' ? { proofKey: newProofKey() } : {};
  const secret = { kind, ...withMethod(texts), ...bound } as unknown as RequestedSecret;
  return isConsistent(secret, report) ? secret : undefined;
}

/** A client with a key authenticates with it. */
function withMethod(values: Record<string, string>): Record<string, string> {
  const hasKey = values.clientId !== undefined && values.privateKey !== undefined;
  return hasKey && values.clientAuth === undefined ? { ...values, clientAuth: 'private_key_jwt' } : values;
}

/** Checks rules that involve several members. */
function isConsistent(secret: RequestedSecret, report: Report): boolean {
  if (secret.kind === 'api_key' && secret.in === 'header') {
    const name = secret.name.toLowerCase();
    if (!reserved.has(name) && !isDroppedHeader(name) && !/[[\]]/.test(name)) return true;
    report('secret.name', 'must not be a header that the gateway sets itself');
    return false;
  }
  if (secret.kind === 'api_key' && secret.in === 'cookie') return isCookie(secret, report);
  const fault = clientFault(secret);
  if (fault !== undefined) {
    report(...fault);
    return false;
  }
  if (secret.kind !== 'mtls' || isPair(secret)) return true;
  report('secret.private_key', 'must be the unencrypted private key of the certificate');
  return false;
}

/** What is wrong with how a client authenticates; undefined when nothing is. */
function clientFault(secret: RequestedSecret): Parameters<Report> | undefined {
  if (secret.kind === 'api_key' || secret.kind === 'bearer' || secret.kind === 'mtls') return undefined;
  const {
    clientId,
    clientSecret,
    clientAuth,
    privateKey: key,
    keyId,
    signingAlgorithm,
  }: Partial<TokenClientSecret> = secret;
  if (clientAuth === 'private_key_jwt') {
    if (key === undefined) return ['secret.private_key', 'is missing'];
    if (clientSecret !== undefined) return ['secret.client_secret', 'must not be set together with private_key'];
    const detail = `must be an unencrypted key for ${signingAlgorithm ?? signingAlgorithms.join(', ')}; RSA keys have 2048 to 8192 bits`;
    if (algorithmOf(key, signingAlgorithm) === undefined) return ['secret.private_key', detail];
  } else if (key !== undefined || keyId !== undefined || signingAlgorithm !== undefined) {
    return ['secret.private_key', 'is only for a client that authenticates with private_key_jwt'];
  } else if (secret.kind === 'oauth2_client' && clientSecret === undefined) {
    return ['secret.client_secret', 'is missing; or set private_key'];
  }
  if (clientId === undefined && (clientSecret !== undefined || key !== undefined))
    return ['secret.client_id', 'must be set together with client_secret or private_key'];
  if (secret.kind === 'token_exchange' && clientId !== undefined && clientSecret === undefined && key === undefined)
    return ['secret.client_secret', 'must be set together with client_id'];
  if (secret.kind === 'enterprise' && secret.idpClientSecret !== undefined && secret.idpClientId === undefined)
    return ['secret.idp_client_id', 'must be set together with idp_client_secret'];
  return undefined;
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

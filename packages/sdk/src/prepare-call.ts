/**
 * Derives a direct call from metadata: the URL and the right header or certificate. Throws before anything is sent when
 * the URL is not secure, the service not trusted or the credentials not available.
 */
import { isJsonObject } from '@dragoman/model';
import { secureAddress } from './address.js';
import type { AgentDocument } from './agent-document.js';
import { headerValue } from './credential.js';
import { clientError } from './dragoman-error.js';
import type { TrustRules } from './trust.js';
import { evaluateTrust } from './trust.js';

/** A client certificate with its key, both PEM. */
export interface ClientCertificate {
  certificate: string;
  privateKey: string;
}

/** Credentials for the service, by kind; only the required one is used. */
export interface AgentCredentials {
  apiKey?: string;
  token?: string;
  certificate?: ClientCertificate;
}

/** Trust rules and credentials of a call. */
export interface CallPreparation {
  credentials?: AgentCredentials;
  trust?: TrustRules;
}

/** Everything that a direct call needs except its body. */
export interface PreparedCall {
  method: 'POST';
  url: string;
  headers: Record<string, string>;
  /** Client certificate, when the service requires one. */
  certificate?: ClientCertificate;
}

/** Prepares a direct call, or throws the reason against it. */
export function prepareCall(
  agent: Pick<AgentDocument, 'endpoint' | 'authentication'> & Readonly<Record<string, unknown>>,
  preparation: CallPreparation,
  base: { url: URL; allowInsecure: boolean },
): PreparedCall {
  const verdict = evaluateTrust(agent, preparation.trust ?? {});
  if (!verdict.trusted) {
    throw clientError('UNTRUSTED_AGENT', { message: `The service was not called: ${verdict.reasons.join(', ')}.` });
  }
  const url = secureAddress(agent.endpoint, base.allowInsecure, base.url);
  const authorization = authorize(agent.authentication, preparation.credentials ?? {});
  return {
    method: 'POST',
    url: url.href,
    headers: { 'content-type': 'application/json', ...authorization.headers },
    ...(authorization.certificate === undefined ? {} : { certificate: authorization.certificate }),
  };
}

function authorize(authentication: unknown, credentials: AgentCredentials) {
  const type = authenticationType(authentication);
  switch (type) {
    case 'none':
      return { headers: {} };
    case 'api_key':
      return { headers: { 'x-api-key': headerValue(demand(credentials.apiKey, 'an API key'), 'API key') } };
    case 'oauth2_bearer':
      return { headers: { authorization: `Bearer ${headerValue(demand(credentials.token, 'a token'), 'token')}` } };
    case 'mtls':
      return { headers: {}, certificate: demand(credentials.certificate, 'a client certificate') };
    default:
      throw clientError('UNSUPPORTED_AUTHENTICATION', {
        message: `The service requires authentication of the unsupported type ${JSON.stringify(type.slice(0, 100))}; nothing was sent.`,
      });
  }
}

function demand<Value>(credential: Value | undefined, what: string): Value {
  if (credential !== undefined) return credential;
  throw clientError('CREDENTIAL_MISSING', { message: `The service requires ${what}, but none was given.` });
}

/** Spellings of the known types, ignoring case, spaces, `-` and `_`. */
const knownTypes: ReadonlyMap<string, string> = new Map([
  ['none', 'none'],
  ['apikey', 'api_key'],
  ['oauth2', 'oauth2_bearer'],
  ['oauth2bearer', 'oauth2_bearer'],
  ['mtls', 'mtls'],
]);

/** The type in either form; a requirement without a type is not treated as none. */
function authenticationType(authentication: unknown): string {
  if (authentication === undefined) return 'none';
  if (isJsonObject(authentication) && Object.keys(authentication).length === 0) return 'none';
  const type = isJsonObject(authentication) ? authentication.type : authentication;
  if (typeof type !== 'string') return 'not stated';
  return knownTypes.get(type.toLowerCase().replace(/[\s_-]+/g, '')) ?? type;
}

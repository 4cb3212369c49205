/**
 * From metadata to what a direct call needs: the address, the right header or certificate, and a refusal before
 * anything is sent where the address is not safe, the agent not trusted or the credential not at hand.
 */
import { isJsonObject } from '@dragoman/model';
import { secureAddress } from './address.js';
import type { AgentDocument } from './agent-document.js';
import { headerValue } from './credential.js';
import { clientError } from './dragoman-error.js';
import type { TrustRules } from './trust.js';
import { judgeTrust } from './trust.js';

/** A client certificate with its key, both PEM. */
export interface ClientCertificate {
  certificate: string;
  privateKey: string;
}

/** Credentials for the agent, by kind; only the one that the agent demands is used. */
export interface AgentCredentials {
  apiKey?: string;
  token?: string;
  certificate?: ClientCertificate;
}

/** What a call must satisfy, and what it may use. */
export interface CallPreparation {
  credentials?: AgentCredentials;
  trust?: TrustRules;
}

/** All that a direct call needs but its body. */
export interface PreparedCall {
  method: 'POST';
  url: string;
  headers: Record<string, string>;
  /** To be presented in the TLS handshake, when the agent demands one. */
  certificate?: ClientCertificate;
}

/** Prepares a direct call of an agent, or throws what stands against it. */
export function prepareCall(
  agent: Pick<AgentDocument, 'endpoint' | 'authentication'> & Readonly<Record<string, unknown>>,
  preparation: CallPreparation,
  base: { url: URL; allowInsecure: boolean },
): PreparedCall {
  const verdict = judgeTrust(agent, preparation.trust ?? {});
  if (!verdict.trusted) {
    throw clientError('UNTRUSTED_AGENT', { message: `The agent is not called: ${verdict.reasons.join(', ')}.` });
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
        message: `The agent demands authentication of the type ${JSON.stringify(type.slice(0, 100))}, which is unknown here; nothing is sent without the right credential.`,
      });
  }
}

function demand<Value>(credential: Value | undefined, what: string): Value {
  if (credential !== undefined) return credential;
  throw clientError('CREDENTIAL_MISSING', { message: `The agent demands ${what}, and none was given.` });
}

/** Spellings of the known types, without regard to case, blanks, `-` and `_`. */
const knownTypes: ReadonlyMap<string, string> = new Map([
  ['none', 'none'],
  ['apikey', 'api_key'],
  ['oauth2', 'oauth2_bearer'],
  ['oauth2bearer', 'oauth2_bearer'],
  ['mtls', 'mtls'],
]);

/** The type in either form; a demand that names no type is not taken for none. */
function authenticationType(authentication: unknown): string {
  if (authentication === undefined) return 'none';
  if (isJsonObject(authentication) && Object.keys(authentication).length === 0) return 'none';
  const type = isJsonObject(authentication) ? authentication.type : authentication;
  if (typeof type !== 'string') return 'not stated';
  return knownTypes.get(type.toLowerCase().replace(/[\s_-]+/g, '')) ?? type;
}

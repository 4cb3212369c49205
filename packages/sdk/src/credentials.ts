/** Credentials that the gateway sends to a service. Secrets are write-only. */
import { isJsonObject } from '@dragoman/model';
import type { CredentialLoginCalls } from './credential-logins.js';
import { createCredentialLoginCalls } from './credential-logins.js';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** Stored credentials without the secret. */
export interface AgentCredential {
  id: string;
  agent_id: string;
  kind: AgentCredentialSecret['kind'] | 'oauth2_login';
  name: string;
  /** Whose calls use them. */
  for: 'everyone' | 'subject';
  /** The caller whose calls use them, when they are not for everyone. */
  subject?: string;
  created_at: string;
  created_by: string;
  updated_at: string;
  last_used_at?: string;
}

/** The secret part of the credentials, by kind. */
export type AgentCredentialSecret =
  | { kind: 'api_key'; secret: { value: string; in?: 'header' | 'query' | 'cookie'; name?: string } }
  | { kind: 'bearer'; secret: { token: string } }
  | { kind: 'oauth2_client'; secret: TokenClient & { client_id: string } }
  | {
      kind: 'jwt_bearer';
      /** Without an assertion, the identity token of the server is used. */
      secret: TokenClient & { assertion?: string };
    }
  | {
      kind: 'enterprise';
      secret: TokenClient & {
        idp_token_url: string;
        idp_client_id?: string;
        idp_client_secret?: string;
        /** Token of a person; by default the access token of the caller. */
        subject_token?: string;
        subject_token_type?: string;
      };
    }
  | {
      kind: 'token_exchange';
      secret: TokenClient & {
        token_url: string;
        actor_token?: string;
        actor_token_type?: string;
        requested_token_type?: string;
      };
    }
  | { kind: 'mtls'; secret: { certificate: string; private_key: string } };

/** How tokens are requested. */
export interface TokenClient {
  /** By default that of the authorization server that the service names. */
  token_url?: string;
  /** Authorization server, if the service names none or several. */
  issuer?: string;
  client_id?: string;
  client_secret?: string;
  client_auth?: 'basic' | 'form' | 'private_key_jwt';
  /** Key of the client (PEM), for `private_key_jwt`; its id there, and how it signs. */
  private_key?: string;
  key_id?: string;
  signing_algorithm?: 'ES256' | 'ES384' | 'ES512' | 'EdDSA' | 'RS256' | 'PS256';
  /** Binds the tokens to a key of this credential (DPoP). */
  dpop?: boolean;
  scope?: string;
  audience?: string;
  resource?: string;
}

/** Credentials to store. */
export type AgentCredentialRequest = AgentCredentialSecret & {
  name: string;
  /** Whose calls use them: everyone's (owners of the service only), or your own. */
  for?: 'everyone' | 'me';
};

/** A credential that operations of a service accept, as the service describes it. */
export interface AcceptedCredential {
  /** `api_key`, `oauth2_bearer`, `basic`, `mtls`, or another value. */
  type: string;
  in?: 'header' | 'query' | 'cookie';
  /** Name of the header, parameter or cookie. */
  name?: string;
  /** Number of operations that accept it. */
  operations: number;
  /** Number of them that you cannot call with what is stored. */
  missing: number;
}

/** The stored credentials of a service, and those that it accepts. */
export interface ServiceCredentials {
  /** Those that are visible to you, oldest first. */
  credentials: AgentCredential[];
  accepted: AcceptedCredential[];
}

/** How many operations require a credential, and how many of them can be called. */
export interface CallableOperations {
  requiring: number;
  callable: number;
}

/** What a change of credentials would do; without the secret. */
export interface CredentialEffect {
  outcome: 'created' | 'rotated' | 'deleted';
  reversible: boolean;
  /** Origins that it would be sent to; absent for a removal. */
  sent_to?: string[];
  /** Where it would be in a request, such as `header X-API-Key`. */
  sent_as?: string;
  /** For the callers that use it. */
  before: CallableOperations;
  after: CallableOperations;
}

/** A change to preview: a request adds or, with an id, replaces a credential; an id alone removes it. */
export type CredentialChange = { request: AgentCredentialRequest; id?: string } | { request?: undefined; id: string };

/** Calls for credentials of services. */
export interface CredentialCalls {
  /** Those of a service that are visible to you, oldest first. */
  list(agentId: string, options?: CallOptions): Promise<AgentCredential[]>;
  /** Those of a service, and which ones its operations accept. */
  read(agentId: string, options?: CallOptions): Promise<ServiceCredentials>;
  /** What a change would do; nothing is stored. */
  preview(agentId: string, change: CredentialChange, options?: CallOptions): Promise<CredentialEffect>;
  /** Stores credentials. Never retried after a connection error, because that could store them twice. */
  add(agentId: string, request: AgentCredentialRequest, options?: CallOptions): Promise<AgentCredential>;
  /** Replaces the secret. */
  replace(
    agentId: string,
    id: string,
    request: AgentCredentialRequest,
    options?: CallOptions,
  ): Promise<AgentCredential>;
  remove(agentId: string, id: string, options?: CallOptions): Promise<void>;
  /** Logins at the authorization servers of services. */
  logins: CredentialLoginCalls;
  /** Your credentials for URLs that are not imported yet. */
  urls: UrlCredentialCalls;
}

/** The credential of a URL, without its secret. */
export type UrlCredential = Pick<AgentCredential, 'kind' | 'name' | 'created_at' | 'updated_at' | 'last_used_at'>;

/** Calls for credentials of URLs. */
export interface UrlCredentialCalls {
  read(url: string, options?: CallOptions): Promise<UrlCredential>;
  /** Stores credentials, or replaces the previous ones. */
  put(url: string, request: AgentCredentialRequest, options?: CallOptions): Promise<UrlCredential>;
  remove(url: string, options?: CallOptions): Promise<void>;
}

/** Maximum number of credentials per request; a service has no more. */
const maxPageSize = '200';

/** Creates the calls over a transport. */
export function createCredentialCalls(transport: Transport): CredentialCalls {
  const place = (agentId: string, ...rest: string[]) => ['agents', agentId, 'credentials', ...rest];
  const read = async (agentId: string, options: CallOptions = {}): Promise<ServiceCredentials> => {
    const query = new URLSearchParams({ top: maxPageSize });
    const outgoing = { ...options, method: 'GET', to: place(agentId), query, repeatable: true } as const;
    const { body, status } = await transport.send(outgoing);
    const accepted = isJsonObject(body) && Array.isArray(body.accepted) ? body.accepted : [];
    return {
      credentials: listOf(body, status, ['credentials']) as AgentCredential[],
      accepted: accepted as unknown as AcceptedCredential[],
    };
  };
  return {
    list: async (agentId, options) => (await read(agentId, options)).credentials,
    read,
    async preview(agentId, { id, request: body }, options = {}) {
      const method = body === undefined ? 'DELETE' : id === undefined ? 'POST' : 'PUT';
      const to = place(agentId, ...(id === undefined ? [] : [id]));
      const headers = { 'x-dry-run': 'true' };
      const outgoing = { ...options, method, to, headers, repeatable: true } as const;
      return readEffect(await transport.send(body === undefined ? outgoing : { ...outgoing, body }));
    },
    async add(agentId, body, options = {}) {
      const outgoing = { ...options, method: 'POST', to: place(agentId), body, repeatable: false } as const;
      return readCredential(await transport.send(outgoing));
    },
    async replace(agentId, id, body, options = {}) {
      const outgoing = { ...options, method: 'PUT', to: place(agentId, id), body, repeatable: true } as const;
      return readCredential(await transport.send(outgoing));
    },
    async remove(agentId, id, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: place(agentId, id), repeatable: true });
    },
    logins: createCredentialLoginCalls(transport),
    urls: createUrlCredentialCalls(transport),
  };
}

function createUrlCredentialCalls(transport: Transport): UrlCredentialCalls {
  const at = (url: string) => ({ to: ['url-credential'], query: new URLSearchParams({ url }), repeatable: true });
  return {
    async read(url, options = {}) {
      return readUrlCredential(await transport.send({ ...options, method: 'GET', ...at(url) }));
    },
    async put(url, request, options = {}) {
      const outgoing = { ...options, method: 'PUT', to: ['url-credential'], body: { url, ...request } } as const;
      return readUrlCredential(await transport.send({ ...outgoing, repeatable: true }));
    },
    async remove(url, options = {}) {
      await transport.send({ ...options, method: 'DELETE', ...at(url) });
    },
  };
}

function readUrlCredential({ body, status }: Incoming): UrlCredential {
  if (isJsonObject(body) && typeof body.kind === 'string') return body as unknown as UrlCredential;
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a credential.', status });
}

function readCredential({ body, status }: Incoming): AgentCredential {
  if (isJsonObject(body) && typeof body.id === 'string') return body as unknown as AgentCredential;
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a credential.', status });
}

function readEffect({ body, status }: Incoming): CredentialEffect {
  if (isJsonObject(body) && isJsonObject(body.before) && isJsonObject(body.after)) {
    return body as unknown as CredentialEffect;
  }
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a preview of a credential.', status });
}

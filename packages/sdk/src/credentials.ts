/** Credentials that the gateway sends to a service. Secrets are write-only. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** Stored credentials without the secret. */
export interface AgentCredential {
  id: string;
  agent_id: string;
  kind: 'api_key' | 'bearer' | 'oauth2_client' | 'token_exchange' | 'mtls';
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
  | { kind: 'api_key'; secret: { value: string; in?: 'header' | 'query'; name?: string } }
  | { kind: 'bearer'; secret: { token: string } }
  | { kind: 'oauth2_client'; secret: TokenClient & { client_id: string; client_secret: string } }
  | {
      kind: 'token_exchange';
      secret: TokenClient & {
        client_id?: string;
        client_secret?: string;
        actor_token?: string;
        actor_token_type?: string;
        requested_token_type?: string;
      };
    }
  | { kind: 'mtls'; secret: { certificate: string; private_key: string } };

/** How tokens are requested. */
export interface TokenClient {
  token_url: string;
  client_auth?: 'basic' | 'form';
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

/** Calls for credentials of services. */
export interface CredentialCalls {
  /** Those of a service that are visible to you, oldest first. */
  list(agentId: string, options?: CallOptions): Promise<AgentCredential[]>;
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
}

/** Maximum number of credentials per request; a service has no more. */
const maxPageSize = '200';

/** Creates the calls over a transport. */
export function createCredentialCalls(transport: Transport): CredentialCalls {
  const place = (agentId: string, ...rest: string[]) => ['agents', agentId, 'credentials', ...rest];
  return {
    async list(agentId, options = {}) {
      const query = new URLSearchParams({ top: maxPageSize });
      const outgoing = { ...options, method: 'GET', to: place(agentId), query, repeatable: true } as const;
      const { body, status } = await transport.send(outgoing);
      return listOf(body, status, ['credentials']) as AgentCredential[];
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
  };
}

function readCredential({ body, status }: Incoming): AgentCredential {
  if (isJsonObject(body) && typeof body.id === 'string') return body as unknown as AgentCredential;
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a credential.', status });
}

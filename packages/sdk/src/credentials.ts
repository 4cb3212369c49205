/** Credentials that the gateway shows to an agent. Secrets go in and never come out. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** A stored credential without its secret. */
export interface AgentCredential {
  id: string;
  agent_id: string;
  kind: 'api_key' | 'bearer' | 'oauth2_client' | 'token_exchange' | 'mtls';
  name: string;
  /** Whose calls use it. */
  for: 'everyone' | 'subject';
  /** Caller whose calls use it, when it is not for everyone. */
  subject?: string;
  created_at: string;
  created_by: string;
  updated_at: string;
  last_used_at?: string;
}

/** The secret part of a credential, by its kind. */
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

/** Where and how tokens are asked for. */
export interface TokenClient {
  token_url: string;
  client_auth?: 'basic' | 'form';
  scope?: string;
  audience?: string;
  resource?: string;
}

/** A credential to store. */
export type AgentCredentialRequest = AgentCredentialSecret & {
  name: string;
  /** Whose calls use it: everyone's (owners of the agent only), or your own. */
  for?: 'everyone' | 'me';
};

/** The calls on credentials of agents. */
export interface CredentialCalls {
  /** Those of an agent that you may know of, oldest first. */
  list(agentId: string, options?: CallOptions): Promise<AgentCredential[]>;
  /** Stores a credential. Never repeated after a broken connection, since that would store two. */
  add(agentId: string, request: AgentCredentialRequest, options?: CallOptions): Promise<AgentCredential>;
  /** Puts a new secret in the place of the old one. */
  replace(
    agentId: string,
    id: string,
    request: AgentCredentialRequest,
    options?: CallOptions,
  ): Promise<AgentCredential>;
  remove(agentId: string, id: string, options?: CallOptions): Promise<void>;
}

/** Most credentials asked for at once; an agent has no more. */
const most = '200';

/** Makes the calls on credentials over a transport. */
export function createCredentialCalls(transport: Transport): CredentialCalls {
  const place = (agentId: string, ...rest: string[]) => ['agents', agentId, 'credentials', ...rest];
  return {
    async list(agentId, options = {}) {
      const query = new URLSearchParams({ top: most });
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
  throw clientError('INVALID_RESPONSE', { message: 'The answer is no credential.', status });
}

/** API keys of the registry, for administrators. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** A key without its secret. */
export interface ApiKey {
  id: string;
  name: string;
  /** Identity of the key. */
  subject: string;
  scopes: string[];
  usable: boolean;
  created_at: string;
  expires_at?: string;
  revoked_at?: string;
  last_used_at?: string;
  /** Id of the key that replaces it. */
  replaced_by?: string;
}

/** A new key; `key` is returned only once. */
export type IssuedApiKey = ApiKey & { key: string };

/** A key to create. */
export interface ApiKeyRequest {
  name: string;
  scopes: readonly string[];
  subject?: string;
  /** RFC 3339; never expires when absent. */
  expiresAt?: string;
}

/** Calls for keys. */
export interface KeyCalls {
  /** Every key, newest first. */
  list(options?: CallOptions): Promise<ApiKey[]>;
  /** Creates a key. Never retried after a connection error, because that could create two. */
  create(request: ApiKeyRequest, options?: CallOptions): Promise<IssuedApiKey>;
  /** Creates a key for the same identity; the old one stays valid for the overlap, an hour by default. */
  rotate(id: string, options?: CallOptions & { overlapSeconds?: number }): Promise<IssuedApiKey>;
  /** Revokes a key at once. */
  revoke(id: string, options?: CallOptions): Promise<ApiKey>;
}

/** Creates the calls over a transport. */
export function createKeyCalls(transport: Transport): KeyCalls {
  return {
    async list(options = {}) {
      const query = new URLSearchParams({ top: '200' });
      const request = { ...options, method: 'GET', to: ['keys'], query, repeatable: true } as const;
      const keys: ApiKey[] = [];
      const read = ({ body, status }: Incoming) => ({ items: listOf(body, status, ['keys']) as ApiKey[] });
      for await (const key of walkPages(transport, () => request, read)) keys.push(key);
      return keys;
    },
    async create({ expiresAt, ...request }, options = {}) {
      const body = { ...request, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
      const outgoing = { ...options, method: 'POST', to: ['keys'], body, repeatable: false } as const;
      return readKey<IssuedApiKey>(await transport.send(outgoing));
    },
    async rotate(id, { overlapSeconds, ...options } = {}) {
      const body = overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds };
      const outgoing = { ...options, method: 'POST', to: ['keys', id, 'rotate'], body, repeatable: false } as const;
      return readKey<IssuedApiKey>(await transport.send(outgoing));
    },
    async revoke(id, options = {}) {
      const outgoing = { ...options, method: 'DELETE', to: ['keys', id], repeatable: true } as const;
      return readKey<ApiKey>(await transport.send(outgoing));
    },
  };
}

function readKey<Key extends ApiKey>({ body, status }: Incoming): Key {
  if (isJsonObject(body) && typeof body.id === 'string') return body as unknown as Key;
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a key.', status });
}

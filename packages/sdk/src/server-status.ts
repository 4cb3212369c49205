/** The server itself, for administrators: its state by part, limits, and the settings in force. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** The state of one part. */
export interface StatusPart {
  part: 'store' | 'disk' | 'index' | 'vectors' | 'nodes' | 'workers';
  /** `degraded`: it works, and needs attention. */
  state: 'ready' | 'degraded' | 'failed';
  detail: string;
  free_bytes?: number;
  total_bytes?: number;
  waiting?: number;
  count?: number;
}

/** How much of a shared resource is in use in one worker. */
export interface StatusShare {
  worker: number;
  resource: 'connections' | 'body_bytes' | 'requests' | 'streams';
  capacity: number;
  in_use: number;
  callers: number;
  top: { caller: string; held: number }[];
}

/** How much of its rate limit a caller has used. */
export interface StatusRate {
  caller: string;
  budget: string;
  used_percent: number;
}

/** The state of the server. */
export interface ServerStatus {
  state: StatusPart['state'];
  version: string;
  started_at: string;
  parts: StatusPart[];
  shares: StatusShare[];
  /** Callers nearest to their rate limits. */
  rates: StatusRate[];
}

/** A setting in force; secrets are hidden. */
export interface EffectiveSetting {
  key: string;
  /** Null when it is not set. */
  value: unknown;
  /** `default`, or the file, variable or flag. */
  origin: string;
  description: string;
  environment: string;
}

/** Calls about the server itself. */
export interface StatusCalls {
  read(options?: CallOptions): Promise<ServerStatus>;
  settings(options?: CallOptions): Promise<EffectiveSetting[]>;
}

/** Creates the calls over a transport. */
export function createStatusCalls(transport: Transport): StatusCalls {
  return {
    async read(options = {}) {
      const { body, status } = await transport.send({ ...options, method: 'GET', to: ['status'], repeatable: true });
      if (isJsonObject(body) && Array.isArray(body.parts)) return body as unknown as ServerStatus;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not the state of a server.', status });
    },
    async settings(options = {}) {
      const query = new URLSearchParams({ fields: 'key,value,origin,description,environment' });
      const request = { method: 'GET', to: ['settings'], query, repeatable: true } as const;
      const { body, status } = await transport.send({ ...options, ...request });
      return listOf(body, status, ['settings']) as EffectiveSetting[];
    },
  };
}

/** Card addresses that the registry fetches on a schedule and registers from. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** An address that the registry follows. */
export interface Source {
  id: string;
  url: string;
  owner: string;
  interval_seconds: number;
  /** How the last looks went, in one word. */
  state: string;
  /** Failures in a row. */
  failures: number;
  created_at: string;
  due_at: string;
  last_fetched_at?: string;
  last_outcome?: string;
  last_error?: string;
  /** Agents that came from it. */
  agent_ids: string[];
}

/** What following addresses left behind. */
export interface SourceCreation {
  /** One per address, also those that were followed already. */
  sources: Source[];
  /** How many of them are new. */
  created: number;
}

/** The calls on sources. */
export interface SourceCalls {
  /** Every source of the caller. */
  list(options?: CallOptions): AsyncGenerator<Source, void>;
  /** Follows addresses; those followed already stay as they are. */
  create(urls: readonly string[], options?: CallOptions & { intervalSeconds?: number }): Promise<SourceCreation>;
  /** Stops following; the agents that came from it stay. */
  remove(id: string, options?: CallOptions): Promise<void>;
  /** Looks at the address now. */
  refresh(id: string, options?: CallOptions): Promise<Source>;
}

/** Makes the calls on sources over a transport. */
export function createSourceCalls(transport: Transport): SourceCalls {
  return {
    list(options = {}) {
      const request = () => {
        const query = new URLSearchParams({ top: '200' });
        return { ...options, method: 'GET', to: ['sources'], query, repeatable: true } as const;
      };
      return walkPages(transport, request, readSources);
    },
    async create(urls, { intervalSeconds, ...options } = {}) {
      const body = { urls, ...(intervalSeconds === undefined ? {} : { interval_seconds: intervalSeconds }) };
      const answer = await transport.send({ ...options, method: 'POST', to: ['sources'], body, repeatable: true });
      const { items: sources } = readSources(answer);
      const created = isJsonObject(answer.body) ? answer.body.created : undefined;
      return { sources, created: typeof created === 'number' ? created : sources.length };
    },
    async remove(id, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: ['sources', id], repeatable: true });
    },
    async refresh(id, options = {}) {
      const request = { ...options, method: 'POST', to: ['sources', id, 'refresh'], repeatable: true } as const;
      const { body, status } = await transport.send(request);
      if (isJsonObject(body)) return body as unknown as Source;
      throw clientError('INVALID_RESPONSE', { message: 'The answer is no source.', status });
    },
  };
}

function readSources({ body, status }: Incoming) {
  return { items: listOf(body, status, ['sources']) as Source[] };
}

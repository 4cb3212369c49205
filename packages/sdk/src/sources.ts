/** Document URLs that the registry fetches on a schedule and registers from. */
import type { ChangeEffect, SignatureChange } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentCredentialRequest } from './credentials.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import { objectWith } from './read-object.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** A URL that the registry follows. */
export interface Source {
  id: string;
  url: string;
  owner: string;
  interval_seconds: number;
  /** Result of the last checks, in one word. */
  state: string;
  /** Consecutive failures. */
  failures: number;
  created_at: string;
  due_at: string;
  last_fetched_at?: string;
  last_outcome?: string;
  last_error?: string;
  /** Time of the last successful check. */
  last_success_at?: string;
  /** Duration of the last check in milliseconds. */
  latency_ms?: number;
  name?: string;
  visibility?: 'public' | 'private';
  /** Warnings from the last read of the description. */
  findings?: { code: string; message: string }[];
  /** Detected changes that were not applied. */
  held?: HeldChanges;
  /** Credentials sent to the vendor, without the secret. */
  credential?: { kind: string; name: string; created_at: string; updated_at: string; last_used_at?: string };
  /** Services registered from it. */
  agent_ids: string[];
}

/** Tool changes that wait for a decision. */
export interface HeldChanges {
  /** Identifies the reviewed description. */
  mark: string;
  since: string;
  refused: boolean;
  changes: { code: string; message: string }[];
}

/** A decision on held changes. */
export interface HeldDecision {
  decision: 'accept' | 'refuse';
  /** Mark of the reviewed changes; `CONFLICT` when they have changed since. */
  mark: string;
}

/** The result of following URLs. */
export interface SourceCreation {
  /** One per URL, including those that were already followed. */
  sources: Source[];
  /** Number of new ones. */
  created: number;
}

/** Options for followed URLs. */
export interface SourceOptions extends CallOptions {
  intervalSeconds?: number;
  /** `nact`: the URLs are N-ACT roots, with their tool lists at `/tools` below. */
  kind?: 'description' | 'nact';
  /** Name of the vendor; with one URL also the id of the service. */
  name?: string;
  /** Id of the service; with one URL only. */
  agentId?: string;
  /** Visibility of the services from it. */
  visibility?: 'public' | 'private';
}

/** The result of one check of a source. */
export interface SourcePoll {
  number: number;
  at: string;
  outcome: string;
  latency_ms: number;
  agents: {
    agent_id: string;
    outcome: string;
    operations: {
      kind: 'operation_added' | 'operation_removed' | 'operation_changed';
      operation: string;
      version: number;
      effect?: ChangeEffect;
      changes: SignatureChange[];
    }[];
  }[];
  findings: { code: string; message: string }[];
  violations: { code: string; message: string }[];
  error?: string;
}

/** Calls for sources. */
export interface SourceCalls {
  /** Every source of the caller. */
  list(options?: CallOptions): AsyncGenerator<Source, void>;
  /** Follows URLs; those that are already followed stay unchanged. */
  create(urls: readonly string[], options?: SourceOptions): Promise<SourceCreation>;
  read(id: string, options?: CallOptions): Promise<Source>;
  /** Results of checks, newest first. */
  changes(id: string, options?: CallOptions): AsyncGenerator<SourcePoll, void>;
  /** Stores the credentials that are sent to the vendor when its description is fetched and its services are called. */
  putCredential(id: string, request: AgentCredentialRequest, options?: CallOptions): Promise<void>;
  removeCredential(id: string, options?: CallOptions): Promise<void>;
  /** Stops following; the services registered from it stay. */
  remove(id: string, options?: CallOptions): Promise<void>;
  /** Checks the URL now. */
  refresh(id: string, options?: CallOptions): Promise<Source>;
  /** Applies held changes, or rejects them. */
  decide(id: string, decision: HeldDecision, options?: CallOptions): Promise<Source>;
}

/** Creates the calls over a transport. */
export function createSourceCalls(transport: Transport): SourceCalls {
  return {
    list(options = {}) {
      const request = () => {
        const query = new URLSearchParams({ top: '200' });
        return { ...options, method: 'GET', to: ['sources'], query, repeatable: true } as const;
      };
      return walkPages(transport, request, readSources);
    },
    async create(urls, { intervalSeconds, kind, name, agentId, visibility, ...options } = {}) {
      const body = {
        urls,
        ...(intervalSeconds === undefined ? {} : { interval_seconds: intervalSeconds }),
        ...(kind === undefined ? {} : { kind }),
        ...(name === undefined ? {} : { name }),
        ...(agentId === undefined ? {} : { agent_id: agentId }),
        ...(visibility === undefined ? {} : { visibility }),
      };
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
      return readSource(await transport.send(request));
    },
    async decide(id, { decision, mark }, options = {}) {
      const body = { decision, mark };
      const to = ['sources', id, 'held'];
      return readSource(await transport.send({ ...options, method: 'POST', to, body, repeatable: false }));
    },
    async read(id, options = {}) {
      return readSource(await transport.send({ ...options, method: 'GET', to: ['sources', id], repeatable: true }));
    },
    changes(id, options = {}) {
      const query = new URLSearchParams({ top: '100' });
      const request = { ...options, method: 'GET', to: ['sources', id, 'changes'], query, repeatable: true } as const;
      return walkPages(
        transport,
        () => request,
        ({ body, status }) => ({ items: listOf(body, status, ['changes']) as SourcePoll[] }),
      );
    },
    async putCredential(id, body, options = {}) {
      const to = ['sources', id, 'credential'];
      await transport.send({ ...options, method: 'PUT', to, body, repeatable: true });
    },
    async removeCredential(id, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: ['sources', id, 'credential'], repeatable: true });
    },
  };
}

function readSource(answer: Incoming): Source {
  return objectWith<Source>(answer, 'source', { id: 'string', url: 'string', agent_ids: 'list' });
}

function readSources({ body, status }: Incoming) {
  return { items: listOf(body, status, ['sources']) as Source[] };
}

/** Card addresses that the registry fetches on a schedule and registers from. */
import type { ChangeEffect, SignatureChange } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentCredentialRequest } from './credentials.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import { objectWith } from './read-object.js';
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
  /** When a look last went well. */
  last_success_at?: string;
  /** Milliseconds that the last look took. */
  latency_ms?: number;
  name?: string;
  visibility?: 'public' | 'private';
  /** What was odd when the description was last read. */
  findings?: { code: string; message: string }[];
  /** Changes that were found and not taken over. */
  held?: HeldChanges;
  /** Credential shown to the vendor, without its secret. */
  credential?: { kind: string; name: string; created_at: string; updated_at: string; last_used_at?: string };
  /** Agents that came from it. */
  agent_ids: string[];
}

/** Changes of tools that wait for somebody's word. */
export interface HeldChanges {
  /** Stands for the very description that was looked at. */
  mark: string;
  since: string;
  refused: boolean;
  changes: { code: string; message: string }[];
}

/** Somebody's word on held changes. */
export interface HeldDecision {
  decision: 'accept' | 'refuse';
  /** Mark of the changes that were looked at; `CONFLICT` when they are others by now. */
  mark: string;
}

/** What following addresses left behind. */
export interface SourceCreation {
  /** One per address, also those that were followed already. */
  sources: Source[];
  /** How many of them are new. */
  created: number;
}

/** How addresses are followed. */
export interface SourceOptions extends CallOptions {
  intervalSeconds?: number;
  /** `nact`: the addresses are N-ACT roots, whose lists of tools stand at `/tools` below them. */
  kind?: 'description' | 'nact';
  /** Name of the vendor. */
  name?: string;
  /** Who may see what comes from it. */
  visibility?: 'public' | 'private';
}

/** What one look at a source found. */
export interface SourceLook {
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

/** The calls on sources. */
export interface SourceCalls {
  /** Every source of the caller. */
  list(options?: CallOptions): AsyncGenerator<Source, void>;
  /** Follows addresses; those followed already stay as they are. */
  create(urls: readonly string[], options?: SourceOptions): Promise<SourceCreation>;
  read(id: string, options?: CallOptions): Promise<Source>;
  /** What looks found, newest first. */
  changes(id: string, options?: CallOptions): AsyncGenerator<SourceLook, void>;
  /** Stores what is shown to the vendor when its description is fetched and its agents are called. */
  putCredential(id: string, request: AgentCredentialRequest, options?: CallOptions): Promise<void>;
  removeCredential(id: string, options?: CallOptions): Promise<void>;
  /** Stops following; the agents that came from it stay. */
  remove(id: string, options?: CallOptions): Promise<void>;
  /** Looks at the address now. */
  refresh(id: string, options?: CallOptions): Promise<Source>;
  /** Takes held changes over, or leaves things as they are. */
  decide(id: string, decision: HeldDecision, options?: CallOptions): Promise<Source>;
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
    async create(urls, { intervalSeconds, kind, name, visibility, ...options } = {}) {
      const body = {
        urls,
        ...(intervalSeconds === undefined ? {} : { interval_seconds: intervalSeconds }),
        ...(kind === undefined ? {} : { kind }),
        ...(name === undefined ? {} : { name }),
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
        ({ body, status }) => ({ items: listOf(body, status, ['changes']) as SourceLook[] }),
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

/** The server itself, for administrators: its state by part, limits, and the settings in force. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** The state of one part. */
export interface StatusPart {
  part: 'store' | 'disk' | 'index' | 'vectors' | 'nodes' | 'workers' | 'redis' | 'sources' | 'servers';
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

/** Something that went wrong lately. */
export interface StatusError {
  at: string;
  /** `call`: a call of a service failed; `log`: the server logged an error. */
  kind: 'call' | 'log';
  detail: string;
  trace_id?: string;
}

/** A line of the server's log. */
export interface ServerLogLine {
  /** Process id of the worker that wrote it. */
  worker: number;
  seq: number;
  time: string;
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  message: string;
  fields: Record<string, unknown>;
}

/** Which lines of the log to read; all conditions must match. */
export interface LogConditions extends CallOptions {
  /** Lines of this level and more important ones. */
  level?: ServerLogLine['level'];
  traceId?: string;
  caller?: string;
  /** Only lines that contain this text. */
  text?: string;
  since?: string;
  /** `nextAfter` of an earlier answer. */
  after?: string;
  limit?: number;
}

/** Lines of the log, oldest first. */
export interface LogPage {
  lines: ServerLogLine[];
  /** The value of `after` for the next request. */
  nextAfter: string;
}

/** What a reload did. */
export interface ReloadReport {
  /** Settings that changed and are in force. */
  applied: string[];
  /** Settings that changed and need a restart. */
  restart: string[];
  /** Sentences of a dry run. */
  changes: string[];
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
  /** The last errors, newest first. */
  errors: StatusError[];
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
  /** Reads the configuration and the policy again; with `dryRun`, only `changes` says what would change. */
  reload(options?: CallOptions & { dryRun?: boolean }): Promise<ReloadReport>;
  /** The latest lines of the log. */
  logs(conditions?: LogConditions): Promise<LogPage>;
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
    async reload({ dryRun = false, ...options } = {}) {
      const query = new URLSearchParams(dryRun ? { dry_run: 'true' } : {});
      const request = { method: 'POST', to: ['settings', 'reload'], query, repeatable: true } as const;
      const { body } = await transport.send({ ...options, ...request });
      const of = (name: string) => (isJsonObject(body) && Array.isArray(body[name]) ? (body[name] as string[]) : []);
      return { applied: of('applied'), restart: of('restart'), changes: of('changes') };
    },
    async logs({ level, traceId, caller, text, since, after, limit, ...options } = {}) {
      const query = new URLSearchParams();
      const given = { level, trace_id: traceId, caller, text, since, after, limit };
      for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
      const request = { method: 'GET', to: ['logs'], query, repeatable: true } as const;
      const { body, status } = await transport.send({ ...options, ...request });
      const lines = listOf(body, status, ['lines']) as ServerLogLine[];
      return { lines, nextAfter: isJsonObject(body) ? String(body.next_after) : '' };
    },
  };
}

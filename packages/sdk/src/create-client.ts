/** The client: one registry, every call on it. */
import { isJsonObject } from '@dragoman/model';
import type { AgentCalls } from './agents.js';
import { createAgentCalls } from './agents.js';
import type { AuditCalls } from './audit.js';
import { createAuditCalls } from './audit.js';
import type { ImportCalls } from './imports.js';
import { createImportCalls } from './imports.js';
import type { KeyCalls } from './keys.js';
import { createKeyCalls } from './keys.js';
import type { SourceCalls } from './sources.js';
import { createSourceCalls } from './sources.js';
import type { CallOptions, Transport, TransportOptions } from './transport.js';
import { createTransport } from './transport.js';

/** Whether a registry can answer now. */
export interface Readiness {
  ready: boolean;
  /** What it says of itself; words for people and monitors. */
  details: Readonly<Record<string, unknown>>;
}

/** Calls on one registry. */
export interface Client {
  /** Base address, ending in a slash. */
  readonly baseUrl: string;
  agents: AgentCalls;
  imports: ImportCalls;
  sources: SourceCalls;
  keys: KeyCalls;
  audit: AuditCalls;
  /** Asks once whether the registry is ready; false is an answer, no connection is an error. */
  ready(options?: CallOptions): Promise<Readiness>;
}

/** Makes a client. Nothing is sent until the first call. */
export function createClient(options: TransportOptions): Client {
  const transport = createTransport(options);
  return {
    baseUrl: transport.base.href,
    agents: createAgentCalls(transport, options.allowInsecure ?? false),
    imports: createImportCalls(transport),
    sources: createSourceCalls(transport),
    keys: createKeyCalls(transport),
    audit: createAuditCalls(transport),
    ready: (call) => askReadiness(transport, call),
  };
}

async function askReadiness(transport: Transport, options: CallOptions = {}): Promise<Readiness> {
  const request = { ...options, method: 'GET', to: ['readyz'], repeatable: true, expected: [503] } as const;
  const answer = await transport.send(request);
  return { ready: answer.status < 300, details: isJsonObject(answer.body) ? answer.body : {} };
}

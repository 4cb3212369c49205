/** The client: one registry, every call on it. */
import { isJsonObject } from '@dragoman/model';
import type { AgentCalls } from './agents.js';
import { createAgentCalls } from './agents.js';
import type { AuditCalls } from './audit.js';
import { createAuditCalls } from './audit.js';
import type { DataClassCalls } from './class-bindings.js';
import { createDataClassCalls } from './class-bindings.js';
import type { CredentialCalls } from './credentials.js';
import { createCredentialCalls } from './credentials.js';
import type { ProcedureCalls, TeamCalls } from './design-calls.js';
import { createProcedureCalls, createTeamCalls } from './design-calls.js';
import type { ImportCalls } from './imports.js';
import { createImportCalls } from './imports.js';
import type { CertificateFetch } from './invoke-direct.js';
import type { KeyCalls } from './keys.js';
import { createKeyCalls } from './keys.js';
import type { OperationCalls } from './operations.js';
import { createOperationCalls } from './operations.js';
import type { SourceCalls } from './sources.js';
import { createSourceCalls } from './sources.js';
import type { ToolsetCalls } from './toolsets.js';
import { createToolsetCalls } from './toolsets.js';
import type { CallOptions, Transport, TransportOptions } from './transport.js';
import { createTransport } from './transport.js';

/** Whether a registry can answer now. */
export interface Readiness {
  ready: boolean;
  /** What it says of itself; words for people and monitors. */
  details: Readonly<Record<string, unknown>>;
}

/** How a client reaches its registry, and agents directly. */
export interface ClientOptions extends TransportOptions {
  /** Makes a fetch that shows a certificate, for direct calls of agents that demand one; each platform has its own way. */
  certificateFetch?: CertificateFetch;
}

/** Calls on one registry. */
export interface Client {
  /** Base address, ending in a slash. */
  readonly baseUrl: string;
  agents: AgentCalls;
  /** Calls that go on in the background. */
  operations: OperationCalls;
  /** Credentials that the gateway shows to agents. */
  credentials: CredentialCalls;
  imports: ImportCalls;
  sources: SourceCalls;
  /** Tools chosen for a task. */
  toolsets: ToolsetCalls;
  /** Operating procedures of toolsets. */
  procedures: ProcedureCalls;
  /** Teams of sub-agents. */
  teams: TeamCalls;
  keys: KeyCalls;
  /** Data classes of AGIS services, and proposals for endpoints. */
  dataClasses: DataClassCalls;
  audit: AuditCalls;
  /** Asks once whether the registry is ready; false is an answer, no connection is an error. */
  ready(options?: CallOptions): Promise<Readiness>;
}

/** Makes a client. Nothing is sent until the first call. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const operations = createOperationCalls(transport);
  return {
    baseUrl: transport.base.href,
    agents: createAgentCalls(transport, { operations, certificateFetch: options.certificateFetch }),
    operations,
    credentials: createCredentialCalls(transport),
    imports: createImportCalls(transport),
    sources: createSourceCalls(transport),
    toolsets: createToolsetCalls(transport),
    procedures: createProcedureCalls(transport),
    teams: createTeamCalls(transport),
    keys: createKeyCalls(transport),
    dataClasses: createDataClassCalls(transport),
    audit: createAuditCalls(transport),
    ready: (call) => askReadiness(transport, call),
  };
}

async function askReadiness(transport: Transport, options: CallOptions = {}): Promise<Readiness> {
  const request = { ...options, method: 'GET', to: ['readyz'], repeatable: true, expected: [503] } as const;
  const answer = await transport.send(request);
  return { ready: answer.status < 300, details: isJsonObject(answer.body) ? answer.body : {} };
}

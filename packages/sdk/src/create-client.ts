/** The client of one registry, with all its calls. */
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

/** Whether a registry is ready. */
export interface Readiness {
  ready: boolean;
  /** Details from the registry, for people and monitoring. */
  details: Readonly<Record<string, unknown>>;
}

/** Client options, including those for direct calls. */
export interface ClientOptions extends TransportOptions {
  /**
   * Creates a fetch function with a client certificate, for direct calls to services that require one;
   * platform-specific.
   */
  certificateFetch?: CertificateFetch;
}

/** Calls on one registry. */
export interface Client {
  /** Base URL with a trailing slash. */
  readonly baseUrl: string;
  agents: AgentCalls;
  /** Asynchronous calls. */
  operations: OperationCalls;
  /** Credentials that the gateway sends to services. */
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
  /** Checks once whether the registry is ready; not ready is `false`, no connection is an error. */
  ready(options?: CallOptions): Promise<Readiness>;
}

/** Creates a client. Nothing is sent until the first call. */
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

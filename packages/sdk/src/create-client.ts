/** The client of one registry, with all its calls. */
import { isJsonObject } from '@dragoman/model';
import type { AgentCalls } from './agents.js';
import { createAgentCalls } from './agents.js';
import type { ApprovalCalls } from './approvals.js';
import { createApprovalCalls } from './approvals.js';
import type { AuditCalls } from './audit.js';
import { createAuditCalls } from './audit.js';
import type { CaptureCalls } from './captures.js';
import { createCaptureCalls } from './captures.js';
import type { DataClassCalls } from './class-bindings.js';
import { createDataClassCalls } from './class-bindings.js';
import type { CompareDescriptions } from './comparisons.js';
import { createCompareDescriptions } from './comparisons.js';
import type { ConnectionCalls } from './connections.js';
import { createConnectionCalls } from './connections.js';
import type { CredentialCalls } from './credentials.js';
import { createCredentialCalls } from './credentials.js';
import type { DescriptionCalls } from './descriptions.js';
import { createDescriptionCalls } from './descriptions.js';
import type { ProcedureCalls, TeamCalls } from './design-calls.js';
import { createProcedureCalls, createTeamCalls } from './design-calls.js';
import type { EventCalls } from './events.js';
import { createEventCalls } from './events.js';
import type { ImportCalls } from './imports.js';
import { createImportCalls } from './imports.js';
import type { ReadInbox } from './inbox.js';
import { createReadInbox } from './inbox.js';
import type { CertificateFetch } from './invoke-direct.js';
import type { KeyCalls } from './keys.js';
import { createKeyCalls } from './keys.js';
import { createModelCalls, type ModelCalls } from './model-relay.js';
import type { OperationCalls } from './operations.js';
import { createOperationCalls } from './operations.js';
import type { ReadQuotas } from './quotas.js';
import { createReadQuotas } from './quotas.js';
import type { ResultCalls } from './results.js';
import { createResultCalls } from './results.js';
import type { SavedCalls } from './saved.js';
import { createSavedCalls } from './saved.js';
import type { StatusCalls } from './server-status.js';
import { createStatusCalls } from './server-status.js';
import type { ServerCalls } from './servers.js';
import { createServerCalls } from './servers.js';
import type { SessionCalls } from './sessions.js';
import { createSessionCalls } from './sessions.js';
import type { SourceCalls } from './sources.js';
import { createSourceCalls } from './sources.js';
import type { ToolsetCalls } from './toolsets.js';
import { createToolsetCalls } from './toolsets.js';
import type { TraceCalls } from './traces.js';
import { createTraceCalls } from './traces.js';
import type { CallOptions, Transport, TransportOptions } from './transport.js';
import { createTransport } from './transport.js';
import type { UsageCalls } from './usage.js';
import { createUsageCalls } from './usage.js';
import type { WebhookCalls } from './webhooks.js';
import { createWebhookCalls } from './webhooks.js';

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
  /** What you save for yourself: tried calls, examples, evaluation cases. */
  saved: SavedCalls;
  /** Calls that wait for a person. */
  approvals: ApprovalCalls;
  sources: SourceCalls;
  /** Tools chosen for a task. */
  toolsets: ToolsetCalls;
  /** Operating procedures of toolsets. */
  procedures: ProcedureCalls;
  /** Teams of sub-agents. */
  teams: TeamCalls;
  keys: KeyCalls;
  /** Login sessions of browsers, and who the caller is. */
  sessions: SessionCalls;
  /** Data classes of AGIS services, and proposals for endpoints. */
  dataClasses: DataClassCalls;
  audit: AuditCalls;
  /** What needs a decision of yours. */
  inbox: ReadInbox;
  /** What happens on the server, live. */
  events: EventCalls;
  /** MCP clients that have listed tools. */
  connections: ConnectionCalls;
  /** Models at endpoints of the user's own, asked through the registry. */
  models: ModelCalls;
  /** The calls of one trace, and what failure codes mean. */
  traces: TraceCalls;
  /** Large results of calls over MCP, kept for some minutes. */
  results: ResultCalls;
  /** Payloads of calls, kept for some minutes. */
  captures: CaptureCalls;
  /** The server itself: its state by part, and the settings in force. */
  status: StatusCalls;
  /** Stdio MCP servers. */
  servers: ServerCalls;
  /** Your quotas, and what is left of each. */
  quotas: ReadQuotas;
  /** Calls of services over time. */
  usage: UsageCalls;
  /** Webhooks of services. */
  webhooks: WebhookCalls;
  /** Descriptions as text, for editors. */
  descriptions: DescriptionCalls;
  /** What changed between two descriptions of an API, and what breaks callers of the older one. */
  compareDescriptions: CompareDescriptions;
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
    saved: createSavedCalls(transport),
    approvals: createApprovalCalls(transport),
    sources: createSourceCalls(transport),
    toolsets: createToolsetCalls(transport),
    procedures: createProcedureCalls(transport),
    teams: createTeamCalls(transport),
    keys: createKeyCalls(transport),
    sessions: createSessionCalls(transport),
    dataClasses: createDataClassCalls(transport),
    audit: createAuditCalls(transport),
    inbox: createReadInbox(transport),
    events: createEventCalls(transport),
    connections: createConnectionCalls(transport),
    models: createModelCalls(transport),
    traces: createTraceCalls(transport),
    results: createResultCalls(transport),
    captures: createCaptureCalls(transport),
    status: createStatusCalls(transport),
    servers: createServerCalls(transport),
    quotas: createReadQuotas(transport),
    usage: createUsageCalls(transport),
    webhooks: createWebhookCalls(transport),
    descriptions: createDescriptionCalls(transport),
    compareDescriptions: createCompareDescriptions(transport),
    ready: (call) => askReadiness(transport, call),
  };
}

async function askReadiness(transport: Transport, options: CallOptions = {}): Promise<Readiness> {
  const request = { ...options, method: 'GET', to: ['readyz'], repeatable: true, expected: [503] } as const;
  const answer = await transport.send(request);
  return { ready: answer.status < 300, details: isJsonObject(answer.body) ? answer.body : {} };
}

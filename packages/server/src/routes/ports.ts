/** The dependencies of the routes. */
import type {
  Projection,
  ProjectionInput,
  WriteAgentText,
  WriteAgisDocument,
  WriteContract,
  WriteMcpTool,
  WriteOpenApiText,
  WriteUnsignedCard,
} from '@dragoman/core/conversion';
import type { CompareTools, ProcedureChecking, Spans, Store, Upstream } from '@dragoman/core/engine';
import type { AgisPorts, NegotiationChecking } from '@dragoman/core/faces';
import type { Clock } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { KeyAdministration } from '../access/key-administration.js';
import type { Config } from '../config/config.js';
import type { ConsoleFiles } from '../console/console-files.js';
import type { CrawlPorts } from '../crawl/crawl-source.js';
import type { CredentialAdministration } from '../credentials/credential-administration.js';
import type { LoginFlow } from '../credentials/login/login-flow.js';
import type { SourceCredentials } from '../credentials/source-credentials.js';
import type { OpenEvents } from '../events/open-events.js';
import type { StartImport } from '../events/report-progress.js';
import type { OpenGateway } from '../gateway/open-gateway.js';
import type { Shares } from '../http/shares.js';
import type { SigningKey } from '../identity/signing-key.js';
import type { Metrics } from '../observe/metrics.js';
import type { NodeLink } from '../redis/node-link.js';
import type { OpenAgentStats } from '../search/agent-stats.js';
import type { OpenSearch } from '../search/open-search.js';
import type { ReceiverPorts } from '../webhooks/receive-message.js';
import type { Subscriptions } from '../webhooks/subscriptions.js';
import type { Siblings } from '../workers/siblings.js';
import type { ComparisonPorts } from './comparisons.js';
import type { HealthPorts } from './health.js';
import type { ImportRoutePorts } from './imports.js';
import type { InboxPorts } from './inbox/inbox.js';
import type { PlaygroundPorts } from './playground.js';
import type { ProfileRoutePorts } from './profile.js';
import type { QuotaRoutePorts } from './quotas.js';
import type { ServerRoutePorts } from './server-ports.js';
import type { SessionRoutePorts } from './session.js';
import type { SimilarToolsPorts } from './similar-tools.js';
import type { StatusRoutePorts } from './status.js';

/** Writes services in each protocol without blocking the main thread for long. */
export interface Projections {
  writeContract: WriteContract;
  writeMcpTool: WriteMcpTool;
  writeOpenApiText: WriteOpenApiText;
  writeAgisDocument: WriteAgisDocument;
  writeCard: WriteUnsignedCard;
  writeAgentText: WriteAgentText;
  projectOperation: (input: ProjectionInput) => Promise<Projection[]>;
}

/** Dependencies of the routes. */
export interface RoutesPorts {
  config: Config;
  version: string;
  /** Public base URL of this server, without a trailing slash. */
  origin: string;
  /** Address of the gRPC listener; undefined when the server has none. */
  grpcAddress: string | undefined;
  /** Runs work that the first request would otherwise wait for. */
  prepare: (work: () => void) => void;
  /** Start time of this server, for the validators of its own card. */
  startedAt: Date;
  store: Store;
  crawl: CrawlPorts;
  cursorKey: string;
  elapsed: () => number;
  /** The clock of leases; the machine's may be set. */
  steady: Clock;
  metrics: Metrics;
  /** The other workers, if any. */
  siblings?: Siblings;
  /** The other nodes, if Redis is configured. */
  nodes: NodeLink | undefined;
  health: HealthPorts;
  keys: KeyAdministration;
  calls: OpenGateway;
  /** Validates AGIS documents. */
  validator: AgisPorts['validator'];
  credentials: CredentialAdministration;
  sourceCredentials: SourceCredentials;
  credentialLogins: LoginFlow;
  /** The MCP servers that run next to this server. */
  mcpServers: InboxPorts['servers'];
  /** Subscriptions to webhooks, and what their receiver needs. */
  webhooks: Pick<ReceiverPorts, 'limiter' | 'validator'> & { subscriptions: Subscriptions };
  /** Knows the circuit breakers. */
  upstream: Pick<Upstream, 'breaker'>;
  /** Public keys of this server as JSON Web Keys. */
  signingKeys: readonly JsonObject[];
  /** The server's own key, which signs cards. */
  ownKey: SigningKey;
  onKeyCreated: () => void;
  profiles: Pick<ProfileRoutePorts, 'evaluateEntry' | 'evaluateDescription'>;
  procedures: ProcedureChecking;
  compareTools: CompareTools;
  compareDescriptions: ComparisonPorts['compareDescriptions'];
  similarTools: SimilarToolsPorts['comparing'];
  agisChecking: NegotiationChecking;
  projections: Projections;
  readImportBody: ImportRoutePorts['readImportBody'];
  spans: Spans;
  session: SessionRoutePorts;
  /** Undefined when the console was not built. */
  consoleFiles: ConsoleFiles | undefined;
  /** The turns in which searches start. */
  shares: Pick<Shares, 'turns'>;
  search: Pick<OpenSearch, 'index' | 'meaning' | 'waiting'>;
  /** Call statistics of services. */
  standing: OpenAgentStats;
  events: OpenEvents;
  startImport: StartImport;
  /** Asks models at endpoints of callers. */
  modelRelay: PlaygroundPorts['relay'];
  /** Quotas of callers. */
  quotas: QuotaRoutePorts;
  /** Stdio MCP servers. */
  servers: ServerRoutePorts;
  /** The state of the server by part. */
  status: Omit<StatusRoutePorts, 'version' | 'startedAt'>;
}

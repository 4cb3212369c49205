/** The dependencies of the routes. */
import type { ProcedureChecking, Spans, Store } from '@dragoman/core/engine';
import type { AgisPorts, NegotiationChecking } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import type { KeyAdministration } from '../access/key-administration.js';
import type { Config } from '../config/config.js';
import type { CrawlPorts } from '../crawl/crawl-source.js';
import type { CredentialAdministration } from '../credentials/credential-administration.js';
import type { SourceCredentials } from '../credentials/source-credentials.js';
import type { OpenGateway } from '../gateway/open-gateway.js';
import type { SigningKey } from '../identity/signing-key.js';
import type { Metrics } from '../observe/metrics.js';
import type { OpenAgentStats } from '../search/agent-stats.js';
import type { OpenSearch } from '../search/open-search.js';
import type { Siblings } from '../workers/siblings.js';
import type { HealthPorts } from './health.js';
import type { ImportRoutePorts } from './imports.js';
import type { ProfileRoutePorts } from './profile.js';

/** Dependencies of the routes. */
export interface RoutesPorts {
  config: Config;
  version: string;
  /** Public base URL of this server, without a trailing slash. */
  origin: string;
  /** Start time of this server, for the validators of its own card. */
  startedAt: Date;
  store: Store;
  crawl: CrawlPorts;
  cursorKey: string;
  elapsed: () => number;
  metrics: Metrics;
  /** The other workers, if any. */
  siblings?: Siblings;
  health: HealthPorts;
  keys: KeyAdministration;
  calls: OpenGateway;
  /** Validates AGIS documents. */
  validator: AgisPorts['validator'];
  credentials: CredentialAdministration;
  sourceCredentials: SourceCredentials;
  /** Public keys of this server as JSON Web Keys. */
  signingKeys: readonly JsonObject[];
  /** The server's own key, which signs cards. */
  ownKey: SigningKey;
  onKeyCreated: () => void;
  profiles: Pick<ProfileRoutePorts, 'evaluateProfile' | 'evaluateDescription'>;
  procedures: ProcedureChecking;
  agisChecking: NegotiationChecking;
  readImportBody: ImportRoutePorts['readImportBody'];
  spans: Spans;
  search: Pick<OpenSearch, 'index' | 'meaning' | 'waiting'>;
  /** Call statistics of services. */
  standing: OpenAgentStats;
}

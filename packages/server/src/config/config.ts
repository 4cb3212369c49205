/** The effective settings: read once, validated and frozen. Other modules get their part as an argument. */

import type { ReferencePolicy } from '@dragoman/core/descriptions';
import type { GatewaySettings, LookAlikePolicy, ResultSettings, RunSettings } from '@dragoman/core/engine';
import type { SourceSetting } from '../class-sources/open-class-sources.js';

/** Requests per minute, by kind of request. */
export interface RateLimits {
  read: number;
  search: number;
  write: number;
  invoke: number;
}

/** One issuer whose access tokens are accepted. */
export interface IssuerConfig {
  issuer: string;
  audience: string;
  jwksUri?: string;
  jwksFile?: string;
  jwks?: Readonly<Record<string, unknown>>;
  algorithms: readonly string[];
  clockSkewSeconds: number;
  scopeClaim: string;
  groupsClaim: string;
  subjectClaim: string;
}

/** Login through OpenID Connect; off without an issuer. */
export interface OidcConfig {
  issuer?: string;
  clientId: string;
  clientSecret?: string;
  /** Scopes requested from the provider. */
  request: string;
  scopeClaim: string;
  groupsClaim: string;
  /** Scopes of every person who can log in. */
  grant: readonly string[];
}

/** Maps a client certificate to a caller. */
export interface CertificateRule {
  /** A subject alternative name URI, or `CN=` and the common name; a trailing `*` matches any suffix. */
  name: string;
  scopes: readonly string[];
}

/** Settings of the connections to services. */
export interface UpstreamSettings {
  caFile?: string;
  connectTimeoutMs: number;
  firstByteTimeoutMs: number;
  idleTimeoutMs: number;
  totalTimeoutMs: number;
  streamTimeoutMs: number;
  streamBytes: number;
  headerBytes: number;
  headerCount: number;
  attempts: number;
  origins: number;
  concurrency: number;
  originConcurrency: number;
  queue: number;
  originQueue: number;
  queueTimeoutMs: number;
  breaker: { failurePercent: number; minCalls: number; windowMs: number; coolDownMs: number };
}

/** An MCP server that runs as a child process. */
export interface ChildServerConfig {
  name: string;
  command: string;
  args?: readonly string[];
  cwd?: string;
  /** Names of the environment variables passed to it. */
  environment?: readonly string[];
}

/** The effective settings. */
export interface Config {
  server: {
    host: string;
    port: number;
    publicUrl?: string;
    /** Number of worker processes; 0 means one per core. */
    workers: number;
    drainSeconds: number;
    trustProxy: number;
    tlsTerminated: boolean;
    tls: { certFile?: string; keyFile?: string; minVersion: '1.3' | '1.2'; clientCaFile?: string };
  };
  store: { path: string; databaseUrl?: string; freshness: 'strict' | 'relaxed' };
  redis: { url?: string; timeoutMs: number };
  auth: {
    policyFile?: string;
    mode: 'auto' | 'open' | 'optional' | 'required';
    jwt: { issuers: readonly IssuerConfig[] };
    oidc: OidcConfig;
    mtls: { callers: readonly CertificateRule[] };
  };
  limits: {
    bodyBytes: number;
    importBodyBytes: number;
    headerBytes: number;
    urlBytes: number;
    requestSeconds: number;
    concurrency: number;
    connections: number;
    streams: number;
    sharePercent: number;
    bodyBufferBytes: number;
    bodyBytesPerSecond: number;
    bodyGraceSeconds: number;
    /** Minimum rate at which a client must read its response, and for how long it may be slower. */
    responseBytesPerSecond: number;
    responseGraceSeconds: number;
    callers: number;
    perMinute: RateLimits;
    anonymousPerMinute: RateLimits;
    localPerMinute: RateLimits;
    failedAuthPerMinute: number;
  };
  /** Worker threads for third-party documents; 0 handles every document on the main thread. */
  documents: { threads: number; timeoutMs: number; memoryMb: number; queue: number };
  registry: {
    strict: boolean;
    visibility: 'auto' | 'public' | 'private';
    anonymousSearch: boolean;
    lookAlikes: LookAlikePolicy;
    publisherScope?: string;
  };
  search: {
    embedder: 'precise' | 'instant' | 'remote' | 'none';
    /** Where the index of search is. */
    engine: 'memory' | 'postgres';
    pgvector: 'auto' | 'on' | 'off';
    /** File of the snapshot of the index, or `off`. */
    snapshot?: string;
    resolution: boolean;
    /** True: this server may use another model than servers that run on the same store. */
    replaceModel: boolean;
    remote: { url?: string; model?: string; dimensions?: number; key?: string; timeoutMs: number };
  };
  /** Base URLs of models that callers may ask; `*` for every public one. */
  playground: { endpoints: readonly string[] };
  outbound: {
    allow: readonly string[];
    allowHttp: boolean;
    connectTimeoutMs: number;
    firstByteTimeoutMs: number;
    totalTimeoutMs: number;
    maxBytes: number;
    references: ReferencePolicy;
    maxRedirects: number;
  };
  gateway: GatewaySettings & {
    /** False: the server is a registry only, and clients call services directly. */
    enabled: boolean;
    /** True: a response is sent only after the audit record of its call is stored. */
    auditDurable: boolean;
    /** Maximum minutes for which payloads of a service may be captured; 0: never. */
    captureMinutes: number;
    /** Results that models read. */
    results: ResultSettings;
    /** Background calls. */
    runs: Omit<RunSettings, 'keepSeconds'> & { keepHours: number };
  };
  /** Requirements for cards of A2A agents, whether agents push task updates to this server, and the gRPC listener. */
  a2a: {
    signatures: 'accept' | 'demand';
    keysFile?: string;
    notices: 'public' | 'always' | 'never';
    grpc: { port?: number; publicAddress?: string };
  };
  /** The AGIS front end. */
  agis: { grammarStatus: number; sessionSeconds: number; sources: readonly SourceSetting[] };
  /** MCP child processes, whether administrators may add some, and what happens when a tool changes under its name. */
  mcp: {
    stdio: readonly ChildServerConfig[];
    addServers: 'auto' | 'allow' | 'deny';
    changes: 'accept' | 'hold-breaking' | 'hold';
    stdioRoots: 'refuse' | 'forward';
    questionSeconds: number;
  };
  upstream: UpstreamSettings;
  /** Keys that encrypt upstream credentials, and where callers' tokens may be exchanged. */
  secrets: { key?: string; keyFile?: string; workloadTokenFile?: string; exchangeAt: readonly string[] };
  /** This server's own key, and which calls it signs. */
  identity: { keyFile?: string; signRequests: 'demanded' | 'always' | 'never' };
  /** Idempotent requests (Idempotency-Key). */
  ledger: { windowSeconds: number; leaseSeconds: number; answerBytes: number };
  crawl: { enabled: boolean; minIntervalSeconds: number; concurrency: number };
  audit: {
    retentionDays: number;
    intents: boolean;
    anchors: { file?: string; webhook?: string; log: boolean; everySeconds: number; everyRecords: number };
  };
  cors: { origins: readonly string[] };
  console: { enabled: boolean; sessionHours: number; idleMinutes: number };
  metrics: { public: boolean; operations: number; callers: boolean };
  /** `pretty`: lines for people instead of JSON; undefined where standard error decides. */
  log: { level: string; pretty?: boolean };
  telemetry: { otlpEndpoint?: string; serviceName: string };
  /** Origin of each setting, by dotted key: `default`, `file <path>`, `environment <NAME>` or `flag --<name>`. */
  origins: Readonly<Record<string, string>>;
}

/** The settings in force, read once, checked and frozen; everything below gets its part as an argument. */

import type { ReferencePolicy } from '@dragoman/core/descriptions';
import type { GatewaySettings, LookAlikePolicy, RunSettings } from '@dragoman/core/engine';
import type { SourceSetting } from '../class-sources/open-class-sources.js';

/** Requests per minute by budget. */
export interface Allowances {
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
  subjectClaim: string;
}

/** Who a client certificate stands for. */
export interface CertificateRule {
  /** A URI of the certificate, or `CN=` and its common name; a `*` at the end fits what begins so. */
  name: string;
  scopes: readonly string[];
}

/** The connections over which agents are called. */
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

/** An MCP server that runs beside this one. */
export interface ChildServerConfig {
  name: string;
  command: string;
  args?: readonly string[];
  cwd?: string;
  /** Names of the environment variables that it gets. */
  environment?: readonly string[];
}

/** The settings in force. */
export interface Config {
  server: {
    host: string;
    port: number;
    publicUrl?: string;
    /** Processes that answer requests; 0: one per core. */
    workers: number;
    trustProxy: number;
    tlsTerminated: boolean;
    tls: { certFile?: string; keyFile?: string; minVersion: '1.3' | '1.2'; clientCaFile?: string };
  };
  store: { path: string; databaseUrl?: string };
  auth: {
    mode: 'auto' | 'open' | 'required';
    jwt: { issuers: readonly IssuerConfig[] };
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
    callers: number;
    perMinute: Allowances;
    anonymousPerMinute: Allowances;
    localPerMinute: Allowances;
    failedAuthPerMinute: number;
  };
  registry: { strict: boolean; anonymousSearch: boolean; lookAlikes: LookAlikePolicy; publisherScope?: string };
  search: {
    embedder: 'precise' | 'instant' | 'remote' | 'none';
    pgvector: 'auto' | 'on' | 'off';
    resolution: boolean;
    remote: { url?: string; model?: string; dimensions?: number; key?: string; timeoutMs: number };
  };
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
    /** False: this server is a registry only, and agents are called at their own addresses. */
    enabled: boolean;
    /** True: an answer waits until the record of its call is in the store. */
    auditDurable: boolean;
    /** Calls in the background. */
    runs: Omit<RunSettings, 'keepSeconds'> & { keepHours: number };
  };
  /** What is demanded of cards of A2A agents, and whether agents tell of their tasks here. */
  a2a: { signatures: 'accept' | 'demand'; keysFile?: string; notices: 'public' | 'always' | 'never' };
  /** The AGIS face. */
  agis: { grammarStatus: number; sessionSeconds: number; sources: readonly SourceSetting[] };
  /** MCP servers beside this one, and what happens to tools that change under their names. */
  mcp: { stdio: readonly ChildServerConfig[]; changes: 'accept' | 'hold-breaking' | 'hold' };
  upstream: UpstreamSettings;
  /** Keys that seal the credentials for upstreams, and where tokens of callers may be exchanged. */
  secrets: { key?: string; keyFile?: string; exchangeAt: readonly string[] };
  /** Our own key, and which calls it signs. */
  identity: { keyFile?: string; signRequests: 'demanded' | 'always' | 'never' };
  /** Repeated requests with an Idempotency-Key. */
  ledger: { windowSeconds: number; leaseSeconds: number; answerBytes: number };
  crawl: { enabled: boolean; minIntervalSeconds: number; concurrency: number };
  audit: { retentionDays: number };
  cors: { origins: readonly string[] };
  metrics: { public: boolean };
  log: { level: string; pretty: boolean };
  telemetry: { otlpEndpoint?: string; serviceName: string };
  /** Where each setting came from, by dotted key: `default`, `file <path>`, `environment <NAME>` or `flag --<name>`. */
  origins: Readonly<Record<string, string>>;
}

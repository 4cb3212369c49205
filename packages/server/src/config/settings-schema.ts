/**
 * Describes every setting: type, range, default, environment variable and flag. Loading, validation,
 * `dragoman config` and the reference page are all generated from this table.
 */

import { a2aSettings } from './a2a-settings.js';
import { certificateRule, issuer, oidcSettings } from './access-settings.js';
import { gatewaySettings, upstreamSettings } from './call-settings.js';
import { limitSettings } from './limit-settings.js';
import { mcpSettings } from './mcp-settings.js';
import { classSource } from './rule-settings.js';
import type { GroupSchema, SettingSchema } from './setting.js';
import { count, flag, group, list, setting, text } from './setting.js';
import { redisSettings, storeSettings } from './store-settings.js';

export { tokenAlgorithms } from './access-settings.js';
export type { GroupSchema, SettingSchema } from './setting.js';

/** JSON Schema of the configuration file. */
export const settingsSchema: GroupSchema = group('Settings of the Dragoman server.', {
  server: group('Network address, TLS and worker processes.', {
    host: text(
      'DRAGOMAN_HOST',
      'Address to listen on. Any address other than loopback requires authentication and TLS.',
      {
        default: '127.0.0.1',
        'x-flag': 'host',
        maxLength: 255,
      },
    ),
    port: { ...count('DRAGOMAN_PORT', 'Port to listen on; 0 selects a free port.', 4780, 0, 65_535), 'x-flag': 'port' },
    publicUrl: text('DRAGOMAN_PUBLIC_URL', 'Public base URL of the server; defaults to host and port.', {
      pattern: '^https?://[^/?#]+$',
      'x-flag': 'public-url',
    }),
    workers: {
      ...count(
        'DRAGOMAN_WORKERS',
        'Number of worker processes, which share the port and the store; 0 means one per core.',
        1,
        0,
        256,
      ),
      'x-flag': 'workers',
    },
    drainSeconds: count(
      'DRAGOMAN_DRAIN_SECONDS',
      'Seconds between SIGTERM and the shutdown. In this time /readyz responds with 503 and requests are still served, ' +
        'so that a load balancer stops sending new ones. 0 stops at once.',
      0,
      0,
      600,
    ),
    trustProxy: count(
      'DRAGOMAN_TRUST_PROXY',
      'Number of proxies in front of the server whose X-Forwarded-* headers are trusted.',
      0,
      0,
      10,
    ),
    tlsTerminated: flag(
      'DRAGOMAN_TLS_TERMINATED',
      'A proxy terminates TLS, so plain HTTP from the proxy is accepted.',
      false,
    ),
    tls: group('TLS of this server.', {
      certFile: text('DRAGOMAN_TLS_CERT_FILE', 'Certificate chain file (PEM).'),
      keyFile: text('DRAGOMAN_TLS_KEY_FILE', 'Private key file (PEM).'),
      minVersion: text('DRAGOMAN_TLS_MIN_VERSION', 'Minimum TLS version.', {
        default: '1.3',
        enum: ['1.3', '1.2'],
      }),
      clientCaFile: text(
        'DRAGOMAN_TLS_CLIENT_CA_FILE',
        'Trusted issuers of client certificates (PEM). When set, callers may authenticate with a client certificate; ' +
          'auth.mtls.callers maps certificates to callers.',
      ),
    }),
  }),
  store: storeSettings,
  redis: redisSettings,
  auth: group('Authentication.', {
    mode: text(
      'DRAGOMAN_AUTH_MODE',
      'auto: no credential needed on loopback until the first key exists, then optional; optional: callers without a ' +
        'credential see and call what is public; required: only health probes and login metadata respond without a ' +
        'credential; open: no credential needed, on loopback only.',
      { default: 'auto', enum: ['auto', 'open', 'optional', 'required'] },
    ),
    policyFile: text(
      'DRAGOMAN_AUTH_POLICY_FILE',
      'File (YAML or JSON) with roles of groups and rules that allow or deny calls; without it, scopes decide.',
      { 'x-live': true },
    ),
    jwt: group('Access tokens.', {
      issuers: setting(
        'array',
        'DRAGOMAN_AUTH_JWT_ISSUERS',
        'Issuers whose tokens are accepted (JSON when set in the environment).',
        {
          default: [],
          maxItems: 20,
          items: issuer,
        },
      ),
    }),
    oidc: oidcSettings,
    mtls: group('Client certificates.', {
      callers: setting(
        'array',
        'DRAGOMAN_AUTH_MTLS_CALLERS',
        'Rules that map client certificates issued by server.tls.clientCaFile to callers (JSON when set in the environment).',
        { default: [], maxItems: 1000, items: certificateRule },
      ),
    }),
  }),
  limits: limitSettings,
  documents: group(
    'Worker threads that parse, check and compare third-party documents, so that none of them delays other requests.',
    {
      threads: count(
        'DRAGOMAN_DOCUMENTS_THREADS',
        'Maximum number of threads per process, started on demand; 0 handles every document on the main thread.',
        2,
        0,
        64,
      ),
      timeoutMs: count(
        'DRAGOMAN_DOCUMENTS_TIMEOUT_MS',
        'Timeout for one document, in milliseconds.',
        20_000,
        100,
        600_000,
      ),
      memoryMb: count(
        'DRAGOMAN_DOCUMENTS_MEMORY_MB',
        'Maximum memory of one thread for its objects, in megabytes.',
        1024,
        64,
        65_536,
      ),
      queue: count(
        'DRAGOMAN_DOCUMENTS_QUEUE',
        'Maximum number of documents of one caller that wait for a thread; the maximum for all callers is ten times as many.',
        100,
        1,
        100_000,
      ),
    },
  ),
  registry: group('Registration and visibility of entries.', {
    strict: flag(
      'DRAGOMAN_REGISTRY_STRICT',
      'Require fields that revision -00 of AIDIP left optional, and reject OpenAPI documents that violate their specification.',
      false,
    ),
    visibility: text(
      'DRAGOMAN_REGISTRY_VISIBILITY',
      'Visibility of new entries whose description states none. auto: private where callers authenticate, public on a ' +
        'server in open mode; public: everyone who may reach the server sees them; private: only their owner and ' +
        'administrators.',
      { default: 'auto', enum: ['auto', 'public', 'private'] },
    ),
    anonymousSearch: flag(
      'DRAGOMAN_REGISTRY_ANONYMOUS_SEARCH',
      'Allow anonymous callers to search public entries.',
      true,
    ),
    lookAlikes: text(
      'DRAGOMAN_REGISTRY_LOOK_ALIKES',
      'What happens to an entry that looks like another provider’s. ignore: nothing; note: findings are reported on ' +
        'the entry; hold: calls are also rejected until an administrator accepts it.',
      { default: 'note', enum: ['ignore', 'note', 'hold'] },
    ),
    publisherScope: text(
      'DRAGOMAN_REGISTRY_PUBLISHER_SCOPE',
      'Scope required to register, in addition to registry:write.',
      {
        maxLength: 128,
      },
    ),
  }),
  search: group('Search for services and operations.', {
    embedder: text(
      'DRAGOMAN_SEARCH_EMBEDDER',
      'Embedder for semantic search. precise and instant are built in; remote uses search.remote; none disables ' +
        'semantic search, leaving keyword search.',
      { default: 'precise', enum: ['precise', 'instant', 'remote', 'none'] },
    ),
    engine: text(
      'DRAGOMAN_SEARCH_ENGINE',
      'Where the search index is. memory: in the memory of every server, which builds it at startup; postgres: in the ' +
        'PostgreSQL database of store.databaseUrl, which all servers share, so that a server starts in seconds and needs ' +
        'no memory for it. postgres requires pgvector 0.8 or later in the database, except with search.embedder set to ' +
        'none.',
      { default: 'memory', enum: ['memory', 'postgres'] },
    ),
    pgvector: text(
      'DRAGOMAN_SEARCH_PGVECTOR',
      'Where a PostgreSQL store compares embeddings. auto: in the database when pgvector 0.8 or later is installed or ' +
        'can be created; on: in the database, and the server does not start without pgvector; off: in the memory of each ' +
        'server.',
      { default: 'auto', enum: ['auto', 'on', 'off'] },
    ),
    snapshot: text(
      'DRAGOMAN_SEARCH_SNAPSHOT',
      'File with a snapshot of the search index, which shortens the next start; off disables it. Defaults to the file ' +
        'of the SQLite store with .index appended; with PostgreSQL there is no default, because each server needs its ' +
        'own file.',
      { maxLength: 4096 },
    ),
    resolution: flag(
      'DRAGOMAN_SEARCH_RESOLUTION',
      'Enable POST /agents/resolve, which finds operations for an intent, and the feedback used for ranking.',
      true,
    ),
    replaceModel: flag(
      'DRAGOMAN_SEARCH_REPLACE_MODEL',
      'Start although another server of the same database uses another model, and replace the stored vectors. All ' +
        'servers of a database must use the same model; restart the others with the new one.',
      false,
    ),
    remote: group('An OpenAI-compatible embeddings endpoint, used when search.embedder is remote.', {
      url: text('DRAGOMAN_SEARCH_REMOTE_URL', 'Full URL, such as https://host/v1/embeddings.', {
        pattern: '^https?://',
      }),
      model: text('DRAGOMAN_SEARCH_REMOTE_MODEL', 'Model name at the endpoint.', { maxLength: 256 }),
      dimensions: setting('integer', 'DRAGOMAN_SEARCH_REMOTE_DIMENSIONS', 'Vector dimensions.', {
        minimum: 2,
        maximum: 4096,
      }),
      key: text('DRAGOMAN_SEARCH_REMOTE_KEY', 'API key, sent as a bearer token.', { 'x-secret': true }),
      timeoutMs: count(
        'DRAGOMAN_SEARCH_REMOTE_TIMEOUT_MS',
        'Request timeout in milliseconds; after it, the search uses keywords only.',
        1500,
        10,
        60_000,
      ),
    }),
  }),
  playground: group('Models that the playground of the console and `dragoman playground` use through this server.', {
    endpoints: list(
      'DRAGOMAN_PLAYGROUND_ENDPOINTS',
      'Base URLs of model endpoints that callers with the scope agents:invoke may use, such as ' +
        'https://models.example/v1; a listed one may be private and plain http. * allows every public https URL, an ' +
        'empty list none.',
      { default: ['*'] },
    ),
  }),
  outbound: group('Fetching documents from URLs given by callers.', {
    allow: list('DRAGOMAN_OUTBOUND_ALLOW', 'Private hosts, host:port pairs or CIDR blocks that may be called.'),
    allowHttp: flag('DRAGOMAN_OUTBOUND_ALLOW_HTTP', 'Allow plain http for the hosts in outbound.allow.', false),
    connectTimeoutMs: count(
      'DRAGOMAN_OUTBOUND_CONNECT_TIMEOUT_MS',
      'Connect timeout in milliseconds.',
      5000,
      10,
      120_000,
    ),
    firstByteTimeoutMs: count(
      'DRAGOMAN_OUTBOUND_FIRST_BYTE_TIMEOUT_MS',
      'Timeout for the first byte of the response, in milliseconds.',
      10_000,
      10,
      120_000,
    ),
    totalTimeoutMs: count(
      'DRAGOMAN_OUTBOUND_TOTAL_TIMEOUT_MS',
      'Timeout for the whole request, in milliseconds.',
      20_000,
      10,
      600_000,
    ),
    maxBytes: count('DRAGOMAN_OUTBOUND_MAX_BYTES', 'Maximum document size in bytes.', 16_777_216, 1024, 1_073_741_824),
    references: text(
      'DRAGOMAN_OUTBOUND_REFERENCES',
      'Which external documents a fetched description may reference: none, those on the same origin, or any that may be fetched.',
      { default: 'same-origin', enum: ['none', 'same-origin', 'any'] },
    ),
    maxRedirects: count(
      'DRAGOMAN_OUTBOUND_MAX_REDIRECTS',
      'Maximum redirects to follow; each target is checked.',
      5,
      0,
      20,
    ),
  }),
  gateway: gatewaySettings,
  a2a: a2aSettings,
  agis: group('The AGIS front end.', {
    grammarStatus: count(
      'DRAGOMAN_AGIS_GRAMMAR_STATUS',
      'HTTP status for a method that violates the AGIS grammar; the draft specifies 454.',
      454,
      400,
      499,
    ),
    sessionSeconds: count(
      'DRAGOMAN_AGIS_SESSION_SECONDS',
      'Lifetime of a session and its endpoints in seconds after the last negotiation.',
      3600,
      10,
      604_800,
    ),
    sources: setting(
      'array',
      'DRAGOMAN_AGIS_SOURCES',
      'Databases and files that administrators may bind to data classes.',
      {
        default: [],
        maxItems: 50,
        'x-secret': true,
        items: classSource,
      },
    ),
  }),
  mcp: mcpSettings,
  upstream: upstreamSettings,
  secrets: group(
    'Keys that encrypt upstream credentials and the secrets of this server; store them separately from the database.',
    {
      key: text(
        'DRAGOMAN_SECRETS_KEY',
        'Comma-separated 32-byte keys in base64url or hexadecimal. The first key encrypts; all keys decrypt.',
        { 'x-secret': true },
      ),
      keyFile: text(
        'DRAGOMAN_SECRETS_KEY_FILE',
        'File with one such key per line. With the embedded database the default is secrets.key next to the database ' +
          'file, created at the first start.',
      ),
      exchangeAt: list(
        'DRAGOMAN_SECRETS_EXCHANGE_AT',
        'Origins of authorization servers, in addition to the issuers in auth.jwt, to which callers’ tokens and the ' +
          'identity token of this server may be sent.',
      ),
      workloadTokenFile: text(
        'DRAGOMAN_SECRETS_WORKLOAD_TOKEN_FILE',
        'File with the identity token of this server, such as a projected service-account token of Kubernetes, for ' +
          'credentials of the kind jwt_bearer without an assertion; read again for each token request.',
      ),
    },
  ),
  identity: group('The server’s signing key (Ed25519), used for HTTP message signatures (RFC 9421).', {
    keyFile: text('DRAGOMAN_IDENTITY_KEY_FILE', 'Private key file (PEM); defaults to a key kept in the store.'),
    signRequests: text(
      'DRAGOMAN_IDENTITY_SIGN_REQUESTS',
      'Which calls are signed. demanded: calls to services whose authentication.type is http_message_signatures; ' +
        'always: all calls; never: none.',
      { default: 'demanded', enum: ['demanded', 'always', 'never'] },
    ),
  }),
  ledger: group('Idempotent requests (Idempotency-Key).', {
    windowSeconds: count(
      'DRAGOMAN_LEDGER_WINDOW_SECONDS',
      'Seconds for which a key is remembered; stated in the description of every write operation.',
      86_400,
      60,
      2_592_000,
    ),
    leaseSeconds: count(
      'DRAGOMAN_LEDGER_LEASE_SECONDS',
      'Seconds without a heartbeat after which a request counts as abandoned.',
      30,
      1,
      3600,
    ),
    answerBytes: count(
      'DRAGOMAN_LEDGER_ANSWER_BYTES',
      'Maximum size in bytes of a response stored for replay; a larger response is recorded but cannot be replayed.',
      262_144,
      0,
      104_857_600,
    ),
  }),
  crawl: group('Scheduled fetching of sources.', {
    enabled: flag('DRAGOMAN_CRAWL_ENABLED', 'Enable scheduled fetching.', true),
    minIntervalSeconds: count(
      'DRAGOMAN_CRAWL_MIN_INTERVAL_SECONDS',
      'Minimum interval of a source in seconds.',
      300,
      1,
      2_592_000,
    ),
    concurrency: count('DRAGOMAN_CRAWL_CONCURRENCY', 'Maximum concurrent fetches.', 4, 1, 64),
  }),
  audit: group('The audit log.', {
    retentionDays: count('DRAGOMAN_AUDIT_RETENTION_DAYS', 'Days for which records are kept.', 365, 1, 36_500),
    intents: flag(
      'DRAGOMAN_AUDIT_INTENTS',
      'Record each call that can change something before it is sent, so that the audit log has it even if the server is killed.',
      true,
    ),
    anchors: group(
      'Where the head of the audit log is written automatically, to detect a log that was rewritten as a whole.',
      {
        file: text('DRAGOMAN_AUDIT_ANCHORS_FILE', 'File to append to, on another disk or machine if possible.'),
        webhook: text('DRAGOMAN_AUDIT_ANCHORS_WEBHOOK', 'URL to post to; the settings of outbound apply.'),
        log: flag('DRAGOMAN_AUDIT_ANCHORS_LOG', 'Write anchors to the server log, at level info.', false),
        everySeconds: count('DRAGOMAN_AUDIT_ANCHORS_EVERY_SECONDS', 'Seconds between two anchors.', 60, 1, 86_400),
        everyRecords: count(
          'DRAGOMAN_AUDIT_ANCHORS_EVERY_RECORDS',
          'Number of new records after which an anchor is written earlier.',
          1000,
          1,
          1_000_000,
        ),
      },
    ),
  }),
  cors: group('Cross-origin requests from web pages.', {
    origins: list('DRAGOMAN_CORS_ORIGINS', 'Allowed origins; none by default, * allows all.', { 'x-live': true }),
  }),
  console: group('The web console.', {
    enabled: flag(
      'DRAGOMAN_CONSOLE_ENABLED',
      'Serve the web console at /console, and redirect browsers from / to it.',
      true,
    ),
    sessionHours: count(
      'DRAGOMAN_CONSOLE_SESSION_HOURS',
      'Hours after which a login session of a browser ends.',
      12,
      1,
      720,
    ),
    idleMinutes: count(
      'DRAGOMAN_CONSOLE_IDLE_MINUTES',
      'Minutes without a request after which a login session of a browser ends.',
      120,
      1,
      43_200,
    ),
  }),
  metrics: group('Prometheus metrics.', {
    public: flag('DRAGOMAN_METRICS_PUBLIC', 'Serve metrics without authentication.', false),
    operations: count(
      'DRAGOMAN_METRICS_OPERATIONS',
      'Maximum number of operations with their own metric labels; calls of the others are counted as "other".',
      100,
      0,
      10_000,
    ),
    callers: flag(
      'DRAGOMAN_METRICS_CALLERS',
      'Count calls by caller, too; each caller of an operation counts as one.',
      false,
    ),
  }),
  log: group('The log on standard error.', {
    level: text('DRAGOMAN_LOG_LEVEL', 'Minimum log level.', {
      default: 'info',
      enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'x-flag': 'log-level',
      'x-live': true,
    }),
    pretty: setting(
      'boolean',
      'DRAGOMAN_LOG_PRETTY',
      'Human-readable log lines instead of JSON; by default only when standard error is a terminal.',
      {},
    ),
  }),
  telemetry: group('OpenTelemetry.', {
    otlpEndpoint: text(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'URL of an OpenTelemetry collector (OTLP over HTTP) for traces; none by default.',
      {
        pattern: '^https?://',
      },
    ),
    serviceName: text('OTEL_SERVICE_NAME', 'Service name in traces.', { default: 'dragoman', maxLength: 255 }),
  }),
});

/** True for a group of settings. */
export function isGroup(schema: SettingSchema | GroupSchema): schema is GroupSchema {
  return (
    schema.type === 'object' && !('x-env' in schema) && schema.additionalProperties === false && !('required' in schema)
  );
}

/** One setting with its dotted key. */
export interface Setting {
  key: string;
  schema: SettingSchema;
}

/** Lists every setting, in schema order. */
export function listSettings(schema: GroupSchema = settingsSchema, prefix = ''): Setting[] {
  return Object.entries(schema.properties).flatMap(([name, child]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return isGroup(child) ? listSettings(child, key) : [{ key, schema: child }];
  });
}

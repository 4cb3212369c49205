/**
 * The one description of every setting: its type, bounds, default, environment variable and flag. Loading,
 * checking, `dragoman config` and the reference page all read this table.
 */
import { certificateRule, issuer } from './access-settings.js';
import { mcpSettings } from './mcp-settings.js';
import { classSource, confirmRule } from './rule-settings.js';
import type { GroupSchema, SettingSchema } from './setting.js';
import { count, flag, group, list, setting, text } from './setting.js';

export { tokenAlgorithms } from './access-settings.js';
export type { GroupSchema, SettingSchema } from './setting.js';

const perMinute = (prefix: string, who: string, usual: Record<'read' | 'search' | 'write' | 'invoke', number>) =>
  group(`Requests per minute for ${who}. A fresh caller may use a whole minute’s allowance at once.`, {
    read: count(`${prefix}_READ`, `Reads per minute for ${who}.`, usual.read, 1, 10_000_000),
    search: count(`${prefix}_SEARCH`, `Searches per minute for ${who}.`, usual.search, 1, 10_000_000),
    write: count(`${prefix}_WRITE`, `Writes per minute for ${who}.`, usual.write, 1, 10_000_000),
    invoke: count(`${prefix}_INVOKE`, `Calls of agents per minute for ${who}.`, usual.invoke, 1, 10_000_000),
  });

/** JSON Schema of the whole configuration file. */
export const settingsSchema: GroupSchema = group('Settings of the Dragoman server.', {
  server: group('Where and how the server listens.', {
    host: text('DRAGOMAN_HOST', 'Address to listen on. Anything but loopback demands authentication and TLS.', {
      default: '127.0.0.1',
      'x-flag': 'host',
      maxLength: 255,
    }),
    port: { ...count('DRAGOMAN_PORT', 'Port to listen on; 0 takes any free one.', 4780, 0, 65_535), 'x-flag': 'port' },
    publicUrl: text(
      'DRAGOMAN_PUBLIC_URL',
      'Address under which callers reach the server; made from host and port when absent.',
      {
        pattern: '^https?://[^/?#]+$',
        'x-flag': 'public-url',
      },
    ),
    workers: {
      ...count(
        'DRAGOMAN_WORKERS',
        'Processes that answer requests on the one port, over the one store; 0 takes one per core.',
        1,
        0,
        256,
      ),
      'x-flag': 'workers',
    },
    trustProxy: count(
      'DRAGOMAN_TRUST_PROXY',
      'Number of proxies in front whose X-Forwarded-* headers are believed.',
      0,
      0,
      10,
    ),
    tlsTerminated: flag(
      'DRAGOMAN_TLS_TERMINATED',
      'A proxy in front speaks TLS with the callers, so that plain HTTP behind it is accepted.',
      false,
    ),
    tls: group('TLS of the server itself.', {
      certFile: text('DRAGOMAN_TLS_CERT_FILE', 'Certificate chain, PEM.'),
      keyFile: text('DRAGOMAN_TLS_KEY_FILE', 'Private key, PEM.'),
      minVersion: text('DRAGOMAN_TLS_MIN_VERSION', 'Oldest TLS version spoken.', {
        default: '1.3',
        enum: ['1.3', '1.2'],
      }),
      clientCaFile: text(
        'DRAGOMAN_TLS_CLIENT_CA_FILE',
        'Issuers of client certificates, PEM; callers may then show one, and auth.mtls.callers says who they are.',
      ),
    }),
  }),
  store: group('Where everything is kept.', {
    path: text('DRAGOMAN_STORE_PATH', 'File of the embedded database; used when databaseUrl is absent.', {
      default: './.dragoman/dragoman.db',
      'x-flag': 'store',
    }),
    databaseUrl: text('DATABASE_URL', 'PostgreSQL to use instead of the embedded database.', {
      pattern: '^postgres(ql)?://',
      'x-flag': 'database-url',
      'x-secret': true,
    }),
  }),
  auth: group('Who may call.', {
    mode: text(
      'DRAGOMAN_AUTH_MODE',
      'auto: open on loopback until the first key exists; required: always a credential; open: never one, on loopback only.',
      { default: 'auto', enum: ['auto', 'open', 'required'] },
    ),
    jwt: group('Access tokens.', {
      issuers: setting(
        'array',
        'DRAGOMAN_AUTH_JWT_ISSUERS',
        'Issuers whose tokens are accepted (in the environment: JSON).',
        {
          default: [],
          maxItems: 20,
          items: issuer,
        },
      ),
    }),
    mtls: group('Client certificates.', {
      callers: setting(
        'array',
        'DRAGOMAN_AUTH_MTLS_CALLERS',
        'Callers that certificates of server.tls.clientCaFile stand for (in the environment: JSON).',
        { default: [], maxItems: 1000, items: certificateRule },
      ),
    }),
  }),
  limits: group('What one caller, one request and the whole server may use.', {
    bodyBytes: count('DRAGOMAN_LIMITS_BODY_BYTES', 'Largest request body.', 1_048_576, 1024, 104_857_600),
    importBodyBytes: count(
      'DRAGOMAN_LIMITS_IMPORT_BODY_BYTES',
      'Largest body of an import.',
      16_777_216,
      1024,
      1_073_741_824,
    ),
    headerBytes: count(
      'DRAGOMAN_LIMITS_HEADER_BYTES',
      'Largest head of a request, address included.',
      32_768,
      4096,
      1_048_576,
    ),
    urlBytes: count('DRAGOMAN_LIMITS_URL_BYTES', 'Longest address of a request.', 8192, 256, 65_536),
    requestSeconds: count(
      'DRAGOMAN_LIMITS_REQUEST_SECONDS',
      'Time that a whole request may take to arrive.',
      30,
      1,
      600,
    ),
    concurrency: count(
      'DRAGOMAN_LIMITS_CONCURRENCY',
      'Requests worked on at once; more are told to come back.',
      512,
      1,
      100_000,
    ),
    connections: count('DRAGOMAN_LIMITS_CONNECTIONS', 'Connections held at once.', 4096, 1, 1_000_000),
    callers: count('DRAGOMAN_LIMITS_CALLERS', 'Callers whose allowances are remembered.', 100_000, 100, 10_000_000),
    perMinute: perMinute('DRAGOMAN_LIMITS_PER_MINUTE', 'each caller with a credential', {
      read: 3000,
      search: 600,
      write: 1200,
      invoke: 3000,
    }),
    anonymousPerMinute: perMinute('DRAGOMAN_LIMITS_ANONYMOUS_PER_MINUTE', 'each address without a credential', {
      read: 600,
      search: 120,
      write: 120,
      invoke: 60,
    }),
    localPerMinute: perMinute('DRAGOMAN_LIMITS_LOCAL_PER_MINUTE', 'the caller of an open local server', {
      read: 600_000,
      search: 120_000,
      write: 300_000,
      invoke: 600_000,
    }),
    failedAuthPerMinute: count(
      'DRAGOMAN_LIMITS_FAILED_AUTH_PER_MINUTE',
      'Invalid credentials per minute and address.',
      60,
      1,
      1_000_000,
    ),
  }),
  registry: group('How the registry reads and shows entries.', {
    strict: flag('DRAGOMAN_REGISTRY_STRICT', 'Demand also what revision -00 of AIDIP left optional.', false),
    anonymousSearch: flag(
      'DRAGOMAN_REGISTRY_ANONYMOUS_SEARCH',
      'Callers without a credential may search what is public.',
      true,
    ),
    lookAlikes: text(
      'DRAGOMAN_REGISTRY_LOOK_ALIKES',
      'What happens to an entry that passes for another provider’s: ignore; note: findings stand on it; hold: it also takes no calls until an administrator accepts it.',
      { default: 'note', enum: ['ignore', 'note', 'hold'] },
    ),
    publisherScope: text('DRAGOMAN_REGISTRY_PUBLISHER_SCOPE', 'Scope that registering needs beside registry:write.', {
      maxLength: 128,
    }),
  }),
  search: group('How agents and operations are found.', {
    embedder: text(
      'DRAGOMAN_SEARCH_EMBEDDER',
      'What compares meanings: precise and instant are built in and run here, remote asks search.remote, none leaves search to words.',
      { default: 'precise', enum: ['precise', 'instant', 'remote', 'none'] },
    ),
    pgvector: text(
      'DRAGOMAN_SEARCH_PGVECTOR',
      'Where a PostgreSQL store compares meanings: auto, in the database when pgvector 0.8 or later is there or may be created; on, in the database or not at all: the server does not start without it; off, in the memory of each server.',
      { default: 'auto', enum: ['auto', 'on', 'off'] },
    ),
    resolution: flag(
      'DRAGOMAN_SEARCH_RESOLUTION',
      'Offer POST /agents/resolve, which finds operations for an intent, and the feedback that it ranks by.',
      true,
    ),
    remote: group('An OpenAI-compatible embeddings endpoint, for search.embedder remote.', {
      url: text('DRAGOMAN_SEARCH_REMOTE_URL', 'Whole address, such as https://host/v1/embeddings.', {
        pattern: '^https?://',
      }),
      model: text('DRAGOMAN_SEARCH_REMOTE_MODEL', 'Name of the model, as the endpoint knows it.', { maxLength: 256 }),
      dimensions: setting('integer', 'DRAGOMAN_SEARCH_REMOTE_DIMENSIONS', 'Numbers in each vector.', {
        minimum: 2,
        maximum: 4096,
      }),
      key: text('DRAGOMAN_SEARCH_REMOTE_KEY', 'Sent as a bearer token.', { 'x-secret': true }),
      timeoutMs: count(
        'DRAGOMAN_SEARCH_REMOTE_TIMEOUT_MS',
        'Time for one answer; a search goes on by words after it.',
        1500,
        10,
        60_000,
      ),
    }),
  }),
  outbound: group('Fetching documents from addresses that callers name.', {
    allow: list(
      'DRAGOMAN_OUTBOUND_ALLOW',
      'Hosts, host:port pairs or CIDR blocks that may be called although they are private.',
    ),
    allowHttp: flag('DRAGOMAN_OUTBOUND_ALLOW_HTTP', 'Plain http is accepted for the hosts in allow.', false),
    connectTimeoutMs: count('DRAGOMAN_OUTBOUND_CONNECT_TIMEOUT_MS', 'Time to connect.', 5000, 10, 120_000),
    firstByteTimeoutMs: count(
      'DRAGOMAN_OUTBOUND_FIRST_BYTE_TIMEOUT_MS',
      'Time until the answer starts.',
      10_000,
      10,
      120_000,
    ),
    totalTimeoutMs: count('DRAGOMAN_OUTBOUND_TOTAL_TIMEOUT_MS', 'Time for the whole exchange.', 20_000, 10, 600_000),
    maxBytes: count('DRAGOMAN_OUTBOUND_MAX_BYTES', 'Largest document fetched.', 16_777_216, 1024, 1_073_741_824),
    references: text(
      'DRAGOMAN_OUTBOUND_REFERENCES',
      'Which other documents a fetched description may refer to: none, those of its own origin, or any that may be fetched.',
      { default: 'same-origin', enum: ['none', 'same-origin', 'any'] },
    ),
    maxRedirects: count('DRAGOMAN_OUTBOUND_MAX_REDIRECTS', 'Redirects followed, each checked anew.', 5, 0, 20),
  }),
  gateway: group('Calling agents for callers.', {
    enabled: flag('DRAGOMAN_GATEWAY_ENABLED', 'Call agents at all; without it this is a registry only.', true),
    anonymous: flag(
      'DRAGOMAN_GATEWAY_ANONYMOUS',
      'Callers without a credential may call agents that everybody may see.',
      false,
    ),
    callsPerMinute: count(
      'DRAGOMAN_GATEWAY_CALLS_PER_MINUTE',
      'Calls per minute of one caller to one agent.',
      600,
      1,
      10_000_000,
    ),
    localCallsPerMinute: count(
      'DRAGOMAN_GATEWAY_LOCAL_CALLS_PER_MINUTE',
      'Calls per minute of the caller of an open local server to one agent.',
      600_000,
      1,
      10_000_000,
    ),
    outputMismatch: text(
      'DRAGOMAN_GATEWAY_OUTPUT_MISMATCH',
      'Output that breaks its schema: pass-with-warning hands it on with a warning, fail answers 502.',
      { default: 'pass-with-warning', enum: ['pass-with-warning', 'fail'] },
    ),
    untrustedText: text(
      'DRAGOMAN_GATEWAY_UNTRUSTED_TEXT',
      'Output that reads like instructions or hides text: flag hands it on with a warning, block answers 502.',
      { default: 'flag', enum: ['ignore', 'flag', 'block'] },
    ),
    confirm: setting(
      'array',
      'DRAGOMAN_GATEWAY_CONFIRM',
      'Rules on confirmation (in the environment: JSON); the first that fits decides, else the irreversible is confirmed.',
      { default: [], maxItems: 100, items: confirmRule },
    ),
    confirmSeconds: count(
      'DRAGOMAN_GATEWAY_CONFIRM_SECONDS',
      'Seconds for which a confirmation is good.',
      300,
      10,
      3600,
    ),
    batch: group('Several inputs in one call.', {
      items: count('DRAGOMAN_GATEWAY_BATCH_ITEMS', 'Most inputs in one call.', 100, 1, 1000),
      concurrency: count('DRAGOMAN_GATEWAY_BATCH_CONCURRENCY', 'Inputs worked on at once.', 8, 1, 100),
    }),
    answerBytes: count(
      'DRAGOMAN_GATEWAY_ANSWER_BYTES',
      'Largest answer of an agent that is read whole.',
      4_194_304,
      1024,
      104_857_600,
    ),
    auditDurable: flag(
      'DRAGOMAN_GATEWAY_AUDIT_DURABLE',
      'An answer waits until the record of its call is in the store; else records follow within moments.',
      false,
    ),
    runs: group('Calls that go on in the background.', {
      concurrency: count('DRAGOMAN_GATEWAY_RUNS_CONCURRENCY', 'Calls worked on at once by a process.', 32, 1, 10_000),
      perCaller: count('DRAGOMAN_GATEWAY_RUNS_PER_CALLER', 'Of these, most that are one caller’s.', 8, 1, 10_000),
      leaseSeconds: count(
        'DRAGOMAN_GATEWAY_RUNS_LEASE_SECONDS',
        'Seconds after which a call of a process that gives no sign of life is taken up by another.',
        30,
        1,
        3600,
      ),
      timeoutSeconds: count(
        'DRAGOMAN_GATEWAY_RUNS_TIMEOUT_SECONDS',
        'Seconds that an agent has for a call in the background.',
        3600,
        1,
        86_400,
      ),
      keepHours: count('DRAGOMAN_GATEWAY_RUNS_KEEP_HOURS', 'Hours that the answer can be fetched.', 168, 1, 8760),
    }),
  }),
  a2a: group('A2A agents that come in: their cards and their tasks.', {
    signatures: text(
      'DRAGOMAN_A2A_SIGNATURES',
      'accept: cards are taken with and without a signature, a wrong one is refused; demand: only cards that are signed by a key of a2a.keysFile.',
      { default: 'accept', enum: ['accept', 'demand'] },
    ),
    keysFile: text('DRAGOMAN_A2A_KEYS_FILE', 'JSON Web Key Set of the public keys that cards are trusted by.'),
    notices: text(
      'DRAGOMAN_A2A_NOTICES',
      'Whether agents that offer push notifications are asked to tell of their tasks here. public: when server.publicUrl is set; always: also under another address; never: tasks are only asked for.',
      { default: 'public', enum: ['public', 'always', 'never'] },
    ),
  }),
  agis: group('The AGIS face.', {
    grammarStatus: count(
      'DRAGOMAN_AGIS_GRAMMAR_STATUS',
      'HTTP status for a method that breaks the grammar of AGIS; the draft says 454.',
      454,
      400,
      499,
    ),
    sessionSeconds: count(
      'DRAGOMAN_AGIS_SESSION_SECONDS',
      'Seconds after its last negotiation for which a session, and the endpoints opened for it, last.',
      3600,
      10,
      604_800,
    ),
    sources: setting(
      'array',
      'DRAGOMAN_AGIS_SOURCES',
      'Databases and files that administrators may put behind data classes.',
      {
        default: [],
        maxItems: 50,
        'x-secret': true,
        items: classSource,
      },
    ),
  }),
  mcp: mcpSettings,
  upstream: group('The connections over which agents are called.', {
    caFile: text('DRAGOMAN_UPSTREAM_CA_FILE', 'Certificates of issuers trusted beside the built-in ones, PEM.'),
    connectTimeoutMs: count('DRAGOMAN_UPSTREAM_CONNECT_TIMEOUT_MS', 'Time to connect.', 5000, 10, 120_000),
    firstByteTimeoutMs: count('DRAGOMAN_UPSTREAM_FIRST_BYTE_TIMEOUT_MS', 'Time to the answer.', 20_000, 10, 600_000),
    idleTimeoutMs: count('DRAGOMAN_UPSTREAM_IDLE_TIMEOUT_MS', 'Time between two pieces.', 15_000, 10, 600_000),
    totalTimeoutMs: count('DRAGOMAN_UPSTREAM_TOTAL_TIMEOUT_MS', 'Time for a call, retries too.', 30_000, 10, 3_600_000),
    streamTimeoutMs: count('DRAGOMAN_UPSTREAM_STREAM_TIMEOUT_MS', 'Time for a stream.', 600_000, 10, 86_400_000),
    streamBytes: count('DRAGOMAN_UPSTREAM_STREAM_BYTES', 'Largest stream.', 67_108_864, 1024, 1_099_511_627_776),
    headerBytes: count('DRAGOMAN_UPSTREAM_HEADER_BYTES', 'Largest head of an answer.', 32_768, 1024, 1_048_576),
    headerCount: count('DRAGOMAN_UPSTREAM_HEADER_COUNT', 'Headers of an answer at most.', 200, 10, 10_000),
    attempts: count('DRAGOMAN_UPSTREAM_ATTEMPTS', 'Tries of a call that may be repeated.', 3, 1, 3),
    origins: count('DRAGOMAN_UPSTREAM_ORIGINS', 'Origins whose connections are kept.', 256, 1, 100_000),
    concurrency: count('DRAGOMAN_UPSTREAM_CONCURRENCY', 'Calls out at once.', 512, 1, 100_000),
    originConcurrency: count('DRAGOMAN_UPSTREAM_ORIGIN_CONCURRENCY', 'Calls out to one origin.', 128, 1, 100_000),
    queue: count('DRAGOMAN_UPSTREAM_QUEUE', 'Calls that may wait for a place.', 512, 0, 100_000),
    originQueue: count('DRAGOMAN_UPSTREAM_ORIGIN_QUEUE', 'Calls that may wait for one origin.', 128, 0, 100_000),
    queueTimeoutMs: count('DRAGOMAN_UPSTREAM_QUEUE_TIMEOUT_MS', 'Time that a call may wait.', 2000, 10, 60_000),
    breaker: group('When an origin that fails is left alone.', {
      failurePercent: count('DRAGOMAN_UPSTREAM_BREAKER_FAILURE_PERCENT', 'Failed calls at which it is.', 50, 1, 100),
      minCalls: count('DRAGOMAN_UPSTREAM_BREAKER_MIN_CALLS', 'Calls before anything is concluded.', 20, 1, 100_000),
      windowMs: count('DRAGOMAN_UPSTREAM_BREAKER_WINDOW_MS', 'Time that a call counts.', 10_000, 100, 600_000),
      coolDownMs: count('DRAGOMAN_UPSTREAM_BREAKER_COOL_DOWN_MS', 'Time until one call may try.', 5000, 10, 600_000),
    }),
  }),
  secrets: group('The keys that seal the credentials for upstreams, kept apart from the database.', {
    key: text(
      'DRAGOMAN_SECRETS_KEY',
      'Keys of 32 bytes in base64url or hexadecimal, with commas between: the first one seals, all of them open.',
      { 'x-secret': true },
    ),
    keyFile: text(
      'DRAGOMAN_SECRETS_KEY_FILE',
      'File with one such key a line; for the embedded database secrets.key beside it, made at first use.',
    ),
    exchangeAt: list(
      'DRAGOMAN_SECRETS_EXCHANGE_AT',
      'Origins of authorization servers, beside the issuers of auth.jwt, that tokens of callers may be sent to for exchange.',
    ),
  }),
  identity: group('Our own key (Ed25519), by which callers and agents know what comes from here (RFC 9421).', {
    keyFile: text('DRAGOMAN_IDENTITY_KEY_FILE', 'Private key, PEM; one of the store’s own when absent.'),
    signRequests: text(
      'DRAGOMAN_IDENTITY_SIGN_REQUESTS',
      'Calls that are signed: demanded for agents whose authentication.type is http_message_signatures, always, never.',
      { default: 'demanded', enum: ['demanded', 'always', 'never'] },
    ),
  }),
  ledger: group('Repeated requests with an Idempotency-Key.', {
    windowSeconds: count(
      'DRAGOMAN_LEDGER_WINDOW_SECONDS',
      'Seconds for which a key is remembered; told in the description of every write.',
      86_400,
      60,
      2_592_000,
    ),
    leaseSeconds: count(
      'DRAGOMAN_LEDGER_LEASE_SECONDS',
      'Seconds after which a request of a process that gives no sign of life counts as left behind.',
      30,
      1,
      3600,
    ),
    answerBytes: count(
      'DRAGOMAN_LEDGER_ANSWER_BYTES',
      'Largest answer kept for repeats; a larger one is settled but cannot be replayed.',
      262_144,
      0,
      104_857_600,
    ),
  }),
  crawl: group('Fetching registered card addresses on a schedule.', {
    enabled: flag('DRAGOMAN_CRAWL_ENABLED', 'Crawl at all.', true),
    minIntervalSeconds: count(
      'DRAGOMAN_CRAWL_MIN_INTERVAL_SECONDS',
      'Shortest interval that a source may ask for.',
      300,
      1,
      2_592_000,
    ),
    concurrency: count('DRAGOMAN_CRAWL_CONCURRENCY', 'Addresses fetched at once.', 4, 1, 64),
  }),
  audit: group('The audit log.', {
    retentionDays: count('DRAGOMAN_AUDIT_RETENTION_DAYS', 'Days that a record is kept.', 365, 1, 36_500),
  }),
  cors: group('Use from web pages.', {
    origins: list('DRAGOMAN_CORS_ORIGINS', 'Origins whose pages may call; none by default, * for every one.'),
  }),
  metrics: group('Prometheus metrics.', {
    public: flag('DRAGOMAN_METRICS_PUBLIC', 'Metrics need no credential.', false),
  }),
  log: group('The log on standard error.', {
    level: text('DRAGOMAN_LOG_LEVEL', 'Least important line written.', {
      default: 'info',
      enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'x-flag': 'log-level',
    }),
    pretty: flag('DRAGOMAN_LOG_PRETTY', 'Lines for people instead of JSON.', false),
  }),
  telemetry: group('OpenTelemetry.', {
    otlpEndpoint: text(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'Collector (OTLP over HTTP) that spans are sent to; none by default.',
      {
        pattern: '^https?://',
      },
    ),
    serviceName: text('OTEL_SERVICE_NAME', 'Name of this service in traces.', { default: 'dragoman', maxLength: 255 }),
  }),
});

/** True for a group, which holds settings and is none itself. */
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

/** Every setting, in the order of the schema. */
export function listSettings(schema: GroupSchema = settingsSchema, prefix = ''): Setting[] {
  return Object.entries(schema.properties).flatMap(([name, child]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return isGroup(child) ? listSettings(child, key) : [{ key, schema: child }];
  });
}

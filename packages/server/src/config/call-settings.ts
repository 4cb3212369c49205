/** Settings of calls: the gateway, and its connections to services. */
import { confirmRule } from './rule-settings.js';
import type { GroupSchema } from './setting.js';
import { count, flag, group, setting, text } from './setting.js';

/** How clients call services through the gateway. */
export const gatewaySettings: GroupSchema = group('Calling services for clients.', {
  enabled: flag('DRAGOMAN_GATEWAY_ENABLED', 'Enable calls; when false, the server is a registry only.', true),
  anonymous: flag('DRAGOMAN_GATEWAY_ANONYMOUS', 'Allow anonymous callers to call public services.', false),
  callsPerMinute: count(
    'DRAGOMAN_GATEWAY_CALLS_PER_MINUTE',
    'Calls per minute from one caller to one service.',
    600,
    1,
    10_000_000,
  ),
  localCallsPerMinute: count(
    'DRAGOMAN_GATEWAY_LOCAL_CALLS_PER_MINUTE',
    'Calls per minute from the local caller of a server in open mode to one service.',
    600_000,
    1,
    10_000_000,
  ),
  outputMismatch: text(
    'DRAGOMAN_GATEWAY_OUTPUT_MISMATCH',
    'What happens to output that does not match its schema. pass-with-warning: return it with a warning; fail: respond with 502.',
    { default: 'pass-with-warning', enum: ['pass-with-warning', 'fail'] },
  ),
  untrustedText: text(
    'DRAGOMAN_GATEWAY_UNTRUSTED_TEXT',
    'What happens to output that contains instructions or hidden text. ignore: return it; flag: return it with a ' +
      'warning; block: respond with 502.',
    { default: 'flag', enum: ['ignore', 'flag', 'block'] },
  ),
  confirm: setting(
    'array',
    'DRAGOMAN_GATEWAY_CONFIRM',
    'Confirmation rules (JSON when set in the environment). The first matching rule applies; without a match, ' +
      'gateway.irreversible decides for irreversible operations.',
    { default: [], maxItems: 100, items: confirmRule },
  ),
  irreversible: text(
    'DRAGOMAN_GATEWAY_IRREVERSIBLE',
    'Who approves irreversible calls without a matching rule. agent: the caller, with the confirmation token of a ' +
      'preview; person: a person, who is asked by the MCP client or decides on a pending approval; auto: person, and ' +
      'agent on a server in open mode.',
    { default: 'auto', enum: ['auto', 'agent', 'person'] },
  ),
  approvals: group('Approvals by people.', {
    seconds: count(
      'DRAGOMAN_GATEWAY_APPROVALS_SECONDS',
      'Seconds in which a person can decide, and then in which the approved call can be made.',
      3600,
      60,
      604_800,
    ),
    perCaller: count('DRAGOMAN_GATEWAY_APPROVALS_PER_CALLER', 'Maximum calls of one caller that wait.', 20, 1, 1000),
    webhook: text(
      'DRAGOMAN_GATEWAY_APPROVALS_WEBHOOK',
      'URL that every change of an approval is posted to, signed and without arguments; the settings of outbound apply.',
    ),
  }),
  errorDetails: text(
    'DRAGOMAN_GATEWAY_ERROR_DETAILS',
    'Errors of services. redact: pass them on without stack traces and secrets; withhold: pass on only the status, ' +
      'with an error of this server; pass: unchanged.',
    { default: 'redact', enum: ['redact', 'withhold', 'pass'] },
  ),
  captureMinutes: count(
    'DRAGOMAN_GATEWAY_CAPTURE_MINUTES',
    'Maximum minutes for which owners of a service and administrators may capture its payloads; 0: never.',
    60,
    0,
    1440,
  ),
  confirmSeconds: count(
    'DRAGOMAN_GATEWAY_CONFIRM_SECONDS',
    'Lifetime of a confirmation token in seconds.',
    300,
    10,
    3600,
  ),
  declineSeconds: count(
    'DRAGOMAN_GATEWAY_DECLINE_SECONDS',
    'Seconds for which a call that a person declined is refused, for the same caller, operation and arguments.',
    600,
    0,
    604_800,
  ),
  batch: group('Batch calls.', {
    items: count('DRAGOMAN_GATEWAY_BATCH_ITEMS', 'Maximum inputs in one call.', 100, 1, 1000),
    concurrency: count('DRAGOMAN_GATEWAY_BATCH_CONCURRENCY', 'Maximum inputs processed concurrently.', 8, 1, 100),
  }),
  answerBytes: count(
    'DRAGOMAN_GATEWAY_ANSWER_BYTES',
    'Maximum size in bytes of a service response that is not streamed.',
    4_194_304,
    1024,
    104_857_600,
  ),
  results: group('Results that models read.', {
    characters: count(
      'DRAGOMAN_GATEWAY_RESULTS_CHARACTERS',
      'Maximum characters of a result over MCP; a larger one is shown as an outline and its first part. 0: no limit.',
      40_000,
      0,
      10_000_000,
    ),
    minutes: count(
      'DRAGOMAN_GATEWAY_RESULTS_MINUTES',
      'Minutes for which a larger result is kept, so that its caller can read the rest; 0: it is not kept.',
      15,
      0,
      1440,
    ),
    perCaller: count(
      'DRAGOMAN_GATEWAY_RESULTS_PER_CALLER',
      'Maximum results kept for one caller; a new one replaces the oldest.',
      50,
      1,
      10_000,
    ),
  }),
  auditDurable: flag(
    'DRAGOMAN_GATEWAY_AUDIT_DURABLE',
    'Send a response only after the audit record of its call is stored; when false, records are stored shortly afterwards.',
    false,
  ),
  runs: group('Background calls.', {
    concurrency: count(
      'DRAGOMAN_GATEWAY_RUNS_CONCURRENCY',
      'Maximum concurrent background calls per process.',
      32,
      1,
      10_000,
    ),
    perCaller: count(
      'DRAGOMAN_GATEWAY_RUNS_PER_CALLER',
      'Maximum concurrent background calls per caller.',
      8,
      1,
      10_000,
    ),
    leaseSeconds: count(
      'DRAGOMAN_GATEWAY_RUNS_LEASE_SECONDS',
      'Seconds without a heartbeat after which another process continues a call.',
      10,
      1,
      3600,
    ),
    timeoutSeconds: count(
      'DRAGOMAN_GATEWAY_RUNS_TIMEOUT_SECONDS',
      'Timeout of a background call in seconds.',
      3600,
      1,
      86_400,
    ),
    keepHours: count('DRAGOMAN_GATEWAY_RUNS_KEEP_HOURS', 'Hours for which results are kept.', 168, 1, 8760),
  }),
});

/** How the server connects to services. */
export const upstreamSettings: GroupSchema = group('Connections to services.', {
  caFile: text('DRAGOMAN_UPSTREAM_CA_FILE', 'Additional trusted CA certificates (PEM).'),
  connectTimeoutMs: count(
    'DRAGOMAN_UPSTREAM_CONNECT_TIMEOUT_MS',
    'Connect timeout in milliseconds.',
    5000,
    10,
    120_000,
  ),
  firstByteTimeoutMs: count(
    'DRAGOMAN_UPSTREAM_FIRST_BYTE_TIMEOUT_MS',
    'First-byte timeout in ms.',
    20_000,
    10,
    600_000,
  ),
  idleTimeoutMs: count('DRAGOMAN_UPSTREAM_IDLE_TIMEOUT_MS', 'Idle timeout in milliseconds.', 15_000, 10, 600_000),
  totalTimeoutMs: count(
    'DRAGOMAN_UPSTREAM_TOTAL_TIMEOUT_MS',
    'Call timeout in ms, retries included.',
    30_000,
    10,
    3_600_000,
  ),
  streamTimeoutMs: count(
    'DRAGOMAN_UPSTREAM_STREAM_TIMEOUT_MS',
    'Stream timeout in milliseconds.',
    600_000,
    10,
    86_400_000,
  ),
  streamBytes: count(
    'DRAGOMAN_UPSTREAM_STREAM_BYTES',
    'Maximum stream size in bytes.',
    67_108_864,
    1024,
    1_099_511_627_776,
  ),
  headerBytes: count('DRAGOMAN_UPSTREAM_HEADER_BYTES', 'Maximum response header bytes.', 32_768, 1024, 1_048_576),
  headerCount: count('DRAGOMAN_UPSTREAM_HEADER_COUNT', 'Maximum response headers.', 200, 10, 10_000),
  attempts: count('DRAGOMAN_UPSTREAM_ATTEMPTS', 'Maximum attempts of a retryable call.', 3, 1, 3),
  origins: count('DRAGOMAN_UPSTREAM_ORIGINS', 'Maximum origins in the pool.', 256, 1, 100_000),
  concurrency: count('DRAGOMAN_UPSTREAM_CONCURRENCY', 'Maximum concurrent calls.', 512, 1, 100_000),
  originConcurrency: count(
    'DRAGOMAN_UPSTREAM_ORIGIN_CONCURRENCY',
    'Maximum concurrent calls per origin.',
    128,
    1,
    100_000,
  ),
  queue: count('DRAGOMAN_UPSTREAM_QUEUE', 'Maximum queued calls.', 512, 0, 100_000),
  originQueue: count('DRAGOMAN_UPSTREAM_ORIGIN_QUEUE', 'Maximum queued calls per origin.', 128, 0, 100_000),
  queueTimeoutMs: count('DRAGOMAN_UPSTREAM_QUEUE_TIMEOUT_MS', 'Queue timeout in milliseconds.', 2000, 10, 60_000),
  breaker: group('Circuit breaker per origin.', {
    failurePercent: count(
      'DRAGOMAN_UPSTREAM_BREAKER_FAILURE_PERCENT',
      'Failure rate that opens the breaker.',
      50,
      1,
      100,
    ),
    minCalls: count('DRAGOMAN_UPSTREAM_BREAKER_MIN_CALLS', 'Minimum calls in the window.', 20, 1, 100_000),
    windowMs: count(
      'DRAGOMAN_UPSTREAM_BREAKER_WINDOW_MS',
      'Length of the window in milliseconds.',
      10_000,
      100,
      600_000,
    ),
    coolDownMs: count('DRAGOMAN_UPSTREAM_BREAKER_COOL_DOWN_MS', 'Time in ms until a trial call.', 5000, 10, 600_000),
  }),
});

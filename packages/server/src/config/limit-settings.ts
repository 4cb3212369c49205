/** Settings under `limits`: sizes, concurrency, shares of callers, rate limits. */
import type { SettingSchema } from './setting.js';
import { count, group } from './setting.js';

const live = (setting: SettingSchema): SettingSchema => ({ ...setting, 'x-live': true });

const perMinute = (prefix: string, callers: string, defaults: Record<'read' | 'search' | 'write' | 'invoke', number>) =>
  group(`Requests per minute for ${callers}. A new caller may use the whole limit of one minute at once.`, {
    read: live(count(`${prefix}_READ`, `Reads per minute for ${callers}.`, defaults.read, 1, 10_000_000)),
    search: live(count(`${prefix}_SEARCH`, `Searches per minute for ${callers}.`, defaults.search, 1, 10_000_000)),
    write: live(count(`${prefix}_WRITE`, `Writes per minute for ${callers}.`, defaults.write, 1, 10_000_000)),
    invoke: live(
      count(`${prefix}_INVOKE`, `Calls of services per minute for ${callers}.`, defaults.invoke, 1, 10_000_000),
    ),
  });

/** Settings under `limits`. */
export const limitSettings = group('Limits per request, per caller and for the server.', {
  bodyBytes: count('DRAGOMAN_LIMITS_BODY_BYTES', 'Maximum request body size in bytes.', 1_048_576, 1024, 104_857_600),
  importBodyBytes: count(
    'DRAGOMAN_LIMITS_IMPORT_BODY_BYTES',
    'Maximum body size of an import in bytes.',
    16_777_216,
    1024,
    1_073_741_824,
  ),
  headerBytes: count(
    'DRAGOMAN_LIMITS_HEADER_BYTES',
    'Maximum size of the request line and headers in bytes.',
    32_768,
    4096,
    1_048_576,
  ),
  urlBytes: count('DRAGOMAN_LIMITS_URL_BYTES', 'Maximum length of the request URL in bytes.', 8192, 256, 65_536),
  requestSeconds: count(
    'DRAGOMAN_LIMITS_REQUEST_SECONDS',
    'Timeout for receiving a whole request, in seconds.',
    30,
    1,
    600,
  ),
  concurrency: count(
    'DRAGOMAN_LIMITS_CONCURRENCY',
    'Maximum concurrent requests; further requests get 503 with Retry-After.',
    512,
    1,
    100_000,
  ),
  connections: count('DRAGOMAN_LIMITS_CONNECTIONS', 'Maximum open connections.', 4096, 1, 1_000_000),
  streams: count('DRAGOMAN_LIMITS_STREAMS', 'Maximum open event streams.', 2048, 1, 1_000_000),
  sharePercent: count(
    'DRAGOMAN_LIMITS_SHARE_PERCENT',
    'Percentage of a shared resource (connections, requests in progress, body buffers, event streams, upstream ' +
      'calls) that one caller may use while no other caller uses it; its share decreases as others arrive. 100 ' +
      'reserves nothing for new callers.',
    90,
    1,
    100,
  ),
  bodyBufferBytes: count(
    'DRAGOMAN_LIMITS_BODY_BUFFER_BYTES',
    'Maximum bytes of all request bodies in memory; further bodies get 503 with Retry-After.',
    268_435_456,
    65_536,
    1_099_511_627_776,
  ),
  bodyBytesPerSecond: count(
    'DRAGOMAN_LIMITS_BODY_BYTES_PER_SECOND',
    'Minimum rate in bytes per second at which a request body must arrive; slower requests get 408.',
    1024,
    1,
    1_000_000_000,
  ),
  bodyGraceSeconds: count(
    'DRAGOMAN_LIMITS_BODY_GRACE_SECONDS',
    'Seconds for which a request body may arrive more slowly than limits.bodyBytesPerSecond.',
    5,
    1,
    600,
  ),
  responseBytesPerSecond: count(
    'DRAGOMAN_LIMITS_RESPONSE_BYTES_PER_SECOND',
    'Minimum rate in bytes per second at which a client must read a response or an event stream while data is ' +
      'waiting; the connection of a slower client is closed.',
    1024,
    1,
    1_000_000_000,
  ),
  responseGraceSeconds: count(
    'DRAGOMAN_LIMITS_RESPONSE_GRACE_SECONDS',
    'Seconds for which a client may read more slowly than limits.responseBytesPerSecond.',
    30,
    1,
    3600,
  ),
  callers: count(
    'DRAGOMAN_LIMITS_CALLERS',
    'Maximum number of callers whose rate limits are tracked.',
    100_000,
    100,
    10_000_000,
  ),
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
  localPerMinute: perMinute('DRAGOMAN_LIMITS_LOCAL_PER_MINUTE', 'the local caller of a server in open mode', {
    read: 600_000,
    search: 120_000,
    write: 300_000,
    invoke: 600_000,
  }),
  failedAuthPerMinute: count(
    'DRAGOMAN_LIMITS_FAILED_AUTH_PER_MINUTE',
    'Failed authentications per minute and client address.',
    60,
    1,
    1_000_000,
  ),
});

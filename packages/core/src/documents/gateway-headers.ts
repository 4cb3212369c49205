/** Header names that a description may declare as inputs. */

/** Headers that the gateway sets (OpenAPI 3.1 §4.8.12.1), and others that carry credentials or frame messages. */
const gatewayHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'proxy-authorization',
  'te',
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True for a valid header name that a caller may fill in. */
export function isInputHeader(name: string): boolean {
  return !gatewayHeaders.has(name.toLowerCase()) && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

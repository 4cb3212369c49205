/**
 * Distinguishes names of values that only programs exchange from those that a person would say (nact.md SCULPT-03,
 * SCULPT-04).
 */

const words = new Set([
  'uuid',
  'guid',
  'url',
  'uri',
  'href',
  'etag',
  'timestamp',
  'cursor',
  'checksum',
  'metadata',
  'traceparent',
]);
const endings = ['_id', '_ids', '_at', '_hash', '_token', '_ref'];
const beginnings = ['raw_', 'trace_'];

/** True for names such as `station_id`, `callbackUrl`, `updated_at` or `raw_response`. */
export function looksProgrammatic(name: string): boolean {
  const snake = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_');
  return (
    snake === 'id' ||
    snake.split('_').some((word) => words.has(word)) ||
    endings.some((ending) => snake.endsWith(ending)) ||
    beginnings.some((beginning) => snake.startsWith(beginning))
  );
}

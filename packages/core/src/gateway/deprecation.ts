/** Response headers of a deprecated operation: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 5829 (successor). */
import type { Target } from './call.js';

/** URL at which an operation of an entry is called. */
export type OperationPath = (agentId: string, operation: string) => string;

/** The headers of a call's answer, by lower-case name; none for an operation that is not deprecated. */
export function deprecationHeaders(
  { stored, operation }: Target,
  path: OperationPath = invokePath,
): Record<string, string> {
  const { entry, updatedAt } = stored;
  if (operation.lifecycle === undefined && entry.status !== 'deprecated') return {};
  const { deprecated, sunset, replacement } = operation.lifecycle ?? {};
  const end = sunset === undefined ? Number.NaN : Date.parse(sunset);
  if (deprecated !== true && entry.status !== 'deprecated' && Number.isNaN(end)) return {};
  // Providers declare the deprecation without a date; it applied at the latest when the entry was last written.
  const since = Math.floor(Date.parse(updatedAt) / 1000);
  return {
    deprecation: `@${since}`,
    ...(Number.isNaN(end) ? {} : { sunset: new Date(end).toUTCString() }),
    ...(replacement === undefined ? {} : { link: `<${path(entry.id, replacement)}>; rel="successor-version"` }),
  };
}

function invokePath(agentId: string, operation: string): string {
  return `/agents/${encodeSegment(agentId)}/invoke/${encodeSegment(operation)}`;
}

/** An unpaired surrogate cannot be written in a URL. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

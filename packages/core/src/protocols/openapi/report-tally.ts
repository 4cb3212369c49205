/** Reports once for the whole document what would be reported many times: derived, abridged or omitted parts. */
import type { Operation, Webhook } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import { openApiLimits } from './wire.js';

/** Reports the counts of a document that was read. */
export function reportTally(
  { findings, tally }: OpenApiDocument,
  operations: readonly Operation[],
  webhooks: readonly Webhook[],
): void {
  const countOf = (name: string) => tally.get(name) ?? 0;
  if (webhooks.length > 0) findings.report('openapi/webhooks', '/webhooks', { count: webhooks.length });
  if (countOf('links') > 0) findings.report('openapi/links', '/paths', { count: countOf('links') });
  if (countOf('headers') > 0) findings.report('openapi/response-headers', '/paths', { count: countOf('headers') });
  if (countOf('no-success') > 0) findings.report('openapi/no-success', '/paths', { count: countOf('no-success') });
  for (const what of ['input', 'output'] as const) {
    const count = countOf(`abridged-${what}`);
    if (count > 0) findings.report('openapi/schema-abridged', '/paths', { what, count, limit: openApiLimits[what] });
  }
  const derivedOf = (fact: string) => operations.filter((operation) => operation.derived.includes(fact)).length;
  const derived = `derived were ${derivedOf('name')} names, the impact of ${derivedOf('impact')} and the idempotency of ${derivedOf('idempotent')}`;
  findings.report('openapi/derived', '/paths', { count: operations.length, derived });
}

/** Compares a summary with its document (§11.1): an agent must get what the summary promises. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { memberOf } from '../wire.js';
import { writeSummary } from './summary.js';
import { summaryDiagnostics } from './summary-diagnostics.js';

/** Members that are derived from the document; the service chooses the others. */
const derived = [
  'agis',
  'service',
  'agtp',
  'methods',
  'domain',
  'namespace',
  'negotiable',
  'capability_summary',
  'data_classes',
  'pre_auth_discovery',
  'version',
] as const;

/** A finding for every member that differs from the document; an omitted member is not a difference. */
export function compareSummary(summary: JsonObject, document: JsonObject): Diagnostic[] {
  const expected = writeSummary(document, { document: '', related: [], confirms: false });
  return derived.flatMap((member) => {
    const said = memberOf(summary, member);
    const wanted = memberOf(expected, member);
    if (said === undefined || isSame(said, wanted)) return [];
    const parameters = { member, wanted: shorten(wanted) };
    return [diagnose(summaryDiagnostics, 'agis/summary-differs', { pointer: `/${member}` }, parameters)];
  });
}

/** Lists are compared as sets, and methods case-insensitively (§4.1 e). */
function isSame(said: JsonValue, wanted: JsonValue | undefined): boolean {
  if (!Array.isArray(said)) return said === wanted;
  const [one, other] = [said, Array.isArray(wanted) ? wanted : []].map(
    (list) => new Set(list.map((each) => JSON.stringify(each).toUpperCase())),
  );
  return one?.size === other?.size && [...(one ?? [])].every((each) => other?.has(each) === true);
}

function shorten(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}

/** Holds a summary against the document that it stands for (§11.1): what an agent reads first must be what it gets. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { memberOf } from '../wire.js';
import { writeSummary } from './summary.js';
import { summaryDiagnostics } from './summary-diagnostics.js';

/** Members that follow from the document; the others are the service's own to say. */
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

/** A finding for every member that says something else than the document; what is left out is no contradiction. */
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

/** Lists are sets here, and methods are compared without regard to case (§4.1 e). */
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

/** Bounded report of a poll: operations that were added, removed or changed, and findings. */
import type { CardResult, CompareOperations, OperationChange, SourcePoll, SourceRecord } from '@dragoman/core/engine';
import { compareEntries } from '@dragoman/core/engine';
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';

/** One finding. */
export type SourceFinding = NonNullable<SourceRecord['findings']>[number];

/** Maximum number of operations, differences of one operation, and findings in a report. */
const limits = { operations: 200, changes: 50, findings: 50, message: 500 } as const;

/** Codes for a published version that has changed, or that breaks the one before (nact.md VER-05, COMPAT). */
const violations: readonly string[] = ['nact/lock-broken', 'nact/breaking-change'];

/** The warnings of a poll, without duplicates; a broken lock stays reported. */
export function findingsOf(
  { findings: earlier = [] }: SourceRecord,
  results: readonly CardResult[],
  beside: readonly Diagnostic[],
): SourceFinding[] {
  const findings = [...beside.map(briefly), ...warningsOf(results)];
  const broken = earlier.filter(({ code }) => violations.includes(code));
  const texts = new Set([...findings, ...broken].map((finding) => JSON.stringify(finding)));
  return [...texts].slice(0, limits.findings).map((text) => JSON.parse(text) as SourceFinding);
}

function warningsOf(results: readonly CardResult[]): SourceFinding[] {
  const all = results.flatMap(({ diagnostics = [] }) => diagnostics);
  return all.filter(({ severity }) => severity === 'warning').map(briefly);
}

/** Findings about texts are sentences without a subject; the subject is their location. */
function briefly({ code, message, location: { pointer = '' } }: Diagnostic): SourceFinding {
  const subject = code.startsWith('text/') && pointer !== '' ? `${pointer.slice(0, 200)} ` : '';
  return { code, message: `${subject}${message}`.slice(0, limits.message) };
}

/** The stored report of a poll; undefined when it found nothing new. */
export async function pollOf(
  before: SourceRecord,
  after: SourceRecord,
  { results, latencyMs, compare }: { results: readonly CardResult[]; latencyMs: number; compare: CompareOperations },
): Promise<SourcePoll | undefined> {
  const agents: JsonObject[] = [];
  for (const result of results) agents.push(...(await reportAgent(result, compare, after.owner)));
  const outcome = after.lastOutcome ?? 'unchanged';
  const oddities = JSON.stringify(after.findings ?? []) !== JSON.stringify(before.findings ?? []);
  const turned = after.failures > 0 ? before.lastError !== after.lastError : before.failures > 0;
  if (agents.length === 0 && !oddities && !turned) return undefined;
  const { lastError, lastFetchedAt = '' } = after;
  // A failed poll has no findings; those of an earlier poll are stored there.
  const findings = after.findings === before.findings ? [] : (after.findings ?? []);
  const fresh = new Set(warningsOf(results).map(({ code, message }) => `${code} ${message}`));
  return {
    at: lastFetchedAt,
    outcome,
    latencyMs,
    report: {
      agents,
      findings: findings.filter(({ code }) => !violations.includes(code)).map((each) => ({ ...each })),
      violations: findings
        .filter(({ code, message }) => violations.includes(code) && fresh.has(`${code} ${message}`))
        .map((each) => ({ ...each })),
      ...(after.failures > 0 && lastError !== undefined ? { error: lastError } : {}),
    },
  };
}

async function reportAgent(
  { id, outcome, change }: CardResult,
  compare: CompareOperations,
  caller: string,
): Promise<JsonObject[]> {
  if (id === undefined || change === undefined) return [];
  const all = await compareEntries(change, compare, caller);
  const operations = all.slice(0, limits.operations).map(writeChange);
  return [
    {
      agent_id: id,
      outcome,
      operations,
      ...(all.length > operations.length ? { more: all.length - operations.length } : {}),
    },
  ];
}

function writeChange({ kind, operation, version, effect, changes }: OperationChange): JsonValue {
  return {
    kind,
    operation: operation.slice(0, 200),
    version,
    ...(effect === undefined ? {} : { effect }),
    changes: changes.slice(0, limits.changes).map((change) => ({ ...change })),
  };
}

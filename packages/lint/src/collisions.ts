/** PROF-SEC-10: tools of several providers that an agent would mix up, or that one could put in another's place. */
import type { LintedOperation, LintReport } from './lint-document.js';
import type { LintFinding } from './rule.js';

/** Most operations of all documents that are compared. */
const mostCompared = 3_000;

/** Reports with a finding for each operation that is named or summarised like one of an earlier document. */
export function findCollisions(reports: readonly LintReport[]): LintReport[] {
  const earlier: { operation: LintedOperation; uri: string }[] = [];
  return reports.map((report) => {
    const uri = report.uri ?? 'document';
    const found = report.operations.flatMap((operation) => {
      const twin = earlier.find((each) => looksLike(each.operation, operation));
      return twin === undefined ? [] : [toFinding(operation, twin, uri)];
    });
    const room = mostCompared - earlier.length;
    earlier.push(...report.operations.slice(0, Math.max(0, room)).map((operation) => ({ operation, uri })));
    return found.length === 0 ? report : { ...report, findings: [...report.findings, ...found] };
  });
}

function looksLike(one: LintedOperation, other: LintedOperation): boolean {
  if (one.summary !== undefined && one.summary.trim().toLowerCase() === other.summary?.trim().toLowerCase())
    return true;
  const [a, b] = [one.label.toLowerCase(), other.label.toLowerCase()];
  return a === b || (Math.min(a.length, b.length) > 6 && Math.abs(a.length - b.length) <= 2 && distance(a, b) <= 2);
}

/** How many single edits lead from one name to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const swap = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function toFinding(
  operation: LintedOperation,
  twin: { operation: LintedOperation; uri: string },
  uri: string,
): LintFinding {
  return {
    code: 'lint/cross-provider-collision',
    severity: 'warning',
    message: `${operation.label} looks like ${twin.operation.label} of ${twin.uri}.`,
    help: 'Give tools names that begin with their provider, and summaries of their own.',
    location: { uri, pointer: operation.pointer },
    related: [{ uri: twin.uri, pointer: twin.operation.pointer }],
    rule: 'cross-provider-collision',
    requirement: 'PROF-SEC-10',
    section: 'security',
    operation: operation.label,
    fingerprint: `cross-provider-collision ${operation.pointer} ${twin.uri}`,
  };
}

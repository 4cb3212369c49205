/** Compares the requirements with the passed tests. Pure: the command reads and writes the files. */
import type { Requirement } from './requirements.js';
import { idsInTitle, type ReportedTest } from './test-report.js';

/** The requirements and the result of the last run. */
export interface Conformance {
  requirements: readonly Requirement[];
  /** Proven ids: at least one test with the id passed and none failed. */
  shown: ReadonlySet<string>;
  /** Reason by id, for requirements that cannot be met. */
  notMet: Readonly<Record<string, string>>;
}

/** Finds the ids that the run proves. */
export function findShown(tests: readonly ReportedTest[]): Set<string> {
  const passed = new Set<string>();
  const failed = new Set<string>();
  for (const test of tests) {
    for (const id of idsInTitle(test.title)) {
      if (test.status === 'passed') passed.add(id);
      if (test.status === 'failed') failed.add(id);
    }
  }
  return new Set([...passed].filter((id) => !failed.has(id)));
}

/** Messages about inconsistent records, independent of the run. */
export function findContradictions(conformance: Conformance, tests: readonly ReportedTest[]): string[] {
  const known = new Set(conformance.requirements.map(({ id }) => id));
  const unknown = tests.flatMap(({ title }) =>
    idsInTitle(title)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is in the title of a test, but not in docs/spec: "${title}"`),
  );
  const reasons = Object.keys(conformance.notMet).flatMap((id) => {
    if (!known.has(id)) return [`${id} has a reason in not-met.json, but is not in docs/spec`];
    return conformance.shown.has(id) ? [`${id} is proven, but listed in not-met.json: remove its reason`] : [];
  });
  return [...unknown, ...reasons];
}

/** Ids in the committed record that this run does not prove. */
export function findLost(recorded: readonly string[], shown: ReadonlySet<string>): string[] {
  return recorded.filter((id) => !shown.has(id));
}

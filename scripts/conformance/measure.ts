/** Sets the requirements against the tests that passed. Pure: files are read and written by the command. */
import type { Requirement } from './requirements.js';
import { idsInTitle, type ReportedTest } from './test-report.js';

/** What the last run shows of the requirements. */
export interface Conformance {
  requirements: readonly Requirement[];
  /** Ids shown: at least one test with the id passed and none failed. */
  shown: ReadonlySet<string>;
  /** Reason by id, for requirements that cannot be met. */
  notMet: Readonly<Record<string, string>>;
}

/** Finds the ids that the run shows. */
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

/** Sentences on everything that makes the record wrong, whatever the run showed. */
export function findContradictions(conformance: Conformance, tests: readonly ReportedTest[]): string[] {
  const known = new Set(conformance.requirements.map(({ id }) => id));
  const unknown = tests.flatMap(({ title }) =>
    idsInTitle(title)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is in the title of a test, but in no document: "${title}"`),
  );
  const reasons = Object.keys(conformance.notMet).flatMap((id) => {
    if (!known.has(id)) return [`${id} has a reason for not being met, but is in no document`];
    return conformance.shown.has(id) ? [`${id} is shown, yet listed as not met: remove its reason`] : [];
  });
  return [...unknown, ...reasons];
}

/** Ids that the committed record has and this run does not show. */
export function findLost(recorded: readonly string[], shown: ReadonlySet<string>): string[] {
  return recorded.filter((id) => !shown.has(id));
}

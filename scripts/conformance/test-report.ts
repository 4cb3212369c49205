/** Reads the parts of the last complete test report that conformance needs. */

/** One test of the run. */
export interface ReportedTest {
  title: string;
  /** `passed`, `failed`, or a status of a test that did not run. */
  status: string;
}

/** The last complete run. */
export interface TestReport {
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Absolute paths of the test files that were run. */
  files: string[];
  tests: ReportedTest[];
}

interface WrittenReport {
  startTime: number;
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

/** Reads the text of the JSON report. */
export function parseTestReport(text: string): TestReport {
  const written = JSON.parse(text) as WrittenReport;
  return {
    startedAt: written.startTime,
    files: written.testResults.map((file) => file.name),
    tests: written.testResults.flatMap((file) => file.assertionResults.map(({ title, status }) => ({ title, status }))),
  };
}

/** The requirement ids in a title: `[AIDIP-META-05] [AIDIP-REG-05] refuses …`. */
export function idsInTitle(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-[A-Z0-9]+-\d+)\]/g)].flatMap((match) => match[1] ?? []);
}

/** Reasons why a report is outdated; empty if it matches the current sources. */
export function findStaleness(report: TestReport, sources: readonly { path: string; changedAt: number }[]): string[] {
  const run = new Set(report.files);
  return sources.flatMap(({ path, changedAt }) => {
    if (path.endsWith('.test.ts') && !run.has(path)) return [`${path} was not part of the last run`];
    return changedAt > report.startedAt ? [`${path} has changed since the last run`] : [];
  });
}

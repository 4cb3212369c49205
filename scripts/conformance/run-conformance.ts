/** The conformance command for one directory: reads pages and report, writes the record, reports problems. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTree, type SourceTree } from '../source-tree.js';
import { isDiscoveryDemand, needsCall } from './invocation-lines.js';
import { type Conformance, findContradictions, findLost, findShown } from './measure.js';
import { countLevels, listShown, tally, writePage } from './pages.js';
import { parseRequirements, type Requirement } from './requirements.js';
import { findStaleness, parseTestReport, type TestReport } from './test-report.js';

/** Paths from the root of the repository. */
const places = {
  report: 'node_modules/.cache/dragoman/test-report.json',
  notMet: 'docs/spec/not-met.json',
  record: 'docs/reference/conformance-shown.json',
} as const;

/** The result of the command. */
export interface ConformanceOutcome {
  /** Messages for people, in order. */
  lines: string[];
  /** Reasons to fail; empty on success. */
  problems: string[];
}

/** Measures and writes. In CI, lost requirements and outdated files are problems, and losses are not written. */
export function runConformance(root: string, ci: boolean): ConformanceOutcome {
  if (!existsSync(join(root, places.report))) {
    return { lines: [], problems: ['There is no report of a complete test run: run `npm test` first.'] };
  }
  const tree = readTree(root);
  const report = parseTestReport(readFileSync(join(root, places.report), 'utf8'));
  const conformance = readConformance(tree, report);
  const contradictions = findContradictions(conformance, report.tests);
  const stale = findStaleness(report, listSources(tree));
  const recorded = tree.files.includes(places.record) ? (JSON.parse(tree.read(places.record)) as string[]) : [];
  const lost = findLost(recorded, conformance.shown).map((id) => `${id} is no longer proven`);
  const problems = ci ? [...contradictions, ...stale, ...lost] : contradictions;
  if (problems.length === 0) {
    const changed = writeRecord(tree, conformance);
    if (ci) problems.push(...changed.map((file) => `${file} was not up to date: commit the updated file`));
  }
  const remarks = ci ? [] : [...stale, ...lost].map((remark) => `Note: ${remark}.`);
  return { lines: [...summarise(conformance), ...remarks], problems };
}

function readConformance(tree: SourceTree, report: TestReport): Conformance {
  const pages = tree.files.filter((file) => /^docs\/spec\/[^/]+\.md$/.test(file));
  return {
    requirements: pages.flatMap((page) => parseRequirements(tree.read(page))),
    shown: findShown(report.tests),
    notMet: tree.files.includes(places.notMet) ? (JSON.parse(tree.read(places.notMet)) as Record<string, string>) : {},
  };
}

function listSources(tree: SourceTree): { path: string; changedAt: number }[] {
  const files = tree.files.filter((file) => file.endsWith('.ts') && !file.includes('/fixtures/'));
  return files.map((file) => {
    const path = join(tree.root, file);
    return { path, changedAt: statSync(path).mtimeMs };
  });
}

function writeRecord(tree: SourceTree, conformance: Conformance): string[] {
  const texts = {
    'docs/reference/conformance.md': writePage(conformance),
    'docs/reference/conformance.json': `${JSON.stringify(countLevels(conformance), null, 2)}\n`,
    [places.record]: `${JSON.stringify(listShown(conformance), null, 2)}\n`,
  };
  mkdirSync(join(tree.root, 'docs/reference'), { recursive: true });
  return Object.entries(texts).flatMap(([file, text]) => {
    if (tree.files.includes(file) && tree.read(file) === text) return [];
    writeFileSync(join(tree.root, file), text);
    return [file];
  });
}

function summarise(conformance: Conformance): string[] {
  const lines = Object.entries(countLevels(conformance)).map(([document, byLevel]) => {
    const cells = Object.entries(byLevel).map(([level, { shown, total }]) => `${level} ${shown}/${total}`);
    return `${document}: ${cells.join(', ')}`;
  });
  const demands = conformance.requirements.filter(isDiscoveryDemand);
  if (demands.length === 0) return lines;
  const open = demands.filter(({ id }) => !conformance.shown.has(id)).map(({ id }) => id);
  const apart = demands.filter((demand) => !needsCall(demand));
  lines.push(
    `AIDIP, MUST and MUST* on describing, storing and discovering: ${writeShare(demands, conformance)}`,
    `The same without requirements whose check makes a call: ${writeShare(apart, conformance)}`,
  );
  return open.length === 0 ? lines : [...lines, `Not proven of these: ${open.join(', ')}`];
}

function writeShare(demands: readonly Requirement[], conformance: Conformance): string {
  const { shown, total } = tally(demands, conformance.shown);
  return `${shown}/${total} (${((100 * shown) / total).toFixed(1)} %)`;
}

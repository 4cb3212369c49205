/** Runs the conformance command on small planted repositories with one error each. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runConformance } from './run-conformance.js';

const page = [
  '# A page',
  '- AIDIP-META-01 MUST provider — A first demand. [§1] · check: somehow.',
  '- AIDIP-META-02 MUST* (-00) provider — A second demand. [§1] · check: somehow.',
  '- AIDIP-INV-01 MUST  agent  — A third demand. [§2] · check: somehow.',
  '- AIDIP-SRQ-01 MAY* registry — A liberty. [§3] · check: somehow.',
  'Prose that names AIDIP-META-09 is not a requirement.',
].join('\n');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-conformance-'));
  plant('docs/spec/aidip.md', page);
  plant('packages/x/src/x.test.ts', '// a test');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const past = new Date('2026-01-01T00:00:00Z');
  utimesSync(path, past, past);
}

function plantRun(tests: Record<string, string>, startTime = Date.parse('2026-01-02T00:00:00Z')): void {
  const assertionResults = Object.entries(tests).map(([title, status]) => ({ title, status }));
  const testResults = [{ name: join(root, 'packages/x/src/x.test.ts'), assertionResults }];
  plant('node_modules/.cache/dragoman/test-report.json', JSON.stringify({ startTime, testResults }));
}

const written = (file: string): unknown => JSON.parse(readFileSync(join(root, 'docs/reference', file), 'utf8'));

describe('npm run conformance', () => {
  it('writes proven and total counts by document and level, and each requirement that is not proven', () => {
    plantRun({ '[AIDIP-META-01] [AIDIP-SRQ-01] does it': 'passed', 'has no id': 'passed' });
    const outcome = runConformance(root, false);
    expect(outcome.problems).toEqual([]);
    expect(written('conformance.json')).toEqual({
      AIDIP: { MUST: { shown: 1, total: 2 }, 'MUST*': { shown: 0, total: 1 }, 'MAY*': { shown: 1, total: 1 } },
    });
    expect(written('conformance-shown.json')).toEqual(['AIDIP-META-01', 'AIDIP-SRQ-01']);
    const text = readFileSync(join(root, 'docs/reference/conformance.md'), 'utf8');
    expect(text).toContain('| META | 1 / 1 | 0 / 1 |  |');
    expect(text).toContain('- AIDIP-META-02 MUST* (-00) provider — A second demand. [§1]');
    expect(text).toContain('- AIDIP-INV-01 MUST agent — A third demand. [§2]');
    expect(text).not.toContain('- AIDIP-META-01');
  });

  it('prints the share of the requirements that are not about calling', () => {
    plantRun({ '[AIDIP-META-01] does it': 'passed' });
    expect(runConformance(root, false).lines).toContain(
      'AIDIP, MUST and MUST* on describing, storing and discovering: 1/2 (50.0 %)',
    );
  });

  it('does not count a test that failed, was skipped or is a todo', () => {
    plantRun({
      '[AIDIP-META-01] one way': 'passed',
      '[AIDIP-META-01] another way': 'failed',
      '[AIDIP-META-02] skipped': 'skipped',
      '[AIDIP-INV-01] to do': 'todo',
    });
    runConformance(root, false);
    expect(written('conformance-shown.json')).toEqual([]);
  });

  it.each([false, true])('fails on an id that is not in docs/spec (ci %s)', (ci) => {
    plantRun({ '[AIDIP-META-77] invents a demand': 'passed' });
    expect(runConformance(root, ci).problems[0]).toContain('AIDIP-META-77 is in the title of a test');
  });

  it('fails in CI when a requirement is no longer proven, and does not change the record', () => {
    plant('docs/reference/conformance-shown.json', '["AIDIP-META-01"]');
    plantRun({ '[AIDIP-META-02] does it': 'passed' });
    expect(runConformance(root, true).problems).toEqual(['AIDIP-META-01 is no longer proven']);
    expect(written('conformance-shown.json')).toEqual(['AIDIP-META-01']);
    expect(runConformance(root, false).lines).toContain('Note: AIDIP-META-01 is no longer proven.');
  });

  it('fails in CI when the committed record is out of date, and passes after an update', () => {
    plantRun({ '[AIDIP-META-01] does it': 'passed' });
    expect(runConformance(root, true).problems).toHaveLength(3);
    expect(runConformance(root, true).problems).toEqual([]);
  });

  it('fails without a report, and in CI with one that is older than a source or lacks a test file', () => {
    expect(runConformance(root, false).problems).toHaveLength(1);
    plantRun({}, Date.parse('2025-12-31T00:00:00Z'));
    expect(runConformance(root, true).problems[0]).toMatch(/x\.test\.ts has changed since the last run$/);
    plantRun({});
    plant('packages/x/src/y.test.ts', '// another test');
    expect(runConformance(root, true).problems[0]).toMatch(/y\.test\.ts was not part of the last run$/);
  });

  it('lists the reason why a requirement is not met, and rejects a stale or unknown reason', () => {
    plantRun({ '[AIDIP-META-01] does it': 'passed' });
    plant('docs/spec/not-met.json', JSON.stringify({ 'AIDIP-META-02': 'nobody can.' }));
    expect(runConformance(root, false).problems).toEqual([]);
    expect(readFileSync(join(root, 'docs/reference/conformance.md'), 'utf8')).toContain('**Not met: nobody can.**');
    plant('docs/spec/not-met.json', JSON.stringify({ 'AIDIP-META-01': 'x', 'AIDIP-META-99': 'y' }));
    expect(runConformance(root, false).problems).toHaveLength(2);
  });

  it('rejects a malformed requirement line and a duplicate id', () => {
    plantRun({});
    plant('docs/spec/aidip.md', '- AIDIP-META-01 PERHAPS provider — Something.');
    expect(() => runConformance(root, false)).toThrow('AIDIP-META-01');
    plant('docs/spec/aidip.md', `${page}\n${page}`);
    expect(() => runConformance(root, false)).toThrow('defined twice');
  });
});

/** Lints the description as its author wrote it, and as the four applications serve it, as a CI job would. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { completeDescription, createDescriptionCheck } from '@dragoman/middleware';
import { readDescription } from './description.js';
import { createProperties } from './properties.js';

interface Report {
  score: { total: number };
  label: { verdict: string }[];
  findings: { severity: string; message: string }[];
}

/** Runs `dragoman lint - --format json` on a document. */
function lint(description: object): Promise<Report> {
  const command = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
  const child = spawn(process.execPath, [command, 'lint', '-', '--format', 'json']);
  child.stdin.end(JSON.stringify(description));
  return new Promise((resolve, reject) => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('close', () => {
      const [report] = output === '' ? [] : (JSON.parse(output) as { documents: Report[] }).documents;
      if (report === undefined) reject(new Error(errors));
      else resolve(report);
    });
  });
}

const holding = ({ label }: Report) => label.filter(({ verdict }) => verdict === 'holds').length;

const description = readDescription();
const before = await lint(description);
assert.equal(before.score.total, 45);
assert.equal(holding(before), 5);
console.log(`As written: score ${before.score.total} of 100, ${holding(before)} of 14 conditions hold.`);

const after = await lint(
  completeDescription(
    description,
    createProperties(() => undefined),
  ),
);
assert.deepEqual(
  after.findings.filter(({ severity }) => severity !== 'info'),
  [],
);
assert.equal(after.score.total, 100);
// What the document shows; the other conditions need a running API, and each application probes itself for them.
assert.deepEqual(
  after.label.filter(({ verdict }) => verdict === 'fails'),
  [],
);
assert.equal(holding(after), 7);
console.log(
  `As served: score ${after.score.total} of 100, ${holding(after)} of 14 conditions hold; no errors, no warnings.`,
);

createDescriptionCheck({ description });
console.log('Requests can be validated against it, as the four applications do.');

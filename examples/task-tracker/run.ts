/** Lints the description that all four applications share, as a CI job would. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDescriptionCheck } from '@dragoman/middleware';
import { descriptionFile, readDescription } from './description.js';

const command = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
  const args = [command, 'lint', fileURLToPath(descriptionFile), '--fail-on', 'warning'];
  execFile(process.execPath, args, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
  );
});
assert.equal(code, 0, output);
console.log('"dragoman lint" reports no errors and no warnings for the description.');

createDescriptionCheck({ description: readDescription() });
console.log('Requests can be validated against it, as the four applications do.');

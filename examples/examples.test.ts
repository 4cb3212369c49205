/** Runs every example as its README says; each asserts what it prints. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const examples = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

function run(script: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

it.each(examples)('%s runs to the end with exit code 0', async (example) => {
  const script = `examples/${example}/run.ts`;
  expect(existsSync(`${root}/${script}`)).toBe(true);
  const { code, output } = await run(script);
  expect(code, output).toBe(0);
  expect(output).not.toBe('');
  if (output.startsWith('Skipped')) console.warn(`${example}: ${output.trim()}`);
});

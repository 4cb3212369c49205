/** Compiles scan.ts and writes the module as text into the sources, so that the core reads no files. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
const out = join(folder, 'scan.wasm');
execFileSync(
  'npx',
  [
    'asc',
    'kernel/scan.ts',
    '-o',
    out,
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--initialMemory',
    '1',
  ],
  {
    cwd: here('..'),
    stdio: 'inherit',
  },
);
const lines =
  readFileSync(out)
    .toString('base64')
    .match(/.{1,100}/g) ?? [];
rmSync(folder, { recursive: true });
writeFileSync(
  here('../src/discovery/vectors/scan-module.ts'),
  `/** The compiled kernel/scan.ts, written by kernel/compile.mjs; not edited by hand. */

/** The WebAssembly module in base64. */
export const scanModule: string = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`,
);

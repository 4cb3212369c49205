import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createKernel, firstFreeByte } from './kernel.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const compiled = new Uint8Array(readFileSync(join(packageFolder, 'kernel/kernel.wasm')));

describe('kernel.wasm', () => {
  it('is the compilation of kernel.ts', () => {
    const { scripts } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
    const out = mkdtempSync(join(tmpdir(), 'dragoman-kernel-'));
    const file = join(out, 'kernel.wasm');
    const [, ...args] = String(scripts.kernel).replace('kernel/kernel.wasm', file).split(' ');
    const compiler = fileURLToPath(import.meta.resolve('assemblyscript/asc'));
    execFileSync(process.execPath, [join(compiler, '../../bin/asc.js'), ...args], { cwd: packageFolder });
    const again = readFileSync(file);
    rmSync(out, { recursive: true });
    expect(again.equals(compiled)).toBe(true);
  }, 60_000);

  it('computes Gaussian error linear units', async () => {
    const kernel = await createKernel(compiled, 65_536);
    const given = [-30, -8, -3, -1, -0.5, -1e-6, 0, 1e-6, 0.5, 1, 3, 8];
    const numbers = new Float32Array(kernel.memory.buffer, firstFreeByte, given.length);
    numbers.set(given);
    kernel.gelu(firstFreeByte, given.length);
    const wanted = [0, 0, -0.00404951, -0.15865526, -0.15426877, -5e-7, 0, 5e-7, 0.34573123, 0.84134474, 2.99595049, 8];
    wanted.forEach((number, at) => {
      expect(numbers[at]).toBeCloseTo(number, 5);
    });
  });
});

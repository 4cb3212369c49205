/** Compares each kernel function with the same arithmetic in JavaScript. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKernel, firstFreeByte, type Kernel } from './kernel.js';

const code = new Uint8Array(readFileSync(new URL('../kernel/kernel.wasm', import.meta.url)));
const hidden = 384;
let kernel: Kernel;
let next: number;

beforeAll(async () => {
  kernel = await createKernel(code, 4 << 20);
});

/** A deterministic pseudo-random number in -1..1. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return 2 * (value - Math.floor(value)) - 1;
}

function place(bytes: number): number {
  next += bytes;
  return next - bytes;
}

function floats(count: number, fill: (at: number) => number = () => 0) {
  const at = place(4 * count);
  const numbers = new Float32Array(kernel.memory.buffer, at, count);
  numbers.forEach((_, index) => {
    numbers[index] = fill(index);
  });
  return { at, numbers };
}

function expectClose(found: Float32Array, wanted: readonly number[], within: number): void {
  const worst = wanted.reduce((most, number, at) => Math.max(most, Math.abs(number - (found[at] ?? Number.NaN))), 0);
  expect(worst).toBeLessThan(within);
}

describe('the kernel', () => {
  beforeAll(() => {
    next = firstFreeByte;
  });

  it('multiplies rounded rows with interleaved weights', () => {
    const [rows, inner, outer] = [8, 64, 6];
    const x = floats(rows * inner, (at) => 3 * noise(at + 1));
    const weight = (output: number, at: number) => Math.round(127 * noise(1000 + output * inner + at));
    const w = place(outer * inner);
    const codes = new Int8Array(kernel.memory.buffer, w, outer * inner);
    for (let output = 0; output < outer; output += 1) {
      for (let at = 0; at < inner; at += 1) {
        const group = Math.floor(output / 2) * 2 * inner + Math.floor(at / 8) * 16;
        codes[group + (output % 2) * 8 + (at % 8)] = weight(output, at);
      }
    }
    const terms = floats(2 * outer, (at) => (at < outer ? 0.01 * (at + 1) : at));
    const rounded = place(2 * rows * inner);
    const scales = floats(rows);
    const out = floats(rows * outer);
    kernel.quantise(x.at, rows, inner, rounded, scales.at);
    kernel.multiply(rounded, scales.at, rows, inner, w, terms.at, outer, out.at);
    const wanted = Array.from({ length: rows * outer }, (_, place) => {
      const [row, output] = [Math.floor(place / outer), place % outer];
      let sum = 0;
      for (let at = 0; at < inner; at += 1) sum += (x.numbers[row * inner + at] ?? 0) * weight(output, at);
      return sum * 0.01 * (output + 1) + outer + output;
    });
    expectClose(out.numbers, wanted, 0.02);
  });

  it('normalizes sums', () => {
    const rows = floats(2 * hidden, (at) => noise(at));
    const added = floats(2 * hidden, (at) => 5 + noise(at + 7));
    const terms = floats(2 * hidden, (at) => (at < hidden ? 2 : 1));
    const sums = Array.from(rows.numbers, (number, at) => number + (added.numbers[at] ?? 0));
    kernel.addNorm(rows.at, added.at, 2, terms.at);
    const wanted = [0, 1].flatMap((row) => {
      const own = sums.slice(row * hidden, (row + 1) * hidden);
      const mean = own.reduce((sum, number) => sum + number, 0) / hidden;
      const deviation = Math.sqrt(own.reduce((sum, number) => sum + (number - mean) ** 2, 0) / hidden);
      return own.map((number) => (2 * (number - mean)) / deviation + 1);
    });
    expectClose(rows.numbers, wanted, 1e-4);
  });

  it.each([1, 2, 5, 8])('computes attention over %i tokens', (tokens) => {
    const qkv = floats(tokens * 3 * hidden, (at) => 2 * noise(at + tokens));
    const scores = floats(tokens + 4);
    const out = floats(tokens * hidden);
    kernel.attend(qkv.at, tokens, scores.at, out.at);
    const part = (token: number, which: number, at: number) =>
      qkv.numbers[token * 3 * hidden + which * hidden + at] ?? 0;
    const wanted = Array.from({ length: tokens * hidden }, (_, place) => {
      const [token, at] = [Math.floor(place / hidden), place % hidden];
      const head = Math.floor(at / 32) * 32;
      const shares = Array.from({ length: tokens }, (_, other) => {
        let sum = 0;
        for (let each = head; each < head + 32; each += 1) sum += part(token, 0, each) * part(other, 1, each);
        return Math.exp(sum / Math.sqrt(32));
      });
      const total = shares.reduce((sum, share) => sum + share, 0);
      return shares.reduce((sum, share, other) => sum + (share / total) * part(other, 2, at), 0);
    });
    expectClose(out.numbers, wanted, 1e-4);
  });
});

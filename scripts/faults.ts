/**
 * The fault suite: real servers are killed, cut off from their database, run out of disk, and see their clock jump, under
 * load. `--quick` is the short run of CI, `--kills <number>` kills servers as often instead of 100 times, `--only <text>`
 * runs the parts whose name contains it, `--seed <number>` repeats a run. `--rounds <number>`
 * breaks three nodes as often instead of 12 times. `--write` writes docs/reference/faults.md.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../tests/e2e/seeded-random.js';
import type { FaultPart, FaultResult } from './faults/fault-part.js';
import { parts } from './faults/index.js';
import { writePage } from './faults/write-page.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    kills: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});

const kills = Number(values.kills ?? (values.quick ? 12 : 100));
const rounds = Number(values.rounds ?? (values.quick ? 1 : 12));

async function runPart(name: string, part: FaultPart): Promise<FaultResult> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-faults-'));
  const began = Date.now();
  const say = (line: string) => console.log(`  ${line}`);
  console.log(name);
  try {
    const result = await part({
      folder,
      quick: values.quick,
      kills,
      rounds,
      random: createRandom(Number(values.seed)),
      say,
    });
    if (result.skipped !== undefined) say(`SKIPPED: ${result.skipped}`);
    for (const [what, count] of result.counts) say(`${what}: ${count}`);
    for (const violation of result.violations) say(`VIOLATION: ${violation}`);
    say(`${result.violations.length} violations, ${Math.round((Date.now() - began) / 1000)} s`);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

console.log(`seed ${values.seed}`);
const results: FaultResult[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (name.includes(values.only)) results.push(await runPart(name, part));
}
if (values.write) {
  const file = new URL('../docs/reference/faults.md', import.meta.url);
  const run = `Run of ${new Date().toISOString().slice(0, 10)}, seed ${values.seed}.`;
  await writeFile(file, writePage(await readFile(file, 'utf8'), results, run));
}
const violations = results.reduce((sum, { violations: own }) => sum + own.length, 0);
const skipped = results.filter((result) => result.skipped !== undefined).length;
console.log(`${results.length} parts, ${skipped} skipped, ${violations} violations`);
// Node 20 can wait forever for a closed connection when it ends by itself after so many killed peers.
process.exit(violations > 0 || (skipped > 0 && process.env.CI) ? 1 : 0);

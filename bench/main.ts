/** The benches' command line. */
import { parseArgs } from 'node:util';
import type { BenchReport } from './bench.js';
import { benches } from './benches/index.js';
import { formatTable } from './measure.js';

const usage = 'Usage: npm run bench -- [name…] [--json] [--quick] [--write] [--scale operations] [--only contestant]';

function printReport(report: BenchReport): void {
  for (const table of report.tables) console.log(formatTable(table));
  for (const note of report.notes) console.log(`* ${note}`);
  console.log('');
}

function rounded(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(6))]));
}

interface BenchOptions {
  names: string[];
  json: boolean;
  quick: boolean;
  write: boolean;
  scale: number[];
  only: string[];
}

/** Parses the arguments; returns an error message if they are invalid. */
function readArguments(args: readonly string[]): BenchOptions | string {
  try {
    const { values, positionals: names } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        scale: { type: 'string', multiple: true, default: [] },
        only: { type: 'string', multiple: true, default: [] },
      },
    });
    const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
    if (unknown.length > 0)
      return `Unknown: ${unknown.join(', ')}. Benches: ${benches.map(({ name }) => name).join(', ')}.`;
    const scale = values.scale.map(Number);
    if (!scale.every((size) => Number.isInteger(size) && size > 0)) return '--scale requires a number of operations.';
    return { ...values, names, scale };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs the named benches, or all of them; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (typeof options === 'string') {
    console.error(`${options}\n${usage}`);
    return 2;
  }
  const { names, json, quick, write, scale, only } = options;
  for (const { name, summary } of names.length === 0 ? benches : []) console.log(`${name.padEnd(10)} ${summary}`);
  if (names.length === 0) console.log('');
  const figures: Record<string, number> = {};
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const progress = (line: string) => console.error(`[${bench.name}] ${line}`);
    const report = await bench.run({ quick, write, scale, only, progress });
    printReport(report);
    Object.assign(figures, report.figures);
  }
  if (json) console.log(JSON.stringify(rounded(figures)));
  return 0;
}

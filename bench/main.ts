/** The benches' command line. */
import type { BenchReport } from './bench.js';
import { benches } from './benches/index.js';
import { formatTable } from './measure.js';

const usage = 'Usage: npm run bench -- [name…] [--json] [--quick]';

function printReport(report: BenchReport): void {
  for (const table of report.tables) console.log(formatTable(table));
  for (const note of report.notes) console.log(`* ${note}`);
  console.log('');
}

function rounded(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(6))]));
}

/** Runs the benches named, or all of them; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((argument) => !argument.startsWith('-'));
  const unknown = [
    ...args.filter((argument) => argument.startsWith('-') && !['--json', '--quick'].includes(argument)),
    ...names.filter((name) => !benches.some((bench) => bench.name === name)),
  ];
  for (const { name, summary } of names.length === 0 ? benches : []) console.log(`${name.padEnd(10)} ${summary}`);
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Benches: ${benches.map(({ name }) => name).join(', ')}.\n${usage}`);
    return 2;
  }
  if (names.length === 0) console.log('');
  const figures: Record<string, number> = {};
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const report = await bench.run({
      quick: args.includes('--quick'),
      progress: (line) => console.error(`[${bench.name}] ${line}`),
    });
    printReport(report);
    Object.assign(figures, report.figures);
  }
  if (args.includes('--json')) console.log(JSON.stringify(rounded(figures)));
  return 0;
}

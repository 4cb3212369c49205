/** The web console in a real browser: first load of every screen, scrolling, many calls a second, the first use by a newcomer. */
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { measureLiveCalls } from '../console/live-calls.js';
import { measureNewcomer } from '../console/newcomer.js';
import { openScene, type Scene } from '../console/scene.js';
import { measureScreens } from '../console/screens.js';
import { measureScrolling } from '../console/scrolling.js';
import type { Table } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

const notes = [
  'Interactive: the main heading and the first data are visible, and no task over 50 ms runs in the following 200 ms; measured from the start of the navigation.',
  'Sizes are those of the files compressed with gzip. CPU time of the main thread depends less on the load of the machine than the other times.',
];

/** Sizes of a run. */
interface Sizes {
  /** Operations in the catalogue. */
  operations: number;
  /** Operations in the catalogue that is scrolled. */
  scrolled: number;
  rounds: number;
  /** Seconds of calls. */
  seconds: number;
}

const full: Sizes = { operations: 10_000, scrolled: 100_000, rounds: 5, seconds: 20 };
const short: Sizes = { operations: 10_000, scrolled: 10_000, rounds: 1, seconds: 5 };

interface Part {
  table: Table;
  figures: Record<string, number>;
}

async function run({ quick, scale, progress }: BenchOptions): Promise<BenchReport> {
  const sizes = quick ? short : full;
  const report: BenchReport = { tables: [], notes: [...notes], figures: {} };
  const add = ({ table, figures }: Part) => {
    report.tables.push(table);
    Object.assign(report.figures, figures);
  };
  const inScene = (operations: number, work: (scene: Scene) => Promise<void>) =>
    inTemporaryFolder(async (folder) => {
      progress(`filling a catalogue with ${operations.toLocaleString('en')} operations`);
      const scene = await openScene(folder, operations);
      try {
        await work(scene);
      } finally {
        await scene.close();
      }
    });
  const scroll = async (scene: Scene, operations: number) => {
    progress('scrolling');
    add(await measureScrolling(scene, operations));
  };
  if (scale.length === 0) {
    progress('a newcomer');
    add(await inTemporaryFolder(measureNewcomer));
    await inScene(sizes.operations, async (scene) => {
      progress('loading the screens');
      add(await measureScreens(scene, sizes.rounds, sizes.operations));
      progress('calls');
      add(await measureLiveCalls(scene, sizes.seconds));
      if (sizes.scrolled === sizes.operations) await scroll(scene, sizes.scrolled);
    });
  }
  for (const operations of scale.length === 0 ? [sizes.scrolled] : scale) {
    if (scale.length === 0 && operations === sizes.operations) continue;
    await inScene(operations, (scene) => scroll(scene, operations));
  }
  return report;
}

/** The bench. */
export const webConsole: Bench = {
  name: 'console',
  summary: 'the web console in a browser: first load, scrolling, many calls a second, the first use by a newcomer',
  run,
};

/** The wall clock of a server jumps back and forth, also while it is down, under load. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { checkNotes } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import type { FaultPart } from './fault-part.js';
import { serverSettings } from './kill-servers.js';
import { createNotes, prepareLoad, runLoad } from './mixed-load.js';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** Jumps in milliseconds, one after the other. */
const jumps = [-minute, minute, -hour, hour, 2 * hour, -2 * hour, -second, second];
const betweenMs = 400;

/** Moves the clock under load, and once between a kill and the restart. */
export const moveClock: FaultPart = async ({ folder, say }) => {
  const file = join(folder, 'shift');
  const preload = fileURLToPath(new URL('shift-clock.mjs', import.meta.url));
  const env = {
    ...serverSettings,
    DRAGOMAN_STORE_PATH: join(folder, 'clock.db'),
    CLOCK_SHIFT_FILE: file,
    NODE_OPTIONS: `--import ${preload}`,
  };
  const service = await startCountingService(100);
  const notes = createNotes();
  let shift = 0;
  const jump = async (by: number) => {
    shift += by;
    await writeFile(file, String(shift));
  };
  let server = await startServerProcess({ cwd: folder, env });
  try {
    await prepareLoad(server.url, service.url);
    for (const down of [-hour, hour]) {
      let over = false;
      const load = runLoad(server.url, notes, () => over);
      for (const by of jumps) {
        await sleep(betweenMs);
        await jump(by);
        await sleep(betweenMs);
      }
      await server.kill();
      over = true;
      await load;
      await jump(down);
      server = await startServerProcess({ cwd: folder, env });
      say(`killed, and started again with the clock ${down < 0 ? 'an hour back' : 'an hour ahead'}`);
    }
    const { counts, violations } = await checkNotes(server.url, notes, service.effects);
    return {
      title: 'Clock jumps',
      method:
        'The wall clock of the server jumps by a second, a minute, an hour and two hours, back and forth, while nine clients work; then the server is killed and starts with the clock an hour back, and again an hour ahead. Rate limits, background calls and leases must not notice.',
      counts: new Map([['jumps', 2 * (jumps.length + 1)], ...counts]),
      violations,
    };
  } finally {
    await server.kill();
    await service.close();
  }
};

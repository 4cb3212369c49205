/** A PostgreSQL server of our own is restarted under load, without a clean shutdown. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { ask } from './ask.js';
import { checkNotes, until } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import type { FaultPart, FaultRun } from './fault-part.js';
import { serverSettings } from './kill-servers.js';
import { createNotes, prepareLoad, runLoad } from './mixed-load.js';
import { findPostgres, type OwnPostgres, startOwnPostgres } from './own-postgres.js';

const [restarts, quickRestarts] = [20, 3];

/** Restarts PostgreSQL repeatedly while clients work. */
export const restartPostgres: FaultPart = async (faults) => {
  const programs = await findPostgres();
  const title = 'PostgreSQL restarted under load';
  if (programs === undefined) {
    return { title, method: '', counts: new Map(), violations: [], skipped: 'initdb is not installed' };
  }
  const postgres = await startOwnPostgres(faults.folder, programs);
  try {
    return { title, ...(await restartUnderLoad(faults, postgres)) };
  } finally {
    await postgres.stop();
  }
};

async function restartUnderLoad({ folder, quick, random, say }: FaultRun, postgres: OwnPostgres) {
  const rounds = quick ? quickRestarts : restarts;
  const service = await startCountingService(20);
  const server = await startServerProcess({ cwd: folder, env: { ...serverSettings, DATABASE_URL: postgres.url } });
  const notes = createNotes();
  let over = false;
  try {
    await prepareLoad(server.url, service.url);
    const load = runLoad(server.url, notes, () => over);
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(300 + random() * 500);
      await postgres.restart();
      const isReady = async () => (await ask(server.url, { path: '/readyz' }))?.status === 200;
      if (!(await until(isReady))) notes.unexpected.push(`not ready again after restart ${round}`);
      if (round % 5 === 0) say(`restarted ${round} of ${rounds} times`);
    }
    over = true;
    await load;
    const { counts, violations } = await checkNotes(server.url, notes, service.effects);
    return {
      method:
        'PostgreSQL is stopped with "immediate", as after a crash, and started again, while nine clients work; the server keeps running.',
      counts: new Map([['restarts', rounds], ...counts]),
      violations,
    };
  } finally {
    over = true;
    await server.kill();
    await service.close();
  }
}

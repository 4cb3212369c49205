/** kill -9 at random moments under load, on both stores. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startServerProcess } from '../../tests/e2e/server-process.js';
import { checkNotes } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import type { FaultPart, FaultResult, FaultRun } from './fault-part.js';
import { createNotes, type Notes, prepareLoad, runLoad } from './mixed-load.js';
import { withDatabase } from './test-database.js';

/** Settings of every server of the suite: calls to this machine, and leases that end soon. */
export const serverSettings = {
  DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
  DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
  DRAGOMAN_LEDGER_LEASE_SECONDS: '1',
  DRAGOMAN_GATEWAY_RUNS_LEASE_SECONDS: '1',
  DRAGOMAN_GATEWAY_RUNS_PER_CALLER: '1000',
};
const slowestCallMs = 40;
const latestKillMs = 500;

/** Kills servers with a SQLite store. */
export const killOnSqlite: FaultPart = (run) =>
  killServers(run, 'SQLite', { DRAGOMAN_STORE_PATH: join(run.folder, 'kills.db') });

/** Kills servers with a PostgreSQL store. */
export const killOnPostgres: FaultPart = (run) =>
  withDatabase((url) => killServers(run, 'PostgreSQL', { DATABASE_URL: url }));

async function killServers(run: FaultRun, store: string, env: Record<string, string>): Promise<FaultResult> {
  const rounds = run.kills;
  const service = await startCountingService(slowestCallMs);
  const start = () => startServerProcess({ cwd: run.folder, env: { ...serverSettings, ...env } });
  const notes = createNotes();
  let server = await start();
  try {
    await prepareLoad(server.url, service.url);
    for (let round = 1; round <= rounds; round += 1) {
      await loadUntilKilled(server, notes, run.random);
      server = await start();
      if (round % 10 === 0) run.say(`${store}: killed ${round} of ${rounds} times`);
    }
    const { counts, violations } = await checkNotes(server.url, notes, service.effects);
    return {
      title: `kill -9 on ${store}`,
      method:
        'The server is killed at a random moment while nine clients register, call, call in the background, import and change a toolset. After each restart the clients continue; requests without an answer are repeated with their key.',
      counts: new Map([['kills', rounds], ...counts]),
      violations,
    };
  } finally {
    await server.kill();
    await service.close();
  }
}

async function loadUntilKilled(server: ServerProcess, notes: Notes, random: () => number): Promise<void> {
  let over = false;
  const before = notes.answered.size;
  const load = runLoad(server.url, notes, () => over);
  // The first requests after a start are slow; a kill before them would test nothing.
  for (let tries = 0; tries < 500 && notes.answered.size === before; tries += 1) await sleep(10);
  await sleep(random() * latestKillMs);
  await server.kill();
  over = true;
  await load;
}

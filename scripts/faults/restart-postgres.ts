/** A PostgreSQL server of our own is restarted under load, without a clean shutdown. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../tests/e2e/free-port.js';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { ask } from './ask.js';
import { checkNotes, until } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import type { FaultPart, FaultRun } from './fault-part.js';
import { serverSettings } from './kill-servers.js';
import { createNotes, prepareLoad, runLoad } from './mixed-load.js';

const run = promisify(execFile);
const packages = '/usr/lib/postgresql';
const [restarts, quickRestarts] = [20, 3];

/** A PostgreSQL server that may be stopped. */
interface OwnPostgres {
  url: string;
  /** Ends it without a clean shutdown, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function findPrograms(): Promise<string | undefined> {
  const versions = existsSync(packages) ? await readdir(packages) : [];
  return versions.map((version) => join(packages, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL does not run as root, so its own user runs it then. */
async function databaseUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function startOwnPostgres(folder: string, programs: string): Promise<OwnPostgres> {
  const data = join(folder, 'postgres');
  const user = await databaseUser();
  await mkdir(data);
  if (user !== undefined) await chown(data, user.uid, user.gid);
  if (user !== undefined) await chmod(folder, 0o755);
  const port = await freePort();
  const control = (...args: string[]) =>
    run(join(programs, 'pg_ctl'), ['-D', data, '-w', ...args], { ...user, cwd: '/' });
  await run(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres'], { ...user, cwd: '/' });
  const start = () => control('-l', join(data, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${data}`, 'start');
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      await control('-m', 'immediate', 'stop');
      await start();
    },
    stop: async () => void (await control('-m', 'immediate', 'stop')),
  };
}

/** Restarts PostgreSQL repeatedly while clients work. */
export const restartPostgres: FaultPart = async (faults) => {
  const programs = await findPrograms();
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

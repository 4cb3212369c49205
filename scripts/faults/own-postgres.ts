/** PostgreSQL servers of our own, in a temporary folder, which may be stopped, and a standby that takes over. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../tests/e2e/free-port.js';

const run = promisify(execFile);
const packages = '/usr/lib/postgresql';

/** A PostgreSQL server that may be stopped. */
export interface OwnPostgres {
  url: string;
  port: number;
  /** Ends it without a clean shutdown, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Starts a standby; from now on a commit waits until the standby has it. */
  addStandby(): Promise<Standby>;
}

/** A server that has every commit of another one. */
export interface Standby extends Pick<OwnPostgres, 'port' | 'stop'> {
  /** Makes it accept writes. */
  promote(): Promise<void>;
}

/** The folder of the programs; undefined when they are not installed. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = existsSync(packages) ? await readdir(packages) : [];
  return versions.map((version) => join(packages, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL does not run as root, so its own user runs it then. */
async function databaseUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

interface Cluster {
  port: number;
  data: string;
  program(name: string, ...args: string[]): Promise<unknown>;
  start(): Promise<unknown>;
  stop(): Promise<void>;
  control(...args: string[]): Promise<unknown>;
}

async function createCluster(folder: string, programs: string): Promise<Cluster> {
  const data = folder;
  const user = await databaseUser();
  await mkdir(data);
  if (user !== undefined) await chown(data, user.uid, user.gid);
  await chmod(data, 0o700);
  const port = await freePort();
  const program = (name: string, ...args: string[]) => run(join(programs, name), args, { ...user, cwd: '/' });
  const control = (...args: string[]) => program('pg_ctl', '-D', data, '-w', ...args);
  return {
    port,
    data,
    program,
    control,
    start: () => control('-l', join(data, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${data}`, 'start'),
    stop: async () => void (await control('-m', 'immediate', 'stop').catch(() => undefined)),
  };
}

/** Starts a server with an empty database. */
export async function startOwnPostgres(folder: string, programs: string): Promise<OwnPostgres> {
  if ((await databaseUser()) !== undefined) await chmod(folder, 0o755);
  const primary = await createCluster(join(folder, 'postgres'), programs);
  const { port, data, program } = primary;
  await program('initdb', '-D', data, '-A', 'trust', '-U', 'postgres');
  await primary.start();
  const execute = (sql: string) =>
    run(join(programs, 'psql'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-qc', sql]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    stop: primary.stop,
    async restart() {
      await primary.control('-m', 'immediate', 'stop');
      await primary.start();
    },
    async addStandby() {
      const standby = await createCluster(join(folder, 'standby'), programs);
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      await standby.program('pg_basebackup', ...from, '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast');
      await standby.start();
      await execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await execute('SELECT pg_reload_conf()');
      return { port: standby.port, stop: standby.stop, promote: async () => void (await standby.control('promote')) };
    },
  };
}

/** The disk of the embedded store is full, or becomes full within a request, at every size of the remaining space. */
import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { ask } from './ask.js';
import { checkNotes, until } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import type { FaultPart, FaultRun } from './fault-part.js';
import { serverSettings } from './kill-servers.js';
import { actions, createNotes, noteUnexpected, prepareLoad } from './mixed-load.js';

const run = promisify(execFile);
const title = 'Full disk';
const diskMegabytes = 24;
const kilobyte = 1024;
/** Space that is left before a request. */
const [mostLeft, step, quickStep] = [96 * kilobyte, 4 * kilobyte, 16 * kilobyte];

/** Fills the disk before each kind of request, with more and more space left. */
export const fillDisk: FaultPart = async (faults) => {
  const disk = join(faults.folder, 'disk');
  await mkdir(disk);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk]);
  } catch {
    return { title, method: '', counts: new Map(), violations: [], skipped: 'a small disk cannot be mounted here' };
  }
  try {
    return { title, ...(await fillBeforeRequests(faults, disk)) };
  } finally {
    await run('umount', ['--lazy', disk]);
  }
};

async function fillBeforeRequests({ folder, quick, say }: FaultRun, disk: string) {
  const filler = join(disk, 'filler');
  const service = await startCountingService(0);
  const env = { ...serverSettings, DRAGOMAN_STORE_PATH: join(disk, 'full.db') };
  const server = await startServerProcess({ cwd: folder, env });
  const notes = createNotes();
  const status = async () => (await ask(server.url, { path: '/readyz' }))?.status;
  let refused = 0;
  let requests = 0;
  try {
    await prepareLoad(server.url, service.url);
    for (let left = 0; left <= mostLeft; left += quick ? quickStep : step) {
      for (const [name, act] of Object.entries(actions)) {
        await fill(filler, disk, left);
        const answer = await act(server.url, notes);
        requests += 1;
        if (answer === undefined) notes.unexpected.push(`${name} got no answer on a full disk`);
        else noteUnexpected(answer, notes);
        if (answer?.status === 503) refused += 1;
        if (left === 0 && !(await until(async () => (await status()) === 503))) {
          notes.unexpected.push('/readyz does not report the full disk');
        }
        await rm(filler, { force: true });
        if (!(await until(async () => (await status()) === 200)))
          notes.unexpected.push('not ready again with free space');
      }
      say(`${left / kilobyte} KB left: ${refused} of ${requests} requests refused so far`);
    }
    const { counts, violations } = await checkNotes(server.url, notes, service.effects);
    return {
      method: `The store is on a disk of ${diskMegabytes} MB that is filled before each request, leaving from nothing to ${mostLeft / kilobyte} KB, so that the space ends at another write each time.`,
      counts: new Map([['requests on a full disk', requests], ['refused with 503', refused], ...counts]),
      violations,
    };
  } finally {
    await server.kill();
    await service.close();
  }
}

/** Writes a file that leaves this many bytes free. */
async function fill(file: string, disk: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  // The server may use some of the space in between; the file is as large as the disk allows then.
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - left))).catch(() => undefined);
}

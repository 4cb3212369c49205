/**
 * Brings committed transactions to the disk. The driver would wait for the disk on the main thread at every commit;
 * here the write-ahead log is synchronized by a thread of libuv, once for all commits that wait for it.
 */
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Keeps count of the commits that are not on the disk yet. */
export interface LogSync {
  /** Notes a commit that wrote something. */
  committed(): void;
  /** Resolves when every commit so far is on the disk; undefined when it already is. */
  settled(): Promise<void> | undefined;
  /** Releases the file once every commit is on the disk. */
  close(): void;
}

const syncData = promisify(fdatasync);

/** Creates the synchronization of a log file, which is opened on first use and exists after the first commit. */
export function createLogSync(path: string, sync: (file: number) => Promise<void> = syncData): LogSync {
  let [commits, onDisk] = [0, 0];
  let file: number | undefined;
  let running: Promise<void> | undefined;

  async function run() {
    const upTo = commits;
    // Not closed in between: SQLite removes the log only with its last connection, which outlives this file.
    file ??= openSync(path, 'r+');
    await sync(file);
    onDisk = upTo;
  }

  /** A commit made during a synchronization needs the next one, which it shares with all others that wait. */
  async function waitFor(commit: number) {
    while (onDisk < commit) {
      running ??= run().finally(() => {
        running = undefined;
      });
      await running;
    }
  }

  function release() {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  const settled = () => (onDisk === commits ? undefined : waitFor(commits));

  return {
    committed() {
      commits += 1;
    },
    settled,
    close() {
      const last = settled();
      if (last === undefined) release();
      else last.then(release, release);
    },
  };
}

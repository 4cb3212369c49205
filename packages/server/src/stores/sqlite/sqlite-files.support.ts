/** Folders and files in the states that a SQLite store may meet: separate, without space, not writable. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a body with the path of a file that does not exist yet, in a temporary folder that is removed afterwards. */
export async function withFolder<T>(body: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-sqlite-'));
  try {
    return await body(join(folder, 'store.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a file read-only even for root; returns the function that undoes it, or undefined where this machine does not
 * allow it.
 */
export async function makeReadOnly(file: string): Promise<(() => Promise<void>) | undefined> {
  if (process.getuid?.() !== 0) {
    await chmod(file, 0o444);
    return () => chmod(file, 0o644);
  }
  if (!succeeds('chattr', '+i', file)) return undefined;
  return async () => {
    succeeds('chattr', '-i', file);
  };
}

/** Runs a body in a separate file system of that many KiB; false where this machine does not allow it. */
export async function withSmallDisk(kibibytes: number, body: (folder: string) => Promise<void>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-disk-'));
  try {
    if (!succeeds('mount', '-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder)) return false;
    try {
      await body(folder);
    } finally {
      succeeds('umount', '-l', folder);
    }
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function succeeds(command: string, ...parameters: string[]): boolean {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
}

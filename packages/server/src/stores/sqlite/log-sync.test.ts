import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLogSync } from './log-sync.js';
import { withFolder } from './sqlite-files.support.js';

/** A synchronization whose disk answers when the test says so. */
function withDisk(body: (disk: { log: ReturnType<typeof createLogSync>; answers: Answer[] }) => Promise<void>) {
  return withFolder(async (path) => {
    writeFileSync(path, '');
    const answers: Answer[] = [];
    const log = createLogSync(
      path,
      () => new Promise((resolve, reject) => void answers.push({ confirm: () => resolve(), fail: reject })),
    );
    await body({ log, answers });
    log.close();
  });
}

interface Answer {
  confirm(): void;
  fail(error: Error): void;
}

/** True when the promise is settled after all pending microtasks. */
async function isSettled(promise: Promise<void> | undefined): Promise<boolean> {
  let settled = false;
  const mark = () => {
    settled = true;
  };
  promise?.then(mark, mark);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the synchronization of the write-ahead log', () => {
  it('is not needed before the first commit and after the last one is on the disk', () =>
    withDisk(async ({ log, answers }) => {
      expect(log.settled()).toBeUndefined();
      log.committed();
      const settled = log.settled();
      answers[0]?.confirm();
      await settled;
      expect(log.settled()).toBeUndefined();
      expect(answers).toHaveLength(1);
    }));

  it('covers all commits made before it starts, and none made while it runs', () =>
    withDisk(async ({ log, answers }) => {
      log.committed();
      log.committed();
      const first = log.settled();
      log.committed();
      const [second, third] = [log.settled(), log.settled()];
      answers[0]?.confirm();
      expect(await isSettled(first)).toBe(true);
      expect(await isSettled(second)).toBe(false);
      expect(answers).toHaveLength(2);
      answers[1]?.confirm();
      await Promise.all([second, third]);
      expect(answers).toHaveLength(2);
    }));

  it('reports a disk that fails to every commit that waits, and tries again for the next one', () =>
    withDisk(async ({ log, answers }) => {
      log.committed();
      const waiting = [log.settled(), log.settled()];
      answers[0]?.fail(new Error('EIO'));
      const settled = await Promise.allSettled(waiting);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      log.committed();
      const next = log.settled();
      answers[1]?.confirm();
      await next;
      expect(log.settled()).toBeUndefined();
    }));

  it('is completed for all commits before the file is closed', () =>
    withDisk(async ({ log, answers }) => {
      log.committed();
      const first = log.settled();
      log.committed();
      const second = log.settled();
      log.close();
      answers[0]?.confirm();
      await first;
      expect(await isSettled(second)).toBe(false);
      answers[1]?.confirm();
      await second;
    }));
});

/** The watchdog with real process groups: what ignores every polite request ends all the same. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createWatchdog } from './watchdog.js';

/** A shell in a group of its own that ignores SIGTERM, and a child of it that does so too. */
async function startStubborn() {
  const script = `trap '' TERM HUP; sh -c 'trap "" TERM HUP; echo ready; sleep 600' & wait`;
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  await once(shell.stdout, 'data');
  return shell;
}

describe.skipIf(process.platform === 'win32')('the watchdog', () => {
  it('ends the process groups that are still listed when its pipe closes', async () => {
    const [kept, spared] = await Promise.all([startStubborn(), startStubborn()]);
    const watchdog = createWatchdog();
    watchdog.add(kept.pid ?? 0);
    watchdog.add(spared.pid ?? 0);
    watchdog.remove(spared.pid ?? 0);
    const ended = once(kept, 'exit');
    // The pipe of the output closes when the last process of the group has gone.
    const emptied = once(kept.stdout, 'end');
    watchdog.close();
    expect((await ended)[1]).toBe('SIGKILL');
    kept.stdout.resume();
    await emptied;
    expect(spared.exitCode ?? spared.signalCode).toBeNull();
    process.kill(-(spared.pid ?? 0), 'SIGKILL');
  });
});

/** Tests the watchdog with real process groups: a process that ignores every signal but SIGKILL still ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createWatchdog } from './watchdog.js';

/** A shell in its own process group that ignores SIGTERM, with a child that does so too. */
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
    // The output pipe closes when the last process of the group has ended.
    const emptied = once(kept.stdout, 'end');
    watchdog.close();
    expect((await ended)[1]).toBe('SIGKILL');
    kept.stdout.resume();
    await emptied;
    expect(spared.exitCode ?? spared.signalCode).toBeNull();
    process.kill(-(spared.pid ?? 0), 'SIGKILL');
  });
});

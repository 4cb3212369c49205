/**
 * Ensures that no child outlives this process, however it ends: a small shell reads from a pipe, knows the process
 * groups of all children, and ends them when the pipe closes, which happens even on SIGKILL.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

/** Knows which process groups end with this process. */
export interface Watchdog {
  add(group: number): void;
  remove(group: number): void;
  /** Closes the pipe; groups that are still listed are ended. */
  close(): void;
}

// "kill -TERM -- -1" is not POSIX, and dash rejects it.
const script = `
groups=""
while read -r word group; do
  case $word in
    add) groups="$groups $group" ;;
    remove) kept=""; for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done; groups=$kept ;;
  esac
done
[ -z "$groups" ] && exit 0
for one in $groups; do kill -s TERM -- "-$one" 2>/dev/null; done
sleep 1
for one in $groups; do kill -s KILL -- "-$one" 2>/dev/null; done
exit 0
`;

/**
 * Creates a watchdog; its shell starts with the first child. Without a POSIX shell there is no watchdog, and nothing
 * fails.
 */
export function createWatchdog(): Watchdog {
  let shell: ChildProcess | undefined;
  const start = (): ChildProcess => {
    const made = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {} });
    made.on('error', () => undefined);
    made.stdin?.on('error', () => undefined);
    made.unref();
    return made;
  };
  const tell = (word: 'add' | 'remove', group: number) => {
    if (process.platform === 'win32') return;
    shell ??= start();
    shell.stdin?.write(`${word} ${group}\n`);
  };
  return {
    add: (group) => tell('add', group),
    remove: (group) => tell('remove', group),
    close() {
      shell?.stdin?.end();
      shell = undefined;
    },
  };
}

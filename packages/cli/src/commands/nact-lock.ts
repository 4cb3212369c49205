/** `dragoman nact lock`: adds new tool versions of a provider to the lock file, which is committed with the code. */
import type { Command } from '../command/command.js';
import {
  lockOptions,
  lockPathOf,
  printFindings,
  readLockFile,
  toolsArgument,
  toolsOf,
  writeLockFile,
} from '../files/lock-file.js';
import { line } from '../terminal/paint.js';

/** Locks signatures. */
export const nactLock: Command = {
  name: 'nact lock',
  summary: 'Add the signatures of new tool versions to the lock file',
  details:
    'Locked signatures never change. The file is not written, and the exit code is 1, when a locked signature has changed ' +
    'or is missing, or when a new version breaks the previous one; every change is listed.',
  arguments: [toolsArgument],
  options: lockOptions,
  examples: [
    { line: 'dragoman nact lock ./dist/tools.js', explanation: 'Tools that a module exports' },
    {
      line: 'dragoman nact lock https://api.example/v3 --token-env API_TOKEN',
      explanation: 'Tools of a running API, read with a token',
    },
  ],
  async run(context) {
    const { options, print } = context;
    const { emptyLock, extendLock } = await import('@dragoman/core/conversion');
    const { signatures, latestOnly, faults } = await toolsOf(context);
    const { lock: present, findings: unusable } = (await readLockFile(context)) ?? { lock: emptyLock, findings: [] };
    const comparison = { latestOnly, allowWidened: options.flag('allow-widening') };
    const { lock, added, findings } =
      present === undefined
        ? { lock: undefined, added: [], findings: unusable }
        : extendLock(present, signatures, comparison);
    const refused = lock === undefined || faults.length > 0;
    if (!refused && added.length > 0) await writeLockFile(context, lock);
    const locked = refused ? [] : added.map(({ toolId, name, version }) => ({ tool_id: toolId, name, version }));
    if (print.json) print.value({ lock: lockPathOf(context), added: locked, findings, faults });
    else {
      printFindings(print, findings, faults);
      for (const { name, version } of locked)
        print.out(line`${print.color.good('locked')}  ${name} version ${version}`);
      if (refused) print.note(line`${lockPathOf(context)} was not changed`);
      else print.note(line`added ${locked.length} to ${lockPathOf(context)}, which now has ${lock.signatures.length}`);
    }
    return refused ? 1 : 0;
  },
};

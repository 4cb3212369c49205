/** `dragoman nact lock`: adds new versions of a provider's tools to the lock that is committed beside their code. */
import type { Command } from '../command.js';
import {
  lockOptions,
  lockPathOf,
  printFindings,
  readLockFile,
  toolsArgument,
  toolsOf,
  writeLockFile,
} from '../lock-file.js';
import { line } from '../output/paint.js';

/** Locks signatures. */
export const nactLock: Command = {
  name: 'nact lock',
  summary: 'Lock the signatures of new tool versions in a file to be committed',
  details:
    'What is locked never changes. The file stays as it is, and the exit code is 1, when a locked signature has changed ' +
    'or is gone, or when a new version breaks the one before; every change is named.',
  arguments: [toolsArgument],
  options: lockOptions,
  examples: [
    { line: 'dragoman nact lock ./dist/tools.js', explanation: 'Tools that a module of yours exports' },
    {
      line: 'dragoman nact lock https://api.example/v3 --token-env API_TOKEN',
      explanation: 'Tools that an API serves, read with a token',
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
        print.out(line`${print.colour.good('locked')}  ${name} version ${version}`);
      if (refused) print.note(line`${lockPathOf(context)} is left as it was`);
      else
        print.note(line`${locked.length} added to ${lockPathOf(context)}, which now holds ${lock.signatures.length}`);
    }
    return refused ? 1 : 0;
  },
};

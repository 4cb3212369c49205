/** `dragoman nact check`: fails in the CI of a provider when the tools differ from the committed lock file. */
import type { LockFinding } from '@dragoman/core/conversion';
import type { Command, CommandContext } from '../command/command.js';
import { lockOptions, lockPathOf, printFindings, readLockFile, toolsArgument, toolsOf } from '../files/lock-file.js';
import type { PublishedTools } from '../files/read-signatures.js';
import { line } from '../terminal/paint.js';

/** Compares signatures with the lock file. */
export const nactCheck: Command = {
  name: 'nact check',
  summary: 'Check that no locked tool signature changed without a new version',
  details:
    'Exit code 1 when a locked signature has changed or is missing, when a version is not in the lock file yet, or when it breaks ' +
    'the previous one. Meant for the CI of the provider.',
  arguments: [toolsArgument],
  options: lockOptions,
  examples: [
    { line: 'dragoman nact check ./dist/tools.js', explanation: 'Compare tools in code with the committed lock file' },
    { line: 'dragoman nact check https://api.example/v3 --json', explanation: 'Check a running API, as JSON' },
  ],
  async run(context) {
    const { print } = context;
    const tools = await toolsOf(context);
    const findings = await compareWithLockFile(context, tools);
    const ok = findings.length === 0 && tools.faults.length === 0;
    if (print.json) print.value({ ok, lock: lockPathOf(context), findings, faults: tools.faults });
    else {
      printFindings(print, findings, tools.faults);
      if (ok) print.out(line`${print.color.good('ok')}  ${tools.signatures.length} signatures`);
    }
    return ok ? 0 : 1;
  },
};

async function compareWithLockFile(context: CommandContext, tools: PublishedTools): Promise<readonly LockFinding[]> {
  const read = await readLockFile(context);
  if (read === undefined) {
    const message = `${lockPathOf(context)} does not exist; create it with "dragoman nact lock" and commit it.`;
    return [{ kind: 'unreadable', message }];
  }
  if (read.lock === undefined) return read.findings;
  const allowWidened = context.options.flag('allow-widening');
  const { compareWithLock } = await import('@dragoman/core/conversion');
  return compareWithLock(read.lock, tools.signatures, { latestOnly: tools.latestOnly, allowWidened });
}

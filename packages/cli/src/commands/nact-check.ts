/** `dragoman nact check`: for a provider's CI; fails when the tools and the committed lock disagree. */
import type { LockFinding } from '@dragoman/core/conversion';
import type { Command, CommandContext } from '../command.js';
import { lockOptions, lockPathOf, printFindings, readLockFile, toolsArgument, toolsOf } from '../lock-file.js';
import { line } from '../output/paint.js';
import type { PublishedTools } from '../read-signatures.js';

/** Checks signatures against the lock. */
export const nactCheck: Command = {
  name: 'nact check',
  summary: 'Check that no locked tool signature changed without a new version',
  details:
    'Exit code 1 when a locked signature has changed or is gone, when a version is not in the lock yet, or when it breaks ' +
    'the one before. Run it in the CI of the provider.',
  arguments: [toolsArgument],
  options: lockOptions,
  examples: [
    { line: 'dragoman nact check ./dist/tools.js', explanation: 'Tools in code against the committed lock' },
    { line: 'dragoman nact check https://api.example/v3 --json', explanation: 'What is served, for a program to read' },
  ],
  async run(context) {
    const { print } = context;
    const tools = await toolsOf(context);
    const findings = await judge(context, tools);
    const ok = findings.length === 0 && tools.faults.length === 0;
    if (print.json) print.value({ ok, lock: lockPathOf(context), findings, faults: tools.faults });
    else {
      printFindings(print, findings, tools.faults);
      if (ok) print.out(line`${print.colour.good('fits')}  ${tools.signatures.length} signatures`);
    }
    return ok ? 0 : 1;
  },
};

async function judge(context: CommandContext, tools: PublishedTools): Promise<readonly LockFinding[]> {
  const read = await readLockFile(context);
  if (read === undefined) {
    const message = `There is no ${lockPathOf(context)}; make it with "dragoman nact lock" and commit it.`;
    return [{ kind: 'unreadable', message }];
  }
  if (read.lock === undefined) return read.findings;
  const allowWidened = context.options.flag('allow-widening');
  const { compareWithLock } = await import('@dragoman/core/conversion');
  return compareWithLock(read.lock, tools.signatures, { latestOnly: tools.latestOnly, allowWidened });
}

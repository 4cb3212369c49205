/** `dragoman migrate`: brings the schema of the store up to date, or shows what that would do. */
import type { MigrationPlan } from '@dragoman/server';
import type { Command } from '../command/command.js';
import { loadLocalConfig, storeOptions, withStore } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

/** Migrates the store. */
export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the schema of the store up to date, or show what that would do',
  details:
    'A server does this itself when it starts. Run it before a rolling upgrade to see the steps: after steps of the kind "expand" nodes of the previous ' +
    'version keep working on the same database; before a step of the kind "contract" all nodes must run this version.',
  arguments: [],
  options: [{ name: 'dry-run', description: 'Show the steps, change nothing' }, ...storeOptions],
  examples: [
    { line: 'dragoman migrate --dry-run', explanation: 'What the start of this version would change' },
    { line: 'dragoman migrate', explanation: 'Apply it now' },
  ],
  async run(context) {
    const { options, print } = context;
    const { planMigration } = await import('@dragoman/server');
    const plan = await planMigration(await loadLocalConfig(context));
    const isDryRun = options.flag('dry-run');
    // Opening a store migrates it.
    if (!isDryRun && plan.pending.length > 0) await withStore(context, async () => undefined);
    if (print.json) print.value({ ...plan, applied: !isDryRun });
    else {
      for (const { version, name, kind } of plan.pending) print.out(line`${version}  ${kind}  ${name}`);
      print.note(line`${summarize(plan, isDryRun)}`);
    }
    return 0;
  },
};

function summarize({ where, current, newest, pending }: MigrationPlan, isDryRun: boolean): string {
  // A newer program has added to the schema what this one does not need.
  if (current > newest) return `${where} has version ${current}; this program knows version ${newest} and can use it.`;
  if (pending.length === 0) return `${where} has version ${current}, the newest one; nothing to do.`;
  if (!isDryRun) return `${where} was migrated from version ${current} to ${newest}.`;
  const contracts = pending.filter(({ kind }) => kind === 'contract').length;
  const advice =
    contracts === 0
      ? 'Nodes of the previous version can keep running.'
      : 'Stop nodes of earlier versions before a step of the kind "contract".';
  return `${where} has version ${current}; ${pending.length} steps to version ${newest} were not applied. ${advice}`;
}

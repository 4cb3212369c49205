/** Starts the command of an MCP server once, before the registry stores it. */
import type { StdioServerPreview } from '@dragoman/sdk';
import type { CommandContext, CommandOption } from '../command/command.js';
import { line } from '../terminal/paint.js';

/** The option that stores a command that does not start. */
export const forceOption: CommandOption = { name: 'force', description: 'Store it even if the command does not start' };

/** False when the command does not start, after saying why; a command that is only slow may start later. */
export async function mayStore(
  { args, options, print }: CommandContext,
  preview: () => Promise<StdioServerPreview>,
): Promise<boolean> {
  if (options.flag('force')) return true;
  const found = await preview();
  const { problem, stderr } = found.preview;
  if (problem === undefined) return true;
  const isSlow = problem.code === 'UPSTREAM_TIMEOUT';
  if (!isSlow && print.json) {
    print.value(found);
    return false;
  }
  if (isSlow) print.note(line`${args[0] ?? ''} started, but did not list its tools within 20 seconds.`);
  else print.out(line`${print.color.bad('failed')}  ${problem.message} [${problem.code}]`);
  for (const text of stderr.slice(-shownLines)) print.note(line`  ${text}`);
  if (isSlow) print.note(line`It is stored anyway, because it may only be slow; the next call starts it again.`);
  else print.note(line`Nothing was stored. Correct the command, or store it as it is with --force.`);
  return isSlow;
}

/** Lines of standard error that are shown with a failure. */
const shownLines = 10;

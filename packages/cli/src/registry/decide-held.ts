/** Accepts or rejects changes that are on hold at a source; prints them first, and decides on exactly those. */
import type { Command, ExitCode } from '../command/command.js';
import { printHeldChanges, printSource } from '../output/source-health.js';
import { line } from '../terminal/paint.js';
import { connect } from './connect.js';

/** Decides on the changes of the source that the command names; 1 when none are on hold. */
export async function decideHeld(
  context: Parameters<Command['run']>[0],
  decision: 'accept' | 'refuse',
): Promise<ExitCode> {
  const { args, options, print, runtime } = context;
  const { sources } = connect(context);
  const id = args[0] ?? '';
  const { held } = await sources.read(id, { signal: runtime.signal });
  if (held === undefined) {
    print.note(line`No changes are on hold at this source.`);
    return 1;
  }
  if (!print.json) printHeldChanges(print, held);
  const mark = options.text('mark') ?? held.mark;
  const source = await sources.decide(id, { decision, mark }, { signal: runtime.signal });
  if (print.json) print.value(source);
  else printSource(print, source);
  return 0;
}

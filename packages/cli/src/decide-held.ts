/** Somebody's word on changes that are held at a source: what is decided on is printed first, and is what the registry decides on. */
import type { Command, ExitCode } from './command.js';
import { connect } from './connect.js';
import { line } from './output/paint.js';
import { printHeldChanges, printSource } from './output/source-health.js';

/** Decides on what is held at the source that the command names; 1 when nothing is. */
export async function decideHeld(
  context: Parameters<Command['run']>[0],
  decision: 'accept' | 'refuse',
): Promise<ExitCode> {
  const { args, options, print, surroundings } = context;
  const { sources } = connect(context);
  const id = args[0] ?? '';
  const { held } = await sources.read(id, { signal: surroundings.signal });
  if (held === undefined) {
    print.note(line`nothing is held at this source`);
    return 1;
  }
  if (!print.json) printHeldChanges(print, held);
  const mark = options.text('mark') ?? held.mark;
  const source = await sources.decide(id, { decision, mark }, { signal: surroundings.signal });
  if (print.json) print.value(source);
  else printSource(print, source);
  return 0;
}

/** Decides on a call that waits for a person, and prints the result. */
import type { CommandContext, ExitCode } from '../command/command.js';
import { line } from '../terminal/paint.js';
import { connect } from './connect.js';

/** Sends the decision. */
export async function decideApproval(context: CommandContext, decision: 'approve' | 'decline'): Promise<ExitCode> {
  const { args, options, print, runtime } = context;
  const note = options.text('note');
  const { approvals } = connect(context);
  const more = { signal: runtime.signal, ...(note === undefined ? {} : { note }) };
  const decided = await approvals[decision](args[0] ?? '', more);
  if (print.json) print.value(decided);
  else print.out(line`${decided.state}: ${decided.agent} ${decided.operation} for ${decided.caller}`);
  return 0;
}

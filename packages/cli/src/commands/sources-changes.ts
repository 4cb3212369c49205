/** `dragoman sources changes`: shows what polling a source found. */
import type { SourcePoll } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printPoll } from '../output/source-health.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows the changes of a source. */
export const sourcesChanges: Command = {
  name: 'sources changes',
  summary: 'Show what changed at a source, poll by poll',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [{ name: 'last', value: 'count', description: 'Number of polls to show (default: 10)' }],
  examples: [
    { line: 'dragoman sources changes x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'Added, changed and removed operations' },
  ],
  async run(context) {
    const { args, print, options, runtime } = context;
    const limit = options.number('last', { min: 1, max: 100 }) ?? 10;
    const polls: SourcePoll[] = [];
    for await (const poll of connect(context).sources.changes(args[0] ?? '', { signal: runtime.signal })) {
      polls.push(poll);
      if (polls.length >= limit) break;
    }
    if (print.json) print.value(polls);
    else for (const poll of polls) printPoll(print, poll);
    if (polls.length === 0) print.note(line`No changes so far.`);
    return 0;
  },
};

/** `dragoman sources changes`: what looks at a followed address found. */
import type { SourceLook } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { printLook } from '../output/source-health.js';

/** Shows what changed. */
export const sourcesChanges: Command = {
  name: 'sources changes',
  summary: 'Show what changed at a followed address, look by look',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman sources list"' }],
  options: [{ name: 'last', value: 'count', description: 'Looks to show (10 unless given)' }],
  examples: [
    { line: 'dragoman sources changes x7dP2sQ0m1Vt9LkJc4RbYw', explanation: 'New, changed and removed operations' },
  ],
  async run(context) {
    const { args, print, options, surroundings } = context;
    const most = options.number('last', { min: 1, max: 100 }) ?? 10;
    const looks: SourceLook[] = [];
    for await (const look of connect(context).sources.changes(args[0] ?? '', { signal: surroundings.signal })) {
      looks.push(look);
      if (looks.length >= most) break;
    }
    if (print.json) print.value(looks);
    else for (const look of looks) printLook(print, look);
    if (looks.length === 0) print.note(line`nothing has changed so far`);
    return 0;
  },
};

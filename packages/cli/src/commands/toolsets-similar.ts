/** `dragoman toolsets similar`: shows the tools of a toolset that a model may confuse. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows pairs of tools that read alike. */
export const toolsetsSimilar: Command = {
  name: 'toolsets similar',
  summary: 'Show tools of a toolset with similar descriptions; exit code 1 when there are any',
  details:
    'A model chooses a tool by its name and description, and may confuse similar ones. Reword them with "toolsets rename --describe".',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [],
  examples: [{ line: 'dragoman toolsets similar harbour-desk', explanation: 'Pairs, the most similar first' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { signal } = runtime;
    const { toolsets } = connect(context);
    const { toolset } = await toolsets.read(args[0] ?? '', { signal });
    const similar = await toolsets.similar(toolset.tools, { signal });
    const { pairs, note } = similar;
    if (print.json) print.value(similar);
    else {
      const columns = [{ title: 'similarity' }, { title: 'tool' }, { title: 'reads like' }, { title: 'by' }];
      const rows = pairs.map(({ tools: [one, other], similarity, by }) => [
        similarity.toFixed(2),
        print.color.name(other),
        print.color.name(one),
        by,
      ]);
      if (rows.length > 0) print.table(columns, rows);
    }
    if (note !== undefined) print.note(line`${note}`);
    if (pairs.length === 0) print.note(line`No two tools are similar.`);
    return pairs.length === 0 ? 0 : 1;
  },
};

/** `dragoman toolsets try`: tries saved examples against the versions that vendors offer now. */
import { tryExamples } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Tries saved examples. */
export const toolsetsTry: Command = {
  name: 'toolsets try',
  summary: 'Try the saved examples of tools with updates against the new versions; exit code 1 when one fails',
  details:
    'Read-only operations are called. All others are only previewed: the gateway checks the call and shows what it would send.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: false, multiple: true, description: 'Names of tools (default: all with updates)' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets try harbour-desk', explanation: 'Try all examples before you accept' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { signal } = runtime;
    const [id = '', ...tools] = args;
    const client = connect(context);
    const updates = await client.toolsets.updates(id, { signal, stayed: true });
    const unknown = tools.find((tool) => updates.every(({ name }) => name !== tool));
    if (unknown !== undefined) throw new UsageError(`no tool "${unknown}" of the toolset has an update`);
    const places = new Map(
      updates
        .filter(({ name }) => tools.length === 0 || tools.includes(name))
        .flatMap(({ name, agent_id: agent, operation }) =>
          operation === undefined ? [] : [[name, { agent, operation }] as const],
        ),
    );
    const tried = [];
    for (const [tool, place] of places) {
      for (const trial of await tryExamples(client, place, { signal })) tried.push({ tool, ...trial });
    }
    if (print.json) print.value(tried);
    for (const { tool, example, passes, message, faults } of print.json ? [] : tried) {
      const verdict = passes ? print.color.good('passes') : print.color.bad('fails');
      print.out(line`${verdict}  ${print.color.name(tool)}  ${example.name ?? example.id}`);
      for (const text of [message, ...faults]) print.out(line`  ${text}`);
    }
    if (tried.length === 0)
      print.note(line`No examples are saved for these tools. Save one on the page "Try" of the console.`);
    return tried.every(({ passes }) => passes) ? 0 : 1;
  },
};

/** `dragoman sculpt new`: a first draft of a workflow over operations of the catalogue. */
import type { ScaffoldOperation } from '@dragoman/core/descriptions';
import type { Client } from '@dragoman/sdk';
import { chooseOperation } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';

/** Name of the operation of an agent that has but one and no name for it. */
const impliedOperation = 'invoke';

/** Drafts a workflow. */
export const sculptNew: Command = {
  name: 'sculpt new',
  summary: 'Draft a workflow over operations of agents (Arazzo 1.0)',
  details:
    'The steps stand in the order of the words. What one step brings is handed to the next where the names agree; what ' +
    'is left becomes an input. Cut the draft down to what a person would say, then check it and run it. It is written to ' +
    'standard output, in YAML, or in JSON with --json.',
  arguments: [
    {
      name: 'agent#operation',
      required: true,
      multiple: true,
      description: 'Agents by id, each with its operation where it has several',
    },
  ],
  options: [
    { name: 'title', value: 'text', description: 'What the tool is called (New tool unless given)' },
    { name: 'workflow', value: 'name', description: 'Name of the workflow (run unless given)' },
  ],
  examples: [
    {
      line: 'dragoman sculpt new geocoder#search grid-forecast#forecast --title "Weather tool"',
      explanation: 'A draft over two operations',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const workflowId = options.text('workflow') ?? 'run';
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(workflowId)) {
      throw new UsageError('--workflow takes letters, digits, "_" and "-" only');
    }
    const client = connect(context);
    const { scaffoldArazzo, writeYaml } = await import('@dragoman/core/descriptions');
    const operations: ScaffoldOperation[] = [];
    for (const word of args) operations.push(await readOperation(client, word, surroundings.signal));
    const document = scaffoldArazzo(operations, { title: options.text('title') ?? 'New tool', workflowId });
    if (print.json) print.value(document);
    else print.raw(writeYaml(document));
    print.note(line`Next: cut the inputs and outputs down, then "dragoman sculpt check <file>"`);
    return 0;
  },
};

async function readOperation(client: Client, word: string, signal: AbortSignal): Promise<ScaffoldOperation> {
  const mark = word.lastIndexOf('#');
  const agent = mark === -1 ? word : word.slice(0, mark);
  const name = mark === -1 ? undefined : word.slice(mark + 1);
  if (agent === '' || name === '') throw new UsageError(`"${word}" is not <agent> or <agent>#<operation>`);
  const reading = await client.agents.read(agent, { signal });
  if (reading.outcome !== 'read') throw new Error('an unconditional read was answered as unchanged');
  const chosen = chooseOperation(
    reading.agent,
    name === impliedOperation && isImplied(reading.agent) ? undefined : name,
  );
  return {
    agent,
    operation: chosen.name ?? impliedOperation,
    ...(chosen.description === undefined ? {} : { description: chosen.description }),
    input: chosen.inputs,
    output: chosen.outputs,
  };
}

function isImplied({ operations }: { operations?: unknown }): boolean {
  return !Array.isArray(operations) || operations.length === 0;
}

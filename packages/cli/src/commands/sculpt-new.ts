/** `dragoman sculpt new`: drafts a workflow from operations of the catalogue. */
import type { ScaffoldOperation } from '@dragoman/core/descriptions';
import type { Client } from '@dragoman/sdk';
import { chooseOperation } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Operation name of a service with a single, unnamed operation. */
const impliedOperation = 'invoke';

/** Drafts a workflow. */
export const sculptNew: Command = {
  name: 'sculpt new',
  summary: 'Draft a workflow from operations of services (Arazzo 1.0)',
  details:
    'The steps are in the order of the arguments. The output of one step is passed to the next if the names match; other ' +
    'parameters become inputs. Reduce the inputs to those that a person would give, then check and run the workflow. Printed to ' +
    'standard output in YAML, or in JSON with --json.',
  arguments: [
    {
      name: 'service#operation',
      required: true,
      multiple: true,
      description: 'Ids of services, each with an operation if it has several',
    },
  ],
  options: [
    { name: 'title', value: 'text', description: 'Title of the tool (default: New tool)' },
    { name: 'workflow', value: 'name', description: 'Name of the workflow (default: run)' },
  ],
  examples: [
    {
      line: 'dragoman sculpt new geocoder#search grid-forecast#forecast --title "Weather tool"',
      explanation: 'A draft from two operations',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const workflowId = options.text('workflow') ?? 'run';
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(workflowId)) {
      throw new UsageError('--workflow takes letters, digits, "_" and "-" only');
    }
    const client = connect(context);
    const { scaffoldArazzo, writeYaml } = await import('@dragoman/core/descriptions');
    const operations: ScaffoldOperation[] = [];
    for (const word of args) operations.push(await readOperation(client, word, runtime.signal));
    const document = scaffoldArazzo(operations, { title: options.text('title') ?? 'New tool', workflowId });
    if (print.json) print.value(document);
    else print.raw(writeYaml(document));
    print.note(line`Next: reduce the inputs and outputs, then run "dragoman sculpt check <file>"`);
    return 0;
  },
};

async function readOperation(client: Client, word: string, signal: AbortSignal): Promise<ScaffoldOperation> {
  const mark = word.lastIndexOf('#');
  const agent = mark === -1 ? word : word.slice(0, mark);
  const name = mark === -1 ? undefined : word.slice(mark + 1);
  if (agent === '' || name === '') throw new UsageError(`"${word}" is not <service> or <service>#<operation>`);
  const reading = await client.agents.read(agent, { signal });
  if (reading.outcome !== 'read') throw new Error('the registry answered "not modified" to an unconditional read');
  const chosen = chooseOperation(
    reading.agent,
    name === impliedOperation && isImplied(reading.agent) ? undefined : name,
  );
  return {
    agent,
    operation: chosen.name ?? impliedOperation,
    ...(chosen.description === undefined ? {} : { description: chosen.description }),
    ...(chosen.successStatuses === undefined ? {} : { successStatuses: chosen.successStatuses }),
    input: chosen.inputs,
    output: chosen.outputs,
  };
}

function isImplied({ operations }: { operations?: unknown }): boolean {
  return !Array.isArray(operations) || operations.length === 0;
}

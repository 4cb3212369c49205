/** `dragoman sculpt run`: registers a workflow file as a private service and calls one of its workflows. */
import type { ParsedArazzo } from '@dragoman/core/conversion';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument, Client } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { noteFindings, readWorkflows } from '../files/read-workflows.js';
import { nameAgents } from '../files/resolve-sources.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import { call } from './call.js';

const shared = ['input', 'dry-run', 'confirm', 'key-for-retry', 'timeout'];

/** Runs a workflow. */
export const sculptRun: Command = {
  name: 'sculpt run',
  summary: 'Run a workflow from a file through the gateway',
  details:
    'OpenAPI files that are sources of the workflow are registered first, private to you. The document is registered under its own id ("x-agent": {"id": …}, or derived from its title), private unless it states ' +
    'otherwise, and the workflow is called like any operation: every step with your permissions and its own audit record. ' +
    '--dry-run shows the steps. The document stays registered; "dragoman remove" deletes it.',
  arguments: [
    { name: 'file', required: true, multiple: false, description: 'JSON or YAML, or "-"' },
    { name: 'workflow', required: false, multiple: false, description: 'Workflow to run, if there are several' },
  ],
  options: call.options.filter(({ name }) => shared.includes(name)),
  examples: [
    { line: 'dragoman sculpt run weather.yaml weather --input city=Bergen', explanation: 'Run it' },
    { line: 'dragoman sculpt run weather.yaml --input city=Bergen --dry-run', explanation: 'Show its steps' },
  ],
  async run(context) {
    const [path = '', name] = context.args;
    const parsed = await readWorkflows(context, path);
    noteFindings(context, path, parsed);
    if (parsed.value === undefined) return 1;
    const at = indexOfWorkflow(parsed, name);
    const client = connect(context);
    for (const { document } of parsed.sources) {
      if ((await register(context, client, { visibility: 'private', ...document })) === undefined) return 1;
    }
    const id = await register(context, client, nameAgents(withAgent(parsed), parsed.sources));
    if (id === undefined) return 1;
    const { signal } = context.runtime;
    const reading = await client.agents.read(id, { signal });
    const operations = reading.outcome === 'read' ? reading.agent.operations : undefined;
    const operation: unknown =
      Array.isArray(operations) && isJsonObject(operations[at]) ? operations[at].name : undefined;
    return call.run({ ...context, args: [id, ...(typeof operation === 'string' ? [operation] : [])] });
  },
};

function indexOfWorkflow({ value }: ParsedArazzo, name: string | undefined): number {
  const names = (value?.workflows ?? []).map(({ workflow }) => workflow.workflowId);
  const at = name === undefined && names.length === 1 ? 0 : names.indexOf(name ?? '');
  if (at !== -1) return at;
  const fault = name === undefined ? 'name a workflow' : `unknown workflow "${name}"`;
  throw new UsageError(`${fault}; the file has ${names.join(', ')}`);
}

/** Adds an id: without one, every run would register another service. */
function withAgent({ document, value }: ParsedArazzo): JsonObject {
  const whole = isJsonObject(document) ? document : {};
  const given = isJsonObject(whole['x-agent']) ? whole['x-agent'] : {};
  const slug = (value?.title ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const visibility = value?.agent.visibility ?? 'private';
  return { ...whole, 'x-agent': { id: `sculpt-${slug || 'tool'}`, visibility, ...given } };
}

async function register(context: CommandContext, client: Client, document: JsonObject): Promise<string | undefined> {
  const { print, runtime } = context;
  const item = { document: document as unknown as AgentDocument };
  const { results } = await client.imports.create([item], { signal: runtime.signal });
  const [result] = results;
  if (result?.id !== undefined && result.error === undefined) {
    print.note(line`${result.outcome ?? 'registered'}: ${print.noteColor.name(result.id)}`);
    return result.id;
  }
  print.note(line`${print.noteColor.bad('not registered')}: ${result?.error?.message ?? 'no result'}`);
  for (const { field, detail } of result?.error?.field_errors ?? []) print.note(line`  ${field}: ${detail}`);
  return undefined;
}

/** Looks up in the catalogue what the steps of workflows call: whether it is there, and whether the input can fit. */
import type { ArazzoDocument, WorkflowCall } from '@dragoman/core/conversion';
import type { Diagnostic } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument, Client } from '@dragoman/sdk';
import { chooseOperation, isDragomanError } from '@dragoman/sdk';
import type { CommandContext } from './command.js';
import { connect } from './connect.js';
import type { ResolvedSource } from './resolve-sources.js';

/** What is wrong with the targets of the steps; the pointer leads to the step. */
export async function checkTargets(
  context: CommandContext,
  { workflows }: ArazzoDocument,
  { sources, online }: Reach,
): Promise<Diagnostic[]> {
  const look = createLook(context, sources, online);
  const found: Diagnostic[] = [];
  for (const [at, { workflow }] of workflows.entries()) {
    for (const [place, { call, compensate }] of workflow.steps.entries()) {
      const pointer = `/workflows/${at}/steps/${place}`;
      found.push(...(await judge(look, call, pointer)));
      if (compensate !== undefined) found.push(...(await judge(look, compensate, `${pointer}/x-compensate`)));
    }
  }
  return found;
}

/** Where targets are looked up: in documents on disk always, in the catalogue when that is asked for. */
export interface Reach {
  sources: readonly ResolvedSource[];
  online: boolean;
}

/** An agent as far as a step needs it; `unknown` where nobody looked. */
type Looked = AgentDocument | 'unknown' | undefined;

type Look = (agent: string) => Promise<Looked>;

/** Reads each agent once; undefined for one that is not there for this caller. */
function createLook(context: CommandContext, sources: readonly ResolvedSource[], online: boolean): Look {
  const known = new Map<string, Promise<Looked>>(
    sources.map((source) => [source.agent, Promise.resolve(describe(source))]),
  );
  if (!online) return (id) => known.get(id) ?? Promise.resolve('unknown');
  const client: Client = connect(context);
  const { signal } = context.surroundings;
  const read = async (id: string) => {
    try {
      const reading = await client.agents.read(id, { signal });
      return reading.outcome === 'read' ? reading.agent : undefined;
    } catch (error) {
      if (isDragomanError(error) && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  };
  return (id) => {
    const reading = known.get(id) ?? read(id);
    known.set(id, reading);
    return reading;
  };
}

function describe({ agent, operations }: ResolvedSource): AgentDocument {
  return { id: agent, operations } as unknown as AgentDocument;
}

async function judge(look: Look, call: WorkflowCall, pointer: string): Promise<Diagnostic[]> {
  if (call.agent === undefined) return [];
  const agent = await look(call.agent);
  if (agent === 'unknown') return [];
  if (agent === undefined) return [finding('sculpt/no-agent', pointer, `no agent "${call.agent}" in the catalogue`)];
  let inputs: unknown;
  try {
    const listed = Array.isArray(agent.operations) && agent.operations.length > 0;
    inputs = chooseOperation(agent, listed ? call.operation : undefined).inputs;
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    return [finding('sculpt/no-operation', pointer, error.message)];
  }
  const missing = missingInputs(call, inputs).map((name) =>
    finding(
      'sculpt/missing-input',
      pointer,
      `"${call.operation}" needs the input "${name}", which the step does not give`,
    ),
  );
  const unknown = unknownInputs(call, inputs).map((name) =>
    finding('sculpt/unknown-input', pointer, `"${call.operation}" has no input "${name.slice(0, 80)}"`),
  );
  return [...missing, ...unknown];
}

function missingInputs(call: WorkflowCall, inputs: unknown): string[] {
  if (!isJsonObject(inputs) || !Array.isArray(inputs.required)) return [];
  // A payload that is an expression as a whole is known only when it runs.
  if (call.payload !== undefined && !isJsonObject(call.payload)) return [];
  const given = givenInputs(call);
  return inputs.required.filter((name): name is string => typeof name === 'string' && !given.has(name));
}

/** What a step gives and the operation refuses; nothing where the schema lets further members in. */
function unknownInputs(call: WorkflowCall, inputs: unknown): string[] {
  if (!isJsonObject(inputs) || inputs.additionalProperties !== false || !isJsonObject(inputs.properties)) return [];
  const known = new Set(Object.keys(inputs.properties));
  return [...givenInputs(call)].filter((name) => name !== '' && !known.has(name));
}

function givenInputs({ parameters, payload, replacements }: WorkflowCall): Set<string> {
  return new Set([
    ...parameters.map(({ name }) => name),
    ...(isJsonObject(payload) ? Object.keys(payload) : []),
    ...replacements.map(({ target }) => target.split('/')[1] ?? ''),
  ]);
}

function finding(code: string, pointer: string, message: string): Diagnostic {
  return {
    code,
    severity: 'error',
    message,
    help: 'See "dragoman show" for what the agent offers, and "dragoman search" for others.',
    location: { pointer },
  };
}

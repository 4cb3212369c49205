/** Looks up in the catalogue what the steps of workflows call: whether it is there, and whether the input can fit. */
import type { ArazzoDocument, WorkflowCall } from '@dragoman/core';
import type { Diagnostic } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Client, RegisteredAgent } from '@dragoman/sdk';
import { chooseOperation, isDragomanError } from '@dragoman/sdk';
import type { CommandContext } from './command.js';
import { connect } from './connect.js';

/** What is wrong with the targets of the steps; the pointer leads to the step. */
export async function checkTargets(context: CommandContext, { workflows }: ArazzoDocument): Promise<Diagnostic[]> {
  const look = createLook(connect(context), context.surroundings.signal);
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

type Look = (agent: string) => Promise<RegisteredAgent | undefined>;

/** Reads each agent once; undefined for one that is not there for this caller. */
function createLook(client: Client, signal: AbortSignal): Look {
  const known = new Map<string, Promise<RegisteredAgent | undefined>>();
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

async function judge(look: Look, call: WorkflowCall, pointer: string): Promise<Diagnostic[]> {
  if (call.agent === undefined) return [];
  const agent = await look(call.agent);
  if (agent === undefined) return [finding('sculpt/no-agent', pointer, `no agent "${call.agent}" in the catalogue`)];
  let inputs: unknown;
  try {
    const listed = Array.isArray(agent.operations) && agent.operations.length > 0;
    inputs = chooseOperation(agent, listed ? call.operation : undefined).inputs;
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    return [finding('sculpt/no-operation', pointer, error.message)];
  }
  return missingInputs(call, inputs).map((name) =>
    finding(
      'sculpt/missing-input',
      pointer,
      `"${call.operation}" needs the input "${name}", which the step does not give`,
    ),
  );
}

function missingInputs({ parameters, payload, replacements }: WorkflowCall, inputs: unknown): string[] {
  if (!isJsonObject(inputs) || !Array.isArray(inputs.required)) return [];
  // A payload that is an expression as a whole is known only when it runs.
  if (payload !== undefined && !isJsonObject(payload)) return [];
  const given = new Set([
    ...parameters.map(({ name }) => name),
    ...Object.keys(payload ?? {}),
    ...replacements.map(({ target }) => target.split('/')[1] ?? ''),
  ]);
  return inputs.required.filter((name): name is string => typeof name === 'string' && !given.has(name));
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

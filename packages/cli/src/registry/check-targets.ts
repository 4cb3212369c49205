/** Checks that the operations which workflow steps call exist in the catalogue and accept the inputs. */
import type { ArazzoDocument, WorkflowCall } from '@dragoman/core/conversion';
import { checkCallInputs } from '@dragoman/core/descriptions';
import type { Diagnostic } from '@dragoman/model';
import type { AgentDocument, Client } from '@dragoman/sdk';
import { chooseOperation, isDragomanError } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import type { ResolvedSource } from '../files/resolve-sources.js';
import { connect } from './connect.js';

/** Problems with the targets of the steps; the pointer is that of the step. */
export async function checkTargets(
  context: CommandContext,
  { workflows }: ArazzoDocument,
  { sources, online }: LookupScope,
): Promise<Diagnostic[]> {
  const find = createLookup(context, sources, online);
  const found: Diagnostic[] = [];
  for (const [at, { workflow }] of workflows.entries()) {
    for (const [place, { call, compensate }] of workflow.steps.entries()) {
      const pointer = `/workflows/${at}/steps/${place}`;
      found.push(...(await checkCall(find, call, pointer)));
      if (compensate !== undefined) found.push(...(await checkCall(find, compensate, `${pointer}/x-compensate`)));
    }
  }
  return found;
}

/** Where targets are looked up: always in documents on disk, and in the catalogue if `online`. */
export interface LookupScope {
  sources: readonly ResolvedSource[];
  online: boolean;
}

/** A service as far as a step needs it; `unknown` if it was not looked up. */
type FoundService = AgentDocument | 'unknown' | undefined;

type Lookup = (id: string) => Promise<FoundService>;

/** Reads each service once; undefined if it does not exist or is not visible to the caller. */
function createLookup(context: CommandContext, sources: readonly ResolvedSource[], online: boolean): Lookup {
  const known = new Map<string, Promise<FoundService>>(
    sources.map((source) => [source.agent, Promise.resolve(describe(source))]),
  );
  if (!online) return (id) => known.get(id) ?? Promise.resolve('unknown');
  const client: Client = connect(context);
  const { signal } = context.runtime;
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

async function checkCall(find: Lookup, call: WorkflowCall, pointer: string): Promise<Diagnostic[]> {
  if (call.agent === undefined) return [];
  const agent = await find(call.agent);
  if (agent === 'unknown') return [];
  if (agent === undefined) return [finding('sculpt/no-agent', pointer, `the catalogue has no service "${call.agent}"`)];
  let inputs: unknown;
  try {
    const listed = Array.isArray(agent.operations) && agent.operations.length > 0;
    inputs = chooseOperation(agent, listed ? call.operation : undefined).inputs;
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    return [finding('sculpt/no-operation', pointer, error.message)];
  }
  return checkCallInputs(call, inputs, pointer);
}

function finding(code: string, pointer: string, message: string): Diagnostic {
  return {
    code,
    severity: 'error',
    message,
    help: 'See "dragoman show" for the operations of the service, and "dragoman search" for other services.',
    location: { pointer },
  };
}

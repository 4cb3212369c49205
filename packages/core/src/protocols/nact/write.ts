/**
 * Writes an operation as an N-ACT tool. An imported tool keeps its provider's own signature; other operations are
 * projected from their schemas. The plan maps a call to the operation and its response to the outputs.
 */
import type { Entry, InputMapping, JsonValue, Operation, ToolArgument, ToolSignature } from '@dragoman/model';
import { plainUnlessHostile, titleOf } from '../../gateway/model-text.js';
import type { FilledInput } from './projection/fill-inputs.js';
import { fillInputs } from './projection/fill-inputs.js';
import type { InputPlan } from './projection/planned-input.js';
import { projectInputs } from './projection/project-inputs.js';
import type { PlannedOutput } from './projection/project-outputs.js';
import { projectOutputs, readOutputs } from './projection/project-outputs.js';
import { cutText } from './projection/schema-parts.js';
import { ownSignature } from './wire.js';

/** A tool's contract without id, name and version, and the mapping from and to the operation. */
export interface ToolContract {
  description: string;
  img?: string;
  tags: string[];
  inputs: InputPlan;
  outputs: PlannedOutput[];
}

/** What a tool inherits from its entry. */
export type ToolOwner = Pick<Entry, 'description' | 'tags'>;

/** The identity of a tool, which depends on the history of its entry. */
export interface ToolIdentity {
  toolId: string;
  name: string;
  version: number;
  currentVersion: number;
}

const maxDescriptionLength = 1999;
const maxTags = 256;

/** Converts an operation to a tool. */
export function writeTool(entry: ToolOwner, operation: Operation): ToolContract {
  const own = ownSignature(operation);
  if (own !== undefined) return ownContract(own);
  const inputs = projectInputs(operation.input);
  return {
    description: describe(entry, operation, inputs.note),
    tags: [...new Set([...entry.tags, ...operation.tags])].filter((tag) => tag.trim() !== '').slice(0, maxTags),
    inputs,
    outputs: projectOutputs(operation.output),
  };
}

/** The signature of a contract under an identity. */
export function signatureOf(
  contract: ToolContract,
  { toolId, name, version, currentVersion }: ToolIdentity,
): ToolSignature {
  const { description, img, tags } = contract;
  return {
    toolId,
    name,
    description,
    ...(img === undefined ? {} : { img }),
    version,
    currentVersion,
    tags,
    input_parameters: contract.inputs.inputs.map(({ input }) => input),
    output_parameters: contract.outputs.map(({ output }) => output),
  };
}

/** The operation's input for a validated call, or the faults of texts that cannot be read. */
export function toInput({ inputs }: ToolContract, given: readonly ToolArgument[]): FilledInput {
  return fillInputs(inputs, new Map(given.map(({ name, value }) => [name, value])));
}

/** The same mapping for clients, which have the operation's complete input and send the tool's inputs. */
export function mappingsOf({ inputs }: Pick<ToolContract, 'inputs'>): InputMapping[] {
  return inputs.inputs.map(({ input: { name }, path, form, values }) => ({
    name,
    path,
    form,
    ...(values === undefined ? {} : { values: Object.fromEntries(values) }),
  }));
}

/** The tool's outputs for the operation's response. */
export function toOutputs({ outputs }: ToolContract, body: JsonValue | undefined): ToolArgument[] {
  return readOutputs(outputs, body);
}

function describe(entry: ToolOwner, operation: Operation, note: string | undefined): string {
  const texts = [operation.description, operation.summary, operation.outcome, entry.description, operation.name];
  const said = texts.find((each) => each !== undefined && each.trim() !== '') ?? operation.name;
  const title = titleOf(operation);
  const text = `${title === undefined ? '' : `${title.replace(/[.\s]+$/, '')}. `}${plainUnlessHostile(said)}`;
  if (note === undefined) return cutText(text.trim(), maxDescriptionLength);
  return `${cutText(text.trim(), maxDescriptionLength - note.length - 1)} ${note}`;
}

function ownContract(own: ToolSignature): ToolContract {
  return {
    description: cutText(own.description, maxDescriptionLength),
    ...(own.img === undefined ? {} : { img: own.img }),
    tags: own.tags ?? [],
    inputs: planOf(own),
    outputs: own.output_parameters.map((output) => ({
      output: { ...output, id: output.id ?? output.name },
      member: output.name,
    })),
  };
}

/** The plan of a provider's own signature: parameters have the same names in the entry's schemas. */
export function planOf({ input_parameters: inputs }: ToolSignature): InputPlan {
  return { inputs: inputs.map((input) => ({ input, path: [input.name], form: 'plain', ruled: false })), shells: [] };
}

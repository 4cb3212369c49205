/**
 * Writes an operation as an N-ACT tool. An imported tool keeps its provider's own signature; other operations are
 * projected from their schemas. The plan maps a call to the operation and its response to the outputs.
 */
import type { Diagnostic, Entry, JsonObject, JsonValue, Operation, ToolArgument, ToolSignature } from '@dragoman/model';
import { checkSignature, hasErrors } from '@dragoman/model';
import type { EntryCheck } from '../../catalogue/publish.js';
import type { InputPlan } from './projection/project-inputs.js';
import { fillInputs, projectInputs } from './projection/project-inputs.js';
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

/** An operation as a tool: the contract, if possible, and the diagnostics. */
export interface WrittenTool {
  contract?: ToolContract;
  diagnostics: Diagnostic[];
}

/** The identity of a tool, which depends on the history of its entry. */
export interface ToolIdentity {
  toolId: string;
  name: string;
  version: number;
  currentVersion: number;
}

const maxDescriptionLength = 1999;
const maxTags = 256;

/**
 * Converts an operation to a tool; inputs that a signature cannot represent prevent it, and the diagnostic has the
 * fix.
 */
export function writeTool(entry: ToolOwner, operation: Operation): WrittenTool {
  const own = ownSignature(operation);
  if (own !== undefined) return { contract: ownContract(own), diagnostics: [] };
  const { plan, diagnostics } = projectInputs(operation.input, operation.name);
  if (plan === undefined) return { diagnostics };
  const contract: ToolContract = {
    description: describe(entry, operation),
    tags: [...new Set([...entry.tags, ...operation.tags])].slice(0, maxTags),
    inputs: plan,
    outputs: projectOutputs(operation.output),
  };
  const sample = { toolId: '00000000-0000-4000-8000-000000000000', name: 'sample', version: 1, currentVersion: 1 };
  const checked = checkSignature(signatureOf(contract, sample));
  if (hasErrors(checked.diagnostics)) return { diagnostics: [...diagnostics, ...checked.diagnostics] };
  return { contract, diagnostics };
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

/** The operation's input for a validated call. */
export function toInput({ inputs }: ToolContract, given: readonly ToolArgument[]): JsonObject {
  return fillInputs(inputs, new Map(given.map(({ name, value }) => [name, value])));
}

/** The tool's outputs for the operation's response. */
export function toOutputs({ outputs }: ToolContract, body: JsonValue | undefined): ToolArgument[] {
  return readOutputs(outputs, body);
}

/** Reports at publishing which operations cannot be tools, or only in part, and how to fix it; it rejects nothing. */
export const checkToolProjection: EntryCheck = (draft) =>
  draft.operations.flatMap((operation, at) =>
    placeFindings(writeTool(draft, operation).diagnostics, at).map((each) => ({ ...each, severity: 'info' as const })),
  );

/** The diagnostics of one operation with their location in the entry. */
export function placeFindings(diagnostics: readonly Diagnostic[], at: number): Diagnostic[] {
  return diagnostics.map((each) => ({
    ...each,
    location: { ...each.location, pointer: `/operations/${at}${each.location.pointer}` },
  }));
}

function describe(entry: ToolOwner, operation: Operation): string {
  const texts = [operation.description, operation.summary, operation.outcome, entry.description, operation.name];
  const text = texts.find((each) => each !== undefined && each.trim() !== '') ?? operation.name;
  return cutText(text.trim(), maxDescriptionLength);
}

/** Parameters have the same names in the entry's schemas, so the plan is the identity. */
function ownContract(own: ToolSignature): ToolContract {
  return {
    description: cutText(own.description, maxDescriptionLength),
    ...(own.img === undefined ? {} : { img: own.img }),
    tags: own.tags ?? [],
    inputs: { inputs: own.input_parameters.map((input) => ({ input, path: [input.name] })), shells: [] },
    outputs: own.output_parameters.map((output) => ({
      output: { ...output, id: output.id ?? output.name },
      member: output.name,
    })),
  };
}

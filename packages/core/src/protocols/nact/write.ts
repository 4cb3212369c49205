/**
 * Operation → N-ACT tool. What came as a tool goes out with its provider's own signature; anything else is projected
 * from its schemas. The plan that comes along leads a call back to the operation and its answer to the outputs.
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

/** A tool's contract, before it has an id, a name and a version; and the way from and to the operation. */
export interface ToolContract {
  description: string;
  img?: string;
  tags: string[];
  inputs: InputPlan;
  outputs: PlannedOutput[];
}

/** What a tool takes over from its entry. */
export type ToolOwner = Pick<Entry, 'description' | 'tags'>;

/** An operation as a tool: the contract when there is one, and what was found on the way. */
export interface WrittenTool {
  contract?: ToolContract;
  diagnostics: Diagnostic[];
}

/** What only the history of an entry knows about a tool. */
export interface ToolIdentity {
  toolId: string;
  name: string;
  version: number;
  currentVersion: number;
}

const longestDescription = 1999;
const mostTags = 256;

/** Shows an operation as a tool; inputs that no signature can express keep it out, with the cure in the finding. */
export function writeTool(entry: ToolOwner, operation: Operation): WrittenTool {
  const own = ownSignature(operation);
  if (own !== undefined) return { contract: ownContract(own), diagnostics: [] };
  const { plan, diagnostics } = projectInputs(operation.input, operation.name);
  if (plan === undefined) return { diagnostics };
  const contract: ToolContract = {
    description: describe(entry, operation),
    tags: [...new Set([...entry.tags, ...operation.tags])].slice(0, mostTags),
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

/** The operation's input for a call that passed the signature. */
export function toInput({ inputs }: ToolContract, given: readonly ToolArgument[]): JsonObject {
  return fillInputs(inputs, new Map(given.map(({ name, value }) => [name, value])));
}

/** The tool's outputs for the operation's answer. */
export function toOutputs({ outputs }: ToolContract, body: JsonValue | undefined): ToolArgument[] {
  return readOutputs(outputs, body);
}

/** Says at publishing which operations cannot be tools, or not wholly, and how to cure it; keeps nothing out. */
export const checkToolProjection: EntryCheck = (draft) =>
  draft.operations.flatMap((operation, at) =>
    placeFindings(writeTool(draft, operation).diagnostics, at).map((each) => ({ ...each, severity: 'info' as const })),
  );

/** The findings on one operation with their place in the entry. */
export function placeFindings(diagnostics: readonly Diagnostic[], at: number): Diagnostic[] {
  return diagnostics.map((each) => ({
    ...each,
    location: { ...each.location, pointer: `/operations/${at}${each.location.pointer}` },
  }));
}

function describe(entry: ToolOwner, operation: Operation): string {
  const texts = [operation.description, operation.summary, operation.outcome, entry.description, operation.name];
  const text = texts.find((each) => each !== undefined && each.trim() !== '') ?? operation.name;
  return cutText(text.trim(), longestDescription);
}

/** Parameters go by their names in the entry's schemas, so the plan is the names themselves. */
function ownContract(own: ToolSignature): ToolContract {
  return {
    description: cutText(own.description, longestDescription),
    ...(own.img === undefined ? {} : { img: own.img }),
    tags: own.tags ?? [],
    inputs: { inputs: own.input_parameters.map((input) => ({ input, path: [input.name] })), shells: [] },
    outputs: own.output_parameters.map((output) => ({
      output: { ...output, id: output.id ?? output.name },
      member: output.name,
    })),
  };
}

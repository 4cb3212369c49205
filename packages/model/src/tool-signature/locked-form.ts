/**
 * The locked text of a published version (§6.1): everything but `currentVersion`, members in a fixed order, with
 * explicit defaults. Signatures with equal text are the same version; store its hash as a lock.
 */
import { isRequired, parameterType, type ToolInput, type ToolOutput, type ToolSignature } from './signature.js';

/** Returns the locked form of a signature; the order of parameters, values and tags is significant. */
export function lockedForm(signature: ToolSignature): string {
  return JSON.stringify([
    signature.toolId.toLowerCase(),
    signature.name,
    signature.description,
    signature.img ?? null,
    signature.version,
    signature.tags ?? [],
    signature.input_parameters.map(lockedInput),
    signature.output_parameters.map(lockedOutput),
  ]);
}

function lockedInput(input: ToolInput): unknown[] {
  const limits = [input.min ?? null, input.max ?? null, input.maxLength ?? null];
  return [...lockedOutput(input), isRequired(input), ...limits];
}

function lockedOutput(parameter: ToolInput | ToolOutput): unknown[] {
  const values = parameter['allowed-values']?.map(({ name, description }) => [name, description]) ?? null;
  return [parameter.id ?? null, parameter.name, parameter.description, parameterType(parameter), values];
}

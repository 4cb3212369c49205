/** The complete schemas of a chosen tool, also of toolsets that were stored when only signatures were kept. */
import type { InputMapping, JsonSchema, ToolsetTool } from '@dragoman/model';
import { projectInputs } from '../protocols/nact/projection/project-inputs.js';
import { inputSchemaOf, outputSchemaOf } from '../protocols/nact/signature-schemas.js';
import { mappingsOf, planOf } from '../protocols/nact/write.js';
import { rewordSchema } from './reword-schema.js';

/** The stored schemas, or those that the stored signature implies. */
export function storedSchemas({
  signature,
  input = inputSchemaOf(signature),
  output = outputSchemaOf(signature),
}: Pick<ToolsetTool, 'signature' | 'input' | 'output'>): { input: JsonSchema; output: JsonSchema } {
  return { input, output };
}

/** The schemas with the designer's texts, and the mapping from the input to the inputs of the signature. */
export interface ShownSchemas {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  inputMap: InputMapping[];
}

/** The stored schemas as models see them. */
export function shownSchemas(item: ToolsetTool): ShownSchemas {
  const { input, output } = storedSchemas(item);
  // A vendor's own tools and those of older toolsets have no inputs but those of their signature.
  const inputs = item.origin === undefined && item.input !== undefined ? projectInputs(input) : planOf(item.signature);
  const texts = item.served.versions.at(-1)?.inputs ?? {};
  return { inputSchema: rewordSchema(input, texts, inputs), outputSchema: output, inputMap: mappingsOf({ inputs }) };
}

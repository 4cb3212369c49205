/** The complete schemas of a chosen tool, also of toolsets that were stored when only signatures were kept. */
import type { JsonSchema, ToolsetTool } from '@dragoman/model';
import { inputSchemaOf, outputSchemaOf } from '../protocols/nact/signature-schemas.js';

/** The stored schemas, or those that the stored signature implies. */
export function storedSchemas({
  signature,
  input = inputSchemaOf(signature),
  output = outputSchemaOf(signature),
}: Pick<ToolsetTool, 'signature' | 'input' | 'output'>): { input: JsonSchema; output: JsonSchema } {
  return { input, output };
}

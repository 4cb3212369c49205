/** The definition of a projected tool in the field names of each model API. */
import type { JsonObject } from '../json.js';
import { schemaProperties } from '../type-text.js';
import type { PlainTool } from './project-tool.js';
import type { ModelApi } from './rules.js';

const writers: Readonly<Record<ModelApi, (tool: PlainTool) => JsonObject>> = {
  'openai-chat': ({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }),
  // Strict mode is off, because it would make optional inputs required.
  'openai-responses': ({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    parameters: schema,
    strict: false,
  }),
  anthropic: ({ name, description, schema }) => ({ name, description, input_schema: schema }),
  google: ({ name, description, schema }) => ({
    name,
    description,
    ...(Object.keys(schemaProperties(schema)).length === 0 ? {} : { parametersJsonSchema: schema }),
  }),
  bedrock: ({ name, description, schema }) => ({ toolSpec: { name, description, inputSchema: { json: schema } } }),
};

/** The definition of a tool, as one item of the API's list of tools; for Google, of `functionDeclarations`. */
export function writeToolDefinition(api: ModelApi, tool: PlainTool): JsonObject {
  return writers[api](tool);
}

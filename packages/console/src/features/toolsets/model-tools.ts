/** Tools as each model API gets them, their size, and what an API does not accept. */
import type { JsonObject, JsonValue, ModelApi } from '@dragoman/model';
import {
  estimateTokens,
  isJsonObject,
  modelApiNames,
  modelApis,
  projectTool,
  writeToolDefinition,
} from '@dragoman/model';
import type { ToolsetTool } from '@dragoman/sdk';

/** A receiver of tools: MCP clients, or a model API. */
export type ModelTarget = 'mcp' | ModelApi;

/** All receivers with their names. */
export const modelTargets: readonly { value: ModelTarget; label: string }[] = [
  { value: 'mcp', label: 'MCP' },
  ...modelApiNames.map((value) => ({ value, label: modelApis[value].title })),
];

/** What a receiver gets. */
export interface ModelTools {
  definitions: JsonValue[];
  tokens: number;
  /** Names of tools with rules that only their descriptions express. */
  loosened: string[];
  /** The limit of the API when there are more tools. */
  tooMany: number | undefined;
}

/** The tools as a receiver gets them. */
export function toolsFor(target: ModelTarget, tools: readonly ToolsetTool[]): ModelTools {
  const written = tools.map((tool) => writeFor(target, tool));
  const definitions = written.map(({ definition }) => definition);
  const limit = target === 'mcp' ? undefined : modelApis[target].tools;
  return {
    definitions,
    tokens: definitions.reduce((sum, definition) => sum + estimateTokens(definition), 0),
    loosened: written.flatMap(({ isLoosened, name }) => (isLoosened ? [name] : [])),
    tooMany: limit !== undefined && tools.length > limit ? limit : undefined,
  };
}

interface Written {
  name: string;
  definition: JsonObject;
  isLoosened: boolean;
}

function writeFor(target: ModelTarget, { name, description, input_schema: inputSchema }: ToolsetTool): Written {
  const schema = isJsonObject(inputSchema) ? inputSchema : { type: 'object' };
  if (target === 'mcp') return { name, definition: { name, description, inputSchema: schema }, isLoosened: false };
  const projected = projectTool(target, { name, description, schema });
  return { name, definition: writeToolDefinition(target, projected), isLoosened: projected.loosened.length > 0 };
}

/** Estimated tokens of one tool in a list for MCP clients. */
export function tokensOf(tool: ToolsetTool): number {
  return toolsFor('mcp', [tool]).tokens;
}

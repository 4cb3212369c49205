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

/** Writes one tool for a receiver. */
export type WriteTool = (target: ModelTarget, tool: ToolsetTool) => Written;

/** A writer that remembers what it wrote, as long as the tool is used. */
export function createToolWriter(): WriteTool {
  const known = new WeakMap<ToolsetTool, Map<ModelTarget, Written>>();
  return (target, tool) => {
    const own = known.get(tool) ?? new Map<ModelTarget, Written>();
    known.set(tool, own);
    const written = own.get(target) ?? writeFor(target, tool);
    own.set(target, written);
    return written;
  };
}

/** The tools as a receiver gets them. */
export function toolsFor(target: ModelTarget, tools: readonly ToolsetTool[], write: WriteTool = writeFor): ModelTools {
  const written = tools.map((tool) => write(target, tool));
  const limit = target === 'mcp' ? undefined : modelApis[target].tools;
  return {
    definitions: written.map(({ definition }) => definition),
    tokens: written.reduce((sum, { tokens }) => sum + tokens, 0),
    loosened: written.flatMap(({ isLoosened, name }) => (isLoosened ? [name] : [])),
    tooMany: limit !== undefined && tools.length > limit ? limit : undefined,
  };
}

/** A tool as one receiver gets it. */
export interface Written {
  name: string;
  definition: JsonObject;
  isLoosened: boolean;
  tokens: number;
}

function writeFor(target: ModelTarget, tool: ToolsetTool): Written {
  const { name, description, input_schema: inputSchema } = tool;
  const schema = isJsonObject(inputSchema) ? inputSchema : { type: 'object' };
  if (target === 'mcp') return measured(name, { name, description, inputSchema: schema }, false);
  const projected = projectTool(target, { name, description, schema });
  return measured(name, writeToolDefinition(target, projected), projected.loosened.length > 0);
}

function measured(name: string, definition: JsonObject, isLoosened: boolean): Written {
  return { name, definition, isLoosened, tokens: estimateTokens(definition) };
}

/** Estimated tokens of one tool in a list for MCP clients. */
export function tokensOf(tool: ToolsetTool): number {
  return toolsFor('mcp', [tool]).tokens;
}

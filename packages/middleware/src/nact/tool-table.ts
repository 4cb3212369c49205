/** The tools of one root: unique ids and names, ordered by name. */

import { isJsonObject } from '@dragoman/model';
import { type Tool, ToolDefinitionError, type ToolVersion } from './define-tool.js';
import type { NactCaller } from './tool-definition.js';

/** Whether a caller may see and run a tool. */
export type AllowTool = (caller: NactCaller, tool: Tool) => boolean;

/** Lookup and listing of tools. */
export interface ToolTable {
  /** By name. */
  tools: readonly Tool[];
  find(toolId: string): Tool | undefined;
}

/** Creates the table; throws `ToolDefinitionError` for a duplicate id or name, and for what is not a tool. */
export function createToolTable(tools: readonly Tool[]): ToolTable {
  requireTools(tools);
  const byId = new Map(tools.map((tool) => [tool.toolId, tool]));
  const faults = [...doubled(tools.map(({ toolId }) => toolId)), ...doubled(tools.map(({ name }) => name))];
  if (faults.length > 0) {
    throw new ToolDefinitionError(
      'Tool ids and names must be unique',
      faults.map((text) => `'${text}' is used by two tools`),
    );
  }
  return {
    tools: [...tools].sort((a, b) => (a.name < b.name ? -1 : 1)),
    find: (toolId) => byId.get(toolId.toLowerCase()),
  };
}

/** The newest version of a tool. */
export function newestOf(tool: Tool): ToolVersion {
  return tool.versions[tool.versions.length - 1] as ToolVersion;
}

/** A definition that was not passed to `defineTool` has no versions. */
function requireTools(tools: unknown): void {
  const problem = 'The tools cannot be served';
  if (!Array.isArray(tools)) throw new ToolDefinitionError(problem, ["'tools' must be an array of tools"]);
  const faults = tools.flatMap((tool: unknown, at) =>
    isJsonObject(tool) && Array.isArray(tool.versions) ? [] : `tools[${at}] was not created with defineTool`,
  );
  if (faults.length > 0) throw new ToolDefinitionError(problem, faults);
}

function doubled(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = texts.filter((text) => seen.size === seen.add(text).size);
  return [...new Set(twice)];
}

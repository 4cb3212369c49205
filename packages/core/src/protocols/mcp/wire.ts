/** The part of MCP that descriptions are made of: tools as `tools/list` gives them (revision 2025-06-18 and later). */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Bounds on reading somebody's list. */
export const listLimits = Object.freeze({ tools: 10_000, name: 256 });

/** Member of an operation's `extra` that holds what only MCP knows: title, annotations, `_meta`. */
export const extraMember = 'mcp';

/** Member of an operation's `extra` that holds a name for tools chosen by the author of a description. */
export const chosenNameMember = 'mcp_tool_name';

/** Members of a tool that the model has a place for. */
export const toolMembers = ['name', 'description', 'inputSchema', 'outputSchema'] as const;

/** A member of this object itself, never an inherited one. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What an operation keeps for MCP alone. */
export function mcpExtra({ extra }: Operation): JsonObject {
  const kept = memberOf(extra, extraMember);
  return isJsonObject(kept) ? kept : {};
}

/** The operations of an entry as callable tools: the output of `write.ts`, with version and deprecation in `_meta`. */
import type { Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import { callName } from '../../../gateway/choose-operation.js';
import { pathTo } from '../../../transport/links.js';
import { pinnedFingerprint } from '../fingerprint.js';
import { metaOf, ownMeta } from '../wire.js';
import type { NamedTool, ToolPlan, WriteToolsOptions, WrittenTool } from '../write.js';
import { planTools, writeTool } from '../write.js';
import { presentTool } from './present-tool.js';
import type { OperationTool } from './root.js';

/** Writes one tool of an entry; large ones may be written on another thread. */
export type WriteMcpTool = (plan: ToolPlan, entry: Entry) => Awaitable<WrittenTool>;

/** How the tools of an entry are written. */
export interface ToolWriting<T> extends WriteToolsOptions {
  write?: WriteMcpTool | undefined;
  /** Converts each tool when it is written. */
  convert: (named: NamedTool) => T;
}

/** Writes the operations of an entry as tools, one after the other, in their order. */
export async function writeEachTool<T>(
  entry: Entry,
  { write = writeTool, convert, ...options }: ToolWriting<T>,
): Promise<T[]> {
  const tools: T[] = [];
  for (const plan of planTools(entry, options).plans) {
    const written = write(plan, entry);
    const { tool } = written instanceof Promise ? await written : written;
    if (tool !== undefined) tools.push(convert({ operation: plan.operation, tool }));
  }
  return tools;
}

/** The callable tools of an entry, in the order of its operations. */
export function operationTools(entry: Entry, write?: WriteMcpTool): Promise<OperationTool[]> {
  return writeEachTool(entry, { outputSchemas: true, write, convert: (named) => callableTool(entry, named) });
}

/** A written tool as clients see and call it. */
export function callableTool(entry: Entry, { operation, tool }: NamedTool): OperationTool {
  const meta = operationMeta(entry, operation);
  // Tasks are handled between the provider and the gateway, which waits itself; a client that required them could
  // not call.
  const { execution: _, ...shown } = withoutHeaders(tool);
  const whole: JsonObject = { ...shown, _meta: { ...foreignMeta(tool), ...meta } };
  return presentTool(whole, { agentId: entry.id, operationName: callName(operation), meta });
}

/** The metadata of an operation that MCP has no members for, in the list and in every result. */
export function operationMeta(entry: Entry, operation: Operation): JsonObject {
  const { version, lifecycle, impact } = operation;
  const fingerprint = pinnedFingerprint(operation);
  const deprecated = lifecycle?.deprecated === true || entry.status === 'deprecated';
  return {
    [`${ownMeta}agent`]: pathTo('/agents', entry.id),
    [`${ownMeta}version`]: version,
    ...(fingerprint === undefined ? {} : { [`${ownMeta}fingerprint`]: fingerprint }),
    ...(impact === undefined ? {} : { [`${ownMeta}impact`]: impact }),
    ...(deprecated ? { [`${ownMeta}deprecated`]: true } : {}),
    ...(lifecycle?.sunset === undefined ? {} : { [`${ownMeta}sunset`]: lifecycle.sunset }),
    ...(lifecycle?.replacement === undefined ? {} : { [`${ownMeta}replacement`]: lifecycle.replacement }),
  };
}

/** A provider's own `_meta` members, except those with reserved prefixes of this project or the protocol. */
export function foreignMeta(message: JsonObject): JsonObject {
  const kept = Object.entries(metaOf(message)).filter(
    ([name]) => !name.startsWith(ownMeta) && !name.startsWith('io.modelcontextprotocol/'),
  );
  return Object.fromEntries(kept);
}

/** Header declarations concern only the provider and the gateway; clients of this server do not send them. */
function withoutHeaders(tool: JsonObject): JsonObject {
  const { inputSchema } = tool;
  return isJsonObject(inputSchema) ? { ...tool, inputSchema: stripHeaders(inputSchema) as JsonObject } : tool;
}

function stripHeaders(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]): [string, JsonValue] => {
    if (!isJsonObject(property)) return [name, property];
    const { 'x-mcp-header': _, ...rest } = property;
    return [name, stripHeaders(rest)];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

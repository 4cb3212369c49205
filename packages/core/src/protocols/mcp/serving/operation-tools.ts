/** The operations of an entry as callable tools: the output of `write.ts`, with version and deprecation in `_meta`. */
import type { Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { callName } from '../../../gateway/choose-operation.js';
import { pathTo } from '../../../transport/links.js';
import { pinnedFingerprint } from '../fingerprint.js';
import { metaOf, ownMeta } from '../wire.js';
import { writeNamedTools } from '../write.js';
import type { McpTool } from './root.js';

/** Tools for the operations of an entry, in their order. */
export function operationTools(entry: Entry): McpTool[] {
  return writeNamedTools(entry, { outputSchemas: true }).tools.map(({ operation, tool }) => {
    const meta = operationMeta(entry, operation);
    // Tasks are handled between the provider and the gateway, which waits itself; a client that required them could
    // not call.
    const { execution: _, ...shown } = withoutHeaders(tool);
    const listed: JsonObject = { ...shown, _meta: { ...foreignMeta(tool), ...meta } };
    const aim = {
      agentId: entry.id,
      operationName: callName(operation),
      meta,
      structured: listed.outputSchema !== undefined,
    };
    return { name: String(tool.name), listed, aim };
  });
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

/**
 * Inputs that clients of the stateless revision repeat in headers (`x-mcp-header`, 2026-07-28, transports): listed for
 * them only, and compared with the body in every call.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, fromMcpHeaderValue, isJsonObject, mcpHeaderMember } from '@dragoman/model';
import type { HeaderView } from '../../../transport/http-request.js';
import { createHeadersOfInput, declaredHeaders } from '../client/tool-headers.js';
import { memberOf } from '../wire.js';
import type { McpTool } from './root.js';

/** The headers of a call do not match its arguments. */
export class HeaderMismatch extends Failure {}

const headersOf = createHeadersOfInput();

/** Throws `HeaderMismatch` when a header is missing, invalid or different from its argument. */
export function checkToolHeaders({ listed }: McpTool, params: JsonObject, headers: HeaderView): void {
  const { inputSchema } = listed;
  if (!isJsonObject(inputSchema)) return;
  const declared = declaredHeaders(inputSchema);
  if (declared.length === 0) return;
  const expected = headersOf(inputSchema, memberOf(params, 'arguments') ?? {});
  for (const name of declared) {
    const header = headers.get(name);
    const said = header === null ? undefined : fromMcpHeaderValue(header);
    const body = expected[name] === undefined ? undefined : fromMcpHeaderValue(expected[name]);
    if (said === body && (header === null) === (body === undefined)) continue;
    const why = header === null ? 'is missing' : 'does not match the argument';
    throw new HeaderMismatch('INVALID_INPUT', { message: `Header mismatch: ${name} ${why}.` });
  }
}

/** The definition without declarations of headers, which concern clients of the stateless revision only. */
export function withoutHeaders(tool: JsonObject): JsonObject {
  const { inputSchema } = tool;
  if (!isJsonObject(inputSchema) || declaredHeaders(inputSchema).length === 0) return tool;
  return { ...tool, inputSchema: stripHeaders(inputSchema) as JsonObject };
}

function stripHeaders(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]): [string, JsonValue] => {
    if (!isJsonObject(property)) return [name, property];
    const { [mcpHeaderMember]: _, ...rest } = property;
    return [name, stripHeaders(rest)];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

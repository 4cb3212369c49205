/**
 * The `Mcp-Param-*` headers of tool calls (2026-07-28, transports): which inputs a tool expects in headers is learned
 * from the tool lists that pass through the bridge.
 */
import type { JsonObject, JsonValue, MirroredInput } from '@dragoman/model';
import {
  createBoundedCache,
  findMirroredInputs,
  isJsonObject,
  isMcpHeaderName,
  writeParameterHeaders,
} from '@dragoman/model';

/** What the bridge knows about the headers of tools. */
export interface ToolHeaders {
  /** Learns from the result of `tools/list`; true when it lists the tool with this name. */
  learn(result: JsonValue | undefined, name?: JsonValue): boolean;
  /** The headers of a call with these parameters. */
  of(params: JsonObject): Record<string, string>;
}

/** Maximum number of annotated tools and inputs that are kept; a call of another tool lists the tools again. */
const limits = { tools: 10_000, inputs: 50_000 };

/** Creates it without any tools. */
export function createToolHeaders(): ToolHeaders {
  const known = createBoundedCache<string, readonly MirroredInput[]>({
    entries: limits.tools,
    weight: limits.inputs,
    weigh: ({ length }) => length,
  });
  const learnTool = (name: string, schema: JsonValue | undefined) => {
    const inputs = isJsonObject(schema) ? findMirroredInputs(schema) : [];
    const valid = inputs.filter(({ header }) => isMcpHeaderName(header));
    if (valid.length > 0) known.set(name, valid);
    else known.delete(name);
  };
  return {
    learn(result, wanted) {
      const tools = isJsonObject(result) && Array.isArray(result.tools) ? result.tools.filter(isJsonObject) : [];
      for (const { name, inputSchema } of tools) if (typeof name === 'string') learnTool(name, inputSchema);
      return tools.some(({ name }) => name === wanted);
    },
    of({ name, arguments: given = {} }) {
      const inputs = typeof name === 'string' ? known.get(name) : undefined;
      return inputs === undefined ? {} : writeParameterHeaders(inputs, given);
    },
  };
}

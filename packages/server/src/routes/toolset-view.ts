/** Writes a toolset: the designer's texts next to the vendor's, and the request that would keep it unchanged. */
import type {
  AffectedDesigns,
  Caller,
  Design,
  DesignVersion,
  Toolset,
  ToolsetChange,
  ToolsetExport,
  ToolUpdate,
} from '@dragoman/core/engine';
import { canChange, choiceOf, classOf, shownSchemas, storedSignature } from '@dragoman/core/engine';
import type { JsonObject, JsonValue, ToolsetContent, ToolsetTool, VendorTool } from '@dragoman/model';
import { isRequired, parameterType } from '@dragoman/model';

/** Whether a caller may see a service; tools of hidden services are omitted. */
export type SeesAgent = (agentId: string) => boolean;

/** Writes a toolset for a list. */
export function writeToolsetSummary({ design, document }: Toolset, origin: string): JsonObject {
  return {
    id: design.id,
    name: design.name,
    description: document.description,
    owner: design.owner,
    visibility: design.visibility,
    mode: document.mode,
    version: design.version,
    tool_count: document.tools.length,
    root: rootOf(design, origin),
    created_at: design.createdAt,
    updated_at: design.updatedAt,
  };
}

/** Writes everything of a toolset that this caller may see. */
export function writeToolset(toolset: Toolset, view: { origin: string; caller: Caller; sees: SeesAgent }): JsonObject {
  const { design, document } = toolset;
  const owner = canChange(view.caller, design);
  const tools = document.tools.filter(({ served }) => owner || view.sees(served.agentId));
  return {
    ...writeToolsetSummary(toolset, view.origin),
    tool_count: tools.length,
    ...(owner ? { grants: design.grants } : {}),
    tools: tools.map(writeTool),
    ...(document.open === undefined ? {} : { open: { ...document.open } }),
    ...(document.content === undefined
      ? {}
      : { content: writeContent(document.content, (agentId) => owner || view.sees(agentId)) }),
    ...(document.localised === undefined ? {} : { localised: json(document.localised) }),
  };
}

function writeContent({ prompts, resources }: ToolsetContent, sees: SeesAgent): JsonObject {
  const shown = <Item extends { agentId: string }>(items: Item[]) =>
    items.filter(({ agentId }) => sees(agentId)).map(({ agentId, ...item }) => ({ agent_id: agentId, ...item }));
  return { prompts: list(shown(prompts)), resources: list(shown(resources)) };
}

/** Returns the address of the toolset's N-ACT root. */
export function rootOf({ id }: Pick<Design, 'id'>, origin: string): string {
  return `${origin}/toolsets/${encodeURIComponent(id)}`;
}

/** Writes an update of a chosen tool, with what depends on the tool. */
export function writeUpdate(update: ToolUpdate, affected: AffectedDesigns): JsonObject {
  const { kind, name, agentId, operation, version, to, effect, changes, differences, message, stayed } = update;
  return {
    kind,
    class: classOf(update),
    name,
    agent_id: agentId,
    ...(operation === undefined ? {} : { operation }),
    version,
    ...(to === undefined ? {} : { to: { tool_id: to.toolId, version: to.version } }),
    ...(effect === undefined ? {} : { effect }),
    changes: list(changes),
    differences: list(differences),
    affected: json(affected),
    message,
    stayed,
  };
}

/** Writes a stored version of a toolset. */
export function writeToolsetVersion(
  { version, action, actor, at }: DesignVersion,
  changes: readonly ToolsetChange[],
): JsonObject {
  return { version, action: action.replace('design.', ''), actor, at, changes: list(changes) };
}

/** Writes an export in the format that run times read. */
export function writeExport(exported: ToolsetExport): JsonObject {
  const { formatVersion, tools, ...rest } = exported;
  return {
    ...json(rest),
    format_version: formatVersion,
    tools: tools.map(({ agentId, inputSchema, outputSchema, inputMap, original, origin, ...tool }) => ({
      ...json(tool),
      agent_id: agentId,
      input_schema: inputSchema,
      output_schema: outputSchema,
      input_map: list(inputMap),
      original: {
        tool_id: original.toolId,
        version: original.version,
        name: original.name,
        description: original.description,
        fingerprint: original.fingerprint,
        inputs: original.inputs,
      },
      ...(origin === undefined ? {} : { origin: writeOrigin(origin) }),
    })),
  };
}

function writeTool(tool: ToolsetTool): JsonObject {
  const { served, signature, description, inputs = {}, localised, origin, stayed } = tool;
  return {
    tool_id: served.toolId,
    name: served.name,
    agent_id: served.agentId,
    vendor: tool.vendor,
    source_tool_id: served.sourceToolId,
    version: tool.version,
    served_version: served.versions.at(-1)?.version ?? 1,
    follow: tool.follow,
    description: description ?? signature.description,
    vendor_name: signature.name,
    vendor_description: signature.description,
    inputs: signature.input_parameters.map((input) => ({
      id: input.id,
      name: input.name,
      type: parameterType(input),
      required: isRequired(input),
      description: inputs[input.id] ?? input.description,
      vendor_description: input.description,
    })),
    tags: signature.tags ?? [],
    fingerprint: tool.fingerprint,
    signature: json(storedSignature(tool)),
    ...writeSchemas(tool),
    ...(origin === undefined ? {} : { origin: writeOrigin(origin) }),
    ...(localised === undefined ? {} : { localised: json(localised) }),
    ...(stayed === undefined ? {} : { stayed: { tool_id: stayed.toolId, version: stayed.version } }),
    choice: writeChoice(tool),
  };
}

function writeSchemas(tool: ToolsetTool): JsonObject {
  const { inputSchema, outputSchema } = shownSchemas(tool);
  return { input_schema: inputSchema, output_schema: outputSchema };
}

function writeOrigin({ root, toolId, name, version }: VendorTool): JsonObject {
  return { root, tool_id: toolId, name, version };
}

function writeChoice(tool: ToolsetTool): JsonObject {
  const { agentId, ...choice } = choiceOf(tool);
  return { agent_id: agentId, ...json(choice) };
}

/** Casts a list of typed values that contain only JSON members. */
function list(values: readonly object[]): JsonValue {
  return values as unknown as JsonValue;
}

/** Casts a typed value that contains only JSON members. */
function json<T extends object>(value: T): JsonObject {
  return value as unknown as JsonObject;
}

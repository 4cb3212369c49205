/** The operations of an entry as callable tools: the output of `write.ts`, with version and deprecation in `_meta`. */
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import { callName } from '../../../gateway/choose-operation.js';
import { pathTo } from '../../../transport/links.js';
import { pinnedFingerprint } from '../fingerprint.js';
import { foreignMeta, metaOf, ownMeta, taskSupportOf } from '../wire.js';
import type { NamedTool, ToolPlan, WriteToolsOptions, WrittenTool } from '../write.js';
import { planTools, writeTool } from '../write.js';
import { presentTool } from './present-tool.js';
import type { McpTool, OperationTool } from './root.js';
import { withoutHeaders } from './tool-headers.js';

/** Writes one tool of an entry; large ones may be written on another thread. */
export type WriteMcpTool = (plan: ToolPlan, entry: Entry) => Awaitable<WrittenTool>;

/** A written tool, and how many of its texts are held. */
export interface WrittenOperation extends Omit<NamedTool, 'held'> {
  held: number;
}

/** How the tools of an entry are written. */
export interface ToolWriting<T> extends WriteToolsOptions {
  write?: WriteMcpTool | undefined;
  /** Converts each tool when it is written. */
  convert: (named: WrittenOperation) => T;
}

/** Writes the operations of an entry as tools, one after the other, in their order. */
export async function writeEachTool<T>(
  entry: Entry,
  { write = writeTool, convert, ...options }: ToolWriting<T>,
): Promise<T[]> {
  const tools: T[] = [];
  for (const plan of planTools(entry, options).plans) {
    const written = write(plan, entry);
    const { tool, diagnostics } = written instanceof Promise ? await written : written;
    const held = diagnostics.filter(({ code }) => code === 'mcp/text-withheld').length;
    tools.push(convert({ operation: plan.operation, tool, held }));
  }
  return tools;
}

/** The callable tools of an entry, in the order of its operations. */
export function operationTools(
  entry: Entry,
  write?: WriteMcpTool,
  choice: HeaderChoice = {},
): Promise<OperationTool[]> {
  const convert = (written: Parameters<typeof callableTool>[1]) => callableTool(entry, written, choice);
  return writeEachTool(entry, { outputSchemas: true, write, convert });
}

/** Whether the declarations of headers (`x-mcp-header`) stay in input schemas: where clients call the provider's own tools. */
export interface HeaderChoice {
  keepsHeaders?: boolean;
}

/** A written tool as clients see and call it. */
export function callableTool(
  entry: Entry,
  { operation, tool, held = 0 }: Pick<NamedTool, 'operation' | 'tool'> & { held?: number },
  { keepsHeaders = false }: HeaderChoice = {},
): OperationTool {
  const meta = operationMeta(entry, operation);
  const { execution: _, ...shown } = keepsHeaders ? tool : withoutHeaders(tool);
  // The gateway follows a task itself for clients that wait, so a task that the provider requires is optional here.
  const isLong = taskSupportOf(operation) !== undefined || operation.hints?.long_running === true;
  const whole: JsonObject = {
    ...shown,
    ...(isLong ? { execution: { taskSupport: 'optional' } } : {}),
    _meta: { ...foreignMeta(tool), ...meta, ...(held === 0 ? {} : { [heldMeta]: held }) },
  };
  const presented = presentTool(whole, {
    agentId: entry.id,
    operationName: callName(operation),
    meta,
    risk: operation,
  });
  return { ...presented, tags: [...operation.tags, ...entry.tags] };
}

/** Number of held texts of a listed tool, in its `_meta`. */
const heldMeta = `${ownMeta}held_texts`;

/** How many texts of a listed tool are held. */
export function heldIn({ listed }: Pick<McpTool, 'listed'>): number {
  return Number(metaOf(listed)[heldMeta] ?? 0);
}

/** One sentence on the tools with held texts, and where their texts are; undefined when there are none. */
export function explainHeld(tools: readonly McpTool[], path: string): string | undefined {
  const held = tools.filter((tool) => heldIn(tool) > 0);
  if (held.length === 0) return undefined;
  const some = held.slice(0, maxNamed).map(({ name }) => name);
  const names =
    held.length > some.length ? `${some.join(', ')} and ${held.length - some.length} more` : some.join(', ');
  return (
    `Texts of ${held.length} of these tools are held, because they look like instructions to a model: ${names}. ` +
    `The tools can be called. The texts and the reasons are at ${path}; an administrator can release them.`
  );
}

/** Maximum number of tools that the sentence names. */
const maxNamed = 20;

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
